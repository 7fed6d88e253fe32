"""The loop goes on after any kill, and what comes out is the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tests.kit.waiting import wait_for
from tilewright.cli.training import run_train
from tilewright.core.errors import BadArgument, BadRecord, CannotWrite, NotInstalled
from tilewright.training.curves import draw_curves, learning_curves, ratings, read_log, speeds
from tilewright.training.loop import Loop, Plan
from tilewright.training.selfplay import load_games

PLAN = Plan(
    rule_set="classic",
    players=2,
    games=60,
    nodes=20,
    random_share=0.2,
    window=2,
    nets=2,
    seconds=0.001,
    trial_pairs=2,
    gate_pairs=4,
    elo0=0.0,
    elo1=200.0,
    seed=1,
)
OPTIONS = PLAN.command.split()[2:]
COMMAND = [sys.executable, "-c", "from tilewright.cli.main import main; main()", "train", *OPTIONS, "--workers", "1"]


def has_ended_or_kept(run: subprocess.Popen[bytes], folder: Path, files: int) -> bool:
    return run.poll() is not None or len(list(folder.rglob("*.npz"))) >= files


@pytest.mark.slow
def test_five_kills_lose_nothing_that_was_finished(tmp_path: Path) -> None:
    """Killed at any moments, the run ends as one that was never killed, but for moves that hang on the clock."""
    pytest.importorskip("torch")
    chance, folder = random.Random(3), tmp_path / "run"
    finished: set[Path] = set()
    for _ in range(5):
        run = subprocess.Popen([*COMMAND, "--out", str(folder), "--generations", "2"], stderr=subprocess.DEVNULL)
        waits_for = len(list(folder.rglob("*.npz"))) + chance.randint(1, 2)
        wait_for(partial(has_ended_or_kept, run, folder, waits_for), "games", every=0.01)
        time.sleep(chance.random() * 0.3)  # so that it is killed at any moment
        run.send_signal(signal.SIGKILL)
        run.wait()
        now = {path for path in folder.rglob("*.npz") if not path.name.startswith(".")}
        assert finished <= now
        finished = now
    subprocess.run([*COMMAND, "--out", str(folder), "--generations", "2"], check=True, stderr=subprocess.PIPE)

    for generation in ("001", "002"):
        verdict = json.loads((folder / "generations" / f"{generation}.json").read_text())
        assert verdict["candidate"].startswith(generation)
        games = [load_games(path) for path in sorted((folder / "games" / generation).glob("*.npz"))]
        assert sum(len(one) for one in games) == PLAN.games
    assert (folder / "curves.png").stat().st_size > 10_000
    whole = tmp_path / "whole"
    untouched = Loop(whole, PLAN, workers=1)
    untouched.open()
    untouched.play(1, None)
    for path in (whole / "games" / "001").iterdir():
        assert path.read_bytes() == (folder / "games" / "001" / path.name).read_bytes()


@pytest.mark.slow
def test_no_worker_outlives_a_killed_run(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    run = subprocess.Popen(
        [*COMMAND, "--out", str(tmp_path / "run")], stderr=subprocess.DEVNULL, start_new_session=True
    )
    wait_for(lambda: list(tmp_path.rglob("games/001/*.npz")), "the first games")
    run.send_signal(signal.SIGKILL)
    run.wait()

    wait_for(lambda: not members(run.pid), "its workers to end")


def members(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) == group and "Z" not in (process / "stat").read_text().split()[2]:
                found.append(int(process.name))
        except (ProcessLookupError, FileNotFoundError):
            continue
    return found


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    Loop(tmp_path, PLAN).open()
    Loop(tmp_path, PLAN).open()
    with pytest.raises(BadArgument, match="was begun with nodes 20, not 21"):
        Loop(tmp_path, msgspec.structs.replace(PLAN, nodes=21)).open()
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(BadRecord, match="does not hold a plan"):
        Loop(tmp_path, PLAN).open()
    with pytest.raises(CannotWrite):
        Loop(tmp_path / "plan.json", PLAN).open()


def test_matches_that_cannot_be_played_are_refused_before_any_game() -> None:
    with pytest.raises(BadArgument, match="ELO0 below ELO1"):
        Loop(Path(), msgspec.structs.replace(PLAN, elo1=-5.0))
    with pytest.raises(BadArgument, match="cannot play on 'paper'"):
        Loop(Path(), PLAN, on="paper")


@pytest.mark.parametrize("missing", ["torch", "matplotlib"])
def test_what_training_needs_is_named_before_anything_is_played(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setitem(sys.modules, "torch", None if missing == "torch" else ModuleType("torch"))
    with pytest.raises(NotInstalled, match=rf"{missing}: pip install 'tilewright\[train\]'"):
        run_train(PLAN, generations=1, workers=1, on="local", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


LOG: list[dict[str, Any]] = [
    {"kind": "games", "generation": 1, "played": 20, "games": 20, "seconds": 4.0},
    {"kind": "games", "generation": 1, "played": 40, "games": 20, "seconds": 6.0},
    *(
        {"kind": "epoch", "generation": 1, "net": net, "part": part, "epoch": k, "surprise": 0.6, "lead_error": 9.0 - k}
        for net, epochs in (("1.npz", (0, 1, 0, 1, 2)), ("2.npz", (0, 1)))
        for part in ("round_end", "inside")
        for k in epochs
    ),
    {"kind": "verdict", "generation": 1, "elo": 100.0, "elo_interval": [60.0, 140.0], "accepted": True},
    {"kind": "verdict", "generation": 2, "elo": -20.0, "elo_interval": [-50.0, 10.0], "accepted": False},
    {"kind": "verdict", "generation": 3, "elo": 30.0, "elo_interval": [5.0, 55.0], "accepted": True},
]


def test_a_log_that_was_cut_off_is_read(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in LOG) + '\n{"kind": "ga')

    assert read_log(file) == LOG


def test_curves_show_the_last_training_of_each_net_and_ratings_add_up(tmp_path: Path) -> None:
    curves = learning_curves(LOG, "inside")
    assert {net: [one["epoch"] for one in epochs] for net, epochs in curves.items()} == {
        "1.npz": [0, 1, 2],
        "2.npz": [0, 1],
    }
    assert ratings(LOG) == [(1, 100.0, 60.0, 140.0), (2, 80.0, 50.0, 110.0), (3, 130.0, 105.0, 155.0)]
    assert speeds(LOG) == {1: 4.0}
    draw_curves(LOG, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(CannotWrite):
        draw_curves(LOG, tmp_path / "no" / "curves.png")
