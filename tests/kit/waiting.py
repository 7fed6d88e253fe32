"""Waiting for what other threads and processes do: looked at again and again, and never without an end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 120.0
"""Seconds: a busy machine is no reason to fail, and a test that hangs is."""

EVERY = 0.02


def wait_for(look: Callable[[], Found | None], what: str, *, seconds: float = PATIENCE, every: float = EVERY) -> Found:
    """What is found as soon as it is something; ``what`` says what never came."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, f"waited {seconds:.0f} seconds for {what}"
        time.sleep(every)
    return found


async def soon(look: Callable[[], Found | None], what: str, *, seconds: float = PATIENCE) -> Found:
    """The same in an event loop, which goes on meanwhile."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, f"waited {seconds:.0f} seconds for {what}"
        await asyncio.sleep(EVERY / 2)
    return found
