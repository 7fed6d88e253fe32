"""What a search asks of the classic game besides its rules."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.protocols import Evaluator
from tilewright.core.contract.verbs import MOVE
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import (
    CENTRE,
    COLOURS,
    COLUMN_OF,
    DRAFTING,
    FACTORIES_FOR,
    FLOOR,
    FLOOR_LOSS,
    FLOOR_SPACES,
    NOBODY,
    State,
)
from tilewright.games.classic.keys import factory_word
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import legal_moves, placement_points
from tilewright.games.classic.weights import Weights

START_NEXT_ROUND = 0.6
PER_TILE = 0.35  # for every tile that finds space on a line
WASTE = 0.45  # for every space that stays open on the line


@rule
def search_moves(state: State, moves: Counts) -> int:
    """Of factories with the same tiles only the first is searched."""
    n = legal_moves(state, moves)
    if state.phase != DRAFTING:
        return n
    twins = twin_factories(state)
    if twins == 0:
        return n
    kept = 0
    for k in range(n):
        moves[kept] = moves[k]
        kept += 1 - (twins >> codes.source_of(moves[k]) & 1)
    return kept


@rule
def twin_factories(state: State) -> int:
    """The factories that look like an earlier one, one bit for each."""
    twins = 0
    last = FACTORIES_FOR[state.players]
    for factory in range(2, last + 1):
        word = factory_word(state, factory)
        if word:
            for earlier in range(1, factory):
                if factory_word(state, earlier) == word:
                    twins |= 1 << factory
    return twins


@rule
def plies_left(state: State) -> int:
    """While drafting: every move takes away a group of one colour at one source, and none comes new."""
    if state.awaiting != MOVE or state.phase != DRAFTING:
        return 0
    groups = 0
    for source in range(FACTORIES_FOR[state.players] + 1):
        for colour in range(COLOURS):
            groups += state.offer[source, colour] > 0
    return groups


@rule
def prior(state: State, move: int, evaluator: Evaluator[Weights]) -> float:  # noqa: ARG001 - the verb's words
    """Points the line will score and tiles it gains, less what falls to the floor."""
    board = state.boards[state.to_move]
    if state.phase != DRAFTING:
        row, column = codes.row_of(move), codes.column_of(move)
        return 1.0 * placement_points(state, board, row, column)
    source, colour, line = codes.source_of(move), codes.colour_of(move), codes.destination_of(move)
    tiles = int(state.offer[source, colour])
    floor = int(board.floor)
    value = 0.0
    if source == CENTRE and state.marker == NOBODY:
        floor += 1
        value += START_NEXT_ROUND
    if line == FLOOR:
        floor += tiles
    else:
        space = line + 1 - board.line_count[line]
        fits = min(tiles, space)
        floor += tiles - fits
        value += PER_TILE * fits
        if fits < space:
            value -= WASTE * (space - fits) / (line + 1)
        elif state.face == COLOURED:
            value += placement_points(state, board, line, COLUMN_OF[line, colour])
        else:
            value += 1.5
    lost = FLOOR_LOSS[state.face, min(floor, FLOOR_SPACES)] - FLOOR_LOSS[state.face, board.floor]
    return value - lost
