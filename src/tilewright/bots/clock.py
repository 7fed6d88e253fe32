"""The time a thinker may take."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

PATIENCE = 3  # on a busy machine: at most so many times the seconds by the clock on the wall


def thread_clock() -> Callable[[], float]:
    """A clock that any thread can read: the CPU seconds of the thread that asked for it."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(threading.get_ident())
        return lambda: time.clock_gettime(clock)
    return time.monotonic  # where a thread's clock cannot be read from outside, the one on the wall


class Clock:
    """Halts a search when its seconds are used up: CPU seconds of the thread that thinks, whatever others do.

    So a busy machine does not make a thinker weaker, and thinkers of one process do not eat each other's time.
    """

    def __init__(self, seconds: float | None, halt: Callable[[], None]) -> None:
        self._given, self._halt = seconds, halt
        self.seconds = 0.0  # used, when all is over
        self._done = threading.Event()

    def __enter__(self) -> Self:
        self._began = time.thread_time()
        self._watch: threading.Thread | None = None
        if self._given is not None:
            self._watch = threading.Thread(target=self._wait, args=(self._given, thread_clock()), daemon=True)
            self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, bad: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._watch is not None:
            self._watch.join()
        self.seconds = time.thread_time() - self._began

    def _wait(self, seconds: float, clock: Callable[[], float]) -> None:
        used, began = clock(), time.monotonic()
        while not self._done.wait(min(0.02, seconds / 20)):
            if clock() - used >= seconds or time.monotonic() - began >= seconds * PATIENCE:
                self._halt()
                return
