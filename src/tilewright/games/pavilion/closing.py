"""How a round and the game close: R6 and R7 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiled import rule
from tilewright.core.verbs import DEAL, END
from tilewright.games.pavilion.components import (
    ALL_COLOURS,
    ALL_DIFFERENT_BONUS,
    ALL_POSITIONS,
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
)


@rule
def lose(board: Board, points: int) -> None:
    """R5.6 No loss takes a score below 1; what is missing is not owed."""
    lost = min(points, board.score - LEAST_SCORE)
    board.score -= lost
    board.losses += lost


# -- R6 the next round --------------------------------------------------------------------------


@rule
def end_round(state: State) -> None:
    """R6.1, R7.1 Who has the token starts the next round, unless the sixth is over."""
    if state.round_number == ROUNDS:
        end_game(state)
        return
    if state.token != NOBODY:
        state.first = state.token
    state.token = NOBODY
    state.passed = 0
    state.round_number += 1
    for seat in range(state.players):
        take_back(state.boards[seat])
    state.awaiting = DEAL
    state.phase = DRAFTING
    state.to_move = state.first


@rule
def take_back(board: Board) -> None:
    """R6.2 Kept tiles return to the hand, which is empty."""
    for colour in range(COLOURS):
        board.hand[colour] += board.kept[colour]
        board.kept[colour] = 0


# -- R7 the end ---------------------------------------------------------------------------------


@rule
def end_game(state: State) -> None:
    """R7.1-R7.4 The game is over: bonuses for stars and numbers, then 1 point for each tile kept."""
    state.awaiting = END
    state.ending = SIX_ROUNDS
    state.phase = PLACING
    state.to_move = state.first
    for seat in range(state.players):
        board = state.boards[seat]
        board.score += star_points(board) + number_points(state.side, board)
        left = 0
        for colour in range(COLOURS):
            left += board.kept[colour]
        lose(board, left)


@rule
def complete_star_bonus(colours: int) -> int:
    """R7.2 A star of all six colours has the same bonus everywhere; any other has that of its colour."""
    if colours == ALL_COLOURS:
        return ALL_DIFFERENT_BONUS
    return STAR_BONUS[MEMBERS[colours, 0]]


@rule
def star_points(board: Board) -> int:
    """R7.2 The bonuses of complete stars."""
    points = 0
    for star in range(STARS):
        if board.covered[star] == ALL_POSITIONS:
            points += complete_star_bonus(board.colours[star])
    return points


@rule
def is_number_complete(side: int, board: Board, cost: int) -> bool:
    """R7.3 Is every space of this cost covered, centre star included?"""
    for star in range(STARS):
        wanted = COSTING[side, cost, star]
        if board.covered[star] & wanted != wanted:
            return False
    return True


@rule
def number_points(side: int, board: Board) -> int:
    """R7.3 The bonuses of complete numbers."""
    points = 0
    for cost in range(1, MOST_COST + 1):
        if NUMBER_BONUS[cost] and is_number_complete(side, board, cost):
            points += NUMBER_BONUS[cost]
    return points


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
