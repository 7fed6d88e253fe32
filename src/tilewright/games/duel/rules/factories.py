"""What lies on the factories: suns, piles and chips."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.games.duel.components import COLOURS, EMPTY, FACE_DOWN, PILE_SPACES, SMALL, State


@rule
def count(tiles: Counts) -> int:
    """How many tiles of all colours."""
    n = 0
    for colour in range(COLOURS):
        n += tiles[colour]
    return n


@rule
def on_offer(state: State, colour: int) -> int:
    """Tiles of a colour on all suns and moons."""
    tiles = int(state.moon[colour])
    for factory in range(SMALL + 1):
        tiles += state.sun[factory, colour]
    for factory in range(SMALL):
        for k in range(PILE_SPACES):
            tiles += int(state.pile[factory, k] == colour)
    return tiles


@rule
def is_bare(state: State, factory: int) -> bool:
    """R5.7 Neither sun nor pile has a tile."""
    return state.pile_height[factory] == 0 and count(state.sun[factory]) == 0


@rule
def must_turn_up(state: State, factory: int) -> bool:
    """R5.7, R12.7 A small factory without tiles whose chip is still face down."""
    return state.chip[factory] == FACE_DOWN and is_bare(state, factory)


@rule
def is_chip_up(state: State, factory: int) -> bool:
    """R7.1 A chip lies there and is turned up."""
    return state.chip[factory] != EMPTY and state.chip[factory] != FACE_DOWN


@rule
def any_chip_up(state: State) -> bool:
    """R7.1 Is a chip turned up on a factory?"""
    for factory in range(SMALL):
        if is_chip_up(state, factory):
            return True
    return False
