"""Statistics of a guest's games: the thinking processes grade them move by move, while somebody polls.

A run asks one question at a time and shares its slots with the reviews, so that computer opponents wait for a few
grades at most, however many runs there are. Each game is counted once, and its figures are kept in memory.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.play.replay import replay
from tilewright.review.analysis import decisions
from tilewright.review.luck import add_up, draws_of
from tilewright.review.statistics import GivenUp, Loss, Sheet, added_up, finite, losses_of, sheet_from
from tilewright.server import log
from tilewright.server.limits import REVIEWS
from tilewright.server.opponents import pack_view
from tilewright.server.problems import Busy, CompilationFailed, NotFound, Problem, Quarantined
from tilewright.server.reviewing import BUSY_WAIT, TRIES, entries_of
from tilewright.server.store import queries
from tilewright.server.table import OVER, PERSON
from tilewright.server.thinking import SETTLE, Job, ThinkingFailed, Thought

if TYPE_CHECKING:
    from tilewright.records.record import Record
    from tilewright.review.grades import Settled
    from tilewright.review.luck import LuckLedger
    from tilewright.server.grading import Grade
    from tilewright.server.guests import Guest
    from tilewright.server.limits import Limits
    from tilewright.server.reviewing import Reviews
    from tilewright.server.table import Table
    from tilewright.server.table_cache import TableCache
    from tilewright.server.thinking import ThinkerPool

logger = logging.getLogger("tilewright.server")

MOST_GAMES = 200  # of one guest, the last ones
MOST_SHEETS = 2_000  # games, of all guests
MOST_RUNS = 100  # those polled last
IDLE_SECONDS = 10.0  # without a poll, after which a run pauses


@dataclass(frozen=True)
class SeatStatistics:
    """The figures of one seat in one game."""

    sheet: Sheet
    moves: list[Loss]
    quick: list[float]  # points lost by the search that levels were measured with


@dataclass
class SeatInProgress:
    """The seat that is being graded: nothing of it is lost while the run pauses."""

    key: tuple[str, int]
    graded: list[Grade | None] = field(default_factory=list)
    settled: list[Settled | None] = field(default_factory=list)


@dataclass
class StatisticsRun:
    """How far the games of a guest are counted."""

    games: list[str]
    luck: bool
    asked_at: float
    done: int = 0
    left_out: int = 0  # of these
    found: list[SeatStatistics] = field(default_factory=list)
    under_way: SeatInProgress | None = None
    task: asyncio.Task[None] | None = None


@dataclass(frozen=True)
class PlayedSeat:
    """One seat of a game, as far as its guest played it."""

    game: str
    seat: int
    record: Record
    events: int  # of the game before its guest resigned
    given_up: GivenUp | None


class PlayerStatistics:
    """Computes the statistics of guests."""

    def __init__(self, table_cache: TableCache, thinking: ThinkerPool, limits: Limits, reviews: Reviews) -> None:
        self._table_cache, self._thinking, self._limits = table_cache, thinking, limits
        self._slots, self._grading = reviews.slots, reviews.grading
        self._runs: OrderedDict[tuple[str, bool], StatisticsRun] = OrderedDict()
        self._sheets: OrderedDict[tuple[str, int, bool], SeatStatistics] = OrderedDict()

    async def poll(self, guest: Guest, *, luck: bool) -> dict[str, Any]:
        """The statistics of the games counted so far; each poll keeps the run going."""
        key = (guest.id, luck)
        games = [
            row["id"] for row in await self._table_cache.store.read(queries.finished_games_of, guest.id, MOST_GAMES)
        ]
        run = self._runs.get(key)
        if run is None or run.games != games:
            self._limits.count(REVIEWS, guest.id)
            run = self._begin(key, games)
        self._runs.move_to_end(key)
        run.asked_at = time.monotonic()
        if run.done < len(games) and (run.task is None or run.task.done()):
            run.task = asyncio.create_task(self._run(guest.id, run), name="statistics")
        return await asyncio.to_thread(_answer, guest.name, run)

    def _begin(self, key: tuple[str, bool], games: list[str]) -> StatisticsRun:
        run = StatisticsRun(games, key[1], time.monotonic())
        if (old := self._runs.pop(key, None)) is not None:
            run.under_way = old.under_way
            _cancel(old)
        self._runs[key] = run
        while len(self._runs) > MOST_RUNS:
            _cancel(self._runs.popitem(last=False)[1])
        return run

    async def _run(self, guest: str, run: StatisticsRun) -> None:
        """Count game by game; pause when nobody polls, or when a game is not available."""
        try:
            while run.done < len(run.games):
                try:
                    run.found += await self._game(run.games[run.done], guest, run)
                except (ThinkingFailed, Quarantined, NotFound, CompilationFailed) as bad:
                    logger.warning("left out of statistics", extra={"reason": str(bad)})
                    run.left_out += 1
                run.done += 1
        except (_IdleError, Problem):
            pass

    async def _game(self, id_: str, guest: str, run: StatisticsRun) -> list[SeatStatistics]:
        async with self._table_cache.locked(id_) as table:
            seats = seats_played_by(table, guest)
        found = []
        for one in seats:
            key = (id_, one.seat, run.luck)
            if key not in self._sheets:
                self._sheets[key] = await self._seat_statistics(one, run)
                if len(self._sheets) > MOST_SHEETS:
                    self._sheets.popitem(last=False)
            self._sheets.move_to_end(key)
            found.append(self._sheets[key])
        return found

    async def _seat_statistics(self, own: PlayedSeat, run: StatisticsRun) -> SeatStatistics:
        resigned = own.given_up is not None and own.seat in own.given_up.resigned
        settles = run.luck and own.record.result is not None and not resigned
        if run.under_way is None or run.under_way.key != (own.game, own.seat):
            run.under_way = SeatInProgress((own.game, own.seat))
        so_far = run.under_way
        game = await asyncio.to_thread(replay, own.record)
        decided = await asyncio.to_thread(decisions, game, None if settles else own.seat)
        for decision in decided[len(so_far.graded) :]:
            if decision.event >= own.events:
                break
            so_far.graded.append(await self._grading.grade(decision, lambda job: self._ask(job, run), reasons=False))
        grades = [one for one in so_far.graded if one is not None]
        graded = [one.graded for one in grades]
        ledger: LuckLedger | None = None
        if settles:
            for first, last in draws_of(game)[len(so_far.settled) :]:
                before, drawn = game.before(first), game.before(last + 1)
                job = Job(before.rule_set.id, pack_view(before), 0, SETTLE, drawn=pack_view(drawn))
                so_far.settled.append((await self._ask(job, run)).settled)
            settled = [one for one in so_far.settled if one is not None]
            ledger = await asyncio.to_thread(add_up, game, graded, settled)
        sheet = await asyncio.to_thread(sheet_from, own.game, own.record, own.seat, graded, ledger, own.given_up)
        quick = [one.quick_loss for one in grades if one.graded.seat == own.seat]
        return SeatStatistics(sheet, losses_of(graded, own.seat), quick)

    async def _ask(self, job: Job, run: StatisticsRun) -> Thought:
        """Ask the thinkers: again if one died, and later if all are busy."""
        failed = 0
        while True:
            try:
                async with self._slots:
                    if time.monotonic() - run.asked_at > IDLE_SECONDS:
                        raise _IdleError
                    return await self._thinking.ask(job)
            except ThinkingFailed:
                failed += 1
                if failed == TRIES:
                    raise
            except Busy:
                await asyncio.sleep(BUSY_WAIT)

    async def close(self) -> None:
        tasks = [run.task for run in self._runs.values() if run.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def seats_played_by(table: Table, guest: str) -> list[PlayedSeat]:
    """The guest's own seats; hotseats belong to somebody else."""
    if table.status != OVER:
        return []
    record = table.game.record([chair.name for chair in table.chairs])
    given_up = GivenUp(list(table.resigned), table.winners) if table.resigned else None
    left = {line.entry.seat: line.entry.seq for line in table.lines if isinstance(line.entry.body, log.Resigned)}
    found = []
    for seat, chair in enumerate(table.chairs):
        if chair.guest == guest and chair.kind == PERSON:
            until = left.get(seat, table.seq + 1)  # afterwards a stand-in plays
            events = sum(seq < until for seq in entries_of(table).values())
            found.append(PlayedSeat(table.id, seat, record, events, given_up))
    return found


def _cancel(run: StatisticsRun) -> None:
    if run.task is not None:
        run.task.cancel()


class _IdleError(Exception):
    """Nobody polls any more."""


def _answer(name: str, run: StatisticsRun) -> dict[str, Any]:
    found = list(run.found)
    rule_sets = dict.fromkeys(one.sheet.rule_set for one in found)
    statistics = []
    for rule_set in rule_sets:
        own = [one for one in found if one.sheet.rule_set == rule_set]
        moves = [move for one in own for move in one.moves]
        quick = [lost for one in own for lost in one.quick]
        statistics.append(finite(added_up(name, rule_set, [one.sheet for one in own], moves, quick)))
    return {
        "games": len(run.games),
        "counted": run.done,
        "left_out": run.left_out,
        "luck": run.luck,
        "statistics": statistics,
    }
