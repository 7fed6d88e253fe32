"""Statistics and proofs when things go wrong: resignations, thinkers that fail, guests that ask too much."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tests.kit.waiting import wait_for
from tests.server.local_server import grade_quickly
from tests.server.test_study import counted, late, played
from tilewright.records.record import write_json
from tilewright.review import statistics
from tilewright.server import log, player_statistics, proof_jobs
from tilewright.server.guests import now
from tilewright.server.limits import Limit
from tilewright.server.log import Entry
from tilewright.server.problems import NotReady
from tilewright.server.table_setup import create_table
from tilewright.server.thinking import ThinkingFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.local_server import LocalServer, Person
    from tilewright.server.table import Table


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    grade_quickly(monkeypatch, 20)


def bring(person: Person, seed: int = 3) -> str:
    record = write_json(played(seed=seed).record(["Ann", "Bo"]))
    return person.post("/records", {"record": record, "seat": 1}).json()["id"]


def asked_through(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch, fails: Callable[[int], bool]
) -> list[int]:
    """Let some questions fail, by their number; returns the list that those asked are entered in."""
    ask, numbers = inline_server.service.thinking.ask, list[int]()

    async def asking(job: Any, **more: Any) -> Any:
        numbers.append(len(numbers) + 1)
        if fails(numbers[-1]):
            raise ThinkingFailed("the thinker died")
        return await ask(job, **more)

    monkeypatch.setattr(inline_server.service.thinking, "ask", asking)
    return numbers


# -- what is counted ---------------------------------------------------------------------------------


def three(resigns_after: int) -> Table:
    """A table of three, where Ann resigns after so many moves and her stand-in plays on."""
    seats = [log.SeatEntry("person", name, name) for name in ("ann", "bo", "cy")]
    opening = log.Opened(rule_set="classic", players=3, first=0, options={}, seats=seats, aids={}, owner="ann", seed=3)
    table, _, _ = create_table(opening)
    greedy = tilewright.bot("greedy")
    while table.status == "playing":
        if len(table.game.moves) == resigns_after and not table.resigned:
            table.apply(Entry(table.seq + 1, now(), log.Resigned(), 0))
        seat = table.to_move or 0
        move = greedy.choose(table.game.view(seat)).move if seat == 0 else table.game.legal_moves[-1]
        table.apply(Entry(table.seq + 1, now(), table.propose_play(seat, move.notation), seat))
    return table


def test_a_stand_ins_moves_and_victory_are_not_the_guests() -> None:
    table = three(resigns_after=7)
    assert table.game.winners == (0,), "otherwise this shows nothing"
    (ann,), (bo,) = player_statistics.seats_played_by(table, "ann"), player_statistics.seats_played_by(table, "bo")

    before = [event for event in table.game.events[: ann.events] if event.seat is not None]
    assert len(before) == 7
    assert bo.events == len(table.game.events)
    sheets = [statistics.sheet_from("x", one.record, one.seat, [], None, one.given_up) for one in (ann, bo)]
    shared = (1 in table.winners) / len(table.winners)
    assert [(one.won, one.is_over) for one in sheets] == [(0.0, False), (shared, True)]


def test_a_game_that_is_given_up_is_lost(inline_server: LocalServer) -> None:
    ann, ben, table = inline_server.two_at_a_table()
    ann.play_first(table)
    ann.do(table, "resign")
    for person, won in ((ann, 0.0), (ben, 1.0)):
        (found,) = counted(person)["statistics"]
        assert (found["games"], found["finished"]) == (1, 0), "its points are not those of a whole game"
        assert (found["won"]["mean"], found["won"]["count"]) == (won, 1)


# -- when it goes wrong ------------------------------------------------------------------------------


def test_nothing_that_was_graded_is_lost_when_a_thinker_fails(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = inline_server.person()
    bring(ann)
    numbers = asked_through(inline_server, monkeypatch, lambda number: number % 5 == 0)
    found = counted(ann)
    moves = found["statistics"][0]["lost_per_move"]["count"]
    assert found["left_out"] == 0
    assert len(numbers) == moves + len(numbers) // 5


def test_nothing_that_was_graded_is_lost_when_nobody_looks(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = inline_server.person()
    bring(ann)
    counts = inline_server.service.player_statistics._runs

    def leave(number: int) -> bool:
        if number == 4:
            for count in counts.values():
                count.asked_at = -1e9
        return False

    numbers = asked_through(inline_server, monkeypatch, leave)
    ann.post("/statistics", {})
    (count,) = counts.values()
    wait_for(lambda: count.task and count.task.done(), "the count to rest")
    assert len(numbers) == 4
    found = counted(ann)
    assert len(numbers) == found["statistics"][0]["lost_per_move"]["count"] > 4


def test_a_game_the_thinkers_always_fail_at_is_left_out_and_told(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = inline_server.person()
    bring(ann, 3)
    bring(ann, 4)
    numbers = asked_through(inline_server, monkeypatch, lambda number: number <= 3)
    found = counted(ann)
    assert (found["left_out"], found["statistics"][0]["games"]) == (1, 1)
    assert numbers[3:]


def test_a_game_that_is_not_ready_is_counted_later(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table_cache = inline_server.person(), inline_server.service.player_statistics._table_cache
    bring(ann)
    ready = table_cache.expect_ready
    table_cache._tables.clear()

    asked: list[str] = []

    def expect(name: str) -> None:
        asked.append(name)
        raise NotReady("still compiling", retry_after=3)

    monkeypatch.setattr(table_cache, "expect_ready", expect)
    for k in range(3):
        assert ann.post("/statistics", {}).json()["counted"] == 0
        wait_for(lambda: len(asked) > k, "the count to try")  # noqa: B023 - it is called at once
    monkeypatch.setattr(table_cache, "expect_ready", ready)
    assert counted(ann)["statistics"][0]["games"] == 1


# -- limits ------------------------------------------------------------------------------------------


def test_few_questions_are_asked_at_once_however_many_look(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = [inline_server.person(f"Ann {n}") for n in range(5)]
    for guest in guests:
        bring(guest)
    ask, lock, now_, most = inline_server.service.thinking.ask, threading.Lock(), 0, 0

    async def asking(job: Any, **more: Any) -> Any:
        nonlocal now_, most
        with lock:
            now_ += 1
            most = max(most, now_)
        try:
            await asyncio.sleep(0.01)
            return await ask(job, **more)
        finally:
            now_ -= 1

    monkeypatch.setattr(inline_server.service.thinking, "ask", asking)
    for guest in guests:
        guest.post("/statistics", {})
    for guest in guests:
        counted(guest)
    assert 1 <= most <= 2


def test_counts_that_begin_are_limited(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_statistics, "REVIEWS", Limit("reviews", 2, 600))
    ann = inline_server.person()
    inline_server.service.limits.off = False
    assert [ann.post("/statistics", {"luck": False}).status_code for _ in range(3)] == [200] * 3, "asking again is free"
    assert ann.post("/statistics", {"luck": True}).status_code == 200
    bring(ann)
    assert ann.post("/statistics", {}).status_code == 429


def test_only_the_last_counts_are_kept(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert player_statistics.MOST_RUNS <= 100
    monkeypatch.setattr(player_statistics, "MOST_RUNS", 2)
    for n in range(4):
        inline_server.person(f"Ann {n}").post("/statistics", {})
    assert len(inline_server.service.player_statistics._runs) == 2


def test_proofs_that_begin_are_limited(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "REVIEWS", Limit("reviews", 2, 600))
    ann, texts = inline_server.person(), [late(seed=seed).text for seed in (5, 6, 7)]
    inline_server.service.limits.off = False
    answered = [ann.post("/proofs", {"position": text}).status_code for text in (texts[0], texts[0], *texts[1:])]
    assert answered == [200, 200, 200, 429]


def test_a_proof_that_was_given_up_begins_anew(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "IDLE_SECONDS", -1.0)
    ann, text, asked = inline_server.person(), late().text, list[object]()

    async def ask(job: object, **_: object) -> Any:
        asked.append(job)
        await asyncio.sleep(60)

    monkeypatch.setattr(inline_server.service.proofs._thinking, "ask", ask)
    ann.post("/proofs", {"position": text})
    (proof,) = inline_server.service.proofs._proofs.values()
    wait_for(lambda: proof.task and proof.task.done(), "the proof to be given up")
    monkeypatch.setattr(proof_jobs, "IDLE_SECONDS", 60.0)
    assert ann.post("/proofs", {"position": text}).json()["state"] == "waiting"
    wait_for(lambda: len(asked) == 2, "the proof to begin anew")
