"""Whose turn it is in phase 1: R3 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiled import rule
from tilewright.core.verbs import MOVE
from tilewright.games.duel.components import CHIPS_PER_ROUND, State
from tilewright.games.duel.decorate import start_decorating
from tilewright.games.duel.effects import Effects
from tilewright.games.duel.factories import any_chip_up
from tilewright.games.duel.setup import clear_turn
from tilewright.games.duel.steps import ACT


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
    if state.tiles_on_offer > 0 or board.tokens > 0:
        return True
    return board.taken < CHIPS_PER_ROUND and any_chip_up(state)


@rule
def end_turn(state: State, effects: Effects | None) -> None:
    """R3.2, R3.4, R3.6 The other player's turn; or one's own again; or the phase is over."""
    if has_action(state, 1 - state.to_move):
        begin_turn(state, 1 - state.to_move)
    elif has_action(state, state.to_move):
        begin_turn(state, state.to_move)
    else:
        start_decorating(state, effects)
