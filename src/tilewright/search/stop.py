"""A caller's wish that thinking end."""

from __future__ import annotations

import numpy as np


class Stop:
    """Set from any thread at any time, read by compiled code between two positions; once set it stays set.

    It belongs to the caller, who makes a new one for every question: no search resets it, so none can lose it.
    """

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int64)

    def set(self) -> None:
        """End the thinking that was given this token."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        return bool(self.flag[0])
