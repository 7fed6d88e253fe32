"""Chance laid open: every outcome of a deal, roll by roll, found with loaded dice.

A deal is a row of rolls. For each roll this lists what may come of it: rolls that draw the same things are
one outcome, with their chances added. It works for every room, because it asks the room's own ``deal``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.dice import DECIDED, ROLLED, ROLLS, WORD, loaded_dice
from tilewright.core.verbs import deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.room import Room


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may come of a roll: its chance, a roll that gives it, and what has been drawn with it so far."""

    chance: float
    roll: int
    drawn: tuple[int, ...]


@rule
def try_deal(states: Records, rng: Any, drawn: Counts) -> int:
    """Deal on a copy; return how many things were drawn."""
    copy = np.zeros(1, dtype=states.dtype)
    copy[0] = states[0]
    return deal(copy[0], rng, drawn)


@rule
def try_rolls(states: Records, rng: Any, word: Any, sides: int, drawn: Counts, counts: Any) -> None:
    """Deal on copies, once with each value of the last roll that is decided; all else stays the same."""
    copy = np.zeros(1, dtype=states.dtype)
    last = ROLLS + 2 * np.int64(rng[DECIDED]) - 2
    for value in range(sides):
        copy[0] = states[0]
        rng[ROLLED] = np.uint64(0)
        rng[WORD] = word
        rng[last] = np.uint64(value)
        counts[value] = deal(copy[0], rng, drawn[value])


def outcomes(room: Room, states: Records, rolls: Sequence[int]) -> list[Outcome]:
    """What may come of the next roll after these; none when they decide the whole deal."""
    dice = loaded_dice(rolls)
    try_deal(states, dice, np.empty(room.most_drawn, dtype=COUNT))
    if (sides := int(dice[-1])) == 0:
        return []
    dice = loaded_dice([*rolls, 0])
    drawn, counts = np.zeros((sides, room.most_drawn), dtype=COUNT), np.zeros(sides, dtype=np.int64)
    try_rolls(states, dice, dice[WORD], sides, drawn, counts)
    found: dict[tuple[int, ...], list[int]] = {}
    for value, (row, n) in enumerate(zip(drawn.tolist(), counts.tolist(), strict=True)):
        found.setdefault(tuple(row[:n]), []).append(value)
    shown = _told_apart(list(found), len(rolls)) + 1
    return [Outcome(len(values) / sides, values[0], things[:shown]) for things, values in found.items()]


def _told_apart(rows: list[tuple[int, ...]], otherwise: int) -> int:
    """The first place at which rows differ."""
    if len(rows) == 1:
        return otherwise
    return next(k for k, things in enumerate(zip(*rows, strict=False)) if len(set(things)) > 1)
