"""What a position is worth before the next deal: points on the wall, and what lines and cells will bring.

Each board is judged alone: its tiles are placed where they are worth most, its floor is paid, and every
empty cell gets a chance to be filled in the rounds that are left. What weights mean is said in weights.py.
"""

from __future__ import annotations

from typing import Any

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
from tilewright.games.classic.weights import Weights

USUAL_ROUNDS = 5
LONG_GAME = 5  # rounds to come when no row of anybody can be full
MILLION = 1_000_000.0
LEFT_WORDS = random_words((LONG_GAME + 1,), 7)
TILED = 0x5DEECE66D  # tells what is remembered of a tiling from what is remembered of hopes


@rule
def evaluate(state: State, points: Any, mind: Any) -> float:
    """The final points each seat may expect; the rounds that are likely still to come."""
    if state.awaiting == END:
        for seat in range(state.players):
            points[seat] = state.boards[seat].score
        return 0.0
    before = rounds_left(state)
    for seat in range(state.players):
        finish_round(state, state.boards[seat], before, mind)
    if any_complete_row(state):
        for seat in range(state.players):
            board = state.boards[seat]
            points[seat] = board.score + bonuses(state, board)
        return 0.0
    left = rounds_left(state)
    starter = state.first if state.marker == NOBODY else state.marker
    for seat in range(state.players):
        board = state.boards[seat]
        points[seat] = board.score + remembered_hopes(state, board, left, mind)
        if seat == starter:
            points[seat] += mind.weights.starter
    return left


@rule
def finish_round(state: State, board: Board, left: float, mind: Any) -> None:
    """Tile the board as it stands and pay its floor."""
    if state.face == COLOURED:
        for line in range(LINES):
            if board.line_count[line] > line:
                place_on_wall(state, board, line, COLUMN_OF[line, board.line_colour[line]])
    else:
        tile_freely(state, board, left, mind)
    board.score = max(0, board.score - FLOOR_LOSS[state.face, board.floor])
    board.floor = 0


@rule
def tile_freely(state: State, board: Board, left: float, mind: Any) -> None:
    """On a free wall: the columns that are worth most, remembered for every board that was tiled before."""
    name = wall_key(board) ^ lines_key(board) ^ LEFT_WORDS[int(left)] ^ TILED
    slot = name & (mind.memo.shape[0] - 1)
    known = mind.memo[slot, 0] == name
    columns = mind.memo[slot, 1] if known else 0
    for line in range(LINES):
        if board.line_count[line] > line:
            column = columns >> 3 * line & 7 if known else best_column(state, board, line, left, mind.weights)
            if not known:
                columns |= column << 3 * line
            if column == COLUMNS:
                drop(state, board, board.line_colour[line], empty_line(board, line))
            else:
                place_on_wall(state, board, line, column)
    mind.memo[slot, 0] = name
    mind.memo[slot, 1] = columns


@rule
def best_column(state: State, board: Board, line: int, left: float, weights: Weights) -> int:
    """The open column that brings most, now and later; COLUMNS when none is open."""
    opened = open_columns(state, board, line)
    colour = board.line_colour[line]
    tiles = empty_line(board, line)
    board.row_colours[line] |= 1 << colour
    best, most = COLUMNS, -1.0
    for column in range(COLUMNS):
        if opened >> column & 1:
            worth = hoped_points(state, board, line, column, 0.0, weights)
            board.wall[line, column] = colour
            worth += hopes(state, board, left, weights)
            board.wall[line, column] = EMPTY
            if worth > most:
                best, most = column, worth
    board.row_colours[line] &= ~(1 << colour)
    board.line_colour[line] = colour
    board.line_count[line] = tiles
    return best


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
    needed = LONG_GAME
    for seat in range(state.players):
        for row in range(LINES):
            needed = min(needed, row_needs(state, state.boards[seat], row))
    return max(1.0, float(needed), float(USUAL_ROUNDS - state.round_number))


@rule
def row_needs(state: State, board: Board, row: int) -> int:
    """Rounds until a row can be full; a row with a cell that nothing can fill never will be."""
    missing = 0
    for column in range(COLUMNS):
        if board.wall[row, column] == EMPTY:
            if is_dead(state, board, row, column):
                return LONG_GAME
            missing += 1
    return missing


@rule
def is_dead(state: State, board: Board, row: int, column: int) -> bool:
    """Can no colour ever fill this empty cell?"""
    if state.face == COLOURED:
        return False
    for colour in range(COLOURS):
        if not board.row_colours[row] >> colour & 1 and may_hold(state, board, row, column, colour):
            return False
    return True


@rule
def remembered_hopes(state: State, board: Board, left: float, mind: Any) -> float:
    """The hopes of a board, looked up when this board was judged before."""
    name = wall_key(board) ^ lines_key(board) ^ LEFT_WORDS[int(left)]
    slot = name & (mind.memo.shape[0] - 1)
    if mind.memo[slot, 0] != name:
        mind.memo[slot, 0] = name
        mind.memo[slot, 1] = int(hopes(state, board, left, mind.weights) * MILLION)
    return mind.memo[slot, 1] / MILLION


@rule
def hopes(state: State, board: Board, left: float, weights: Weights) -> float:
    """What the empty cells will bring: their points, and their part of columns, colours and rows."""
    points = 0.0
    for row in range(LINES):
        row_chance = 1.0
        missing = 0
        for column in range(COLUMNS):
            if board.wall[row, column] == EMPTY:
                chance = fill_chance(state, board, row, column, left, weights)
                if chance > 0.0:
                    points += chance * hoped_points(state, board, row, column, left, weights)
                row_chance *= chance
                missing += 1
        if missing <= left:
            points += weights.rows * row_chance * ROW_BONUS[state.face]
    for column in range(COLUMNS):
        points += COLUMN_BONUS[state.face] * column_chance(state, board, column, left, weights)
    for colour in range(COLOURS):
        points += COLOUR_BONUS[state.face] * colour_chance(state, board, colour, left, weights)
    return points


@rule
def fill_chance(state: State, board: Board, row: int, column: int, left: float, weights: Weights) -> float:
    """How likely an empty cell is filled in the rounds left."""
    if is_dead(state, board, row, column):
        return 0.0
    held = board.line_colour[row]
    expected = left * weights.fills[row]
    if held == EMPTY:
        return min(0.9, expected / empty_cells(board, row))
    filled = board.line_count[row] / (row + 1)
    first = weights.fills[row] + (1.0 - weights.fills[row]) * filled
    done = in_any_round(first, left)
    if may_hold(state, board, row, column, held):
        return done if state.face == COLOURED else done / open_cells(state, board, row, held)
    rest = max(0.0, (left - 1.0) * weights.fills[row] * done)
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
def hoped_points(state: State, board: Board, row: int, column: int, left: float, weights: Weights) -> float:
    """R4.8, R4.9 for a cell, with neighbours that may come counted by half of their chance."""
    across = run(board, row, column, 0, -1, left, weights) + run(board, row, column, 0, 1, left, weights)
    down = run(board, row, column, -1, 0, left, weights) + run(board, row, column, 1, 0, left, weights)
    points = 1.0 + across + down + min(1.0, across) * min(1.0, down)
    if PRINTED[state.face, row, column] != EMPTY:
        points *= MULTIPLIER[state.face]
    return points


@rule
def run(board: Board, row: int, column: int, down: int, right: int, left: float, weights: Weights) -> float:
    """The expected number of tiles unbroken beyond a cell in one direction."""
    reach = 1.0
    tiles = 0.0
    row += down
    column += right
    while 0 <= row < LINES and 0 <= column < COLUMNS and reach > 0.05:
        if board.wall[row, column] == EMPTY:
            reach *= weights.neighbour * min(1.0, left * weights.fills[row] / COLUMNS)
        tiles += reach
        row += down
        column += right
    return tiles


@rule
def column_chance(state: State, board: Board, column: int, left: float, weights: Weights) -> float:
    """The chance that a column is completed."""
    chance = 1.0
    missing = 0
    for row in range(LINES):
        if board.wall[row, column] == EMPTY:
            chance *= fill_chance(state, board, row, column, left, weights)
            missing += 1
    return chance if missing == 0 else weights.columns * chance


@rule
def colour_chance(state: State, board: Board, colour: int, left: float, weights: Weights) -> float:
    """The chance that a colour is completed: in every row it misses, some cell must take it."""
    chance = 1.0
    missing = 0
    for row in range(LINES):
        if not board.row_colours[row] >> colour & 1:
            missing += 1
            best = 0.0
            for column in range(COLUMNS):
                if board.wall[row, column] == EMPTY and may_hold(state, board, row, column, colour):
                    best = max(best, colour_fill_chance(board, row, colour, left, weights))
            chance *= best
    return chance if missing == 0 else weights.colours * chance


@rule
def colour_fill_chance(board: Board, row: int, colour: int, left: float, weights: Weights) -> float:
    """How likely a row gets this colour."""
    held = board.line_colour[row]
    if held == colour:
        filled = board.line_count[row] / (row + 1)
        return in_any_round(weights.fills[row] + (1.0 - weights.fills[row]) * filled, left)
    later = left if held == EMPTY else max(0.0, left - 1.0)
    return min(0.85, later * weights.fills[row] / max(1, empty_cells(board, row)))
