"""How often somebody may ask. Each limit is one line here; who goes beyond is told when to come back."""

from __future__ import annotations

import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from tilewright.core.language import _
from tilewright.server.problems import TooMany

GUESTS = parse("60 per 10 minutes")  # new guests from one address
TABLES = parse("60 per 10 minutes")  # new tables of one guest
COMMANDS = parse("200 per 20 seconds")  # of one guest, over all its sockets
REQUESTS = parse("600 per 20 seconds")  # from one address, of any kind
HINTS = parse("60 per 10 minutes")
ANALYSES = parse("240 per 10 minutes")
TRIALS = parse("400 per 20 seconds")  # moves of one guest tried on a board, part by part
REVIEWS = parse("60 per 10 minutes")  # proofs and statistics too, that begin; asking how far one is, is free

SET_BACK = 5.0  # seconds by which a clock may go back without being taken for another
SOCKETS_OF_ADDRESS = 2_000
FRAME_BYTES = 8_192
MOST_SAID = 500  # messages of one seat at one table
MOST_SAID_BYTES = 65_536  # of one seat at one table
MOST_REQUESTS = 200  # of one seat at one table: to take back, and for hints
BODY_BYTES = 65_536


class Limits:
    """Counts in memory; each worker has its own."""

    def __init__(self) -> None:
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._latest = 0.0  # that the clock has shown
        self._sockets: dict[str, int] = {}
        self.off = False  # soaks that measure something else switch them off

    def count(self, limit: RateLimitItem, who: str) -> None:
        """Count one; TooMany when it is one too many."""
        now = time.time()
        if now < self._latest - SET_BACK:  # by this clock, whoever is limited would stay so for as long
            self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._latest = now
        if self.off or self._windows.hit(limit, who):
            return
        reset = self._windows.get_window_stats(limit, who).reset_time
        raise TooMany(_("too many at once"), retry_after=max(1, int(reset - now) + 1))

    def socket_opened(self, address: str) -> None:
        if self._sockets.get(address, 0) >= SOCKETS_OF_ADDRESS and not self.off:
            raise TooMany(_("too many open sockets from this address"), retry_after=10)
        self._sockets[address] = self._sockets.get(address, 0) + 1

    def socket_closed(self, address: str) -> None:
        left = self._sockets.get(address, 1) - 1
        if left:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)
