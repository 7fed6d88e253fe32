"""Streams that are closed or full: one clear line, or the end of input; no traceback, and no silent success."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright
from tilewright.records.record import write_json

PROGRAM = f"{sys.executable} -m tilewright"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_said() -> None:
    answered = shell(f"{PROGRAM} new classic --seed 1 >/dev/full")

    assert answered.returncode == 2
    assert answered.stderr.count("\n") == 1
    assert "No space left" in answered.stderr


@pytest.fixture
def nobody_reads() -> Iterator[int]:
    """A pipe whose reader has gone away, as behind ``| head`` when it has seen enough."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.parametrize(
    "words",
    [
        "replay RECORD",
        "replay RECORD --as-text",
        "analyse RECORD --nodes 5",
        "analyse RECORD --nodes 5 --json",
        "play classic --seats random,random --seed 1",
        "play classic --seats random,random --seed 1 --plain",
        "show POSITION --moves",
        "odds POSITION",
        "new classic",
        "rules",
        "rules classic",
        "opponents",
        "games",
        "perft classic --depth 1",
        "--help",
        "play --help",
        "--version",
    ],
)
def test_a_reader_that_goes_away_is_no_error(words: str, nobody_reads: int, tmp_path: Path) -> None:
    """As with most programs that notice: they end at once, and say nothing."""
    game = tilewright.new_game("classic", seed=1)
    (tmp_path / "game.json").write_text(write_json(game.record()))
    named = {"RECORD": str(tmp_path / "game.json"), "POSITION": game.text}
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", *(named.get(word, word) for word in words.split())],
        stdin=subprocess.DEVNULL,
        stdout=nobody_reads,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_nowhere_to_write_to_is_no_success() -> None:
    answered = shell(f"{PROGRAM} new classic --seed 1 >&-")

    assert answered.returncode == 2
    assert "standard output" in answered.stderr


@pytest.mark.parametrize("command", ["play classic --seed 1 --seats human,random", "puzzle classic"])
def test_nobody_to_ask_is_the_end_of_input(command: str, tmp_path: Path) -> None:
    answered = shell(f"XDG_DATA_HOME={tmp_path} {PROGRAM} {command} <&-")

    assert "Traceback" not in answered.stderr
    assert answered.returncode in (0, 1, 2)


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_nobody_thinks_for_ever(command: str) -> None:
    answered = shell(f"{PROGRAM} {command} nothing --seconds inf")

    assert answered.returncode == 2
    assert "--seconds" in answered.stderr
