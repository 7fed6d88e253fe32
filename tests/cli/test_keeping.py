"""No game is lost: however it ends, it is in the data folder and where it was asked to be, whole."""

from __future__ import annotations

import errno
import json
import os
import signal
from pathlib import Path

import msgspec
import pytest

import tilewright
from tests.cli.inside import run
from tests.cli.terminal import Terminal
from tests.cli.test_commands import clear_line
from tilewright.cli.keeping import Keeper, check_path, kept_games, new_file
from tilewright.core.errors import BadArgument, CannotWrite
from tilewright.play.replay import go_on, read_file
from tilewright.records.files import write_whole
from tilewright.records.record import Resume, write_json

PLAY = ("play", "classic", "--seed", "5", "--first", "0", "--plain")


def the_only(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_every_game_is_kept_and_leaving_says_where(kept: Path) -> None:
    done = run(*PLAY, typed="1B2\nq\n")

    file = the_only(kept)
    assert str(file) in done.stdout
    assert "tilewright play --resume" in done.stdout
    assert read_file(file).rounds[0].events[1] == "1B2"


def test_a_game_without_a_move_leaves_nothing_behind(kept: Path) -> None:
    done = run(*PLAY, typed="q\n")

    assert "kept" not in done.stdout
    assert not kept.exists() or not list(kept.iterdir())


def test_a_game_goes_on_with_history_undo_and_seats(kept: Path) -> None:
    run(*PLAY, "--seats", "human:Ann,thinker:2,human:Bob", typed="1B2\nq\n")
    done = run("play", "--resume", "--plain", typed="l\nu\np\nq\n")

    assert done.returncode == 0, done.stderr
    assert "Ann takes 1 blue from factory 1 to line 2" in done.stdout, "the log goes back before the break"
    assert "thinker:2 takes" in done.stdout
    after = done.stdout.split("Taken back.")[1]
    assert "factories BYKW" in after, "the move before the break is taken back"
    assert "Ann, your move" in after
    assert read_file(the_only(kept)).seats == ["Ann", "thinker:2", "Bob"], "it goes on in the same file"


def test_draws_that_are_taken_back_after_a_break_come_again() -> None:
    game = tilewright.new_game("classic", seed=9)
    record = game.record()
    while game.round_number == 1:
        record = game.record()
        game.play(game.legal_moves[0])
    second_deal = game.events[-1].notation

    later = go_on(msgspec.structs.replace(record, resume=Resume(["human", "human"], 9)))
    later.play(later.legal_moves[0])

    assert later.events[-1].notation == second_deal
    assert later.seed == 9


def test_a_record_whose_draws_came_from_elsewhere_goes_on_all_the_same() -> None:
    game = tilewright.new_game("classic", auto_deal=False)
    game.deal("BBYR BBYR KKWW YYKW RRRW")
    game.play("2B2")

    later = go_on(msgspec.structs.replace(game.record(), resume=Resume(["human", "greedy"], 4)))

    assert later.text == game.text
    assert go_on(game.record()).text == game.text


def test_a_record_can_be_gone_on_with_and_stays_as_it_is(tmp_path: Path, kept: Path) -> None:
    game = tilewright.new_game("pavilion", seed=3)
    game.play(game.legal_moves[0])
    file = tmp_path / "typed.json"
    file.write_text(write_json(game.record(["Ann", "greedy"])))
    before = file.read_bytes()

    done = run("play", str(file), "--plain", typed="m\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Continuing" in done.stdout
    assert "greedy takes" in done.stdout, "names of our own opponents are theirs"
    assert file.read_bytes() == before
    assert run("play", the_only(kept).name, "--plain", typed="q\n").returncode == 0, "a kept game needs no folder"


def test_what_cannot_be_gone_on_with_is_said(tmp_path: Path) -> None:
    clear_line(run("play", "--resume"), "no unfinished game is kept")
    clear_line(run("play", str(tmp_path / "no.json")), "no such file")
    clear_line(run("play", "classic", "--resume"), "--resume continues the last game")


def test_the_last_unfinished_game_is_found_and_rubbish_is_passed_over(kept: Path) -> None:
    clear_line(run("play", "--resume"), "no unfinished game")
    kept.mkdir(parents=True)
    game = tilewright.new_game("classic", seed=1)
    for number, name in enumerate(("old", "new")):
        (kept / f"{name}.json").write_text(write_json(game.record()))
        os.utime(kept / f"{name}.json", (number, number))
    (kept / "rubbish.json").write_text("{")
    greedy = tilewright.bot("greedy")
    while game.awaiting != "end":
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    (kept / "over.json").write_text(write_json(game.record()))

    assert f"Continuing {kept / 'new.json'}" in run("play", "--resume", "--plain", typed="q\n").stdout
    assert [one.path.stem for one in kept_games()] == ["over", "new", "old"]
    told = run("games")
    listed = told.stdout
    assert "rubbish.json cannot be read" in told.stderr
    assert "over.json" in listed
    assert [line.split()[5] for line in listed.splitlines()[1:4]] == ["finished", "unfinished", "unfinished"]


def test_games_that_begin_in_the_same_second_have_their_own_files(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.cli.keeping.time.strftime", lambda _: "now")
    kept.mkdir(parents=True)
    first = new_file("classic")
    first.touch()

    assert new_file("classic") != first


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_nothing_is_lost_when_the_program_is_ended_while_the_opponent_thinks(
    tmp_path: Path, kept: Path, ends: signal.Signals
) -> None:
    asked = tmp_path / "asked.json"
    with Terminal(*PLAY, "--seats", "human,thinker@600s", "--save", str(asked)) as terminal:
        terminal.until("Your move:")
        terminal.type("1B2")
        terminal.until("You take 1 blue")
        terminal.signal(ends)
        code = terminal.end()

    assert code == (0 if ends == signal.SIGINT else 128 + ends)
    assert "tilewright play --resume" in terminal.text
    assert read_file(asked).rounds[0].events[-1] == "1B2"
    assert read_file(the_only(kept)).rounds[0].events[-1] == "1B2"


def test_a_path_that_cannot_be_written_is_noticed_before_the_game(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "no" / "x.json", "No such file"),
        (tmp_path, "Is a directory"),
        (Path("/proc/x.json"), "cannot write"),
    ):
        done = run(*PLAY, "--save", str(path), typed="q\n")
        clear_line(done, reason)
        assert "Your move" not in done.stdout


def test_a_file_that_is_no_record_is_not_written_over(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann")

    with pytest.raises(BadArgument, match="is not a record"):
        check_path(letter)
    assert letter.read_text() == "Dear Ann"


def test_writing_leaves_the_old_file_whole_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    write_whole(file, "old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tilewright.cli.keeping.os.fsync", full)
    with pytest.raises(CannotWrite, match="No space left"):
        write_whole(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file], "nothing is left beside it"


def test_a_disk_that_fills_up_is_said_once_and_the_file_asked_for_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    asked = tmp_path / "asked.json"
    keeper = Keeper(tmp_path / "own" / "game.json", asked, said.append)
    record = tilewright.new_game("classic", seed=1).record()
    keeper.keep(record)
    assert (keeper.kept, keeper.failed, said) == (True, None, [])

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tilewright.cli.keeping.os.fsync", full)
        keeper.keep(record)
        keeper.keep(record)
    assert len(said) == 2, "one line for each file"
    assert keeper.failed is not None
    assert not keeper.kept
    keeper.keep(record)
    assert keeper.failed is None


def test_a_save_that_failed_in_the_end_is_an_error(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    with Terminal(*PLAY, "--seats", "human,greedy", "--save", str(gone / "x.json")) as terminal:
        terminal.until("Your move:")
        gone.rmdir()
        terminal.type("1B2")
        terminal.until("it is tried again after every move")
        terminal.until("Your move:")
        terminal.type("q")
        assert terminal.end() == 2


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = run(*PLAY, typed="1B2\nq\n")

    assert done.returncode == 0
    assert done.stdout.count("This game is not kept") == 1


def test_records_keep_who_plays_only_where_the_game_may_go_on(kept: Path) -> None:
    run(*PLAY, typed="1B2\nq\n")
    written = json.loads(the_only(kept).read_text())

    assert written["resume"] == {"seats": ["human", "thinker:3"], "seed": 5}
    assert "resume" not in json.loads(write_json(tilewright.new_game("classic", seed=1).record()))
