"""Playing jobs in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from tilewright.arena import worker

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from tilewright.arena.match import Finished, Job

Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 2  # jobs handed out for each worker: one to play, one to go on with
PATIENCE_WITH_LOSSES = 5


def all_cores() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Signals that stop a match wait until this is over; processes started in it do not see them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, worker.STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run(jobs: Iterable[Job], *, workers: int) -> Generator[tuple[Job, list[Finished]]]:
    """Play jobs, and give each back when it is done, in whatever order."""
    return run_each(worker.work, jobs, workers=workers)


def run_each(work: Callable[[Task], Done], tasks: Iterable[Task], *, workers: int) -> Generator[tuple[Task, Done]]:
    """Do this work for every task, and give each back with what came of it, in whatever order.

    A worker that dies takes nothing along: its task goes to another.
    Only when several die one after the other and no task is finished in between does all stop.
    """
    todo = iter(tasks)
    again: list[Task] = []
    losses = 0
    while True:
        unfinished: list[Task] = []
        with closing(_run_until_a_loss(work, todo, again, unfinished, workers)) as results:
            for task, done in results:
                losses = 0
                yield task, done
        if not unfinished:
            return
        again, losses = unfinished, losses + 1
        if losses > PATIENCE_WITH_LOSSES:
            raise RuntimeError(f"workers died {losses} times in a row, the last ones with {unfinished[0]}")


def _run_until_a_loss(
    work: Callable[[Task], Done], todo: Iterator[Task], again: list[Task], unfinished: list[Task], workers: int
) -> Generator[tuple[Task, Done]]:
    context = multiprocessing.get_context("spawn")
    end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=worker.prepare, initargs=(end,))
    running: dict[Future[Done], Task] = {}
    again.reverse()
    is_whole = False
    try:
        while True:
            while len(running) < workers * AHEAD and (task := again.pop() if again else next(todo, None)):
                try:
                    with _signals_held_back():  # submitting may start a worker, which must not be hit half-way
                        running[pool.submit(work, task)] = task
                except BrokenProcessPool:
                    again.append(task)
                    raise
            if not running:
                break
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done = future.result()
                yield running.pop(future), done
        is_whole = True
    except BrokenProcessPool:
        unfinished.extend([*running.values(), *again])
    finally:
        if not is_whole:
            leash.close()  # the workers leave at once
        pool.shutdown(wait=True, cancel_futures=True)
        leash.close()
        end.close()
