"""Servers that restart fast: a parent that has loaded everything forks one on request.

A forked server dies by SIGKILL like any other, and is back in some hundredths of a second instead of seconds.
`python -m tests.soak.fork_server FOLDER [--database URL] [--break NAME]` is started by ``ForkServer``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.soak.faults import inject_fault
from tilewright import games
from tilewright.server import journal, limits
from tilewright.server import opponents as _opponents  # noqa: F401 - loaded here, so that a fork need not
from tilewright.server import puzzles as _puzzles  # noqa: F401
from tilewright.server import reviewing as _reviewing  # noqa: F401
from tilewright.server.readiness import load
from tilewright.server.service import Service
from tilewright.server.settings import Settings
from tilewright.server.uvicorn_server import bind, run_worker


class ForkServer:
    """Forks servers on one port, each in place of the last."""

    def __init__(
        self,
        folder: Path,
        *,
        database: str | None = None,
        broken: str = "",
        rule_set: str = "classic",
        limits: bool = False,
        log: Path | None = None,
        files: int = 0,
    ) -> None:
        words = [sys.executable, "-m", "tests.soak.fork_server", str(folder), "--rule-set", rule_set]
        words += ["--database", database] if database else []
        words += ["--break", broken] if broken else []
        words += ["--limits"] if limits else []
        words += ["--files", str(files)] if files else []
        with log.open("wb") if log else contextlib.nullcontext() as errors:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--database")
    parser.add_argument("--break", dest="broken", default="")
    parser.add_argument("--rule-set", default="classic")
    parser.add_argument("--limits", action="store_true", help="keep the limits on")
    parser.add_argument("--files", type=int, default=0, help="so many may be open at once")
    told = parser.parse_args()
    inject_fault(told.broken)
    if told.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (told.files, told.files))
    load(games.rule_set(told.rule_set))
    rehearse()
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
                serve(settings, listening, limited=told.limits)
            sys.stdout.write(f"{child}\n")
        else:
            os.waitpid(child, 0)
            child = 0
            sys.stdout.write("gone\n")
        sys.stdout.flush()
    if child:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def rehearse() -> None:
    """Open a database and close it again: what is loaded on the way, a fork need not load."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Settings(Path(folder), compile_ahead=False, thinkers=1))
        service.store.close()
        service.folder.close()


def serve(settings: Settings, listening: socket.socket, *, limited: bool) -> None:
    """The life of a forked server; never returns."""
    if not limited:
        limits.Limits.count = lambda *_: None  # type: ignore[method-assign]
    journal.begin("warning")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    try:
        run_worker(settings, listening)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
