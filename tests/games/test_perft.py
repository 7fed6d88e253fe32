"""Golden counts of lines of play; they change only on purpose, with ``--snapshot-update``."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import tilewright
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.search.perft import perft

pytestmark = pytest.mark.rules

DEEP = pytest.mark.skipif(INTERPRETED, reason="too many lines of play for the interpreter")
DEPTHS = [1, 2, pytest.param(3, marks=DEEP), pytest.param(4, marks=DEEP)]
OPENINGS = [(known.id, players) for known in tilewright.rule_sets() for players in known.players]
CLASSIC = [known.id for known in tilewright.rule_sets() if known.room == "classic"]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("rule_set", "players"), OPENINGS)
def test_perft_of_an_opening_is_as_it_was(rule_set: str, players: int, depth: int, snapshot: SnapshotAssertion) -> None:
    game = tilewright.new_game(rule_set, players, seed=1)
    assert perft(game.state, depth, game.room.moves.most) == snapshot


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_walls_of_the_classic_game_open_alike(players: int) -> None:
    """The walls differ, the offer does not: the first moves of all four rule sets are as many."""
    openings = [tilewright.new_game(rule_set, players, seed=1) for rule_set in CLASSIC]
    assert len({perft(game.state, 2, game.room.moves.most) for game in openings}) == 1
