"""Keys of positions: equal for positions that play alike."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.hashing import MASK
from tilewright.games.duel.components import LARGE, LINES, SEATS, SLOTS, SMALL, Board, State
from tilewright.games.duel.steps import PILE

_HALF = 31  # bits: half a key
_LOW = (1 << _HALF) - 1
_FACTOR = 0x4C957F2D  # below 31 bits, so that no product overflows
_START = 0x2545F4914F6CDD1D & MASK


@rule
def key(state: State) -> int:
    """Everything that bears on the rest of the game; small factories in any order, but for the one being piled up."""
    found = mixed(mixed(mixed(_START, state.goals), state.awaiting), state.step)
    found = mixed(mixed(mixed(found, state.round_number), state.first), state.to_move)
    found = mixed(mixed(mixed(found, state.marker), state.line), state.plate)
    found = mixed(mixed(found, state.stack), state.top)
    found = all_mixed(all_mixed(found, state.spent), state.place)
    found = all_mixed(all_mixed(found, state.under), state.under_owner)
    found = all_mixed(all_mixed(found, state.under_last), state.back)
    found = all_mixed(all_mixed(found, state.hand_unknown), state.unseen_chips)
    found = all_mixed(all_mixed(found, state.sun[LARGE]), state.moon)
    found = all_mixed(all_mixed(found, state.bag), state.tower)
    factories = 0
    for factory in range(SMALL):
        factories = (factories + factory_key(state, factory)) & MASK
    found ^= factories
    for seat in range(SEATS):
        found = board_key(found, state.boards[seat])
    return found


@rule
def mixed(found: int, word: int) -> int:
    """One more word. Half by half: a signed product that overflows is undefined in compiled code."""
    found ^= int(word) & 0xFFFF
    low, high = (found & _LOW) * _FACTOR, (found >> _HALF) * _FACTOR & _LOW
    found = (low + (high << _HALF)) & MASK
    return found ^ (found >> 29)


@rule
def all_mixed(found: int, words: Counts) -> int:
    for k in range(words.shape[0]):
        found = mixed(found, words[k])
    return found


@rule
def factory_key(state: State, factory: int) -> int:
    """What lies on a small factory."""
    found = mixed(_START, state.chip[factory])
    found = all_mixed(all_mixed(found, state.sun[factory]), state.pile[factory])
    return mixed(found, int(state.step == PILE and state.factory == factory))


@rule
def board_key(found: int, board: Board) -> int:
    """What lies in front of a player."""
    found = mixed(mixed(mixed(found, board.tokens), board.taken), board.score)
    for slot in range(SLOTS):
        found = mixed(found, int(board.plates[slot]) * 4 + int(board.turns[slot]))
    for row in range(LINES):
        found = all_mixed(found, board.dome[row])
        found = mixed(found, int(board.line_colour[row]) * 8 + int(board.line_count[row]))
    return all_mixed(all_mixed(found, board.broken), board.chips)
