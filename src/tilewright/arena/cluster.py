"""Playing jobs on Ray: on this machine, or on the cluster that RAY_ADDRESS names."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.arena import worker
from tilewright.core.errors import BadArgument, NotInstalled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from tilewright.arena.match import Finished, Job

Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 2
RETRIES = 20  # of a job whose node was lost
CONNECT_SECONDS = 5  # for a connection to a cluster
ANSWER_SECONDS = 30  # for its first answer; most of that is for loading Ray on a busy machine
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


def check_reachable(address: str) -> None:
    """Refuse a cluster that cannot be reached, or wants another token: Ray itself would go on trying for minutes."""
    where = f"RAY_ADDRESS={address}"
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdigit():  # "auto" and the like, which Ray knows to look for
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as bad:
        raise BadArgument(f"no Ray cluster can be reached at {where}: {bad}") from None
    if "://" in address:
        return
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ANSWER_SECONDS, check=False)  # noqa: S603 - Ray's own command
    except subprocess.TimeoutExpired:
        raise BadArgument(f"no Ray cluster answers at {where}: waited {ANSWER_SECONDS} seconds") from None
    if "AuthenticationError" in done.stderr:
        raise BadArgument(
            f"the Ray cluster at {where} wants its token: set RAY_AUTH_MODE=token, "
            "and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH to the token of the cluster"
        )
    if done.returncode:
        raise BadArgument(f"the Ray cluster at {where} is not healthy: {_one_line(done.stderr)}")


def _one_line(said: str) -> str:
    """The last line of what was said, where an error has its reason."""
    lines = said.strip().splitlines()
    return lines[-1] if lines else "it does not say why"


def _connect(ray: Any, workers: int | None) -> None:
    if address := os.environ.get("RAY_ADDRESS"):
        check_reachable(address)
        try:
            ray.init(log_to_driver=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as bad:
            raise BadArgument(f"cannot join the Ray cluster at RAY_ADDRESS={address}: {_one_line(str(bad))}") from bad
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
