"""Who looks on. The hub only wakes them; each then pulls what it has not had yet, so nobody's queue can overflow."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Hub:
    """Wake-up calls by table."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = asyncio.Event()
        self.rung = 0  # how often, for whoever waits until all is quiet

    @contextmanager
    def listening(self, table: str) -> Iterator[asyncio.Event]:
        """A bell that rings whenever the table may have changed."""
        bell = asyncio.Event()
        self._bells[table].add(bell)
        try:
            yield bell
        finally:
            self._bells[table].discard(bell)
            if not self._bells[table]:
                del self._bells[table]

    def ring(self, table: str) -> None:
        self.rung += 1
        for bell in self._bells.get(table, ()):
            bell.set()

    def ring_all(self) -> None:
        """After wake-ups may have been missed."""
        for table in list(self._bells):
            self.ring(table)

    def is_watched(self, table: str) -> bool:
        return table in self._bells

    @property
    def watched(self) -> int:
        return sum(len(bells) for bells in self._bells.values())

    def close(self) -> None:
        """Tell everybody that the server is about to go."""
        self.closing.set()
        self.ring_all()
