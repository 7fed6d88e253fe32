"""What a move gives and costs, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.shapes.forecast import Bonus, Forecast
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import (
    CENTRE,
    COLOUR_BONUS,
    COLUMN_BONUS,
    COLUMN_OF,
    EMPTY,
    FLOOR,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LINES,
    NOBODY,
    ROW_BONUS,
)
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import placement_points

if TYPE_CHECKING:
    from tilewright.games.classic.components import State

NEAR = 1  # a bonus is in reach when this move leaves no more tiles missing


def forecast(state: State, move: int) -> Forecast:
    """What a move brings; lines above are counted as they stand, and the round does not end under it."""
    if move >= codes.DRAFTS:
        row, column = int(codes.row_of(move)), int(codes.column_of(move))
        board = state.boards[state.to_move]
        return Forecast(
            points_now=int(placement_points(state, board, row, column)),
            bonuses=_bonuses(state, row, column, int(board.line_colour[row])),
        )
    return _forecast_draft(
        state, int(codes.source_of(move)), int(codes.colour_of(move)), int(codes.destination_of(move))
    )


def _forecast_draft(state: State, source: int, colour: int, line: int) -> Forecast:
    """R2.6, R3.4, R3.5, R3.7"""
    board, taken = state.boards[state.to_move], int(state.offer[source, colour])
    to_line = line != FLOOR
    marker = source == CENTRE and bool(state.marker == NOBODY)
    spaces = line + 1 - int(board.line_count[line]) if to_line else 0
    fills = min(taken, spaces)
    before = int(board.floor)
    after = min(FLOOR_SPACES, before + marker + taken - fills)
    points, bonuses = None, []
    if to_line and fills == spaces and state.face == COLOURED:
        column = int(COLUMN_OF[line, colour])
        points = int(placement_points(state, board, line, column))
        bonuses = _bonuses(state, line, column, colour)
    return Forecast(
        line=line + 1 if to_line else None,
        fills=fills if to_line else None,
        spaces_left=spaces - fills if to_line else None,
        spills=taken - fills,
        floor_before=before,
        floor_after=after,
        marker=marker,
        points_round_end=points,
        loses=int(FLOOR_LOSS[state.face, after] - FLOOR_LOSS[state.face, before]),
        bonuses=bonuses,
    )


def _bonuses(state: State, row: int, column: int, colour: int) -> list[Bonus]:
    """R7.2 The bonuses that a tile on this cell completes or leaves in reach."""
    wall = state.boards[state.to_move].wall.tolist()
    wall[row][column] = colour
    found = (
        ("row", ROW_BONUS, wall[row].count(EMPTY)),
        ("column", COLUMN_BONUS, [line[column] for line in wall].count(EMPTY)),
        ("colour", COLOUR_BONUS, LINES - sum(line.count(colour) for line in wall)),
    )
    return [Bonus(name, int(points[state.face]), missing) for name, points, missing in found if missing <= NEAR]
