"""The command line as a person meets it: through its own process where that is what matters."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright
from tests.bots.test_thinker import TIE_OR_OPEN_GAME, late
from tests.cli import inside
from tests.play.test_game import finished
from tilewright.bots.bot import DRAFTING
from tilewright.records.record import write_json


def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tilewright.cli.main import main; main()", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def clear_line(done: subprocess.CompletedProcess[str], reason: str) -> None:
    """Bad input: one line on standard error, no traceback, exit code not 0."""
    assert done.returncode != 0
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_two_opponents_play_a_whole_game_in_plain_text(rule_set: str) -> None:
    done = inside.run("play", rule_set, "--seats", "greedy,random", "--seed", "1", "--plain")

    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "The game is over" in done.stdout
    assert done.stdout.rstrip().endswith(("wins.", "share the victory."))
    assert "(tiles +" in done.stdout or "tiles +" in done.stdout


def test_a_newcomer_is_greeted_and_can_play_without_reading_anything() -> None:
    done = run("play", typed="1\nq\n")

    assert done.returncode == 0, done.stderr
    assert "Welcome to Tilewright" in done.stdout
    assert "Your move:" in done.stdout
    assert "takes" in done.stdout, "typing a factory lists what can be taken there"


def test_the_first_game_on_a_machine_says_why_it_waits(tmp_path: Path) -> None:
    cold = run("play", "classic", "--seed", "5", "--plain", typed="q\n", XDG_CACHE_HOME=str(tmp_path))
    warm = run("play", "classic", "--seed", "5", "--plain", typed="q\n", XDG_CACHE_HOME=str(tmp_path))

    assert cold.stderr.startswith("Preparing ")
    assert cold.stderr.count("for this machine; this happens once") == cold.stderr.count("\n") >= 1
    assert not warm.stderr
    assert cold.stdout == warm.stdout


def test_a_person_can_ask_list_undo_save_and_stop(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = f"?\nm 1\nm 9\n3 nothing 4\n1\np\nt\nu\ns {file}\ns /nowhere/x\nq\n"
    done = inside.run("play", "classic", "--seed", "5", "--first", "0", "--plain", typed=typed)

    assert done.returncode == 0, done.stderr
    assert "take back your last move" in done.stdout
    assert "no legal move begins with '9'" in done.stdout
    assert "'3 nothing 4' is not a move" in done.stdout
    assert "classic 2 | round 1" in done.stdout
    assert "there is nothing to undo" in done.stdout
    assert "cannot write /nowhere/x: No such file" in done.stdout
    assert json.loads(file.read_text())["rule_set"] == "classic"


def test_undo_goes_back_over_the_opponents_moves() -> None:
    done = inside.run("play", "classic", "--seed", "5", "--first", "0", "--plain", typed="1B2\nu\np\nq\n")

    assert "Taken back." in done.stdout
    assert "factories BYKW" in done.stdout.split("Taken back.")[1], "factory 1 is full again"


def test_the_end_of_input_stops_the_game_politely() -> None:
    done = run("play", "classic", "--seed", "5", typed="")

    assert done.returncode == 0
    assert "The game stops here." in done.stdout


def test_no_color_is_honoured() -> None:
    assert "\x1b" not in run("play", "--seed", "5", typed="q\n", NO_COLOR="1", FORCE_COLOR="").stdout


def test_a_game_is_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = run("play", "crystal-1", "--seats", "greedy,random,greedy", "--seed", "2", "--plain", "--save", str(file))
    assert played.returncode == 0, played.stderr

    done = run("replay", str(file), "--plain")
    assert done.returncode == 0, done.stderr
    assert "Every draw, move and score agrees with the rules." in done.stdout

    text = tmp_path / "game.txt"
    text.write_text(run("replay", str(file), "--as-text").stdout)
    assert run("replay", str(text), "--plain").returncode == 0


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: text[: len(text) // 2], "not JSON"),
        (lambda text: text.replace('"= ', '"= X', 1), "is not a colour"),
        (lambda text: re.sub(r'"1([BYRKW])', r'"9\1', text, count=1), "there are only 5 factories"),
        (lambda text: re.sub(r'("scores": \[\s*)', r"\g<1>9", text, count=1), "round 1: the scores are"),
        (lambda text: chr(ord(text[0]) ^ 1) + text[1:], "line 1, column 1"),
    ],
    ids=["truncated", "wrong draw", "illegal move", "wrong score", "flipped bit"],
)
def test_a_spoiled_record_gets_one_clear_line(tmp_path: Path, spoil: object, reason: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(spoil(write_json(finished().record())))  # type: ignore[operator]

    clear_line(inside.run("replay", str(file)), reason)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "chess"), "no rule set 'chess'"),
        (("play", "--seats", "human,nobody"), "there is no player 'nobody'"),
        (("play", "--seats", "greedy,greedy", "--players", "3"), "3 players but 2 seats"),
        (("play", "classic", "--goals", "H"), "has no option 'goals'"),
        (("show", "classic 2 | nothing"), "expected 'round'"),
        (("perft", "classic", "--position", "x"), "no rule set 'x'"),
        (("replay", "/nowhere/game.json"), "No such file"),
        (("rules", "chess"), "no rule set 'chess'"),
    ],
)
def test_bad_arguments_get_one_clear_line(arguments: tuple[str, ...], reason: str) -> None:
    clear_line(inside.run(*arguments), reason)


def test_positions_are_made_and_shown() -> None:
    text = inside.run("new", "crystal-2", "--players", "4", "--seed", "3").stdout.strip()
    assert tilewright.from_text(text).players == 4

    shown = inside.run("show", text, "--moves")
    assert "Factories" in shown.stdout
    assert "takes" in shown.stdout
    told = inside.run("show", "-", "--plain", typed=text + "\n")
    assert "To move: Seat 0." in told.stdout
    assert "deal" in inside.run("new", "classic", "--undealt").stdout


def test_rules_are_listed_and_printed() -> None:
    listed = inside.run("rules").stdout
    assert all(known.id in listed for known in tilewright.rule_sets())
    for known in tilewright.rule_sets():
        assert "**R1.1**" in inside.run("rules", known.id).stdout


def test_perft_counts() -> None:
    found = json.loads(inside.run("perft", "classic", "--depth", "2", "--seed", "1", "--json").stdout)
    assert (found["depth"], found["leaves"]) == (2, 7560)
    assert "perft(1) = 90" in inside.run("perft", "classic", "--depth", "1", "--seed", "1").stdout


def test_bench_prints_one_object_whose_signature_repeats() -> None:
    first, second = (json.loads(inside.run("bench", "classic", "--json").stdout) for _ in range(2))

    wanted = {"rule_set", "players", "games_per_second", "plies_per_second", "ratio_to_oracle", "signature"}
    assert set(first) == wanted
    assert (
        first["signature"]
        == second["signature"]
        != json.loads(inside.run("bench", "crystal-1", "--json").stdout)["signature"]
    )
    assert first["ratio_to_oracle"] > 10


def test_soak_is_green_and_goes_red_when_a_tile_is_duplicated() -> None:
    green = inside.run("soak", "classic-grey", "--players", "3", "--games", "50", "--json")
    assert green.returncode == 0
    report = json.loads(green.stdout)
    assert (report["games"], report["violations"]) == (50, 0)
    assert report["longest_game_plies"] > report["mean_plies"] > 0

    red = inside.run("soak", "classic-grey", "--players", "3", "--games", "50", "--fault-at", "1000", "--json")
    assert red.returncode == 1
    assert json.loads(red.stdout)["violated"] == ["a colour does not have 20 tiles"]


def test_version_and_help_do_not_load_the_compiler() -> None:
    assert run("--version").stdout.strip() == f"tilewright {tilewright.__version__}"
    program = "import sys; from tilewright.cli import main; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_odds_of_the_next_deal_are_told() -> None:
    text = tilewright.new_game("classic", seed=5).text
    told = json.loads(inside.run("odds", text, "--json").stdout)
    assert (told["drawn"], told["bag"]) == (20, 80)
    assert "20 tiles are drawn of 80" in inside.run("odds", text).stdout
    assert inside.run("odds", "nothing").returncode == 2


def test_a_late_round_is_solved_and_an_opening_is_not() -> None:
    game = tilewright.new_game("classic", seed=3)
    greedy = tilewright.bot("greedy")
    for _ in range(7):
        game.play(greedy.choose(game.view(game.to_move or 0)).move)

    solved = inside.run("solve", game.text, "--seconds", "20", "--json")
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["badge"].startswith("proved")

    opening = inside.run("solve", tilewright.new_game("classic", seed=3).text, "--seconds", "0.05")
    assert opening.returncode == 1
    assert "estimate" in opening.stdout


def test_equal_points_with_more_complete_rows_are_proved_to_win() -> None:
    """R7.3 The game ends 38:38."""
    told = json.loads(inside.run("solve", TIE_OR_OPEN_GAME, "--seconds", "20", "--json").stdout)

    assert told["candidates"] == [{"move": "4B1", "points": [38.0, 38.0], "chances": [1.0, 0.0]}]
    assert told["badge"].startswith("proved")


def test_what_ends_with_the_drafting_is_not_solved() -> None:
    """In Summer Pavilion the tiles are still to be placed."""
    game = late(3, plies=4, rule_set="pavilion")

    told = inside.run("solve", game.text, "--seconds", "20", "--json")

    assert json.loads(told.stdout)["badge"] == DRAFTING
    assert told.returncode == 1


def test_opponents_are_listed_by_name() -> None:
    told = inside.run("opponents", "duel").stdout.splitlines()
    assert len(told) == 12
    assert told[-3].split()[:2] == ["master", "thinker:10"]
    assert "no rule set 'chess'" in inside.run("opponents", "chess").stderr


def test_positions_and_records_are_analysed(tmp_path: Path) -> None:
    game = tilewright.new_game("classic", seed=3)
    told = inside.run("analyse", game.text, "--nodes", "3000", "--plain").stdout
    assert "1. " in told
    assert "chance to win" in told

    for _ in range(4):
        game.play(game.legal_moves[-1])
    file = tmp_path / "game.json"
    file.write_text(write_json(game.record()))
    lines = inside.run("analyse", str(file), "--nodes", "2000", "--json").stdout.splitlines()
    assert [json.loads(line)["move"] for line in lines[:-1]] == game.moves
    assert [one["moves"] for one in json.loads(lines[-1])["summary"]] == [2, 2]
    clear_line(inside.run("analyse", "/nowhere/game.json"), "No such file")


def test_tuning_writes_weights_that_a_thinker_can_use(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    done = run("tune", "classic", "--games", "10", "--nodes", "20", "--generations", "1", "--out", str(out))

    assert done.returncode == 0, done.stderr
    assert "on games held back leads are off by" in done.stdout
    made_by = json.loads(out.read_text())["made_by"]["classic"]
    assert made_by.startswith("tilewright tune classic --games 10 --nodes 20 --generations 1")
    match = run("arena", "classic", f"thinker@20n+{out}", "random", "--pairs", "1", "--workers", "1", "--json")
    assert match.returncode == 0, match.stderr


def test_tuning_says_at_once_that_it_cannot_write(tmp_path: Path) -> None:
    clear_line(inside.run("tune", "classic", "--out", str(tmp_path / "no" / "x.json")), "there is no folder")


def test_tuning_never_writes_into_the_package() -> None:
    """Where to is for the user to say."""
    done = inside.run("tune", "classic", "--games", "10", "--nodes", "20", "--generations", "1")
    assert done.returncode == 2
    assert "--out" in done.stderr


def test_weights_that_are_not_there_are_refused_before_the_game() -> None:
    clear_line(inside.run("play", "classic", "--seats", "human,thinker+nowhere.json"), "cannot read weights")


def test_games_are_told_in_the_language_asked_for() -> None:
    asked = run("--language", "nl", "rules", "classic")
    told = run("rules", "classic", TILEWRIGHT_LANGUAGE="fr")
    assert "Opstelling" in asked.stdout
    assert "Mise en place" in told.stdout
    assert run("--language", "xx", "rules").returncode == 2
