"""Tiles of a colour, counted in words: many languages bend the colour's name with the number."""

from __future__ import annotations

from tilewright.core.language import counted, fill

_COUNTED = {
    "black": counted("{count} black", "{count} black", by="count"),
    "blue": counted("{count} blue", "{count} blue", by="count"),
    "green": counted("{count} green", "{count} green", by="count"),
    "orange": counted("{count} orange", "{count} orange", by="count"),
    "purple": counted("{count} purple", "{count} purple", by="count"),
    "red": counted("{count} red", "{count} red", by="count"),
    "turquoise": counted("{count} turquoise", "{count} turquoise", by="count"),
    "white": counted("{count} white", "{count} white", by="count"),
    "yellow": counted("{count} yellow", "{count} yellow", by="count"),
}


def tiles_of(colour: str, count: int) -> str:
    """So many tiles of a colour, given by its English name: "2 red", "2 rouges"."""
    return fill(_COUNTED[colour], {"count": int(count)})
