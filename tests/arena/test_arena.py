"""Whole matches: the same tables whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tests.arena.engines import slow_engine
from tests.kit.waiting import wait_for
from tilewright.arena import local
from tilewright.arena.arena import Arena
from tilewright.arena.match import Job, Match, Played
from tilewright.arena.play_job import play_job
from tilewright.arena.ratings import Gate
from tilewright.arena.standings import summary
from tilewright.core.errors import BadArgument
from tilewright.play.replay import read_file

COMMAND = [sys.executable, "-c", "from tilewright.cli.main import main; main()", "arena"]


def timeless(games: list[Played]) -> list[dict[str, Any]]:
    import msgspec

    return [{key: value for key, value in msgspec.to_builtins(game).items() if key != "cpu_seconds"} for game in games]


def play(arena: Arena) -> list[Played]:
    return [game for games in arena.play() for game in games]


@pytest.mark.parametrize(
    ("rule_set", "players"), [(known.id, players) for known in tilewright.rule_sets() for players in known.players]
)
def test_every_rule_set_can_be_played_by_every_number(rule_set: str, players: int) -> None:
    match = Match(rule_set, players, ("greedy", "random"))
    games = [done.played for done in play_job(Job(match, 1, 0, tuple(range(players)), 1.0, records=False))]
    assert [game.seats.index("greedy") for game in games] == list(range(players))
    assert all(len(game.scores) == players and game.winners for game in games)
    found = summary(match, games)
    assert found.games == players
    assert found.versus
    assert found.versus.fair_share == round(1 / players, 4)
    assert ("pairs_by_score" in found.as_data()) == (players == 2)


def test_the_deals_of_a_seed_are_identical() -> None:
    """In every rotation the first draw is the same, and so are later ones while the same tiles are drawn."""
    match = Match("classic", 2, ("greedy", "random"))
    records = [done.record for done in play_job(Job(match, 5, 0, (0, 1), 1.0, records=True))]
    deals = [[e for r in json.loads(record or "")["rounds"] for e in r["events"] if e[0] == "="] for record in records]
    assert deals[0][:5] == deals[1][:5]


def test_playing_a_job_again_gives_the_same_games() -> None:
    job = Job(Match("crystal-1", 3, ("greedy", "random", "greedy")), 3, 0, (0, 1, 2), 1.0, records=True)
    first, again = play_job(job), play_job(job)
    assert timeless([done.played for done in first]) == timeless([done.played for done in again])
    assert [done.record for done in first] == [done.record for done in again]


def test_a_round_robin_rates_everybody(tmp_path: Path) -> None:
    arena = Arena(Match("classic", 2, ("greedy", "random", "random")), pairs=8, workers=2, records=tmp_path)
    games = play(arena)
    assert len(games) == arena.total == 8 * 3 * 2
    found = arena.summary()
    assert found.results
    table = {row.entrant: row for row in found.results.ratings}
    assert set(table) == {"greedy", "random", "random #2"}
    assert table["greedy"].elo > table["random"].elo + 300
    assert "share" not in found.as_data()
    records = sorted(tmp_path.glob("*.json"))
    assert len(records) == 48
    game = tilewright.replay(read_file(records[0]))
    assert game.awaiting == "end"


def test_a_gate_stops_early_and_at_the_same_seed_with_any_workers() -> None:
    match, gate = Match("classic", 2, ("greedy", "random")), Gate(0, 50)
    alone = Arena(match, pairs=400, workers=1, gate=gate)
    together = Arena(match, pairs=400, workers=2, gate=gate)
    play(alone), play(together)
    assert alone.summary() == together.summary()
    assert alone.summary().as_data()["sprt"]["accepted"] == "elo1"
    assert alone.summary().games < 100


def test_a_gate_needs_two_entrants_and_sense() -> None:
    with pytest.raises(BadArgument, match="two entrants"):
        Arena(Match("classic", 2, ("greedy", "random", "random")), pairs=1, gate=Gate(0, 20))
    with pytest.raises(BadArgument, match="ELO0 below ELO1"):
        Arena(Match("classic", 2, ("greedy", "random")), pairs=1, gate=Gate(20, 0))
    with pytest.raises(BadArgument, match="two entrants or more"):
        Arena(Match("classic", 2, ("greedy",)), pairs=1)


@contextmanager
def started(*words: str, group: bool = False) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=group
    ) as running:
        try:
            yield running
        finally:
            running.kill()
            running.communicate()


def finish(*words: str) -> tuple[str, str]:
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, timeout=150)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_run_resumes_with_the_same_table(tmp_path: Path) -> None:
    """A kill in the middle, a torn last line on top, other numbers of workers: nothing shows in the end."""
    engine, out, whole = slow_engine(tmp_path, 0.01), tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    match = ["classic", engine, "greedy", "--pairs", "5", "--seed", "3"]
    with started(*match, "--out", str(out), "--workers", "2"):
        wait_for(lambda: lines_in(out) >= 2, "two games")
    engines = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert engines
    wait_for(lambda: not any(map(is_alive, engines)), "the engines to end")  # nobody is left behind
    before = lines_in(out)
    assert 2 <= before < 10
    with out.open("ab") as file:
        file.write(out.read_bytes().splitlines()[0][:77])

    resumed, said = finish(*match, "--out", str(out), "--workers", "1")
    uninterrupted, _ = finish(*match, "--out", str(whole), "--workers", "2")
    assert f"{before} games were already in" in said
    assert resumed == uninterrupted
    assert "10 games on 5 seeds" in resumed
    assert lines_in(out) == lines_in(whole) == 10

    again, said = finish(*match, "--out", str(out), "--json")
    objects = [json.loads(line) for line in again.splitlines()]
    assert [one["kind"] for one in objects] == ["game"] * 10 + ["cost", "summary"]
    low, high = objects[-1]["share_interval"]
    assert 0 <= low <= objects[-1]["share"] <= high <= 1
    assert "10 games were already in" in said


def test_an_interrupted_run_leaves_at_once(tmp_path: Path) -> None:
    engine, out = slow_engine(tmp_path, 0.2), tmp_path / "results.jsonl"
    with started("classic", engine, "random", "--pairs", "3", "--out", str(out), "--workers", "2") as running:
        wait_for(lambda: list(tmp_path.glob("pid-*")), "an engine")
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=10)
    assert running.returncode != 0
    assert "Traceback" not in said


def test_a_lost_worker_loses_nothing(tmp_path: Path) -> None:
    """The first to play ends its own worker in the middle of a game; the job is played again."""
    mark = tmp_path / "done"
    engine = slow_engine(tmp_path, 0)
    script = Path(engine.split()[-1])
    script.write_text(
        script.read_text().replace(
            "plies += 1",
            f"plies += 1\n        if plies == 5 and not os.path.exists({str(mark)!r}):"
            f" open({str(mark)!r}, 'w').close(); os.kill(os.getppid(), 9)",
        )
    )
    match = Match("classic", 2, (engine, "random"))
    hurt = Arena(match, pairs=4, workers=2)
    games = play(hurt)
    assert mark.exists()
    assert timeless(games) == timeless(play(Arena(match, pairs=4, workers=1)))


def test_workers_that_always_die_stop_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PATIENCE_WITH_LOSSES", 1)
    engine = slow_engine(tmp_path, 0)
    script = Path(engine.split()[-1])
    script.write_text(script.read_text().replace("plies += 1", "os.kill(os.getppid(), 9)"))
    with pytest.raises(RuntimeError, match="workers died 2 times in a row"):
        play(Arena(Match("classic", 2, (engine, "random")), pairs=1, workers=1))


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["classic", "greedy", "nobody"], "no opponent 'nobody'"),
        (["classic", "greedy"], "two entrants or more"),
        (["chess", "greedy", "random"], "no rule set 'chess'"),
        (["classic", "greedy", "random", "--on", "moon"], "cannot play on 'moon'"),
        (["classic", "greedy", "random", "--sprt", "5"], "--sprt needs two numbers"),
        (["classic", "greedy", "random", "--frogs", "2"], "there is no option --frogs"),
        (["classic", "greedy", "engine:/nowhere/at-all"], "engine at-all: cannot be started"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tilewright.cli import main

    old, sys.argv = sys.argv, ["tilewright", "arena", *words]
    try:
        with pytest.raises(SystemExit) as stopped:
            main.main()
    finally:
        sys.argv = old
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert error in said
    assert "Traceback" not in said
