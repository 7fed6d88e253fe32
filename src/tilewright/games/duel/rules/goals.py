"""The end of the game: R13 of docs/rules/duel.md, with the goals of the tablets."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import END
from tilewright.games.duel.components import (
    BORDER_GOAL,
    COLOUR_GOAL,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMN_GOAL,
    COLUMNS,
    COLUMNS_GOAL,
    CORNER_POINTS,
    CORNERS_GOAL,
    DIAGONAL_GOAL,
    DIAGONALS_GOAL,
    EMPTY,
    FIVE_ROUNDS,
    GOAL_COUNT,
    JOKER,
    JOKER_GOAL,
    JOKERS_GOAL,
    LINES,
    NOBODY,
    ROW_GOAL,
    ROWS_GOAL,
    SEATS,
    SLOT_COLUMNS,
    SLOTS,
    SPECIAL,
    SPECIAL_GOAL,
    Board,
    State,
)
from tilewright.games.duel.rules.effects import BY_FLOOR_AT_END, Effects, game_ended, points_scored
from tilewright.games.duel.rules.setup import clear_turn
from tilewright.games.duel.steps import OVER


@rule
def end_game(state: State, effects: Effects | None) -> None:
    """R13.1, R13.2 The game is over: the goals are added all at once, and no score falls below 0."""
    state.awaiting = END
    state.step = OVER
    state.ending = FIVE_ROUNDS
    state.to_move = state.first
    clear_turn(state)
    for seat in range(SEATS):
        score_goals(state, seat, effects)
    game_ended(effects, FIVE_ROUNDS)


def goals_of(state: State) -> list[int]:
    """R1.7 The goals in use."""
    goals = int(state.goals)
    return [goal for goal in range(GOAL_COUNT) if goals >> goal & 1]


@rule
def score_goals(state: State, seat: int, effects: Effects | None) -> None:
    """R1.7, R13.2 The points of the goals in use, added all at once; a result below 0 becomes 0."""
    board = state.boards[seat]
    for goal in range(GOAL_COUNT):
        if state.goals >> goal & 1:
            points = goal_points(board, goal)
            board.score += points
            points_scored(effects, seat, points, goal, 0)
    forgiven = max(0, -board.score)
    board.score += forgiven
    points_scored(effects, seat, forgiven, BY_FLOOR_AT_END, 0)


@rule
def goal_points(board: Board, goal: int) -> int:
    """R13.2 The points of one goal."""
    if goal == ROWS_GOAL:
        return full_rows(board) * ROW_GOAL
    if goal == COLOURS_GOAL:
        return colourful_rows(board) * COLOUR_GOAL
    if goal == COLUMNS_GOAL:
        return full_columns(board) * COLUMN_GOAL
    if goal == BORDER_GOAL:
        return border_tiles(board)
    if goal == DIAGONALS_GOAL:
        return full_diagonals(board) * DIAGONAL_GOAL
    if goal == CORNERS_GOAL:
        return corner_points(board)
    if goal == JOKERS_GOAL:
        return joker_points(board)
    return empty_specials(board) * SPECIAL_GOAL


@rule
def full_rows(board: Board) -> int:
    """H: dome rows with six filled cells."""
    n = 0
    for row in range(LINES):
        filled = 0
        for column in range(COLUMNS):
            filled += board.dome[row, column] != EMPTY
        n += filled == COLUMNS
    return n


@rule
def colourful_rows(board: Board) -> int:
    """C5, ED15: dome rows that show five colours; special tiles together are one more colour."""
    n = 0
    for row in range(LINES):
        n += colours_shown(board, row) >= COLOURS_WANTED
    return n


@rule
def colours_shown(board: Board, row: int) -> int:
    """How many colours a dome row shows, special tiles together counted as one."""
    met = 0
    colours = 0
    for column in range(COLUMNS):
        tile = board.dome[row, column]
        if tile != EMPTY:
            colours += 1 - (met >> tile & 1)
            met |= 1 << tile
    return colours


@rule
def full_columns(board: Board) -> int:
    """V: dome columns with six filled cells."""
    n = 0
    for column in range(COLUMNS):
        filled = 0
        for row in range(LINES):
            filled += board.dome[row, column] != EMPTY
        n += filled == LINES
    return n


@rule
def border_tiles(board: Board) -> int:
    """OUT: filled cells of the first and last row and column."""
    n = 0
    for row in range(LINES):
        for column in range(COLUMNS):
            at_border = row == 0 or row == LINES - 1 or column == 0 or column == COLUMNS - 1
            n += at_border and board.dome[row, column] != EMPTY
    return n


@rule
def full_diagonals(board: Board) -> int:
    """D: diagonals with six filled cells."""
    falling = 0
    rising = 0
    for row in range(LINES):
        falling += board.dome[row, row] != EMPTY
        rising += board.dome[row, COLUMNS - 1 - row] != EMPTY
    return int(falling == LINES) + int(rising == LINES)


@rule
def corner_points(board: Board) -> int:
    """COR, ED16: full plates in corner slots, 3 above and 8 below."""
    points = 0
    for slot in range(SLOTS):
        if filled_cells(board, slot) == 4:
            points += CORNER_POINTS[slot]
    return points


@rule
def filled_cells(board: Board, slot: int) -> int:
    """How many of the four cells of a slot have a tile."""
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    n = 0
    for k in range(4):
        n += board.dome[row + k // 2, column + k % 2] != EMPTY
    return n


@rule
def joker_points(board: Board) -> int:
    """MULTI: 2 for each joker space, if all of them are filled."""
    jokers = 0
    for row in range(LINES):
        for column in range(COLUMNS):
            if board.spaces[row, column] == JOKER:
                if board.dome[row, column] == EMPTY:
                    return 0
                jokers += 1
    return jokers * JOKER_GOAL


@rule
def empty_specials(board: Board) -> int:
    """SPE: special spaces without a special tile."""
    n = 0
    for row in range(LINES):
        for column in range(COLUMNS):
            n += board.spaces[row, column] == SPECIAL and board.dome[row, column] == EMPTY
    return n


@rule
def winners(state: State) -> int:
    """R13.3 Most points; then the holder of the first-player tile, else who began round 5."""
    if state.awaiting != END:
        return 0
    favoured = state.first if state.marker == NOBODY else state.marker
    best = favoured
    for seat in range(SEATS):
        if state.boards[seat].score > state.boards[best].score:
            best = seat
    return 1 << int(best)


# -- how far a goal has come ----------------------------------------------------------------------

Cells = list[tuple[int, int]]


def slot_cells(slot: int) -> Cells:
    """The four cells that a plate on this slot covers."""
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    return [(row + k // 2, column + k % 2) for k in range(4)]


GROUPS: dict[int, list[Cells]] = {
    ROWS_GOAL: [[(row, k) for k in range(COLUMNS)] for row in range(LINES)],
    COLUMNS_GOAL: [[(k, column) for k in range(LINES)] for column in range(COLUMNS)],
    DIAGONALS_GOAL: [[(k, k) for k in range(LINES)], [(k, COLUMNS - 1 - k) for k in range(LINES)]],
    CORNERS_GOAL: [slot_cells(slot) for slot in range(SLOTS) if CORNER_POINTS[slot]],
}
"""The cells that bring the points of a goal when all of them are filled."""


def missing(board: Board, cells: Cells) -> int:
    """How many of these cells are empty."""
    return sum(bool(board.dome[cell] == EMPTY) for cell in cells)


def joker_cells(board: Board) -> Cells:
    """The joker spaces of a dome."""
    return [(row, column) for row in range(LINES) for column in range(COLUMNS) if board.spaces[row, column] == JOKER]
