"""What a position is worth before the next deal: points on the wall, and what lines and cells will bring.

Each board is judged alone: its tiles are placed where they are worth most, its floor is paid, and every
empty cell gets a chance to be filled in the rounds that are left. The weights are in WEIGHTS.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.compiled import rule
from tilewright.core.hashing import random_words
from tilewright.core.verbs import END
from tilewright.games.classic.keys import lines_key, wall_key
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import (
    any_complete_row,
    complete_colours,
    complete_columns,
    complete_rows,
    drop,
    empty_line,
    open_columns,
    place_on_wall,
)
from tilewright.games.classic.table import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    LINES,
    MULTIPLIER,
    NOBODY,
    PRINTED,
    ROW_BONUS,
    Board,
    State,
)

USUAL_ROUNDS = 5
FILLS = np.array((0.95, 0.86, 0.70, 0.52, 0.38))  # chance that a round fills an empty line of each length
STARTER = 1.2  # points for starting the next round
NEIGHBOUR = 0.5  # of the chance that a neighbour comes, counted when a run is judged
MILLION = 1_000_000.0
LEFT_WORDS = random_words((USUAL_ROUNDS + 1,), 7)


@rule
def evaluate(state: State, points: Any, memo: Any) -> float:
    """The final points each seat may expect; the rounds that are likely still to come."""
    if state.awaiting == END:
        for seat in range(state.players):
            points[seat] = state.boards[seat].score
        return 0.0
    for seat in range(state.players):
        finish_round(state, state.boards[seat])
    if any_complete_row(state):
        for seat in range(state.players):
            board = state.boards[seat]
            points[seat] = board.score + bonuses(state, board)
        return 0.0
    left = rounds_left(state)
    starter = state.first if state.marker == NOBODY else state.marker
    for seat in range(state.players):
        board = state.boards[seat]
        points[seat] = board.score + remembered_hopes(state, board, left, memo)
        if seat == starter:
            points[seat] += STARTER
    return left


@rule
def finish_round(state: State, board: Board) -> None:
    """Tile the board as it stands and pay its floor."""
    for line in range(LINES):
        if board.line_count[line] > line:
            if state.face == COLOURED:
                place_on_wall(state, board, line, COLUMN_OF[line, board.line_colour[line]])
            else:
                tile_best(state, board, line)
    board.score = max(0, board.score - FLOOR_LOSS[state.face, board.floor])
    board.floor = 0


@rule
def tile_best(state: State, board: Board, line: int) -> None:
    """On a free wall: the column with the best runs, now and to come; the line falls if there is none."""
    opened = open_columns(state, board, line)
    if opened == 0:
        drop(state, board, board.line_colour[line], empty_line(board, line))
        return
    best, most = 0, -1.0
    for column in range(COLUMNS):
        if opened >> column & 1:
            worth = cell_points(state, board, line, column) + 0.5 * column_tiles(board, column)
            if worth > most:
                best, most = column, worth
    place_on_wall(state, board, line, best)


@rule
def column_tiles(board: Board, column: int) -> int:
    tiles = 0
    for row in range(LINES):
        tiles += board.wall[row, column] != EMPTY
    return tiles


@rule
def bonuses(state: State, board: Board) -> float:
    """R7.2 What the end of the game brings."""
    face = state.face
    return (
        complete_rows(board) * ROW_BONUS[face]
        + complete_columns(board) * COLUMN_BONUS[face]
        + complete_colours(board) * COLOUR_BONUS[face]
    )


@rule
def rounds_left(state: State) -> float:
    """A game lasts five rounds as a rule, and never ends before some row can be full."""
    needed = COLUMNS
    for seat in range(state.players):
        for row in range(LINES):
            tiles = 0
            for column in range(COLUMNS):
                tiles += state.boards[seat].wall[row, column] != EMPTY
            needed = min(needed, COLUMNS - tiles)
    return max(1.0, float(needed), float(USUAL_ROUNDS - state.round_number))


@rule
def remembered_hopes(state: State, board: Board, left: float, memo: Any) -> float:
    """The hopes of a board, looked up when this board was judged before."""
    name = wall_key(board) ^ lines_key(board) ^ LEFT_WORDS[int(left)]
    slot = name & (memo.shape[0] - 1)
    if memo[slot, 0] != name:
        memo[slot, 0] = name
        memo[slot, 1] = int(hopes(state, board, left) * MILLION)
    return memo[slot, 1] / MILLION


@rule
def hopes(state: State, board: Board, left: float) -> float:
    """What the empty cells will bring: their points, and their part of columns, colours and rows."""
    points = 0.0
    for row in range(LINES):
        row_chance = 1.0
        missing = 0
        for column in range(COLUMNS):
            if board.wall[row, column] == EMPTY:
                chance = fill_chance(state, board, row, column, left)
                points += chance * hoped_points(state, board, row, column, left)
                row_chance *= chance
                missing += 1
        if missing <= left:
            points += row_chance * ROW_BONUS[state.face]
    for column in range(COLUMNS):
        points += COLUMN_BONUS[state.face] * column_chance(state, board, column, left)
    for colour in range(COLOURS):
        points += COLOUR_BONUS[state.face] * colour_chance(state, board, colour, left)
    return points


@rule
def fill_chance(state: State, board: Board, row: int, column: int, left: float) -> float:
    """How likely an empty cell is filled in the rounds left."""
    held = board.line_colour[row]
    expected = left * FILLS[row]
    if held == EMPTY:
        return min(0.9, expected / empty_cells(board, row))
    filled = board.line_count[row] / (row + 1)
    first = FILLS[row] + (1.0 - FILLS[row]) * filled
    done = in_any_round(first, left)
    if may_hold(state, board, row, column, held):
        return done if state.face == COLOURED else done / open_cells(state, board, row, held)
    rest = max(0.0, (left - 1.0) * FILLS[row] * done)
    return min(0.85, rest / max(1, empty_cells(board, row) - 1))


@rule
def in_any_round(chance: float, left: float) -> float:
    """The chance that something happens at least once in the rounds left."""
    never = 1.0
    for _ in range(int(left)):
        never *= 1.0 - chance
    return 1.0 - never


@rule
def empty_cells(board: Board, row: int) -> int:
    cells = 0
    for column in range(COLUMNS):
        cells += board.wall[row, column] == EMPTY
    return cells


@rule
def may_hold(state: State, board: Board, row: int, column: int, colour: int) -> bool:
    """May this empty cell take the colour?"""
    if state.face == COLOURED:
        return COLUMN_OF[row, colour] == column
    printed = PRINTED[state.face, row, column]
    if printed != EMPTY and printed != colour:
        return False
    for other in range(LINES):
        if board.wall[other, column] == colour:
            return False
    return True


@rule
def open_cells(state: State, board: Board, row: int, colour: int) -> int:
    cells = 0
    for column in range(COLUMNS):
        cells += board.wall[row, column] == EMPTY and may_hold(state, board, row, column, colour)
    return max(1, cells)


@rule
def cell_points(state: State, board: Board, row: int, column: int) -> float:
    """R4.8, R4.9 for a cell, counting only tiles that lie there now."""
    return hoped_points(state, board, row, column, 0.0)


@rule
def hoped_points(state: State, board: Board, row: int, column: int, left: float) -> float:
    """R4.8, R4.9 for a cell, with neighbours that may come counted by half of their chance."""
    across = run(board, row, column, 0, -1, left) + run(board, row, column, 0, 1, left)
    down = run(board, row, column, -1, 0, left) + run(board, row, column, 1, 0, left)
    points = 1.0 + across + down + min(1.0, across) * min(1.0, down)
    if PRINTED[state.face, row, column] != EMPTY:
        points *= MULTIPLIER[state.face]
    return points


@rule
def run(board: Board, row: int, column: int, down: int, right: int, left: float) -> float:
    """The expected number of tiles unbroken beyond a cell in one direction."""
    reach = 1.0
    tiles = 0.0
    row += down
    column += right
    while 0 <= row < LINES and 0 <= column < COLUMNS and reach > 0.05:
        if board.wall[row, column] == EMPTY:
            reach *= NEIGHBOUR * min(1.0, left * FILLS[row] / COLUMNS)
        tiles += reach
        row += down
        column += right
    return tiles


@rule
def column_chance(state: State, board: Board, column: int, left: float) -> float:
    """The chance that a column is completed."""
    chance = 1.0
    for row in range(LINES):
        if board.wall[row, column] == EMPTY:
            chance *= fill_chance(state, board, row, column, left)
    return chance


@rule
def colour_chance(state: State, board: Board, colour: int, left: float) -> float:
    """The chance that a colour is completed: in every row it misses, some cell must take it."""
    chance = 1.0
    for row in range(LINES):
        if not board.row_colours[row] >> colour & 1:
            best = 0.0
            for column in range(COLUMNS):
                if board.wall[row, column] == EMPTY and may_hold(state, board, row, column, colour):
                    best = max(best, colour_fill_chance(board, row, colour, left))
            chance *= best
    return chance


@rule
def colour_fill_chance(board: Board, row: int, colour: int, left: float) -> float:
    """How likely a row gets this colour."""
    held = board.line_colour[row]
    if held == colour:
        filled = board.line_count[row] / (row + 1)
        return in_any_round(FILLS[row] + (1.0 - FILLS[row]) * filled, left)
    later = left if held == EMPTY else max(0.0, left - 1.0)
    return min(0.85, later * FILLS[row] / max(1, empty_cells(board, row)))
