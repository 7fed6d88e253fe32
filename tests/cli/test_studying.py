"""Looking back at a game: replaying it step by step, and what an analysis tells."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import tilewright
from tests.bots.test_simple import play
from tests.cli.inside import run
from tests.cli.terminal import Terminal
from tests.cli.test_commands import clear_line
from tilewright.bots.thinker import Thinker
from tilewright.cli.analysis import Wanted, analyse_game
from tilewright.cli.graph import line_of
from tilewright.cli.screen import Screen
from tilewright.core.contract.dice import below, dice
from tilewright.play.game import Game
from tilewright.play.replay import read_file
from tilewright.records.record import write_json
from tilewright.review.analysis import review


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(write_json(short_game().record(["Ann", "Bob"])))
    return path


def short_game() -> Game:
    game = tilewright.new_game("classic", seed=3)
    for _ in range(5):
        game.play(game.legal_moves[-1])
    return game


def test_a_replay_speaks_words(file: Path) -> None:
    done = run("replay", str(file), "--plain")

    assert "Ann takes" in done.stdout
    assert "Dealt: " in done.stdout
    assert f"[{short_game().moves[-1]}]" in done.stdout
    assert "so far everything agrees" in done.stdout


def test_a_replay_goes_step_by_step_forwards_and_back(file: Path) -> None:
    moves = short_game().moves
    with Terminal("replay", str(file)) as terminal:
        terminal.until("0 of 5:")
        terminal.type("")
        assert f"[{moves[0]}]" in terminal.until("1 of 5:")
        terminal.type("")
        assert f"[{moves[1]}]" in terminal.until("2 of 5:")
        terminal.type("b")
        assert f"[{moves[0]}]" in terminal.until("1 of 5:")
        terminal.type("b")
        assert "where the game begins" in terminal.until("1 of 5:")
        terminal.type("5")
        shown = terminal.until("5 of 5:")
        assert f"[{moves[4]}]" in shown
        assert "so far everything agrees" in shown
        terminal.type("")
        assert "where the record ends" in terminal.until("5 of 5:")
        terminal.type("r")
        assert "in this round" in terminal.until("5 of 5:")
        terminal.type("what")
        assert "Enter shows the next move" in terminal.until("5 of 5:")
        terminal.type("q")
        assert terminal.end() == 0


def test_rules_come_in_the_pager(tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    with Terminal("rules", "classic", PAGER=f"cat > {seen}; true") as terminal:
        assert terminal.end() == 0

    assert "R1.1" in seen.read_text()
    assert "R1.1" not in terminal.text


def test_an_analysis_numbers_moves_and_speaks_of_percentage_points(file: Path) -> None:
    told = run("analyse", str(file), "--nodes", "500", "--plain").stdout

    assert "percentage points of winning lost" in told
    assert "Ann takes" in told
    assert "  1. Ann" in told or "  2. Bob" in told
    assert "Round 1." not in told, "no table unless it is asked for"
    shown = run("analyse", str(file), "--nodes", "500", "--plain", "--board").stdout
    assert shown.count("Round 1.") == shown.count("percentage points") > 0


def test_a_move_that_lost_only_a_chance_to_win_is_listed(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, thinker = read_file(file), Thinker(nodes=60)
    graded, summaries = review(record, thinker, reasons=False)
    even = {"points_lost": 0.0, "chance_lost": 0.0, "grade": "best"}
    told = [msgspec.structs.replace(one, **even) for one in graded]
    told[1] = msgspec.structs.replace(told[1], chance_lost=0.36, grade="blunder")
    monkeypatch.setattr("tilewright.cli.analysis.review", lambda *_: (told, summaries))

    analyse_game(Screen(plain=True), record, thinker=thinker)

    assert capsys.readouterr().out.count("points and 36 percentage points of winning lost") == 1


def test_a_game_with_secrets_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A view with plates of which only the type is known is no position that could be read again."""
    game = tilewright.new_game("duel", seed=6)
    chance = dice(6)
    while not any("?" in str(game.view(seat).as_data()["stack"]["lots"]) for seat in (0, 1)):
        game.play(game.legal_moves[below(chance, len(game.legal_moves))])
    for _ in range(4):
        game.play(game.legal_moves[-1])

    analyse_game(Screen(plain=True), game.record(["Ann", "Bob"]), thinker=Thinker(nodes=60))

    assert "of 2 moves were best" not in (told := capsys.readouterr().out)
    assert "Ann: " in told


def test_an_analysis_of_one_seat_judges_nobody_else(file: Path) -> None:
    lines = run("analyse", str(file), "--nodes", "300", "--seat", "1", "--json").stdout.splitlines()
    moves = [json.loads(line) for line in lines[:-1]]

    assert {move["seat"] for move in moves} == {1}
    assert [move["number"] for move in moves] == [2, 4]
    assert [one["name"] for one in json.loads(lines[-1])["summary"]] == ["Bob"]
    clear_line(run("analyse", str(file), "--nodes", "300", "--seat", "3"), "there is no seat 3")


def test_an_analysis_as_data_carries_position_value_and_line(file: Path) -> None:
    lines = run("analyse", str(file), "--nodes", "300", "--json").stdout.splitlines()
    first = json.loads(lines[0])

    assert tilewright.from_text(first["position"]).to_move == first["seat"] == 0
    assert len(first["points"]) == len(first["chances"]) == 2
    assert sum(first["chances"]) == pytest.approx(1, abs=0.01)
    assert first["variation"]
    assert first["number"] == 1


def test_the_evaluation_over_a_game_is_drawn(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "chances.svg"
    done = run("analyse", str(file), "--nodes", "300", "--plot", str(picture))

    assert done.returncode == 0, done.stderr
    assert str(picture) in done.stdout
    assert "</svg>" in picture.read_text()
    clear_line(run("analyse", str(file), "--plot", str(tmp_path / "x.xyz")), "pictures are drawn as")
    clear_line(run("analyse", str(file), "--plot", str(tmp_path / "no" / "x.png")), "No such directory")


def test_the_evaluation_is_told_as_text_too(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    analyse_game(Screen(plain=True), read_file(file), Wanted(graph=True), Thinker(nodes=300))
    told = capsys.readouterr().out.splitlines()
    lines = [line for line in told if line[:4].strip().isdigit() and "|" in line]

    assert [int(line[:4]) for line in lines] == [1, 2, 3, 4, 5]
    for line, move in zip(lines, short_game().moves, strict=True):
        bar = line.split("|")[1]
        assert sorted(bar.replace("·", "").replace(" ", "")) in (["A", "B"], [line[5]]), "equal points share a place"
        assert bar.index(line[5]) in range(bar.index("·") if "·" in bar else 0, 41)
        assert f" {move}" in line


def test_a_graph_puts_points_where_they_belong() -> None:
    game = short_game()
    (graded, *_), _ = review(game.record(), Thinker(nodes=100), seat=0)
    one = msgspec.structs.replace(graded, points=(10.0, 30.0), band=10.0, grade="blunder")
    bar = line_of(one, 0.0, 40.0).split("|")[1]

    assert (bar.index("A"), bar.index("B")) == (10, 30)
    assert (bar.index("·"), bar.rindex("·")) == (5, 15)
    assert line_of(one, 0.0, 40.0).endswith(f"{one.move}??  blunder")


def test_what_is_for_records_is_refused_for_a_position() -> None:
    position = tilewright.new_game("classic", seed=3).text

    clear_line(run("analyse", position, "--board"), "are for records")


def test_luck_is_told_of_a_game_that_is_over(file: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    whole.write_text(write_json(play("classic", ["greedy", "random"], 4).record(["Ann", "Bob"])))

    told = run("analyse", str(whole), "--nodes", "100", "--luck", "--plain").stdout
    data = json.loads(run("analyse", str(whole), "--nodes", "100", "--luck", "--json").stdout.splitlines()[-1])["luck"]

    assert f"result {data['leads']['result'][0]:+}" in " ".join(told.split())
    assert [draw["round_number"] for draw in data["draws"]] == list(range(1, len(data["draws"]) + 1))
    clear_line(run("analyse", str(file), "--nodes", "100", "--luck"), "when a game is over")
    clear_line(run("analyse", str(whole), "--nodes", "100", "--luck", "--seat", "0"), "leave out --seat")
