"""The spaces of Gymnasium that all our environments share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from gymnasium.spaces import Box, Discrete

from tilewright.core.compiling.compiled import COUNT

if TYPE_CHECKING:
    from tilewright.envs.batch import Batch


def observation_box(batch: Batch) -> Box:
    """Rows of numbers; the limits are those of the numbers, because rules change faster than documents."""
    limits = np.iinfo(COUNT)
    return Box(limits.min, limits.max, (batch.layout.length,), dtype=COUNT)


def action_space(batch: Batch) -> Discrete:
    """The room's moves by number."""
    return Discrete(batch.room.moves.actions)
