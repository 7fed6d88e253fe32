"""What a round is worth to a player if it ended now: the judgement of a simple opponent."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import END
from tilewright.games.duel.components import (
    BORDER_GOAL,
    BROKEN_POINTS,
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
    GOAL_COUNT,
    JOKER,
    JOKER_GOAL,
    JOKERS_GOAL,
    KINDS,
    LINES,
    MARKER_LOSS,
    ROUNDS,
    ROW_GOAL,
    ROWS_GOAL,
    SLOT_COLUMNS,
    SLOTS,
    SPECIAL,
    SPECIAL_POINTS,
    TURNS,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import available_columns, break_line, chips_spent, is_walled, place_on_dome
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.goals import border_tiles, colours_shown, empty_specials, filled_cells
from tilewright.games.duel.rules.plates import lay
from tilewright.games.duel.rules.points import placement_points
from tilewright.games.duel.steps import DRAWING, FRONTS, KEEP, PLACE, SPEND, TARGET, TOP

START_NEXT_ROUND = 1.0
HALF_DONE = 0.4  # of what a line's tile may bring, times the part of the line that is filled, squared
NO_SPACE_YET = 0.1  # of a point for each tile on a line that waits for a plate
PLATE_VALUE = 1.5  # of a plate laid, or on its way
CHIP_VALUE = 0.8
HALF_DONE_SPECIAL = 0.5  # of the points of a special tile, times the part of its plate that is filled, squared
COLOUR_OPEN = 0.12  # for each colour a row has a space for
OPEN_NEIGHBOUR = 0.05  # of what a tile on an open space would score now
SPECIAL_LACK = 1.0  # what an empty special space is feared to cost, where that is a goal


@rule
def prospect(state: State, seat: int) -> float:
    """Lay the plate in hand, decorate the seat's dome, pay and count; spoils the state, so hand in a copy."""
    board = state.boards[seat]
    if state.awaiting == END:
        return 1.0 * board.score
    value = PLATE_VALUE * (state.to_move == seat and is_choosing(state))
    if state.to_move == seat and state.step == PLACE:
        lay_best(state, board)
    for line in range(LINES):
        settle_line(state, board, line, state.to_move == seat)
    lost = BROKEN_POINTS[count(board.broken)] + MARKER_LOSS * (state.marker == seat)
    value += max(0, board.score - lost) + START_NEXT_ROUND * (state.marker == seat)
    for goal in range(GOAL_COUNT):
        if state.goals >> goal & 1:
            value += goal_expectation(board, goal)
    return value if is_last_pass(state) else value + expectation(board) + CHIP_VALUE * chips_of(board)


@rule
def is_choosing(state: State) -> bool:
    """A plate of the stack is on its way to the dome."""
    return state.step == TOP or state.step == DRAWING or state.step == FRONTS or state.step == KEEP


@rule
def lay_best(state: State, board: Board) -> None:
    """Lay the plate where lines and spaces promise most."""
    best_slot, best_turn, most = EMPTY, 0, -1000.0
    for slot in range(SLOTS):
        if board.plates[slot] == EMPTY:
            for turn in range(TURNS):
                lay(board, state.plate, slot, turn)
                promise = expectation(board)
                if promise > most:
                    best_slot, best_turn, most = slot, turn, promise
            lift(board, slot)
    lay(board, state.plate, best_slot, best_turn)


@rule
def lift(board: Board, slot: int) -> None:
    """Take a plate away that was laid on trial."""
    board.plates[slot] = EMPTY
    board.turns[slot] = 0
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    board.spaces[row : row + 2, column : column + 2] = EMPTY


@rule
def settle_line(state: State, board: Board, line: int, is_on_turn: bool) -> None:
    """R8 for one line: place the tile of a full line where it scores most, break what has no space."""
    if board.line_count[line] == 0:
        return
    columns = available_columns(board, line)
    if columns == 0:
        if is_walled(board, line):
            break_line(state, board, line, None)
        return
    completed = is_on_turn and state.line == line and (state.step == TARGET or chips_spent(state) > 0)
    if board.line_count[line] > line or completed:
        place_on_dome(state, board, line, best_column(board, line, columns), None)


@rule
def best_column(board: Board, line: int, columns: int) -> int:
    """The available column that scores most, the leftmost of equals."""
    best, most = 0, 0
    for column in range(COLUMNS):
        if columns >> column & 1:
            points = placement_points(board, line, column)
            if points > most:
                best, most = column, points
    return best


@rule
def expectation(board: Board) -> float:
    """What lines with tiles, open spaces, special spaces and plates promise."""
    expected = 0.0
    for line in range(LINES):
        if board.line_count[line] > 0:
            expected += line_expectation(board, line)
        expected += row_expectation(board, line)
    for slot in range(SLOTS):
        if board.plates[slot] != EMPTY:
            expected += PLATE_VALUE + special_expectation(board, slot)
    return expected


@rule
def line_expectation(board: Board, line: int) -> float:
    """What a line's tile would score if the line were full; a loss when it could not be placed."""
    tiles = board.line_count[line]
    columns = available_columns(board, line)
    if columns == 0:
        if is_walled(board, line):
            return -1.0 * BROKEN_POINTS[min(tiles, 4)]
        return NO_SPACE_YET * tiles
    filled = tiles / (line + 1)
    points = placement_points(board, line, best_column(board, line, columns))
    return (1.0 if tiles > line else HALF_DONE * filled * filled) * points


@rule
def row_expectation(board: Board, row: int) -> float:
    """Colours a row has a space for, and the neighbours its open spaces have."""
    colours = 0
    expected = 0.0
    for column in range(COLUMNS):
        space = board.spaces[row, column]
        if space != EMPTY and space != SPECIAL and board.dome[row, column] == EMPTY:
            expected += OPEN_NEIGHBOUR * placement_points(board, row, column)
            expected += COLOUR_OPEN * (1 - (colours >> space & 1))
            colours |= 1 << int(space)
    return expected


@rule
def special_expectation(board: Board, slot: int) -> float:
    """The points of a special tile, as far as its plate is filled."""
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    for k in range(4):
        here = row + k // 2, column + k % 2
        if board.spaces[here] == SPECIAL and board.dome[here] == EMPTY:
            filled = (1 + filled_cells(board, slot)) / 4
            return HALF_DONE_SPECIAL * filled * filled * SPECIAL_POINTS[here[0]]
    return 0.0


@rule
def is_last_pass(state: State) -> bool:
    """The last lines are being dealt with: what stays undone now is worth nothing."""
    return state.round_number == ROUNDS and (state.step == SPEND or state.step == TARGET)


@rule
def chips_of(board: Board) -> int:
    """How many chips a player has."""
    n = 0
    for kind in range(KINDS):
        n += board.chips[kind]
    return n


@rule
def progress(filled: int, wanted: int) -> float:
    """A goal that is half done is worth little, a full one all of it."""
    part = min(filled, wanted) / wanted
    return part * part * part


@rule
def goal_expectation(board: Board, goal: int) -> float:
    """The points of a goal, as far as it has come."""
    if goal == BORDER_GOAL:
        return 1.0 * border_tiles(board)
    if goal == CORNERS_GOAL:
        expected = 0.0
        for slot in range(SLOTS):
            expected += CORNER_POINTS[slot] * progress(filled_cells(board, slot), 4)
        return expected
    if goal == JOKERS_GOAL:
        return joker_expectation(board)
    if goal == DIAGONALS_GOAL:
        falling = line_of_cells(board, 0, 0, 1, 1)
        rising = line_of_cells(board, 0, COLUMNS - 1, 1, -1)
        return DIAGONAL_GOAL * (progress(falling, LINES) + progress(rising, LINES))
    if goal == ROWS_GOAL or goal == COLUMNS_GOAL or goal == COLOURS_GOAL:
        return rows_expectation(board, goal)
    return -SPECIAL_LACK * empty_specials(board)


@rule
def rows_expectation(board: Board, goal: int) -> float:
    """Goals that look at six rows or columns."""
    expected = 0.0
    for k in range(LINES):
        if goal == ROWS_GOAL:
            expected += ROW_GOAL * progress(line_of_cells(board, k, 0, 0, 1), COLUMNS)
        elif goal == COLUMNS_GOAL:
            expected += COLUMN_GOAL * progress(line_of_cells(board, 0, k, 1, 0), LINES)
        else:
            expected += COLOUR_GOAL * progress(colours_shown(board, k), COLOURS_WANTED)
    return expected


@rule
def line_of_cells(board: Board, row: int, column: int, down: int, right: int) -> int:
    """Filled cells along a row, a column or a diagonal."""
    n = 0
    for k in range(LINES):
        n += board.dome[row + k * down, column + k * right] != EMPTY
    return n


@rule
def joker_expectation(board: Board) -> float:
    """Joker spaces bring their points only all together."""
    jokers = 0
    filled = 0
    for row in range(LINES):
        for column in range(COLUMNS):
            if board.spaces[row, column] == JOKER:
                jokers += 1
                filled += board.dome[row, column] != EMPTY
    return JOKER_GOAL * jokers * progress(filled, jokers) if jokers > 0 else 0.0
