"""Who knows what: R14 of docs/rules/duel.md. Only plates that were drawn from the stack are ever private."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.dice import Dice, below
from tilewright.games.duel.components import (
    BACK,
    EMPTY,
    HAND,
    HIDDEN,
    IS_JOKER,
    KNOWN,
    PLATES,
    TYPE_OF,
    TYPES,
    UNDER,
    UNSEEN,
    State,
)
from tilewright.games.duel.steps import HAND_IN, LOOKED_AT


@rule
def observe(state: State, seat: int) -> None:
    """R14.5-R14.7, R14.12 Hide what this seat may not know: lots of others, and plates in hands.

    What is hidden counts as unseen, so a view holds exactly what its seat may know. A view answers
    questions; to play on from it, ``determinise`` it first.
    """
    hide_lots(state, seat)
    for plate in range(PLATES):
        if is_hidden_in_hand(state, plate, seat):
            state.place[plate] = UNSEEN
            state.hand_unknown[TYPE_OF[plate]] += 1
    if seat != state.to_move:
        state.back[:] = EMPTY


@rule
def is_hidden_in_hand(state: State, plate: int, seat: int) -> bool:
    """R14.5, R14.6 Who has drawn knows the plates once they have been looked at, and then nobody else."""
    where = state.place[plate]
    if where == HAND or where == BACK:
        return seat != state.to_move
    return where >= KNOWN and where != KNOWN + seat


@rule
def hide_lots(state: State, seat: int) -> None:
    """R14.7 Of a lot put back by another only the number of each type is known."""
    start = 0
    for k in range(state.under_count):
        if state.under_last[k]:
            if state.under_owner[k] != seat:
                hide_lot(state, start, k + 1)
            start = k + 1


@rule
def hide_lot(state: State, start: int, end: int) -> None:
    """R14.7 Types only, special ones first."""
    jokers = 0
    for k in range(start, end):
        plate = state.under[k]
        jokers += TYPE_OF[plate] == IS_JOKER
        if plate < HIDDEN:
            state.place[plate] = UNSEEN
    for k in range(start, end):
        state.under[k] = HIDDEN + (k >= end - jokers)


@rule
def determinise(state: State, rng: Dice) -> None:
    """R14.10 Give every hidden plate of a view a front, so that each arrangement that fits is as likely.

    Plates that nobody has looked at stay unseen. In somebody else's hand all plates lie together: which of
    them were chosen to go back already is not part of a view.
    """
    start = 0
    for k in range(state.under_count):
        if state.under_last[k]:
            if state.under[start] >= HIDDEN:
                mix_lot(state, start, k + 1, rng)
                for place in range(start, k + 1):
                    state.under[place] = unhide(state, TYPE_OF[state.under[place]], UNDER, rng)
            start = k + 1
    if HAND_IN[state.step] == LOOKED_AT:
        for kind in range(TYPES):
            while state.hand_unknown[kind] > 0:
                unhide(state, kind, HAND, rng)
                state.hand_unknown[kind] -= 1


@rule
def mix_lot(state: State, start: int, end: int, rng: Dice) -> None:
    """Any order of the types, which lie special ones first; only the stack's top shows its own."""
    if start == 0 and state.stack == 0:
        if TYPE_OF[state.under[0]] != state.top:
            swap(state, 0, end - 1)
        start = 1
    for k in range(end - 1, start, -1):
        swap(state, k, start + below(rng, k + 1 - start))


@rule
def swap(state: State, one: int, other: int) -> None:
    state.under[one], state.under[other] = state.under[other], state.under[one]


@rule
def unhide(state: State, kind: int, where: int, rng: Dice) -> int:
    """Take one of the unseen plates of a type to this place."""
    possible = 0
    for plate in range(PLATES):
        possible += state.place[plate] == UNSEEN and TYPE_OF[plate] == kind
    pick = below(rng, possible)
    found = EMPTY
    for plate in range(PLATES):
        if state.place[plate] == UNSEEN and TYPE_OF[plate] == kind:
            if pick == 0:
                found = plate
            pick -= 1
    state.place[found] = where
    return found
