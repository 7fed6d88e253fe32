"""A seat's points by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import END
from tilewright.games.classic.components import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS
from tilewright.games.classic.rules import complete_colours, complete_columns, complete_rows

if TYPE_CHECKING:
    from tilewright.games.classic.components import State

POINTS = ("tiles", "floor", "rows", "columns", "colours")


def breakdown(state: State, seat: int) -> dict[str, int]:
    """A seat's points by rule; they add up to its score."""
    board = state.boards[seat]
    bonuses = [0, 0, 0]
    if state.awaiting == END:
        bonuses = [
            int(complete_rows(board) * ROW_BONUS[state.face]),
            int(complete_columns(board) * COLUMN_BONUS[state.face]),
            int(complete_colours(board) * COLOUR_BONUS[state.face]),
        ]
    tiles = int(board.tile_points)
    points = (tiles, int(board.score) - tiles - sum(bonuses), *bonuses)
    return dict(zip(POINTS, points, strict=True))
