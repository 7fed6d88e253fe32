"""B7: kill -9 again and again while games are played; nothing that was acknowledged may be lost or happen twice.

python -m tests.soak.kills --cycles 1000
python -m tests.soak.kills --cycles 300 --postgres
python -m tests.soak.kills --cycles 30 --break ack-first      # must fail
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.soak.fork_server import ForkServer
from tests.soak.history import History, entries_in, faults
from tests.soak.players import Endpoint, Player, sit_down
from tilewright.server.store.database import sqlite_url

PATIENCE = 300.0  # seconds; a busy machine is no fault of the server
LONGEST_LIFE = 0.15  # seconds after its first acknowledgement


@dataclass
class Report:
    """What a run did, and what was wrong."""

    cycles: int
    acks: int
    events: int
    games: int
    seconds: float
    faults: list[str]


async def soak(
    folder: Path,
    *,
    cycles: int,
    games: int = 4,
    database: str | None = None,
    broken: str = "",
    seed: int = 1,
    minutes: float = 1e9,
) -> Report:
    """Play, kill, restart, resume; then check everything."""
    rng, history, stop = random.Random(seed), History(), asyncio.Event()
    fork_server = await asyncio.to_thread(lambda: ForkServer(folder, database=database, broken=broken))
    endpoint, began = Endpoint([fork_server.port]), time.monotonic()
    players: list[Player] = []
    try:
        fork_server.start()
        tables = [asyncio.create_task(_games_for_ever(endpoint, history, players, stop)) for _ in range(games)]
        done = 0
        while done < cycles and time.monotonic() - began < minutes * 60:
            done += 1
            if not await _moved(history, tables):
                history.surprises.append(f"nobody could move for {PATIENCE:g} seconds")
                break
            await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
            await asyncio.to_thread(fork_server.kill)
            await asyncio.to_thread(fork_server.start)
        stop.set()
        await asyncio.gather(*tables)
    finally:
        stop.set()
        await endpoint.close()
        await asyncio.to_thread(fork_server.close)
    logs = entries_in(database or sqlite_url(folder))
    return Report(
        done,
        len(history.acks),
        sum(map(len, history.events.values())),
        len(logs),
        time.monotonic() - began,
        faults(history, {game: entries for game, entries in logs.items() if _was_played(history, game)}),
    )


async def _moved(history: History, tables: list[asyncio.Task[None]]) -> bool:
    """Wait until somebody's move is acknowledged."""
    before, until = len(history.acks), time.monotonic() + PATIENCE
    while len(history.acks) == before and time.monotonic() < until:
        await asyncio.sleep(0.005)
        _raise_from(tables)
    return len(history.acks) > before


def _was_played(history: History, game: str) -> bool:
    return any(game == of for _, of in history.events)


def _raise_from(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done() and not task.cancelled():
            task.result()


async def _games_for_ever(endpoint: Endpoint, history: History, players: list[Player], stop: asyncio.Event) -> None:
    while not stop.is_set():
        pair = await sit_down(endpoint, history)
        players += pair
        await asyncio.gather(*(player.run(stop) for player in pair))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--break", dest="broken", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop earlier")
    told = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = None
        if told.postgres:
            from tests.kit.postgres import running_postgres

            database = stack.enter_context(running_postgres())
        report = asyncio.run(
            soak(
                folder,
                cycles=told.cycles,
                games=told.games,
                database=database,
                broken=told.broken,
                seed=told.seed,
                minutes=told.minutes,
            )
        )
    print(json.dumps({"bar": "B7", **vars(report)}, indent=1))
    raise SystemExit(bool(report.faults))


if __name__ == "__main__":
    main()
