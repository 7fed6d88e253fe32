"""How often somebody may ask. Each limit is one line here; who goes beyond is told when to come back."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from tilewright.core.language import _
from tilewright.server.problems import TooMany

if TYPE_CHECKING:
    from collections.abc import Iterator

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
STRANGERS_OF_ADDRESS, STRANGERS = 1_000, 5_000  # sockets of those without an account, who can only watch
FRAME_BYTES = 8_192
RECENT_BYTES = 16 << 20  # of events and frames kept to be sent again, of all tables together
MOST_SAID = 500  # messages of one seat at one table
MOST_SAID_BYTES = 65_536  # of one seat at one table
MOST_REQUESTS = 200  # of one seat at one table: to take back, and for hints
BODY_BYTES = 65_536


class Limits:
    """Counts in memory; each worker has its own."""

    def __init__(self) -> None:
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._latest = 0.0  # that the clock has shown
        self._sockets: Counter[tuple[str, bool]] = Counter()  # by address, those of strangers apart
        self._strangers = 0
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

    @contextmanager
    def socket(self, address: str, *, is_stranger: bool) -> Iterator[None]:
        """Count a socket for as long as it is open; TooMany when it is one too many."""
        if not self.off:
            self._expect_room(address, is_stranger=is_stranger)
        key = address, is_stranger
        self._sockets[key] += 1
        self._strangers += is_stranger
        try:
            yield
        finally:
            self._sockets[key] -= 1
            self._strangers -= is_stranger
            if not self._sockets[key]:
                del self._sockets[key]

    def _expect_room(self, address: str, *, is_stranger: bool) -> None:
        strangers, guests = self._sockets[address, True], self._sockets[address, False]
        if strangers + guests >= SOCKETS_OF_ADDRESS or (is_stranger and strangers >= STRANGERS_OF_ADDRESS):
            raise TooMany(_("too many open sockets from this address"), retry_after=10)
        if is_stranger and self._strangers >= STRANGERS:
            raise TooMany(_("too many people are watching just now"), retry_after=10)
