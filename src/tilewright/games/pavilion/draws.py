"""Which tiles a draw lays where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.games.pavilion.components import (
    FACTORIES_FOR,
    PLACING,
    SETTING_UP,
    SUPPLY_SPACES,
    TILES_PER_FACTORY,
)

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State

SUPPLY = 0
"""The supply as a place of a draw; factories are 1 to 9."""


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
