"""Judging positions and whole games with one thinker, so that every figure comes from the same search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.bots.thinker import Thinker
from tilewright.core.errors import IllegalMove
from tilewright.play.replay import replay
from tilewright.search.variations import key_after

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.bots.bot import Candidate, Choice
    from tilewright.play.position import Position
    from tilewright.records.record import Record


@dataclass(frozen=True, slots=True)
class Graded:
    """A move that was played, beside the best one the same search found."""

    number: int  # of the move in the game, from 1
    round_number: int
    seat: int
    position: str  # before it, as that seat sees it
    move: str
    best: str
    points: tuple[float, ...]  # what each seat may expect when the best is played: the value of the position
    chances: tuple[float, ...]
    points_after: tuple[float, ...]  # and when the move that was played is
    chances_after: tuple[float, ...]
    variation: tuple[str, ...]  # the expected course of play
    points_lost: float  # of the lead over the best opponent; never below 0
    chance_lost: float
    badge: str
    choices: int  # how many legal moves there were


@dataclass(frozen=True, slots=True)
class Summary:
    """How one seat played."""

    seat: int
    moves: int
    best_moves: int
    points_lost: float
    chance_lost: float
    worst: Graded | None


def lead(candidate: Candidate, seat: int) -> float:
    """The points by which a seat is expected to be ahead of the best of the others."""
    return candidate.points[seat] - max(points for other, points in enumerate(candidate.points) if other != seat)


def grade(view: Position, played: str, choice: Choice, number: int = 1) -> Graded:
    """A move beside the best: both values come from the same search of all moves."""
    seat = view.to_move or 0
    best = choice.candidates[0]
    found = searched(view, played, choice)
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
        variation=choice.variation,
        points_lost=max(0.0, lead(best, seat) - lead(found, seat)),
        chance_lost=max(0.0, best.chances[seat] - found.chances[seat]),
        badge=choice.badge,
        choices=len(view.legal_moves),
    )


def searched(view: Position, played: str, choice: Choice) -> Candidate:
    """A move as the search knows it: a move that only symmetry tells from another leads to the same position."""
    for one in choice.candidates:
        if str(one.move) == played:
            return one
    leads_to = key_after(view.state.copy(), view.parse(played).code)
    for one in choice.candidates:
        if key_after(view.state.copy(), one.move.code) == leads_to:
            return one
    raise IllegalMove(f"{played}: no move that was searched leads to the same position")


def review(
    record: Record,
    thinker: Thinker,
    progress: Callable[[Graded], None] | None = None,
    seat: int | None = None,
) -> tuple[list[Graded], list[Summary]]:
    """Grade every move of a record, or only one seat's, and sum up."""
    game = replay(record)
    seats = range(record.players) if seat is None else [seat]
    for one in seats:
        game.view(one)  # raises where there is no such seat
    decisions = []
    moves = [number for number, event in enumerate(game.events) if event.seat is not None]
    for count, number in enumerate(moves, start=1):
        event = game.events[number]
        if event.seat is not None and event.seat in seats:
            view = game.before(number).view(event.seat)
            if len(view.legal_moves) > 1:
                decisions.append((count, view, event.notation))
    graded: list[Graded] = []
    for number, view, played in decisions:
        graded.append(grade(view, played, thinker.appraise(view), number))
        if progress:
            progress(graded[-1])
    return graded, [summary(graded, one) for one in seats]


def summary(graded: list[Graded], seat: int) -> Summary:
    """How one seat played, added up."""
    own = [one for one in graded if one.seat == seat]
    return Summary(
        seat=seat,
        moves=len(own),
        best_moves=sum(one.points_lost < 0.05 for one in own),
        points_lost=sum(one.points_lost for one in own),
        chance_lost=sum(one.chance_lost for one in own),
        worst=max(own, key=lambda one: one.points_lost, default=None),
    )
