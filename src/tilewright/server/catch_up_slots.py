"""Limits how many clients catch up at once: each is far behind, is sent a large frame, and may read it slowly."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from tilewright.core.text.language import _
from tilewright.server.problems import TooManyRequests

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TOGETHER = 16  # per address; visitors and guests are counted apart, so that visitors never keep guests waiting
VISITORS_TOGETHER = 64  # over all addresses
LONGEST_WAIT = 20.0  # seconds


class CatchUpSlots:
    """A client waits for a slot before its frame is rendered, so clients that wait cost almost nothing."""

    def __init__(self) -> None:
        self._by_address: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore] = WeakValueDictionary()
        self._visitors = asyncio.Semaphore(VISITORS_TOGETHER)

    @asynccontextmanager
    async def slot(self, address: str, *, is_visitor: bool) -> AsyncIterator[None]:
        """Hold a slot for the block; raise TooManyRequests if none becomes free in time."""
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
