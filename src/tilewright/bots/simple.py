"""Two opponents that do not think far: the floor and the first step of every scale of strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.bot import Budget, Choice, moves_of
from tilewright.bots.loading import load
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import below, dice
from tilewright.search.lookahead import prospects
from tilewright.search.stop import Stop

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position

ABOUT_EQUAL = 1e-9


def look_ahead(view: Position, moves: list[Move], stop: Stop | None) -> NDArray[np.float64]:
    """The prospect of the player to move after each move; all alike when a stop comes before the code is loaded."""
    codes = np.array([move.code for move in moves], dtype=COUNT)
    values = np.zeros(len(moves))

    def look(values: NDArray[np.float64]) -> None:
        prospects(view.state, codes, len(moves), view.to_move or 0, values)

    stop = stop or Stop()
    if not stop.is_set and load((view.rule_set.room, "prospects"), lambda: look(np.zeros(len(moves))), stop):
        look(values)
    return values


class Random:
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._dice = dice(seed, stream=1)

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:
        moves = moves_of(view, budget, stop)
        return Choice(moves[below(self._dice, len(moves))])


class Greedy:
    """Takes what brings most if the round ended now; rolls between equals."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._dice = dice(seed, stream=2)

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:
        moves = moves_of(view, budget, stop)
        values = look_ahead(view, moves, stop)
        best = np.flatnonzero(values >= values.max() - ABOUT_EQUAL)
        return Choice(moves[best[below(self._dice, len(best))]])
