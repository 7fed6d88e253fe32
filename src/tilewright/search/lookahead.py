"""One move ahead: what each legal move makes of a seat's prospect."""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import Counts, Reals, Records, rule
from tilewright.core.contract.verbs import play, prospect


@rule
def prospects(states: Records, moves: Counts, n: int, seat: int, values: Reals) -> None:
    """Write the seat's prospect after each of the ``n`` moves."""
    after = np.zeros(1, dtype=states.dtype)
    for k in range(n):
        after[0] = states[0]
        play(after[0], moves[k])
        values[k] = prospect(after[0], seat)
