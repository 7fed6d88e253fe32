"""Many games and searches: nothing may be read or written beside an array.

Run once more with NUMBA_BOUNDSCHECK=1, where that raises. Interpreted rules see to their bounds by themselves.
"""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import games
from tilewright.bots.thinker import Thinker
from tilewright.core.compiled import COUNT, Counts, rule
from tilewright.core.compiler import BOUNDS_CHECKED
from tilewright.core.dice import dice
from tilewright.core.meta import RuleSet
from tilewright.search.soak import ENDINGS, TALLY, soak

pytestmark = pytest.mark.bounds

ROOMS = {known.room: known for known in games.RULE_SETS}.values()


@rule
def reach(counts: Counts, index: int) -> int:
    return counts[index]


@pytest.mark.skipif(not BOUNDS_CHECKED, reason="without bounds checks nobody would notice")
def test_reading_beside_an_array_is_noticed() -> None:
    with pytest.raises(IndexError):
        reach(np.zeros(3, dtype=COUNT), 3)


@pytest.mark.parametrize(
    ("rule_set", "players"), [(known, players) for known in games.RULE_SETS for players in known.players], ids=str
)
def test_random_games_keep_every_invariant(rule_set: RuleSet, players: int) -> None:
    room = games.room(rule_set)
    choices = np.array(room.choices(rule_set, {}, players), dtype=COUNT)
    states, tally, endings = np.zeros(1, dtype=room.state), np.zeros(1, dtype=TALLY), np.zeros(ENDINGS, dtype=np.int64)
    soak(states, tally, endings, players, choices, 100, room.most_moves, room.most_drawn, -1, dice(players))
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
