"""Chance laid open: every outcome of a deal, roll by roll, found with loaded dice.

A deal is a row of rolls. For each roll this lists what may come of it: rolls that draw the same things are
one outcome, with their chances added. It works for every room, because it asks the room's own ``deal``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.dice import DECIDED, ROLLED, ROLLS, WORD, loaded_dice
from tilewright.core.verbs import deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.room import Room


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of a deal: for each outcome its chance, a roll that gives it, and what is then drawn so far."""

    chances: tuple[float, ...]
    rolls: tuple[int, ...]
    drawn: tuple[tuple[int, ...], ...]

    def __deepcopy__(self, memo: object) -> Self:
        """Nothing in it ever changes."""
        return self


@rule
def try_deal(states: Records, rng: Any, drawn: Counts) -> int:
    """Deal on a copy; return how many things were drawn."""
    copy = np.zeros(1, dtype=states.dtype)
    copy[0] = states[0]
    return deal(copy[0], rng, drawn)


@rule
def try_rolls(states: Records, rng: Any, sides: int, drawn: Counts, counts: Any, ways: Any, rolls: Any) -> int:
    """Deal on copies, once with each value of the last roll that is decided; all else stays the same.

    Values that draw the same are one outcome; return how many there are.
    """
    copy = np.zeros(1, dtype=states.dtype)
    last = ROLLS + 2 * np.int64(rng[DECIDED]) - 2
    word = rng[WORD]
    n = 0
    for value in range(sides):
        copy[0] = states[0]
        rng[ROLLED] = np.uint64(0)
        rng[WORD] = word
        rng[last] = np.uint64(value)
        counts[n] = deal(copy[0], rng, drawn[n])
        like = alike(drawn, counts, n)
        if like == n:
            ways[n], rolls[n] = 0, value
            n += 1
        ways[like] += 1
    return n


@rule
def alike(drawn: Counts, counts: Any, n: int) -> int:
    """The first row that is the same as row ``n``."""
    for row in range(n):
        same = counts[row] == counts[n]
        for k in range(counts[n]):
            same = same and drawn[row, k] == drawn[n, k]
        if same:
            return row
    return n


def next_roll(room: Room, states: Records, rolls: Sequence[int]) -> Roll | None:
    """What may come of the next roll after these; None when they decide the whole deal."""
    dice = loaded_dice(rolls)
    try_deal(states, dice, np.empty(room.most_drawn, dtype=COUNT))
    if (sides := int(dice[-1])) == 0:
        return None
    drawn = np.empty((sides, room.most_drawn), dtype=COUNT)
    counts, ways, values = np.empty((3, sides), dtype=np.int64)
    n = try_rolls(states, loaded_dice([*rolls, 0]), sides, drawn, counts, ways, values)
    rows = [tuple(drawn[row, : counts[row]].tolist()) for row in range(n)]
    shown = _told_apart(rows, len(rolls)) + 1
    return Roll(
        chances=tuple((ways[:n] / sides).tolist()),
        rolls=tuple(values[:n].tolist()),
        drawn=tuple(row[:shown] for row in rows),
    )


def _told_apart(rows: list[tuple[int, ...]], otherwise: int) -> int:
    """The first place at which rows differ."""
    if len(rows) == 1:
        return otherwise
    return next(k for k, things in enumerate(zip(*rows, strict=False)) if len(set(things)) > 1)
