"""Commands sent again and seats raced for: short runs of `python -m tests.soak.races`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit.postgres import MISSING, programs, running_postgres
from tests.soak import races
from tilewright.server import log, table_cache
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
    races.inject_fault("no-dedupe")

    assert asyncio.run(races.duplicates(sqlite_url(tmp_path), 30))["faults"]


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_of_many_who_act_at_once_on_two_workers_one_wins() -> None:
    with running_postgres() as url:
        report = asyncio.run(races.seats(url, 60))

    assert report["faults"] == []
    assert set(report["refused as"]) <= {"stale", "not_now", "refused"}


def test_talk_never_keeps_anybody_from_moving(tmp_path: Path) -> None:
    report = asyncio.run(races.talk(sqlite_url(tmp_path), 150))

    assert report["faults"] == []
    assert report["said"] > report["moves"]


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_talk_on_one_worker_never_keeps_anybody_from_moving_on_another() -> None:
    with running_postgres() as url:
        report = asyncio.run(races.talk(url, 150, workers=2))

    assert report["faults"] == []
    assert report["said"] > report["moves"]


def test_a_server_where_talk_counts_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "changes_game", log.changes_game)  # put back afterwards
    races.inject_fault("talk-counts")

    assert "stale" in asyncio.run(races.talk(sqlite_url(tmp_path), 30))["faults"][0]


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_a_worker_that_gives_up_when_overtaken_by_talk_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "TRIES", table_cache.TRIES)  # put back afterwards
    races.inject_fault("one-try")
    with running_postgres() as url:
        report = asyncio.run(races.talk(url, 150, workers=2))

    assert "stale" in report["faults"][0]


@given(st.lists(st.tuples(st.lists(st.integers(0, 1), max_size=4), st.integers(0, 4)), min_size=1, max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_said_and_seen_of_it_every_move_is_taken(
    tmp_path: Path, turns: list[tuple[list[int], int]]
) -> None:
    """Between two moves anybody may talk, and who moves may have seen any of it, or none."""

    async def play() -> None:
        match = races.Match(sqlite_url(tmp_path), 1, seed=1)
        try:
            await match.begin()
            for talkers, seen in turns:
                turn = await match.turn()
                assert turn is not None
                seq, seat, moves = turn
                for talker in talkers:
                    assert isinstance(await match.send(0, talker, match.word(seq)), int)
                expect = seq + min(seen, len(talkers))
                assert await match.send(0, seat, match.command(expect, moves[0])) == seq + len(talkers) + 1
        finally:
            match.stores[0].close()

    asyncio.run(play())
