"""Reviews of games at tables: the thinking processes grade them move by move, and clients poll how far they are.

A review continues as long as somebody polls it. It asks the thinkers one question at a time, so that computer
opponents wait for one grade at most. Grades are kept in memory and computed once, whoever asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.core.text.language import _, language
from tilewright.core.text.names import isolated
from tilewright.play.replay import replay
from tilewright.review.analysis import Decision, moves_of, with_next_move
from tilewright.review.grades import SCALE, Graded, Settled, summary
from tilewright.review.luck import LuckLedger, add_up, draws_of
from tilewright.review.telling import Telling
from tilewright.server.grading import Grading
from tilewright.server.limits import REVIEWS
from tilewright.server.opponents import pack_view
from tilewright.server.problems import Busy, WrongState
from tilewright.server.table import EMPTY, OPEN, OVER
from tilewright.server.thinking import SETTLE, Job, ThinkingFailed, Thought

if TYPE_CHECKING:
    from tilewright.play.game import Game
    from tilewright.records.record import Record
    from tilewright.server.guests import Guest
    from tilewright.server.limits import Limits
    from tilewright.server.review_messages import ReviewRequest
    from tilewright.server.table import Table
    from tilewright.server.table_cache import TableCache
    from tilewright.server.thinking import ThinkerPool

logger = logging.getLogger("tilewright.server")

IDLE_SECONDS = 10.0  # without a poll, after which a review pauses
CONCURRENT_JOBS = 2  # reviews, and questions of statistics, that use the thinkers at the same time; others wait
MOST_REVIEWS = 100
TRIES = 3  # at a question whose thinker died
BUSY_WAIT = 1.0  # seconds before asking again, when all thinkers were busy

Data = dict[str, Any]


@dataclass
class Review:
    """How far the review of a game is."""

    record: Record
    game: Game
    decisions: list[Decision]
    forced: list[Decision]  # moves without an alternative
    graded: list[Graded] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)
    ledger: LuckLedger | None = None
    wants_luck: bool = False
    asked_at: float = 0.0
    failed: bool = False  # since somebody asked last
    task: asyncio.Task[None] | None = None
    rendered: dict[tuple[int, str], Data] = field(default_factory=dict)  # grades as data, by place and language

    @property
    def is_done(self) -> bool:
        return len(self.graded) == len(self.decisions) and (self.ledger is not None or not self.wants_luck)


class Reviews:
    """The reviews of a server's tables."""

    def __init__(self, table_cache: TableCache, thinking: ThinkerPool, limits: Limits) -> None:
        self._table_cache, self._thinking, self._limits = table_cache, thinking, limits
        self._reviews: OrderedDict[str, Review] = OrderedDict()
        self.grading = Grading()
        self.slots = asyncio.Semaphore(CONCURRENT_JOBS)

    async def poll(self, id_: str, guest: Guest | None, address: str, asked: ReviewRequest) -> Data:
        """The grades from number ``since`` on; begin the review, or keep it going."""
        luck = asked.luck
        async with self._table_cache.locked(id_) as table:
            check_may_review(table, guest)
            if luck and table.game.awaiting != "end":
                raise WrongState(_("luck and skill can be told apart when a game is played to its end"), seq=table.seq)
            seq, entries = table.seq, entries_of(table)
            record = table.game.record([chair.name for chair in table.chairs])
        review = self._reviews.get(id_)
        if review is None or review.record != record:
            self._limits.count(REVIEWS, guest.id if guest else address)
            review = await self._begin(id_, record)
        review.asked_at, review.wants_luck = time.monotonic(), review.wants_luck or luck
        self._resume(id_, review)
        if review.failed:
            review.failed = False
            raise Busy(_("the thinkers gave no answer this time; try again"), retry_after=2)
        return await asyncio.to_thread(_review_data, review, seq, entries, asked.since, luck=luck)

    async def _begin(self, id_: str, record: Record) -> Review:
        game = await asyncio.to_thread(replay, record)
        moves = await asyncio.to_thread(moves_of, game)
        review = Review(
            record, game, [one for one in moves if not one.is_forced], [one for one in moves if one.is_forced]
        )
        if (old := self._reviews.pop(id_, None)) and old.task:
            old.task.cancel()
        self._reviews[id_] = review
        if len(self._reviews) > MOST_REVIEWS:
            evicted = self._reviews.popitem(last=False)[1]
            if evicted.task:
                evicted.task.cancel()
        return review

    def _resume(self, id_: str, review: Review) -> None:
        self._reviews.move_to_end(id_)
        if not review.is_done and (review.task is None or review.task.done()):
            review.task = asyncio.create_task(self._run(review), name=f"review of {id_}")

    async def _run(self, review: Review) -> None:
        try:
            async with self.slots:
                while not review.is_done and time.monotonic() - review.asked_at < IDLE_SECONDS:
                    await self._next(review)
        except ThinkingFailed as bad:
            logger.warning("a review stopped", extra={"reason": str(bad)})
            review.failed = True

    async def _next(self, review: Review) -> None:
        """Grade one move, or settle one draw."""
        if len(review.graded) < len(review.decisions):
            decision = review.decisions[len(review.graded)]
            found = await self.grading.grade(decision, self._ask, reasons=True)
            if found is not None:
                review.graded.append(with_next_move(found.graded, review.game, decision.event))
            return
        draws = draws_of(review.game)
        if len(review.settled) < len(draws):
            first, last = draws[len(review.settled)]
            before, drawn = review.game.before(first), review.game.before(last + 1)
            job = Job(before.rule_set.id, pack_view(before), 0, SETTLE, drawn=pack_view(drawn))
            settled = (await self._ask(job)).settled
            if settled is not None:
                review.settled.append(settled)
            return
        review.ledger = await asyncio.to_thread(add_up, review.game, review.graded, review.settled)

    async def _ask(self, job: Job) -> Thought:
        """Ask the thinkers: again if one died, and later if all are busy. What was graded so far is not lost."""
        reason = ""
        for _attempt in range(TRIES):
            try:
                return await self._thinking.ask(job)
            except ThinkingFailed as bad:
                reason = str(bad)
            except Busy as bad:
                reason = str(bad)
                await asyncio.sleep(BUSY_WAIT)
        raise ThinkingFailed(reason)

    async def close(self) -> None:
        tasks = [review.task for review in self._reviews.values() if review.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_may_review(table: Table, guest: Guest | None) -> None:
    """Raise unless the game is over, or the guest plays it alone against computers and hints are allowed.

    A review gives the best moves: while people play each other, it would be a hint that the others do not know about.
    """
    if table.status == OPEN:
        raise WrongState(_("the game has not begun: a seat is still open"), seq=table.seq)
    if table.status == OVER:
        return
    alone = guest is not None and all(chair.guest in (guest.id, None) and chair.kind != EMPTY for chair in table.chairs)
    if not alone or table.game.room.hidden or not table.opening.aids.get("hints"):
        raise WrongState(
            _("a game is reviewed when it is over; before, only your own against computers where hints are allowed"),
            seq=table.seq,
        )


def entries_of(table: Table) -> dict[int, int]:
    """The entry of the log that made each event of the game."""
    return {number: line.entry.seq for line in table.lines if not line.taken_back for number in line.numbers}


# -- answers ----------------------------------------------------------------------------------------


def _review_data(review: Review, seq: int, entries: dict[int, int], since: int, *, luck: bool) -> Data:
    graded = list(review.graded)  # more may come meanwhile
    since = min(since, len(graded))
    return {
        "seq": seq,
        "total": len(review.decisions),
        "next": len(graded),
        "done": len(graded) == len(review.decisions) and (review.ledger is not None or not luck),
        "scale": [grade._asdict() for grade in SCALE],
        "grades": [_grade(review, k, one, entries) for k, one in enumerate(graded[since:], start=since)],
        "forced": [_forced(one, entries) for one in review.forced],
        "summaries": [_summary(graded, seat) for seat in range(review.record.players)],
        "luck": _luck(review) if luck else None,
    }


def _forced(one: Decision, entries: dict[int, int]) -> Data:
    return {
        "number": one.number,
        "seq": entries[one.event],
        "round": one.view.round_number,
        "seat": one.view.to_move or 0,
        "move": one.move,
        "text": one.view.describe(one.view.parse(one.move)),
    }


def _grade(review: Review, place: int, one: Graded, entries: dict[int, int]) -> Data:
    key = (place, language())
    if key not in review.rendered:
        review.rendered[key] = _grade_data(review, place, one)
    return review.rendered[key] | {"seq": entries[review.decisions[place].event]}


def _grade_data(review: Review, place: int, one: Graded) -> Data:
    telling = Telling(one, review.decisions[place].view, [isolated(name) for name in review.record.seats])
    return {
        "number": one.number,
        "round": one.round_number,
        "seat": one.seat,
        "position": one.position,
        "move": one.move,
        "text": telling.move(one.move),
        "best": one.best,
        "best_text": telling.move(one.best),
        "points": _points(one.points),
        "chances": _chances(one.chances),
        "points_after": _points(one.points_after),
        "chances_after": _chances(one.chances_after),
        "band": one.band,
        "badge": one.badge,
        "points_lost": round(one.points_lost, 2),
        "chance_lost": round(one.chance_lost, 4),
        "error": one.error,
        "grade": one.grade,
        "turning": one.is_turning_point,
        "choices": one.choices,
        "variation": list(one.variation),
        "reply": list(one.reply),
        "reason": telling.reason(),
        "facts": [msgspec.to_builtins(fact) | {"text": telling.fact(fact)} for fact in one.facts],
    }


def _summary(graded: list[Graded], seat: int) -> Data:
    own = summary(graded, seat)
    return {
        "seat": seat,
        "moves": own.moves,
        "best_moves": own.best_moves,
        "points_lost": own.points_lost,  # not rounded, like that of statistics
        "chance_lost": own.chance_lost,
        "grades": own.grades,
    }


def _luck(review: Review) -> Data:
    """The luck ledger: every draw, and where the result came from. Empty until all draws are settled."""
    if review.ledger is None:
        return {"done": False, "total": len(draws_of(review.game)), "draws": [], "leads": None, "chances": None}
    ledger = review.ledger
    return {
        "done": True,
        "total": len(ledger.draws),
        "draws": [
            {
                "after": draw.after,
                "round": draw.round_number,
                "drawn": list(draw.drawn),
                "lead": _points(draw.lead),
                "chance": _chances(draw.chance),
                "error": _points(draw.error),
            }
            for draw in ledger.draws
        ],
        "leads": _account(ledger, "leads"),
        "chances": _account(ledger, "chances"),
    }


def _account(ledger: LuckLedger, name: str) -> Data:
    account = getattr(ledger, name)
    rows = {part: _chances(getattr(account, part)) for part in ("start", "luck", "drift", "result", "uncertainty")}
    return rows | {"errors": [_chances(row) for row in account.errors]}


def _points(numbers: tuple[float, ...]) -> list[float]:
    return [round(one, 2) for one in numbers]


def _chances(numbers: tuple[float, ...]) -> list[float]:
    return [round(one, 4) for one in numbers]
