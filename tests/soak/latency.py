"""B15 and B16: how long a move waits for its answer when the server is busy, and how many games it keeps up with.

    python -m tests.soak.latency load --seconds 20
    python -m tests.soak.latency games --seconds 10
    python -m tests.soak.latency load --seconds 10 --break hiccups      # must fail

Load: what the server can do at most is measured first; then players make half, and four fifths, as many moves.
Games: each player moves every two seconds; games are added until moves wait too long. One idle game is the baseline.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.soak.fork_server import ForkServer
from tests.soak.history import History
from tests.soak.measuring import apart, busy
from tests.soak.players import Endpoint, LoadGenerator

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

IDLE = 0.05  # seconds between the moves of the one idle game
MOST = {0.5: 3.0, 0.8: 6.0}
"""How many times the idle p99 the p99 may be, by part of what the server can do."""
SPREAD = 10.0  # how many times the median the p99.9 may be, at half of it


@asynccontextmanager
async def served(broken: str) -> AsyncIterator[Endpoint]:
    with tempfile.TemporaryDirectory() as folder:
        fork_server = await asyncio.to_thread(lambda: ForkServer(Path(folder), broken=broken))
        apart(fork_server.start())
        endpoint = Endpoint([fork_server.port])
        try:
            yield endpoint
        finally:
            await endpoint.close()
            await asyncio.to_thread(fork_server.close)


async def idle(endpoint: Endpoint, seconds: float) -> dict[str, float]:
    async with LoadGenerator(endpoint, History(), 1, frames="moves") as generator:
        generator.pace.seconds = IDLE
        return await generator.play(seconds)


async def load(seconds: float, games: int, broken: str = "") -> dict[str, Any]:
    faults: list[str] = []
    async with served(broken) as endpoint:
        await idle(endpoint, 1)
        told: dict[str, Any] = {"idle": await idle(endpoint, seconds)}
        async with LoadGenerator(endpoint, History(), games, frames="moves") as generator:
            told["at most"] = await generator.play(seconds)
            for part, most in MOST.items():
                wanted = part * told["at most"]["moves a second"]
                generator.pace.seconds = max(0.001, games / wanted - told["at most"]["p50"] / 1000)
                await asyncio.sleep(1)
                found = await generator.play(seconds)
                ratio = round(found["p99"] / told["idle"]["p99"], 2)
                told[f"at {part:.0%}"] = found | {"p99 to idle": ratio}
                if ratio > most:
                    faults.append(f"at {part:.0%} the p99 is {ratio} times that of an idle server, at most {most:g}")
                if part == 0.5 and found["p99.9"] > SPREAD * found["p50"]:
                    faults.append(f"at {part:.0%} the p99.9 is {found['p99.9']} ms and the median {found['p50']} ms")
    return {"bar": "B15", "games": games, **told, "load": busy(), "faults": faults}


async def games(seconds: float, most: int, broken: str = "") -> dict[str, Any]:
    steps, best, number = {}, 0, 25
    async with served(broken) as endpoint:
        await idle(endpoint, 1)
        baseline = await idle(endpoint, seconds)
        while number <= most:
            async with LoadGenerator(endpoint, History(), number, frames="moves") as generator:
                generator.pace.seconds = 1.0  # each of two moves every two seconds
                await asyncio.sleep(2)
                steps[number] = await generator.play(seconds)
            kept_up = steps[number]["moves a second"] > 0.8 * number
            if not kept_up or steps[number]["p99"] > 3 * baseline["p99"]:
                break
            best, number = number, number * 2
    faults = [] if best else ["not even the fewest games were kept up with"]
    return {"bar": "B16", "games": best, "idle": baseline, "steps": steps, "load": busy(), "faults": faults}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["load", "games"])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=30, help="at once, under load")
    parser.add_argument("--most", type=int, default=1600, help="games to try")
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    asked = load(told.seconds, told.games, told.broken) if told.what == "load" else games(told.seconds, told.most)
    report = asyncio.run(asked)
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
