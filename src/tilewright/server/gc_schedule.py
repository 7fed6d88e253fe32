"""When the garbage collector walks: through all that lives it takes a tenth of a second, in which no game goes on."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.server.hub import Hub

NEVER = 1 << 30
LOOK = 5.0  # seconds between two looks whether all is quiet
SELDOM, AT_LEAST = 60.0, 900.0  # seconds between two whole walks: when all is quiet, and in any case


def keep_what_is_loaded() -> None:
    """Code lives as long as the server; no walk need pass through it."""
    gc.collect()
    gc.freeze()


async def collect_in_quiet(hub: Hub) -> None:
    """Let whole walks wait until nobody moves, while young garbage goes as ever."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        waited, rung = 0.0, hub.rung
        while True:
            await asyncio.sleep(LOOK)
            waited, rung, before = waited + LOOK, hub.rung, rung
            if waited >= (SELDOM if rung == before else AT_LEAST):
                gc.collect()
                waited = 0.0
    finally:
        gc.set_threshold(young, middle, old)
