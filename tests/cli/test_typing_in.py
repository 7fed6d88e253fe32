"""Typing in a game from cardboard: everything is checked at once, and nothing that was right is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright
from tests.bots.test_simple import play
from tests.cli.inside import run
from tests.cli.terminal import Terminal
from tests.cli.test_commands import clear_line
from tilewright.play.game import Game
from tilewright.play.replay import read_file, replay


def typed(game: Game) -> list[str]:
    """A game as somebody would type it."""
    return [event.notation for event in game.events]


@pytest.mark.parametrize(
    ("rule_set", "players", "suffix"), [("classic", 3, "txt"), ("pavilion", 2, "txt"), ("duel", 2, "json")]
)
def test_a_whole_game_is_typed_in(rule_set: str, players: int, suffix: str, tmp_path: Path) -> None:
    game, path = play(rule_set, ["random"] * players, 3), tmp_path / f"game.{suffix}"
    names = ["Ann", "Bo", "Cy"][:players]
    done = run("type-in", str(path), rule_set, "--seats", ", ".join(names), typed="\n".join(typed(game)))

    assert done.returncode == 0, done.stderr
    record = read_file(path)
    assert (record.seats, record.rounds, record.result) == (names, game.record().rounds, game.result())
    assert "The game is over" in done.stdout


def test_a_bad_line_is_named_and_what_came_before_it_is_kept(tmp_path: Path) -> None:
    game, path = tilewright.new_game("classic", seed=3), tmp_path / "game.txt"
    deal = game.events[0].notation
    moves = [game.play(game.legal_moves[0]).notation for _ in range(4)]
    first = "\n".join(["# at home", deal, " ".join(moves[:2]), f"{moves[2]} 9R9", moves[3]])

    clear_line(run("type-in", str(path), typed=first), "line 4")
    assert replay(read_file(path)).moves == moves[:3]
    again = run("type-in", str(path), typed=f"scores 1 1\n{moves[3]}")
    clear_line(again, "line 1: the rules give 0 0, not 1 1")
    assert run("type-in", str(path), typed=f"scores 0 0\n{moves[3]}\n").returncode == 0
    assert replay(read_file(path)).moves == moves


@pytest.mark.parametrize("words", [("duel",), ("--seats", "X,Y"), ("classic", "--players", "3")])
def test_a_game_that_is_there_is_not_taken_for_another(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("type-in", str(path), "--seats", "Anna,Bo", typed="")
    before = path.read_text()

    clear_line(run("type-in", str(path), *words, typed=""), "game.txt")
    assert path.read_text() == before
    assert run("type-in", str(path), "classic", typed="").returncode == 0


def test_a_seat_without_a_name_is_refused(tmp_path: Path) -> None:
    clear_line(run("type-in", str(tmp_path / "game.txt"), "--seats", "A,,B", typed=""), "empty")


def test_moves_and_draws_are_taken_back_one_by_one(tmp_path: Path) -> None:
    game, path = tilewright.new_game("classic", seed=3), tmp_path / "game.json"
    deal = game.events[0].notation
    moves = [game.play(game.legal_moves[0]).notation for _ in range(2)]

    run("type-in", str(path), typed="\n".join([deal, *moves, "undo"]))
    assert replay(read_file(path)).moves == moves[:1]
    run("type-in", str(path), typed="undo\nundo")
    assert read_file(path).rounds == []
    clear_line(run("type-in", str(path), typed="undo"), "line 1: there is nothing to undo")


def test_a_file_that_is_no_record_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann")

    clear_line(run("type-in", str(path)), "is not a record")
    assert path.read_text() == "Dear Ann"
    clear_line(run("type-in", str(tmp_path / "x.txt"), "--seats", "Ann,Bo", "--players", "3"), "--seats names 2")


def test_at_a_terminal_a_mistake_is_told_and_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with Terminal("type-in", str(path), "--seats", "Ann,Bo") as terminal:
        terminal.until("what was drawn? ")
        terminal.type("BBYR KKWW")
        terminal.until("what was drawn? ")
        terminal.type("BBYR KKWW YYYK RRBW WWWB")
        terminal.until("Round 1, Ann: ")
        terminal.type("1 green 2")
        terminal.until("Round 1, Ann: ")
        terminal.type("1 blue 2")
        terminal.until("Round 1, Bo: ")
        terminal.type("quit")
        assert terminal.end() == 0
    assert replay(read_file(path)).moves == ["1B2"]
