"""What a position is worth before the next deal: points on the wall, and what lines and cells will bring.

Each board is judged alone: its tiles are placed where they are worth most, its floor is paid, and every
empty cell gets a chance to be filled in the rounds that are left. What weights mean is said in weights.py.
Nets, where there are any, add what they learned: of a board after its tiling, and of the rest of the round.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Reals, rule
from tilewright.core.contract.hashing import random_words
from tilewright.core.contract.net import add, begin, finish, forward
from tilewright.core.contract.verbs import END
from tilewright.games.classic.components import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LINES,
    MULTIPLIER,
    NOBODY,
    PRINTED,
    ROW_BONUS,
    Board,
    State,
)
from tilewright.games.classic.features import (
    BLOCKS_A_BOARD,
    ROUNDS,
    STARTS_WORD,
    inside_blocks,
    note_supply,
    round_end_inputs,
    survey,
)
from tilewright.games.classic.keys import lines_key, rows_key, wall_key
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import (
    complete_colours,
    complete_columns,
    complete_rows,
    drop_line,
    empty_line,
    open_columns,
    place_on_wall,
)
from tilewright.games.classic.weights import Evaluator, Weights

MILLION = 1_000_000.0
LEFT_WORDS = random_words((2, ROUNDS + 1), 7)  # rounds left before tiling, and after it
TILED, EXPECTED = (
    0x5DEECE66D,
    0x2545F4914F6CDD1D >> 2,
)  # tell what is remembered of a tiling from what is of expectations
GAINED, FALLEN = 8, 4  # where they begin in the word for a tiling
OFFER, SUPPLIED, SEEN = 8, 16, 24  # where in an evaluator's scratch space: what is on offer, to come, seen of a board


@rule
def evaluate(state: State, points: Reals, evaluator: Evaluator) -> float:
    """The final points each seat may expect; the rounds that are likely still to come."""
    if state.awaiting == END:
        for seat in range(state.players):
            points[seat] = state.boards[seat].score
        return 0.0
    before = 0.0 if state.face == COLOURED else rounds_left(state)  # a printed wall leaves no choice
    soonest = ROUNDS
    learned = evaluator.learned != 0
    supplied = note_supply(state, evaluator.scratch[SUPPLIED:]) if learned else 0
    is_inside = learned and state.tiles_on_offer > 0
    if is_inside:
        survey(state, evaluator.scratch[OFFER:])
    for seat in range(state.players):
        board = state.boards[seat]
        to_come = rest_of_round(state, board, seat, evaluator) if is_inside else 0.0  # before any tile is placed
        evaluator.scratch[seat] = board_memo_key(state, board, before)
        tiled = remembered_tiling(state, board, evaluator.scratch[seat], before, evaluator)
        floor = min(FLOOR_SPACES, board.floor + (tiled >> FALLEN & 15))
        points[seat] = max(0, board.score + (tiled >> GAINED) - FLOOR_LOSS[state.face, floor]) + to_come
        soonest = min(soonest, tiled & 15)
    left = float(soonest)
    starter = next_starter(state)
    if left == 0.0:
        supplied = 0
    for seat in range(state.players):
        board, key = state.boards[seat], evaluator.scratch[seat] ^ supplied
        points[seat] += remembered_expectation(state, board, key, before, left, seat == starter, evaluator)
    if left > 0.0:
        points[starter] += evaluator.weights.starter
    return left


@rule
def next_starter(state: State) -> int:
    """R6.1, R6.2 Who has the marker starts the next round; while nobody has it, who started this one."""
    return state.first if state.marker == NOBODY else state.marker


@rule
def rest_of_round(state: State, board: Board, seat: int, evaluator: Evaluator) -> float:
    """What the rest of the round is likely to add to a board as it lies; ``survey`` has noted what is on offer."""
    net, seen = evaluator.inside, evaluator.scratch[SEEN:]
    inside_blocks(state, board, seat, evaluator.scratch[OFFER:], seen)
    begin(net)
    for k in range(BLOCKS_A_BOARD):
        add(net, seen[k])
    return finish(net)


@rule
def board_memo_key(state: State, board: Board, before: float) -> int:
    """A board as it lies before tiling, with all that its tiling depends on."""
    if state.face == COLOURED:
        return rows_key(board) ^ lines_key(board)
    return wall_key(board) ^ lines_key(board) ^ LEFT_WORDS[0, int(before)]


@rule
def remembered_tiling(state: State, board: Board, key: int, before: float, evaluator: Evaluator) -> int:
    """What tiling brings to a board, in one word: points gained, tiles fallen, rounds until a row can be full."""
    key ^= TILED
    slot = key & (evaluator.memo.shape[0] - 1)
    if evaluator.memo[slot, 0] != key:
        score, floor = board.score, board.floor
        board.score = board.floor = 0
        tile(state, board, before, evaluator.weights)
        evaluator.memo[slot, 0] = key
        evaluator.memo[slot, 1] = board.score << GAINED | board.floor << FALLEN | board_needs(state, board)
        board.score, board.floor = score, floor
    return evaluator.memo[slot, 1]


@rule
def tile(state: State, board: Board, before: float, weights: Weights) -> None:
    """Tile the board as it stands."""
    if state.face == COLOURED:
        for line in range(LINES):
            if board.line_count[line] > line:
                place_on_wall(state, board, line, COLUMN_OF[line, board.line_colour[line]], None)
    else:
        tile_freely(state, board, before, weights)


@rule
def tile_freely(state: State, board: Board, left: float, weights: Weights) -> None:
    """On a free wall: the columns that are worth most."""
    for line in range(LINES):
        if board.line_count[line] > line:
            column = best_column(state, board, line, left, weights)
            if column == COLUMNS:
                drop_line(state, board, line, None)
            else:
                place_on_wall(state, board, line, column, None)


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
            value = expected_points(state, board, line, column, 0.0, weights)
            board.wall[line, column] = colour
            value += expectation(state, board, left, weights)
            board.wall[line, column] = EMPTY
            if value > most:
                best, most = column, value
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
    """The rounds to come: until the first row can be full, a tile a round, and at least one."""
    soonest = ROUNDS
    for seat in range(state.players):
        soonest = min(soonest, board_needs(state, state.boards[seat]))
    return max(1.0, float(soonest))


@rule
def board_needs(state: State, board: Board) -> int:
    """Rounds until some row of a board can be full."""
    needed = ROUNDS
    for row in range(LINES):
        needed = min(needed, row_needs(state, board, row))
    return needed


@rule
def row_needs(state: State, board: Board, row: int) -> int:
    """Rounds until a row can be full; a row with a cell that nothing can fill never will be."""
    missing = 0
    for column in range(COLUMNS):
        if board.wall[row, column] == EMPTY:
            if is_dead(state, board, row, column):
                return ROUNDS
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
def remembered_expectation(
    state: State, board: Board, key: int, before: float, left: float, starts: bool, evaluator: Evaluator
) -> float:
    """What a board brings after its tiling: expectations, or when the game is over bonuses."""
    learned = evaluator.learned != 0 and left > 0.0
    key ^= LEFT_WORDS[1, int(left)] ^ EXPECTED
    if learned and starts:
        key ^= STARTS_WORD
    slot = key & (evaluator.memo.shape[0] - 1)
    if evaluator.memo[slot, 0] != key:
        tile(state, board, before, evaluator.weights)  # does nothing to a board that was tiled a moment ago
        later = expectation(state, board, left, evaluator.weights) if left > 0.0 else bonuses(state, board)
        if learned:
            supply = evaluator.scratch[SUPPLIED:]
            round_end_inputs(state, board, supply, left, starts, later, evaluator.round_end.inputs)
            later += forward(evaluator.round_end)
        evaluator.memo[slot, 0] = key
        evaluator.memo[slot, 1] = int(later * MILLION)
    return evaluator.memo[slot, 1] / MILLION


@rule
def expectation(state: State, board: Board, left: float, weights: Weights) -> float:
    """What the empty cells will bring: their points, and their part of columns, colours and rows."""
    points = 0.0
    for row in range(LINES):
        row_chance = 1.0
        missing = 0
        for column in range(COLUMNS):
            if board.wall[row, column] == EMPTY:
                chance = fill_chance(state, board, row, column, left, weights)
                if chance > 0.0:
                    points += chance * expected_points(state, board, row, column, left, weights)
                row_chance *= chance
                missing += 1
        if 0 < missing <= left:
            points += weights.rows[missing - 1] * row_chance * ROW_BONUS[state.face]
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
    if held == EMPTY:
        return min(0.9, weights.rounds[int(left)] * weights.fills[row] / empty_cells(board, row))
    done = line_chance(board, row, left, weights)
    if may_hold(state, board, row, column, held):
        return done if state.face == COLOURED else done / open_cells(state, board, row, held)
    rest = weights.rounds[int(left) - 1] * weights.fills[row] * done
    return min(0.85, rest / max(1, empty_cells(board, row) - 1))


@rule
def line_chance(board: Board, row: int, left: float, weights: Weights) -> float:
    """How likely a line that has been begun is completed; while others are tiled, some are full already."""
    missing = row + 1 - board.line_count[row]
    return 1.0 if missing == 0 else in_any_round(weights.carried[missing - 1], left)


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
def expected_points(state: State, board: Board, row: int, column: int, left: float, weights: Weights) -> float:
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
            reach *= weights.neighbour * min(1.0, weights.rounds[int(left)] * weights.fills[row] / COLUMNS)
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
    return chance if missing == 0 else chance * weights.columns[missing - 1]


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
    return chance if missing == 0 else chance * weights.colours[missing - 1]


@rule
def colour_fill_chance(board: Board, row: int, colour: int, left: float, weights: Weights) -> float:
    """How likely a row gets this colour."""
    held = board.line_colour[row]
    if held == colour:
        return line_chance(board, row, left, weights)
    later = weights.rounds[int(left) - (held != EMPTY)]
    return min(0.85, later * weights.fills[row] / max(1, empty_cells(board, row)))
