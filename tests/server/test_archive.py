"""The games of a database in lists and as records, for commands, while a server uses it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy
from fastapi.testclient import TestClient

from tests.cli.inside import run
from tests.cli.test_commands import clear_line
from tests.kit.postgres import MISSING, programs, running_postgres
from tests.server.conftest import ORIGIN, settings_in
from tests.server.local_server import LocalServer
from tests.server.test_study import played
from tilewright.records.record import write_json
from tilewright.server.archive import Archive, BrokenLog
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service
from tilewright.server.store.database import BadDatabase, sqlite_url

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The games of the terminal: one that is over, long ago."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    folder = tmp_path / "own" / "tilewright" / "games"
    folder.mkdir(parents=True)
    (folder / "old.json").write_text(write_json(played(seed=5).record(["Ann", "greedy"])))
    os.utime(folder / "old.json", (1, 1))
    return folder


def brought_and_begun(server: LocalServer) -> tuple[str, str]:
    """The ids of a game that is over and of one that is not."""
    ann = server.person("Ann")
    brought = ann.post("/records", {"record": write_json(played().record(["Ann", "Bo"])), "seat": 0}).json()["id"]
    return brought, ann.open("me", "here")["id"]


def listed(*where: str) -> list[dict[str, Any]]:
    done = run("games", "--json", *where)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_games_of_the_terminal_and_of_the_browser_are_listed_alike(server: LocalServer, kept: Path) -> None:
    brought, begun = brought_and_begun(server)
    data = ("--data", str(server.service.settings.data))
    games = listed(*data)

    assert [(one["number"], one["id"], one["played"], one["state"]) for one in games] == [
        (1, begun, "browser", "unfinished"),
        (2, brought, "browser", "finished"),
        (3, "old.json", "terminal", "finished"),
    ]
    assert games[1]["seats"] == ["Ann", "Bo"]
    assert games[1]["scores"] == list(played().scores)
    assert (games[2]["rule_set"], games[2]["players"]) == ("classic", 2)
    assert games[2]["changed_at"] == "1970-01-01T00:00:01+00:00"
    assert games[2]["file"] == str(kept / "old.json")
    assert games[1]["file"] is None
    told = run("games", *data).stdout.splitlines()
    assert told[1].split()[3:6] == ["browser", "classic", "unfinished"]
    short = run("games", "--limit", "1", *data).stdout
    assert begun in short
    assert brought not in short
    assert "the last 1 of 3 games" in short


def test_a_game_is_taken_by_its_number_or_id(server: LocalServer, tmp_path: Path) -> None:
    brought, begun = brought_and_begun(server)
    data = ("--data", str(server.service.settings.data))

    by_id, by_number = (run("replay", "--as-text", *data, "--", word).stdout for word in (brought, "2"))
    assert by_id == by_number
    assert "Ann" in by_id
    assert "greedy" in run("replay", "3", "--as-text", *data).stdout
    (tmp_path / "same.json").write_text(write_json(played().record(["Ann", "Bo"])))
    judged = [
        run("analyse", what, "--nodes", "5", "--json", *data).stdout for what in ("2", str(tmp_path / "same.json"))
    ]
    assert judged[0] == judged[1]
    assert judged[0].count('"grade"') > 20
    for word in ("1", begun):
        for command in ("replay", "analyse", "statistics", "play"):
            clear_line(run(command, *data, "--", word), "continues in the browser")
    clear_line(run("play", "2", *data), "is over; `tilewright replay")
    clear_line(run("replay", "4", *data), "lists no game with this number")
    clear_line(run("play", "4", *data), "lists no game 4")


def test_statistics_count_games_of_both_kinds(server: LocalServer) -> None:
    brought, _begun = brought_and_begun(server)
    data = ("--data", str(server.service.settings.data))
    words = ("--player", "Ann", "--nodes", "5", "--json")

    (both,) = json.loads(run("statistics", *words, *data).stdout)
    (one,) = json.loads(run("statistics", *words, *data, "2").stdout)
    assert both["games"] == 2
    assert sorted(sheet["game"] for sheet in both["sheets"]) == sorted([brought, "old.json"])
    assert one["games"] == 1


def test_the_last_game_says_that_it_continues_in_the_browser(server: LocalServer, kept: Path) -> None:
    _brought, begun = brought_and_begun(server)
    data = ("--data", str(server.service.settings.data))

    clear_line(run("play", "--resume", *data), f"no unfinished game is kept in {kept}. Game {begun} is not over")
    game = played()
    game.undo()
    (kept / "new.json").write_text(write_json(game.record(["Ann", "greedy"])))
    os.utime(kept / "new.json", (2, 2))
    told = run("play", "--resume", "--plain", *data, typed="q\n").stdout
    assert told.startswith("Your last game was in the browser.")
    assert f"Continuing {kept / 'new.json'}" in told


def test_nothing_is_written_and_nobody_waits(server: LocalServer) -> None:
    brought, _begun = brought_and_begun(server)
    file = server.service.settings.data / "tilewright.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with Archive(sqlite_url(file.parent)) as archive:
            assert archive.count() == 2
            with pytest.raises(sqlalchemy.exc.OperationalError, match="readonly"):
                archive.read(lambda connection: connection.exec_driver_sql("DELETE FROM event"))
            assert archive.record(brought) is not None
        writer.execute("ROLLBACK")


def test_a_log_that_does_not_replay_is_named(server: LocalServer) -> None:
    brought, _begun = brought_and_begun(server)
    data = server.service.settings.data
    with closing(sqlite3.connect(data / "tilewright.sqlite3")) as writer, writer:
        writer.execute("DELETE FROM event WHERE game = ? AND seq = 5", (brought,))

    with Archive(sqlite_url(data)) as archive, pytest.raises(BrokenLog, match=brought):
        archive.record(brought)
    clear_line(run("replay", "--data", str(data), "--", brought), "does not replay")
    done = run("statistics", "--player", "Ann", "--nodes", "5", "--data", str(data))
    assert f"left out: {brought}" in done.stdout
    assert "1 game" in done.stdout


def test_a_database_that_cannot_be_read_keeps_no_other_game_from_the_list(tmp_path: Path) -> None:
    own = tmp_path / "own" / "tilewright"
    (own / "tilewright.sqlite3").write_text("no database at all" * 100)

    done = run("games")
    assert "old.json" in done.stdout
    assert "left out: the games of the browser" in done.stderr
    clear_line(run("games", "--data", str(own)), "file is not a database")
    clear_line(run("games", "--database", "postgresql://ann:verysecret@127.0.0.1:1/none"), "127.0.0.1:1/none")
    clear_line(run("games", "--database", "mysql://here"), "is not supported")


def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    assert [one["id"] for one in listed("--data", str(tmp_path / "none"))] == ["old.json"]
    assert not (tmp_path / "none").exists()


def test_a_database_of_another_version_is_left_to_its_server(server: LocalServer) -> None:
    data = server.service.settings.data
    with closing(sqlite3.connect(data / "tilewright.sqlite3")) as writer, writer:
        writer.execute("UPDATE alembic_version SET version_num = '0001'")

    with pytest.raises(BadDatabase, match="another version"):
        Archive(sqlite_url(data))


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_the_games_of_a_host_are_listed_from_postgresql(tmp_path: Path) -> None:
    with running_postgres() as url:
        service = Service(settings_in(tmp_path / "data", database=url))
        service.limits.off = True
        with TestClient(make_app(service), base_url=ORIGIN) as client:
            server = LocalServer(client, service)
            server.wait_until_ready()
            brought, begun = brought_and_begun(server)

            assert [one["id"] for one in listed("--database", url)] == [begun, brought, "old.json"]
            assert "Ann" in run("replay", "2", "--as-text", "--database", url).stdout
            with Archive(url) as archive, pytest.raises(sqlalchemy.exc.DBAPIError, match="read-only"):
                archive.read(lambda connection: connection.exec_driver_sql("DELETE FROM event"))
