"""The weights that are shipped, and files of weights in general."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import tilewright
from tilewright import games
from tilewright.core.errors import BadWeights
from tilewright.search.weighing import read_weights, weights_of

RULE_SETS = tilewright.rule_sets()


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.id)
def test_every_rule_set_has_weights_and_says_what_made_them(rule_set: tilewright.RuleSet) -> None:
    judge = games.room(rule_set).judge
    file = read_weights(judge.data)

    assert judge.mind(weights_of(judge, rule_set.id)).shape == (1,)
    assert set(file.hand[rule_set.id]) == set(file.weights[rule_set.id])
    assert file.made_by[rule_set.id].startswith(f"tilewright tune {rule_set.id} ")


def test_a_thinker_plays_by_the_weights_it_is_given(tmp_path: Path) -> None:
    """Weights that say a floor of tiles is all that counts lead to other moves."""
    game = tilewright.new_game("classic", seed=3)
    file = read_weights(game.room.judge.data)
    file.weights["classic"] |= {"fills": [0.0] * 5, "carried": [0.0] * 4, "starter": 40.0}
    other = tmp_path / "other.json"
    other.write_bytes(msgspec.json.encode(file))

    usual = tilewright.bot("thinker@300n").choose(game.view(0))
    mad = tilewright.bot(f"thinker@300n+{other}").choose(game.view(0))

    assert usual.points != mad.points


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not hold weights"),
        ('{"weights": {}}', "missing required field"),
        ('{"made_by": {}, "hand": {}, "weights": {}}', "has no weights for classic"),
        ('{"made_by": {}, "hand": {}, "weights": {"classic": {}}}', "'spread' is missing"),
    ],
)
def test_a_file_that_holds_no_weights_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    game = tilewright.new_game("classic", seed=3)

    with pytest.raises(BadWeights, match=reason):
        tilewright.bot(f"thinker@300n+{file}").choose(game.view(0))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"No such file.*nothing\.json"):
        read_weights(tmp_path / "nothing.json")
