"""What the learned part of the evaluation sees of a board: one definition for training and for play.

``round_end_inputs`` describes a board as it lies after tiling, before the next deal: ``ROUND_END`` names its inputs.

``inside_blocks`` describes a board in the middle of a round, before any tile is placed, by the numbers of the blocks
that apply to it; ``block_inputs`` says which inputs each block stands for, and ``INSIDE`` names those. A net adds up
blocks it has worked out once, so that looking costs no more than fifteen additions of a short row.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tilewright.core.compiling.compiled import Integers, rule
from tilewright.core.contract.hashing import random_words
from tilewright.core.contract.net import NetShape, Rows, one_each, one_each_and_again, places
from tilewright.games.classic.components import (
    ALL_COLOURS,
    COLOURS,
    COLUMNS,
    EMPTY,
    FACTORIES_FOR,
    FLOOR_SPACES,
    LINES,
    NOBODY,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    Board,
    State,
)

ROUNDS = 5  # a game may be longer, but no more are looked ahead
CELLS = LINES * COLOURS


# -- after a round ------------------------------------------------------------------------------

ROUND_END = {
    "row has colour": CELLS,
    "cell is filled": LINES * COLUMNS,
    "share of the line that is filled, by colour": CELLS,
    "line is begun, by colour": CELLS,
    "rounds left": ROUNDS + 1,
    "starts the next round": 1,
    "supply of colour": COLOURS,
    "supply of colour where the row misses it": CELLS,
    "row has 3 tiles, 4 tiles": 2 * LINES,
    "column has 3 tiles, 4 tiles": 2 * COLUMNS,
    "colour has 3 tiles, 4 tiles": 2 * COLOURS,
    "tenth of what the weights expect": 1,
    "rounds in the bag": 1,
}
"""Inputs at the end of a round, in order. Supply is the share of the tiles to be dealt from, 0 for a fair one."""

_AT = places(ROUND_END)
ROUND_END_INPUTS = _AT[""]
CELL, SHARE, BEGUN = (_AT[name] for name in list(ROUND_END)[1:4])
LEFT, STARTS, SUPPLY, MISSES = (_AT[name] for name in list(ROUND_END)[4:8])
ROWS, COLUMNS_, COLOURS_, EXPECTED, BAG = (_AT[name] for name in list(ROUND_END)[8:])

SUPPLY_WORDS = random_words((COLOURS, 2 * TILES_PER_COLOUR + 1), 8)
STARTS_WORD = 0x1B873593CC9E2D51 >> 1


@rule
def note_supply(state: State, supply: Integers) -> int:
    """The tiles of each colour that the next round is dealt from, and all of them as one word.

    They are in the bag, and in the lid too when the bag will not last. Noted before any board is tiled, because
    tiling fills the lid.
    """
    tiles = 0
    for colour in range(COLOURS):
        tiles += state.bag[colour]
    short = tiles < FACTORIES_FOR[state.players] * TILES_PER_FACTORY
    word = 0
    for colour in range(COLOURS):
        supply[colour] = state.bag[colour] + (state.lid[colour] if short else 0)
        word ^= SUPPLY_WORDS[colour, supply[colour]]
    return word


@rule
def round_end_inputs(
    state: State, board: Board, supply: Integers, left: float, starts: bool, expected: float, inputs: Rows
) -> None:
    """Describe a board that has been tiled, with what the weights expect of it; ``supply`` was noted before."""
    for k in range(ROUND_END_INPUTS):
        inputs[k] = 0.0
    describe_supply(state, board, supply, inputs)
    for row in range(LINES):
        held = board.line_colour[row]
        if held != EMPTY:
            inputs[SHARE + row * COLOURS + held] = board.line_count[row] / (row + 1.0)
            inputs[BEGUN + row * COLOURS + held] = 1.0
        for colour in range(COLOURS):
            inputs[row * COLOURS + colour] = board.row_colours[row] >> colour & 1
    note_wall(board, inputs)
    inputs[LEFT + int(left)] = 1.0
    inputs[STARTS] = 1.0 if starts else 0.0
    inputs[EXPECTED] = expected / 10.0


@rule
def describe_supply(state: State, board: Board, supply: Integers, inputs: Rows) -> None:
    """How much of each colour is to come, and where it would find room."""
    total = 0
    for colour in range(COLOURS):
        total += supply[colour]
    for colour in range(COLOURS):
        share = COLOURS * supply[colour] / max(1.0, total) - 1.0
        inputs[SUPPLY + colour] = share
        for row in range(LINES):
            if not board.row_colours[row] >> colour & 1:
                inputs[MISSES + row * COLOURS + colour] = share
    inputs[BAG] = total / (FACTORIES_FOR[state.players] * TILES_PER_FACTORY * float(ROUNDS))


@rule
def note_wall(board: Board, inputs: Rows) -> None:
    """Filled cells, and rows, columns and colours that miss two tiles or one."""
    for row in range(LINES):
        tiles = 0
        for column in range(COLUMNS):
            filled = board.wall[row, column] != EMPTY
            inputs[CELL + row * COLUMNS + column] = filled
            tiles += filled
        note_nearly_done(inputs, ROWS + 2 * row, tiles)
    for column in range(COLUMNS):
        tiles = 0
        for row in range(LINES):
            tiles += board.wall[row, column] != EMPTY
        note_nearly_done(inputs, COLUMNS_ + 2 * column, tiles)
    for colour in range(COLOURS):
        tiles = 0
        for row in range(LINES):
            tiles += board.row_colours[row] >> colour & 1
        note_nearly_done(inputs, COLOURS_ + 2 * colour, tiles)


@rule
def note_nearly_done(inputs: Rows, at: int, tiles: int) -> None:
    if tiles == 3 or tiles == 4:
        inputs[at + tiles - 3] = 1.0


# -- inside a round -----------------------------------------------------------------------------

SETS = ALL_COLOURS + 1
LINE_STATES = 1 + COLOURS * LINES
MOST_GROUPS = 15  # of one colour at one source; more are not told apart
TILE_STEPS = 10
MARKERS = 3  # in the centre, mine, somebody else's

BLOCKS = {
    "row, its colours, its line": LINES * SETS * LINE_STATES,
    "row, begun, tiles missing, tiles on offer for it": LINES * 2 * (LINES + 1) * (LINES + 1),
    "floor": FLOOR_SPACES + 1,
    "mover, groups on offer": 2 * (MOST_GROUPS + 1),
    "mover, tiles on offer": 2 * TILE_STEPS,
    "mover, marker": 2 * MARKERS,
    "round": ROUNDS + 1,
}
"""What a board inside a round is put together from, in order: one number of each group, of the first two five."""

INSIDE = {
    "row has colour": CELLS,
    "share of the line that is filled, by colour": CELLS,
    "line is begun, by colour": CELLS,
    "line is full": LINES,
    "quarter of the tiles missing on a begun line": LINES,
    "row has 3 tiles, 4 tiles": 2 * LINES,
    "line not begun, begun: nothing on offer, share of what is missing, all of it": LINES * 2 * 3,
    "floor": FLOOR_SPACES + 1,
    "groups on offer, the same if to move": 2 * (MOST_GROUPS + 1),
    "tiles on offer, the same if to move": 2 * TILE_STEPS,
    "marker, the same if to move": 2 * MARKERS,
    "round": ROUNDS + 1,
}
"""Inputs inside a round, in order."""

_BLOCK = places(BLOCKS)
OFFERS, FLOORS, GROUPS, TILES, MARKER, ROUND = (_BLOCK[name] for name in list(BLOCKS)[1:])
_IN = places(INSIDE)
INSIDE_INPUTS = _IN[""]
BLOCKS_A_BOARD = 2 * LINES + 5
GROUPS_LEFT = COLOURS  # in a survey: behind the most tiles of each colour


@rule
def survey(state: State, found: Integers) -> None:
    """What is on offer: the most tiles of each colour at one source, then the number of groups."""
    groups = 0
    for colour in range(COLOURS):
        most = 0
        for source in range(FACTORIES_FOR[state.players] + 1):
            tiles = state.offer[source, colour]
            groups += tiles > 0
            most = max(most, tiles)
        found[colour] = most
    found[GROUPS_LEFT] = groups


@rule
def inside_blocks(state: State, board: Board, seat: int, offer: Integers, found: Integers) -> None:
    """The blocks that apply to a board inside a round, before its full lines are tiled; ``offer`` is a survey."""
    for row in range(LINES):
        held, count = int(board.line_colour[row]), int(board.line_count[row])
        line = 0 if held == EMPTY else 1 + held * LINES + count - 1
        found[row] = (row * SETS + board.row_colours[row]) * LINE_STATES + line
        missing = row + 1 - count
        fits = min(missing, best_offer(board, row, offer))
        found[LINES + row] = OFFERS + ((row * 2 + (held != EMPTY)) * (LINES + 1) + missing) * (LINES + 1) + fits
    mover = int(state.to_move == seat)
    marker = 0 if state.marker == NOBODY else 1 if state.marker == seat else 2
    found[2 * LINES] = FLOORS + board.floor
    found[2 * LINES + 1] = GROUPS + mover * (MOST_GROUPS + 1) + min(MOST_GROUPS, offer[GROUPS_LEFT])
    found[2 * LINES + 2] = TILES + mover * TILE_STEPS + tile_step(state)
    found[2 * LINES + 3] = MARKER + mover * MARKERS + marker
    found[2 * LINES + 4] = ROUND + min(int(state.round_number) - 1, ROUNDS)


@rule
def best_offer(board: Board, row: int, offer: Integers) -> int:
    """The most tiles at one source that a line may take: of its own colour, or while empty of any its row misses."""
    held = board.line_colour[row]
    if held != EMPTY:
        return offer[held]
    most = 0
    for colour in range(COLOURS):
        if not board.row_colours[row] >> colour & 1:
            most = max(most, offer[colour])
    return most


@rule
def tile_step(state: State) -> int:
    """How much of the round is left: the last five tiles one by one, the others in fifths."""
    tiles = int(state.tiles_on_offer)
    if tiles <= TILE_STEPS // 2:
        return tiles - 1
    dealt = int(FACTORIES_FOR[state.players]) * TILES_PER_FACTORY
    return min(TILE_STEPS - 1, TILE_STEPS // 2 + (tiles - 6) * 5 // (dealt - 5))


@cache
def block_inputs() -> Rows:
    """The inputs that each block stands for, one row for each."""
    found = np.zeros((_BLOCK[""], INSIDE_INPUTS), dtype=np.float32)
    for row in range(LINES):
        for colours in range(SETS):
            for line in range(LINE_STATES):
                _describe_row(found[(row * SETS + colours) * LINE_STATES + line], row, colours, line)
        for begun in range(2):
            for missing in range(1, row + 2):
                for fits in range(missing + 1):
                    at = OFFERS + ((row * 2 + begun) * (LINES + 1) + missing) * (LINES + 1) + fits
                    first = _IN["line not begun, begun: nothing on offer, share of what is missing, all of it"]
                    found[at, first + (row * 2 + begun) * 3 :][:3] = fits == 0, fits / missing, fits == missing
    one_each(found, FLOORS, _IN["floor"], FLOOR_SPACES + 1)
    one_each(found, ROUND, _IN["round"], ROUNDS + 1)
    for first, name, count in (
        (GROUPS, "groups on offer, the same if to move", MOST_GROUPS + 1),
        (TILES, "tiles on offer, the same if to move", TILE_STEPS),
        (MARKER, "marker, the same if to move", MARKERS),
    ):
        one_each_and_again(found, first, _IN[name], count)
    found.setflags(write=False)
    return found


def _describe_row(inputs: Rows, row: int, colours: int, line: int) -> None:
    """A row of the wall with these colours and its line."""
    tiles = colours.bit_count()
    inputs[_IN["row has colour"] + row * COLOURS :][:COLOURS] = [colours >> colour & 1 for colour in range(COLOURS)]
    if tiles in {3, 4}:
        inputs[_IN["row has 3 tiles, 4 tiles"] + 2 * row + tiles - 3] = 1.0
    if line == 0:
        return
    held, count = divmod(line - 1, LINES)
    missing = row - count
    inputs[_IN["share of the line that is filled, by colour"] + row * COLOURS + held] = (count + 1) / (row + 1)
    inputs[_IN["line is begun, by colour"] + row * COLOURS + held] = 1.0
    inputs[_IN["line is full"] + row] = missing == 0
    inputs[_IN["quarter of the tiles missing on a begun line"] + row] = missing / 4


NETS = {
    "round_end": NetShape(ROUND_END_INPUTS, first=32, second=16),
    "inside": NetShape(INSIDE_INPUTS, first=16, second=16, blocks=block_inputs),
}
"""A residual at the end of rounds and one inside them, both for one board."""
