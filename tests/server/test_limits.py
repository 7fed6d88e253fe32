"""Too much, too large, too often: each is refused early, and others do not suffer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.server.local_server import API
from tilewright.server import limits, opponents, table_cache, table_commands
from tilewright.server.problems import TooManyRequests
from tilewright.server.rate_counters import SIZE, RateCounters, shared_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.local_server import LocalServer


def test_a_long_body_is_refused_before_it_is_read(server: LocalServer) -> None:
    said = server.client.post(f"{API}/guests", content=b" " * (limits.BODY_BYTES + 1))

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1024

    unsaid = server.client.post(f"{API}/guests", content=endless())

    assert said.status_code == unsaid.status_code == 413
    assert said.json()["code"] == unsaid.json()["code"] == "too_large"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 10_000,
        b'{"name": ' + b"[" * 5000,
        b'{"name": NaN}',
        b'{"name": 1e999}',
        b'{"name": "\\ud800"}',
        b'{"name": "a", "name": 3}',
        b"\xff\xfe",
        b'{"n": ' + b"9" * 5000 + b"}",
    ],
)
def test_malformed_json_is_a_problem_not_an_accident(server: LocalServer, body: bytes) -> None:
    answer = server.client.post(f"{API}/guests", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code in (201, 400, 422), answer.text
    if answer.status_code != 201:
        assert answer.headers["content-type"] == "application/problem+json"


def test_numbers_beyond_all_bounds_are_refused(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()

    assert ann.send(table, "say", 2**63, text="x").status_code == 422
    assert ann.send(table, "say", -1, text="x").status_code == 422
    assert ann.get(f"/tables/{table}", since=2**60).status_code == 422
    assert ann.view(table, since=2**53 - 1)["events"] == [], "a number from the future brings nothing"
    assert ann.get("/tables/short").status_code == 422
    assert ann.get(f"/tables/{'A' * 16}").status_code == 404


def test_who_asks_too_often_is_told_when_to_come_back(server: LocalServer) -> None:
    server.service.limits.off = False
    answers = []
    for _ in range(limits.GUESTS.amount + 1):
        answers.append(server.client.post(f"{API}/guests", json={}))
        server.client.cookies.clear()

    assert {answer.status_code for answer in answers[:-1]} == {201}
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert server.client.get("/healthz").status_code == 200


def test_a_guest_has_only_so_many_games(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_commands, "MOST_OPEN", 3)
    ann = server.person()
    made = [ann.open("me", "here")["id"] for _ in range(3)]
    refused = ann.post("/tables", {"seats": ["me", "here"]})
    ann.do(made[0], "resign")

    assert refused.status_code == 429
    assert ann.post("/tables", {"seats": ["me", "here"]}).status_code == 201


def test_sockets_of_one_address_are_counted_and_given_back() -> None:
    counted = limits.Limits()
    with ExitStack() as some, ExitStack() as most:
        some.enter_context(counted.socket("here", is_visitor=False))
        for _ in range(limits.SOCKETS_OF_ADDRESS - 1):
            most.enter_context(counted.socket("here", is_visitor=False))
        with pytest.raises(TooManyRequests), counted.socket("here", is_visitor=False):
            pass
        with counted.socket("there", is_visitor=False):
            some.close()
        with counted.socket("here", is_visitor=False):
            pass


def test_strangers_have_sockets_of_their_own_and_leave_room_for_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "VISITORS_OF_ADDRESS", 3)
    monkeypatch.setattr(limits, "VISITORS", 5)
    counted = limits.Limits()
    with ExitStack() as strangers:
        for address in ("here", "here", "here", "there", "there"):
            strangers.enter_context(counted.socket(address, is_visitor=True))
        for address in ("here", "there", "elsewhere"):
            with pytest.raises(TooManyRequests), counted.socket(address, is_visitor=True):
                pass
            with counted.socket(address, is_visitor=False):
                pass
    with ExitStack() as again:
        for _ in range(3):
            again.enter_context(counted.socket("here", is_visitor=True))


def test_tables_nobody_uses_cost_no_memory(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "MOST_TABLES", 5)
    ann = server.person()
    made = [ann.open("me", "here")["id"] for _ in range(20)]

    assert len(server.service.table_commands.table_cache) == 5
    assert ann.view(made[0])["seq"] == 1, "and come back when asked for"
    assert len(server.service.table_commands.table_cache) == 5


def test_a_clock_that_is_set_changes_nothing(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, table = server.two_at_a_table()
    true = time.time_ns()
    for jump in (-86_400, 20 * 365 * 86_400, -int(true / 1e9) + 60, 0):
        monkeypatch.setattr("tilewright.server.guests.time.time_ns", lambda jump=jump: true + jump * 10**9)
        ann.play_first(table)
        ben.play_first(table)
    monkeypatch.undo()
    server.service.table_commands.table_cache._tables.clear()

    assert ann.view(table)["seq"] == 10, "numbers, not times, say what came first"
    assert [one["id"] for one in ann.get("/tables").json()["tables"]] == [table]


class Clock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_was_used_up_comes_again_little_by_little() -> None:
    clock, few = Clock(), limits.Limit("few", 4, 20.0)
    counted = limits.Limits(clock=clock)

    def taken(who: str) -> int:
        for number in range(few.amount + 1):
            try:
                counted.count(few, who)
            except TooManyRequests as bad:
                waits.append(bad.more["retry_after"])
                return number
        return few.amount + 1

    waits: list[int] = []
    first, others = taken("Ann"), taken("Ben")
    clock.now += 5
    after_a_quarter = taken("Ann")
    clock.now += 1
    meanwhile = taken("Ann")
    clock.now += 1000

    assert (first, others, after_a_quarter, meanwhile, taken("Ann")) == (4, 4, 1, 0, 4)
    assert waits == [5, 5, 5, 4, 5]


def test_workers_of_a_server_count_together() -> None:
    file = shared_file()
    workers = [limits.Limits(RateCounters(file), clock=Clock()) for _ in range(4)]
    let_in = 0
    for number in range(2 * limits.GUESTS.amount):
        try:
            workers[number % 4].count(limits.GUESTS, "10.0.0.1")
        except TooManyRequests:
            continue
        let_in += 1
    os.close(file)

    assert let_in == limits.GUESTS.amount


TAKE = """
import sys
from tilewright.server.rate_counters import RateCounters
counts = RateCounters(int(sys.argv[1]))
print("here", flush=True)
sys.stdin.readline()
print(sum(not counts.take("all", 6000, 1e9, 1.0) for _ in range(4000)))
"""


def test_processes_that_count_at_once_lose_nothing() -> None:
    file = shared_file()
    processes = [
        subprocess.Popen(
            (sys.executable, "-c", TAKE, str(file)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(file,),
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "here\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    taken = [int(process.communicate(timeout=120)[0]) for process in processes]
    os.close(file)

    assert sum(taken) == 6000


def test_strangers_without_number_take_no_more_memory() -> None:
    counts = RateCounters()
    for number in range(200_000):
        counts.take(f"stranger {number}", 1, 1.0, 1.0 + number / 1000)

    assert len(counts._memory) == SIZE
    assert counts.take("stranger 199999", 1, 1.0, 201.0) > 0, "the last one is known"
    assert counts.take("stranger 1", 1, 1.0, 201.0) == 0


def test_thoughts_for_evaluations_are_limited(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "EVALUATIONS", limits.Limit("evaluations", 2, 600.0))
    ann, ben, table = inline_server.two_at_a_table(aids={"evaluation": True})
    inline_server.service.limits.off = False
    codes = []
    for mover in (ann, ben, ann):
        codes.append([mover.get(f"/tables/{table}/evaluation").status_code for _ in range(2)])
        mover.play_first(table)

    assert codes == [[200, 200], [200, 200], [200, 200]], "one thought for Ben, and what was thought is told again"
    stranger = inline_server.client.get(f"{API}/tables/{table}/evaluation")
    assert stranger.status_code == 200, "strangers are counted by address"
    ben.play_first(table)
    told = ann.get(f"/tables/{table}/evaluation")
    assert (told.status_code, told.json()["code"]) == (429, "too_many")
    assert int(told.headers["retry-after"]) >= 1
    assert ben.get(f"/tables/{table}/evaluation").status_code == 200
