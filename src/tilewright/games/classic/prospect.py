"""What a round is worth to a player if it ended now: the judgement of a simple opponent."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.games.classic.components import (
    COLUMN_OF,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    LINES,
    Board,
    State,
)
from tilewright.games.classic.evaluate import bonuses
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import (
    drop_line,
    open_columns,
    place_on_wall,
    placement_points,
)

START_NEXT_ROUND = 0.5
HALF_DONE = 0.3  # of what a line's tile may bring, times the part of the line that is filled


@rule
def prospect(state: State, seat: int) -> float:
    """Tile the seat's board, pay its floor and count; spoils the state, so hand in a copy."""
    board = state.boards[seat]
    expected = 0.0
    for line in range(LINES):
        if board.line_count[line] > line:
            tile_best(state, board, line)
        elif board.line_count[line] > 0:
            filled = board.line_count[line] / (line + 1)
            expected += HALF_DONE * filled * filled * line_expectation(state, board, line)
    points = max(0, board.score - FLOOR_LOSS[state.face, board.floor])
    return points + bonuses(state, board) + expected + START_NEXT_ROUND * (state.marker == seat)


@rule
def tile_best(state: State, board: Board, line: int) -> None:
    """Place a full line's tile where it scores most now, the leftmost of equals."""
    column = best_column(state, board, line)
    if column == EMPTY:
        drop_line(state, board, line, None)
    else:
        place_on_wall(state, board, line, column, None)


@rule
def best_column(state: State, board: Board, line: int) -> int:
    """The open column that scores most, EMPTY when none is open."""
    if state.face == COLOURED:
        return COLUMN_OF[line, board.line_colour[line]]
    opened = open_columns(state, board, line)
    best, most = EMPTY, 0
    for column in range(COLUMNS):
        if opened >> column & 1:
            points = placement_points(state, board, line, column)
            if points > most:
                best, most = column, points
    return best


@rule
def line_expectation(state: State, board: Board, line: int) -> float:
    """What a line's tile would score if the line were full; a loss when it could not be placed."""
    column = best_column(state, board, line)
    if column == EMPTY:
        return -1.0 * FLOOR_LOSS[state.face, line + 1]
    return 1.0 * placement_points(state, board, line, column)
