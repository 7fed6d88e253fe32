"""Golden counts of lines of play; they change only on purpose, with ``--snapshot-update``."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import tilewright
from tests.kit.naive_classic import RULE_SETS
from tilewright.core.compiled import INTERPRETED
from tilewright.search.perft import perft

pytestmark = pytest.mark.rules

DEEP = pytest.mark.skipif(INTERPRETED, reason="too many lines of play for the interpreter")
DEPTHS = [1, 2, pytest.param(3, marks=DEEP), pytest.param(4, marks=DEEP)]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_perft_of_an_opening_is_as_it_was(rule_set: str, players: int, depth: int, snapshot: SnapshotAssertion) -> None:
    game = tilewright.new_game(rule_set, players, seed=1)
    assert perft(game.state, depth, game.room.most_moves) == snapshot


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_rule_sets_open_alike(players: int) -> None:
    """The walls differ, the offer does not: the first moves of all four rule sets are as many."""
    openings = [tilewright.new_game(rule_set, players, seed=1) for rule_set in RULE_SETS]
    assert len({perft(game.state, 2, game.room.most_moves) for game in openings}) == 1
