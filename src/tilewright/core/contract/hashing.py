"""Tables of fixed random words, from which rooms build the keys of positions.

Words have 62 bits, so that two of them can be added without overflow, compiled or interpreted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tilewright.core.compiling.compiled import Integers

BITS = 62
MASK = (1 << BITS) - 1
_WORD = (1 << 64) - 1


def random_words(shape: tuple[int, ...], seed: int) -> Integers:
    """An array of random words, always the same for a seed."""
    words = np.empty(int(np.prod(shape)), dtype=np.int64)
    state = seed * 0xD1342543DE82EF95 & _WORD
    for k in range(len(words)):
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        words[k] = (word ^ (word >> 31)) & MASK
    return words.reshape(shape)
