"""B14 and B21: durable moves against the plainest echo of the same run, and how soon a killed server moves again.

    python -m tests.soak.speed moves --seconds 10 --pairs 6
    python -m tests.soak.speed moves --frames moves           # followers that know the rules and need no steps told
    python -m tests.soak.speed moves --break commit-each      # each move flushed by itself: the ratio falls
    python -m tests.soak.speed restart --games 10000
    python -m tests.soak.speed restart --games 3000 --break eager      # must fail: all games replayed at the start

Moves are checked by the rules, stored with a flush, acknowledged, and sent to both seats; an echo does none of that.
Beside the rate on the wall, which other programs disturb, stands the rate by CPU time of the serving process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.soak.fork_server import ForkServer
from tests.soak.history import History
from tests.soak.measuring import busy, cpu
from tests.soak.players import GONE, Endpoint, LoadGenerator, sit_down
from tilewright.server.store.database import connect as open_database
from tilewright.server.store.database import sqlite_url
from tilewright.server.store.schema import event, game, seat

FRAME = json.dumps({"id": "0" * 36, "expect": 100, "kind": "play", "move": "3R4", "more": "x" * 100})
BACK = 2.0  # seconds until a killed server has taken its next move
ECHO = """
import sys, uvicorn
from fastapi import FastAPI, WebSocket
app = FastAPI()
@app.websocket("/")
async def echo(socket: WebSocket):
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)
"""


async def echo_rate(port: int, process: int, clients: int, seconds: float) -> tuple[float, float]:
    """Round trips a second, and a second of CPU."""
    count, stop = 0, time.monotonic() + seconds

    async def one() -> None:
        nonlocal count
        async with connect(f"ws://127.0.0.1:{port}/", compression=None) as socket:
            while time.monotonic() < stop:
                await socket.send(FRAME)
                await socket.recv()
                count += 1

    before = cpu(process)
    await asyncio.gather(*(one() for _ in range(clients)))
    return count / seconds, count / (cpu(process) - before)


async def move_rate(endpoint: Endpoint, process: int, games: int, seconds: float, frames: str) -> tuple[float, float]:
    async with LoadGenerator(endpoint, History(), games, frames=frames) as generator:
        await asyncio.sleep(0.5)
        before = cpu(process)
        told = await generator.play(seconds)
        return told["moves a second"], told["moves"] / (cpu(process) - before)


async def moves(seconds: float, pairs: int, games: int, frames: str, broken: str = "") -> dict[str, Any]:
    """Echo and moves in turns, ABBA."""
    with tempfile.TemporaryDirectory() as folder:
        fork_server = ForkServer(Path(folder), broken=broken)
        process = fork_server.start()
        port = fork_server.port + 1
        echo = subprocess.Popen([sys.executable, "-c", ECHO, str(port)])
        endpoint = Endpoint([fork_server.port])
        try:
            await _answers(port)
            found = []
            for k in range(pairs):
                order = ("echo", "moves") if k % 2 == 0 else ("moves", "echo")
                rates = {}
                for what in order:
                    if what == "echo":
                        rates[what] = await echo_rate(port, echo.pid, 2 * games, seconds)
                    else:
                        rates[what] = await move_rate(endpoint, process, games, seconds, frames)
                found.append(rates)
        finally:
            await endpoint.close()
            echo.kill()
            echo.wait()
            fork_server.close()
    return {
        "bar": "B14",
        "frames": frames,
        "moves a second": round(statistics.median(one["moves"][0] for one in found)),
        "echoes a second": round(statistics.median(one["echo"][0] for one in found)),
        "ratio on the wall": round(statistics.median(one["moves"][0] / one["echo"][0] for one in found), 3),
        "moves a CPU second": round(statistics.median(one["moves"][1] for one in found)),
        "echoes a CPU second": round(statistics.median(one["echo"][1] for one in found)),
        "ratio by CPU": round(statistics.median(one["moves"][1] / one["echo"][1] for one in found), 3),
        "pairs": pairs,
        "load": busy(),
    }


async def _answers(port: int) -> None:
    while True:
        with contextlib.suppress(*GONE):
            async with connect(f"ws://127.0.0.1:{port}/"):
                return
        await asyncio.sleep(0.1)


async def restart(games: int, broken: str = "") -> dict[str, Any]:
    """Fill a database with open games, kill the server, and time the first move after its return."""
    with tempfile.TemporaryDirectory() as folder:
        fork_server = ForkServer(Path(folder), broken=broken)
        fork_server.start()
        endpoint, history, stop = Endpoint([fork_server.port]), History(), asyncio.Event()
        pair = await sit_down(endpoint, history)
        playing = [asyncio.create_task(player.run(stop)) for player in pair]
        while len(history.acks) < 10:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(fork_server.kill)
        await asyncio.to_thread(multiply, Path(folder), pair[0].table, games)
        acks, began = len(history.acks), time.monotonic()
        await asyncio.to_thread(fork_server.start)
        while len(history.acks) == acks:
            await asyncio.sleep(0.002)
        took = time.monotonic() - began
        stop.set()
        await asyncio.gather(*playing)
        await endpoint.close()
        fork_server.close()
    wrong = [] if took <= BACK else [f"the first move after a restart took {took:.1f} seconds, at most {BACK:g}"]
    told = {"open games": games, "seconds to the first move": round(took, 2), "load": busy()}
    return {"bar": "B21", **told, "faults": wrong}


def multiply(folder: Path, table: str, games: int) -> None:
    """Many games like this one."""
    engine = open_database(sqlite_url(folder))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for rows in (game, seat, event):
            key = "id" if rows is game else "game"
            found = [dict(row) for row in connection.execute(rows.select().where(rows.c[key] == table)).mappings()]
            for k in range(0, games, 500):
                connection.execute(
                    rows.insert(), [row | {key: f"g{n:015}"} for n in range(k, k + 500) for row in found]
                )
    engine.dispose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["moves", "restart"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--frames", choices=["moves", "events", "views"], default="events", help="what players follow")
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    if told.what == "moves":
        asked = moves(told.seconds, told.pairs, told.games, told.frames, told.broken)
    else:
        asked = restart(told.games, told.broken)
    report = asyncio.run(asked)
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report.get("faults")))


if __name__ == "__main__":
    main()
