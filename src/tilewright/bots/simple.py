"""Two opponents that do not think far: the floor and the first step of every scale of strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Choice
from tilewright.core.compiled import COUNT
from tilewright.core.dice import below, dice
from tilewright.search.lookahead import prospects

if TYPE_CHECKING:
    from tilewright.play.position import Position

ABOUT_EQUAL = 1e-9


class Random:
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._dice = dice(seed, stream=1)

    def choose(self, view: Position) -> Choice:
        moves = view.legal_moves
        return Choice(moves[below(self._dice, len(moves))])


class Greedy:
    """Takes what brings most if the round ended now; rolls between equals."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._dice = dice(seed, stream=2)

    def choose(self, view: Position) -> Choice:
        moves = view.legal_moves
        codes = np.array([move.code for move in moves], dtype=COUNT)
        values = np.empty(len(moves))
        prospects(view.state, codes, len(moves), view.to_move or 0, values)
        best = np.flatnonzero(values >= values.max() - ABOUT_EQUAL)
        return Choice(moves[best[below(self._dice, len(best))]])
