"""Players of ten levels of strength, weak in the ways people are.

The lowest see only what a move brings at once, and misjudge it; then come players who look at their own board
only and never deny anything; then ever longer thought. What each level is, is data in ``opponents``; how strong
they are, `tilewright arena classic thinker:1 thinker:2 ...` measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Budget, Choice
from tilewright.bots.opponents import LEVELS
from tilewright.bots.simple import look_ahead
from tilewright.bots.thinker import Thinker
from tilewright.core.dice import below, dice
from tilewright.core.errors import UnknownBot

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot
    from tilewright.play.position import Position
    from tilewright.search.stop import Stop

STEPS = 1 << 20


class Beginner:
    """Takes what seems to bring most to its own board, and is often wrong about it."""

    name = "thinker"

    def __init__(self, misjudges: float, seed: int) -> None:
        self.misjudges = misjudges
        self._dice = dice(seed, stream=4)

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:  # noqa: ARG002
        moves = view.legal_moves
        values = look_ahead(view, moves, stop)
        errors = [self._error() for _ in moves]
        return Choice(moves[int(np.argmax(values + errors))])

    def _error(self) -> float:
        """An error in points: the sum of two even ones, so that small errors are commoner."""
        rolled = below(self._dice, STEPS) + below(self._dice, STEPS)
        return self.misjudges * (rolled / STEPS - 1.0)


def player_of(level: int, seed: int) -> Bot:
    """The opponent of a level from 1 to 10."""
    if not 1 <= level <= len(LEVELS):
        raise UnknownBot(f"levels are 1 to {len(LEVELS)}, not {level}")
    chosen = LEVELS[level - 1]
    if chosen.nodes == 0:
        return Beginner(chosen.misjudges, seed)
    return Thinker(nodes=chosen.nodes, seed=seed, learned=chosen.learned)
