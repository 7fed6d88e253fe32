"""Tables in memory, each as its log says, and the only way to append to a log.

This is a cache: a table can be dropped at any time and is replayed from its log.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from tilewright.core.text.language import _
from tilewright.server import log
from tilewright.server.guests import now
from tilewright.server.log import Entry, entry_from_row
from tilewright.server.problems import CommandReused, NotFound, Problem, Quarantined, Stale
from tilewright.server.store import queries
from tilewright.server.store.writer import Conflict, WriteBatch
from tilewright.server.table import Table, replay_log
from tilewright.server.table_setup import game_row, next_game, seat_row

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tilewright.server.hub import Hub
    from tilewright.server.log import AnyBody
    from tilewright.server.store.queries import Row
    from tilewright.server.store.store import Store

logger = logging.getLogger("tilewright.server")

MOST_TABLES = 1_000  # beyond this, only tables that are followed or in use stay
TRIES = 20  # to append, when another worker is faster, again and again while somebody talks there


class TableCache:
    """The tables of a server that are in use."""

    def __init__(self, store: Store, hub: Hub, expect_ready: Callable[[str], None] = lambda _: None) -> None:
        self.store, self._hub = store, hub
        self.expect_ready = expect_ready  # raises for a rule set that is still being compiled
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as somebody holds one
        self._quarantined: dict[str, str] = {}
        self.on_change: Callable[[Table], None] = lambda _: None
        """Called with every table that has grown; here computers begin to think."""

    def __len__(self) -> int:
        return len(self._tables)

    @asynccontextmanager
    async def locked(self, id_: str, *, at_least: int = 0) -> AsyncIterator[Table]:
        """The table as its log says, locked against other changes."""
        lock = self._locks.get(id_)
        if lock is None:
            lock = self._locks[id_] = asyncio.Lock()
        async with lock:
            yield await self._up_to_date(id_, at_least)

    async def add(self, table: Table, writes: WriteBatch) -> None:
        """Store a new table and keep it."""
        await self.store.commit(writes)
        self._insert(table)
        self.on_change(table)

    async def append(
        self,
        id_: str,
        command: tuple[str, str] | None,
        propose: Callable[[Table], tuple[int, AnyBody]],
        *,
        seen: int = 0,
    ) -> Entry:
        """Append the entry that is proposed: one at a time for each table, and again if another worker was faster."""
        key, asked = command or (None, None)
        for _try in range(TRIES):
            async with self.locked(id_, at_least=seen) as table:
                if key is not None and (before := table.commands.get(key)) is not None:
                    return first_answer(before, asked or "")
                seat, body = propose(table)
                entry = Entry(table.seq + 1, now(), body, seat, key, asked)
                if await self._commit(table, entry):
                    return entry
        raise Stale(_("others were faster every time; look at the table and try again"))

    async def refresh_names(self, games: list[str]) -> None:
        """Read the names of the seats of these games again, for those in memory, and wake their followers."""
        for id_ in games:
            if id_ in self._tables or id_ in self._locks:
                with contextlib.suppress(Problem):
                    async with self.locked(id_) as table:
                        table.set_names((await self.store.read(queries.table_after, id_, table.seq))[1])
            self._hub.notify(id_)

    async def _commit(self, table: Table, entry: Entry) -> bool:
        """Apply an entry and store it; return False if another worker has written this number before.

        The table is locked, so nobody sees the entry before it is on disk. If it cannot be stored, the table is
        dropped from memory, and the log decides what is true.
        """
        following, writes = None, WriteBatch()
        if isinstance(entry.body, log.Rematched):
            guests = [chair.guest for chair in table.chairs if chair.guest is not None]
            names = await self.store.read(queries.names_of, guests)
            following, writes = next_game(table, entry.body.table, names)
        table.apply(entry)
        writes.events.append(entry.row(table.id))
        writes.game_changes.append({"of": table.id, **game_row(table)})
        if isinstance(entry.body, log.Sat) and entry.seat is not None:
            writes.seat_changes.append({"of": table.id, "at_number": entry.seat, **seat_row(table, entry.seat)})
        try:
            await self.store.commit(writes)
        except Conflict:
            self._tables.pop(table.id, None)
            return False
        except BaseException:  # also when the caller is gone: only the log knows whether it was stored
            self._tables.pop(table.id, None)
            raise
        self._hub.notify(table.id)
        for grown in (table, following):
            if grown is not None:
                self.on_change(grown)
        return True

    async def _up_to_date(self, id_: str, at_least: int) -> Table:
        if id_ in self._quarantined:
            raise Quarantined(self._quarantined[id_])
        table = self._tables.get(id_)
        is_loaded = table is None
        if table is None:
            table = await self._load(id_)
        self._tables.move_to_end(id_)
        if self.store.is_shared and (is_loaded or at_least == 0 or table.seq < at_least):
            await self._catch_up(table)  # also with what was written while a long log was replayed
        return table

    async def _load(self, id_: str) -> Table:
        rows, names = await self.store.read(queries.table_after, id_, 0)
        if not rows:
            raise NotFound(_("no such table"))
        opening = entry_from_row(rows[0]).body
        if isinstance(opening, log.Opened):
            self.expect_ready(opening.rule_set)
        try:
            table = await asyncio.to_thread(_replay_rows, id_, rows)  # so that others are answered meanwhile
        except Exception as bad:  # any error: one log that does not replay must not affect the others
            self._quarantined[id_] = "this game's log does not replay; it is kept as it is"
            logger.exception("quarantined", extra={"table": id_})
            raise Quarantined(self._quarantined[id_]) from bad
        table.set_names(names)
        self._insert(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Apply what other workers have written."""
        rows, names = await self.store.read(queries.table_after, table.id, table.seq)
        for row in rows:
            table.apply(entry_from_row(row))
        table.set_names(names)

    def _insert(self, table: Table) -> None:
        self._tables[table.id] = table
        if len(self._tables) > MOST_TABLES:
            self._evict()

    def _evict(self) -> None:
        """Drop the least recently used tables, except those that are followed or in use."""
        for id_ in list(self._tables)[: len(self._tables) - MOST_TABLES]:
            if not self._hub.is_watched(id_) and id_ not in self._locks:
                del self._tables[id_]


def _replay_rows(id_: str, rows: list[Row]) -> Table:
    return replay_log(id_, [entry_from_row(row) for row in rows])


def first_answer(before: Entry, asked: str) -> Entry:
    """The entry of a command that was sent before; raise CommandReused if its id was used for another."""
    if before.asked != asked:
        raise CommandReused("this id was used before, for another command")
    return before
