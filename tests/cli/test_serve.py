"""Without arguments: a table in the browser, there at once, and gone without a trace of trouble."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from tests.cli import inside
from tilewright.cli.serve import run_serve
from tilewright.core.errors import TilewrightError
from tilewright.server.store.database import sqlite_url
from tilewright.server.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def started(*words: str, env: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
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


def run(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    more = {"capture_output": True} | more
    return subprocess.run([sys.executable, "-m", "tilewright", *words], text=True, check=False, **more)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("serve", "--log", "loud"), "loud"),
        (("serve", "--origin", "notaurl"), "notaurl"),
        (("serve", "--origin", "https://tiles.example/page"), "tiles.example/page"),
        (("serve", "--trust-proxy", "*"), "--trust-proxy *"),
        (("serve", "--trust-proxy", "proxy.example"), "proxy.example"),
        (("serve", "--database", ""), "--database"),
        (("serve", "--data", ""), "--data"),
        (("backup", "copy", "--database", ""), "--database"),
        (("export-games", "games", "--database", " "), "--database"),
    ],
)
def test_what_a_server_cannot_be_asked_is_one_clear_word(
    tmp_path: Path, words: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answered = inside.run(*words)

    assert answered.returncode == 2
    assert named in answered.stderr
    assert "Traceback" not in answered.stderr
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_backup_is_not_restored_and_not_touched(tmp_path: Path) -> None:
    foreign, empty, text = tmp_path / "other.db", tmp_path / "empty", tmp_path / "text"
    with contextlib.closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE mine (a)")
    empty.touch()
    text.write_text("no database at all, and long enough to be looked at" * 20)
    before = [file.read_bytes() for file in (foreign, empty, text)]

    answers = [run("restore", str(file), "--data", str(tmp_path / "b")) for file in (foreign, empty, text)]

    assert [one.returncode for one in answers] == [2, 2, 2]
    assert all("backup" in one.stderr and "Traceback" not in one.stderr for one in answers)
    assert [file.read_bytes() for file in (foreign, empty, text)] == before


def test_a_backup_and_its_restoration_from_the_command_line(tmp_path: Path) -> None:
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
    assert "0 missing events" in back.stdout
    assert "no backup" in nothing.stderr


def test_every_setting_of_a_server_can_come_from_the_environment() -> None:
    told = " ".join(run("serve", "--help", env={**os.environ, "COLUMNS": "200"}).stdout.split())
    names = set(re.findall(r"--([a-z-]+)", told)) - {"help"}

    assert {"data", "database", "host", "port", "workers", "origin", "trust-proxy", "engine", "log"} <= names
    for name in names:
        assert f"[env var: TILEWRIGHT_{name.upper().replace('-', '_')}" in told, name
    table = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    for name in names:
        assert re.search(rf"\| `--{name}[ `].*`TILEWRIGHT_{name.upper().replace('-', '_')}`", table), name


def test_a_server_is_told_by_its_environment_and_shows_no_password(tmp_path: Path) -> None:
    told = {"TILEWRIGHT_DATA": str(tmp_path / "here"), "TILEWRIGHT_NO_OPEN": "1", "TILEWRIGHT_LOG": "debug"}
    engines = {"TILEWRIGHT_ENGINE": "tiny=python3 engine.py depth=3;other=./other"}
    with started("serve", env={**os.environ, **told, **engines}) as (_, address):
        named = [one["name"] for one in ask(address, "api/v1/opponents")]
    refused = run(
        "serve", env={**os.environ, **told, "TILEWRIGHT_DATABASE": "postgresql://tiles:verysecret@127.0.0.1:1/none"}
    )

    assert (tmp_path / "here" / "tilewright.sqlite3").exists()
    assert {"engine:tiny", "engine:other"} <= set(named)
    assert refused.returncode == 2
    assert "127.0.0.1:1/none" in refused.stderr
    assert "verysecret" not in refused.stderr + refused.stdout


def test_what_the_server_starts_is_not_told_the_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE", "postgresql://tiles:verysecret@127.0.0.1:1/none")
    with pytest.raises(TilewrightError):
        run_serve(data=tmp_path, database=os.environ["TILEWRIGHT_DATABASE"])

    assert not [name for name, value in os.environ.items() if "verysecret" in value]
