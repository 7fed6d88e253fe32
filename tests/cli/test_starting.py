"""Every way to start the program starts it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tilewright

ROOT = Path(__file__).parents[2]


def test_python_m_tilewright_is_the_command() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "tilewright", "--version"], capture_output=True, text=True, check=True
    )
    assert found.stdout == f"tilewright {tilewright.__version__}\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose set-up and program only say that they were called."""
    folder = tmp_path / "a check out"
    for name in ("scripts/set-up", ".venv/bin/tilewright"):
        stub = folder / name
        stub.parent.mkdir(parents=True)
        stub.write_text(f'#!/bin/sh\necho {name} "$@"\n')
        stub.chmod(0o755)
    shutil.copy(ROOT / "tilewright", folder / "tilewright")
    return folder


@pytest.mark.skipif(os.name != "posix", reason="the script is for a POSIX shell")
@pytest.mark.parametrize("kind", ["itself", "absolute", "relative", "chain"])
def test_the_script_finds_its_checkout_through_links(checkout: Path, tmp_path: Path, kind: str) -> None:
    script = checkout / "tilewright"
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    started = script if kind == "itself" else bin_folder / "tw"
    if kind == "absolute":
        started.symlink_to(script)
    elif kind == "relative":
        started.symlink_to(Path("..") / checkout.name / "tilewright")
    elif kind == "chain":
        (tmp_path / "inner").symlink_to(script)
        started.symlink_to(Path("../inner"))
    found = subprocess.run([started, "rules", "a b"], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["scripts/set-up run", ".venv/bin/tilewright rules a b"]
