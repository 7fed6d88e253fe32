"""A server in a process of its own, that can be killed and started again on the same port."""

from __future__ import annotations

import fcntl
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

UNLIMITED = (
    "from tilewright.server.limits import Limits\n"
    "Limits.count = lambda *_: None\n"  # all tests come from one address
    "from tilewright.cli.main import main\n"
    "main()"
)
PATIENCE = 900.0  # seconds, for compiling on a cold cache


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`tilewright serve` on a folder of its own."""

    def __init__(self, folder: Path, port: int | None = None, program: str = UNLIMITED) -> None:
        self._folder, self._program = folder, program
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *wanted: str) -> None:
        """Start, and wait until these games can be played; all of them when none is named."""
        self.begin()
        self.wait(*wanted)

    def begin(self) -> None:
        """Start without waiting."""
        command = ("serve", "--no-open", "--port", str(self.port), "--data", str(self._folder))
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen((sys.executable, "-c", self._program, *command), stdout=log, stderr=log)

    def wait(self, *wanted: str) -> None:
        """Until these games can be played; all of them when none is named."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                ready = self.get("healthz")["ready"]
                if all(ready[name] for name in wanted or ready):
                    return
            except OSError:
                pass
            time.sleep(0.2)
        raise TimeoutError(f"no server: {(self._folder / 'server.log').read_text()[-2000:]}")

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(20)

    def kill(self) -> None:
        """As a crash would."""
        if self._process:
            self._process.kill()
            self._process.wait(20)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:  # noqa: S310 - our own address
            return json.load(answer)


@contextmanager
def shared_server(folder: Path) -> Iterator[Server]:
    """One server for all who come: the first starts it, and stops it when nobody uses it any more."""
    folder.mkdir(exist_ok=True)
    with _book(folder) as book:
        server = Server(folder, book.get("port"))
        is_first = "port" not in book
        if is_first:
            server.begin()
        book.update(port=server.port, users=book.get("users", 0) + 1)
    try:
        server.wait()
        yield server
    finally:
        with _book(folder) as book:
            book["users"] -= 1
        if is_first:
            _wait_until_alone(folder)
            server.stop()


def _wait_until_alone(folder: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with _book(folder) as book:
            if not book["users"]:
                return
        time.sleep(0.5)


@contextmanager
def _book(folder: Path) -> Iterator[dict[str, int]]:
    """What is known of the shared server; one at a time."""
    with (folder / "users.json").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        book = json.loads(file.read() or "{}")
        yield book
        file.truncate(0)
        file.write(json.dumps(book))
