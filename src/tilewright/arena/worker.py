"""What runs in a worker process. Light to import: threads must be limited before the compiler is loaded."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from tilewright.arena.match import Finished, Job

STOPS = (signal.SIGINT, signal.SIGTERM)
"""What stops a match, and must not reach its workers before the match has closed its files."""

ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def prepare(leash: Connection) -> None:
    """Make a fresh local process a worker that ends when the other end of its leash is let go."""
    for stop in STOPS:
        signal.signal(stop, signal.SIG_IGN)  # the match is stopped, and lets go of the leash
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)  # engines should not inherit what held them back until now
    threading.Thread(target=_follow, args=(leash,), daemon=True).start()


def _follow(leash: Connection) -> None:
    try:
        leash.recv_bytes()
    except (EOFError, OSError):
        from tilewright.arena.engine import kill_all

        kill_all()
        os._exit(1)


def work(job: Job) -> list[Finished]:
    """Play a job on one thread."""
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    from tilewright.arena.play_job import play_job

    return play_job(job)
