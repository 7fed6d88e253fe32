"""Whose turn it is, at the start and in phase 1: R2.6 to R2.8 and R3 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import MOVE
from tilewright.games.duel.components import CHIPS_PER_ROUND, Board, State
from tilewright.games.duel.rules.decorate import start_decorating
from tilewright.games.duel.rules.effects import Effects
from tilewright.games.duel.rules.factories import any_chip_up
from tilewright.games.duel.rules.setup import clear_turn
from tilewright.games.duel.steps import ACT, START


@rule
def after_refill(state: State) -> None:
    """R2.6, R2.8 The first player takes a starting plate too; then round 1 begins."""
    if state.to_move != state.first:
        await_start(state, state.first)
    else:
        begin_round(state)


@rule
def await_start(state: State, seat: int) -> None:
    """R2.6, R2.7 This seat takes a starting plate from the display."""
    state.awaiting = MOVE
    state.step = START
    state.to_move = seat


@rule
def begin_round(state: State) -> None:
    """R2.8, R3.2 The first player begins phase 1."""
    state.round_number = max(1, state.round_number)
    begin_turn(state, state.first)


@rule
def begin_turn(state: State, seat: int) -> None:
    """R3.2 This seat is to choose one of the four actions."""
    clear_turn(state)
    state.awaiting = MOVE
    state.step = ACT
    state.to_move = seat


@rule
def has_action(state: State, seat: int) -> bool:
    """R3.3-R3.5 Tiles are there for both; chips up to the second; plates while a token is left."""
    board = state.boards[seat]
    if state.tiles_on_offer > 0 or may_take_plate(board):
        return True
    return may_take_chip(board) and any_chip_up(state)


@rule
def may_take_plate(board: Board) -> bool:
    """R4.1 A token is left."""
    return board.tokens > 0


@rule
def may_take_chip(board: Board) -> bool:
    """R7.2 Not more than two in a round."""
    return board.taken < CHIPS_PER_ROUND


@rule
def end_turn(state: State, effects: Effects | None) -> None:
    """R3.2, R3.4, R3.6 The other player's turn; or one's own again; or the phase is over."""
    if has_action(state, 1 - state.to_move):
        begin_turn(state, 1 - state.to_move)
    elif has_action(state, state.to_move):
        begin_turn(state, state.to_move)
    else:
        start_decorating(state, effects)
