"""Two workers over one PostgreSQL: players on either, one of them killed, and the game goes on."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.kit.postgres import MISSING, programs, running_postgres
from tests.soak.history import History, entries_in, faults
from tests.soak.nursery import Nursery
from tests.soak.players import Door, Player, sit_down

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)
MOVES = 10  # acknowledged before and after the kill


async def moved(players: list[Player], count: int) -> None:
    """Wait for so many more acknowledgements."""
    wanted, until = sum(player.acknowledged for player in players) + count, time.monotonic() + 300
    while sum(player.acknowledged for player in players) < wanted:
        assert time.monotonic() < until, "the game stands still"
        await asyncio.sleep(0.01)


async def play(folder: Path, url: str) -> History:
    history, stop = History(), asyncio.Event()
    nurseries = [await asyncio.to_thread(partial(Nursery, folder / str(k), database=url)) for k in range(2)]
    try:
        for nursery in nurseries:
            nursery.start()
        door = Door([nursery.port for nursery in nurseries])
        players = await sit_down(door, history)
        assert [door.url("http", player.seat) for player in players] == [door.url("http", k) for k in range(2)]
        playing = [asyncio.create_task(player.run(stop)) for player in players]
        await moved(players, MOVES)
        nurseries[1].kill()
        door.ports = [nurseries[0].port]  # as a balancer would send them
        await moved(players, MOVES)
        stop.set()
        await asyncio.gather(*playing)
        await door.close()
    finally:
        for nursery in nurseries:
            nursery.close()
    return history


def test_the_game_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    with running_postgres() as url:
        history = asyncio.run(play(tmp_path, url))
        found = faults(history, entries_in(url))

    assert found == []
    assert len(history.acks) >= 2 * MOVES
