"""Two workers over one PostgreSQL: players on either, one of them killed, and the game goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.kit.postgres import MISSING, programs, running_postgres
from tests.kit.waiting import soon
from tests.soak.fork_server import ForkServer
from tests.soak.history import History, entries_in, faults
from tests.soak.players import Endpoint, Player, sit_down
from tilewright.server.limits import GUESTS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)
MOVES = 10  # acknowledged before and after the kill


async def moved(players: list[Player], count: int) -> None:
    """Wait for so many more acknowledgements."""
    wanted = sum(player.acknowledged for player in players) + count
    await soon(lambda: sum(player.acknowledged for player in players) >= wanted, "moves", seconds=300)


async def play(folder: Path, url: str) -> History:
    history, stop = History(), asyncio.Event()
    fork_servers = [await asyncio.to_thread(partial(ForkServer, folder / str(k), database=url)) for k in range(2)]
    try:
        for fork_server in fork_servers:
            fork_server.start()
        endpoint = Endpoint([fork_server.port for fork_server in fork_servers])
        players = await sit_down(endpoint, history)
        assert [endpoint.url("http", player.seat) for player in players] == [endpoint.url("http", k) for k in range(2)]
        playing = [asyncio.create_task(player.run(stop)) for player in players]
        await moved(players, MOVES)
        fork_servers[1].kill()
        endpoint.ports = [fork_servers[0].port]  # as a balancer would send them
        await moved(players, MOVES)
        stop.set()
        await asyncio.gather(*playing)
        await endpoint.close()
    finally:
        for fork_server in fork_servers:
            fork_server.close()
    return history


def test_the_game_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    with running_postgres() as url:
        history = asyncio.run(play(tmp_path, url))
        found = faults(history, entries_in(url))

    assert found == []
    assert len(history.acks) >= 2 * MOVES


def test_workers_of_one_server_let_in_as_many_guests_as_one(tmp_path: Path) -> None:
    """Every request on a connection of its own, so that any of the workers takes it."""
    with running_postgres() as url:
        words = ("serve", "--no-open", "--workers", "3", "--data", str(tmp_path))
        server = subprocess.Popen(
            (sys.executable, "-m", "tilewright", *words, "--database", url, "--log", "error"),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout
            address = server.stdout.readline().split()[-1].rstrip("/")
            codes = [new_guest(address) for _ in range(2 * GUESTS.amount)]
        finally:
            server.terminate()
            server.communicate(timeout=60)

    assert codes.count(201) in range(GUESTS.amount, GUESTS.amount + 20), "some more where this took minutes"
    assert set(codes) == {201, 429}
    assert server.returncode == 0


def new_guest(address: str) -> int:
    """Become a guest; the status of the answer."""
    request = Request(f"{address}/api/v1/guests", b"{}", {"Content-Type": "application/json"})  # noqa: S310 - our own
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return int(answer.status)
    except HTTPError as bad:
        return bad.code
