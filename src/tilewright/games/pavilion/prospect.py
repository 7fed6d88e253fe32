"""What a seat can expect from its board and hand: the judgement of a simple opponent."""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import DEAL, END
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    ALL_POSITIONS,
    ARC,
    AROUND,
    BONUS_TILES,
    CENTRE_STAR,
    COLOURS,
    COST,
    COSTING,
    DRAFTING,
    EMPTY,
    KEEPING,
    LEAST_SCORE,
    MEMBERS,
    MOST_COST,
    MOST_KEPT,
    NO_STRUCTURE,
    NUMBER_BONUS,
    POSITIONS,
    ROUNDS,
    SIZE,
    STAR_BONUS,
    STARS,
    TOUCHED,
    Board,
    State,
    count,
    joker_of,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.passing import keep_limit
from tilewright.games.pavilion.placing import arc_points, cover, earned_tiles, fewest_jokers, open_colours, pay, payable

START_NEXT_ROUND = 0.6
BONUS_TILE = 1.3  # points that a tile from the supply brings in the end
JOKER_PRICE = 0.4  # what a joker is dearer than another tile
KEPT_TILE, KEPT_JOKER, USELESS_TILE = 0.6, 1.2, 0.1  # worth of a tile kept for the next round
LAST_KEPT_TILE = -0.99  # after the last round it costs a point, a little better than giving it up now
CHEAP = 0.35  # points for a tile below which up to four tiles are rather kept
NEEDLESS = 0.01  # against giving up tiles when it makes no difference
HALF_DONE = np.array((0.0, 0.25, 0.4, 0.5, 0.6, 0.65, 0.7))
"""The part of a bonus in progress that counts, by rounds left after this one."""
LEAST_HALF_DONE = 0.1  # in the last round: enough to begin what can be finished


@rule
def prospect(state: State, seat: int) -> float:
    """The seat's points if it spent its hand well and the game went on; spoils the state."""
    board = state.boards[seat]
    if state.awaiting == END:
        return board.score * 1.0
    between = state.awaiting == DEAL and state.phase == DRAFTING
    left = ROUNDS - state.round_number + (1 if between else 0)
    next_joker = state.round_number - (1 if between else 0)
    value = board.score * 1.0
    if state.token == seat or (between and state.first == seat):
        value += START_NEXT_ROUND
    if between:
        value += keep_best(state.side, board, next_joker, left, MOST_KEPT, 0)
    elif state.passed >> seat & 1:
        value += kept_value(state.side, board, next_joker, left)
    elif state.phase == KEEPING and state.to_move == seat:
        more = keep_limit(board) - count(board.kept)
        value += kept_value(state.side, board, next_joker, left) - NEEDLESS
        value += keep_best(state.side, board, next_joker, left, more, state.from_colour)
    else:
        if state.to_move == seat:
            value += BONUS_TILE * state.bonus_left
        value += spend(state, board, left)
        value += keep_best(state.side, board, next_joker, left, MOST_KEPT, 0)
    return value + board_value(state.side, board, HALF_DONE[left])


# -- tiles kept ---------------------------------------------------------------------------------


@rule
def tile_value(side: int, board: Board, colour: int, next_joker: int, left: int) -> float:
    """What one tile on a corner space will be good for; after the last round it costs a point."""
    if left == 0:
        return LAST_KEPT_TILE
    if colour == next_joker:
        return KEPT_JOKER
    for star in range(STARS):
        if board.covered[star] != ALL_POSITIONS and open_colours(side, board, star) >> colour & 1:
            return KEPT_TILE
    return USELESS_TILE


@rule
def kept_value(side: int, board: Board, next_joker: int, left: int) -> float:
    """What the tiles on the corner spaces are worth together."""
    value = 0.0
    for colour in range(COLOURS):
        value += board.kept[colour] * tile_value(side, board, colour, next_joker, left)
    return value


@rule
def keep_best(side: int, board: Board, next_joker: int, left: int, most: int, earliest: int) -> float:
    """Keep the best tiles of the hand and pay for the others; the same colours rather than one of each."""
    value = 0.0
    tiles = count(board.hand)
    for _ in range(most):
        best, highest = EMPTY, 0.0
        for colour in range(earliest, COLOURS):
            alike = 0.05 * board.hand[colour]
            here = tile_value(side, board, colour, next_joker, left) + alike
            if board.hand[colour] > 0 and (best == EMPTY or here > highest):
                best, highest = colour, here
        if best == EMPTY:
            break
        board.hand[best] -= 1
        tiles -= 1
        value += tile_value(side, board, best, next_joker, left)
    return value - min(tiles, board.score - LEAST_SCORE)


# -- tiles placed -------------------------------------------------------------------------------


@rule
def spend(state: State, board: Board, left: int) -> float:
    """Place again and again what brings most for its price; return points and expected tiles."""
    half_done = max(LEAST_HALF_DONE, HALF_DONE[left])
    joker = joker_of(state)
    gained = 0.0
    while True:
        space, colour, ratio = best_placing(state, board, joker, half_done)
        if space == EMPTY or (ratio < CHEAP and left > 0 and count(board.hand) <= MOST_KEPT):
            return gained
        star, position = space // POSITIONS, space % POSITIONS
        cost = COST[state.side, star, position]
        pay(state, board, colour, cost, fewest_jokers(cost, board.hand[colour]))
        cover(board, star, position, colour)
        gained += arc_points(board, star, position)
        gained += BONUS_TILE * earned_tiles(board, star, position)


@rule
def best_placing(state: State, board: Board, joker: int, half_done: float) -> tuple[int, int, float]:
    """The space and colour that bring most for each tile paid, jokers counted dearer."""
    affordable = payable(board.hand, joker)
    best, best_colour, best_ratio = EMPTY, EMPTY, 0.0
    for star in range(STARS):
        opened = open_colours(state.side, board, star)
        empty = ALL_POSITIONS & ~int(board.covered[star])
        for k in range(SIZE[empty]):
            position = MEMBERS[empty, k]
            cost = COST[state.side, star, position]
            here = opened & affordable >> cost * COLOURS
            if here == 0:
                continue
            gain = placing_gain(state.side, board, star, position, half_done)
            for member in range(SIZE[here]):
                colour = MEMBERS[here, member]
                ratio = gain / price_of(board, colour, joker, cost)
                if ratio > best_ratio:
                    best, best_colour, best_ratio = star * POSITIONS + position, colour, ratio
    return best, best_colour, best_ratio


@rule
def price_of(board: Board, colour: int, joker: int, cost: int) -> float:
    """The tiles a space costs, with a little more for every one of the joker colour."""
    jokers = cost if colour == joker else fewest_jokers(cost, board.hand[colour])
    return cost + JOKER_PRICE * jokers


@rule
def placing_gain(side: int, board: Board, star: int, position: int, half_done: float) -> float:
    """Points now, and what the tile adds to its star, its number and the structures beside it."""
    covered = board.covered[star]
    gain = 1.0 * ARC[covered, position]
    tiles = SIZE[covered]
    gain += star_bonus(side, board, star) * (
        progress(tiles + 1, POSITIONS, half_done) - progress(tiles, POSITIONS, half_done)
    )
    cost = COST[side, star, position]
    if NUMBER_BONUS[cost]:
        have, wanted = spaces_of_cost(side, board, cost)
        gain += NUMBER_BONUS[cost] * (progress(have + 1, wanted, half_done) - progress(have, wanted, half_done))
    for k in range(2):
        structure = TOUCHED[star, position, k]
        if structure != NO_STRUCTURE:
            have, wanted = spaces_around(board, structure)
            more = progress(have + 1, wanted, half_done) - progress(have, wanted, half_done)
            gain += BONUS_TILE * BONUS_TILES[structure] * more
    return gain


# -- the board ----------------------------------------------------------------------------------


@rule
def progress(have: int, wanted: int, half_done: float) -> float:
    """The part of a bonus that counts: all of it when complete, the square of what is done before."""
    if have == wanted:
        return 1.0
    return half_done * have * have / (wanted * wanted)


@rule
def star_bonus(side: int, board: Board, star: int) -> int:
    """The bonus that a star is heading for."""
    held = board.colours[star]
    if side == COLOURED:
        return ALL_DIFFERENT_BONUS if star == CENTRE_STAR else STAR_BONUS[star]
    if SIZE[board.covered[star]] > 1 and SIZE[held] == 1:
        return STAR_BONUS[MEMBERS[held, 0]]
    return ALL_DIFFERENT_BONUS


@rule
def spaces_of_cost(side: int, board: Board, cost: int) -> tuple[int, int]:
    """How many spaces of a cost are covered, and how many there are."""
    have, wanted = 0, 0
    for star in range(STARS):
        spaces = COSTING[side, cost, star]
        have += SIZE[board.covered[star] & spaces]
        wanted += SIZE[spaces]
    return have, wanted


@rule
def spaces_around(board: Board, structure: int) -> tuple[int, int]:
    """How many spaces around a structure are covered, and how many there are."""
    have, wanted = 0, 0
    for half in range(2 if AROUND[structure, 0, 0] != AROUND[structure, 1, 0] else 1):
        star, spaces = AROUND[structure, half]
        have += SIZE[board.covered[star] & spaces]
        wanted += SIZE[spaces]
    return have, wanted


@rule
def board_value(side: int, board: Board, half_done: float) -> float:
    """Bonuses reached and in progress; a complete structure has paid already."""
    value = 0.0
    for star in range(STARS):
        tiles = SIZE[board.covered[star]]
        value += star_bonus(side, board, star) * progress(tiles, POSITIONS, half_done)
    for cost in range(1, MOST_COST + 1):
        have, wanted = spaces_of_cost(side, board, cost)
        value += NUMBER_BONUS[cost] * progress(have, wanted, half_done)
    for structure in range(NO_STRUCTURE):
        have, wanted = spaces_around(board, structure)
        if have < wanted:
            value += BONUS_TILE * BONUS_TILES[structure] * progress(have, wanted, half_done)
    return value
