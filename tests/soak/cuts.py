"""B12: followers whose connection is cut again and again miss nothing, and are never told what they have.

    python -m tests.soak.cuts --events 1000000
    python -m tests.soak.cuts --events 5000 --break twenty       # must fail: a server that keeps only the last twenty

Games are played; each has many who follow it. A follower's socket is cut at any moment, in the middle of a frame too,
and the follower comes back with the number it had.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.soak.fork_server import ForkServer
from tests.soak.history import History, entries_in, faults
from tests.soak.measuring import busy
from tests.soak.players import GONE, Endpoint, LoadGenerator
from tilewright.server.store.database import sqlite_url


class Follower:
    """Somebody who watches one table after the other, over a bad line."""

    def __init__(
        self, name: str, endpoint: Endpoint, generator: LoadGenerator, history: History, rng: random.Random
    ) -> None:
        self.name, self.endpoint, self.generator, self.history, self.rng = name, endpoint, generator, history, rng
        self.cuts = 0

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            table = self.generator.tables[-self.rng.randint(1, min(len(self.generator.tables), self.generator.games))]
            await self._follow(table, stop)

    async def _follow(self, table: str, stop: asyncio.Event) -> None:
        """Until nothing new comes for a while, which is how a game ends for somebody who only counts."""
        seq = len(self.history.events[self.name, table])
        for _ in range(self.rng.randint(3, 10)):
            until = time.monotonic() + self.rng.uniform(0, 0.5)
            url = f"{self.endpoint.url('ws')}/tables/{table}/live?frames=moves&since={seq}"
            with contextlib.suppress(*GONE):
                async with asyncio.timeout(10):
                    socket = await connect(url, compression=None, ping_interval=None)
                try:
                    seq = await self._listen(socket, table, seq, until, stop)
                finally:
                    self.cuts += 1
                    socket.transport.abort()

    async def _listen(self, socket: ClientConnection, table: str, seq: int, until: float, stop: asyncio.Event) -> int:
        """Take what comes until the line breaks; returns the number reached."""
        with contextlib.suppress(*GONE):
            while time.monotonic() < until and not stop.is_set():
                async with asyncio.timeout(max(0.001, until - time.monotonic())):
                    frame = json.loads(await socket.recv())
                if frame["type"] == "events":
                    self.history.received(self.name, table, frame["events"])
                    seq = frame["seq"]
        return seq


async def soak(folder: Path, events: int, *, games: int = 4, followers: int = 40, broken: str = "") -> dict[str, Any]:
    history, stop, began = History(), asyncio.Event(), time.monotonic()
    fork_server = await asyncio.to_thread(lambda: ForkServer(folder, broken=broken))
    fork_server.start()
    endpoint = Endpoint([fork_server.port])
    try:
        async with LoadGenerator(endpoint, history, games, frames="moves") as generator:
            crowd = [
                Follower(f"follower {k}", endpoint, generator, history, random.Random(k)) for k in range(followers)
            ]
            tasks = [asyncio.create_task(one.run(stop)) for one in crowd]
            while sum(map(len, list(history.events.values()))) < events and not _is_broken(history):
                await asyncio.sleep(0.2)
                for task in tasks:
                    if task.done():
                        task.result()
            stop.set()
            await asyncio.gather(*tasks)
    finally:
        await endpoint.close()
        await asyncio.to_thread(fork_server.close)
    logs = entries_in(sqlite_url(folder))
    return {
        "bar": "B12",
        "events": sum(map(len, history.events.values())),
        "cuts": sum(one.cuts for one in crowd),
        "games": len(logs),
        "seconds": round(time.monotonic() - began),
        "load": busy(),
        "faults": faults(history, {game: entries for game, entries in logs.items() if game in generator.tables})[:10],
    }


def _is_broken(history: History) -> bool:
    """Whether somebody has missed something already: there is no need to go on."""
    return any(numbers and numbers[-1] != len(numbers) for numbers in list(history.events.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--followers", type=int, default=40)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            soak(Path(folder), told.events, games=told.games, followers=told.followers, broken=told.broken)
        )
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
