"""Computers at the table: they move, they may die, and nobody waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from tests.kit.waiting import soon, wait_for
from tilewright.server.problems import Busy, TooManyRequests
from tilewright.server.thinking import Job, ThinkerPool, ThinkingFailed, Thought

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.local_server import LocalServer

ECHO = """
import json, os, sys, time
for line in sys.stdin:
    job = json.loads(line)
    if job["opponent"] == "dies":
        os._exit(3)
    if job["opponent"] == "sleeps":
        time.sleep(600)
    if job["opponent"] == "raves":
        print("what?", flush=True)
        continue
    print(json.dumps({"move": f"{job['opponent']} {os.getpid()}"}), flush=True)
"""


def job(opponent: str, seconds: float = 1.0) -> Job:
    return Job("classic", "", 0, opponent=opponent, seconds=seconds)


@contextlib.asynccontextmanager
async def thinking() -> AsyncIterator[ThinkerPool]:
    pool = ThinkerPool(1, (sys.executable, "-c", ECHO))
    try:
        yield pool
    finally:
        await pool.close()


def test_a_thinker_that_dies_or_raves_is_replaced() -> None:
    async def run() -> list[str]:
        moves = []
        async with thinking() as pool:
            for opponent in ("a", "dies", "b", "raves", "c"):
                try:
                    moves.append((await pool.ask(job(opponent))).move)
                except ThinkingFailed as bad:
                    moves.append(str(bad))
        return moves

    first, died, second, raved, third = asyncio.run(run())
    assert died == raved == "the thinking process ended"
    assert len({first.split()[1], second.split()[1], third.split()[1]}) == 3, "each time a new process"


def test_a_thinker_that_is_too_slow_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.thinking.START_UP", 0.5)

    async def run() -> Thought:
        async with thinking() as pool:
            with pytest.raises(ThinkingFailed, match="in time"):
                await pool.ask(job("sleeps", 0.1), grace=0.1)
            return await pool.ask(job("a"), grace=60)

    assert asyncio.run(run()).move.startswith("a ")


def test_a_thought_nobody_waits_for_is_given_up() -> None:
    async def run() -> Thought:
        async with thinking() as pool:
            asked = asyncio.create_task(pool.ask(job("sleeps", 500)))
            await soon(lambda: pool.running, "the thinker to begin")
            asked.cancel()
            return await pool.ask(job("a"), grace=60)

    assert asyncio.run(run()).move.startswith("a ")


def test_the_queue_is_bounded_and_each_guest_asks_one_thing_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.thinking.MOST_WAITING", 2)

    async def run() -> None:
        async with thinking() as pool:
            asked = [asyncio.create_task(pool.ask(job("sleeps", 500), who="Ann"))]
            await asyncio.sleep(0)  # it is asked for
            with pytest.raises(TooManyRequests):
                await pool.ask(job("a"), who="Ann")
            await soon(lambda: pool.running, "the thinker to begin")
            asked += [asyncio.create_task(pool.ask(job("a"))) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await pool.ask(job("a"))
            for task in asked:
                task.cancel()

    asyncio.run(run())


def test_who_waits_when_the_server_is_about_to_go_is_told_to_come_again() -> None:
    async def run() -> None:
        async with thinking() as pool:
            thinks = asyncio.create_task(pool.ask(job("sleeps", 60)))
            await soon(lambda: pool.running, "the thinker to begin")
            waits = asyncio.create_task(pool.ask(job("a")))
            await asyncio.sleep(0)  # it stands in the queue
            pool.stop_accepting()
            with pytest.raises(Busy):
                await asyncio.wait_for(waits, 10)
            with pytest.raises(Busy):
                await pool.ask(job("b"))
            assert not thinks.done()
            thinks.cancel()

    asyncio.run(run())


def test_closing_leaves_no_process_behind() -> None:
    async def run() -> int:
        async with thinking() as pool:
            return int((await pool.ask(job("a"))).move.split()[1])

    process = asyncio.run(run())
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_closing_in_the_middle_of_a_thought_leaves_nothing_unsaid() -> None:
    left_over: list[dict[str, object]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: left_over.append(about))
        async with thinking() as pool:
            asked = asyncio.create_task(pool.ask(job("sleeps", 500)))
            await soon(lambda: pool.running, "the thinker to begin")
            await asyncio.sleep(0.05)  # it thinks; from outside nothing tells
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        await asyncio.sleep(0.05)  # for what would complain now
        gc.collect()

    asyncio.run(run())
    assert left_over == []


def test_a_computer_answers_and_a_game_goes_on_after_a_restart(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("greedy", "me", "random")["id"]
    wait_for(lambda: ann.view(table)["to_move"] == 1, "the computer's move", seconds=300)

    assert [event["seat"] for event in ann.view(table)["events"][1:]] == [0]
    assert ann.view(table)["thinking"] is False


def test_a_hint_is_for_who_asked_and_all_know_of_it(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table(aids={"hints": True})
    seq = ann.do(table, "hint")
    hers, his = ann.view(table)["events"][-1], ben.view(table)["events"][-1]

    assert hers["seq"] == his["seq"] == seq
    assert hers["candidates"][0]["move"] in [legal["notation"] for legal in ann.view(table)["legal"]]
    assert his["candidates"] is None


def test_hints_are_refused_where_the_table_has_none(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()

    assert ann.send(table, "hint", ann.view(table)["seq"]).json()["code"] == "not_now"


def test_a_game_that_is_not_compiled_yet_is_not_loaded(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    server.service.table_commands.table_cache._tables.clear()
    server.service.readiness._ready.clear()
    early, opening = ann.get(f"/tables/{table}"), ann.post("/tables", {"seats": ["me", "here"]})
    server.service.readiness.mark_all_ready()

    assert (early.status_code, early.json()["code"]) == (503, "not_ready")
    assert (opening.status_code, opening.json()["code"]) == (503, "not_ready")
    assert int(early.headers["retry-after"]) > 0
    assert ann.view(table)["seq"] == 1


def test_talk_neither_stops_a_computers_thought_nor_makes_its_move_stale(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Job] = []
    enough = threading.Event()

    async def ask(job: Job, **_: object) -> Thought:
        asked.append(job)
        await asyncio.to_thread(enough.wait, 60)
        return Thought(move=moves[0])

    monkeypatch.setattr(server.service.thinking, "ask", ask)
    ann = server.person()
    table = ann.open("me", "random")["id"]
    legal = [one["notation"] for one in ann.view(table)["legal"]]
    moves = [one for one in legal if one[0] != legal[0][0]]  # from another factory, so still there
    ann.do(table, "play", move=legal[0])
    for word in ("hello", "are you there?", "well?"):
        ann.do(table, "say", text=word)
    enough.set()
    wait_for(lambda: ann.view(table)["to_move"] != 1, "the computer's move")

    assert [one["kind"] for one in ann.view(table)["events"]] == ["opened", "played", "said", "said", "said", "played"]
    assert len(asked) == 1
