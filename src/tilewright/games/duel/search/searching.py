"""What a search asks of the duel besides its rules."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.protocols import Evaluator
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    BROKEN,
    BROKEN_POINTS,
    BROKEN_SPACES,
    CELLS,
    COLUMNS,
    EMPTY,
    JOKER,
    LARGE,
    LINES,
    MARKER_LOSS,
    MOONS,
    NOBODY,
    PRINTED,
    ROUNDS,
    SLOT_COLUMNS,
    SMALL,
    SPECIAL,
    SPECIAL_POINTS,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import is_walled
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.points import placement_points
from tilewright.games.duel.rules.verbs import legal_moves
from tilewright.games.duel.search.expectation import plate_bonus
from tilewright.games.duel.search.weights import Weights
from tilewright.games.duel.steps import ACT

# -- weights, in points -------------------------------------------------------------------------

PER_TILE = 0.45  # for every tile that finds space on a line with a space beside it
PER_WAITING_TILE = 0.2  # the same while the space must still come
OPEN_LINE = 0.3  # lost for every tile a line still misses
START_NEXT_ROUND = 0.8
CHIP = 1.2
PLATE = 1.0
DRAW_FIRST, DRAW_MORE = -0.4, -2.0
SPEND = 2.0  # for completing a line with chips
WAITED_FOR = 0.5  # for each tile on a line whose colour a plate brings
NEW_COLOUR = 0.35  # a colour the row has no space for
NEIGHBOURS = 0.3  # of what a tile on the new space would score beyond 1
DEEP_SPECIAL = 0.15  # of the points of the special space


@rule
def search_moves(state: State, moves: Counts) -> int:
    """Every legal move: factories that look alike are rare, and their chips are not."""
    return legal_moves(state, moves)


@rule
def plies_left(state: State) -> int:  # noqa: ARG001 - the verb's words
    """Chips turn up and plates are drawn inside the round, so moves and chance always mix."""
    return 0


@rule
def prior(state: State, move: int, evaluator: Evaluator[Weights]) -> float:  # noqa: ARG001 - the verb's words
    """Tiles that fit, lines that fill, spaces that match, less what is lost."""
    board = state.boards[state.to_move]
    if move < codes.CHIP_AT:
        return take_prior(state, board, codes.source_of(move), codes.colour_of(move), codes.destination_of(move))
    if move < codes.PLATE_AT:
        return CHIP
    if move < codes.DRAW:
        return PLATE + plate_prior(board, move - codes.PLATE_AT)
    if move == codes.DRAW:
        return DRAW_FIRST if state.step == ACT else DRAW_MORE
    if move == codes.STOP:
        return 0.0
    if move < codes.RETURN_AT:
        return lay_prior(board, state.plate, codes.slot_of(move), codes.turn_of(move))
    if move < codes.SPEND_AT:
        return 0.0
    if move < codes.TARGET_AT:
        return SPEND
    row, column = codes.line_of(move), codes.column_of(move)
    return placement_points(board, row, column) + 0.25 * plate_bonus(board, row, column)


# -- tiles --------------------------------------------------------------------------------------


@rule
def take_prior(state: State, board: Board, source: int, colour: int, line: int) -> float:
    """What a take does for its line, less the tiles it breaks."""
    value = 0.0
    if source == MOONS:
        tiles = int(state.moon[colour])
        if tiles > 0 and state.marker == NOBODY:
            value += marker_value(state)
        for factory in range(SMALL):
            height = state.pile_height[factory]
            tiles += int(height > 0 and state.pile[factory, height - 1] == colour)
    else:
        tiles = int(state.sun[source - 1, colour])
        if source - 1 == LARGE and count(state.sun[LARGE]) == tiles:
            value += marker_value(state)
    fits = 0
    if line != BROKEN:
        fits = min(tiles, line + 1 - int(board.line_count[line]))
        value += line_prior(board, colour, line, fits)
    broken = int(count(board.broken))
    return value - (BROKEN_POINTS[min(BROKEN_SPACES, broken + tiles - fits)] - BROKEN_POINTS[broken])


@rule
def marker_value(state: State) -> float:
    """The first-player tile costs its points, and begins the next round if there is one."""
    return (START_NEXT_ROUND if state.round_number < ROUNDS else 0.0) - MARKER_LOSS


@rule
def line_prior(board: Board, colour: int, line: int, fits: int) -> float:
    """What tiles on a line promise: the points of its tile when it is full."""
    most = 0
    for column in range(COLUMNS):
        space = board.spaces[line, column]
        if (space == colour or space == JOKER) and board.dome[line, column] == EMPTY:
            most = max(most, placement_points(board, line, column))
    if most == 0:
        if is_walled(board, line):
            return -1.0 * BROKEN_POINTS[min(BROKEN_SPACES, fits)]
        return PER_WAITING_TILE * fits
    missing = line + 1 - int(board.line_count[line]) - fits
    if missing == 0:
        return PER_TILE * fits + most
    return PER_TILE * fits - OPEN_LINE * missing


# -- plates -------------------------------------------------------------------------------------


@rule
def plate_prior(board: Board, plate: int) -> float:
    """Lines full or half full that wait for a colour of the plate."""
    value = 0.0
    for k in range(CELLS):
        space = PRINTED[plate, 0, k]
        for line in range(LINES):
            if board.line_count[line] > 0 and (space == board.line_colour[line] or space == JOKER):
                value += 0.25 * WAITED_FOR * board.line_count[line] * (1.0 - has_space(board, line, space))
    return value


@rule
def has_space(board: Board, row: int, colour: int) -> int:
    """1 if a row has an empty space of this kind."""
    for column in range(COLUMNS):
        if board.spaces[row, column] == colour and board.dome[row, column] == EMPTY:
            return 1
    return 0


@rule
def lay_prior(board: Board, plate: int, slot: int, turn: int) -> float:
    """New colours in the rows, lines that waited, neighbours that are there, and a special space far down."""
    top, left = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    value = 0.0
    for k in range(CELLS):
        row, column = top + k // 2, left + k % 2
        space = PRINTED[plate, turn, k]
        if space == SPECIAL:
            value += DEEP_SPECIAL * SPECIAL_POINTS[row]
            continue
        value += NEIGHBOURS * (placement_points(board, row, column) - 1)
        if has_space(board, row, space) == 0:
            value += NEW_COLOUR
            if space == board.line_colour[row] or (space == JOKER and board.line_count[row] > 0):
                value += WAITED_FOR * board.line_count[row]
    return value
