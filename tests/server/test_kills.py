"""kill -9 in the middle of games: a short run of `python -m tests.soak.kills`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.soak.kills import soak

if TYPE_CHECKING:
    from pathlib import Path

CYCLES = 12


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    report = asyncio.run(soak(tmp_path, cycles=CYCLES, games=3))

    assert report.faults == []
    assert report.cycles == CYCLES
    assert report.acks > CYCLES


def test_a_server_that_answers_before_it_stores_is_found_out(tmp_path: Path) -> None:
    report = asyncio.run(soak(tmp_path, cycles=6, games=3, broken="ack-first"))

    assert any(fault.startswith(("H1", "H5", "H3")) for fault in report.faults)
