"""Open a database so that a commit is on disk before it is answered, or refuse to."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tilewright.core.errors import NotInstalled, TilewrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

REVISION = "0003"
"""The newest migration; a database that has it needs no look at the others."""

MIGRATING = 7_142_031
"""The lock that whoever migrates a shared database holds."""

BUSY_MILLISECONDS = 10_000
FILE_NAME = "tilewright.sqlite3"
PRIVATE = 0o600  # the mode of files that only their owner may read


class BadDatabase(TilewrightError):  # noqa: N818 - one of the family
    """A database that cannot be used, or cannot be trusted with moves."""


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{(folder / FILE_NAME).as_posix()}"


def connect(url: str) -> Engine:
    """An engine for SQLite or PostgreSQL, checked to be durable; its password never shows in an error."""
    chosen = _parsed(url)
    if chosen.get_backend_name() == "sqlite":
        if chosen.database not in (None, "", ":memory:"):
            _keep_private(Path(chosen.database))
        engine = create_engine(chosen, connect_args={"isolation_level": None, "check_same_thread": False})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin)
    else:
        engine = _postgres(chosen)
    with _opening(engine, chosen), engine.connect() as connection:
        _check_durable(connection)
    return engine


def _parsed(url: str) -> URL:
    """The URL of a database of a kind that is supported."""
    try:
        chosen = make_url(url)
    except ArgumentError:
        raise BadDatabase("the database is written postgresql://user:password@host/name or sqlite:///FILE") from None
    if (name := chosen.get_backend_name()) not in ("sqlite", "postgresql"):
        raise BadDatabase(f"{name} is not supported: SQLite and PostgreSQL are")
    return chosen


def _postgres(chosen: URL) -> Engine:
    try:
        return create_engine(chosen.set(drivername="postgresql+psycopg"), pool_pre_ping=True, pool_size=8)
    except ImportError:
        raise NotInstalled("PostgreSQL needs its driver: pip install 'tilewright[postgres]'") from None


@contextlib.contextmanager
def _opening(engine: Engine, chosen: URL) -> Iterator[None]:
    """Give the engine back, and say which database it is, when something is wrong while it is opened."""
    try:
        yield
    except BadDatabase:
        engine.dispose()
        raise
    except SQLAlchemyError as bad:
        engine.dispose()
        raise BadDatabase(f"cannot open {_named(chosen)}: {_first_line(bad)}") from None


def _named(chosen: URL) -> str:
    """A database as errors name it: without its password."""
    return chosen.render_as_string(hide_password=True)


def connect_to_read(url: str) -> Engine:
    """An engine that cannot change anything, for a database that a server may be using at this moment."""
    chosen = _parsed(url)
    if chosen.get_backend_name() == "sqlite":
        file = Path(chosen.database or "").absolute()
        uri = f"{file.as_uri()}?mode=ro"
        engine = create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        )
        event.listen(engine, "connect", _wait_when_busy)
        event.listen(engine, "begin", _begin)
    else:
        engine = _postgres(chosen).execution_options(postgresql_readonly=True)
    with _opening(engine, chosen), engine.connect() as connection:
        if not _is_newest(connection):
            raise BadDatabase(
                f"{_named(chosen)} was written by another version of Tilewright: start its server once, which brings it"
                " up to date"
            )
    return engine


def _keep_private(file: Path) -> None:
    """Let only the owner read a database file: it holds talk and names. SQLite gives its journals the same mode.

    Whatever else stands in the way of opening the file, SQLite says by itself.
    """
    with contextlib.suppress(OSError):
        file.touch(mode=PRIVATE, exist_ok=True)
        for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
            if one.exists():
                one.chmod(PRIVATE)


def _first_line(bad: Exception) -> str:
    return str(getattr(bad, "orig", bad)).strip().partition("\n")[0]


def _wait_when_busy(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    _wait_when_busy(connection, _)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    """Writers take the lock at once; a deferred transaction could fail half-way with "database is locked"."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_durable(connection: Connection) -> None:
    """Raise unless a commit means: flushed to disk."""
    if connection.dialect.name == "sqlite":
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
        level = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
        if mode != "wal" or level < 2:
            raise BadDatabase(f"SQLite keeps journal_mode={mode}, synchronous={level}: moves could be lost")
        return
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        value = connection.execute(text(f"SHOW {setting}")).scalar()
        if value == "off":
            raise BadDatabase(f"PostgreSQL runs with {setting}=off: moves could be lost, so nothing is served from it")


def migrate(engine: Engine) -> None:
    """Bring the database to the newest revision; of several that begin together, one does it and the others wait."""
    with engine.connect() as connection:
        if _is_newest(connection):
            return
        if connection.dialect.name == "postgresql":  # released when the connection is given back
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            if _is_newest(connection):
                return
        from tilewright.server.store.migrations.run import upgrade  # alembic takes its time to load

        upgrade(engine)


def _is_newest(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == REVISION
