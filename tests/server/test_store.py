"""The database, on SQLite and on a real PostgreSQL: durable or refused, one writer, migrations, backups."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.event import listens_for

from tests.kit.postgres import MISSING, programs, running_cluster
from tests.kit.waiting import wait_for
from tilewright.core.errors import NotInstalled
from tilewright.server.folder import Folder, FolderInUse
from tilewright.server.problems import ReadOnly
from tilewright.server.store import backup as backups
from tilewright.server.store import database
from tilewright.server.store.database import BadDatabase, connect, migrate, sqlite_url
from tilewright.server.store.migrations.run import check, upgrade
from tilewright.server.store.schema import event, game, guest, seat
from tilewright.server.store.store import Store
from tilewright.server.store.writer import Conflict, WriteBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Select

    from tests.kit.postgres import Cluster
    from tilewright.server.store.writer import Row


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if programs() is None:
        pytest.skip(MISSING)
    with running_cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    found: Cluster = request.getfixturevalue("cluster")
    engine = connect(found.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return found.url


def a_game(id_: str = "g") -> Row:
    return {
        "id": id_,
        "rule_set": "classic",
        "players": 2,
        "invitation_hash": None,
        "seq": 0,
        "status": "open",
        "to_move": None,
        "computer_to_move": False,
        "scores": "0,0",
        "changed_at": 1,
    }


def an_event(seq: int, command: str | None = None, of: str = "g") -> Row:
    return {"game": of, "seq": seq, "at": 1, "seat": 0, "command": command, "asked": None, "body": "{}"}


def asked(url: str, query: Select[Any]) -> list[Any]:
    engine = connect(url)
    with engine.connect() as connection:
        found = list(connection.execute(query).scalars())
    engine.dispose()
    return found


def numbers(url: str) -> list[int]:
    return asked(url, select(event.c.seq).order_by(event.c.seq))


def test_migrations_lead_to_the_schema(url: str) -> None:
    engine = connect(url)
    migrate(engine)
    migrate(engine)
    check(engine)
    engine.dispose()


def test_tokens_of_an_older_database_last_from_when_it_is_first_opened(url: str) -> None:
    engine = connect(url)
    upgrade(engine, "0002")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("INSERT INTO guest VALUES ('a', 'Ann', 'x', 1)"))
    before = time.time_ns() // 1_000_000
    migrate(engine)
    engine.dispose()

    (used,) = asked(url, select(guest.c.token_used_at))
    assert used >= before


def test_a_number_and_a_command_are_written_once_and_others_do_not_suffer(url: str) -> None:
    async def write() -> list[object]:
        await store.commit(WriteBatch(games=[a_game(), a_game("h")]))
        rows = [an_event(1, "a"), an_event(1, "b"), an_event(2, "a"), an_event(2, "c"), an_event(1, "a", "h")]
        jobs = [store.commit(WriteBatch(events=[row])) for row in rows]
        return await asyncio.gather(*jobs, return_exceptions=True)

    store = Store(url)
    outcomes = asyncio.run(write())
    store.close()

    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Conflict, type(None), type(None)]
    assert numbers(url) == [1, 1, 2]


def test_what_belongs_together_is_written_together(url: str) -> None:
    async def write() -> None:
        await store.commit(WriteBatch(games=[a_game()], events=[an_event(1)]))
        with pytest.raises(Conflict):
            await store.commit(WriteBatch(games=[a_game("h")], events=[an_event(2), an_event(1)]))

    store = Store(url)
    asyncio.run(write())
    store.close()

    assert numbers(url) == [1]
    assert asked(url, select(game.c.id)) == ["g"]


def test_sqlite_flushes_every_commit(tmp_path: Path) -> None:
    engine = connect(sqlite_url(tmp_path))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_sqlite_that_would_not_flush_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        database, "_prepare_sqlite", lambda connection, _: connection.execute("PRAGMA synchronous=NORMAL")
    )
    with pytest.raises(BadDatabase, match="moves could be lost"):
        connect(sqlite_url(tmp_path))


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_workers_that_begin_together_migrate_once(url: str) -> None:
    """Each loads alembic first and waits for the word, so that they set out at the same moment."""
    begin = (
        "import sys; from tilewright.server.store.migrations import run;"
        "from tilewright.server.store.store import Store;"
        "print('here', flush=True); sys.stdin.readline(); Store(sys.argv[1]).close()"
    )
    workers = [
        subprocess.Popen(
            (sys.executable, "-c", begin, url), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline()
    for worker in workers:
        assert worker.stdin
        worker.stdin.write(b"go\n")
        worker.stdin.flush()

    said = [worker.communicate(timeout=120)[1].decode() for worker in workers]

    assert [worker.returncode for worker in workers] == [0] * len(workers), said


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
def test_a_postgresql_that_would_not_flush_is_refused(cluster: Cluster, setting: str) -> None:
    cluster.stop()
    cluster.start(f"{setting}=off")
    try:
        with pytest.raises(BadDatabase, match=f"{setting}=off"):
            connect(cluster.url)
    finally:
        cluster.stop()
        cluster.start()


def test_postgresql_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotInstalled, match=r"tilewright\[postgres\]"):
        connect("postgresql://a:secret@127.0.0.1:1/none")


@pytest.mark.parametrize("url", ["mysql://a:secret@b/c", "nonsense", "postgresql://a:secret@127.0.0.1:1/none"])
def test_a_database_that_cannot_be_used_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadDatabase) as bad:
        connect(url)
    assert "secret" not in str(bad.value)


def test_one_server_holds_a_folder(tmp_path: Path) -> None:
    first = Folder(tmp_path, is_shared=False)
    first.note_address("http://127.0.0.1:1234/")
    with pytest.raises(FolderInUse, match="1234"):
        Folder(tmp_path, is_shared=False)
    first.close()
    Folder(tmp_path, is_shared=False).close()


def test_a_full_disk_refuses_and_recovers_by_itself(tmp_path: Path) -> None:
    """SQLite's own limit on pages gives the error that a full disk gives."""
    store = Store(sqlite_url(tmp_path))
    pages = 40

    @listens_for(store.engine, "connect")
    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    store.engine.dispose()

    async def fill() -> None:
        await store.commit(WriteBatch(games=[a_game()]))
        for seq in range(1, 10_000):
            await store.commit(WriteBatch(events=[an_event(seq) | {"body": "x" * 2000}]))

    with pytest.raises(ReadOnly, match="full"):
        asyncio.run(fill())
    kept = numbers(sqlite_url(tmp_path))
    assert store.writer.read_only
    assert kept == list(range(1, len(kept) + 1)), "what was acknowledged is there"

    pages = 4000
    store.engine.dispose()
    asyncio.run(store.commit(WriteBatch(events=[an_event(len(kept) + 1)])))
    store.close()
    assert not store.writer.read_only
    assert len(numbers(sqlite_url(tmp_path))) == len(kept) + 1


def test_space_that_has_returned_is_noticed_before_anybody_writes(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path))
    fails = True

    @listens_for(store.engine, "before_cursor_execute")
    def fail(_: object, __: object, statement: str, *___: object) -> None:
        if fails and statement.startswith("INSERT"):
            raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(ReadOnly, match="full"):
        asyncio.run(store.commit(WriteBatch(games=[a_game()])))
    was_read_only = store.writer.read_only
    fails = False
    wait_for(lambda: not store.writer.read_only, "the writer to write again")
    store.close()

    assert was_read_only == "database or disk is full"
    assert asked(sqlite_url(tmp_path), select(guest.c.id)) == [], "to look leaves nothing behind"


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Also in a folder that others may enter, and where an earlier version left its files open to them."""
    before = os.umask(0o022)
    try:
        folder = tmp_path / "data"
        folder.mkdir(mode=0o755)
        (folder / database.FILE_NAME).touch(mode=0o644)
        held, store = Folder(folder, is_shared=False), Store(sqlite_url(folder))
        asyncio.run(store.commit(WriteBatch(games=[a_game()])))
        backups.backup(sqlite_url(folder), tmp_path / "copy")
        (tmp_path / "other").mkdir(mode=0o755)
        backups.restore(tmp_path / "copy", sqlite_url(tmp_path / "other"))
        modes = {
            str(file.relative_to(tmp_path)): oct(file.stat().st_mode & 0o777)
            for file in tmp_path.rglob("*")
            if file.is_file()
        }
        store.close()
        held.close()
    finally:
        os.umask(before)

    assert {"copy", "data/tilewright.sqlite3", "data/tilewright.sqlite3-wal", "data/server.lock"} <= set(modes)
    assert set(modes.values()) == {"0o600"}, modes


def test_a_backup_of_a_database_in_use_brings_everything_back(url: str, tmp_path: Path) -> None:
    store, file = Store(url), tmp_path / "backup.sqlite3"
    person = {"id": "a", "name": "Ann", "token_hash": "x", "created_at": 1}
    taken = {"kind": "person", "name": "Ann", "opponent": None, "guest": "a"}
    empty = {"game": "g", "number": 0, "kind": "empty", "name": "", "opponent": None, "guest": None}

    async def write(*seqs: int) -> None:
        for seq in seqs:
            change = {
                name: value
                for name, value in a_game().items()
                if name not in ("id", "rule_set", "players", "invitation_hash")
            }
            await store.commit(WriteBatch(events=[an_event(seq)], game_changes=[change | {"of": "g", "seq": seq}]))

    async def begin() -> None:
        await store.commit(WriteBatch(guests=[person], games=[a_game()], seats=[empty]))
        await write(1)
        assert backups.backup(url, tmp_path / "early.sqlite3") == 1
        await store.commit(WriteBatch(seat_changes=[{**taken, "of": "g", "at_number": 0}]))
        await write(2, 3)

    asyncio.run(begin())
    assert backups.backup(url, file) == 3
    asyncio.run(write(4))
    with pytest.raises(backups.BadBackup, match="exists"):
        backups.backup(url, file)

    other = sqlite_url(tmp_path / "other")
    (tmp_path / "other").mkdir()
    assert backups.restore(file, other) == 3
    assert numbers(other) == [1, 2, 3]
    assert backups.restore(file, url) == 0, "what is newer stays, also while the server runs"
    with store.engine.begin() as connection:
        connection.execute(event.delete())
        connection.execute(game.update().values(seq=0))
    assert backups.restore(file, url) == 3
    asyncio.run(write(4))
    store.close()

    assert numbers(url) == [1, 2, 3, 4]
    assert asked(other, select(game.c.seq)) == [3]
    assert asked(other, select(guest.c.name)) == ["Ann"]

    later = sqlite_url(tmp_path / "later")
    (tmp_path / "later").mkdir()
    assert backups.restore(tmp_path / "early.sqlite3", later) == 1
    assert asked(later, select(seat.c.guest)) == [None]
    assert backups.restore(file, later) == 2
    assert asked(later, select(seat.c.guest)) == ["a"], "who sat down since then sits there now"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="cannot be used"):
        Folder(tmp_path / "file" / "inside", is_shared=False)


def test_the_insert_of_a_row_is_bound_not_pasted(url: str) -> None:
    nasty = "'); DROP TABLE event; --"
    store = Store(url)
    asyncio.run(store.commit(WriteBatch(guests=[{"id": "a", "name": nasty, "token_hash": nasty, "created_at": 1}])))
    with store.engine.connect() as connection:
        assert connection.execute(select(guest.c.name).where(guest.c.token_hash == nasty)).scalar() == nasty
    store.close()
