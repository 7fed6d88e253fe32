"""B18, B19 and B21: a thousand who watch, readers who do not read, thinkers with far too much to do, and a storm.

    python -m tests.soak.crowd watching --clients 1000
    python -m tests.soak.crowd stalled --clients 200
    python -m tests.soak.crowd thinking --clients 300
    python -m tests.soak.crowd storm --clients 5000
    python -m tests.soak.crowd watching --clients 300 --break frame-for-each     # must fail, like each with its fault:
                                               # stalled no-waiting, thinking think-here, storm twenty

Each stands beside the same game, in the same run, without the crowd.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.soak.fork_server import ForkServer
from tests.soak.history import History, entries_in, faults
from tests.soak.measuring import apart, busy, memory, share
from tests.soak.players import GONE, Endpoint, LoadGenerator
from tests.soak.wire import upgraded
from tilewright.server.log import Entry
from tilewright.server.store.database import sqlite_url

PACE = 0.3  # seconds between moves while a crowd looks on
STALLED_BYTES = 64 * 1024  # of the server's memory that a reader who does not read may cost
FIRST = 20  # sockets before memory is looked at: what is loaded for the very first ones is not what each costs
TOGETHER = 50  # sockets opened at once
BROADCAST = """
import asyncio, sys, uvicorn
from fastapi import FastAPI, WebSocket
app, sockets = FastAPI(), set()
@app.websocket("/")
async def broadcast(socket: WebSocket):
    await socket.accept()
    sockets.add(socket)
    async for text in socket.iter_text():
        await asyncio.gather(*(one.send_text(text) for one in sockets))
    sockets.discard(socket)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)
"""


@dataclass
class Hall:
    """A server, a table with two players, and room for a crowd."""

    fork_server: ForkServer
    process: int
    generator: LoadGenerator
    history: History
    logs: dict[str, list[Entry]] = field(default_factory=dict)  # when all is over
    told: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def live(self, frames: str, since: int = 0, table: str | None = None) -> str:
        return f"/api/v1/tables/{table or self.generator.tables[-1]}/live?frames={frames}&since={since}"

    def expect(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(fault)


@asynccontextmanager
async def hall(broken: str, games: int = 1) -> AsyncIterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        fork_server = await asyncio.to_thread(lambda: ForkServer(Path(folder), broken=broken))
        process = fork_server.start()
        apart(process)
        endpoint, history = Endpoint([fork_server.port]), History()
        found = Hall(fork_server, process, LoadGenerator(endpoint, history, games, frames="moves"), history)
        try:
            async with found.generator as generator:
                generator.pace.seconds = PACE
                await asyncio.sleep(1)
                yield found
        finally:
            await endpoint.close()
            await asyncio.to_thread(fork_server.close)
        found.logs = entries_in(sqlite_url(Path(folder)))


async def gathered(wanted: int, one: Callable[[int], Awaitable[ClientConnection]]) -> list[ClientConnection]:
    """So many connections, some at a time."""
    found: list[ClientConnection] = []
    for k in range(0, wanted, TOGETHER):
        found += await asyncio.gather(*(one(n) for n in range(k, min(wanted, k + TOGETHER))))
    return found


def opened(port: int, path: str, client: int = 0) -> Awaitable[ClientConnection]:
    """A connection; many clients come from many addresses, as they would."""
    return connect(
        f"ws://127.0.0.1:{port}{path}",
        compression=None,
        open_timeout=60,
        ping_interval=None,
        local_addr=(f"127.0.0.{2 + client // 1000}", 0),
    )


# --- watching ---------------------------------------------------------------------------------------------------------


async def watching(found: Hall, clients: int, seconds: float) -> None:
    """B18: the players' waits with and without a crowd; and the last to see a move, against a bare broadcast."""
    found.told["without"] = await found.generator.play(seconds)
    seen: dict[tuple[str, int], list[float]] = {}
    size = 0

    async def watch(socket: ClientConnection, table: str) -> None:
        nonlocal size
        with contextlib.suppress(*GONE):
            async for text in socket:
                size = len(text)
                seen.setdefault((table, json.loads(text)["seq"]), []).append(time.monotonic())

    table = found.generator.tables[-1]
    sockets = await gathered(clients, lambda k: opened(found.fork_server.port, found.live("events", table=table), k))
    tasks = [asyncio.create_task(watch(socket, table)) for socket in sockets]
    await asyncio.sleep(1)
    seen.clear()
    found.told["with"] = await found.generator.play(seconds)
    spread = sorted(max(times) - min(times) for times in list(seen.values()) if len(times) == clients)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)
    bare = await broadcast(found.fork_server.port + 1, clients, max(size, 1))
    ratio = round(share(spread, 0.5) / bare, 2)
    found.told |= {"watching": clients, "moves all saw": len(spread), "first to last": round(share(spread, 0.5), 4)}
    found.told |= {"bare broadcast": round(bare, 4), "last to bare": ratio, "frame bytes": size}
    players = round(found.told["with"]["p99"] / found.told["without"]["p99"], 2)
    found.told["players' p99 to without"] = players
    found.expect(spread, "no move was seen by all")
    found.expect(ratio <= 1.5, f"the last one waited {ratio} times as long as in a bare broadcast, at most 1.5")
    found.expect(players <= 1.25, f"the players' p99 is {players} times that without a crowd, at most 1.25")


async def broadcast(port: int, clients: int, size: int, times: int = 15) -> float:
    """The median of seconds from the first to the last who receives a plain broadcast of so many bytes."""
    process = subprocess.Popen([sys.executable, "-c", BROADCAST, str(port)])
    apart(process.pid)
    try:
        while True:
            with contextlib.suppress(*GONE):
                async with connect(f"ws://127.0.0.1:{port}/"):
                    break
            await asyncio.sleep(0.1)
        sockets = await gathered(clients, lambda k: opened(port, "/", k))
        took = []
        for _ in range(times):
            waiting = [asyncio.create_task(_received(socket)) for socket in sockets]
            await sockets[0].send("x" * size)
            times_ = await asyncio.gather(*waiting)
            took.append(max(times_) - min(times_))
            await asyncio.sleep(0.05)
        await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)
    finally:
        process.kill()
        process.wait()
    return share(sorted(took), 0.5)


async def _received(socket: ClientConnection) -> float:
    await socket.recv()
    return time.monotonic()


# --- readers who do not read, thinkers with too much to do ------------------------------------------------------------


async def stalled(found: Hall, clients: int, seconds: float) -> None:
    """B19: sockets that are never read from."""

    def stall(number: int) -> list[Any]:
        path = found.live("views")
        return [upgraded(found.fork_server.port, path, buffer=4096) for _ in range(number)]

    for socket in await asyncio.to_thread(stall, FIRST):
        socket.close()
    found.told["without"] = await found.generator.play(seconds)
    before = memory(found.process)
    sockets = await asyncio.to_thread(stall, clients)
    found.told["with"] = await found.generator.play(seconds)
    each = (memory(found.process) - before) // max(1, clients)
    for socket in sockets:
        socket.close()
    ratio = round(found.told["with"]["p99"] / found.told["without"]["p99"], 2)
    found.told |= {"stalled": clients, "bytes each": each, "p99 to without": ratio}
    found.expect(each <= STALLED_BYTES, f"a reader who does not read costs {each} bytes, at most {STALLED_BYTES}")
    found.expect(ratio <= 1.1, f"the p99 is {ratio} times that without them, at most 1.1")


async def thinking(found: Hall, clients: int, seconds: float) -> None:
    """B19: far more questions than can be thought about."""
    endpoint, answers = found.generator.endpoint, {200: 0, 429: 0, 503: 0}
    tokens = [(await endpoint.post("/guests", {}))["token"] for _ in range(clients)]
    position = (await endpoint.http.get(f"{endpoint.url('http')}/tables/{found.generator.tables[0]}")).json()[
        "position"
    ]
    found.told["without"] = await found.generator.play(seconds)
    stop = time.monotonic() + seconds + 1

    async def ask(token: str) -> None:
        while time.monotonic() < stop:
            with contextlib.suppress(*GONE):
                asked = {"position": position, "seconds": 0.5}
                who = {"Authorization": f"Bearer {token}"}
                async with asyncio.timeout(seconds + 30):
                    answer = await endpoint.http.post(f"{endpoint.url('http')}/analysis", json=asked, headers=who)
                answers[answer.status_code] = answers.get(answer.status_code, 0) + 1
            await asyncio.sleep(random.uniform(0.5, 1.5))

    asking = [asyncio.create_task(ask(token)) for token in tokens]
    await asyncio.sleep(0.5)
    found.told["with"] = await found.generator.play(seconds)
    health = (await endpoint.http.get(f"http://127.0.0.1:{found.fork_server.port}/healthz")).json()["thinking"]
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    ratio = round(found.told["with"]["p99"] / found.told["without"]["p99"], 2)
    found.told |= {"asking": clients, "answers": answers, "queue": health, "p99 to without": ratio}
    found.expect(ratio <= 1.5, f"the p99 is {ratio} times that without questions, at most 1.5")
    found.expect(set(answers) <= {200, 429, 503}, f"answers were {answers}")


# --- a storm ----------------------------------------------------------------------------------------------------------


async def storm(found: Hall, clients: int, seconds: float) -> None:
    """B21: everybody loses the connection at once and comes back; nobody misses an event."""
    tables = list(found.generator.tables)
    known: list[list[int]] = [[] for _ in range(clients)]
    refused: list[str] = []
    resumed: dict[int, float] = {}
    stop = asyncio.Event()

    async def follow(client: int) -> None:
        wait = 0.1
        while not stop.is_set():
            path = found.live("moves", len(known[client]), tables[client % len(tables)])
            try:
                async with asyncio.timeout(60), await opened(found.fork_server.port, path, client) as socket:
                    while not stop.is_set():
                        events = json.loads(await socket.recv()).get("events", [])
                        known[client] += [event["seq"] for event in events]
                        resumed.setdefault(client, time.monotonic())
                        wait = 0.1
            except GONE as gone:
                status = getattr(getattr(gone, "response", None), "status_code", 0)
                if status >= 500:
                    refused.append(f"answered {status}")
            await asyncio.sleep(random.uniform(0, wait))
            wait = min(2.0, 2 * wait)

    following = []
    for k in range(0, clients, TOGETHER):
        following += [asyncio.create_task(follow(n)) for n in range(k, min(clients, k + TOGETHER))]
        await asyncio.sleep(0.05)
    while len(resumed) < clients:
        await asyncio.sleep(0.05)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(found.fork_server.kill)
    resumed.clear()
    began = time.monotonic()
    await asyncio.to_thread(found.fork_server.start)
    while len(resumed) < clients and time.monotonic() - began < 120:
        await asyncio.sleep(0.02)
    took = time.monotonic() - began
    stop.set()
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    gaps = sum(numbers != list(range(1, len(numbers) + 1)) for numbers in known)
    found.told |= {"clients": clients, "back": len(resumed), "seconds until all are back": round(took, 2)}
    found.told |= {"with gaps": gaps, "refused": len(refused)}
    found.expect(len(resumed) == clients and took <= 10, f"{len(resumed)} of {clients} were back in {took:.1f} seconds")
    found.expect(not gaps, f"{gaps} clients missed events")


CROWDS = {
    "watching": ("B18", watching),
    "stalled": ("B19", stalled),
    "thinking": ("B19", thinking),
    "storm": ("B21", storm),
}


async def gather_crowd(what: str, clients: int, seconds: float, broken: str = "") -> dict[str, Any]:
    bar, crowd = CROWDS[what]
    async with hall(broken, games=20 if what == "storm" else 1) as found:
        await crowd(found, clients, seconds)
    played = {game: entries for game, entries in found.logs.items() if game in found.generator.tables}
    wrong = faults(found.history, played)
    return {"bar": bar, **found.told, "load": busy(), "faults": found.faults + wrong[:5]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=sorted(CROWDS))
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    report = asyncio.run(gather_crowd(told.what, told.clients, told.seconds, told.broken))
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
