"""Every numbered rule and every ruling has a test that cites it, and the room's data is as announced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright import games
from tilewright.core.contract.dice import below, dice
from tilewright.games.pavilion import meta
from tilewright.play.game import new_game
from tilewright.play.replay import replay
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

pytestmark = pytest.mark.rules

HERE = Path(__file__).parent
RULES = (HERE.parents[2] / "docs" / "rules" / "pavilion.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__))
CITED = set(re.findall(r"\b(?:R\d+\.\d+|[ER]?S\d+)\b", TESTS.replace("_es", " ES").replace("_s", " S")))
VECTORS = (
    *(2, 3, 4, 6, 7, 8, 11, 12, 14, 15, 16, 18, 19, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31, 32, 34, 35, 37, 38),
    *(41, 43, 44, 48, 49, 50, 51, 53, 56, 58, 59, 60, 61, 62, 64, 65, 66, 67, 68, 69, 70),
)


def test_every_rule_is_cited() -> None:
    rules = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", RULES, flags=re.MULTILINE)
    assert len(rules) > 50
    assert [number for number in rules if number not in CITED] == []


def test_every_ruling_is_cited() -> None:
    rulings = re.findall(r"^\| ([ER]S\d+) \|", RULES, flags=re.MULTILINE)
    assert len(rulings) > 15
    assert [number for number in rulings if number not in CITED] == []


def test_every_edge_case_is_cited() -> None:
    """The edge cases of the game are numbered ES1 to ES33."""
    assert [f"ES{k}" for k in range(1, 34) if f"ES{k}" not in CITED] == []


def test_every_vector_is_cited() -> None:
    """The worked examples of the game, by number."""
    assert [f"S{k:02}" for k in VECTORS if f"S{k:02}" not in CITED] == []


def test_rule_sets_are_registered() -> None:
    """R1.4 Two rule sets, one room, told apart by the side."""
    assert [rule_set.choices for rule_set in meta.RULE_SETS] == [(meta.COLOURED,), (meta.MONOCHROME,)]
    for rule_set in meta.RULE_SETS:
        assert games.rule_set(rule_set.id) is rule_set
        room = games.room(rule_set)
        assert room.setup.choices(rule_set, {}, 1) == rule_set.choices
        assert (HERE.parents[2] / "docs" / "rules" / rule_set.rules).exists()


@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
def test_records_replay(rule_set: str) -> None:
    """R5.2 A whole game, kept tiles and all, survives JSON and plain text."""
    game = new_game(rule_set, 2, seed=4)
    rng = dice(4)
    while game.awaiting != "end":
        moves = game.legal_moves
        game.play(moves[below(rng, len(moves))])
    assert any(move.startswith("=") for move in game.moves)
    for text in (write_json(game.record()), write_plain(game.record())):
        assert replay(text).text == game.text
