"""The examples do what they say, for every game."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

import tilewright

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("known", tilewright.rule_sets(), ids=lambda known: known.id)
def test_any_game_is_played_to_its_end_from_data_alone(
    known: tilewright.RuleSet, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.spec_from_file_location("draw_from_data", EXAMPLES / "draw_from_data.py")
    assert found
    assert found.loader
    example = importlib.util.module_from_spec(found)
    found.loader.exec_module(example)
    rng, game = random.Random(known.id), tilewright.new_game(known.id, known.players[-1], seed=3)

    def ask(part: str) -> str:
        assert part.endswith("? ")
        offered = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
        return rng.choice(["never heard of", *[value for value in offered if value != "not"]])

    example.play(game, ask)
    assert game.awaiting == "end"
    assert "the end" in capsys.readouterr().out


def test_the_example_names_no_game() -> None:
    source = (EXAMPLES / "draw_from_data.py").read_text().partition('"""\n\nimport')[2]
    words = {known.id for known in tilewright.rule_sets()} | {"factor", "wall", "star", "dome", "colour", "floor"}
    assert [word for word in words if word in source] == []
