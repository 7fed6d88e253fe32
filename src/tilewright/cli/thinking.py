"""Thinking in a thread, so that the terminal reacts to Ctrl-C at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from tilewright.search.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

Thought = TypeVar("Thought")
AWAKE = 0.1  # seconds between two looks at the keyboard
TO_STOP = 2.0  # seconds a search gets to notice a stop


def think(work: Callable[[Stop], Thought]) -> Thought:
    """Do the work in another thread; this one receives signals, and stops the work when one ends it."""
    stop = Stop()
    done: list[Thought] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work(stop))
        except BaseException as bad:  # noqa: BLE001 - raised again where it is waited for
            failed.append(bad)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(AWAKE)
    except BaseException:
        stop.set()
        thread.join(TO_STOP)
        raise
    if failed:
        raise failed[0]
    return done[0]
