"""Backups of a database, of either kind, as one SQLite file. Backup and restore work while a server runs.

Logs only grow, so a backup's log of a game is the beginning of the true one: restoring adds what is missing and leaves
what is there. Restoring into an empty database brings everything back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tilewright.core.errors import TilewrightError
from tilewright.server.store.database import connect, migrate
from tilewright.server.store.schema import attempt, event, game, guest, seat

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table

ROWS_AT_ONCE = 1_000
TABLES = (guest, game, seat, event, attempt)


class BadBackup(TilewrightError):  # noqa: N818 - one of the family
    """A backup that cannot be written or read."""


def backup(url: str, file: Path) -> int:
    """Write everything that is in the database at one moment; returns how many events that is."""
    if file.exists():
        raise BadBackup(f"{file} exists already; a backup is never overwritten")
    if not file.parent.is_dir():
        raise BadBackup(f"cannot write {file}: there is no folder {file.parent}")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    source = connect(url)
    try:
        migrate(source)
        target = connect(f"sqlite:///{part.as_posix()}")
        migrate(target)
        copied = _copy(source, target)
        target.dispose()
        _close_journal(part)
    except OSError as bad:
        raise BadBackup(f"cannot write {file}: {bad.strerror}") from None
    finally:
        source.dispose()
    part.replace(file)
    return copied


def _close_journal(file: Path) -> None:
    """Leave one file, without a journal beside it, flushed to disk."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _copy(source: Engine, target: Engine) -> int:
    """All rows, as one transaction of the source sees them."""
    options = {"isolation_level": "REPEATABLE READ"} if source.dialect.name == "postgresql" else {}
    copied = 0
    with (
        source.connect().execution_options(**options) as reading,
        reading.begin(),
        target.connect().execution_options(writes=True) as writing,
        writing.begin(),
    ):
        for table in TABLES:
            for rows in reading.execute(select(table)).mappings().partitions(ROWS_AT_ONCE):
                writing.execute(insert(table), [dict(row) for row in rows])
                copied += len(rows) if table is event else 0
    return copied


def restore(file: Path, url: str) -> int:
    """Add what the database lacks from a backup; return how many events that was."""
    _check(file)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))  # an old backup is migrated in the copy
        return _restore(copy, url)


def _check(file: Path) -> None:
    """Raise unless this is a backup; nothing is written to it."""
    if not file.is_file():
        raise BadBackup(f"there is no backup {file}")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as bad:
        raise BadBackup(f"{file} cannot be read as a backup: {bad}") from None
    if not {"alembic_version", event.name, game.name} <= names:
        raise BadBackup(f"{file} is not a backup of games")


def _restore(file: Path, url: str) -> int:
    source, target = connect(f"sqlite:///{file.as_posix()}"), connect(url)
    try:
        migrate(source)
        migrate(target)
        with source.connect() as reading, target.connect().execution_options(writes=True) as writing, writing.begin():
            before = _count(writing)
            for table in TABLES:
                _add_missing(reading, writing, table)
            _update_derived(reading, writing)
            added = _count(writing) - before
    finally:
        source.dispose()
        target.dispose()
    return added


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(event)).scalar_one()


def _add_missing(reading: Connection, writing: Connection, table: Table) -> None:
    """Insert the rows that are missing."""
    for rows in reading.execute(select(table)).mappings().partitions(ROWS_AT_ONCE):
        writing.execute(_insert_missing(writing, table), [dict(row) for row in rows])


def _insert_missing(connection: Connection, table: Table) -> Any:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing()


def _update_derived(reading: Connection, writing: Connection) -> None:
    """Update what is derived from the log of each game of which the backup had more than the database."""
    present = {row.id: row.seq for row in writing.execute(select(game.c.id, game.c.seq))}
    for row in reading.execute(select(game)).mappings():
        if row["seq"] > present.get(row["id"], 0):
            writing.execute(update(game).where(game.c.id == row["id"]).values(**row))
            for chair in reading.execute(select(seat).where(seat.c.game == row["id"])).mappings():
                place = (seat.c.game == chair["game"], seat.c.number == chair["number"])
                writing.execute(update(seat).where(*place).values(**chair))
