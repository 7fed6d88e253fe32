"""A puzzle at the terminal: the table, a question, and an answer that says why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from tilewright import games
from tilewright.bots.opponents import LEVELS
from tilewright.cli.screen import Leaving, Screen, ask, does, you
from tilewright.cli.words import badge_name, figure, listed, seat_names, some_points
from tilewright.core.errors import CannotWrite, IllegalMove
from tilewright.core.text.language import N_, _
from tilewright.play.understanding import understand
from tilewright.puzzles.collection import BadPuzzles, puzzle_by_id
from tilewright.puzzles.lines import followed
from tilewright.puzzles.rating import Rating, after_try, of_puzzle
from tilewright.puzzles.sentences import title, told
from tilewright.puzzles.stream import chosen, next_for, of_the_day
from tilewright.records.files import write_whole
from tilewright.server.settings import data_folder

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.play.move import Move
    from tilewright.puzzles.puzzle import Puzzle

HELP = N_("""\
Type the move you would play, as in a game.
  m  moves          your moves
  t  table          show the table again
  s  solution       give up and see the solution
  q  quit           leave""")


class Solver(msgspec.Struct):
    """What is remembered about the person at this terminal, for one rule set."""

    rating: Rating = Rating()
    tried: dict[str, bool] = {}  # was the first try right?


def solvers_file() -> Path:
    return data_folder() / "puzzles.json"


def read_solvers() -> dict[str, Solver]:
    """Solvers by rule set; empty where the file is missing or cannot be read."""
    try:
        return msgspec.json.decode(solvers_file().read_bytes(), type=dict[str, Solver])
    except (OSError, msgspec.MsgspecError):
        return {}


def run_puzzle(rule_set: str, *, theme: str | None, day: bool, name: str | None, plain: bool) -> None:
    """Pose one puzzle, until it is solved or given up."""
    solvers = read_solvers()
    puzzle = _wanted(games.rule_set(rule_set).id, theme, solvers, day=day, name=name)
    solver = solvers.setdefault(puzzle.rule_set, Solver())
    try:
        _Sitting(puzzle, solver, Screen(plain=plain)).run()
    except Leaving:
        print()  # noqa: T201 - the prompt's line ends here
    try:
        solvers_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(solvers_file(), msgspec.json.encode(solvers))
    except (OSError, CannotWrite) as bad:
        Screen(plain=plain).say(_("Your rating is not kept: {reason}.").format(reason=bad), "yellow")


def _wanted(rule_set: str, theme: str | None, solvers: dict[str, Solver], *, day: bool, name: str | None) -> Puzzle:
    if name is not None:
        found = puzzle_by_id(name)
        if found is None:
            raise BadPuzzles(f"there is no puzzle {name!r}")
        return found
    puzzles = chosen(rule_set, theme)
    if day:
        return of_the_day(puzzles, datetime.now(UTC).date())
    solver = solvers.get(rule_set, Solver())
    return next_for(puzzles, solver.rating.rating, solver.tried, {})


class _Sitting:
    """One person, one puzzle."""

    def __init__(self, puzzle: Puzzle, solver: Solver, screen: Screen) -> None:
        self.puzzle, self.solver, self.screen = puzzle, solver, screen
        self.view = puzzle.question()
        self.names = seat_names(self.view.players)
        self.names[self.view.to_move or 0] = you()

    def run(self) -> None:
        told = _("Puzzle {name}: {game}, rating {rating}.")
        about = {"name": self.puzzle.id, "game": _(self.view.rule_set.title), "rating": self.puzzle.rating}
        self.screen.say(told.format(**about), "bold")
        self._show()
        self.screen.say(_("One move is best by far. Type ? for help."))
        while not self._obey(ask(_("Your move: "))):
            pass

    def _show(self) -> None:
        self.screen.table(self.view, self.names, eye=self.view.to_move)

    def _obey(self, typed: str) -> bool:
        """Do what was typed; True when the puzzle is over."""
        match typed.lower():
            case "":
                return False
            case "?" | "help":
                self.screen.say(_(self.view.room.sentences.help))
                self.screen.say(_(HELP))
            case "m" | "moves":
                self._list(self.view.legal_moves)
            case "t" | "table":
                self._show()
            case "s" | "solution":
                self._count(right=False)
                self._solution()
                return True
            case "q" | "quit" | "exit":
                raise Leaving
            case _:
                return self._answer(typed)
        return False

    def _answer(self, typed: str) -> bool:
        found = understand(self.view, typed)
        if isinstance(found, IllegalMove):
            self.screen.say(str(found), "yellow")
            return False
        if isinstance(found, list):
            self._list(found)
            return False
        right = self.puzzle.is_right(str(found))
        if right:
            self.screen.say(_("Right: {move}.").format(move=found), "green")
        else:
            self._refute(found)
        self._count(right=right)
        if right:
            self._solution()
        return right

    def _list(self, moves: list[Move]) -> None:
        for move in moves:
            self.screen.item(str(move), f"{self.view.describe(move)}: {self.view.forecast_text(move)}")

    def _refute(self, move: Move) -> None:
        lost = self.puzzle.lost.get(str(move), self.puzzle.margin)
        told = _("No: {move} loses {points} to the best move.")
        self.screen.say(told.format(move=move, points=some_points(lost)), "yellow")
        self._tell(self.puzzle.refutations.get(str(move), []))
        self.screen.say(_("Try again, or type s for the solution."))

    def _tell(self, line: list[str]) -> None:
        """A line of play in words."""
        for step in followed(self.puzzle.laid_out(), line):
            shown = step.before.room.effects.redact(step.before.state[0], str(step.move), self.view.to_move or 0)
            said = does(self.names[step.seat], step.before, step.move) if shown == str(step.move) else shown
            self.screen.item(shown, said)

    def _solution(self) -> None:
        puzzle = self.puzzle
        told_best = _("{moves} is best, by {points} ({sure}):")
        about = {"moves": _(" or ").join(puzzle.best), "points": some_points(puzzle.margin), "sure": self._how_sure()}
        self.screen.say(told_best.format(**about))
        self._tell(puzzle.line)
        for theme in puzzle.themes:
            self.screen.say(_("{name}: {what}").format(name=title(theme.name), what=f"{told(theme)}."))
        found_by = [_(LEVELS[level - 1].title) for level in puzzle.levels]
        if found_by:
            self.screen.say(_("Opponents that found it: {names}.").format(names=listed(found_by)))
        else:
            self.screen.say(_("No opponent found it."))

    def _how_sure(self) -> str:
        badge = badge_name(self.puzzle.badge)
        if not self.puzzle.error:
            return badge
        return _("{badge}, error {error}").format(badge=badge, error=figure(self.puzzle.error))

    def _count(self, *, right: bool) -> None:
        """The first try at a puzzle counts."""
        if self.puzzle.id in self.solver.tried:
            return
        before = self.solver.rating
        self.solver.rating, _other = after_try(before, of_puzzle(self.puzzle.rating), right=right)
        self.solver.tried[self.puzzle.id] = right
        after = self.solver.rating
        told = _("Your rating: {rating} ({change}).")
        self.screen.say(told.format(rating=f"{after.rating:.0f}", change=f"{after.rating - before.rating:+.0f}"))
