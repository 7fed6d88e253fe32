"""Keys of positions for searches: equal for positions that play alike."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.hashing import MASK, random_words
from tilewright.core.contract.verbs import MAX_PLAYERS
from tilewright.games.classic.components import (
    ALL_COLOURS,
    CENTRE,
    COLOURS,
    COLUMNS,
    FACTORIES_FOR,
    FLOOR_SPACES,
    LINES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    Board,
    State,
)

_PER_FACTORY = TILES_PER_FACTORY + 1
FACTORY_WORDS = random_words((_PER_FACTORY**COLOURS,), 1)
CENTRE_WORDS = random_words((COLOURS, TILES_PER_COLOUR + 1), 2)
LINE_WORDS = random_words((LINES, COLOURS + 1, LINES + 1), 3)
WALL_WORDS = random_words((LINES, COLUMNS, COLOURS + 1), 4)
ROW_WORDS = random_words((MAX_PLAYERS, LINES, ALL_COLOURS + 1), 5)
SEAT_WORDS = random_words((3, MAX_PLAYERS + 1, FLOOR_SPACES + 1), 6)


@rule
def key(state: State) -> int:
    """Everything that bears on the rest of the round; factories in any order."""
    factories = 0
    for factory in range(1, FACTORIES_FOR[state.players] + 1):
        # Added, not mixed by exclusive or: two equal factories must not cancel out.
        factories = (factories + FACTORY_WORDS[factory_word(state, factory)]) & MASK
    found = factories
    for colour in range(COLOURS):
        found ^= CENTRE_WORDS[colour, state.offer[CENTRE, colour]]
    for seat in range(state.players):
        board = state.boards[seat]
        found ^= turned(lines_key(board), seat) ^ SEAT_WORDS[0, seat, board.floor]
        for row in range(LINES):
            found ^= ROW_WORDS[seat, row, board.row_colours[row]]
    return found ^ SEAT_WORDS[1, state.to_move, 0] ^ SEAT_WORDS[2, state.marker + 1, 0]


@rule
def factory_word(state: State, factory: int) -> int:
    """What lies on a factory, as one number."""
    word = 0
    for colour in range(COLOURS):
        word = word * _PER_FACTORY + state.offer[factory, colour]
    return word


@rule
def lines_key(board: Board) -> int:
    """What lies on the lines of a board."""
    found = 0
    for line in range(LINES):
        found ^= LINE_WORDS[line, board.line_colour[line] + 1, board.line_count[line]]
    return found


@rule
def rows_key(board: Board) -> int:
    """What lies on a wall with printed colours: the colours of a row say where they lie."""
    found = 0
    for row in range(LINES):
        found ^= ROW_WORDS[0, row, board.row_colours[row]]
    return found


@rule
def wall_key(board: Board) -> int:
    """What lies on the wall of a board."""
    found = 0
    for row in range(LINES):
        for column in range(COLUMNS):
            found ^= WALL_WORDS[row, column, board.wall[row, column] + 1]
    return found


@rule
def turned(word: int, seat: int) -> int:
    """The same lines in front of another seat are another position."""
    return ((word << seat * 7) & MASK) | (word >> (62 - seat * 7))
