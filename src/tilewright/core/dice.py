"""The dice: one 64-bit word in an array, so that compiled and interpreted code roll the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

Dice = "NDArray[np.uint64]"

_WORD = (1 << 64) - 1
_LEFT, _RIGHT, _AGAIN, _HALF = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


def dice(seed: int, stream: int = 0) -> NDArray[np.uint64]:
    """Fresh dice for a seed; different streams of one seed are independent.

    The seed is stirred (splitmix64), because near seeds give near first rolls otherwise, and 0 would stay 0.
    """
    word = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    word ^= word >> 31
    return np.array([word or 1], dtype=np.uint64)


@rule
def below(rng: Any, n: Any) -> int:
    """Roll a whole number from 0 to n - 1; the bias is below n / 2**32."""
    x = rng[0]
    x ^= x << _LEFT
    x ^= x >> _RIGHT
    x ^= x << _AGAIN
    rng[0] = x
    return np.int64(((x >> _HALF) * np.uint64(n)) >> _HALF)  # type: ignore[return-value]
