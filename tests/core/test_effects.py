"""Notes of effects: none is lost in silence, and none is written where there is no space."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright.core.contract.effects import EFFECTS, MOST, tiles_moved
from tilewright.games.classic.effect_data import TELLER

pytestmark = pytest.mark.rules


def test_more_notes_than_there_is_space_for_are_refused_and_harm_nothing() -> None:
    two = np.zeros(2, dtype=EFFECTS)
    for _ in range(MOST + 3):
        tiles_moved(two[0], 1, 2, 3, 4)
    assert two[0].count == MOST + 3
    assert two[1].tobytes() == bytes(EFFECTS.itemsize)
    with pytest.raises(OverflowError, match=f"{MOST + 3} effects, more than {MOST}"):
        TELLER.told(tilewright.new_game("classic", 2, seed=1).state[0], two[0])
