"""What reaches the terminal: sentences broken between words, and nothing that a terminal would obey."""

from __future__ import annotations

import pytest

import tilewright
from tests.cli.terminal import Terminal
from tilewright.bots.bot import Candidate, Choice
from tilewright.cli.candidates import show_candidates
from tilewright.cli.screen import LINES_BESIDE, Screen, clean


@pytest.mark.parametrize("columns", [60, 80])
def test_sentences_are_broken_between_words_at_the_terminal(columns: int) -> None:
    with Terminal(
        "play", "classic", "--seed", "5", "--first", "0", "--name", "Ann", "--level", "2", columns=columns
    ) as it:
        it.until("Your move:")
        it.type("3R7")
        shown = it.until("Your move:")

    assert max(len(line) for line in it.text.split("\n")) <= columns
    assert "lines are 1 to 5" in " ".join(shown.split())


@pytest.mark.parametrize("rule_set", ["pavilion", "duel"])
def test_a_small_terminal_shows_opponents_in_brief_and_in_full_on_demand(rule_set: str) -> None:
    with Terminal("play", rule_set, "--seed", "5", "--first", "0", "--name", "Ann", "--level", "2") as it:
        shown = it.until("Your move:").split("\n")
        headline = max(k for k, line in enumerate(shown) if line.startswith(("Round", "Set-up")))
        assert len(shown[headline:]) <= 24 - LINES_BESIDE + 1, "the table and the question"
        it.type("o")
        assert len(it.until("Your move:").strip().split("\n")) > 24


def test_a_line_of_a_list_goes_on_below_its_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "takes 1 green and 1 purple joker from factory 1: hand P1 G1"
    Screen(plain=False).item("1G", said)
    assert capsys.readouterr().out == f"  1G     {said}\n"
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "60")
    Screen(plain=True).item("1G", said)
    first, second = capsys.readouterr().out.rstrip().split("\n")
    assert first.rstrip() == "  1G     takes 1 green and 1 purple joker from factory 1:"
    assert second.rstrip() == "         hand P1 G1"


def test_a_hint_fits_sixty_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "60")
    game = tilewright.new_game("classic", auto_deal=False, first=0)
    game.deal("YYKW BBKW RRKW BBYW YKWW")
    move = game.parse("1Y2")
    candidate = Candidate(move, (10.0, 8.0), (0.5, 0.5))
    show_candidates(Screen(plain=False), game.view(0), Choice(move, candidates=(candidate,)))
    [row] = [line for line in capsys.readouterr().out.split("\n") if "1Y2" in line]
    assert row.rstrip().endswith("takes 2 yellow from factory 1 to line 2")


def test_nothing_a_terminal_obeys_comes_from_a_name() -> None:
    assert clean("Ann\x1b[2J\x9b\x07 \u202eB\n") == "Ann?[2J?? ?B\n"
    assert clean("Zoë 棋 🀄") == "Zoë 棋 🀄"
