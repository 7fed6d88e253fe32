"""Chance laid open: every outcome of a deal, roll by roll, found with loaded dice.

A deal is a row of rolls. For each roll this lists what may come of it: rolls that draw the same things are
one outcome, with their chances added. It works for every room, because it asks the room's own ``deal``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Records, rule
from tilewright.core.contract.dice import DECIDED, ROLLED, ROLLS, WORD, Dice
from tilewright.core.contract.verbs import deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.contract.room import Room


MOST_SIDES = 256
"""From no more numbers does any deal roll."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of a deal: for each outcome its chance, and a roll that gives it."""

    chances: tuple[float, ...]
    rolls: tuple[int, ...]

    def __deepcopy__(self, memo: object) -> Self:
        """Nothing in it ever changes."""
        return self


@rule
def load(rolls: Dice, more: int) -> Dice:
    """Dice whose first rolls are decided, with space for one roll more (``loaded_dice`` for compiled code)."""
    n = len(rolls) + more
    loaded = np.zeros(ROLLS + 2 * n + 2, dtype=np.uint64)
    loaded[DECIDED] = n
    loaded[WORD] = 1
    for k in range(len(rolls)):
        loaded[ROLLS + 2 * k] = rolls[k]
    return loaded


@rule
def list_outcomes(
    states: Records, rolls: Dice, drawn: Counts, counts: Integers, ways: Integers, values: Integers
) -> tuple[int, int]:
    """List what may come of the roll after these; return how many outcomes it has, and from how many numbers it is."""
    copy = np.zeros(1, dtype=states.dtype)
    copy[0] = states[0]
    probe = load(rolls, 0)
    deal(copy[0], probe, drawn[0])
    sides: Any = np.int64(probe[-1])
    if sides == 0 or sides > len(drawn):
        return 0, sides
    return try_rolls(states, load(rolls, 1), sides, drawn, counts, ways, values), sides


@rule
def try_rolls(
    states: Records, rng: Dice, sides: int, drawn: Counts, counts: Integers, ways: Integers, rolls: Integers
) -> int:
    """Deal on copies with values of the last roll that is decided; all else stays the same.

    Values that draw the same are one outcome; return how many there are. A deal looks for what a roll means by going
    through what may be drawn, so values that draw the same lie side by side: halving finds where they end.
    """
    copy = np.zeros(1, dtype=states.dtype)
    word = rng[WORD]
    n = value = 0
    while value < sides:
        counts[n] = deal_with(value, copy, states, rng, word, drawn[n])
        same, other = value, sides
        while other - same > 1:
            middle = (same + other) // 2
            counts[n + 1] = deal_with(middle, copy, states, rng, word, drawn[n + 1])
            if is_alike(drawn, counts, n, n + 1):
                same = middle
            else:
                other = middle
        ways[n], rolls[n] = other - value, value
        value = other
        n += 1
    return n


@rule
def deal_with(value: int, copy: Records, states: Records, rng: Dice, word: np.uint64, drawn: Counts) -> int:
    """Deal on a copy, the last roll that is decided being this; return how many things were drawn."""
    copy[0] = states[0]
    rng[ROLLED] = np.uint64(0)
    rng[WORD] = word
    rng[ROLLS + 2 * np.int64(rng[DECIDED]) - 2] = np.uint64(value)
    return deal(copy[0], rng, drawn)


@rule
def is_alike(drawn: Counts, counts: Integers, one: int, other: int) -> bool:
    """Are two rows the same?"""
    if counts[one] != counts[other]:
        return False
    for k in range(counts[one]):
        if drawn[one, k] != drawn[other, k]:
            return False
    return True


class Chance:
    """What chance may do in a room, with the arrays it is listed in."""

    def __init__(self, room: Room) -> None:
        self._drawn = np.empty((MOST_SIDES, room.deals.most), dtype=COUNT)
        self._counts, self._ways, self._values = np.empty((3, MOST_SIDES), dtype=np.int64)

    def _list(self, states: Records, rolls: Sequence[int]) -> tuple[int, int]:
        decided = np.array(rolls, dtype=np.uint64)
        n, sides = list_outcomes(states, decided, self._drawn, self._counts, self._ways, self._values)
        if sides > MOST_SIDES:
            raise NotImplementedError(f"a roll from {sides} numbers")
        return n, sides

    def next_roll(self, states: Records, rolls: Sequence[int]) -> Roll | None:
        """What may come of the next roll after these; None when they decide the whole deal."""
        n, sides = self._list(states, rolls)
        if n == 0:
            return None
        return Roll(tuple([ways / sides for ways in self._ways[:n].tolist()]), tuple(self._values[:n].tolist()))

    def drawn(self, states: Records, rolls: Sequence[int]) -> list[tuple[int, ...]]:
        """What has been drawn so far, for each outcome of the next roll."""
        n, _ = self._list(states, rolls)
        rows = [tuple(self._drawn[row, : self._counts[row]].tolist()) for row in range(n)]
        shown = _told_apart(rows, len(rolls)) + 1
        return [row[:shown] for row in rows]


def _told_apart(rows: list[tuple[int, ...]], otherwise: int) -> int:
    """The first place at which rows differ."""
    if len(rows) == 1:
        return otherwise
    return next(k for k, things in enumerate(zip(*rows, strict=False)) if len(set(things)) > 1)
