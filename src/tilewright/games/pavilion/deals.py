"""How supply and factories are filled: R1.6, R4.8, R4.9 and R6.3 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.effects import Effects, awaited, tiles_moved
from tilewright.core.contract.verbs import MOVE
from tilewright.games.pavilion.components import (
    COLOURS,
    DRAFTING,
    FACTORIES_FOR,
    PLACING,
    SETTING_UP,
    SOURCES,
    SUPPLY_SPACES,
    TILES_PER_FACTORY,
    State,
    count,
)
from tilewright.games.pavilion.effects import BAG, SUPPLY, TOWER, tiles_drawn
from tilewright.games.pavilion.placing import begin_placing
from tilewright.games.pavilion.turns import enter, give_turn, missing_supply, next_seat

NO_FACTORY = 0
"""In place of a factory: the group is laid in the supply."""


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
            tip_tower(state, None)
            in_bag = count(state.bag)
            if in_bag == 0:
                n = k
                break
        drawn[k] = draw(state, below(rng, in_bag))
        in_bag -= 1
    lay_out(state, drawn, n, None)
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
def tip_tower(state: State, effects: Effects | None) -> None:
    """R4.9 All tiles of the tower go into the bag."""
    for colour in range(COLOURS):
        tiles_moved(effects, colour, state.tower[colour], TOWER, BAG)
        state.bag[colour] += state.tower[colour]
        state.tower[colour] = 0


@rule
def deal_exactly(state: State, drawn: Counts, n: int, effects: Effects | None = None) -> None:
    """R1.6 Draw these tiles."""
    if count(state.bag) < n:
        tip_tower(state, effects)
    for k in range(n):
        state.bag[drawn[k]] -= 1
    lay_out(state, drawn, n, effects)


@rule
def lay_out(state: State, drawn: Counts, n: int, effects: Effects | None) -> None:
    """R1.6, R4.8, R6.3 Lay the drawn tiles where they are due, and go on."""
    state.awaiting = MOVE
    awaited(effects, MOVE)
    if state.phase == PLACING:
        fill_supply(state, drawn, n, effects)
        give_turn(state, next_seat(state, state.to_move), effects)
        return
    in_supply = SUPPLY_SPACES if state.phase == SETTING_UP else 0
    fill_supply(state, drawn, in_supply, effects)
    fill_factories(state, drawn, in_supply, n, effects)
    open_offer(state, n - in_supply, effects)


@rule
def fill_supply(state: State, drawn: Counts, n: int, effects: Effects | None) -> None:
    """R1.6, R4.8 The first so many tiles lie in the supply."""
    for k in range(n):
        state.supply[drawn[k]] += 1
    tiles_drawn(effects, drawn, n, SUPPLY)


@rule
def fill_factories(state: State, drawn: Counts, first: int, n: int, effects: Effects | None) -> None:
    """R1.6, R6.3 From the first of them on, four tiles lie on each factory."""
    for k in range(n - first):
        state.offer[1 + k // TILES_PER_FACTORY, drawn[first + k]] += 1
    factories_filled(state, effects)


@rule
def factories_filled(state: State, effects: Effects | None) -> None:
    """Tell what came to every factory, colour by colour."""
    if effects is not None:
        for factory in range(1, SOURCES):
            for colour in range(COLOURS):
                tiles_moved(effects, colour, state.offer[factory, colour], BAG, factory)


@rule
def open_offer(state: State, dealt: int, effects: Effects | None) -> None:
    """R2.1, R6.5 The starting player is to move; with no tile dealt placing begins at once."""
    enter(state, DRAFTING, effects)
    state.tiles_on_offer = dealt
    if dealt == 0:
        begin_placing(state, effects)


# -- the same in groups, as people write them -----------------------------------------------------


def groups_due(state: State) -> list[int]:
    """The sizes of the groups that the draw has when there are tiles enough (R1.6, R4.8, R6.3)."""
    if state.phase == PLACING:
        return [SUPPLY_SPACES - int(state.supply.sum())]
    factories = [TILES_PER_FACTORY] * int(FACTORIES_FOR[state.players])
    return [SUPPLY_SPACES, *factories] if state.phase == SETTING_UP else factories


def group_name(state: State, number: int) -> int:
    """Where the group with this number, from 0, is laid: NO_FACTORY or a factory."""
    if state.phase == PLACING:
        return NO_FACTORY
    return number if state.phase == SETTING_UP else number + 1
