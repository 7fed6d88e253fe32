"""What a person may type, and what they are told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tilewright
from tests.arena.engines import EXAMPLE, write_engine
from tests.cli.inside import run
from tests.cli.terminal import COMMAND, Terminal
from tests.cli.test_commands import clear_line
from tilewright.cli.accounts import gains, say_round
from tilewright.cli.screen import Screen, does
from tilewright.cli.seating import HUMAN, name_seats, parse_seats, seats_of_record
from tilewright.cli.words import figure, listed, points, some_points
from tilewright.core.contract.meta import RuleSet
from tilewright.core.errors import BadArgument, IllegalMove, UnknownBot, WrongPlayers
from tilewright.core.text.language import speaking
from tilewright.play.understanding import understand
from tilewright.records.record import write_json

PLAY = ("play", "classic", "--seed", "5", "--first", "0", "--plain")


@pytest.mark.parametrize(
    "typed",
    [
        "1K1",
        "1k1",
        "1 black 1",
        "factory 1 black line 1",
        "Take black from Factory 1 to Line 1",
        "black factory 1 line 1",
        "fabrique 1 noir ligne 1",
        "Prends le noir de la fabrique 1 vers la ligne 1",
        "Prends la noire de la fabrique 1 vers la ligne 1",
        "fabriek 1 zwart lijn 1",
        "Neem zwart van fabriek 1 naar lijn 1",
        "zwarte tegels van fabriek 1 naar lijn 1",
    ],
)
def test_a_move_can_be_typed_in_the_programs_own_words(typed: str) -> None:
    game = tilewright.new_game("classic", seed=5)

    assert str(understand(game, typed)) == "1K1"


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_every_description_is_understood_as_its_move(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, seed=4)
    greedy = tilewright.bot("greedy")
    while game.awaiting == "move" and len(game.moves) < 40:
        view = game.view(game.to_move or 0)
        described = {move: view.describe(move) for move in view.legal_moves}
        common = Counter(described.values())
        for move, told in described.items():
            if common[told] == 1:
                found = understand(view, told)
                assert found == move or (isinstance(found, list) and move in found), told
        game.play(greedy.choose(view).move)


def test_what_could_be_several_moves_lists_them() -> None:
    game = tilewright.new_game("classic", seed=5)
    found = understand(game, "factory 3 red")

    assert isinstance(found, list)
    assert {str(move) for move in found} == {"3R1", "3R2", "3R3", "3R4", "3R5", "3RF"}
    assert isinstance(understand(game, "1K"), list)
    assert understand(game, "3 r") == found


@pytest.mark.parametrize(
    ("rule_set", "typed", "reason"),
    [
        ("classic", "3R7", "lines are 1 to 5"),
        ("classic", "hello", "factories are 1 to 5"),
        ("classic", "factory 9 black line 1", "there are only 5 factories"),
        ("pavilion", "3Z", "colours are P G O Y B R"),
        ("duel", "hello", "name a plate of the display"),
    ],
)
def test_a_refusal_says_what_is_possible_here(rule_set: str, typed: str, reason: str) -> None:
    found = understand(tilewright.new_game(rule_set, seed=5), typed)

    assert isinstance(found, IllegalMove)
    assert reason in str(found)
    assert "free wall" not in str(found)


def test_a_free_wall_is_asked_for_its_columns() -> None:
    game = tilewright.new_game("classic-grey", seed=5)
    while "@" not in str(game.legal_moves[0]):
        game.play(game.legal_moves[0])

    found = understand(game, "hello")
    assert isinstance(found, IllegalMove)
    assert "choose the column of line" in str(found)


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_every_moment_of_a_game_says_what_can_be_typed(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, seed=6)
    while game.awaiting == "move":
        found = understand(game.view(game.to_move or 0), "???")
        assert isinstance(found, IllegalMove)
        assert "is not a move here: " in str(found)
        game.play(game.legal_moves[-1])


@pytest.mark.parametrize(
    ("language", "you", "told", "to_me"),
    [
        ("en", "You", "Ann takes 1 black from factory 1 to line 1", "You take 1 black from factory 1 to line 1"),
        (
            "fr",
            "Vous",
            "Ann prend 1 noire depuis la fabrique 1 vers la ligne 1",
            "Vous prenez 1 noire depuis la fabrique 1 vers la ligne 1",
        ),
        ("nl", "Jij", "Ann neemt 1 zwart van fabriek 1 naar lijn 1", "Jij neemt 1 zwart van fabriek 1 naar lijn 1"),
    ],
)
def test_what_somebody_does_is_said_to_them(language: str, you: str, told: str, to_me: str) -> None:
    game = tilewright.new_game("classic", seed=5)
    with speaking(language):
        assert does("Ann", game, game.parse("1K1")) == told
        assert does(you, game, game.parse("1K1")) == to_me


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_nobody_is_told_what_they_do_as_if_another_did_it(rule_set: str) -> None:
    """English bends the verb with an s; French with -ez."""
    game = tilewright.new_game(rule_set, seed=4)
    greedy = tilewright.bot("greedy")
    while game.awaiting == "move" and len(game.moves) < 120:
        move = greedy.choose(game.view(game.to_move or 0)).move
        ann, you = does("Ann", game, move).split(), does("You", game, move).split()
        assert ann[1].removesuffix("s") in (you[1], f"{you[1]}e"), (ann, you)
        with speaking("fr"):
            vous = does("Vous", game, move).split()
        assert vous[2 if vous[1] == "ne" else 1].endswith("ez"), vous
        game.play(move)


def test_one_point_and_several() -> None:
    assert [points(n) for n in (-1, 0, 1, 2)] == ["-1 point", "0 points", "1 point", "2 points"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert [some_points(n) for n in (0.5, 1.0, 1.4, 2.0)] == ["0.5 points", "1.0 points", "1.4 points", "2.0 points"]
    with speaking("fr"):
        assert [some_points(n) for n in (0.5, 1.0, 1.4, 2.0)] == ["0,5 point", "1,0 point", "1,4 point", "2,0 points"]
        assert figure(12345, ",d") == "12\N{NO-BREAK SPACE}345"
    with speaking("nl"):
        assert figure(-12345.67, ",.1f") == "-12.345,7"


def test_commands_have_words_and_case_does_not_matter() -> None:
    done = run(*PLAY, typed="1B2\nUNDO\nMoves 1\nTable\nOpponents\nROUND\nHistory\nHelp\nexit\n")

    assert "Taken back." in done.stdout
    assert "take back your last move" in done.stdout
    assert done.stdout.count("To move: You.") >= 3
    assert "nothing has happened yet" in done.stdout


def test_the_terminal_hint_names_moves_that_can_be_played() -> None:
    done = run(*PLAY, typed="h\nq\n")

    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.removeprefix("Your move: ").startswith("1. ")]
    (first,) = (line.removeprefix("Your move: ") for line in told)
    game = tilewright.new_game("classic", seed=5)
    assert game.parse(first.split()[1].rstrip(":")) in game.legal_moves
    assert "chance to win" in first
    assert "positions searched" in done.stdout


@pytest.mark.parametrize("rule_set", ["pavilion", "duel"])
def test_hints_are_given_in_every_game(rule_set: str) -> None:
    done = run("play", rule_set, "--seed", "5", "--first", "0", "--plain", typed="hint\nq\n")

    assert done.returncode == 0, done.stderr
    assert "chance to win" in done.stdout


def test_undo_beside_another_person_takes_back_one_move() -> None:
    done = run(*PLAY, "--seats", "human:Ann,human:Bob", typed="1B2\n2B1\nu\nl\nq\n")

    after = done.stdout.split("Taken back.")[1]
    assert "Bob, your move" in after
    assert "Ann takes 1 blue" in after
    assert "Bob takes" not in after


def test_undo_goes_over_moves_that_were_the_only_one() -> None:
    """In Duel the last tile of a pile is the only move: going back to it would play it again at once."""
    game = tilewright.new_game("duel", seed=3, first=0)
    typed: list[str] = []
    forced = False
    while not forced or len(game.legal_moves) == 1:
        moves = game.legal_moves
        forced = forced or (len(moves) == 1 and bool(typed))
        if len(moves) > 1:
            typed.append(str(moves[0]))
        game.play(moves[0])
    done = run(
        *("play", "duel", "--seed", "3", "--first", "0", "--seats", "human,human", "--plain"),
        typed="\n".join([*typed, "u", "l", "q"]) + "\n",
    )

    assert done.returncode == 0, done.stderr
    after = done.stdout.split("Taken back.")[1]
    assert "There is only one move" not in after


@pytest.mark.parametrize("rule_set", tilewright.rule_sets(), ids=lambda known: known.id)
def test_points_come_one_by_one_and_add_up(rule_set: RuleSet) -> None:
    for players in rule_set.players:
        game = tilewright.new_game(rule_set.id, players, seed=5)
        greedy = tilewright.bot("greedy")
        while game.awaiting != "end":
            game.play(greedy.choose(game.view(game.to_move or 0)).move)
        for number in range(len(game.events)):
            before, after = game.before(number), game.before(number + 1)
            gained = [now - was for was, now in zip(before.scores, after.scores, strict=True)]
            found = gains(game, number)
            assert [sum(gain.points for gain in found if gain.seat == seat) for seat in range(players)] == gained


def test_the_points_of_a_round_are_told_tile_by_tile(capsys: pytest.CaptureFixture[str]) -> None:
    game = tilewright.new_game("classic", seed=5)
    greedy = tilewright.bot("greedy")
    while game.round_number == 1:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    say_round(Screen(plain=True), game, 1, ["Ann", "Bob"])
    told = capsys.readouterr().out

    on_walls = int(sum((board.wall >= 0).sum() for board in game.state[0].boards[:2]))
    assert told.count(" in row ") == on_walls > 1
    assert f"Ann: {game.scores[0]:+d} in this round" in told
    with pytest.raises(BadArgument, match="round 7"):
        say_round(Screen(plain=True), game, 7, ["Ann", "Bob"])


def test_names_are_given_and_nobody_has_anothers() -> None:
    assert [seat.name for seat in parse_seats("human,human:Bob,greedy,greedy", 4, "Ann")] == [
        "Ann",
        "Bob",
        "greedy",
        "greedy 2",
    ]
    assert [seat.name for seat in name_seats([HUMAN, HUMAN])] == ["Player 1", "Player 2"]
    assert [seat.spec for seat in parse_seats("human,engine:./a b,c --d=1,2,random", None)] == [
        "human",
        "engine:./a b,c --d=1,2",
        "random",
    ]
    assert seats_of_record(["Ann", "thinker:3", "Seat 1"]) == ["human:Ann", "thinker:3", "human:Seat 1"]
    with pytest.raises(WrongPlayers, match="3 players but 2 seats"):
        parse_seats("human,greedy", 3)
    with pytest.raises(UnknownBot, match="did you mean 'greedy'"):
        parse_seats("human,gredy", None)


def test_an_engine_can_be_played_against(tmp_path: Path) -> None:
    done = run(*PLAY, "--seats", f"human,engine:{sys.executable} {EXAMPLE}", typed="1B2\nq\n")
    assert done.returncode == 0, done.stderr
    assert "takes 1 yellow from the centre to line 1" in done.stdout, "its first legal move"

    dying = run(*PLAY, "--seats", f"human,{write_engine(tmp_path, 'os._exit(3)')}", typed="1B2\n")
    assert dying.returncode == 2
    assert "ended with code 3" in dying.stderr
    assert "tilewright play --resume" in dying.stdout, "the game is not lost with it"
    clear_line(run(*PLAY, "--seats", "human,engine:/nowhere/engine"), "cannot be started")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("play", "clasic"), "did you mean 'classic'?"),
        (("play", "--seats", "human,thiker:3"), "did you mean 'thinker'?"),
        (("play", "classic", "--first", "7"), "seats are 0 to 1"),
        (("play", "classic", "--first", "me"), "--first needs the number of a seat"),
    ],
)
def test_a_nearby_name_is_suggested(arguments: tuple[str, ...], reason: str) -> None:
    clear_line(run(*arguments), reason)


def test_a_nearby_option_is_suggested() -> None:
    done = run("play", "--sedd", "3")
    assert done.returncode == 2
    assert "did you mean '--seed'?" in done.stderr
    assert "did you mean '--goals'?" in run("play", "duel", "--goal", "H,V,D").stderr


def test_the_word_play_may_be_left_out() -> None:
    for arguments in (("--plain", "--seed", "5"), ("classic-grey", "--plain")):
        done = run(*arguments, typed="q\n")
        assert done.returncode == 0, done.stderr
        assert "Round 1." in done.stdout


def test_the_welcome_says_when_the_game_ends() -> None:
    assert "ends after the round in which somebody completes a row" in run("--plain", typed="q\n").stdout


def test_chance_decides_who_begins_and_the_seed_repeats_it() -> None:
    begins = []
    for seed in ("1", "1", "2", "3", "4", "5", "6"):
        shown = run("play", "--plain", "--seed", seed, typed="q\n").stdout
        begins.append("thinker:3 takes" in shown)
    assert begins[0] == begins[1]
    assert set(begins) == {True, False}


def test_a_name_and_a_level_are_asked_once_and_remembered() -> None:
    with Terminal("play") as first:
        first.until("Your name:")
        first.type("Ann")
        first.until("How strong")
        first.type("11")
        first.until("levels are 1 to 10")
        first.type("2")
        first.until("Your move:")
        first.type("q")
        first.end()
    with Terminal("--seed", "5", "--first", "0") as second:
        second.until("Your move:")
        assert "Your name" not in second.text
        assert "thinker:2" in second.text
        second.type("1B2")
        second.until("Your move:")
        second.type("q")
        second.end()
    assert "Ann" in run("games").stdout


def test_the_line_can_be_edited_and_typed_again() -> None:
    pytest.importorskip("readline")
    with Terminal(*PLAY, "--name", "Ann", "--level", "1") as terminal:
        terminal.until("Your move:")
        terminal.type("1Z2\x1b[D\x7fB")  # left, backspace, B
        assert "You take 1 blue" in terminal.until("Your move:")
        terminal.type("\x1b[A")  # the line before
        assert "there is no blue tile in factory 1" in " ".join(terminal.until("Your move:").split())


def test_at_the_end_a_person_may_save_analyse_and_play_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.cli.analysis.SECONDS", 0.01)
    game = tilewright.new_game("classic", seed=2)
    greedy = tilewright.bot("greedy")
    while game.awaiting != "end":
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    last = game.undo()
    file = tmp_path / "end.json"
    file.write_text(write_json(game.record(["Ann", "greedy"])))
    asked = [last.notation] if len(game.legal_moves) > 1 else []
    typed = "\n".join([*asked, "zzz", f"s {tmp_path / 'x.json'}", "r", "a", "n", "q"]) + "\n"
    done = run("play", str(file), "--seats", "human,human", "--plain", typed=typed)

    assert done.returncode == 0, done.stderr
    assert "'zzz' is not one of these" in done.stdout
    assert (tmp_path / "x.json").exists()
    assert "in this round" in done.stdout
    assert "moves were best" in done.stdout
    assert done.stdout.count("Round 1.") == 1, "another game has begun"


def test_a_latin_terminal_and_a_name_it_has_no_letters_for() -> None:
    seats = "human:🀄 Zoë,human:Bo\x1b[31mb"
    done = subprocess.run(
        [*COMMAND, *PLAY, "--seats", seats],
        input=b"1B2\nq\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    said = done.stdout.decode("latin-1")

    assert done.returncode == 0, done.stderr
    assert "? Zoë takes" in said
    assert "Bo?[31mb" in said
    assert "\x1b" not in said


def test_escape_codes_in_the_names_of_a_record_reach_no_terminal(tmp_path: Path) -> None:
    game = tilewright.new_game("classic", seed=1)
    game.play(game.legal_moves[0])
    file = tmp_path / "game.json"
    file.write_text(write_json(game.record(["A\x1b[2J", "B\x9b"])))
    for arguments in (
        ("replay", str(file)),
        ("replay", str(file), "--as-text"),
        ("analyse", str(file), "--nodes", "100"),
        ("play", str(file)),
    ):
        done = run(*arguments, typed="q\n")
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert "\x9b" not in done.stdout
