"""The only writer: everything that waits goes into one transaction, and is answered when it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from tilewright.server.problems import ReadOnly, UnknownOutcome
from tilewright.server.store import schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine, Update

MOST_TOGETHER = 256
PROBE_SECONDS = 1.0  # between attempts to write, as long as nothing can be stored
Row = dict[str, Any]

_GAME_CHANGES = ("seq", "status", "to_move", "computer_to_move", "scores", "changed_at")
_CHANGE_GAME = (
    update(schema.game)
    .where(schema.game.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in _GAME_CHANGES})
)
_CHANGE_NAME = (
    update(schema.seat)
    .where(
        schema.seat.c.game == bindparam("at_game"),
        schema.seat.c.guest == bindparam("of"),
        schema.seat.c.kind == "person",
        schema.seat.c.name == bindparam("before"),
    )
    .values(name=bindparam("name"))
)
_CHANGE_SEAT = (
    update(schema.seat)
    .where(schema.seat.c.game == bindparam("of"), schema.seat.c.number == bindparam("at_number"))
    .values({name: bindparam(name) for name in ("kind", "name", "opponent", "guest")})
)


class Conflict(Exception):  # noqa: N818 - not an error of anybody: somebody else was first
    """Another worker has written this number of the log, or this command, before."""


@dataclass(slots=True)
class WriteBatch:
    """Rows that are stored together or not at all."""

    guests: list[Row] = field(default_factory=list)
    games: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    guest_changes: list[Row] = field(default_factory=list)
    game_changes: list[Row] = field(default_factory=list)
    seat_changes: list[Row] = field(default_factory=list)
    name_changes: list[Row] = field(default_factory=list)

    @property
    def changed(self) -> list[str]:
        """The games whose followers are to be notified."""
        return [row["game"] for row in self.events] + [row["at_game"] for row in self.name_changes]

    attempts: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class _PendingCommit:
    writes: WriteBatch
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Writer:
    """A thread that commits. ``after`` is called in that thread with the games that have changed."""

    def __init__(self, engine: Engine, after: Callable[[list[str]], None] | None = None) -> None:
        self.engine = engine
        self.read_only: str | None = None  # why the last write failed; None if it did not
        self._after = after
        self._connection: Connection | None = (
            None  # kept open: taking one from the pool costs as much as writing a move
        )
        self._jobs: queue.SimpleQueue[_PendingCommit | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def commit(self, writes: WriteBatch) -> None:
        """Return when it is on disk. Conflict and ReadOnly mean that it is not, UnknownOutcome that it may be."""
        loop = asyncio.get_running_loop()
        job = _PendingCommit(writes, loop, loop.create_future())
        self._jobs.put(job)
        await asyncio.shield(job.done)

    def close(self) -> None:
        """Store what waits, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                jobs = self._next_jobs(PROBE_SECONDS if self.read_only else None)
            except queue.Empty:
                self._probe()
                continue
            commits = [job for job in jobs if job is not None]
            if commits:
                outcomes = self._store(commits)
                self._answer(commits, outcomes)
                if self._after:
                    stored = (job for job, outcome in zip(commits, outcomes, strict=True) if outcome is None)
                    self._after([game for job in stored for game in job.writes.changed])
            if len(commits) < len(jobs):
                self._drop_connection()
                return

    def _probe(self) -> None:
        """Find out whether there is space again, by storing a row and deleting it: nothing else would show it."""
        name = f"~{secrets.token_urlsafe(8)}"
        try:
            connection = self._connected()
            with connection.begin():
                row = {"id": name, "name": name, "token_hash": name, "created_at": 0}
                connection.execute(insert(schema.guest), row)
                connection.execute(delete(schema.guest).where(schema.guest.c.id == name))
        except DBAPIError:
            self._drop_connection()
        else:
            self.read_only = None

    def _next_jobs(self, patience: float | None) -> list[_PendingCommit | None]:
        jobs = [self._jobs.get(timeout=patience)]
        while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
            jobs.append(self._jobs.get())
        return jobs

    def _store(self, jobs: list[_PendingCommit]) -> list[Exception | None]:
        """The outcome of each commit."""
        try:
            connection = self._connected()
            with connection.begin():
                write(connection, [job.writes for job in jobs])
        except IntegrityError:
            if len(jobs) == 1:
                return [Conflict()]
            return [outcome for job in jobs for outcome in self._store([job])]
        except DBAPIError as bad:
            self._drop_connection()
            return [self._failed(bad)] * len(jobs)
        self.read_only = None
        return [None] * len(jobs)

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self.engine.connect().execution_options(writes=True)
        return self._connection

    def _drop_connection(self) -> None:
        """Close a connection that failed or is no longer needed; what it had not committed is rolled back."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(DBAPIError):
                connection.close()

    def _failed(self, bad: DBAPIError) -> Exception:
        reason = str(bad.orig).strip().partition("\n")[0]
        if self.engine.dialect.name == "sqlite" or "No space left" in reason or "read-only" in reason:
            self.read_only = reason
            return ReadOnly(f"nothing can be stored just now ({reason}), so nothing was done", retry_after=5)
        return UnknownOutcome(
            "the connection to the database was lost; send the same command again to learn what became of it",
            retry_after=1,
        )

    @staticmethod
    def _answer(jobs: list[_PendingCommit], outcomes: list[Exception | None]) -> None:
        """Wake each event loop once for all of its jobs."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_PendingCommit, Exception | None]]] = {}
        for job, outcome in zip(jobs, outcomes, strict=True):
            by_loop.setdefault(job.loop, []).append((job, outcome))
        for loop, answers in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, answers)


def _settle(answers: list[tuple[_PendingCommit, Exception | None]]) -> None:
    for job, outcome in answers:
        if job.done.done():
            continue
        if outcome is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(outcome)


def _guest_changes(rows: list[Row]) -> list[tuple[Update, list[Row]]]:
    """A statement for each set of columns, since others may be changing the columns that a change leaves out."""
    by_columns: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        by_columns.setdefault(tuple(name for name in row if name != "of"), []).append(row)
    whose = update(schema.guest).where(schema.guest.c.id == bindparam("of"))
    return [(whose.values({name: bindparam(name) for name in names}), some) for names, some in by_columns.items()]


def write(connection: Connection, together: list[WriteBatch]) -> None:
    """Write all batches in the connection's transaction, each kind of row with one statement."""
    for statement, rows in (
        (insert(schema.guest), [row for writes in together for row in writes.guests]),
        (insert(schema.game), [row for writes in together for row in writes.games]),
        (insert(schema.seat), [row for writes in together for row in writes.seats]),
        (insert(schema.event), [row for writes in together for row in writes.events]),
        *_guest_changes([row for writes in together for row in writes.guest_changes]),
        (_CHANGE_GAME, [row for writes in together for row in writes.game_changes]),
        (_CHANGE_SEAT, [row for writes in together for row in writes.seat_changes]),
        (_CHANGE_NAME, [row for writes in together for row in writes.name_changes]),
        (insert(schema.attempt), [row for writes in together for row in writes.attempts]),
    ):
        if rows:
            connection.execute(statement, rows)
