"""Why a move was worse: what is to be expected after it beside what is to be expected after the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.bots.bot import Budget
from tilewright.review.facts import Step, after, ends_round, facts_of, walk
from tilewright.review.grades import (
    BEST_MOVE,
    ENDS,
    FILLS,
    FLOOR,
    MARKER,
    PLAYED,
    SCORES,
    TAKES,
    Fact,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.bots.thinker import Thinker
    from tilewright.play.position import Position

MOST_MOVES = 30  # of a line
POSITIONS = 600  # thought about for each move that a line lacks
TOLD = 2  # facts at most about each of the two lines

_WEIGHT = {ENDS: 10.0, MARKER: 2.0, FILLS: 1.0}
"""What a fact counts in points when the weightiest are chosen, where it has no points of its own."""


def expected_line(view: Position, variation: Sequence[str], thinker: Thinker) -> list[Step]:
    """A variation played out, and where the search stopped before the round did, what it would go on with.

    In a game with secrets only what was searched is played out: nobody knows what others would do with theirs.
    """
    steps = walk(view, variation)
    while not view.room.hidden and len(steps) < MOST_MOVES:
        position = after(view, steps)
        if position.to_move is None or ends_round(steps):
            break
        choice = thinker.choose(position.view(position.to_move), Budget(positions=POSITIONS))
        steps += walk(position, [choice.move.notation])
    return steps


def compared(played: Sequence[Step], best: Sequence[Step]) -> tuple[Fact, ...]:
    """What tells two lines apart, the weightiest first of each.

    Points along the lines are compared only where both lead to the end of the round, or neither does.
    """
    found = {PLAYED: facts_of(played, PLAYED), BEST_MOVE: facts_of(best, BEST_MOVE)}
    fair = ends_round(played) == ends_round(best)
    told: list[Fact] = []
    for own, other in ((PLAYED, BEST_MOVE), (BEST_MOVE, PLAYED)):
        elsewhere = {_figure(fact): fact for fact in found[other]}
        new = [
            fact for fact in found[own] if _figure(fact) not in elsewhere and (fair or fact.kind not in (FLOOR, SCORES))
        ]
        told += _weightiest(new, found[other])
    return tuple(told)


def with_what_happened(facts: Sequence[Fact], happened: Sequence[Fact]) -> tuple[Fact, ...]:
    """What really happened next, told instead of the same thing as an expectation."""
    lines = {fact.line for fact in happened}
    expected = [fact for fact in facts if not (fact.kind == TAKES and fact.of == PLAYED and fact.line in lines)]
    return (*happened, *expected)


def _figure(fact: Fact) -> tuple[object, ...]:
    """What a fact says, wherever it was seen; of what a seat takes next the move itself."""
    what = fact.line[-1] if fact.kind == TAKES else None
    return (fact.kind, fact.seat, fact.points, fact.count, fact.row, fact.name, what)


def _weightiest(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """A few facts, one of each kind about a seat, in the order in which they come about."""
    sums = {(fact.kind, fact.seat): fact.points or 0 for fact in others if fact.kind in (FLOOR, SCORES)}

    def weight(fact: Fact) -> float:
        if fact.kind in (FLOOR, SCORES):
            return abs((fact.points or 0) - sums.get((fact.kind, fact.seat), 0))
        return _WEIGHT.get(fact.kind, abs(fact.points or fact.count or 0))

    chosen: dict[tuple[str, int], Fact] = {}
    for fact in sorted(facts, key=weight, reverse=True):
        chosen.setdefault((fact.kind, fact.seat), fact)
    return sorted(list(chosen.values())[:TOLD], key=lambda fact: len(fact.line))
