"""A match that is stopped, or cannot write, says what it knows and how to go on."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.arena.engines import slow_engine
from tests.arena.test_arena import finish, lines_in, started
from tests.arena.test_match import result
from tests.kit.waiting import wait_for
from tilewright.arena.arena import Arena
from tilewright.arena.engine import Engine
from tilewright.arena.ledger import Ledger, keep_record
from tilewright.arena.match import Match, Played
from tilewright.cli.main import main
from tilewright.core.errors import CannotWrite
from tilewright.records.files import check_file, check_folder, write_whole

RANDOM = Match("classic", 2, ("random", "greedy"))
FULL = Path("/dev/full")  # takes no byte: "No space left on device"
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("to_all", [False, True], ids=["the match alone", "every process"])
def test_a_stopped_match_prints_its_standings_and_how_to_go_on(
    tmp_path: Path, stop: signal.Signals, code: int, *, to_all: bool
) -> None:
    engine, out = slow_engine(tmp_path, 0.01), tmp_path / "results.jsonl"
    words = ["classic", engine, "random", "--pairs", "1000", "--workers", "2", "--out", str(out)]
    with started(*words, group=True) as running:
        wait_for(lambda: lines_in(out) >= 2, "two games")
        os.killpg(running.pid, stop) if to_all else running.send_signal(stop)
        told, said = running.communicate(timeout=60)
    assert running.returncode == code
    assert "everybody in every seat" in told
    assert "Bad Boy has" in told
    assert "of 2000 games. The same command continues from here" in said
    assert not [word for word in ("Traceback", "Warning", "warning", "leaked", "Aborted") if word in said]
    assert all(json.loads(line)["forfeit"] is None for line in out.read_text().splitlines())


def later(seed: int, rotation: int) -> Played:
    played = result([10, 20], [1])
    return msgspec.structs.replace(played, match=RANDOM.id, seed=seed, rotation=rotation)


def test_a_stopped_match_counts_games_of_later_seeds_too(tmp_path: Path) -> None:
    """The first seed may take longest; what was played meanwhile is in the file, so it is in the standings."""
    arena = Arena(RANDOM, 3, out=tmp_path / "results.jsonl", workers=1)
    Ledger(tmp_path / "results.jsonl").append([later(seed, rotation) for seed in (2, 3) for rotation in range(2)])
    with closing(arena.play()) as jobs:
        next(jobs)
    arena.games.clear()  # as if the first seed were still being played

    arena.give_all()

    assert [played.key for played in arena.games][-4:] == [(2, 0, 0), (2, 0, 1), (3, 0, 0), (3, 0, 1)]


def test_a_stopped_match_counts_what_was_written_when_the_signal_came(tmp_path: Path) -> None:
    arena = Arena(RANDOM, 3, out=tmp_path / "results.jsonl", workers=1)
    with closing(arena.play()) as jobs:
        next(jobs)
    Ledger(tmp_path / "results.jsonl").append([later(3, rotation) for rotation in range(2)])

    arena.give_all()

    assert [played.key for played in arena.games][-2:] == [(3, 0, 0), (3, 0, 1)]


def test_a_match_without_a_results_file_says_what_would_have_kept_it(tmp_path: Path) -> None:
    with started("classic", slow_engine(tmp_path, 0.2), "random", "--json") as running:
        wait_for(lambda: list(tmp_path.glob("pid-*")), "an engine")
        running.send_signal(signal.SIGINT)
        told, said = running.communicate(timeout=60)
    assert "with --out FILE, a stopped match can be continued" in said
    assert json.loads(told.splitlines()[-1])["games"] == 0


def run_here(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["tilewright", "arena", "classic", "random", "greedy", "--pairs", "1", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2


@pytest.mark.parametrize("option", ["--out", "--records", "--log"])
def test_a_missing_folder_is_told_before_the_match_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    run_here(monkeypatch, option, str(tmp_path / "no" / "such" / "place"))
    assert "there is no folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_in_the_way_is_told_before_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for option, place, reason in (
        ("--out", tmp_path, "Is a directory"),
        ("--out", Path(os.devnull), "it is not a file"),
        ("--log", tmp_path, "Is a directory"),
        ("--records", file, "not a folder"),
        ("--out", file / "inside", "there is no folder"),
        ("--out", tmp_path / ("x" * 300), "name too long"),
    ):
        run_here(monkeypatch, option, str(place))
        assert reason in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_folder_for_records_is_made_when_only_it_is_missing(tmp_path: Path) -> None:
    arena = Arena(RANDOM, pairs=1, workers=1, records=tmp_path / "records")
    arena.check()
    assert not (tmp_path / "records").exists()
    assert len([game for games in arena.play() for game in games]) == 2
    assert len(list((tmp_path / "records").iterdir())) == 2


def no_space(_: int) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("option", ["--out", "--records"])
def test_a_full_disk_stops_the_match_with_a_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    monkeypatch.setattr(os, "fsync", no_space)
    run_here(monkeypatch, option, str(tmp_path / "place"), "--workers", "1")
    found = capsys.readouterr()
    last = found.err.strip().splitlines()[-1]
    assert last.startswith(f"tilewright: cannot write {tmp_path}")
    assert last.endswith("No space left on device")
    assert found.out == ""  # no game was finished, so there are no standings
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) == 0


@needs_full
def test_an_engine_does_not_suffer_for_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    command = slow_engine(tmp_path, 0).removeprefix("engine:").split()
    with pytest.raises(CannotWrite, match="No space left"):
        Engine(command, log=FULL).new_game("classic", 2, {}, seat=0, seed=0)


@needs_full
def test_a_full_disk_leaves_no_half_record(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    target.write_text("before")
    (tmp_path / f".game.json.{os.getpid()}.new").symlink_to(FULL)
    with pytest.raises(CannotWrite, match="No space left"):
        write_whole(target, "after" * 10_000)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert target.read_text() == "before"


def test_results_that_do_not_fit_are_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up in the middle of a line leaves the lines before it, and nothing of this one."""
    played = [result([3, 2], [0]), result([2, 3], [1])]
    ledger = Ledger(tmp_path / "results.jsonl")
    ledger.append(played[:1])
    before = ledger.path.read_bytes()
    write = os.write

    def fill_up(file: int, content: bytes) -> int:
        if len(content) < 100:
            raise OSError(28, "No space left on device")
        return write(file, content[:-50])

    monkeypatch.setattr(os, "write", fill_up)
    with pytest.raises(CannotWrite, match="No space left"):
        ledger.append(played[1:])
    assert ledger.path.read_bytes() == before


def test_paths_are_checked_without_a_trace(tmp_path: Path) -> None:
    check_file(tmp_path / "new")
    check_folder(tmp_path / "new")
    check_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []
    kept = tmp_path / "kept"
    kept.write_text("as it was")
    check_file(kept)
    assert kept.read_text() == "as it was"
    with pytest.raises(CannotWrite, match="File exists"):
        keep_record(kept, result([3, 2], [0]), "{}")


def test_a_match_longer_than_any_memory_begins_at_once() -> None:
    arena = Arena(RANDOM, pairs=10**15, workers=1)
    jobs = arena.play()
    assert len(next(jobs)) == 2
    jobs.close()


def test_the_dialogue_is_kept(tmp_path: Path) -> None:
    engine, log = slow_engine(tmp_path, 0), tmp_path / "dialogue.txt"
    script = Path(engine.split()[-1])
    script.write_text(script.read_text().replace("plies += 1", 'plies += 1; print("thinking", file=sys.stderr)'))
    log.write_text("kept\n")
    told, _ = finish("classic", engine, "random", "--pairs", "1", "--log", str(log))
    first, *lines = log.read_text().splitlines()
    assert first == "kept"
    assert "Bad Boy" in told
    heard: dict[str, list[str]] = {}
    for line in lines:
        _, _, sign, text = line.split(" ", 3)
        heard.setdefault(sign, []).append(text)
    assert heard["#"][0].startswith(f"started {sys.executable}")
    assert heard[">"][:2] == ["hello tilewright-engine/1", "newgame classic players 2 seat 0 seed 0"]
    assert heard["<"][:3] == ["name Bad Boy", "want moves", "ready"]
    assert (
        heard[">"].count("go")
        == sum(text.startswith("bestmove ") for text in heard["<"])
        == heard["!"].count("thinking")
    )


def test_the_last_words_of_an_engine_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "dialogue.txt"
    script = Path(slow_engine(tmp_path, 0).split()[-1])
    at_the_end = 'import atexit\natexit.register(lambda: [print("last", n, file=sys.stderr) for n in range(100)])\n'
    script.write_text(f"import sys\n{at_the_end}{script.read_text()}")
    engine = Engine([sys.executable, str(script)], log=log)
    note = Engine._note

    def note_slowly(self: Engine, sign: str, line: str, *number: int, **named: int) -> None:
        time.sleep(0.002)
        note(self, sign, line, *number, **named)

    monkeypatch.setattr(Engine, "_note", note_slowly)
    engine.new_game("classic", 2, {}, seat=0, seed=1)
    engine.close()
    assert [line.split()[-1] for line in log.read_text().splitlines() if " ! last" in line] == [*map(str, range(100))]


def test_engines_of_one_name_are_told_apart() -> None:
    from tilewright.arena.standings import display_names

    match = Match("classic", 2, ("engine:a", "engine:b", "engine:c", "engine:a", "greedy"))
    names = {"engine:a": "Max", "engine:b": "Max", "engine:c": "Moritz", "greedy": "greedy"}
    assert display_names(match, names) == {
        "engine:a": "Max (engine:a)",
        "engine:b": "Max (engine:b)",
        "engine:c": "Moritz",
        "engine:a #2": "Max #2",
        "greedy": "greedy",
    }
