"""Computer opponents at the tables; and hints, analyses and evaluations, which the same thinkers compute."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.bots.bot import PROVED
from tilewright.core.text.language import _
from tilewright.server import log
from tilewright.server.guests import now
from tilewright.server.limits import EVALUATIONS
from tilewright.server.problems import Busy, Problem, WrongState
from tilewright.server.seats import ENGINE, LONGEST_THOUGHT
from tilewright.server.store import queries
from tilewright.server.table import OPEN, OVER
from tilewright.server.thinking import APPRAISE, Job, ThinkingFailed, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.play.position import Position
    from tilewright.server.guests import Guest
    from tilewright.server.limits import Limits
    from tilewright.server.messages import AnalysisRequest, Hint
    from tilewright.server.store.store import Store
    from tilewright.server.table import Table
    from tilewright.server.table_commands import TableCommands
    from tilewright.server.thinking import ThinkerPool

logger = logging.getLogger("tilewright.server")

SWEEP_EVERY = 5.0  # seconds
ABANDONED_AFTER = 30_000  # milliseconds after which another worker takes over a computer's turn
HINT_SECONDS = 1.0
HINTS = 5  # moves in a hint
EVALUATION_SECONDS = 0.2
EVALUATIONS_KEPT = 200
FALLBACK = "greedy"
"""Moves in place of an opponent that failed, so that the game goes on."""


class Opponents:
    """Has computers move as soon as it is their turn."""

    def __init__(
        self,
        table_commands: TableCommands,
        thinking: ThinkerPool,
        store: Store,
        limits: Limits,
        wait_for: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._table_commands, self._thinking, self._store, self._limits = table_commands, thinking, store, limits
        self._wait_for = wait_for  # called with the rule set whose opponents think, so that it is compiled first
        self._moving: dict[str, tuple[int, asyncio.Task[None]]] = {}  # with the entry that it answers
        self._evaluations: OrderedDict[tuple[str, int, int], asyncio.Task[Thought]] = OrderedDict()
        table_commands.table_cache.on_change = self.table_changed

    def table_changed(self, table: Table) -> None:
        """Begin a computer's move if it is its turn; cancel a move that is no longer needed."""
        of, task = self._moving.get(table.id, (0, None))
        if of == table.game_seq:
            return  # only a message, a request or a hint
        if task is not None and task is not asyncio.current_task():
            task.cancel()
        self._moving.pop(table.id, None)
        seat = table.to_move
        if seat is None or not table.computer_to_move:
            return
        self._wait_for(table.opening.rule_set)
        job = self._job(table, seat)
        task = asyncio.create_task(self._move(table.id, table.game_seq, seat, job), name=f"move at {table.id}")
        self._moving[table.id] = table.game_seq, task
        task.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, id_: str, task: asyncio.Task[None]) -> None:
        if self._moving.get(id_, (0, None))[1] is task:
            del self._moving[id_]
        if not task.cancelled() and (bad := task.exception()):
            logger.error("a computer's move failed", exc_info=bad, extra={"table": id_})

    def _job(self, table: Table, seat: int, opponent: str | None = None) -> Job:
        view = table.game.view(seat)
        opponent = opponent or table.chairs[seat].opponent or FALLBACK
        engine = (
            self._table_commands.engines.get(opponent.removeprefix(ENGINE), "") if opponent.startswith(ENGINE) else ""
        )
        return Job(
            rule_set=view.rule_set.id,
            view=pack_view(view),
            seat=seat,
            opponent=opponent,
            engine=engine,
            seconds=LONGEST_THOUGHT,
            seed=secrets.randbits(63),
        )

    async def _move(self, id_: str, of: int, seat: int, job: Job) -> None:
        try:
            thought = await self._think(job)
        except Busy:
            return  # the sweep will come back to it
        try:
            await self._table_commands.play_for_computer(id_, of, seat, thought.move)
        except Problem as bad:
            logger.info("a computer's move came too late", extra={"table": id_, "code": bad.code})

    async def _think(self, job: Job) -> Thought:
        """Ask the thinkers, again if one fails; after two failures let a simple opponent move."""
        for attempt in (job, job, msgspec.structs.replace(job, opponent=FALLBACK, engine="")):
            try:
                return await self._thinking.ask(attempt)
            except ThinkingFailed as bad:
                logger.warning("an opponent failed", extra={"opponent": attempt.opponent, "reason": str(bad)})
        raise ThinkingFailed("even the simplest opponent failed")

    async def sweep(self) -> None:
        """Run for ever: find games where a computer should have moved, after a restart or the end of another worker."""
        while True:
            age = ABANDONED_AFTER if self._store.is_shared else 0
            try:
                found = await self._store.read(queries.waiting_for_computer, now() - age, 100)
            except Problem:
                found = []
            for id_ in found:
                if id_ not in self._moving:
                    with contextlib.suppress(Problem):  # not ready yet, or not reachable: the next sweep tries again
                        await self._table_commands.recheck(id_)
            await asyncio.sleep(SWEEP_EVERY)

    async def hint(self, id_: str, guest: Guest, command: Hint) -> int:
        """Give the best moves to the guest, and note in the log, for all to see, that there was a hint."""
        found = await self._table_commands.prepare_hint(id_, guest, command)
        if not isinstance(found, tuple):
            return found.seq
        of, view = found
        thought = await self._appraise(view, HINT_SECONDS, guest)
        candidates = [log.Candidate(one["move"], one["points"], one["chances"]) for one in thought.candidates[:HINTS]]
        return await self._table_commands.record_hint(id_, guest, command, candidates, of)

    async def analyse(self, guest: Guest, position: Position, request: AnalysisRequest) -> Thought:
        """What every move of a position is worth."""
        if position.awaiting != "move":
            raise WrongState(_("nobody is to move in this position"))
        return await self._appraise(position.view(position.to_move or 0), request.seconds, guest)

    async def evaluation(self, id_: str, guest: Guest | None, address: str) -> dict[str, Any]:
        """What each seat may expect now, if the table's aids allow it; computed once, whoever asks.

        Only new computations are counted: by guest, or by address for visitors.
        """
        async with self._table_commands.table_cache.locked(id_) as table:
            seq, of, view = table.seq, table.game_seq, _view_to_evaluate(table, guest)
        if view is None:
            return {"seq": seq, "points": table.scores, "chances": _winning_shares(table), "band": 0.0, "badge": PROVED}
        key = (id_, of, -1 if view.seat is None or not view.room.hidden else view.seat)
        if key not in self._evaluations:
            self._limits.count(EVALUATIONS, guest.id if guest else address)
            self._evaluations[key] = asyncio.create_task(self._appraise(view, EVALUATION_SECONDS, None))
            if len(self._evaluations) > EVALUATIONS_KEPT:
                self._evaluations.popitem(last=False)
        try:
            thought = await asyncio.shield(self._evaluations[key])
        except Busy:
            self._evaluations.pop(key, None)
            raise
        best = thought.candidates[0]
        expected = {"points": best["points"], "chances": best["chances"], "band": thought.band, "badge": thought.badge}
        return {"seq": seq, **expected}

    async def _appraise(self, view: Position, seconds: float, guest: Guest | None) -> Thought:
        job = Job(
            rule_set=view.rule_set.id, view=pack_view(view), seat=view.to_move or 0, task=APPRAISE, seconds=seconds
        )
        try:
            return await self._thinking.ask(job, who=guest.id if guest else None)
        except ThinkingFailed:
            raise Busy(_("the thinkers gave no answer this time; try again"), retry_after=2) from None

    async def close(self) -> None:
        thinking = [task for _, task in self._moving.values()]
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)


def _view_to_evaluate(table: Table, guest: Guest | None) -> Position | None:
    """The view to evaluate; None when the game is over."""
    if not table.opening.aids.get("evaluation"):
        raise WrongState(_("the evaluation is not allowed at this table"), seq=table.seq)
    if table.status == OPEN:
        raise WrongState(_("the game has not begun: a seat is still open"), seq=table.seq)
    if table.status == OVER:
        return None
    seat = table.seat_for(guest.id if guest else None)
    if table.game.room.hidden and seat != table.to_move:
        raise WrongState(_("this game has secrets: only the seat to move can have it evaluated"), seq=table.seq)
    return table.game.view(seat)


def _winning_shares(table: Table) -> list[float]:
    return [(seat in table.winners) / len(table.winners) for seat in range(table.game.players)]


def pack_view(view: Position) -> str:
    """A view as it is sent to a thinking process."""
    return base64.b64encode(view.state.tobytes()).decode()
