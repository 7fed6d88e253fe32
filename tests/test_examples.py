"""The examples do what they say, for every game."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
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


@pytest.mark.parametrize("rule_set", ["classic", "duel"])
def test_processes_think_about_what_they_are_sent(rule_set: str) -> None:
    """Views go out, moves come back, and each is one that its view may play."""
    words = [str(EXAMPLES / "think_in_processes.py"), rule_set, "--positions", "3", "--processes", "2"]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("Seat ") and "; points expected: " in line and "; then: " in line for line in lines)
