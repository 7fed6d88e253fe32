"""Wakes the followers of tables. Each then pulls what it has not had yet, so that no queue can overflow."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Hub:
    """Wake-ups by table."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = asyncio.Event()
        self.notifications = 0  # a count, from which others see whether the server is idle

    @contextmanager
    def subscription(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table may have changed."""
        changed = asyncio.Event()
        self._subscribers[table].add(changed)
        try:
            yield changed
        finally:
            self._subscribers[table].discard(changed)
            if not self._subscribers[table]:
                del self._subscribers[table]

    def notify(self, table: str) -> None:
        self.notifications += 1
        for changed in self._subscribers.get(table, ()):
            changed.set()

    def notify_all(self) -> None:
        """Wake all followers, since wake-ups may have been missed."""
        for table in list(self._subscribers):
            self.notify(table)

    def is_watched(self, table: str) -> bool:
        return table in self._subscribers

    @property
    def watched(self) -> int:
        return sum(len(subscribers) for subscribers in self._subscribers.values())

    def close(self) -> None:
        """Tell all followers that the server is about to stop."""
        self.closing.set()
        self.notify_all()
