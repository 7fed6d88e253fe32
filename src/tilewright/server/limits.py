"""How often a client may ask. Each limit is one line here; beyond it the answer says when to come back.

A limit is a supply that refills steadily. docs/server.md lists them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.text.language import _
from tilewright.server.problems import TooManyRequests
from tilewright.server.rate_counters import RateCounters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Limit(NamedTuple):
    """How much is allowed at once, and after how many seconds all of it is available again."""

    name: str
    amount: int
    seconds: float


GUESTS = Limit("guests", 60, 600)  # new guests from one address
TABLES = Limit("tables", 60, 600)  # new tables of one guest
COMMANDS = Limit("commands", 200, 20)  # of one guest, over all its sockets
REQUESTS = Limit("requests", 600, 20)  # from one address, of any kind
HINTS = Limit("hints", 60, 600)
ANALYSES = Limit("analyses", 240, 600)
EVALUATIONS = Limit("evaluations", 600, 600)  # that have to be computed: one for each position, whoever asks
TRIALS = Limit("trials", 400, 20)  # moves that one guest tries on a board, part by part
REVIEWS = Limit("reviews", 60, 600)  # that begin, with proofs and statistics; asking how far one is costs nothing

SOCKETS_OF_ADDRESS = 2_000  # in each worker
VISITORS_OF_ADDRESS, VISITORS = 1_000, 5_000  # sockets of visitors without an account, who can only watch
MOST_IGNORED_WAITS = 30  # commands that a socket sends although it was told to wait; then it is closed
FRAME_BYTES = 8_192
RENDERED_BYTES = 16 << 20  # of rendered events and frames, for all tables together
MOST_SAID = 500  # messages of one seat at one table
MOST_SAID_BYTES = 65_536  # of one seat at one table
MOST_REQUESTS = 200  # takebacks and hints that one seat at one table asks for
BODY_BYTES = 65_536


class Limits:
    """Counts what clients ask for. The workers of one server count together."""

    def __init__(self, counts: RateCounters | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._counts = counts or RateCounters()
        self.clock = clock  # one that nobody can set, and that all processes of a machine share
        self._sockets: Counter[tuple[str, bool]] = Counter()  # by address, those of visitors apart
        self._visitors = 0
        self.off = False  # soaks that measure something else switch them off

    def count(self, limit: Limit, who: str) -> None:
        """Count one; raise TooManyRequests if it is one too many."""
        if self.off:
            return
        wait = self._counts.take(f"{limit.name} {who}", limit.amount, limit.seconds, self.clock())
        if wait:
            raise TooManyRequests(_("too many at once"), retry_after=math.ceil(wait))

    @contextmanager
    def socket(self, address: str, *, is_visitor: bool) -> Iterator[None]:
        """Count a socket for as long as it is open; raise TooManyRequests if it is one too many."""
        if not self.off:
            self._expect_room(address, is_visitor=is_visitor)
        key = address, is_visitor
        self._sockets[key] += 1
        self._visitors += is_visitor
        try:
            yield
        finally:
            self._sockets[key] -= 1
            self._visitors -= is_visitor
            if not self._sockets[key]:
                del self._sockets[key]

    def _expect_room(self, address: str, *, is_visitor: bool) -> None:
        visitors, guests = self._sockets[address, True], self._sockets[address, False]
        if visitors + guests >= SOCKETS_OF_ADDRESS or (is_visitor and visitors >= VISITORS_OF_ADDRESS):
            raise TooManyRequests(_("too many open sockets from this address"), retry_after=10)
        if is_visitor and self._visitors >= VISITORS:
            raise TooManyRequests(_("too many people are watching just now"), retry_after=10)
