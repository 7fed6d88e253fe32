"""Careful games go as they went, move for move and point for point."""

from __future__ import annotations

import pytest

from tests.games.playthroughs import EVERY_TABLE, FOLDER, golden, tell, told_events
from tilewright.core.contract.meta import RuleSet

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE, ids=lambda one: getattr(one, "id", str(one)))
def test_a_playthrough_goes_as_it_went(rule_set: RuleSet, players: int) -> None:
    text = golden(rule_set, players).read_text()
    assert tell(rule_set, players, told_events(text)) == text


def test_there_is_a_playthrough_for_each_table_and_no_other() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(golden(rule_set, players) for rule_set, players in EVERY_TABLE)
