"""Ten levels of strength, weak in the ways people are.

The lowest see only what a move brings at once, and misjudge it; then come players who look at their own board
only and never deny anything; then ever longer thought. What each level is, is data here; how strong they are,
`tilewright arena classic thinker:1 thinker:2 ...` measures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Choice
from tilewright.bots.thinker import Thinker
from tilewright.core.compiled import COUNT
from tilewright.core.dice import below, dice
from tilewright.core.errors import UnknownBot
from tilewright.search.lookahead import prospects

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot
    from tilewright.play.position import Position

STEPS = 1 << 20


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: how far it looks, and how far it misjudges."""

    nodes: int  # positions looked at; 0 looks at the own board after one move
    misjudges: float  # points by which a look at the own board may be off


LEVELS = (
    Level(nodes=0, misjudges=12.0),
    Level(nodes=0, misjudges=6.3),
    Level(nodes=0, misjudges=3.2),
    Level(nodes=0, misjudges=1.0),
    Level(nodes=55, misjudges=0.0),
    Level(nodes=190, misjudges=0.0),
    Level(nodes=1_100, misjudges=0.0),
    Level(nodes=3_300, misjudges=0.0),
    Level(nodes=13_000, misjudges=0.0),
    Level(nodes=40_000, misjudges=0.0),
)


class Beginner:
    """Takes what seems to bring most to its own board, and is often wrong about it."""

    name = "thinker"

    def __init__(self, misjudges: float, seed: int) -> None:
        self.misjudges = misjudges
        self._dice = dice(seed, stream=4)

    def choose(self, view: Position) -> Choice:
        moves = view.legal_moves
        codes = np.array([move.code for move in moves], dtype=COUNT)
        values = np.empty(len(moves))
        prospects(view.state, codes, len(moves), view.to_move or 0, values)
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
    return Thinker(nodes=chosen.nodes, seed=seed)
