"""Workers that die: started again after a pause that grows, and given up when they cannot live at all."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tilewright.core.errors import TilewrightError
from tilewright.server import workers
from tilewright.server.settings import Settings
from tilewright.server.uvicorn_server import bind
from tilewright.server.workers import RESTART_PAUSES, RestartPolicy, supervise

if TYPE_CHECKING:
    from pathlib import Path


def test_each_pause_is_longer_until_a_worker_is_given_up() -> None:
    restarts = RestartPolicy()
    pauses = [restarts.pause_after(lived=0.1) for _ in range(len(RESTART_PAUSES) + 1)]

    assert pauses == [*RESTART_PAUSES, None]
    assert list(RESTART_PAUSES) == sorted(RESTART_PAUSES)
    assert RESTART_PAUSES[0] > 0


def test_a_worker_that_was_healthy_begins_with_the_shortest_pause() -> None:
    restarts = RestartPolicy()
    for _ in RESTART_PAUSES:
        restarts.pause_after(lived=0.1)

    assert restarts.pause_after(lived=workers.HEALTHY_SECONDS) == RESTART_PAUSES[0]
    assert restarts.pause_after(lived=0.1) == RESTART_PAUSES[1]


def test_a_server_whose_workers_die_at_once_ends_with_one_clear_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started: list[Any] = []

    def start(*_: Any, **__: Any) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen((sys.executable, "-c", "raise SystemExit(7)")))
        return started[-1]

    monkeypatch.setattr(workers, "_start", start)
    monkeypatch.setattr(workers, "RESTART_PAUSES", (0.0, 0.0))
    monkeypatch.setattr(workers, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    logging.getLogger("tilewright.server").propagate = True
    with (
        bind("127.0.0.1", 0) as listening,
        caplog.at_level("WARNING", "tilewright"),
        pytest.raises(TilewrightError, match="exit code 7"),
    ):
        supervise(Settings(tmp_path, port=1), listening, 2, lambda: None)

    assert len(started) == 2 * (1 + 2), "each worker once, and once after each pause"
    assert all(one.poll() == 7 for one in started)
    assert {record.getMessage() for record in caplog.records} >= {"a worker died", "a worker is given up"}


def test_the_others_go_on_without_a_worker_that_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one lives; when it is all that is left, whoever stops the server finds it running."""
    running = "import time; time.sleep(600)"
    started: list[subprocess.Popen[bytes]] = []

    def start(*_: Any) -> subprocess.Popen[bytes]:
        does = running if len(started) == 1 else "raise SystemExit(7)"
        started.append(subprocess.Popen((sys.executable, "-c", does)))
        return started[-1]

    handlers: dict[int, Any] = {}
    monkeypatch.setattr(workers, "_start", start)
    monkeypatch.setattr(workers, "RESTART_PAUSES", (0.0,))
    monkeypatch.setattr(workers, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(signal, "signal", lambda number, handler: handlers.update({number: handler}))

    def given_up(record: logging.LogRecord) -> bool:
        if record.getMessage() == "a worker is given up":
            lives.append(started[1].poll() is None)
            handlers[signal.SIGTERM](signal.SIGTERM, None)
        return True

    lives: list[bool] = []
    workers.logger.addFilter(given_up)
    try:
        with bind("127.0.0.1", 0) as listening:
            supervise(Settings(tmp_path, port=1), listening, 2, lambda: None)
    finally:
        workers.logger.removeFilter(given_up)

    assert lives == [True]
    assert started[1].poll() == -signal.SIGTERM
    assert len(started) == 3
