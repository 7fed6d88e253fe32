"""How much random play a test affords: compiled rules play thousands of games where interpreted ones play a few."""

from __future__ import annotations

from tilewright.core.compiling.compiled import INTERPRETED


def paced(compiled: int, interpreted: int) -> int:
    """So many when compiled, so many when interpreted."""
    return interpreted if INTERPRETED else compiled
