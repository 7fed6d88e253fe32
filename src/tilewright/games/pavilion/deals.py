"""How supply and factories are filled: R1.6, R4.8, R4.9 and R6.3 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiled import Counts, rule
from tilewright.core.dice import Dice, below
from tilewright.core.verbs import MOVE
from tilewright.games.pavilion.components import (
    COLOURS,
    DRAFTING,
    FACTORIES_FOR,
    PLACING,
    SETTING_UP,
    SUPPLY_SPACES,
    TILES_PER_FACTORY,
    State,
)
from tilewright.games.pavilion.placing import begin_placing, count, give_turn, missing_supply, next_seat

SUPPLY = 0
"""The supply as a place of a draw; factories are 1 to 9."""


@rule
def tiles_due(state: State) -> int:
    """R1.6, R4.8, R6.3 How many tiles the draw needs if there are enough."""
    if state.phase == PLACING:
        return missing_supply(state)
    factories = FACTORIES_FOR[state.players] * TILES_PER_FACTORY
    return factories + SUPPLY_SPACES if state.phase == SETTING_UP else factories


@rule
def deal(state: State, rng: Dice, drawn: Counts) -> int:
    """R4.9 Draw tile after tile at random; an empty bag is filled from the tower."""
    n = tiles_due(state)
    in_bag = count(state.bag)
    for k in range(n):
        if in_bag == 0:
            tip_tower(state)
            in_bag = count(state.bag)
            if in_bag == 0:
                n = k
                break
        drawn[k] = draw(state, below(rng, in_bag))
        in_bag -= 1
    lay_out(state, drawn, n)
    return n


@rule
def draw(state: State, pick: int) -> int:
    """Take the tile at this place out of the bag, whose tiles lie sorted by colour."""
    colour = 0
    while pick >= state.bag[colour]:
        pick -= state.bag[colour]
        colour += 1
    state.bag[colour] -= 1
    return colour


@rule
def tip_tower(state: State) -> None:
    """R4.9 All tiles of the tower go into the bag."""
    for colour in range(COLOURS):
        state.bag[colour] += state.tower[colour]
        state.tower[colour] = 0


@rule
def deal_exactly(state: State, drawn: Counts, n: int) -> None:
    """R1.6 Draw these tiles."""
    if count(state.bag) < n:
        tip_tower(state)
    for k in range(n):
        state.bag[drawn[k]] -= 1
    lay_out(state, drawn, n)


@rule
def lay_out(state: State, drawn: Counts, n: int) -> None:
    """R1.6, R4.8, R6.3 Lay the drawn tiles where they are due, and go on."""
    state.awaiting = MOVE
    if state.phase == PLACING:
        for k in range(n):
            state.supply[drawn[k]] += 1
        give_turn(state, next_seat(state, state.to_move))
        return
    in_supply = SUPPLY_SPACES if state.phase == SETTING_UP else 0
    for k in range(in_supply):
        state.supply[drawn[k]] += 1
    for k in range(n - in_supply):
        state.offer[1 + k // TILES_PER_FACTORY, drawn[in_supply + k]] += 1
    open_offer(state, n - in_supply)


@rule
def open_offer(state: State, dealt: int) -> None:
    """R2.1, R6.5 The starting player is to move; with no tile dealt placing begins at once."""
    state.phase = DRAFTING
    state.tiles_on_offer = dealt
    if dealt == 0:
        begin_placing(state)


# -- the same in groups, as people write them -----------------------------------------------------


def groups_due(state: State) -> list[int]:
    """The sizes of the groups that the draw has when there are tiles enough (R1.6, R4.8, R6.3)."""
    if state.phase == PLACING:
        return [SUPPLY_SPACES - int(state.supply.sum())]
    factories = [TILES_PER_FACTORY] * int(FACTORIES_FOR[state.players])
    return [SUPPLY_SPACES, *factories] if state.phase == SETTING_UP else factories


def group_name(state: State, number: int) -> int:
    """Where the group with this number, from 0, is laid: SUPPLY or a factory."""
    if state.phase == PLACING:
        return SUPPLY
    return number if state.phase == SETTING_UP else number + 1
