"""Showing a position in the ways environments are asked to."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tilewright.core.errors import BadArgument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.play.position import Position

MODES = ["ansi", "rgb_array", "human"]


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadArgument(f"no render mode {mode!r}: there are {', '.join(MODES)}")
    return mode


def show(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table as text, as pixels, or printed for a person."""
    if mode == "ansi":
        return str(position)
    if mode == "rgb_array":
        from tilewright.envs.pixels import draw

        return draw(position.picture())
    if mode == "human":
        sys.stdout.write(f"{position}\n")
    return None
