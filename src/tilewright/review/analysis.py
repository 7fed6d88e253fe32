"""Judging positions and whole games with one thinker, so that every figure comes from the same search."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tilewright.bots.bot import PROVED
from tilewright.bots.thinker import Thinker
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadArgument, IllegalMove
from tilewright.core.shapes.moves import KIND
from tilewright.core.text import arguments
from tilewright.play import entries
from tilewright.play.replay import replay
from tilewright.review.facts import taken_next
from tilewright.review.grades import Graded, Summary, error_of, grade_of, summary, weaker
from tilewright.review.reasons import compared, expected_line, with_what_happened
from tilewright.search.memory import POOL
from tilewright.search.variations import Outlook, key_after

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.bots.bot import Candidate, Choice
    from tilewright.play.game import Game
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.records.record import Record


def lead(candidate: Candidate, seat: int) -> float:
    """The points by which a seat is expected to be ahead of the best of the others."""
    return candidate.points[seat] - max(points for other, points in enumerate(candidate.points) if other != seat)


def band_of(view: Position, thinker: Thinker) -> float:
    """How far a lead usually ends from what is expected: the standard deviation that chances are worked out with."""
    judgement, threads = thinker.judgement_for(view), thinker.budget_for(view).threads
    numbers, states = judgement.numbers, view.state.copy()
    entries.determinise(states, dice(0))  # evaluations look at whole positions
    with POOL.borrow(view.room, view.rule_set.id, judgement, threads, thinker) as (searches, _):
        left = Outlook(states, [], searches.evaluators[0]).rounds_left
    scale = 0.5 * (numbers["spread"] + numbers["spread_per_round"] * left)  # of a logistic distribution
    return round(scale * math.pi / math.sqrt(3), 1)


def grade(view: Position, played: str, choice: Choice, thinker: Thinker, number: int = 1) -> Graded:
    """A move beside the best: both values come from the same search of all moves, by this thinker."""
    seat = view.to_move or 0
    best = choice.candidates[0]
    found = searched(view, played, choice)
    badge = weaker(best.badge, found.badge)
    error = error_of(badge, view.rule_set.id, view.players)
    points_lost = max(0.0, lead(best, seat) - lead(found, seat))
    chance_lost = max(0.0, best.chances[seat] - found.chances[seat])
    return Graded(
        number=number,
        round_number=view.round_number,
        seat=seat,
        position=view.text,
        move=played,
        best=str(best.move),
        points=best.points,
        chances=best.chances,
        points_after=found.points,
        chances_after=found.chances,
        band=0.0 if best.badge == PROVED else band_of(view, thinker),
        variation=choice.variation,
        reply=(played, *found.variation[1:]),
        points_lost=points_lost,
        chance_lost=chance_lost,
        error=error,
        badge=badge,
        grade=grade_of(points_lost, chance_lost, error).name,
        choices=len(view.legal_moves),
        kind=view.parse(played).parts[KIND],
    )


def leads_to(view: Position, move: Move) -> int:
    """The key of the position after a move: twins have the same."""
    return int(key_after(view.state.copy(), move.code))


def searched(view: Position, played: str, choice: Choice) -> Candidate:
    """A move as the search knows it: a move that only symmetry tells from another leads to the same position."""
    for one in choice.candidates:
        if str(one.move) == played:
            return one
    wanted = leads_to(view, view.parse(played))
    for one in choice.candidates:
        if leads_to(view, one.move) == wanted:
            return one
    raise IllegalMove(f"{played}: no move that was searched leads to the same position")


def judge(view: Position, played: str, thinker: Thinker, number: int = 1) -> Graded:
    """A move graded by one search, with what tells it from the best one where it was an inaccuracy or worse."""
    graded = grade(view, played, thinker.appraise(view), thinker, number)
    if not graded.needs_reason:
        return graded
    lines = [expected_line(view, moves, thinker) for moves in (graded.reply, graded.variation)]
    return msgspec.structs.replace(graded, facts=compared(*lines))


class Decision(NamedTuple):
    """A move of a game, and where it was made."""

    event: int  # its number among the game's events
    number: int  # and among its moves, from 1
    view: Position  # before it, as who made it saw it
    move: str

    @property
    def is_forced(self) -> bool:
        """There was no other move."""
        return len(self.view.legal_moves) == 1


def decisions(game: Game, seat: int | None = None) -> list[Decision]:
    """The moves of a game, or of one seat, that can be graded: those with an alternative."""
    return [one for one in moves_of(game, seat) if not one.is_forced]


def moves_of(game: Game, seat: int | None = None) -> list[Decision]:
    """All moves of a game, or of one seat, with the positions they were made in."""
    moves = [number for number, event in enumerate(game.events) if event.seat is not None]
    found = []
    for count, number in enumerate(moves, start=1):
        event = game.events[number]
        if event.seat is not None and seat in (None, event.seat):
            found.append(Decision(number, count, game.before(number).view(event.seat), event.notation))
    return found


def with_next_move(graded: Graded, game: Game, event: int) -> Graded:
    """Add what the next seat really took, where a reason is given."""
    if not graded.needs_reason:
        return graded
    return msgspec.structs.replace(graded, facts=with_what_happened(graded.facts, taken_next(game, event)))


def review(
    record: Record,
    thinker: Thinker,
    progress: Callable[[Graded], None] | None = None,
    seat: int | None = None,
    *,
    reasons: bool = True,
) -> tuple[list[Graded], list[Summary]]:
    """Grade every move of a record, or only one seat's, and sum up; reasons take longer than grades."""
    if not isinstance(thinker, Thinker):
        raise BadArgument(f"moves are graded by a Thinker, not by {arguments.kind(thinker)}")
    game = replay(record)
    seats = range(record.players) if seat is None else [game.check_seat(seat)]
    graded: list[Graded] = []
    for event, number, view, move in decisions(game, seat):
        if reasons:
            graded.append(with_next_move(judge(view, move, thinker, number), game, event))
        else:
            graded.append(grade(view, move, thinker.appraise(view), thinker, number))
        if progress:
            progress(graded[-1])
    return graded, [summary(graded, one) for one in seats]
