"""One worker, or several that share a socket and a PostgreSQL: the parent starts them and replaces those that die."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from tilewright.core.errors import BadArgument, TilewrightError
from tilewright.server import journal
from tilewright.server.rate_counters import RateCounters, shared_file
from tilewright.server.settings import Settings
from tilewright.server.store.store import Store
from tilewright.server.uvicorn_server import run_worker

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

logger = logging.getLogger("tilewright.server")

CONFIG_VARIABLE = "TILEWRIGHT_WORKER"
POLL_SECONDS = 0.2
RESTART_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds before a worker that died at once is started again
HEALTHY_SECONDS = 60.0  # a worker that lived so long did not die of how it was started
STOP_SECONDS = 20


class WorkerConfig(msgspec.Struct):
    """The settings of a worker, in its environment: a command line would show everybody the database's password."""

    settings: Settings
    socket: int
    counts: int
    log: str


def serve(settings: Settings, listening: socket.socket, *, workers: int, ready: Callable[[], None]) -> None:
    """Serve until told to stop, in one process or several. ``ready`` is called as soon as requests are taken."""
    if workers == 1:
        run_worker(settings, listening, ready)
        return
    if settings.database is None or not settings.database.startswith("postgres"):
        raise BadArgument("several workers need a database they can share: --database postgresql://...")
    Store(settings.database).close()  # fails now if every worker would fail, and migrates once
    supervise(settings, listening, workers, ready)


def supervise(settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Keep this many workers running until told to stop."""
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    listening.listen(2048)
    counts = shared_file()
    running = [_WorkerSlot(_start(settings, listening, counts)) for _ in range(workers)]
    ready()
    try:
        while not stopping.wait(POLL_SECONDS):
            for one in running:
                one.restart_if_dead(lambda: _start(settings, listening, counts))
            if all(one.is_given_up for one in running):
                raise TilewrightError(
                    f"every worker dies as soon as it starts: the last one with exit code "
                    f"{running[-1].process.returncode}; what it wrote above says why"
                )
    finally:
        _end([one.process for one in running])


class RestartPolicy:
    """How long to wait before a worker that died is started again."""

    def __init__(self) -> None:
        self._in_a_row = 0

    def pause_after(self, lived: float) -> float | None:
        """Seconds until the next start of a worker that lived so long; None when it is to be given up."""
        self._in_a_row = 1 if lived >= HEALTHY_SECONDS else self._in_a_row + 1
        return RESTART_PAUSES[self._in_a_row - 1] if self._in_a_row <= len(RESTART_PAUSES) else None


class _WorkerSlot:
    """A slot for a worker: its process, and when the next one may start."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process, self.is_given_up = process, False
        self._restarts, self._began, self._restart_at = RestartPolicy(), time.monotonic(), 0.0
        self._is_dead = False

    def restart_if_dead(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        """Notice a death once; start another process when the pause is over."""
        if self.is_given_up or self.process.poll() is None:
            return
        now = time.monotonic()
        if not self._is_dead:
            self._is_dead = True
            self._note_death(now)
        elif now >= self._restart_at:
            self.process, self._began, self._is_dead = start(), now, False

    def _note_death(self, now: float) -> None:
        code, pause = self.process.returncode, self._restarts.pause_after(now - self._began)
        if pause is None:
            self.is_given_up = True
            logger.error("a worker is given up", extra={"code": code, "starts": len(RESTART_PAUSES) + 1})
        else:
            self._restart_at = now + pause
            logger.warning("a worker died", extra={"code": code, "again_in": pause})


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for one in processes:
        one.terminate()
    for one in processes:
        try:
            one.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            one.kill()


def _start(settings: Settings, listening: socket.socket, counts: int) -> subprocess.Popen[bytes]:
    config = WorkerConfig(
        settings=settings,
        socket=listening.fileno(),
        counts=counts,
        log=logging.getLevelName(logging.getLogger("tilewright").level),
    )
    return subprocess.Popen(
        (sys.executable, "-m", "tilewright.server.workers"),
        env={**os.environ, CONFIG_VARIABLE: msgspec.json.encode(config, enc_hook=str).decode()},
        pass_fds=(listening.fileno(), counts),
        start_new_session=True,  # Ctrl-C reaches the parent, which tells each worker once
    )


def main() -> None:
    """Run one worker."""
    config = msgspec.json.decode(
        os.environ.pop(CONFIG_VARIABLE), type=WorkerConfig, dec_hook=lambda kind, text: kind(text)
    )
    journal.begin(config.log)
    run_worker(config.settings, socket.socket(fileno=config.socket), counts=RateCounters(config.counts))


if __name__ == "__main__":
    main()
