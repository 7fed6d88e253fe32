"""Deliberate faults in a server, to see that the soaks find them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tilewright.server import catch_up_slots, limits, table, table_queries, uvicorn_server, views
from tilewright.server.edge import live
from tilewright.server.problems import Busy
from tilewright.server.rendered_cache import RenderedCache
from tilewright.server.service import Service
from tilewright.server.store import writer
from tilewright.server.store.schema import game
from tilewright.server.store.writer import WriteBatch, Writer
from tilewright.server.table_cache import TableCache
from tilewright.server.thinking import ThinkerPool

if TYPE_CHECKING:
    from tilewright.server.table import Table
    from tilewright.server.thinking import Job, Thought


BUSY_SECOND = 40  # commits, more than a single game needs


def inject_fault(name: str) -> None:
    """Inject a fault, by its name."""
    if name == "ack-first":
        whole = Writer.commit

        async def early(self: Writer, writes: WriteBatch) -> None:
            if writes.guests or writes.games:
                await whole(self, writes)
            else:
                late = asyncio.create_task(_later(whole, self, writes))
                late.add_done_callback(lambda task: task.cancelled() or task.exception())

        Writer.commit = early  # type: ignore[method-assign]
    elif name == "commit-each":
        writer.MOST_TOGETHER = 1
    elif name == "patient":
        uvicorn_server.HANDSHAKE_SECONDS = 1e6
    elif name == "long":
        vars(uvicorn_server)["FRAME_BYTES"] = vars(live)["FRAME_BYTES"] = 1 << 30
    elif name == "unlimited":
        limits.Limits.count = lambda *_: None  # type: ignore[method-assign]
    elif name == "talkative":
        live._Connection.run = _with_last_words(live._Connection.run)  # type: ignore[method-assign]
    elif name == "hiccups":
        Service.start = _with_hiccups(Service.start)  # type: ignore[method-assign]
    elif name == "frame-for-each":
        views.frame_of = _forgetful(views.frame_of)
        views.rendered = RenderedCache(0)
    elif name == "think-here":
        ThinkerPool.ask = _think_here  # type: ignore[method-assign,assignment]
    elif name == "hoarding":
        vars(table)["MOST_SAID"] = vars(table)["MOST_SAID_BYTES"] = 1 << 30
        catch_up_slots.TOGETHER = catch_up_slots.VISITORS_TOGETHER = 1 << 30
        table_queries._frame = _hoarding(table_queries._frame)
    elif name == "twenty":
        views.events_for = _last_twenty(views.events_for)
    elif name == "eager":
        Service._prepare = _eager(Service._prepare)  # type: ignore[method-assign]
    elif name == "no-waiting":
        live._Connection._send = _send_later  # type: ignore[method-assign]
    elif name:
        raise SystemExit(f"no such fault: {name}")


async def _later(whole: Any, writer: Writer, writes: WriteBatch) -> None:
    await asyncio.sleep(0.02)
    await whole(writer, writes)


def _with_last_words(whole: Any) -> Any:
    """A line of the log for every socket that is gone."""

    async def run(*words: Any) -> None:
        try:
            await whole(*words)
        finally:
            live.logger.warning("a socket is gone")

    return run


def _with_hiccups(whole: Any) -> Any:
    """An event loop that stands still for a part of every second in which much is done."""

    async def start(self: Service) -> None:
        await whole(self)
        commits, commit = 0, self.store.commit

        async def counted(writes: WriteBatch) -> None:
            nonlocal commits
            commits += 1
            await commit(writes)

        async def hiccup() -> None:
            nonlocal commits
            while True:
                await asyncio.sleep(1)
                if commits > BUSY_SECOND:
                    time.sleep(0.4)  # noqa: ASYNC251 - the very fault
                commits = 0

        self.store.commit = counted  # type: ignore[method-assign]
        self._tasks.append(asyncio.create_task(hiccup()))

    return start


def _forgetful(whole: Any) -> Any:
    """Frames worked out anew for everybody who looks on."""

    def frame_of(table: Table, *words: Any) -> Any:
        table.cache.clear()
        made = whole(table, *words)
        table.cache = Forgets()
        return made

    return frame_of


class Forgets(dict[Any, Any]):
    """Keeps what is asked for once, and then no more."""

    def __contains__(self, key: object) -> bool:
        return False


def _hoarding(whole: Any) -> Any:
    """Every frame is kept, under the number its reader named, until the table goes on."""

    def frame(table: Table, *asked: Any) -> Any:
        key = str(asked)
        if key not in table.cache:
            table.cache[key] = whole(table, *asked)
        return table.cache[key]

    return frame


async def _think_here(_: ThinkerPool, __: Job, **___: Any) -> Thought:
    time.sleep(0.2)  # noqa: ASYNC251 - the very fault
    raise Busy("nothing came to mind", retry_after=1)


def _last_twenty(whole: Any) -> Any:
    def events_for(*words: Any, **more: Any) -> Any:
        return whole(*words, **more)[-20:]

    return events_for


def _eager(whole: Any) -> Any:
    """Every game is replayed before anybody is answered."""

    async def prepare(self: Service) -> None:
        table_cache = TableCache(self.store, self.hub)
        for id_ in await self.store.read(lambda connection: list(connection.execute(select(game.c.id)).scalars())):
            await table_cache._load(id_)
        await whole(self)

    return prepare


async def _send_later(self: Any, frame: str) -> None:
    """Nobody waits for a reader: what it does not take piles up."""
    transport = self.socket._send
    task = asyncio.create_task(transport({"type": "websocket.send", "text": frame.ljust(4 * len(frame))}))
    _unsent.add(task)
    task.add_done_callback(_unsent.discard)


_unsent: set[asyncio.Task[None]] = set()
