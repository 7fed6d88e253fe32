"""The dice: one 64-bit word in an array, so that compiled and interpreted code roll the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

Dice = NDArray[np.uint64]
_WORD = (1 << 64) - 1
_LEFT, _RIGHT, _AGAIN, _HALF = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


def dice(seed: int, stream: int = 0) -> Dice:
    """Fresh dice for a seed; different streams of one seed are independent.

    The seed is stirred (splitmix64), because near seeds give near first rolls otherwise, and 0 would stay 0.
    """
    word = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    word ^= word >> 31
    return np.array([word or 1], dtype=np.uint64)


ROLLED, DECIDED, WORD, ROLLS = 0, 1, 2, 3
"""Where loaded dice keep things; behind ROLLS every roll has two words: what is rolled, and from how many."""


def loaded_dice(rolls: Sequence[int], seed: int = 1) -> Dice:
    """Dice whose first rolls are decided, for those who must see every outcome of a chance event.

    They have space for one roll more, and note there from how many numbers it was: 0 when it never came.
    Rolls that are not decided are as random as any.
    """
    loaded = np.zeros(ROLLS + 2 * len(rolls) + 2, dtype=np.uint64)
    loaded[DECIDED] = len(rolls)
    loaded[WORD] = dice(seed)[0]
    loaded[ROLLS:-2:2] = rolls
    return loaded


@rule
def roll_loaded(rng: Dice, n: int) -> int:
    """Roll what was decided, and note from how many."""
    k = np.int64(rng[ROLLED])
    rng[ROLLED] = np.uint64(k + 1)
    if ROLLS + 2 * k + 1 < len(rng):
        rng[ROLLS + 2 * k + 1] = np.uint64(n)
    if k < np.int64(rng[DECIDED]):
        return np.int64(rng[ROLLS + 2 * k])  # type: ignore[return-value]
    return roll(rng, WORD, n)


@rule
def roll(words: Dice, at: int, n: int) -> int:
    """Stir the word at this place; the bias is below n / 2**32."""
    x = words[at]
    x ^= x << _LEFT
    x ^= x >> _RIGHT
    x ^= x << _AGAIN
    words[at] = x
    return np.int64(((x >> _HALF) * np.uint64(n)) >> _HALF)  # type: ignore[return-value]


@rule
def below(rng: Dice, n: int) -> int:
    """Roll a whole number from 0 to n - 1; loaded dice are longer than one word."""
    return roll(rng, 0, n) if len(rng) == 1 else roll_loaded(rng, n)
