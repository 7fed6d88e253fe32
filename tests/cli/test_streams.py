"""Streams that are closed or full: one clear line, or the end of input; no traceback, and no silent success."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = f"{sys.executable} -m tilewright"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_said() -> None:
    answered = shell(f"{PROGRAM} new classic --seed 1 >/dev/full")

    assert answered.returncode == 2
    assert answered.stderr.count("\n") == 1
    assert "No space left" in answered.stderr


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
