"""Guests: a name and a token. Whoever holds the token is the guest; the database keeps only its hash."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.server.problems import Problem, Unauthenticated
from tilewright.server.store import queries
from tilewright.server.store.writer import WriteBatch

if TYPE_CHECKING:
    from tilewright.server.store.store import Store
    from tilewright.server.store.writer import Row

MOST_CACHED = 10_000
TOKEN_LENGTH = 43
DAY = 24 * 3600 * 1000  # milliseconds
LIFETIME = 365 * DAY  # of an unused token
TRUSTED_SECONDS = 60.0  # that the cache is valid: another worker may have ended a token, or renamed its guest


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a token."""

    id: str
    name: str


def new_id() -> str:
    """An id that nobody can guess: 96 bits."""
    return secrets.token_urlsafe(12)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Guests:
    """Creates guests, and knows them by their tokens."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: OrderedDict[str, tuple[Guest, float]] = OrderedDict()  # by hash, until when

    async def create(self, name: str) -> tuple[Guest, str]:
        """Create a guest; return it with its token."""
        guest, token = Guest(new_id(), name), secrets.token_urlsafe(32)
        row = {"id": guest.id, "name": name, "token_hash": hashed(token), "token_used_at": now(), "created_at": now()}
        await self._store.commit(WriteBatch(guests=[row]))
        return guest, token

    async def rename(self, guest: Guest, token: str, name: str) -> tuple[Guest, list[str]]:
        """Rename a guest; return it with its games that are not over, where the name changes too.

        Games that are over keep the name they were played with.
        """
        games = await self._store.read(queries.open_games_of, guest.id)
        change: Row = {"of": guest.id, "name": name}
        at_seats = [{**change, "at_game": game, "before": guest.name} for game in games]
        await self._store.commit(WriteBatch(guest_changes=[change], name_changes=at_seats))
        self._cache.pop(hashed(token), None)
        return Guest(guest.id, name), games

    async def revoke_token(self, guest: Guest, token: str) -> None:
        """End a token, by replacing it with one that nobody is given: nobody can be this guest any more."""
        unused = secrets.token_urlsafe(32)
        await self._store.commit(WriteBatch(guest_changes=[{"of": guest.id, "token_hash": hashed(unused)}]))
        self._cache.pop(hashed(token), None)

    async def authenticate(self, token: str | None, *, refresh: bool = False) -> Guest:
        """The guest with this token; raise Unauthenticated if there is none.

        ``refresh`` reads it from the database, since another worker may have renamed it.
        """
        if refresh and token is not None:
            self._cache.pop(hashed(token), None)
        guest = await self.find(token)
        if guest is None:
            raise Unauthenticated(
                "this needs a valid token, which POST /api/v1/guests gives; a token ends when its guest ends it, "
                "or a year after it was last used"
            )
        return guest

    async def find(self, token: str | None) -> Guest | None:
        if token is None or len(token) != TOKEN_LENGTH:
            return None
        key = hashed(token)
        guest, until = self._cache.get(key, (None, 0.0))
        if guest is not None and time.monotonic() < until:
            self._cache.move_to_end(key)
            return guest
        row = await self._store.read(queries.guest_by_token, key)
        if row is None or now() - row["token_used_at"] > LIFETIME:
            self._cache.pop(key, None)
            return None
        guest = Guest(row["id"], row["name"])
        if now() - row["token_used_at"] > DAY:
            with contextlib.suppress(Problem):  # on a full disk, reading goes on
                await self._store.commit(WriteBatch(guest_changes=[{"of": guest.id, "token_used_at": now()}]))
        self._cache[key] = guest, time.monotonic() + TRUSTED_SECONDS
        if len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return guest
