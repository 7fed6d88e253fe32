"""Placing tiles, what they bring, and passing: R3 to R5 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiled import Counts, rule
from tilewright.core.verbs import DEAL
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.closing import end_round, lose
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
    KEEPING,
    MEMBERS,
    MOST_COST,
    MOST_KEPT,
    NOBODY,
    PLACING,
    POSITIONS,
    SIZE,
    STARS,
    SUPPLY_SPACES,
    TOUCHED,
    UP_TO,
    Board,
    State,
)
from tilewright.games.pavilion.meta import COLOURED


@rule
def count(tiles: Counts) -> int:
    """How many tiles of all colours."""
    n = 0
    for colour in range(COLOURS):
        n += tiles[colour]
    return n


@rule
def joker_of(state: State) -> int:
    """R1.8, R1.9 The joker colour of the round."""
    return state.round_number - 1


# -- R3 placing a tile --------------------------------------------------------------------------


@rule
def begin_placing(state: State) -> None:
    """R3.1 The player with the token begins; when nobody took it, who started the round."""
    state.phase = PLACING
    give_turn(state, state.first if state.token == NOBODY else state.token)


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
    return n + (2 if count(hand) <= MOST_KEPT else 1)


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
def place(state: State, move: int) -> None:
    """R3.2, R4.2, R4.4, R4.6 Pay, cover the space, score, and earn bonus tiles if the supply has any."""
    board = state.boards[state.to_move]
    star, position, colour = codes.star_of(move), codes.position_of(move), codes.placed(move)
    pay(state, board, colour, COST[state.side, star, position], codes.jokers_of(move))
    cover(board, star, position, colour)
    points = arc_points(board, star, position)
    board.tile_points += points
    board.score += points
    earned = min(earned_tiles(board, star, position), count(state.supply))
    if earned:
        state.phase = BONUS
        state.bonus_left = earned
        state.from_colour = 0
    else:
        end_turn(state)


# -- R4 points, bonus tiles, supply -------------------------------------------------------------


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
        structure = TOUCHED[star, position, k]
        tiles += BONUS_TILES[structure] * is_complete(board, structure)
    return tiles


@rule
def bonus_moves(state: State, moves: Counts) -> int:
    """R4.5 Colours in their order, if the supply has enough of them and later ones for all to be taken."""
    later = count(state.supply)
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.bonus(colour)
        here = state.supply[colour]
        if colour >= state.from_colour and here > 0 and later >= state.bonus_left:
            n += 1
        later -= here
    return n


@rule
def take_bonus(state: State, colour: int) -> None:
    """R4.5 One tile from the supply to the hand; the turn ends with the last one."""
    state.supply[colour] -= 1
    state.boards[state.to_move].hand[colour] += 1
    state.from_colour = colour
    state.bonus_left -= 1
    if state.bonus_left == 0:
        end_turn(state)


@rule
def end_turn(state: State) -> None:
    """R4.8, R4.9 After every turn the supply is filled up, if there is anything to fill it with."""
    state.phase = PLACING
    state.from_colour = 0
    if missing_supply(state) > 0:
        state.awaiting = DEAL
    else:
        give_turn(state, next_seat(state, state.to_move))


@rule
def missing_supply(state: State) -> int:
    """R4.8, R4.9 How many tiles the supply will get."""
    return min(SUPPLY_SPACES - count(state.supply), count(state.bag) + count(state.tower))


# -- R5 passing ---------------------------------------------------------------------------------


@rule
def next_seat(state: State, seat: int) -> int:
    """R2.1 Clockwise; a comparison, because a division is ten times as slow."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def give_turn(state: State, seat: int) -> None:
    """R5.3-R5.5 The next who has not passed; without tiles one passes unasked; then the round is over."""
    for _ in range(state.players):
        if not state.passed >> seat & 1:
            if count(state.boards[seat].hand) > 0:
                state.to_move = seat
                return
            state.passed |= 1 << seat
        seat = next_seat(state, seat)
    end_round(state)


@rule
def pass_turn(state: State, keep_all: bool) -> None:
    """R5.1, R5.2 Up to four tiles may all be kept at once; otherwise the player chooses."""
    board = state.boards[state.to_move]
    if keep_all and count(board.hand) <= MOST_KEPT:
        for colour in range(COLOURS):
            board.kept[colour] = board.hand[colour]
            board.hand[colour] = 0
        finish_passing(state, board)
    else:
        state.phase = KEEPING
        state.from_colour = 0
        end_choice_if_over(state, board)


@rule
def keep_limit(board: Board) -> int:
    """R5.2 At most four of many tiles; all but one of few, since keeping all needs no choice."""
    tiles = count(board.hand) + count(board.kept)
    return MOST_KEPT if tiles > MOST_KEPT else tiles - 1


@rule
def keeping_moves(state: State, moves: Counts) -> int:
    """R5.2 Colours in their order; keeping no more is always possible."""
    hand = state.boards[state.to_move].hand
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.keep(colour)
        if colour >= state.from_colour and hand[colour] > 0:
            n += 1
    moves[n] = codes.DONE
    return n + 1


@rule
def keep(state: State, colour: int) -> None:
    """R5.2 One tile from the hand to a corner space."""
    board = state.boards[state.to_move]
    board.hand[colour] -= 1
    board.kept[colour] += 1
    state.from_colour = colour
    end_choice_if_over(state, board)


@rule
def end_choice_if_over(state: State, board: Board) -> None:
    """R5.2 The choice is over when no more may be kept, or nothing is left to be named."""
    left = 0
    for colour in range(state.from_colour, COLOURS):
        left += board.hand[colour]
    if left == 0 or count(board.kept) == keep_limit(board):
        finish_passing(state, board)


@rule
def finish_passing(state: State, board: Board) -> None:
    """R5.2 All tiles not kept go to the tower and cost 1 point each; R5.4 no more turns this round."""
    lose(board, count(board.hand))
    for colour in range(COLOURS):
        state.tower[colour] += board.hand[colour]
        board.hand[colour] = 0
    state.passed |= 1 << state.to_move
    end_turn(state)
