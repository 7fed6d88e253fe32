"""A terminal for tests: the program in a process of its own, behind a pseudo-terminal of a chosen size."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

PATIENCE = 90.0  # a cold cache has to be compiled first
# Where the tests run in the background Ctrl-C is ignored, and what they start would inherit that.
HEAR_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
COMMAND = [sys.executable, "-c", HEAR_CTRL_C + "from tilewright.cli.main import main; main()"]
_CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")


class Terminal:
    """What a person sees and types."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str) -> None:
        self._hand, behind = pty.openpty()
        fcntl.ioctl(behind, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", **environment}
        env = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=behind, stdout=behind, stderr=behind, env=env, start_new_session=True
        )
        os.close(behind)
        self.raw = ""
        self._at = 0  # how far the text has been waited for

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, bad: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._hand)

    @property
    def text(self) -> str:
        """Everything shown so far, without the codes that steer the cursor."""
        return _CODES.sub("", self.raw)

    def until(self, wanted: str) -> str:
        """Wait until this has been shown; returns what was shown up to it since the last wait."""
        end = time.monotonic() + PATIENCE
        while (found := self.text.find(wanted, self._at)) < 0:
            assert self._read(end - time.monotonic()), f"never saw {wanted!r} after:\n{self.text[-3000:]}"
        before, self._at = self._at, found + len(wanted)
        return self.text[before : self._at]

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._hand], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self._hand, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += found.decode(errors="replace")
        return bool(found)

    def type(self, text: str) -> None:
        os.write(self._hand, f"{text}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._hand, key)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait until the program has ended; returns its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(min(0.2, end - time.monotonic())) or self.process.poll() is None:
            assert time.monotonic() < end, f"does not end after:\n{self.text[-3000:]}"
        return self.process.wait()
