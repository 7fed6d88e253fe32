"""The kinds of effects that change a view of the duel alone.

| kind | says |
|---|---|
| ``move_chip`` | a ``chip`` goes ``from`` one place ``to`` another |
| ``reveal`` | what lay face down ``at`` a place is this ``value``, one of those that lie ``from`` there unseen |
| ``place_special`` | a special tile (``value``) comes to lie ``at`` a cell |
"""

from __future__ import annotations

from tilewright.core.shapes.data import Data
from tilewright.core.shapes.effect_data import Effect, Kinds, add_tiles, set_value


def _move_chip(data: Data, effect: Effect) -> None:
    add_tiles(data, effect["from"], effect["chip"], -1)
    add_tiles(data, effect["to"], effect["chip"], 1)


def _reveal(data: Data, effect: Effect) -> None:
    set_value(data, effect)
    add_tiles(data, effect["from"], effect["value"], -1)


KINDS = Kinds(own={"move_chip": _move_chip, "reveal": _reveal, "place_special": set_value})
