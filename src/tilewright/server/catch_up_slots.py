"""Whoever is far behind is sent much at once and may read it slowly: at one moment only so many are."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from tilewright.core.language import _
from tilewright.server.problems import TooManyRequests

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TOGETHER = 16  # of one address; strangers and guests apart, so that strangers never keep guests waiting
STRANGERS_TOGETHER = 64  # of all addresses
LONGEST_WAIT = 20.0  # seconds


class CatchUpSlots:
    """Each waits for a turn before its frame is written, so that those who wait cost next to nothing."""

    def __init__(self) -> None:
        self._places: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore] = WeakValueDictionary()
        self._strangers = asyncio.Semaphore(STRANGERS_TOGETHER)

    @asynccontextmanager
    async def taken(self, address: str, *, is_stranger: bool) -> AsyncIterator[None]:
        """A turn for as long as the block takes; TooManyRequests when none came."""
        own = self._places.get((address, is_stranger))
        if own is None:
            own = self._places[address, is_stranger] = asyncio.Semaphore(TOGETHER)
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    for places in (own, self._strangers) if is_stranger else (own,):
                        await held.enter_async_context(places)
            except TimeoutError:
                raise TooManyRequests(_("too many at once"), retry_after=10) from None
            yield
