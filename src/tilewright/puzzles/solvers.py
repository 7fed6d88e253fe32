"""Who finds a move: greedy, and each of the ten levels; and how hard that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Budget
from tilewright.bots.levels import Beginner
from tilewright.bots.opponents import LEVELS
from tilewright.bots.simple import ABOUT_EQUAL, look_ahead
from tilewright.review.analysis import leads_to

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.puzzles.looks import Panel

TRIES = 5  # of a level that misjudges by chance; most of them decide
STRENGTH = (583, 788, 918, 1142, 1436, 1640, 1796, 1943, 2256, 2499)
"""The levels' ratings: 1500 and what docs/strength.md measured: one scale for people, puzzles and levels."""


def obvious_moves(view: Position) -> list[Move]:
    """What brings most to the own board at once; several when they bring the same."""
    moves = view.legal_moves
    values = look_ahead(view, moves, None)
    return [moves[k] for k in np.flatnonzero(values >= values.max() - ABOUT_EQUAL)]


def choices_of_levels(view: Position, panel: Panel) -> list[list[Move]]:
    """What each level plays; those that misjudge by chance several times."""
    chosen: list[list[Move]] = []
    for level in LEVELS:
        if level.searches:
            how = view.room.study.levels
            thinker = panel.learned if level.name in how.learned else panel.plain
            chosen.append([thinker.choose(view, Budget(positions=how.positions[level.name])).move])
        else:
            tries = (Beginner(level, seed) for seed in range(TRIES))
            chosen.append([beginner.choose(view).move for beginner in tries])
    return chosen


def levels_that_find(view: Position, best: Move, chosen: list[list[Move]]) -> list[int]:
    """The levels that mostly play the best move or a twin of it."""
    wanted = leads_to(view, best)
    found = []
    for level, moves in enumerate(chosen, start=1):
        right = sum(leads_to(view, move) == wanted for move in moves)
        if 2 * right > len(moves):
            found.append(level)
    return found


def rating_of(levels: list[int]) -> int:
    """The rating at which a puzzle would score against the levels as it did, one win and one loss added to both sides.

    The two added results keep puzzles that everybody or nobody solves on the scale.
    """
    solved = len(levels) + 1
    rivals = (*STRENGTH, min(STRENGTH), max(STRENGTH))
    low, high = 0.0, 4000.0
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rival) / 400)) for rival in rivals)
        low, high = (middle, high) if expected > solved else (low, middle)
    return round(low)
