"""How the factories are filled: R1.6, R6.3 and R6.4 of docs/rules/classic.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.effects import Effects, awaited, tiles_moved
from tilewright.core.contract.verbs import MOVE
from tilewright.games.classic.components import (
    BAG,
    COLOURS,
    FACTORIES_FOR,
    LID,
    NO_TILES,
    SOURCES,
    TILES_PER_FACTORY,
    State,
)
from tilewright.games.classic.rules import end_game


@rule
def deal(state: State, rng: Dice, drawn: Counts) -> int:
    """R1.6, R6.3, R6.4 Fill the factories one after the other at random."""
    n = FACTORIES_FOR[state.players] * TILES_PER_FACTORY
    in_bag = count(state.bag)
    for k in range(n):
        if in_bag == 0:
            tip_lid(state)
            in_bag = count(state.bag)
            if in_bag == 0:
                n = k
                break
        drawn[k] = draw(state, below(rng, in_bag))
        state.offer[1 + k // TILES_PER_FACTORY, drawn[k]] += 1
        in_bag -= 1
    open_offer(state, n)
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
def count(tiles: Counts) -> int:
    """How many tiles of all colours."""
    n = 0
    for colour in range(COLOURS):
        n += tiles[colour]
    return n


@rule
def tip_lid(state: State, effects: Effects | None = None) -> None:
    """R6.3 All tiles in the lid go into the bag."""
    for colour in range(COLOURS):
        tiles_moved(effects, colour, state.lid[colour], LID, BAG)
        state.bag[colour] += state.lid[colour]
        state.lid[colour] = 0


@rule
def deal_exactly(state: State, drawn: Counts, n: int, effects: Effects | None = None) -> None:
    """R1.6 Fill the factories with these tiles, four to a factory."""
    if count(state.bag) < n:
        tip_lid(state, effects)
    for k in range(n):
        state.bag[drawn[k]] -= 1
        state.offer[1 + k // TILES_PER_FACTORY, drawn[k]] += 1
    factories_filled(state, effects)
    open_offer(state, n, effects)


@rule
def factories_filled(state: State, effects: Effects | None) -> None:
    """Tell what came to every factory, colour by colour."""
    if effects is not None:
        for factory in range(1, SOURCES):
            for colour in range(COLOURS):
                tiles_moved(effects, colour, state.offer[factory, colour], BAG, factory)


@rule
def open_offer(state: State, dealt: int, effects: Effects | None = None) -> None:
    """R2.1, R7.4 The starting player is to move; with no tile at all the game is over."""
    state.awaiting = MOVE
    state.tiles_on_offer = dealt
    awaited(effects, MOVE)
    if dealt == 0:
        end_game(state, NO_TILES, effects)
