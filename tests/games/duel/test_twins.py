"""R14: what a seat may not know shows in none of the shapes it is given; see twins.py."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.duel.twins import compare
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.games.duel.interface import watching
from tilewright.play import entries

pytestmark = pytest.mark.rules

PAIRS = 50 if INTERPRETED else 2400
SEEDS = range(60)


def test_twins_look_the_same_in_every_shape() -> None:
    """R14 Views, choices with forecasts, and events: byte for byte."""
    compared, changed, found = compare(SEEDS, PAIRS, every=5 if INTERPRETED else 1)
    assert (compared, found) == (PAIRS, {})
    assert changed > PAIRS // 3


def show_everything(*_: Any) -> None:
    """A view that hides nothing."""


LEAKS = {
    "data": (entries, "observe", show_everything),
    "events": (watching, "observe", show_everything),
    "hand": (watching.Watched, "knows_hand_of", lambda *_: True),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view, the places of plates, or the plates of a hand told to everybody."""
    monkeypatch.setattr(*LEAKS[leak])
    found = compare(SEEDS, 200)[2]
    assert found["data" if leak == "data" else "events"] > 0
