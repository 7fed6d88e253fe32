"""Without arguments: a table in the browser, there at once, and gone without a trace of trouble."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from tilewright.server.store.database import sqlite_url
from tilewright.server.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def started(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        address = process.stdout.readline().split()[-1]
        yield process, address
    finally:
        process.kill()
        process.communicate()


def ask(address: str, path: str) -> Any:
    with urlopen(f"{address}{path}", timeout=60) as answer:  # noqa: S310 - our own address
        return json.load(answer)


def test_without_arguments_a_table_is_served_and_stops_when_asked(tmp_path: Path) -> None:
    with started("--no-open", "--data", str(tmp_path)) as (process, address):
        health = ask(address, "healthz")
        with urlopen(address, timeout=60) as page:  # noqa: S310 - our own address
            text = page.read().decode()
        second = subprocess.run(
            [sys.executable, "-m", "tilewright", "--no-open", "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=60)

    assert address.startswith("http://127.0.0.1:")
    assert health["status"] == "ok"
    assert set(health["ready"]) >= {"classic", "duel"}
    assert "Tilewright" in text
    assert second.returncode == 2
    assert address.rstrip("/") in second.stderr, "the second one says where the first one is"
    assert "Traceback" not in complaints
    assert (tmp_path / "tilewright.sqlite3").exists()


def test_a_backup_and_its_restoration_from_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "tilewright", *words], capture_output=True, text=True, check=False)

    early = run("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "a"))
    (tmp_path / "a").mkdir()
    Store(sqlite_url(tmp_path / "a")).close()
    made = run("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "a"))
    again = run("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "a"))
    back = run("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "b"))
    nothing = run("restore", str(tmp_path / "none"), "--data", str(tmp_path / "b"))

    assert "no games are kept" in early.stderr
    assert "has 0 events" in made.stdout
    assert again.returncode == nothing.returncode == 2
    assert "never overwritten" in again.stderr
    assert "0 events were missing" in back.stdout
    assert "no backup" in nothing.stderr
