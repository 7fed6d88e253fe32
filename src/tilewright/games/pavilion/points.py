"""A seat's points by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import END
from tilewright.games.pavilion.components import START_SCORE
from tilewright.games.pavilion.ending import number_points, star_points

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State

POINTS = ("start", "tiles", "stars", "numbers", "losses")


def breakdown(state: State, seat: int) -> dict[str, int]:
    """A seat's points by rule; they add up to its score."""
    board = state.boards[seat]
    over = state.awaiting == END
    return {
        "start": START_SCORE,
        "tiles": int(board.tile_points),
        "stars": int(star_points(board)) if over else 0,
        "numbers": int(number_points(state.side, board)) if over else 0,
        "losses": -int(board.losses),
    }
