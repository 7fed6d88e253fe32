"""Deliberate faults in a server, to see that the soaks find them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from tilewright.server import limits, running, views
from tilewright.server.edge import live
from tilewright.server.problems import Busy
from tilewright.server.store import writer
from tilewright.server.store.writer import Writer, Writes
from tilewright.server.thinking import Thinking

if TYPE_CHECKING:
    from tilewright.server.table import Table
    from tilewright.server.thinking import Job, Thought


def break_it(name: str) -> None:
    """Build a fault in, by its name."""
    if name == "ack-first":
        whole = Writer.commit

        async def early(self: Writer, writes: Writes) -> None:
            if writes.guests or writes.games:
                await whole(self, writes)
            else:
                late = asyncio.create_task(_later(whole, self, writes))
                late.add_done_callback(lambda task: task.cancelled() or task.exception())

        Writer.commit = early  # type: ignore[method-assign]
    elif name == "commit-each":
        writer.MOST_TOGETHER = 1
    elif name == "patient":
        running.HANDSHAKE = 1e6
    elif name == "long":
        vars(running)["FRAME_BYTES"] = vars(live)["FRAME_BYTES"] = 1 << 30
    elif name == "unlimited":
        limits.Limits.count = lambda *_: None  # type: ignore[method-assign]
    elif name == "talkative":
        live.logger.debug = live.logger.warning  # type: ignore[method-assign]
    elif name == "hiccups":
        asyncio.BaseEventLoop.run_forever = _with_hiccups(asyncio.BaseEventLoop.run_forever)  # type: ignore[method-assign]
    elif name == "frame-for-each":
        views.frame_of = _forgetful(views.frame_of)
    elif name == "think-here":
        Thinking.ask = _think_here  # type: ignore[method-assign,assignment]
    elif name == "twenty":
        views.events_for = _last_twenty(views.events_for)
    elif name == "no-waiting":
        live._Connection._send = _send_later  # type: ignore[method-assign]
    elif name:
        raise SystemExit(f"no such fault: {name}")


async def _later(whole: Any, writer: Writer, writes: Writes) -> None:
    await asyncio.sleep(0.02)
    await whole(writer, writes)


def _with_hiccups(whole: Any) -> Any:
    """An event loop that stands still for a tenth of every second."""

    def run_forever(self: asyncio.BaseEventLoop) -> None:
        def hiccup() -> None:
            time.sleep(0.1)
            self.call_later(0.9, hiccup)

        self.call_later(1, hiccup)
        whole(self)

    return run_forever


def _forgetful(whole: Any) -> Any:
    """Frames worked out anew for everybody who looks on."""

    def frame_of(table: Table, *words: Any) -> Any:
        table.kept.clear()
        for line in table.lines:
            line.told.clear()
        made = whole(table, *words)
        table.kept = Forgets()
        return made

    return frame_of


class Forgets(dict[Any, Any]):
    """Keeps what is asked for once, and then no more."""

    def __contains__(self, key: object) -> bool:
        return False


async def _think_here(_: Thinking, __: Job, **___: Any) -> Thought:
    time.sleep(0.2)  # noqa: ASYNC251 - the very fault
    raise Busy("nothing came to mind", retry_after=1)


def _last_twenty(whole: Any) -> Any:
    def events_for(*words: Any, **more: Any) -> Any:
        return whole(*words, **more)[-20:]

    return events_for


async def _send_later(self: Any, frame: bytes) -> None:
    """Nobody waits for a reader: what it does not take piles up."""
    transport = self.socket._send
    task = asyncio.create_task(transport({"type": "websocket.send", "text": frame.decode() * 4}))
    _unsent.add(task)
    task.add_done_callback(_unsent.discard)


_unsent: set[asyncio.Task[None]] = set()
