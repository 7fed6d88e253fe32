"""Who is at a table. Nothing of it is written down: it is known of those who follow the table, and of nobody else."""

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
"""Seconds until somebody who has left is away: a page that is loaded again is there sooner."""


class Timer(Protocol):
    """Something to be done later, unless it is cancelled."""

    def cancel(self) -> None: ...


def _later(seconds: float, do: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, do)


@dataclass(slots=True)
class _TablePresence:
    """What is known of one table."""

    sockets: Counter[str | None] = field(default_factory=Counter)  # by guest, None for strangers
    sitters: AbstractSet[str] = frozenset()  # the guests at its seats, as far as anybody has asked
    leaving: dict[str, Timer] = field(default_factory=dict)  # sitters who may still come back
    is_new: bool = True  # whoever is not there may be about to come
    closing: Timer | None = None  # nobody follows it any more


class Presence:
    """Counts who follows which table. Several tabs are one person, and a table nobody follows is forgotten.

    It sees only the sockets of its own process, so with several it is off, and nobody is away.
    """

    def __init__(self, ring: Callable[[str], None], *, is_on: bool = True) -> None:
        self._ring, self._is_on = ring, is_on
        self._later: Callable[[float, Callable[[], None]], Timer] = _later
        self._rooms: dict[str, _TablePresence] = {}

    @contextmanager
    def following(self, table: str, guest: str | None) -> Iterator[None]:
        """As long as one socket does."""
        room = self._entered(table, guest)
        try:
            yield
        finally:
            self._left(table, room, guest)

    def away(self, table: str, sitters: AbstractSet[str]) -> set[str]:
        """Those of the guests at a table's seats who are not there."""
        room = self._rooms.get(table)
        if room is None or not self._is_on:
            return set()
        room.sitters = sitters
        return set() if room.is_new else {who for who in sitters if who not in room.sockets and who not in room.leaving}

    def sockets(self, table: str, guest: str) -> int:
        """With how many tabs somebody follows a table."""
        room = self._rooms.get(table)
        return room.sockets[guest] if room else 0

    def _entered(self, table: str, guest: str | None) -> _TablePresence:
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _TablePresence()
            self._later(GRACE, lambda: self._is_known(table, room))
        if room.closing is not None:
            room.closing.cancel()
            room.closing = None
        room.sockets[guest] += 1
        if guest in room.leaving:
            room.leaving.pop(guest).cancel()
        elif guest in room.sitters and room.sockets[guest] == 1:
            self._ring(table)
        return room

    def _left(self, table: str, room: _TablePresence, guest: str | None) -> None:
        room.sockets[guest] -= 1
        if room.sockets[guest]:
            return
        del room.sockets[guest]
        if guest is not None and guest in room.sitters:
            room.leaving[guest] = self._later(GRACE, lambda: self._is_away(table, room, guest))
        if not room.sockets:
            room.closing = self._later(GRACE, lambda: self._forget(table))

    def _is_known(self, table: str, room: _TablePresence) -> None:
        room.is_new = False
        self._ring(table)

    def _is_away(self, table: str, room: _TablePresence, guest: str) -> None:
        del room.leaving[guest]
        self._ring(table)

    def _forget(self, table: str) -> None:
        del self._rooms[table]
