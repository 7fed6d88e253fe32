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
VISITORS_TOGETHER = 64  # of all addresses
LONGEST_WAIT = 20.0  # seconds


class CatchUpSlots:
    """Each waits for a turn before its frame is written, so that those who wait cost next to nothing."""

    def __init__(self) -> None:
        self._by_address: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore] = WeakValueDictionary()
        self._visitors = asyncio.Semaphore(VISITORS_TOGETHER)

    @asynccontextmanager
    async def slot(self, address: str, *, is_visitor: bool) -> AsyncIterator[None]:
        """A turn for as long as the block takes; TooManyRequests when none came."""
        of_address = self._by_address.get((address, is_visitor))
        if of_address is None:
            of_address = self._by_address[address, is_visitor] = asyncio.Semaphore(TOGETHER)
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(LONGEST_WAIT):
                    for slots in (of_address, self._visitors) if is_visitor else (of_address,):
                        await held.enter_async_context(slots)
            except TimeoutError:
                raise TooManyRequests(_("too many at once"), retry_after=10) from None
            yield
