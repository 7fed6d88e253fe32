"""Puzzles for guests: questions, tries, and the ratings that follow. Each try is a row that is never changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.core.errors import TilewrightError, UnknownRuleSet
from tilewright.core.text.language import _
from tilewright.puzzles import sentences
from tilewright.puzzles.collection import BadPuzzles, collection, puzzle_by_id
from tilewright.puzzles.lines import followed
from tilewright.puzzles.rating import Rating, after_try, of_puzzle
from tilewright.puzzles.stream import chosen, next_for, of_the_day
from tilewright.puzzles.themes import DETECTORS
from tilewright.server.guests import now
from tilewright.server.parse_requests import parse_move
from tilewright.server.problems import BadRequest, NotFound, UnknownOutcome
from tilewright.server.store import queries
from tilewright.server.store.writer import Conflict, WriteBatch
from tilewright.server.views import choices_of, legal_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tilewright.puzzles.puzzle import Puzzle
    from tilewright.server.guests import Guest
    from tilewright.server.store.queries import Row
    from tilewright.server.store.store import Store

    Data = dict[str, Any]

GAVE_UP = ""  # stored in place of a move
TRIES = 5  # to store a try, while others of the same guest are stored first


class Puzzles:
    """Questions about puzzles, and tries at them."""

    def __init__(self, store: Store, expect_ready: Callable[[str], None]) -> None:
        self._store, self._expect_ready = store, expect_ready

    async def index(self, rule_set: str, guest: Guest | None) -> Data:
        """How many puzzles there are, and about what."""
        id_ = _rule_set_id(rule_set)
        puzzles = collection(id_)
        names = [theme.name for one in puzzles for theme in one.themes]
        return {
            "rule_set": id_,
            "count": len(puzzles),
            "themes": [
                {
                    "theme": name,
                    "title": sentences.title(name),
                    "meaning": sentences.meaning(name),
                    "count": names.count(name),
                }
                for name in DETECTORS
                if name in names
            ],
            "you": _rating_data(_strength(await self._tries(guest, id_))) if guest else None,
        }

    async def today(self, rule_set: str, guest: Guest | None) -> Data:
        """The puzzle that everybody gets today."""
        day = datetime.now(UTC).date()
        puzzle = of_the_day(_puzzles_of(rule_set, None), day)
        return await self._question_data(puzzle, guest, day.isoformat())

    async def next(self, rule_set: str, theme: str | None, guest: Guest) -> Data:
        """A puzzle that the guest has not tried, as difficult as the guest is strong."""
        puzzles = _puzzles_of(rule_set, theme)
        tries = await self._tries(guest, rule_set)
        tried: dict[str, bool] = {}
        for one in tries:
            tried[one["puzzle"]] = tried.get(one["puzzle"], False) or one["solved"]
        rated = await self._store.read(queries.puzzle_ratings, rule_set)
        ratings = {row["puzzle"]: row["puzzle_rating"] for row in rated}
        return await self._question_data(next_for(puzzles, _strength(tries).rating, tried, ratings), guest)

    async def question(self, id_: str, guest: Guest | None) -> Data:
        return await self._question_data(_puzzle(id_), guest)

    async def choices(self, id_: str, so_far: Mapping[str, str]) -> Data:
        """The next part of a move."""
        puzzle = _puzzle(id_)
        self._expect_ready(puzzle.rule_set)
        try:
            return choices_of(puzzle.question(), so_far)
        except TilewrightError as bad:
            raise BadRequest(str(bad), where="/so_far") from None

    async def attempt(self, id_: str, guest: Guest, typed: str | None) -> Data:
        """Try a move, or give up; the first try counts."""
        puzzle = _puzzle(id_)
        self._expect_ready(puzzle.rule_set)
        move = GAVE_UP if typed is None else parse_move(puzzle.question(), typed).notation
        for _again in range(TRIES):
            tries = await self._tries(guest, puzzle.rule_set)
            own = [one for one in tries if one["puzzle"] == puzzle.id]
            row = next((one for one in own if one["move"] == move), None)
            if row is None:
                row = _try_row(puzzle, guest, move, tries, await self._rating_of(puzzle))
                own.append(row)
                try:
                    await self._store.commit(WriteBatch(attempts=[row]))
                except Conflict:  # another try of this guest was stored meanwhile
                    continue
            return _answer(puzzle, row, own)
        raise UnknownOutcome(_("other tries of yours were stored first; send it again"), retry_after=1)

    async def _tries(self, guest: Guest, rule_set: str) -> list[Row]:
        return await self._store.read(queries.attempts_of, guest.id, rule_set)

    async def _rating_of(self, puzzle: Puzzle) -> Rating:
        """The rating that people's tries have made, or the mined one."""
        row = await self._store.read(queries.puzzle_rating, puzzle.id)
        if row is None:
            return of_puzzle(puzzle.rating)
        return Rating(row["puzzle_rating"], row["puzzle_deviation"], row["puzzle_attempts"])

    async def _question_data(self, puzzle: Puzzle, guest: Guest | None, day: str | None = None) -> Data:
        """The question, without anything about its answer."""
        self._expect_ready(puzzle.rule_set)
        view = puzzle.question()
        tries = await self._tries(guest, puzzle.rule_set) if guest else []
        return {
            "id": puzzle.id,
            "rule_set": puzzle.rule_set,
            "players": view.players,
            "seat": view.to_move,
            "day": day,
            "rating": _rating_data(await self._rating_of(puzzle)),
            "you": _rating_data(_strength(tries)) if guest else None,
            "text": None if view.room.hidden else puzzle.position,
            "position": view.as_data(),
            "legal": legal_of(view),
            "choices": choices_of(view, {}),
            "sentences": view.tell([_("Seat {n}").format(n=seat + 1) for seat in range(view.players)]),
            "tried": [
                {"move": one["move"] or None, "right": one["solved"]} for one in tries if one["puzzle"] == puzzle.id
            ],
        }


def _rule_set_id(rule_set: str) -> str:
    try:
        return games.rule_set(rule_set).id
    except UnknownRuleSet as bad:
        raise NotFound(str(bad)) from None


def _puzzles_of(rule_set: str, theme: str | None) -> list[Puzzle]:
    try:
        return chosen(_rule_set_id(rule_set), theme)
    except BadPuzzles as bad:
        raise NotFound(str(bad)) from None


def _puzzle(id_: str) -> Puzzle:
    found = puzzle_by_id(id_)
    if found is None:
        raise NotFound(_("there is no such puzzle"))
    return found


# -- ratings ---------------------------------------------------------------------------------------------------------


def _strength(tries: Sequence[Row]) -> Rating:
    """A guest's rating after the last try."""
    return Rating(tries[-1]["rating"], tries[-1]["deviation"], tries[-1]["attempts"]) if tries else Rating()


def _try_row(puzzle: Puzzle, guest: Guest, move: str, tries: Sequence[Row], difficulty: Rating) -> Row:
    """A new try, with both ratings as it leaves them."""
    strength, right = _strength(tries), puzzle.is_right(move)
    rated = all(one["puzzle"] != puzzle.id for one in tries)
    new_strength, new_difficulty = after_try(strength, difficulty, right=right) if rated else (strength, difficulty)
    return {
        "guest": guest.id,
        "rule_set": puzzle.rule_set,
        "number": len(tries) + 1,
        "puzzle": puzzle.id,
        "move": move,
        "solved": right,
        "rated": rated,
        "at": now(),
        "rating": new_strength.rating,
        "deviation": new_strength.deviation,
        "attempts": new_strength.attempts,
        "change": round(new_strength.rating - strength.rating, 1),
        "puzzle_rating": new_difficulty.rating,
        "puzzle_deviation": new_difficulty.deviation,
        "puzzle_attempts": new_difficulty.attempts,
        "puzzle_change": round(new_difficulty.rating - difficulty.rating, 1),
    }


def _rating_data(rating: Rating) -> Data:
    return {"rating": rating.rating, "deviation": rating.deviation, "attempts": rating.attempts}


# -- answers ---------------------------------------------------------------------------------------------------------


def _answer(puzzle: Puzzle, row: Row, own: Sequence[Row]) -> Data:
    """The result of a try; ``own`` are all tries of the guest at this puzzle."""
    move, right, position = row["move"], row["solved"], puzzle.question()
    solved = any(one["solved"] for one in own)
    shown = solved or any(one["move"] == GAVE_UP for one in own)
    lost = 0.0 if right else None if move == GAVE_UP else puzzle.lost[move]
    return {
        "id": puzzle.id,
        "move": move or None,
        "text": position.describe(position.parse(move)) if move else None,
        "right": right,
        "points_lost": lost,
        "refutation": [] if right else _line(puzzle, puzzle.refutations.get(move, [])),
        "solved": solved,
        "solution": _solution(puzzle) if shown else None,
        "rated": row["rated"],
        "you": {
            "rating": row["rating"],
            "deviation": row["deviation"],
            "attempts": row["attempts"],
            "change": row["change"],
        },
        "puzzle": {
            "rating": row["puzzle_rating"],
            "deviation": row["puzzle_deviation"],
            "attempts": row["puzzle_attempts"],
            "change": row["puzzle_change"],
        },
    }


def _solution(puzzle: Puzzle) -> Data:
    return {
        "moves": puzzle.best,
        "line": _line(puzzle, puzzle.line),
        "margin": puzzle.margin,
        "error": puzzle.error,
        "badge": puzzle.badge,
        "themes": [
            {"theme": theme.name, "title": sentences.title(theme.name), "text": sentences.told(theme)}
            for theme in puzzle.themes
        ],
        "levels": puzzle.levels,
        "difficulty": puzzle.rating,
    }


def _line(puzzle: Puzzle, line: Sequence[str]) -> list[Data]:
    """A line as the seat of the puzzle may see it, up to the first move that it could not see in full."""
    whole = puzzle.laid_out()
    seat = whole.to_move or 0
    steps: list[Data] = []
    for step in followed(whole, line):
        if whole.room.effects.redact(step.before.state[0], str(step.move), seat) != str(step.move):
            break
        steps.append(
            {
                "seat": step.seat,
                "move": str(step.move),
                "text": step.before.describe(step.move),
                "happenings": step.effects(seat),
            }
        )
    return steps
