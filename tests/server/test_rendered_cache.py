"""What is kept to be sent again stays within its bytes, and far-behind readers within their turns."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.server.local_server import LocalServer
from tests.server.test_live import live
from tilewright.server import catch_up_slots, views
from tilewright.server.catch_up_slots import CatchUpSlots
from tilewright.server.edge import live as edge
from tilewright.server.problems import TooManyRequests
from tilewright.server.rendered_cache import OVERHEAD_BYTES, RenderedCache


def test_what_nobody_asked_for_longest_makes_room() -> None:
    written: list[int] = []

    def ask(key: int) -> None:
        def write() -> str:
            written.append(key)
            return "x" * 1000

        assert recent.get(key, write) == "x" * 1000

    recent = RenderedCache(4 * (1000 + OVERHEAD_BYTES + 100))
    for key in (1, 2, 3, 4, 1, 5, 1, 2):
        ask(key)

    assert written == [1, 2, 3, 4, 5, 2]
    assert recent.bytes <= 4 * (1000 + OVERHEAD_BYTES + 100)


def test_what_is_larger_than_all_room_is_not_kept() -> None:
    recent = RenderedCache(1000)
    assert recent.get("long", lambda: b"x" * 2000) == b"x" * 2000
    assert (len(recent), recent.bytes) == (0, 0)


def test_numbers_that_readers_choose_are_no_reason_to_keep_frames(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = server.two_at_a_table()
    for k in range(20):
        ann.do(table, "say", text=f"{k}")
    monkeypatch.setattr(views, "rendered", RenderedCache(1 << 30))
    ann.view(table)
    ann.view(table, since=21)
    with live(ben, table, since=0, frames="events") as socket:
        socket.receive_json()
    before = len(views.rendered)
    for since in range(21):
        with live(ben, table, since=since, frames="events") as socket:
            assert len(socket.receive_json()["events"]) == 22 - since

    assert len(views.rendered) == before


@pytest.mark.parametrize("frames", ["views", "events", "moves"])
def test_who_is_far_behind_gets_everything_in_turn(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, frames: str
) -> None:
    monkeypatch.setattr(edge, "MOST_SENT_AT_ONCE", 3)
    ann, _, table = server.two_at_a_table()
    for k in range(5):
        ann.do(table, "say", text=f"{k}")
    with live(ann, table, since=0, frames=frames) as socket:
        frame = socket.receive_json()

    assert [one["seq"] for one in frame.get("view", frame)["events"]] == list(range(1, 8))


def test_who_gets_no_turn_is_told_so(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "MOST_SENT_AT_ONCE", 3)
    monkeypatch.setattr(catch_up_slots, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(catch_up_slots, "TOGETHER", 0)
    ann, _, table = server.two_at_a_table()
    for k in range(5):
        ann.do(table, "say", text=f"{k}")
    with live(ann, table, since=0) as socket:
        frame = socket.receive_json()

    assert frame["type"] == "problem"
    assert frame["problem"]["code"] == "too_many"


def test_strangers_of_one_address_wait_for_each_other_and_for_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up_slots, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(catch_up_slots, "TOGETHER", 2)
    monkeypatch.setattr(catch_up_slots, "VISITORS_TOGETHER", 3)

    async def run() -> None:
        taken = CatchUpSlots()
        async with AsyncExitStack() as held:
            for _ in range(2):
                await held.enter_async_context(taken.slot("here", is_visitor=True))
            with pytest.raises(TooManyRequests):
                await held.enter_async_context(taken.slot("here", is_visitor=True))
            await held.enter_async_context(taken.slot("here", is_visitor=False))
            await held.enter_async_context(taken.slot("there", is_visitor=True))
            with pytest.raises(TooManyRequests):
                await held.enter_async_context(taken.slot("elsewhere", is_visitor=True))
            await held.enter_async_context(taken.slot("elsewhere", is_visitor=False))
        async with taken.slot("here", is_visitor=True):
            pass

    asyncio.run(run())
