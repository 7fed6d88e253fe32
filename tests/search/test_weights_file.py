"""The weights that are shipped, and files of weights in general."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright
from tilewright import games
from tilewright.core.errors import BadWeights, CannotWrite
from tilewright.search.weights_file import read_weights, weights_of, write_weights

RULE_SETS = tilewright.rule_sets()


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.id)
def test_every_rule_set_has_weights_and_says_what_made_them(rule_set: tilewright.RuleSet) -> None:
    evaluation = games.room(rule_set).search.evaluation
    file = read_weights(evaluation.data)

    assert evaluation.evaluator(weights_of(evaluation, rule_set.id)).shape == (1,)
    assert set(file.hand[rule_set.id]) == set(file.weights[rule_set.id])
    if file.made_by[rule_set.id] == "by hand":
        assert file.weights[rule_set.id] == file.hand[rule_set.id]
    else:
        assert file.made_by[rule_set.id].startswith(f"tilewright tune {rule_set.id} ")
        assert file.weights[rule_set.id] != file.hand[rule_set.id]


def test_a_thinker_plays_by_the_weights_it_is_given(tmp_path: Path) -> None:
    """Weights that say a floor of tiles is all that counts lead to other moves."""
    game = tilewright.new_game("classic", seed=3)
    file = read_weights(game.room.search.evaluation.data)
    file.weights["classic"] |= {"fills": [0.0] * 5, "carried": [0.0] * 4, "starter": 40.0}
    other = tmp_path / "other.json"
    write_weights(other, file)

    usual = tilewright.bot("thinker@300n").choose(game.view(0))
    mad = tilewright.bot(f"thinker@300n+{other}").choose(game.view(0))

    assert usual.points != mad.points


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not hold weights"),
        ("[" * 100_000, "does not hold weights"),
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


def test_a_thinker_without_weights_for_a_game_never_plays_it_by_those_of_another(tmp_path: Path) -> None:
    file = read_weights(tilewright.new_game("classic").room.search.evaluation.data)
    del file.weights["crystal-1"]
    only = tmp_path / "only.json"
    write_weights(only, file)
    thinker = tilewright.bot(f"thinker@50n+{only}")
    thinker.choose(tilewright.new_game("classic", seed=3).view(0))
    other = tilewright.new_game("crystal-1", seed=3).view(0)

    for _ in range(2):
        with pytest.raises(BadWeights, match="no weights for crystal-1"):
            thinker.choose(other)


def test_a_written_file_reads_back(tmp_path: Path) -> None:
    file = read_weights(tilewright.new_game("pavilion").room.search.evaluation.data)
    write_weights(tmp_path / "copy.json", file)

    assert read_weights(tmp_path / "copy.json") == file
    with pytest.raises(CannotWrite, match="cannot write"):
        write_weights(tmp_path / "no" / "such" / "folder.json", file)
