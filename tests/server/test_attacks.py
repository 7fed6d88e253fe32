"""What breaks in from outside: short runs of the soaks that attack, cut and forge, and the faults they must find."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.soak import attacks, cuts, illegal
from tilewright.play.position import Position
from tilewright.server.store.database import sqlite_url

if TYPE_CHECKING:
    from pathlib import Path

SOCKETS = 30


@pytest.mark.parametrize("what", ["silent", "flood", "resets"])
def test_an_attack_is_cut_and_costs_nothing_that_lasts(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "PROMPT", 60.0)  # a busy machine is no fault of the server
    assert asyncio.run(attacks.besiege(what, SOCKETS))["faults"] == []


def test_strangers_who_ask_for_much_cost_no_memory_that_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "STAY", 2.0)
    report = asyncio.run(attacks.besiege("memory", 150, messages=760))

    assert report["faults"] == []
    assert report["sockets"] == 150


def test_a_server_that_keeps_every_frame_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "STAY", 2.0)
    monkeypatch.setattr(attacks, "SETTLED", 2.0)
    report = asyncio.run(attacks.besiege("memory", 150, "hoarding", messages=760))

    assert any("MiB stay" in fault for fault in report["faults"])


def test_games_go_on_when_no_file_can_be_opened() -> None:
    assert asyncio.run(attacks.besiege("files", 200))["faults"] == []


def test_a_follower_whose_line_is_cut_misses_nothing(tmp_path: Path) -> None:
    report = asyncio.run(cuts.soak(tmp_path, 600, games=2, followers=10))

    assert report["faults"] == []
    assert report["cuts"] > 10


def test_no_forged_command_is_accepted(tmp_path: Path) -> None:
    report = asyncio.run(illegal.soak(sqlite_url(tmp_path), 300))

    assert report["faults"] == []
    assert set(report["refused as"]) == {"refused", "not_now", "not_yours", "stale"}


def test_a_server_that_trusts_who_sends_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "check", Position.check)  # put back afterwards
    illegal.inject_fault("unchecked")

    assert asyncio.run(illegal.soak(sqlite_url(tmp_path), 300))["faults"]
