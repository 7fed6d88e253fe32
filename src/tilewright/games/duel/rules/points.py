"""Points for tiles and losses: R10 and R11 of docs/rules/duel.md; and a seat's points by rule."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import END
from tilewright.games.duel.components import (
    BROKEN,
    BROKEN_POINTS,
    COLOURS,
    COLUMNS,
    EMPTY,
    IS_SPECIAL,
    LINES,
    MARKER_LOSS,
    SLOT_COLUMNS,
    SPECIAL,
    SPECIAL_POINTS,
    START_SCORE,
    TYPE_OF,
    Board,
    State,
)
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules.effects import (
    BY_BROKEN,
    BY_FLOOR,
    BY_MARKER,
    TOWER,
    Effects,
    place_of,
    points_scored,
    special_placed,
    tiles_moved,
)
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.goals import goal_points, goals_of


@rule
def placement_points(board: Board, row: int, column: int) -> int:
    """R10.1 What a tile on this cell scores."""
    return run_points(tiles_across(board, row, column), tiles_down(board, row, column))


@rule
def run_points(across: int, down: int) -> int:
    """R10.1 The runs through the tile, each only if longer than one; 1 alone."""
    points = 0
    if across > 1:
        points += across
    if down > 1:
        points += down
    return max(points, 1)


@rule
def tiles_across(board: Board, row: int, column: int) -> int:
    """The length of the run through a cell, which counts as filled, along its row."""
    return 1 + tiles_beyond(board, row, column, 0, -1) + tiles_beyond(board, row, column, 0, 1)


@rule
def tiles_down(board: Board, row: int, column: int) -> int:
    """The same along its column."""
    return 1 + tiles_beyond(board, row, column, -1, 0) + tiles_beyond(board, row, column, 1, 0)


@rule
def tiles_beyond(board: Board, row: int, column: int, down: int, right: int) -> int:
    """How many tiles lie unbroken beyond a cell in one direction."""
    n = 0
    row += down
    column += right
    while 0 <= row < LINES and 0 <= column < COLUMNS and board.dome[row, column] != EMPTY:
        n += 1
        row += down
        column += right
    return n


@rule
def complete_plate(board: Board, row: int, column: int, seat: int, effects: Effects | None) -> None:
    """R10.2, R10.3 Three tiles on a special plate bring a special tile, worth the points of its row."""
    top, left = row // 2 * 2, column // 2 * 2
    if TYPE_OF[board.plates[row // 2 * SLOT_COLUMNS + column // 2]] != IS_SPECIAL:
        return
    tiles = 0
    special = 0
    for k in range(4):
        tiles += board.dome[top + k // 2, left + k % 2] != EMPTY
        if board.spaces[top + k // 2, left + k % 2] == SPECIAL:
            special = k
    if tiles == 3:
        board.dome[top + special // 2, left + special % 2] = SPECIAL
        points = SPECIAL_POINTS[top + special // 2]
        board.special_points += points
        board.score += points
        special_placed(effects, seat, top + special // 2, left + special % 2, points)


@rule
def pay_losses(state: State, seat: int, effects: Effects | None) -> None:
    """R11.1-R11.3 Broken tiles and the first-player tile cost points, never below 0."""
    board = state.boards[seat]
    broken = BROKEN_POINTS[count(board.broken)]
    marker = MARKER_LOSS if state.marker == seat else 0
    board.broken_loss += broken
    board.marker_loss += marker
    forgiven = max(0, broken + marker - board.score)
    board.score += forgiven - broken - marker
    points_scored(effects, seat, -broken, BY_BROKEN, 0)
    points_scored(effects, seat, -marker, BY_MARKER, 0)
    points_scored(effects, seat, forgiven, BY_FLOOR, 0)
    for colour in range(COLOURS):
        tiles_moved(effects, colour, board.broken[colour], place_of(seat, BROKEN), TOWER)
        state.tower[colour] += board.broken[colour]
        board.broken[colour] = 0


# -- by rule --------------------------------------------------------------------------------------

FLOOR = "floor_at_0"
POINTS = ("start", "tiles", "specials", "broken", "first_player_tile", "plates", *GOALS, FLOOR)
SOMETIMES = (*GOALS, FLOOR)
"""Goals that are in use, and what the floor at 0 has given back."""


def breakdown(state: State, seat: int) -> dict[str, int]:
    """A seat's points by rule; they add up to its score."""
    board = state.boards[seat]
    over = int(state.awaiting == END)
    parts = {
        "start": START_SCORE,
        "tiles": int(board.tile_points),
        "specials": int(board.special_points),
        "broken": -int(board.broken_loss),
        "first_player_tile": -int(board.marker_loss),
        "plates": -int(board.plate_cost),
    }
    parts |= {GOALS[goal]: over * int(goal_points(board, goal)) for goal in goals_of(state)}
    if floor := int(board.score) - sum(parts.values()):
        parts[FLOOR] = floor
    return parts
