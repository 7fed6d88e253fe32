"""Placing a tile, and what it brings: R3 and R4 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.effects import Effects, tiles_moved
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    ALL_COLOURS,
    ALL_POSITIONS,
    ARC,
    AROUND,
    BONUS,
    BONUS_TILES,
    CENTRE_STAR,
    COLOURS,
    COST,
    MEMBERS,
    MOST_COST,
    NOBODY,
    PLACING,
    POSITIONS,
    SIZE,
    STARS,
    TOUCHED,
    UP_TO,
    Board,
    State,
    count,
    count_from,
    joker_of,
)
from tilewright.games.pavilion.effects import HAND, SUPPLY, place_of, structure_completed, tile_placed
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.passing import may_keep_all
from tilewright.games.pavilion.turns import end_turn, enter, give_turn

# -- R3 placing a tile --------------------------------------------------------------------------


@rule
def begin_placing(state: State, effects: Effects | None) -> None:
    """R3.1 The player with the token begins; when nobody took it, who started the round."""
    enter(state, PLACING, effects)
    give_turn(state, state.first if state.token == NOBODY else state.token, effects)


@rule
def open_colours(side: int, board: Board, star: int) -> int:
    """R3.4-R3.7 The set of colours that a star takes."""
    held = board.colours[star]
    if side == COLOURED:
        return ALL_COLOURS & ~held if star == CENTRE_STAR else 1 << star
    tiles = SIZE[board.covered[star]]
    alike = held if SIZE[held] == 1 else ALL_COLOURS & ~held
    return ALL_COLOURS if tiles < 2 else alike


@rule
def fewest_jokers(cost: int, tiles: int) -> int:
    """R3.10 Jokers that must be paid when the hand has so many tiles of the colour."""
    return max(0, cost - tiles)


@rule
def most_jokers(cost: int, jokers: int) -> int:
    """R3.8, R3.10 Jokers that may be paid: at least one tile has the colour placed."""
    return min(cost - 1, jokers)


@rule
def payable(hand: Counts, joker: int) -> int:
    """R3.8, R3.9 The colours that can pay each cost, six bits for each cost from 0 on."""
    affordable = 0
    for colour in range(COLOURS):
        jokers = hand[joker] if colour != joker else 0
        most = min(MOST_COST, hand[colour] + jokers) if hand[colour] > 0 else 0
        affordable |= int(UP_TO[most]) << colour
    return affordable


@rule
def placing_moves(state: State, moves: Counts) -> int:
    """R3.2, R5.1 Every open space with every colour and payment; passing is always possible."""
    board = state.boards[state.to_move]
    hand, joker = board.hand, joker_of(state)
    candidates = list_candidates(state.side, board, payable(hand, joker), moves)
    n = 0
    for k in range(candidates):
        candidate = int(moves[codes.CANDIDATES_AT + k])
        colour = candidate % COLOURS
        space = candidate // COLOURS
        cost = COST[state.side, space // POSITIONS, space % POSITIONS]
        fewest = fewest_jokers(cost, hand[colour])
        most = most_jokers(cost, hand[joker] if colour != joker else 0)
        first = codes.DRAFTS + candidate * codes.PAYMENTS + fewest
        for more in range(codes.PAYMENTS):
            # All written and only some kept: faster than a loop of unknown length.
            moves[n + more] = first + more
        n += most - fewest + 1
    moves[n] = codes.PASS
    moves[n + 1] = codes.DISCARD
    return n + (2 if may_keep_all(board) else 1)


@rule
def list_candidates(side: int, board: Board, affordable: int, moves: Counts) -> int:
    """R3.2-R3.8 Note each empty space and colour that can be paid, behind the moves."""
    n = 0
    for star in range(STARS):
        opened = open_colours(side, board, star)
        empty = ALL_POSITIONS & ~int(board.covered[star])
        for k in range(SIZE[empty]):
            position = MEMBERS[empty, k]
            here = opened & affordable >> COST[side, star, position] * COLOURS
            space = (star * POSITIONS + position) * COLOURS
            for member in range(COLOURS):
                # All written and only some kept, as above.
                moves[codes.CANDIDATES_AT + n + member] = space + MEMBERS[here, member]
            n += SIZE[here]
    return n


@rule
def pay(state: State, board: Board, colour: int, cost: int, jokers: int) -> None:
    """R3.8, R3.11 One tile of the price goes on the board, the others to the tower."""
    joker = joker_of(state)
    board.hand[colour] -= cost - jokers
    board.hand[joker] -= jokers
    state.tower[colour] += cost - jokers - 1
    state.tower[joker] += jokers


@rule
def cover(board: Board, star: int, position: int, colour: int) -> None:
    """R3.11, R3.12 A tile lies on the space and stays there."""
    board.tiles[star, position] = colour
    board.covered[star] |= 1 << position
    board.colours[star] |= 1 << colour


@rule
def place(state: State, move: int, effects: Effects | None) -> None:
    """R3.2, R4.5 A turn of placing goes on with the bonus tiles it has earned."""
    earned = lay_tile(state, move, effects)
    if earned:
        enter(state, BONUS, effects)
        state.bonus_left = earned
        state.from_colour = 0
    else:
        end_turn(state, effects)


@rule
def lay_tile(state: State, move: int, effects: Effects | None = None) -> int:
    """R3.8, R4.2, R4.4, R4.6 Pay, cover the space and score; return how many bonus tiles are to be taken."""
    seat, board = state.to_move, state.boards[state.to_move]
    star, position, colour = codes.star_of(move), codes.position_of(move), codes.placed(move)
    jokers = codes.jokers_of(move)
    pay(state, board, colour, COST[state.side, star, position], jokers)
    cover(board, star, position, colour)
    points = arc_points(board, star, position)
    board.tile_points += points
    board.score += points
    tile_placed(effects, seat, star, position, colour, points, joker_of(state), jokers)
    structures_completed(effects, seat, board, star, position)
    return min(earned_tiles(board, star, position), count(state.supply))


# -- R4 points, bonus tiles ---------------------------------------------------------------------


@rule
def arc_points(board: Board, star: int, position: int) -> int:
    """R4.1, R4.2 A point for each tile of the unbroken arc around this one."""
    return ARC[board.covered[star], position]


@rule
def is_complete(board: Board, structure: int) -> bool:
    """R4.3 Are all spaces around a structure covered?"""
    one, other = AROUND[structure, 0], AROUND[structure, 1]
    return board.covered[one[0]] & one[1] == one[1] and board.covered[other[0]] & other[1] == other[1]


@rule
def earned_tiles(board: Board, star: int, position: int) -> int:
    """R4.4 Bonus tiles of the structures that this tile, just placed, completes."""
    tiles = 0
    for k in range(2):
        tiles += structure_tiles(board, TOUCHED[star, position, k])
    return tiles


@rule
def structure_tiles(board: Board, structure: int) -> int:
    """R4.4 Bonus tiles of a structure, once it is complete."""
    return BONUS_TILES[structure] * is_complete(board, structure)


@rule
def structures_completed(effects: Effects | None, seat: int, board: Board, star: int, position: int) -> None:
    """Tell which structures this tile completes."""
    if effects is not None:
        for k in range(2):
            structure = TOUCHED[star, position, k]
            structure_completed(effects, seat, structure, structure_tiles(board, structure))


@rule
def bonus_moves(state: State, moves: Counts) -> int:
    """R4.5 Every colour that may be taken."""
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.bonus(colour)
        n += may_take_bonus(state, colour)
    return n


@rule
def may_take_bonus(state: State, colour: int) -> bool:
    """R4.5 Colours in their order, if the supply has enough of them and later ones for all to be taken."""
    if colour < state.from_colour or state.supply[colour] == 0:
        return False
    return count_from(state.supply, colour) >= state.bonus_left


@rule
def take_bonus(state: State, colour: int, effects: Effects | None) -> None:
    """R4.5 One tile from the supply to the hand; the turn ends with the last one."""
    state.supply[colour] -= 1
    state.boards[state.to_move].hand[colour] += 1
    tiles_moved(effects, colour, 1, SUPPLY, place_of(state.to_move, HAND))
    state.from_colour = colour
    state.bonus_left -= 1
    if state.bonus_left == 0:
        end_turn(state, effects)
