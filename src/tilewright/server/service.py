"""A whole server without its web interface: its parts, wired together, and how it starts and stops."""

from __future__ import annotations

import asyncio
import contextlib
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from tilewright.core.text.language import _
from tilewright.server.catch_up_slots import CatchUpSlots
from tilewright.server.folder import Folder
from tilewright.server.gc_schedule import collect_when_idle
from tilewright.server.guests import Guests
from tilewright.server.hub import Hub
from tilewright.server.limits import Limits
from tilewright.server.presence import Presence
from tilewright.server.problems import NotReady
from tilewright.server.readiness import Readiness
from tilewright.server.store.database import sqlite_url
from tilewright.server.store.store import Store
from tilewright.server.thinking import ThinkerPool

if TYPE_CHECKING:
    from tilewright.server.guests import Guest
    from tilewright.server.import_games import GameImporter
    from tilewright.server.opponents import Opponents
    from tilewright.server.player_statistics import PlayerStatistics
    from tilewright.server.proof_jobs import ProofJobs
    from tilewright.server.puzzles import Puzzles
    from tilewright.server.reviewing import Reviews
    from tilewright.server.settings import Settings
    from tilewright.server.table_commands import TableCommands
    from tilewright.server.table_queries import TableQueries

Part = TypeVar("Part")


class Service:
    """Guests, tables and opponents over one store."""

    def __init__(self, settings: Settings, limits: Limits | None = None) -> None:
        self.settings = settings
        self.folder = Folder(settings.data, is_shared=settings.database is not None)
        self.store = Store(settings.database or sqlite_url(settings.data))
        self.hub = Hub()
        self.presence = Presence(self.hub.notify, is_on=not self.store.is_shared)
        self.guests = Guests(self.store)
        self.readiness = Readiness()
        self.limits, self.catch_up_slots = limits or Limits(), CatchUpSlots()
        self.thinking = ThinkerPool(settings.thinkers)
        self._table_commands: TableCommands | None = None
        self._table_queries: TableQueries | None = None
        self._opponents: Opponents | None = None
        self._puzzles: Puzzles | None = None
        self._reviews: Reviews | None = None
        self._proofs: ProofJobs | None = None
        self._player_statistics: PlayerStatistics | None = None
        self._game_importer: GameImporter | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def table_commands(self) -> TableCommands:
        """The commands at tables; the rules behind them take a second to load after the start."""
        return _loaded(self._table_commands)

    async def rename(self, guest: Guest, token: str, name: str) -> Guest:
        """Rename a guest, and notify the tables the guest sits at."""
        renamed, games = await self.guests.rename(guest, token, name)
        if self._table_commands is not None:
            await self._table_commands.table_cache.refresh_names(games)
        return renamed

    @property
    def table_queries(self) -> TableQueries:
        return _loaded(self._table_queries)

    @property
    def opponents(self) -> Opponents:
        return _loaded(self._opponents)

    @property
    def reviews(self) -> Reviews:
        return _loaded(self._reviews)

    @property
    def proofs(self) -> ProofJobs:
        return _loaded(self._proofs)

    @property
    def player_statistics(self) -> PlayerStatistics:
        return _loaded(self._player_statistics)

    @property
    def game_importer(self) -> GameImporter:
        return _loaded(self._game_importer)

    @property
    def puzzles(self) -> Puzzles:
        return _loaded(self._puzzles)

    async def start(self) -> None:
        """Start the background tasks. Call this inside the event loop."""
        self._tasks.append(asyncio.create_task(self._prepare(), name="prepare"))
        self._tasks.append(asyncio.create_task(collect_when_idle(self.hub), name="garbage"))
        if self.store.is_shared:
            from tilewright.server.store.wakeups import Wakeups

            wakeups = Wakeups(self.store, self.hub)
            self._tasks.append(asyncio.create_task(wakeups.listen(), name="wake-ups"))

    async def _prepare(self) -> None:
        await asyncio.to_thread(import_module, "tilewright.server.reviewing")
        from tilewright.server.import_games import GameImporter
        from tilewright.server.opponents import Opponents
        from tilewright.server.player_statistics import PlayerStatistics
        from tilewright.server.proof_jobs import ProofJobs
        from tilewright.server.puzzles import Puzzles
        from tilewright.server.reviewing import Reviews
        from tilewright.server.table_cache import TableCache
        from tilewright.server.table_commands import TableCommands
        from tilewright.server.table_queries import TableQueries

        table_cache = TableCache(self.store, self.hub, self.readiness.expect_ready)
        self._table_commands, self._table_queries = (
            TableCommands(table_cache, self.settings.engines),
            TableQueries(table_cache),
        )
        self._puzzles = Puzzles(self.store, self.readiness.expect_ready)
        self._opponents = Opponents(
            self._table_commands, self.thinking, self.store, self.limits, self.readiness.wait_for
        )
        self._reviews = Reviews(table_cache, self.thinking, self.limits)
        self._proofs = ProofJobs(ThinkerPool(1), self.limits)
        self._player_statistics = PlayerStatistics(table_cache, self.thinking, self.limits, self._reviews)
        self._game_importer = GameImporter(table_cache)
        self._tasks.append(asyncio.create_task(self._opponents.sweep(), name="sweep"))
        if self.settings.compile_ahead:
            await self.readiness.prepare()
        else:
            self.readiness.mark_all_ready()

    def announce_shutdown(self) -> None:
        """Tell followers, and clients that wait for a thinker, that the server is about to stop."""
        self.hub.close()
        self.thinking.stop_accepting()

    async def stop(self) -> None:
        """Stop the tasks and the thinkers, and store what waits."""
        self.announce_shutdown()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._opponents is not None:
            await self._opponents.close()
        for part in (self._reviews, self._proofs, self._player_statistics):
            if part is not None:
                await part.close()
        await self.thinking.close()
        await asyncio.to_thread(self.store.close)
        self.folder.close()


def _loaded(part: Part | None) -> Part:
    if part is None:
        raise NotReady(_("the rules are being loaded; try again in a moment"), retry_after=1)
    return part
