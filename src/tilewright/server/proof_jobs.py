"""Proofs of rounds: searches that follow every line to its end, report how deep they are, and can be cancelled.

A proof takes up to a minute, so it has a thinking process of its own: no opponent waits for it. It continues as long
as its guest polls it, and a guest has one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.bots.bot import PROVED, PROVED_ROUND
from tilewright.bots.thinker import may_be_proved
from tilewright.core.text.language import _
from tilewright.search.alphabeta import bound_of
from tilewright.server.limits import REVIEWS
from tilewright.server.opponents import pack_view
from tilewright.server.problems import Busy, WrongState
from tilewright.server.thinking import PROVE, Job, ThinkerPool, ThinkingFailed, Thought

if TYPE_CHECKING:
    from tilewright.play.position import Position
    from tilewright.server.guests import Guest
    from tilewright.server.limits import Limits

SECONDS = 60.0  # of search; what is not proved by then is answered as far as it was searched
IDLE_SECONDS = 10.0  # without a poll, after which a proof is given up
MOST_PROOFS = 200

WAITING, SEARCHING, DONE = "waiting", "searching", "done"


@dataclass
class ProofJob:
    """How far the proof of a round is."""

    view: Position
    key: str
    plies: int  # moves at most until the drafting is over
    asked_at: float
    best: Thought | None = None  # as far as it was searched
    depth: int = 0
    began: float | None = None
    seconds: float = 0.0
    failed: bool = False
    is_done: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def is_given_up(self) -> bool:
        """Whether it was stopped because nobody polled it."""
        return self.task is not None and self.task.done() and not self.is_done and not self.failed


class ProofJobs:
    """The proofs that guests of a server wait for."""

    def __init__(self, thinking: ThinkerPool, limits: Limits) -> None:
        self._thinking, self._limits = thinking, limits
        self._proofs: OrderedDict[str, ProofJob] = OrderedDict()

    def poll(self, guest: Guest, position: Position) -> dict[str, Any]:
        """How far the proof of this position is; begin it if necessary, in place of the guest's last one."""
        if position.awaiting != "move":
            raise WrongState(_("nobody is to move in this position"))
        view = position.view(position.to_move or 0)
        if not may_be_proved(view):
            raise WrongState(
                _("only rounds of two players without secrets can be proved, or the last moves of a round")
            )
        key = f"{view.rule_set.id} {pack_view(view)}"
        proof = self._proofs.get(guest.id)
        if proof is None or proof.key != key or proof.is_given_up:
            self._limits.count(REVIEWS, guest.id)
            self.cancel(guest)
            proof = ProofJob(view, key, int(bound_of(view.state)), time.monotonic())
            self._proofs[guest.id] = proof
            proof.task = asyncio.create_task(self._run(proof), name="proof")
            self._evict()
        proof.asked_at = time.monotonic()
        self._proofs.move_to_end(guest.id)
        if proof.failed:
            self.cancel(guest)
            raise Busy(_("the thinkers gave no answer this time; try again"), retry_after=2)
        return _proof_data(proof)

    def cancel(self, guest: Guest) -> None:
        """Cancel a guest's proof."""
        proof = self._proofs.pop(guest.id, None)
        if proof is not None and proof.task is not None:
            proof.task.cancel()

    def _evict(self) -> None:
        while len(self._proofs) > MOST_PROOFS:
            oldest = self._proofs.popitem(last=False)[1]
            if oldest.task is not None:
                oldest.task.cancel()

    async def _run(self, proof: ProofJob) -> None:
        view = proof.view
        job = Job(view.rule_set.id, pack_view(view), view.to_move or 0, PROVE, seconds=SECONDS)
        asking = asyncio.create_task(self._thinking.ask(job, progress=lambda thought: _update(proof, thought)))
        try:
            while not asking.done():
                await asyncio.wait((asking,), timeout=1.0)
                if time.monotonic() - proof.asked_at > IDLE_SECONDS:
                    return
            _update(proof, asking.result())
            proof.is_done = True
        except (ThinkingFailed, Busy):
            proof.failed = True
        finally:
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError, ThinkingFailed, Busy):
                await asking

    async def close(self) -> None:
        tasks = [proof.task for proof in self._proofs.values() if proof.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinking.close()


def _update(proof: ProofJob, thought: Thought) -> None:
    now = time.monotonic()
    proof.began = proof.began or now
    proof.best, proof.depth, proof.seconds = thought, thought.depth, now - proof.began


def _proof_data(proof: ProofJob) -> dict[str, Any]:
    best = proof.best
    candidate = best.candidates[0] if best and best.candidates else None
    state = DONE if proof.is_done else WAITING if best is None else SEARCHING
    is_searching = state == SEARCHING and proof.began is not None
    return {
        "state": state,
        "proved": bool(best and proof.is_done and best.badge in (PROVED, PROVED_ROUND)),
        "plies": proof.plies,
        "depth": proof.depth,
        "positions": best.positions if best else 0,
        "seconds": round(time.monotonic() - proof.began if is_searching and proof.began else proof.seconds, 1),
        "most_seconds": SECONDS,
        "move": candidate["move"] if candidate else None,
        "points": candidate["points"] if candidate else [],
        "chances": candidate["chances"] if candidate else [],
        "variation": best.variation if best else [],
        "badge": best.badge if best else "estimate",
    }
