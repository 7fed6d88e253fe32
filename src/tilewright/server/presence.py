"""Who is at a table: the people who follow it. Nothing of this is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

GRACE = 8.0
"""Seconds until somebody who has left counts as away. To load a page again takes less."""


class Timer(Protocol):
    """A call that is made later, unless it is cancelled."""

    def cancel(self) -> None: ...


def _later(seconds: float, do: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, do)


@dataclass(slots=True)
class _TablePresence:
    """The followers of one table."""

    sockets: Counter[str | None] = field(default_factory=Counter)  # by guest, None for visitors
    sitters: AbstractSet[str] = frozenset()  # the guests at its seats, as last asked for
    leaving: dict[str, Timer] = field(default_factory=dict)  # sitters who may still come back
    is_new: bool = True  # nobody counts as away yet: they may be about to come
    closing: Timer | None = None  # set when nobody follows it any more


class Presence:
    """Counts who follows which table. Several tabs are one person, and a table nobody follows is forgotten.

    It sees only the sockets of its own process, so with several workers it is off, and nobody is away.
    """

    def __init__(self, notify: Callable[[str], None], *, is_on: bool = True) -> None:
        self._notify, self._is_on = notify, is_on
        self._later: Callable[[float, Callable[[], None]], Timer] = _later
        self._tables: dict[str, _TablePresence] = {}

    @contextmanager
    def following(self, table: str, guest: str | None) -> Iterator[None]:
        """Count one socket for as long as the block runs."""
        present = self._enter(table, guest)
        try:
            yield
        finally:
            self._leave(table, present, guest)

    def away(self, table: str, sitters: AbstractSet[str]) -> set[str]:
        """The guests at a table's seats who are away."""
        present = self._tables.get(table)
        if present is None or not self._is_on:
            return set()
        present.sitters = sitters
        return (
            set()
            if present.is_new
            else {who for who in sitters if who not in present.sockets and who not in present.leaving}
        )

    def sockets(self, table: str, guest: str) -> int:
        """How many sockets a guest has at a table."""
        present = self._tables.get(table)
        return present.sockets[guest] if present else 0

    def _enter(self, table: str, guest: str | None) -> _TablePresence:
        present = self._tables.get(table)
        if present is None:
            present = self._tables[table] = _TablePresence()
            self._later(GRACE, lambda: self._end_grace(table, present))
        if present.closing is not None:
            present.closing.cancel()
            present.closing = None
        present.sockets[guest] += 1
        if guest in present.leaving:
            present.leaving.pop(guest).cancel()
        elif guest in present.sitters and present.sockets[guest] == 1:
            self._notify(table)
        return present

    def _leave(self, table: str, present: _TablePresence, guest: str | None) -> None:
        present.sockets[guest] -= 1
        if present.sockets[guest]:
            return
        del present.sockets[guest]
        if guest is not None and guest in present.sitters:
            present.leaving[guest] = self._later(GRACE, lambda: self._mark_away(table, present, guest))
        if not present.sockets:
            present.closing = self._later(GRACE, lambda: self._forget(table))

    def _end_grace(self, table: str, present: _TablePresence) -> None:
        present.is_new = False
        self._notify(table)

    def _mark_away(self, table: str, present: _TablePresence, guest: str) -> None:
        del present.leaving[guest]
        self._notify(table)

    def _forget(self, table: str) -> None:
        del self._tables[table]
