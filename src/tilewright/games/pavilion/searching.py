"""What a search asks of Summer Pavilion besides its rules."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.protocols import Evaluator
from tilewright.core.contract.verbs import MOVE
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    CENTRE,
    COLOURS,
    COST,
    DRAFTING,
    FACTORIES_FOR,
    MOST_KEPT,
    NOBODY,
    ROUNDS,
    Board,
    State,
    count,
    joker_of,
)
from tilewright.games.pavilion.ending import lost_points
from tilewright.games.pavilion.evaluate import tile_value
from tilewright.games.pavilion.expectation import number_gain, space_gain, star_gain
from tilewright.games.pavilion.keys import factory_word
from tilewright.games.pavilion.rules import legal_moves
from tilewright.games.pavilion.weights import LAST_SPENDING, Weights

PER_TILE = 1.0  # for every tile taken
SAME_COLOUR = 0.15  # and more for every tile of its colour in hand
JOKER = 1.8
PRICE = 0.8  # of every tile paid
JOKER_PRICE = 0.5  # and more if it is a joker


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
    for factory in range(2, FACTORIES_FOR[state.players] + 1):
        word = factory_word(state, factory)
        if word:
            for earlier in range(1, factory):
                if factory_word(state, earlier) == word:
                    twins |= 1 << factory
    return twins


@rule
def plies_left(state: State) -> int:
    """While drafting: a move takes away a colour of a source, or a joker that lies alone.

    A factory with other tiles gives one joker to whoever takes them; so does the centre with each colour.
    """
    if state.awaiting != MOVE or state.phase != DRAFTING:
        return 0
    joker = joker_of(state)
    plies = 0
    for source in range(FACTORIES_FOR[state.players] + 1):
        groups = 0
        for colour in range(COLOURS):
            groups += colour != joker and state.offer[source, colour] > 0
        given = groups if source == CENTRE else min(1, groups)
        plies += groups + max(0, state.offer[source, joker] - given)
    return plies


# -- a quick guess ------------------------------------------------------------------------------


@rule
def prior(state: State, move: int, evaluator: Evaluator[Weights]) -> float:
    """What a move brings at once and promises, less the tiles it costs."""
    board = state.boards[state.to_move]
    if move < codes.DRAFTS:
        return draft_prior(state, board, codes.source_of(move), codes.drafted(move), evaluator.weights)
    left = ROUNDS - state.round_number
    if move < codes.PASS:
        return placing_prior(state, board, move, left, evaluator.weights)
    if move < codes.BONUSES:
        return -1.0 * max(0, count(board.hand) - MOST_KEPT) - (move == codes.DISCARD)
    if move < codes.KEEPS:
        return tiles_prior(state, board, move - codes.BONUSES, 1)
    if move < codes.DONE:
        colour = move - codes.KEEPS
        return 1.0 + tile_value(
            state.side, board, colour, board.hand[colour] + board.kept[colour], left, evaluator.weights
        )
    return 0.0


@rule
def draft_prior(state: State, board: Board, source: int, colour: int, weights: Weights) -> float:
    """The tiles taken, less what the token costs."""
    joker = joker_of(state)
    jokers = min(1, state.offer[source, joker])
    tiles = state.offer[source, colour] if colour != joker else 0
    value = JOKER * jokers + tiles_prior(state, board, colour, tiles)
    if source == CENTRE and state.token == NOBODY:
        value += weights.starter - lost_points(board, jokers + tiles)
    return value


@rule
def tiles_prior(state: State, board: Board, colour: int, tiles: int) -> float:
    """What some more tiles of a colour are good for."""
    if colour == joker_of(state):
        return JOKER * tiles
    return tiles * (PER_TILE + SAME_COLOUR * (board.hand[colour] + tiles))


@rule
def placing_prior(state: State, board: Board, move: int, left: int, weights: Weights) -> float:
    """What a tile on a space brings, less its price."""
    star, position, colour = codes.star_of(move), codes.position_of(move), codes.placed(move)
    row = left if left > 0 else LAST_SPENDING
    cost = COST[state.side, star, position]
    jokers = cost if colour == joker_of(state) else codes.jokers_of(move)
    gain = space_gain(state.side, board, star, position, row, weights) + number_gain(
        state.side, board, cost, row, weights
    )
    gain += star_gain(state.side, board, star, position, colour, row, weights)
    return gain - PRICE * cost - JOKER_PRICE * jokers
