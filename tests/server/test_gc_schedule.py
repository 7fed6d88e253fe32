"""Whole walks of the garbage collector wait until nobody moves."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tilewright.server import gc_schedule
from tilewright.server.hub import Hub


def walks_while(moves: bool, monkeypatch: pytest.MonkeyPatch) -> int:
    walked = []
    monkeypatch.setattr(gc, "collect", lambda: walked.append(1))
    monkeypatch.setattr(gc_schedule, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(gc_schedule, "IDLE_SECONDS", 0.1)

    async def watch() -> None:
        hub = Hub()
        task = asyncio.create_task(gc_schedule.collect_when_idle(hub))
        for _ in range(100):
            await asyncio.sleep(0.005)
            if moves:
                hub.notify("a table")
        assert gc.get_threshold()[2] == gc_schedule.NEVER
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    before = gc.get_threshold()
    asyncio.run(watch())
    assert gc.get_threshold() == before
    return len(walked)


def test_it_walks_when_all_is_quiet_and_not_while_games_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert walks_while(False, monkeypatch) > 0
    assert walks_while(True, monkeypatch) == 0


def test_it_walks_in_the_end_however_busy_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_schedule, "BUSY_SECONDS", 0.2)
    assert walks_while(True, monkeypatch) > 0
