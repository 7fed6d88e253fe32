"""What a board may still expect: chances of cells, then the points of tiles, special spaces and goals from them."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.protocols import Evaluator
from tilewright.games.duel.components import (
    ALL_COLOURS,
    BORDER_GOAL,
    CELLS,
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
    JOKER,
    JOKER_GOAL,
    JOKERS_GOAL,
    LINES,
    ROW_GOAL,
    ROWS_GOAL,
    SLOT_COLUMNS,
    SLOTS,
    SPECIAL,
    SPECIAL_GOAL,
    SPECIAL_POINTS,
    SPECIALS_GOAL,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import available_columns
from tilewright.games.duel.rules.factories import on_offer
from tilewright.games.duel.rules.goals import colours_shown
from tilewright.games.duel.rules.points import placement_points
from tilewright.games.duel.search.scratch import SURE
from tilewright.games.duel.search.weights import CHOICES, Weights


@rule
def expectation(state: State, board: Board, full: int, now: float, later: int, evaluator: Evaluator[Weights]) -> float:
    """What lines, empty cells, special spaces and goals promise, from the chances of the cells."""
    expected = 0.0
    if state.goals >> COLOURS_GOAL & 1:
        for row in range(LINES):
            expected += COLOUR_GOAL * colours_chance(
                board, row, 0.0 if full >> row & 1 else now, later, evaluator.weights
            )
    waiting = 0.0
    for row in range(LINES):
        waiting += row_chances(state, board, row, 0.0 if full >> row & 1 else now, later, evaluator)
    specials = 0.0
    for slot in range(SLOTS):
        specials += special_expectation(state, board, slot, evaluator)
    return expected + waiting + specials + run_expectation(board, evaluator) + goal_expectation(state, board, evaluator)


@rule
def row_chances(state: State, board: Board, row: int, now: float, later: int, evaluator: Evaluator[Weights]) -> float:
    """Note the chances of a row; return the points that a tile without a space may bring."""
    colours = 0
    open_parts = 0.0
    for column in range(COLUMNS):
        space = int(board.spaces[row, column])
        if space == EMPTY:
            open_parts += evaluator.weights.unlaid
        elif space != SPECIAL and board.dome[row, column] == EMPTY:
            open_parts += attraction(board, row, column, evaluator.weights)
            colours |= ALL_COLOURS if space == JOKER else 1 << space
    slots = open_slots(board, row)
    kinds = 0
    for colour in range(CHOICES - 1):
        kinds += colours >> colour & 1
    fill = evaluator.weights.fills[row] * evaluator.weights.choice[min(CHOICES - 1, kinds + 2 * slots)]
    best = COLUMNS
    done = 0.0
    waiting = 0.0
    again = (now + later) * fill
    if board.line_count[row] > 0:
        missing = row + 1 - int(board.line_count[row])
        soon = (
            now * evaluator.weights.still_comes[missing] if on_offer(state, board.line_colour[row]) >= missing else 0.0
        )
        never = 1.0 - soon
        for _ in range(later):
            never *= 1.0 - evaluator.weights.carried[missing]
        done = 1.0 - never
        again = done * max(0.0, later - 1.0 + soon) * fill
        columns = available_columns(board, row)
        if columns == 0:
            waiting = (
                done
                * evaluator.weights.plate_comes
                * evaluator.weights.waiting_points
                * (1.0 if later + now > 0.3 else 0.0)
            )
            again *= evaluator.weights.plate_comes
        else:
            best = best_column(board, row, columns)
            open_parts -= done
    each = min(evaluator.weights.most_likely, again / max(1.0, open_parts))
    for column in range(COLUMNS):
        chance = 0.0
        space = board.spaces[row, column]
        if board.dome[row, column] != EMPTY:
            chance = 1.0
        elif column == best:
            chance = done + (1.0 - done) * min(
                evaluator.weights.most_likely, each * attraction(board, row, column, evaluator.weights)
            )
        elif space == EMPTY:
            chance = evaluator.weights.unlaid * each
        elif space != SPECIAL:
            chance = min(evaluator.weights.most_likely, each * attraction(board, row, column, evaluator.weights))
        evaluator.scratch[row * COLUMNS + column] = int(SURE * chance)
    return waiting


@rule
def attraction(board: Board, row: int, column: int, weights: Weights) -> float:
    """How much rather a tile goes to this cell than to one that has no neighbour."""
    near = 0
    if column > 0:
        near += int(board.dome[row, column - 1] != EMPTY)
    if column < COLUMNS - 1:
        near += int(board.dome[row, column + 1] != EMPTY)
    if row > 0:
        near += int(board.dome[row - 1, column] != EMPTY)
    if row < LINES - 1:
        near += int(board.dome[row + 1, column] != EMPTY)
    return 1.0 + weights.attraction * near


@rule
def open_slots(board: Board, row: int) -> int:
    """Slots beside a line that wait for a plate."""
    slot = row // 2 * SLOT_COLUMNS
    slots = 0
    for k in range(SLOT_COLUMNS):
        slots += int(board.plates[slot + k] == EMPTY)
    return slots


@rule
def special_expectation(state: State, board: Board, slot: int, evaluator: Evaluator[Weights]) -> float:
    """R10.2 A special space is filled when the rest of its plate is."""
    top, left = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    chance = 1.0
    special = CELLS
    for k in range(CELLS):
        here = top + k // 2, left + k % 2
        if board.spaces[here] == SPECIAL:
            special = k
        else:
            chance *= chance_of(evaluator, here[0], here[1])
    row, column = top + special // 2, left + special % 2
    if special == CELLS or board.dome[row, column] != EMPTY:
        return 0.0
    evaluator.scratch[row * COLUMNS + column] = int(SURE * chance)
    expected = chance * SPECIAL_POINTS[row]
    if state.goals >> SPECIALS_GOAL & 1:
        expected += SPECIAL_GOAL * (1.0 - chance)
    return expected


@rule
def chance_of(evaluator: Evaluator[Weights], row: int, column: int) -> float:
    """The chance that a cell is filled in the end."""
    return evaluator.scratch[row * COLUMNS + column] / SURE


@rule
def run_expectation(board: Board, evaluator: Evaluator[Weights]) -> float:
    """R10.1 The points of all tiles that may come, with neighbours that may come."""
    expected = 0.0
    for row in range(LINES):
        for column in range(COLUMNS):
            chance = chance_of(evaluator, row, column)
            if 0.0 < chance < 1.0 and board.spaces[row, column] != SPECIAL:
                across = beyond(evaluator, row, column, 0, -1) + beyond(evaluator, row, column, 0, 1)
                down = beyond(evaluator, row, column, -1, 0) + beyond(evaluator, row, column, 1, 0)
                alone = max(0.0, 1.0 - across) * max(0.0, 1.0 - down)
                points = across + min(1.0, across) + down + min(1.0, down) + alone
                expected += points * chance
    return expected


@rule
def beyond(evaluator: Evaluator[Weights], row: int, column: int, down: int, right: int) -> float:
    """The expected number of tiles unbroken beyond a cell in one direction."""
    reach = 1.0
    tiles = 0.0
    row += down
    column += right
    while 0 <= row < LINES and 0 <= column < COLUMNS and reach > 0.05:
        chance = chance_of(evaluator, row, column)
        if chance < 1.0:
            reach *= evaluator.weights.neighbour * chance
        tiles += reach
        row += down
        column += right
    return tiles


# -- goals ----------------------------------------------------------------------------------------


@rule
def goal_expectation(state: State, board: Board, evaluator: Evaluator[Weights]) -> float:
    """R13.2 The goals in use, from the chances of the cells; two goals are counted elsewhere, with rows and plates."""
    goals = state.goals
    expected = 0.0
    for k in range(LINES):
        if goals >> ROWS_GOAL & 1:
            expected += ROW_GOAL * together(evaluator, k, 0, 0, 1)
        if goals >> COLUMNS_GOAL & 1:
            expected += COLUMN_GOAL * together(evaluator, 0, k, 1, 0)
    if goals >> DIAGONALS_GOAL & 1:
        expected += DIAGONAL_GOAL * (together(evaluator, 0, 0, 1, 1) + together(evaluator, 0, COLUMNS - 1, 1, -1))
    if goals >> BORDER_GOAL & 1:
        for k in range(LINES - 1):
            expected += border_expectation(evaluator, k)
    if goals >> CORNERS_GOAL & 1:
        for slot in range(SLOTS):
            if CORNER_POINTS[slot] > 0:
                expected += CORNER_POINTS[slot] * plate_chance(board, slot, evaluator)
    if goals >> JOKERS_GOAL & 1:
        expected += jokers_expectation(board, evaluator)
    return expected


@rule
def together(evaluator: Evaluator[Weights], row: int, column: int, down: int, right: int) -> float:
    """The chance that six cells along a row, a column or a diagonal are all filled."""
    chance = 1.0
    for k in range(LINES):
        chance *= chance_of(evaluator, row + k * down, column + k * right)
    return chance


@rule
def border_expectation(evaluator: Evaluator[Weights], k: int) -> float:
    """Four of the twenty cells at the border, one from each side."""
    last = LINES - 1
    above, below = chance_of(evaluator, 0, k), chance_of(evaluator, last, last - k)
    return above + below + chance_of(evaluator, k, last) + chance_of(evaluator, last - k, 0)


@rule
def plate_chance(board: Board, slot: int, evaluator: Evaluator[Weights]) -> float:
    """The chance that all four cells of a slot are filled; a special space is with the others."""
    top, left = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    chance = 1.0
    for k in range(CELLS):
        row, column = top + k // 2, left + k % 2
        if board.spaces[row, column] != SPECIAL:
            chance *= chance_of(evaluator, row, column)
    return chance


@rule
def jokers_expectation(board: Board, evaluator: Evaluator[Weights]) -> float:
    """Joker spaces bring their points only all together."""
    jokers = 0
    chance = 1.0
    for row in range(LINES):
        for column in range(COLUMNS):
            if board.spaces[row, column] == JOKER:
                jokers += 1
                chance *= chance_of(evaluator, row, column)
    return JOKER_GOAL * jokers * chance


@rule
def colours_chance(board: Board, row: int, now: float, later: int, weights: Weights) -> float:
    """The chance that a row comes to show five colours: so many completed lines in the rounds left."""
    missing = COLOURS_WANTED - colours_shown(board, row)
    chance = 1.0
    left = now + later
    for _ in range(missing):
        chance *= min(1.0, max(0.0, left)) * weights.fills[row]
        left -= 1.0
    return chance


@rule
def best_column(board: Board, line: int, columns: int) -> int:
    """The available column that scores most, with a special tile it completes or brings nearer."""
    best, most = 0, -1
    for column in range(COLUMNS):
        if columns >> column & 1:
            value = 4 * placement_points(board, line, column) + plate_bonus(board, line, column)
            value -= 2 * int(board.spaces[line, column] == JOKER)
            if value > most:
                best, most = column, value
    return best


@rule
def plate_bonus(board: Board, row: int, column: int) -> int:
    """Quarter points for what a tile here does for the special space of its plate."""
    top, left = row // 2 * 2, column // 2 * 2
    filled = 0
    value = 0
    for k in range(CELLS):
        here = top + k // 2, left + k % 2
        filled += int(board.dome[here] != EMPTY)
        if board.spaces[here] == SPECIAL:
            value = SPECIAL_POINTS[here[0]]
    return value * filled * filled if filled < CELLS - 1 else 0
