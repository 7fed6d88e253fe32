"""The only access to the database: reads in a few threads, writes through one writer."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import DBAPIError

from tilewright.core.text.language import _
from tilewright.server.problems import UnknownOutcome
from tilewright.server.store.database import connect, migrate
from tilewright.server.store.writer import WriteBatch, Writer

if TYPE_CHECKING:
    from collections.abc import Callable

Found = TypeVar("Found")
READERS = 4


class Store:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        migrate(self.engine)
        self.is_shared = self.engine.dialect.name == "postgresql"  # other workers may write to it too
        self.on_commit: Callable[[list[str]], None] | None = None  # called in the writer's thread after every commit
        self.writer = Writer(self.engine, self._committed)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    def _committed(self, games: list[str]) -> None:
        if self.on_commit and games:
            self.on_commit(games)

    async def read(self, query: Callable[..., Found], *args: Any) -> Found:
        """Run a query of ``queries`` in another thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query, args)

    def _read(self, query: Callable[..., Found], args: tuple[Any, ...]) -> Found:
        try:
            with self.engine.connect() as connection:
                return query(connection, *args)
        except DBAPIError:
            raise UnknownOutcome(_("the database cannot be reached just now"), retry_after=1) from None

    async def commit(self, writes: WriteBatch) -> None:
        await self.writer.commit(writes)

    def close(self) -> None:
        """Finish what waits. The store cannot be used afterwards."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()
