"""Wake-ups between workers that share a PostgreSQL: NOTIFY is a hint that a game has grown; then its log is read."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import psycopg
from sqlalchemy import text

if TYPE_CHECKING:
    from tilewright.server.hub import Hub
    from tilewright.server.store.store import Store

logger = logging.getLogger("tilewright.server")

CHANNEL = "tilewright"
MOST_IN_ONE = 400  # ids; a payload has at most 8000 bytes
POLL = 2.0  # seconds between wake-ups without a hint


class Wakeups:
    """Sends and receives hints."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        store.on_commit = self.send

    def send(self, games: list[str]) -> None:
        """Called in the writer's thread, after the commit: NOTIFY in the same transaction would lock all workers."""
        grown = list(dict.fromkeys(games))
        try:
            with self._store.engine.connect() as connection:
                for k in range(0, len(grown), MOST_IN_ONE):
                    payload = " ".join(grown[k : k + MOST_IN_ONE])
                    connection.execute(
                        text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
                    )
                connection.commit()
        except Exception:  # noqa: BLE001 - a lost hint costs two seconds, nothing else
            logger.warning("a wake-up was not sent")

    async def listen(self) -> None:
        """Run for ever: wake followers for every hint, and all of them now and then in case one was missed."""
        url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    while True:
                        async for hint in connection.notifies(timeout=POLL):
                            for table in hint.payload.split():
                                self._hub.notify(table)
                        self._hub.notify_all()
            except (psycopg.Error, OSError) as bad:
                logger.warning("wake-ups are interrupted", extra={"reason": type(bad).__name__})
            self._hub.notify_all()
            await asyncio.sleep(POLL)
