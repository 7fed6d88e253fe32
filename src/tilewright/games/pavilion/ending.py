"""How a round and the game end: R5.6, R6 and R7 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.effects import (
    Effects,
    awaited,
    game_ended,
    phase_began,
    points_scored,
    round_began,
    tiles_moved,
    turn_passed,
)
from tilewright.core.contract.verbs import DEAL, END
from tilewright.games.pavilion.components import (
    ALL_COLOURS,
    ALL_DIFFERENT_BONUS,
    ALL_POSITIONS,
    CENTRE,
    COLOURS,
    COSTING,
    DRAFTING,
    LEAST_SCORE,
    MEMBERS,
    MOST_COST,
    NOBODY,
    NUMBER_BONUS,
    PLACING,
    ROUNDS,
    SIX_ROUNDS,
    STAR_BONUS,
    STARS,
    Board,
    State,
    count,
)
from tilewright.games.pavilion.effects import (
    BESIDE,
    BY_NUMBER,
    BY_STAR,
    FOR_KEPT,
    HAND,
    KEPT,
    place_of,
    token_moved,
)


@rule
def lose(state: State, seat: int, points: int, reason: int, effects: Effects | None) -> None:
    """R5.6 Lose so many points, or as many as there are to lose."""
    board = state.boards[seat]
    lost = lost_points(board, points)
    board.score -= lost
    board.losses += lost
    points_scored(effects, seat, -lost, reason, 0)


@rule
def lost_points(board: Board, points: int) -> int:
    """R5.6 No loss takes a score below 1; what is missing is not owed."""
    return min(points, board.score - LEAST_SCORE)


# -- R6 the next round --------------------------------------------------------------------------


@rule
def end_round(state: State, effects: Effects | None) -> None:
    """R6.1, R7.1 Who has the token starts the next round, unless the sixth is over."""
    if state.round_number == ROUNDS:
        end_game(state, effects)
        return
    if state.token != NOBODY:
        state.first = state.token
        token_moved(effects, place_of(state.token, BESIDE), CENTRE, NOBODY)
    state.token = NOBODY
    state.passed = 0
    state.round_number += 1
    for seat in range(state.players):
        take_back(state, seat, effects)
    await_factories(state, effects)


@rule
def take_back(state: State, seat: int, effects: Effects | None) -> None:
    """R6.2 Kept tiles return to the hand, which is empty."""
    board = state.boards[seat]
    for colour in range(COLOURS):
        tiles_moved(effects, colour, board.kept[colour], place_of(seat, KEPT), place_of(seat, HAND))
        board.hand[colour] += board.kept[colour]
        board.kept[colour] = 0


@rule
def await_factories(state: State, effects: Effects | None) -> None:
    """R6.1, R6.3 The next round waits for its tiles."""
    state.awaiting = DEAL
    state.phase = DRAFTING
    state.to_move = state.first
    awaited(effects, DEAL)
    round_began(effects, state.round_number, state.first)
    phase_began(effects, DRAFTING)
    turn_passed(effects, state.first)


# -- R7 the end ---------------------------------------------------------------------------------


@rule
def end_game(state: State, effects: Effects | None) -> None:
    """R7.1-R7.4 The game is over: bonuses for stars and numbers, then 1 point for each tile kept."""
    state.awaiting = END
    state.ending = SIX_ROUNDS
    state.phase = PLACING
    state.to_move = state.first
    for seat in range(state.players):
        score_bonuses(state, seat, effects)
        lose(state, seat, count(state.boards[seat].kept), FOR_KEPT, effects)
    phase_began(effects, PLACING)
    turn_passed(effects, state.first)
    game_ended(effects, SIX_ROUNDS)


@rule
def score_bonuses(state: State, seat: int, effects: Effects | None) -> None:
    """R7.2, R7.3 Each complete star and each complete number brings its bonus."""
    board = state.boards[seat]
    for star in range(STARS):
        gain(state, seat, star_bonus(board, star), BY_STAR, star, effects)
    for cost in range(1, MOST_COST + 1):
        gain(state, seat, number_bonus(state.side, board, cost), BY_NUMBER, cost, effects)


@rule
def gain(state: State, seat: int, points: int, reason: int, which: int, effects: Effects | None) -> None:
    """Points for this star or this number."""
    state.boards[seat].score += points
    points_scored(effects, seat, points, reason, which)


@rule
def star_points(board: Board) -> int:
    """R7.2 The bonuses of complete stars."""
    points = 0
    for star in range(STARS):
        points += star_bonus(board, star)
    return points


@rule
def star_bonus(board: Board, star: int) -> int:
    """R7.2 A star of all six colours has the same bonus everywhere; any other has that of its colour."""
    if board.covered[star] != ALL_POSITIONS:
        return 0
    if board.colours[star] == ALL_COLOURS:
        return ALL_DIFFERENT_BONUS
    return STAR_BONUS[MEMBERS[board.colours[star], 0]]


@rule
def number_points(side: int, board: Board) -> int:
    """R7.3 The bonuses of complete numbers."""
    points = 0
    for cost in range(1, MOST_COST + 1):
        points += number_bonus(side, board, cost)
    return points


@rule
def number_bonus(side: int, board: Board, cost: int) -> int:
    """R7.3 The bonus of a cost, if every space of it is covered, centre star included."""
    for star in range(STARS):
        wanted = COSTING[side, cost, star]
        if board.covered[star] & wanted != wanted:
            return 0
    return NUMBER_BONUS[cost]


@rule
def winners(state: State) -> int:
    """R7.5 Most points; equals share the victory; as a set of seats."""
    if state.awaiting != END:
        return 0
    best = 0
    seats = 0
    for seat in range(state.players):
        score = state.boards[seat].score
        if score > best:
            best, seats = score, 0
        if score == best:
            seats |= 1 << seat
    return seats
