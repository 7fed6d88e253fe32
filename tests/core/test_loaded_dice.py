"""Dice whose rolls are decided beforehand."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import below, dice, loaded_dice
from tilewright.play import entries

pytestmark = pytest.mark.rules


def test_loaded_dice_roll_what_was_decided_and_note_from_how_many() -> None:
    loaded = loaded_dice([3, 1])
    assert [below(loaded, 6), below(loaded, 2)] == [3, 1]
    below(loaded, 10)
    assert loaded[4::2].tolist() == [6, 2, 10]


def test_a_roll_that_never_came_is_noted_as_from_none() -> None:
    loaded = loaded_dice([3])
    below(loaded, 6)
    assert int(loaded[-1]) == 0


def test_rolls_that_are_not_decided_are_those_of_ordinary_dice() -> None:
    loaded, ordinary = loaded_dice([], seed=4), dice(4)
    assert [below(loaded, 100) for _ in range(9)] == [below(ordinary, 100) for _ in range(9)]


@pytest.mark.parametrize("rule_set", [rule_set.id for rule_set in tilewright.rule_sets()])
def test_a_deal_with_decided_rolls_is_repeated_exactly(rule_set: str) -> None:
    """The rolls of a deal decide it: what they draw, drawn exactly, gives the same table."""
    game = tilewright.new_game(rule_set, seed=1, auto_deal=False)
    drawn = np.zeros(game.room.deals.most, dtype=COUNT)
    one, other, exact = (game.state.copy() for _ in range(3))
    n = entries.deal(one, loaded_dice([1, 0, 1]), drawn)
    entries.deal(other, loaded_dice([1, 0, 1]), np.zeros_like(drawn))
    entries.deal_exactly(exact, drawn, n)
    assert one.tobytes() == other.tobytes() == exact.tobytes()
