"""Players of ten levels of strength, weak in the ways people are.

The lowest overlook part of what is on offer, forget to count what a move loses, and misjudge the rest; all of the
first four look at their own board only and never deny anything; then comes ever longer thought. What each level is,
is data in ``opponents``; how strong they are, `tilewright arena classic thinker:1 thinker:2 ...` measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Budget, Choice, moves_of
from tilewright.bots.opponents import LEVELS
from tilewright.bots.simple import look_ahead
from tilewright.bots.thinker import Thinker
from tilewright.core.contract.dice import below, dice
from tilewright.core.errors import UnknownBot

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot
    from tilewright.bots.opponents import Level
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.search.stop import Stop

STEPS = 1 << 20
WHERE = 2  # parts of a move that say where one looks: its kind, and the first thing to choose


class Beginner:
    """Takes what seems to bring most to its own board: of what it noticed, and as far as it counted."""

    name = "thinker"

    def __init__(self, level: Level, seed: int) -> None:
        self.level = level
        self._dice = dice(seed, stream=4)

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:
        return Choice(self._best(view, self._noticed(moves_of(view, budget, stop)), stop))

    def _best(self, view: Position, moves: list[Move], stop: Stop | None) -> Move:
        """What seems best of these."""
        mistakes = [self._miscounted(view, move) + self._error() for move in moves]
        return moves[int(np.argmax(look_ahead(view, moves, stop) + mistakes))]

    def _noticed(self, moves: list[Move]) -> list[Move]:
        """Moves from the places it looked at, some of the factories, of the spaces ... but one at the least.

        A pass has no place on the table and comes to mind by itself.
        """
        places: dict[tuple[str, ...], list[Move]] = {}
        for move in moves:
            places.setdefault(tuple(move.parts.values())[:WHERE], []).append(move)
        passing = [move for where, found in places.items() if len(where) < WHERE for move in found]
        on_table = [found for where, found in places.items() if len(where) == WHERE]
        looked_at = [found for found in on_table if not self._happens(self.level.overlooks)]
        if on_table and not looked_at:
            looked_at = [on_table[below(self._dice, len(on_table))]]
        return [move for found in looked_at for move in found] + passing

    def _miscounted(self, view: Position, move: Move) -> float:
        """Points it does not see that it loses: it took it that all tiles find space, or that a sign costs nothing."""
        if not self._happens(self.level.miscounts):
            return 0.0
        forecast = view.forecast(move)
        return float(forecast.loses or 0) if forecast.fills or forecast.gains else 0.0

    def _error(self) -> float:
        """An error in points: the sum of two even ones, so that small errors are commoner."""
        rolled = below(self._dice, STEPS) + below(self._dice, STEPS)
        return self.level.misjudges * (rolled / STEPS - 1.0)

    def _happens(self, share: float) -> bool:
        return below(self._dice, STEPS) < share * STEPS


class LookingAhead(Thinker):
    """Looks at as many positions as its level does in the game at hand, and judges by a net where that does."""

    def __init__(self, level: Level, seed: int) -> None:
        super().__init__(seed=seed)
        self.level = level

    def budget_for(self, view: Position) -> Budget:
        return Budget(positions=view.room.study.levels.positions[self.level.name])

    def has_learned(self, view: Position) -> bool:
        return self.level.name in view.room.study.levels.learned


def player_of(level: int, seed: int) -> Bot:
    """The opponent of a level from 1 to 10."""
    if not 1 <= level <= len(LEVELS):
        raise UnknownBot(f"levels are 1 to {len(LEVELS)}, not {level}")
    chosen = LEVELS[level - 1]
    return LookingAhead(chosen, seed) if chosen.searches else Beginner(chosen, seed)
