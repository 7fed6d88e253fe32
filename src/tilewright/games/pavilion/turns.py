"""After every turn: the supply filled up, and who is next. R2.1, R4.8, R5.3 to R5.5 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.effects import Effects, awaited, phase_began, turn_passed
from tilewright.core.contract.verbs import DEAL
from tilewright.games.pavilion.components import PLACING, SUPPLY_SPACES, State, count
from tilewright.games.pavilion.ending import end_round


@rule
def enter(state: State, phase: int, effects: Effects | None) -> None:
    """A part of the round begins, unless it has begun already."""
    if phase != state.phase:
        phase_began(effects, phase)
    state.phase = phase


@rule
def move_on(state: State, seat: int, effects: Effects | None) -> None:
    """It is this seat's turn."""
    if seat != state.to_move:
        turn_passed(effects, seat)
    state.to_move = seat


@rule
def next_seat(state: State, seat: int) -> int:
    """R2.1 Clockwise; a comparison, because a division is ten times as slow."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def end_turn(state: State, effects: Effects | None) -> None:
    """R4.8, R4.9 After every turn the supply is filled up, if there is anything to fill it with."""
    enter(state, PLACING, effects)
    state.from_colour = 0
    if missing_supply(state) > 0:
        state.awaiting = DEAL
        awaited(effects, DEAL)
    else:
        give_turn(state, next_seat(state, state.to_move), effects)


@rule
def missing_supply(state: State) -> int:
    """R4.8, R4.9 How many tiles the supply will get."""
    return min(SUPPLY_SPACES - count(state.supply), count(state.bag) + count(state.tower))


@rule
def give_turn(state: State, seat: int, effects: Effects | None) -> None:
    """R5.3-R5.5 The next who has not passed; without tiles one passes unasked; then the round is over."""
    for _ in range(state.players):
        if not state.passed >> seat & 1:
            if count(state.boards[seat].hand) > 0:
                move_on(state, seat, effects)
                return
            state.passed |= 1 << seat
        seat = next_seat(state, seat)
    end_round(state, effects)
