"""Playing jobs on Ray: on this machine, or on the cluster that RAY_ADDRESS names."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.arena import worker
from tilewright.core.errors import NotInstalled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from tilewright.arena.match import Finished, Job

Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 2
RETRIES = 20  # of a job whose node was lost
OBJECT_STORE = 100 * 1024 * 1024  # results are small; the default takes a third of the memory


def load_ray() -> Any:
    """Ray, with its usage reports switched off."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # its future default, or it warns
    try:
        import ray
    except ImportError:
        raise NotInstalled("--on ray needs Ray: pip install 'tilewright[cluster]'") from None
    return ray


def run(jobs: Iterable[Job], *, workers: int | None) -> Generator[tuple[Job, list[Finished]]]:
    """Play jobs, and give each back when it is done, in whatever order."""
    return run_each(worker.work, jobs, workers=workers)


def run_each(
    work: Callable[[Task], Done], tasks: Iterable[Task], *, workers: int | None
) -> Generator[tuple[Task, Done]]:
    """Do this work for every task, and give each back, in whatever order. Ray does the task of a lost node again.

    A cluster that was already connected to is used and left as it is.
    """
    ray = load_ray()
    ours = not ray.is_initialized()
    if ours:
        stop = signal.getsignal(signal.SIGTERM)
        _connect(ray, workers)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, stop)  # Ray puts in its own, which would end the match without its standings
    running: dict[Any, Task] = {}
    try:
        play = ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")(work)
        todo = iter(tasks)
        while True:
            most = (workers or max(1, int(ray.cluster_resources().get("CPU", 1)))) * AHEAD
            while len(running) < most and (task := next(todo, None)):
                running[play.remote(task)] = task
            if not running:
                return
            done, _ = ray.wait(list(running), num_returns=1)
            for one in done:
                yield running.pop(one), ray.get(one)
    finally:
        for one in running:
            ray.cancel(one, force=True)
        if ours:
            ray.shutdown()


def _connect(ray: Any, workers: int | None) -> None:
    if os.environ.get("RAY_ADDRESS"):
        ray.init(log_to_driver=False, logging_level="ERROR")
        return
    ray.init(
        address="local",
        num_cpus=workers,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=OBJECT_STORE,
        _node_ip_address="127.0.0.1",  # whoever reaches Ray's ports can run programs: nobody else should
    )
