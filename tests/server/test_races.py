"""Commands sent again and seats raced for: short runs of `python -m tests.soak.races`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.kit.postgres import MISSING, programs, running_postgres
from tests.soak import races
from tilewright.server.store.database import sqlite_url
from tilewright.server.table import Table

if TYPE_CHECKING:
    from pathlib import Path


def test_a_command_sent_many_times_has_one_effect_and_one_answer(tmp_path: Path) -> None:
    report = asyncio.run(races.duplicates(sqlite_url(tmp_path), 150))

    assert report["faults"] == []
    assert report["sent"] > 2 * report["commands"]


def test_a_server_that_forgets_commands_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "apply", Table.apply)  # put back afterwards
    races.break_it("no-dedupe")

    assert asyncio.run(races.duplicates(sqlite_url(tmp_path), 30))["faults"]


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_of_many_who_act_at_once_on_two_workers_one_wins() -> None:
    with running_postgres() as url:
        report = asyncio.run(races.seats(url, 60))

    assert report["faults"] == []
    assert set(report["refused as"]) <= {"stale", "not_now", "refused"}
