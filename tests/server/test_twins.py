"""What a seat cannot know does not reach it: a short run of `python -m tests.soak.twins`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.soak.twins import compare
from tilewright.server import views

if TYPE_CHECKING:
    import pytest

FRAMES = 300


def test_two_worlds_that_differ_in_hidden_things_look_alike() -> None:
    found = compare("duel", 2, FRAMES)

    assert found.differences == []
    assert found.worlds > FRAMES / 20


def test_a_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "position_of", lambda table, seat: table.game.as_data() | {"seat": seat})

    assert compare("duel", 2, 60).differences
