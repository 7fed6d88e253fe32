"""One worker, or several on one socket and one PostgreSQL: the parent starts them, and replaces those that die."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tilewright.core.errors import BadArgument
from tilewright.server import journal
from tilewright.server.running import work
from tilewright.server.settings import Settings
from tilewright.server.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

SETTINGS = "TILEWRIGHT_SERVER"
LOOK_EVERY = 0.2  # seconds
GOOD_BYE = 20  # seconds


class Told(msgspec.Struct):
    """What a worker is told, in its environment: a command line would show the database's password to everybody."""

    data: str
    database: str | None
    host: str
    port: int
    origins: list[str]
    engines: dict[str, str]
    thinkers: int | None
    compile_ahead: bool
    socket: int
    log: str


def serve(settings: Settings, listening: socket.socket, *, workers: int, ready: Callable[[], None]) -> None:
    """Serve until told to stop, in one process or several. ``ready`` is called as soon as requests are taken."""
    if workers == 1:
        work(settings, listening, ready)
        return
    if settings.database is None or not settings.database.startswith("postgres"):
        raise BadArgument("several workers need a database they can share: --database postgresql://...")
    Store(settings.database).close()  # refuses now what every worker would refuse, and migrates once
    supervise(settings, listening, workers, ready)


def supervise(settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Keep so many workers running until told to stop."""
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    listening.listen(2048)
    running = [_start(settings, listening) for _ in range(workers)]
    ready()
    while not stopping.wait(LOOK_EVERY):
        running = [one if one.poll() is None else _start(settings, listening) for one in running]
    for one in running:
        one.terminate()
    for one in running:
        try:
            one.wait(GOOD_BYE)
        except subprocess.TimeoutExpired:
            one.kill()


def _start(settings: Settings, listening: socket.socket) -> subprocess.Popen[bytes]:
    told = Told(
        data=str(settings.data),
        database=settings.database,
        host=settings.host,
        port=settings.port,
        origins=list(settings.origins),
        engines=settings.engines,
        thinkers=settings.thinkers,
        compile_ahead=settings.compile_ahead,
        socket=listening.fileno(),
        log=logging.getLevelName(logging.getLogger("tilewright").level),
    )
    return subprocess.Popen(
        (sys.executable, "-m", "tilewright.server.workers"),
        env={**os.environ, SETTINGS: msgspec.json.encode(told).decode()},
        pass_fds=(listening.fileno(),),
        start_new_session=True,  # Ctrl-C reaches the parent, which tells each worker once
    )


def main() -> None:
    """One worker."""
    told = msgspec.json.decode(os.environ.pop(SETTINGS), type=Told)
    journal.begin(told.log)
    settings = Settings(
        data=Path(told.data),
        database=told.database,
        host=told.host,
        port=told.port,
        origins=tuple(told.origins),
        engines=told.engines,
        thinkers=told.thinkers,
        compile_ahead=told.compile_ahead,
    )
    work(settings, socket.socket(fileno=told.socket))


if __name__ == "__main__":
    main()
