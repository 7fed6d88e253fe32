"""Lines of play: followed with the rules, as far as no chance comes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.bots.bot import Budget
from tilewright.bots.thinker import fits_round_search
from tilewright.core.errors import IllegalMove
from tilewright.play import entries
from tilewright.play.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.bots.thinker import Thinker
    from tilewright.core.shapes.effect_data import Effect
    from tilewright.play.move import Move

EXTENSIONS = 12  # searches that carry a line on to the end of its round, at the most


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a line, and the whole positions around it."""

    move: Move
    before: Position
    after: Position

    @property
    def seat(self) -> int:
        return self.before.to_move or 0

    def effects(self, seat: int) -> list[Effect]:
        """What the move did, as that seat may see it."""
        return self.before.room.effects.play(self.before.state.copy()[0], self.move.code, seat)


def step(before: Position, move: Move) -> Step:
    after = before.state.copy()
    entries.play(after, move.code)
    return Step(move, before, Position(before.rule_set, after))


def followed(start: Position, line: Iterable[str]) -> list[Step]:
    """The steps of a line, up to where tiles are drawn or a move is not possible."""
    steps: list[Step] = []
    now = start
    for notation in line:
        if now.awaiting != "move":
            break
        try:
            steps.append(step(now, now.parse(notation)))
        except IllegalMove:
            break
        now = steps[-1].after
    return steps


def carried_on(start: Position, line: Iterable[str], thinker: Thinker, nodes: int) -> list[Step]:
    """The steps of a line, carried on by searches until tiles are drawn where that needs no guessing.

    A search may stop before the drafting is over, and tells its line no farther.
    """
    steps = followed(start, line)
    for _ in range(EXTENSIONS):
        now = steps[-1].after
        if now.awaiting != "move" or not (fits_round_search(now) or len(now.legal_moves) == 1):
            break
        choice = thinker.choose(now.view(now.to_move or 0), Budget(positions=nodes))
        steps += followed(now, choice.variation or (str(choice.move),))
    return steps


def answered(start: Position, move: Move, thinker: Thinker, nodes: int) -> list[Step]:
    """A move and what a search makes of the position after it."""
    first = step(start, move)
    now = first.after
    if now.awaiting != "move":
        return [first]
    choice = thinker.choose(now.view(now.to_move or 0), Budget(positions=nodes))
    return [first, *followed(now, choice.variation or (str(choice.move),))]


def notations(steps: Iterable[Step]) -> list[str]:
    return [str(one.move) for one in steps]
