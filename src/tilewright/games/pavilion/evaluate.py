"""What a position is worth: points, what the hand will bring when it is placed, and expectations of later rounds.

Each board is judged alone, as if drafting ended now: its hand is spent where it brings most, up to four
tiles are kept, and what then lies on the board has its chances in the rounds that are left.
What boards may expect is in expectation.py; what weights mean is said in weights.py.
Nets, where there are any, add what they learned: of the board with its hand spent, and of the rest of the round.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Integers, Reals, rule
from tilewright.core.contract.hashing import random_words
from tilewright.core.contract.net import Rows, add, begin, finish, forward
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.games.pavilion.components import (
    ALL_POSITIONS,
    BONUS,
    COLOURS,
    COST,
    DRAFTING,
    EMPTY,
    KEEPING,
    MEMBERS,
    MOST_KEPT,
    NOBODY,
    PLACING,
    POSITIONS,
    ROUNDS,
    SIZE,
    STARS,
    Board,
    State,
    count,
)
from tilewright.games.pavilion.expectation import (
    board_expectation,
    expected_parts,
    number_gain,
    space_gain,
    star_gain,
)
from tilewright.games.pavilion.features import EXPECTED_AT, round_end_inputs
from tilewright.games.pavilion.inside import BLOCKS_A_BOARD, NOTED, inside_blocks, survey
from tilewright.games.pavilion.keys import board_key
from tilewright.games.pavilion.passing import keep_limit
from tilewright.games.pavilion.placing import arc_points, cover, earned_tiles, fewest_jokers, open_colours, payable
from tilewright.games.pavilion.weights import LAST_SPENDING, Evaluator, Weights

MILLION = 1_000_000.0

SPENDING, HOLDING, CHOOSING = 0, 1, 2  # what a seat will do with its tiles in this round
MODE_WORDS = random_words((2, 3, ROUNDS + 1, COLOURS), 20)
STARTS_WORD = 0x1B873593CC9E2D51 >> 1


@rule
def evaluate(state: State, points: Reals, evaluator: Evaluator) -> float:
    """The final points each seat may expect; the rounds that are still to come."""
    if state.awaiting == END:
        for seat in range(state.players):
            points[seat] = state.boards[seat].score
        return 0.0
    weights = evaluator.weights
    between = state.awaiting == DEAL and state.phase != PLACING
    left = ROUNDS - state.round_number + (1 if between else 0)
    asks_inside = evaluator.learned != 0 and not between
    if asks_inside:
        survey(state, evaluator.scratch)
    for seat in range(state.players):
        board = state.boards[seat]
        to_come = rest_of_round(state, seat, evaluator) if asks_inside else 0.0  # before the hand is spent
        points[seat] = board.score + weights.per_round * left + remembered_value(state, seat, left, evaluator)
        points[seat] += to_come
    if state.phase == BONUS:
        points[state.to_move] += weights.bonus_tile[left] * state.bonus_left
    if left > 0:
        points[next_starter(state)] += weights.starter
    if state.awaiting == MOVE and state.phase == DRAFTING:
        share_offer(state, points, weights)
        return left + weights.half_drafted
    return left + weights.half_placed


@rule
def next_starter(state: State) -> int:
    """R6.1 Who has the token starts the next round; while nobody has it, who started this one."""
    return state.first if state.token == NOBODY else state.token


@rule
def rest_of_round(state: State, seat: int, evaluator: Evaluator) -> float:
    """What the rest of the round is likely to add to a board as it lies; ``survey`` has noted what is on offer."""
    net, seen = evaluator.inside, evaluator.scratch[NOTED:]
    inside_blocks(state, state.boards[seat], seat, evaluator.scratch, seen)
    begin(net)
    for k in range(BLOCKS_A_BOARD):
        add(net, seen[k])
    return finish(net)


@rule
def share_offer(state: State, points: Reals, weights: Weights) -> None:
    """Tiles on offer will be shared evenly, but who comes first gets a bit more."""
    players = state.players
    lead = min(weights.usual_take, 1.0 * state.tiles_on_offer) / players
    for seat in range(players):
        turns_away = (seat - state.to_move) % players
        tiles = state.tiles_on_offer / players + lead * (0.5 * (players - 1) - turns_away)
        points[seat] += weights.tile_to_come * tiles


@rule
def remembered_value(state: State, seat: int, left: int, evaluator: Evaluator) -> float:
    """The worth of hand and board, looked up when they were judged before."""
    board = state.boards[seat]
    mode, earliest = SPENDING, 0
    if state.passed >> seat & 1 or (state.awaiting == DEAL and state.phase != PLACING):
        mode = HOLDING
    elif state.phase == KEEPING and state.to_move == seat:
        mode, earliest = CHOOSING, int(state.from_colour)
    key = board_key(board) ^ MODE_WORDS[state.side, mode, left, earliest]
    learned = evaluator.learned != 0 and left > 0
    starts = learned and next_starter(state) == seat
    if starts:
        key ^= STARTS_WORD
    slot = key & (evaluator.memo.shape[0] - 1)
    if evaluator.memo[slot, 0] != key:
        value = value_of_hand(state.side, board, mode, earliest, left, evaluator.weights)
        if learned:
            inputs = evaluator.round_end.inputs
            describe(
                state.side, board, mode == HOLDING, left, starts, evaluator.weights, evaluator.scratch[NOTED:], inputs
            )
            value += forward(evaluator.round_end)
        evaluator.memo[slot, 0] = key
        evaluator.memo[slot, 1] = int(value * MILLION)
    return evaluator.memo[slot, 1] / MILLION


@rule
def describe(
    side: int,
    board: Board,
    holds_hand: bool,
    left: int,
    starts: bool,
    weights: Weights,
    scratch: Integers,
    inputs: Rows,
) -> None:
    """A board after a round as the net sees it; ``scratch`` are room to work in."""
    round_end_inputs(side, board, holds_hand, left, starts, scratch, inputs)
    expected_parts(side, board, left, weights, inputs[EXPECTED_AT:])


@rule
def value_of_hand(side: int, board: Board, mode: int, earliest: int, left: int, weights: Weights) -> float:
    """What hand, kept tiles and board will bring; spoils the board."""
    value = 0.0
    if mode == SPENDING:
        value += spend(side, board, left, weights)
        value += keep_best(side, board, left, MOST_KEPT, 0, weights)
    elif mode == CHOOSING:
        value += keep_best(side, board, left, keep_limit(board) - count(board.kept), earliest, weights)
    for colour in range(COLOURS):
        # After choosing the hand holds what is given up and has been paid for; between rounds what was kept.
        kept = board.kept[colour] + (board.hand[colour] if mode == HOLDING else 0)
        for already in range(kept):
            value += tile_value(side, board, colour, already, left, weights)
    return value + board_expectation(side, board, left, weights)


# -- tiles kept ---------------------------------------------------------------------------------


@rule
def tile_value(side: int, board: Board, colour: int, already: int, left: int, weights: Weights) -> float:
    """What one more tile on a corner space is good for; after the last round it costs a point."""
    if left == 0:
        return -1.0
    if colour == ROUNDS - left:  # the next joker
        return weights.kept_joker
    for star in range(STARS):
        if board.covered[star] != ALL_POSITIONS and open_colours(side, board, star) >> colour & 1:
            return weights.kept_tile + weights.alike_tile * already
    return weights.useless_tile


@rule
def keep_best(side: int, board: Board, left: int, most: int, earliest: int, weights: Weights) -> float:
    """Move the best tiles of the hand to the corner spaces; return what is lost for the others."""
    given_up = count(board.hand)
    for _ in range(most):
        best, highest = EMPTY, 0.0
        for colour in range(earliest, COLOURS):
            if board.hand[colour] > 0:
                already = board.hand[colour] + board.kept[colour] - 1
                here = tile_value(side, board, colour, already, left, weights)
                if best == EMPTY or here > highest:
                    best, highest = colour, here
        if best == EMPTY:
            break
        board.hand[best] -= 1
        board.kept[best] += 1
        given_up -= 1
    return -1.0 * given_up


# -- tiles placed -------------------------------------------------------------------------------


@rule
def spend(side: int, board: Board, left: int, weights: Weights) -> float:
    """Place again and again what brings most for its price; return points and expected tiles."""
    row = left if left > 0 else LAST_SPENDING
    joker = ROUNDS - left - 1
    gained = 0.0
    while True:
        space, colour, ratio = best_placing(side, board, joker, row, weights)
        if space == EMPTY or (ratio < weights.kept_tile and left > 0 and count(board.hand) <= MOST_KEPT):
            return gained
        star, position = space // POSITIONS, space % POSITIONS
        cost = COST[side, star, position]
        jokers = fewest_jokers(cost, board.hand[colour])
        board.hand[colour] -= cost - jokers
        board.hand[joker] -= jokers
        cover(board, star, position, colour)
        gained += arc_points(board, star, position)
        gained += weights.bonus_tile[left] * earned_tiles(board, star, position)


@rule
def best_placing(side: int, board: Board, joker: int, row: int, weights: Weights) -> tuple[int, int, float]:
    """The space and colour that bring most for each tile paid, jokers counted dearer."""
    affordable = payable(board.hand, joker)
    best, best_colour, best_ratio = EMPTY, EMPTY, 0.0
    for star in range(STARS):
        opened = open_colours(side, board, star)
        empty = ALL_POSITIONS & ~int(board.covered[star])
        for k in range(SIZE[empty]):
            position = MEMBERS[empty, k]
            cost = COST[side, star, position]
            here = opened & affordable >> cost * COLOURS
            if here == 0:
                continue
            gain = space_gain(side, board, star, position, row, weights) + number_gain(side, board, cost, row, weights)
            for member in range(SIZE[here]):
                colour = MEMBERS[here, member]
                jokers = cost if colour == joker else fewest_jokers(cost, board.hand[colour])
                more = star_gain(side, board, star, position, colour, row, weights)
                ratio = (gain + more) / (cost + weights.joker_price * jokers)
                if ratio > best_ratio:
                    best, best_colour, best_ratio = star * POSITIONS + position, colour, ratio
    return best, best_colour, best_ratio
