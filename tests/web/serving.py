"""A server in a process of its own, that can be killed and started again on the same port."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 900.0  # seconds, for compiling on a cold cache


class Server:
    """`tilewright serve` on a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}/"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *wanted: str) -> None:
        """Start, and wait until these games can be played; all of them when none is named."""
        command = ("serve", "--no-open", "--port", str(self._port), "--data", str(self._folder))
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen((sys.executable, "-m", "tilewright", *command), stdout=log, stderr=log)
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
