"""Threads that help a search."""

from __future__ import annotations

import threading
import time


class Helper(threading.Thread):
    """A helping thread that knows what it has cost when it ends."""

    seconds = 0.0  # of its own CPU time

    def run(self) -> None:
        super().run()
        self.seconds = time.thread_time()
