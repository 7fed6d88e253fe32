"""The stack of plates and the lots that were put back under it: R4 and R14 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.games.duel.components import EMPTY, NO_TOP, PLATES, TOP_AWAITED, TYPE_OF, UNSEEN, State


@rule
def count_in(state: State, where: int) -> int:
    """How many plates are at a place."""
    n = 0
    for plate in range(PLATES):
        n += state.place[plate] == where
    return n


@rule
def in_stack(state: State) -> int:
    """All plates of the stack, those put back included."""
    return state.stack + state.under_count


@rule
def see_top(state: State) -> None:
    """R14.4 A plate has left the stack: the type of the next one shows."""
    if state.stack > 0:
        state.top = TOP_AWAITED
    elif state.under_count > 0:
        state.top = TYPE_OF[state.under[0]]
    else:
        state.top = NO_TOP


@rule
def take_from_under(state: State) -> int:
    """R14.11 The top plate of the lots; the others move up."""
    plate = state.under[0]
    state.under_count -= 1
    n = state.under_count
    for k in range(n):
        state.under[k] = state.under[k + 1]
        state.under_owner[k] = state.under_owner[k + 1]
        state.under_last[k] = state.under_last[k + 1]
    state.under[n] = EMPTY
    state.under_owner[n] = EMPTY
    state.under_last[n] = 0
    return plate


@rule
def unseen_of(state: State, kind: int) -> int:
    """R14.10 Unseen plates of a type that are still in the stack."""
    n = -state.hand_unknown[kind]
    for plate in range(PLATES):
        n += state.place[plate] == UNSEEN and TYPE_OF[plate] == kind
    return n
