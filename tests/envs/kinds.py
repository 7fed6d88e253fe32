"""Every kind of game there is, for tests that must hold for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = [(rule_set.id, players) for rule_set in tilewright.rule_sets() for players in rule_set.players]
RULE_SETS = [rule_set.id for rule_set in tilewright.rule_sets()]
SOME_GAMES = 5


def every_kind(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for every rule set and number of players."""
    return pytest.mark.parametrize(("rule_set", "players"), KINDS)(test)
