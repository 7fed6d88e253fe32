"""Keys of positions for searches: equal for positions that play alike."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.hashing import MASK, random_words
from tilewright.core.contract.verbs import MAX_PLAYERS
from tilewright.games.pavilion.components import (
    ALL_COLOURS,
    ALL_POSITIONS,
    CENTRE,
    COLOURS,
    FACTORIES_FOR,
    ROUNDS,
    STARS,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    Board,
    State,
)

_PER_FACTORY = TILES_PER_FACTORY + 1
_SCORES = 256
FACTORY_WORDS = random_words((_PER_FACTORY**COLOURS,), 11)
CENTRE_WORDS = random_words((COLOURS, TILES_PER_COLOUR + 1), 12)
COVERED_WORDS = random_words((STARS, ALL_POSITIONS + 1), 13)
COLOUR_WORDS = random_words((STARS, ALL_COLOURS + 1), 14)
HAND_WORDS = random_words((COLOURS, TILES_PER_COLOUR + 1), 15)
KEPT_WORDS = random_words((COLOURS, TILES_PER_COLOUR + 1), 16)
SCORE_WORDS = random_words((_SCORES,), 17)
TURN_WORDS = random_words((2, MAX_PLAYERS, MAX_PLAYERS + 1), 18)
ROUND_WORDS = random_words((2, ROUNDS + 1), 19)


@rule
def key(state: State) -> int:
    """Everything that bears on the rest of the drafting; factories in any order."""
    found = 0
    for factory in range(1, FACTORIES_FOR[state.players] + 1):
        # Added, not mixed by exclusive or: two equal factories must not cancel out.
        found = (found + FACTORY_WORDS[factory_word(state, factory)]) & MASK
    for colour in range(COLOURS):
        found ^= CENTRE_WORDS[colour, state.offer[CENTRE, colour]]
    for seat in range(state.players):
        board = state.boards[seat]
        # The token costs points while drafting, so the score belongs to the position.
        found ^= turned(board_key(board) ^ SCORE_WORDS[board.score & (_SCORES - 1)], seat)
    found ^= TURN_WORDS[0, state.to_move, 0] ^ TURN_WORDS[1, state.first, state.token + 1]
    return found ^ ROUND_WORDS[state.side, state.round_number]


@rule
def factory_word(state: State, factory: int) -> int:
    """What lies on a factory, as one number."""
    word = 0
    for colour in range(COLOURS):
        word = word * _PER_FACTORY + state.offer[factory, colour]
    return word


@rule
def board_key(board: Board) -> int:
    """What lies on the stars and corner spaces of a board and in the hand."""
    found = 0
    for star in range(STARS):
        found ^= COVERED_WORDS[star, board.covered[star]] ^ COLOUR_WORDS[star, board.colours[star]]
    for colour in range(COLOURS):
        found ^= HAND_WORDS[colour, board.hand[colour]] ^ KEPT_WORDS[colour, board.kept[colour]]
    return found


@rule
def turned(word: int, seat: int) -> int:
    """The same board in front of another seat is another position."""
    return ((word << seat * 7) & MASK) | (word >> (62 - seat * 7))
