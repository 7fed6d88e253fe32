"""When the garbage collector runs: a full collection takes a tenth of a second, in which no game goes on."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.server.hub import Hub

NEVER = 1 << 30
CHECK_SECONDS = 5.0  # between two checks whether the server is idle
IDLE_SECONDS, BUSY_SECONDS = 60.0, 900.0  # between two full collections: when the server is idle, and at most


def freeze_loaded_objects() -> None:
    """Exempt loaded code from collections: it lives as long as the server."""
    gc.collect()
    gc.freeze()


async def collect_when_idle(hub: Hub) -> None:
    """Delay full collections until nobody moves; young garbage is collected as usual."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        waited, notifications = 0.0, hub.notifications
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            waited, notifications, before = waited + CHECK_SECONDS, hub.notifications, notifications
            if waited >= (IDLE_SECONDS if notifications == before else BUSY_SECONDS):
                gc.collect()
                waited = 0.0
    finally:
        gc.set_threshold(young, middle, old)
