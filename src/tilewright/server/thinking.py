"""A pool of niced thinking processes: a bounded queue, deadlines, and a new process for a dead one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tilewright.core.text.language import _
from tilewright.review.grades import Graded, Settled
from tilewright.server.problems import Busy, TooManyRequests

logger = logging.getLogger("tilewright.server")

MOST_WAITING = 256
START_UP = 90.0  # seconds; a first question may have to compile
GRACE = 20.0  # seconds beyond the thought itself
LONGEST_LINE = 1 << 20
COMMAND = (sys.executable, "-m", "tilewright.server.thinking_process")


CHOOSE, APPRAISE, GRADE, SETTLE, PROVE = "choose", "appraise", "grade", "settle", "prove"


class Job(msgspec.Struct):
    """What to think about."""

    rule_set: str
    view: str  # the bytes of a view's record, in base64: both sides are the same program
    seat: int
    task: str = CHOOSE
    opponent: str = ""
    engine: str = ""  # the command of an external engine
    seconds: float = 1.0
    nodes: int = 0  # positions instead of seconds, for what must be the same every time
    quick_nodes: int = 0  # of the search that levels were measured with, beside that of a grade
    reasons: bool = True  # for a grade, from an inaccuracy on
    seed: int = 0
    played: str = ""  # the move to be graded
    number: int = 1  # of that move
    drawn: str = ""  # where a draw led to, packed like the view, which is the position before it


class Thought(msgspec.Struct, omit_defaults=True):
    """The answer to a job."""

    move: str = ""
    candidates: list[dict[str, Any]] = []
    variation: list[str] = []
    badge: str = ""
    band: float = 0.0  # points by which a lead usually ends elsewhere than expected
    positions: int = 0
    depth: int = 0  # moves looked ahead in full
    is_partial: bool = False  # a report of progress; more will come
    graded: Graded | None = None
    quick_loss: float = 0.0  # points, by the search of ``quick_nodes``
    settled: Settled | None = None
    error: str = ""


class ThinkingFailed(Exception):  # noqa: N818 - named after what happened
    """A thinker died, was too slow, or could not answer."""


@dataclass(slots=True)
class _PendingJob:
    job: Job
    deadline: float
    who: str | None
    progress: Callable[[Thought], None] | None
    answer: asyncio.Future[Thought] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def busy() -> Busy:
    return Busy(_("all thinkers are busy"), retry_after=5)


class ThinkerPool:
    """A pool of thinking processes, started when first needed."""

    def __init__(self, processes: int | None = None, command: tuple[str, ...] | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._command = command or COMMAND
        self._queue: asyncio.Queue[_PendingJob] = asyncio.Queue(MOST_WAITING)
        self._workers: list[asyncio.Task[None]] = []
        self._by_guest: Counter[str] = Counter()
        self.running = 0
        self._is_closing = False

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    async def ask(
        self,
        job: Job,
        *,
        who: str | None = None,
        grace: float = GRACE,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Have a job done. ``who`` may have one at a time. Cancelling the caller cancels the job."""
        if who is not None and self._by_guest[who]:
            raise TooManyRequests(_("one question at a time, please"), retry_after=2)
        if self._is_closing:
            raise busy()
        waiting = _PendingJob(job, job.seconds + grace, who, progress)
        try:
            self._queue.put_nowait(waiting)
        except asyncio.QueueFull:
            raise busy() from None
        self._start()
        if who is not None:
            self._by_guest[who] += 1
        try:
            return await waiting.answer
        finally:
            if who is not None:
                self._by_guest[who] -= 1
                self._by_guest += Counter()  # forgets those at zero

    def _start(self) -> None:
        if not self._workers:
            self._workers = [asyncio.create_task(self._work(), name=f"thinker {n}") for n in range(self.processes)]

    def stop_accepting(self) -> None:
        """Refuse new jobs, and tell clients whose jobs wait to come again: the server is about to stop."""
        self._is_closing = True
        while not self._queue.empty():
            answer = self._queue.get_nowait().answer
            if not answer.done():
                answer.set_exception(busy())

    async def close(self) -> None:
        """End all processes."""
        self.stop_accepting()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers = []

    async def _work(self) -> None:
        """Have one process at a time do jobs from the queue; start another when it has to be replaced."""
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                waiting = await self._queue.get()
                if waiting.answer.cancelled():
                    continue
                patience = waiting.deadline
                if process is None:
                    process = await self._spawn()
                    patience += START_UP
                self.running += 1
                try:
                    if not await self._serve(process, waiting, patience):
                        await _end(process)
                        process = None
                finally:
                    self.running -= 1
        finally:
            if process is not None:
                await _end(process)

    async def _spawn(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # a Ctrl-C in the terminal is for the server, which ends its processes itself
        )

    async def _serve(self, process: asyncio.subprocess.Process, waiting: _PendingJob, patience: float) -> bool:
        """Let the process do a job; False when it must be replaced."""
        reading = asyncio.create_task(self._exchange(process, waiting))
        given_up = asyncio.create_task(_until_cancelled(waiting.answer))
        try:
            done, _ = await asyncio.wait((reading, given_up), timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        finally:
            given_up.cancel()
            reading.cancel()  # where it is not done, nobody will read its answer
        if reading not in done:
            if not waiting.answer.done():
                waiting.answer.set_exception(ThinkingFailed("no answer in time"))
            return False
        try:
            thought = reading.result()
        except (OSError, ValueError, msgspec.DecodeError) as bad:
            logger.warning("a thinking process ended", extra={"code": process.returncode, "reason": str(bad)})
            if not waiting.answer.done():
                waiting.answer.set_exception(ThinkingFailed("the thinking process ended"))
            return False
        if not waiting.answer.done():
            if thought.error:
                waiting.answer.set_exception(ThinkingFailed(thought.error))
            else:
                waiting.answer.set_result(thought)
        return True

    @staticmethod
    async def _exchange(process: asyncio.subprocess.Process, waiting: _PendingJob) -> Thought:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        process.stdin.write(msgspec.json.encode(waiting.job) + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line.endswith(b"\n"):
                raise OSError("it ended in the middle of a thought")
            thought = msgspec.json.decode(line, type=Thought)
            if not thought.is_partial:
                return thought
            if waiting.progress is not None:
                waiting.progress(thought)


async def _until_cancelled(future: asyncio.Future[Thought]) -> None:
    with contextlib.suppress(asyncio.CancelledError, ThinkingFailed):
        await asyncio.shield(future)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(process.wait(), 5)
