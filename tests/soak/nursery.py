"""Servers that come back fast: a parent that has loaded everything forks one whenever it is asked to.

A forked server dies by SIGKILL like any other, and is back in some hundredths of a second instead of seconds.
`python -m tests.soak.nursery FOLDER [--database URL] [--break NAME]` is started by ``Nursery``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from tilewright import games
from tilewright.server import opponents  # noqa: F401 - loaded here, so that a fork need not
from tilewright.server.readiness import load
from tilewright.server.running import bind, work
from tilewright.server.settings import Settings
from tilewright.server.store.writer import Writer, Writes


class Nursery:
    """Forks servers on one port; each takes the place of the last."""

    def __init__(
        self, folder: Path, *, database: str | None = None, broken: str = "", rule_set: str = "classic"
    ) -> None:
        words = [sys.executable, "-m", "tests.soak.nursery", str(folder), "--rule-set", rule_set]
        words += ["--database", database] if database else []
        words += ["--break", broken] if broken else []
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self._line())
        self.server = 0

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the nursery died")
        return line

    def start(self) -> int:
        """Fork a server; returns its process id."""
        assert self._process.stdin
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        self.server = int(self._line())
        return self.server

    def kill(self) -> None:
        """End the server as a power switch would end a process."""
        os.kill(self.server, signal.SIGKILL)
        assert self._process.stdin
        self._process.stdin.write("wait\n")
        self._process.stdin.flush()
        self._line()

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)
        if self._process.stdout:
            self._process.stdout.close()


def break_it(name: str) -> None:
    """Deliberate faults, to see that the checks bite."""
    if name == "ack-first":
        whole = Writer.commit

        async def early(self: Writer, writes: Writes) -> None:
            if writes.guests or writes.games:
                await whole(self, writes)
            else:
                late = asyncio.create_task(_later(whole, self, writes))
                late.add_done_callback(lambda task: task.cancelled() or task.exception())

        Writer.commit = early  # type: ignore[method-assign]
    elif name:
        raise SystemExit(f"no such fault: {name}")


async def _later(whole: Any, writer: Writer, writes: Writes) -> None:
    await asyncio.sleep(0.02)
    await whole(writer, writes)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--database")
    parser.add_argument("--break", dest="broken", default="")
    parser.add_argument("--rule-set", default="classic")
    told = parser.parse_args()
    break_it(told.broken)
    load(games.rule_set(told.rule_set))
    listening = bind("127.0.0.1", 0)
    listening.listen(2048)
    settings = Settings(
        told.folder, database=told.database, port=listening.getsockname()[1], compile_ahead=False, thinkers=1
    )
    sys.stdout.write(f"{settings.port}\n")
    sys.stdout.flush()
    child = 0
    for line in sys.stdin:
        if line.strip() == "start":
            child = os.fork()
            if child == 0:
                serve(settings, listening)
            sys.stdout.write(f"{child}\n")
        else:
            os.waitpid(child, 0)
            child = 0
            sys.stdout.write("gone\n")
        sys.stdout.flush()
    if child:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def serve(settings: Settings, listening: socket.socket) -> None:
    """The life of a forked server; never returns."""
    from tilewright.server import limits

    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    limits.Limits.count = lambda *_: None  # type: ignore[method-assign]
    try:
        work(settings, listening)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
