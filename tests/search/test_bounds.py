"""Many games and searches: nothing may be read or written beside an array.

Run once more with NUMBA_BOUNDSCHECK=1, where that raises. Interpreted rules see to their bounds by themselves.
"""

from __future__ import annotations

import sys

import numpy as np
import pytest

import tilewright
from tests.kit.evaluators import evaluator_of
from tilewright import games
from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import COUNT, INTERPRETED, Counts, rule
from tilewright.core.compiling.compiler import BOUNDS_CHECKED
from tilewright.core.contract.dice import dice
from tilewright.core.contract.meta import RuleSet
from tilewright.core.contract.verbs import MAX_PLAYERS, evaluate, key
from tilewright.search.soak import SOAKING, TALLY, soak

pytestmark = pytest.mark.bounds

ROOMS = {known.room: known for known in games.rule_sets()}.values()


@rule
def reach(counts: Counts, index: int) -> int:
    return counts[index]


@pytest.mark.skipif(not BOUNDS_CHECKED, reason="without bounds checks nobody would notice")
def test_reading_beside_an_array_is_noticed() -> None:
    with pytest.raises(IndexError):
        reach(np.zeros(3, dtype=COUNT), 3)


@pytest.mark.parametrize(
    ("rule_set", "players"), [(known, players) for known in games.rule_sets() for players in known.players], ids=str
)
def test_random_games_keep_every_invariant(rule_set: RuleSet, players: int) -> None:
    room = games.room(rule_set)
    choices = np.array(room.setup.choices(rule_set, {}, players), dtype=COUNT)
    states, tally, soaking = np.zeros(1, dtype=room.state), np.zeros(1, dtype=TALLY), np.zeros(1, dtype=SOAKING)
    soaking[0] = (players, 100, room.moves.most, room.deals.most, -1)
    soak(states, tally, soaking, choices, dice(players))
    assert tally[0].games == 100
    assert tally[0].violations == 0


@pytest.mark.parametrize("rule_set", ROOMS, ids=lambda known: known.room)
def test_a_thinker_plays_to_the_end(rule_set: RuleSet) -> None:
    for players in rule_set.players[:2]:
        game = tilewright.new_game(rule_set.id, players, seed=3)
        thinker = Thinker(nodes=60)
        while game.awaiting != "end":
            game.play(thinker.choose(game.view(game.to_move or 0)).move)
        assert game.winners


def is_in_room(name: str, room: str, module: str) -> bool:
    """Is this a module of the room, in whichever of its folders?"""
    return name.startswith(f"tilewright.games.{room}.") and name.endswith(f".{module}")


@pytest.mark.rules
@pytest.mark.skipif(not INTERPRETED, reason="only interpreted rules notice; compiled, the result is undefined")
@pytest.mark.parametrize("rule_set", ROOMS, ids=lambda known: known.room)
def test_no_key_and_no_evaluation_overflows(rule_set: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of the source are as wide as they are compiled, where Python's own would never overflow."""
    game = tilewright.new_game(rule_set.id, rule_set.players[-1], seed=4)
    evaluators, points = evaluator_of(game), np.zeros(MAX_PLAYERS)
    for module in ("keys", "evaluate", "searching"):
        [home] = (found for name, found in sys.modules.items() if is_in_room(name, rule_set.room, module))
        for name in [name for name, value in vars(home).items() if type(value) is int]:
            monkeypatch.setattr(home, name, np.int64(getattr(home, name)))
    with np.errstate(over="raise"):
        for _ in range(12):
            after = game.state.copy()
            assert key(after[0]) > 0
            evaluate(after[0], points, evaluators[0])
            game.play(game.legal_moves[-1])
