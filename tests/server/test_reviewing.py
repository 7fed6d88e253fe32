"""Reviews at tables: who may have one, what it tells, and that it rests when nobody asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tests.kit.waiting import wait_for
from tests.server.local_server import grade_quickly
from tilewright.server import reviewing
from tilewright.server.limits import REVIEWS
from tilewright.server.thinking_process import think

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer, Person
    from tilewright.server.thinking import Job, Thought


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    grade_quickly(monkeypatch, 200)


@pytest.fixture
def inline_server(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    """A server that thinks in the test's process, without the seconds that it takes to start another."""

    async def ask(job: Job, **_: object) -> Thought:
        return await asyncio.to_thread(think, job, {})

    monkeypatch.setattr(server.service.thinking, "ask", ask)
    return server


def look(person: Person, table: str, language: str = "en", **asked: Any) -> dict[str, Any]:
    found = person.post(f"/tables/{table}/review?language={language}", asked)
    assert found.status_code == 200, found.text
    return found.json()


def reviewed(person: Person, table: str, **asked: Any) -> dict[str, Any]:
    """Ask until all is graded, piece by piece as the page does; everything in one answer."""
    grades: list[dict[str, Any]] = []

    def all_graded() -> dict[str, Any] | None:
        found = look(person, table, since=len(grades), **asked)
        assert found["next"] == len(grades) + len(found["grades"])
        grades.extend(found["grades"])
        return found if found["done"] else None

    return wait_for(all_graded, "the review", every=0.05) | {"grades": grades}


def given_up(person: Person, moves: int, rule_set: str = "classic", **more: Any) -> str:
    """A game that ends early."""
    table = person.open("me", "here", rule_set=rule_set, **more)["id"]
    for k in range(moves):
        legal = person.view(table)["legal"]
        person.do(table, "play", move=legal[k * 7 % len(legal)]["notation"])
    person.do(table, "resign")
    return str(table)


def test_every_move_of_a_game_that_is_over_is_graded(server: LocalServer) -> None:
    ann = server.person()
    table = given_up(ann, 4)
    found = reviewed(ann, table)

    assert found["total"] == len(found["grades"]) == 4
    assert [one["number"] for one in found["grades"]] == [1, 2, 3, 4]
    assert sum(one["moves"] for one in found["summaries"]) == 4
    assert sum(sum(one["grades"].values()) for one in found["summaries"]) == 4
    for one in found["grades"]:
        played = [event for event in ann.view(table)["events"] if event["seq"] == one["seq"]]
        assert [(event["move"], event["seat"]) for event in played] == [(one["move"], one["seat"])]
        assert one["points_lost"] >= 0
        assert one["text"].startswith("takes ")
        assert bool(one["facts"]) == bool(one["reason"])
    assert any(one["facts"] for one in found["grades"]), "moves like these are not all good"
    assert look(ann, table, since=4)["grades"] == []
    told = look(ann, table, language="fr")["grades"]
    assert [one["points"] for one in told] == [one["points"] for one in found["grades"]], "thought about once"
    assert all(one["text"].startswith("prend ") for one in told)


def before_last_deal() -> str:
    """A game that ends with the next round."""
    game = tilewright.new_game("classic", seed=3)
    while "row" not in game.ending:
        game.play(tilewright.bot("greedy").choose(game.view(game.to_move or 0)).move)
    last = max(k for k, event in enumerate(game.events) if event.seat is None)
    return game.before(last).text


def test_luck_is_settled_when_it_is_asked_for(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    table = ann.open("me", "here", position=before_last_deal())["id"]
    while ann.view(table)["status"] != "over":
        legal = ann.view(table)["legal"]
        ann.do(table, "play", move=legal[len(legal) // 2]["notation"])
    found = reviewed(ann, table, luck=True)["luck"]

    assert found["done"]
    assert len(found["draws"]) == found["total"] > 0
    for account in (found["leads"], found["chances"]):
        for seat in (0, 1):
            parts = account["start"][seat] + account["luck"][seat] + account["drift"][seat]
            parts += sum(errors[seat] for errors in account["errors"])
            assert parts == pytest.approx(account["result"][seat], abs=0.001)
    early = given_up(ann, 1)
    assert ann.post(f"/tables/{early}/review", {"luck": True}).json()["code"] == "not_now"


def test_a_review_is_no_hint_in_a_game_that_is_played(inline_server: LocalServer) -> None:
    ann, ben, table = inline_server.two_at_a_table(aids={"hints": True, "evaluation": True})
    ann.play_first(table)
    alone = ann.open("me", "greedy", aids={"hints": True})["id"]
    unaided = ann.open("me", "greedy")["id"]
    secret = ann.open("me", "greedy", rule_set="duel", aids={"hints": True})["id"]

    def answer(person: Person | None, table: str) -> str:
        headers = person.headers if person else {}
        found = inline_server.client.post(f"/api/v1/tables/{table}/review", json={}, headers=headers)
        return str(found.json().get("code", "told"))

    assert [answer(who, table) for who in (ann, ben, None)] == ["not_now"] * 3
    assert [answer(ann, one) for one in (alone, unaided, secret)] == ["told", "not_now", "not_now"]
    assert [answer(who, alone) for who in (ben, None)] == ["not_now"] * 2
    ben.do(table, "resign")
    assert [answer(who, table) for who in (ann, ben, inline_server.person("Cleo"), None)] == ["told"] * 4


def test_a_game_with_secrets_is_reviewed_from_what_each_seat_knew(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    found = reviewed(ann, given_up(ann, 5, rule_set="duel"))

    assert len(found["grades"]) == found["total"] > 2
    assert all(one["text"] and one["best_text"] for one in found["grades"])


def test_a_review_rests_when_nobody_asks_and_then_goes_on(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "IDLE_SECONDS", 0.0)
    ann = inline_server.person()
    table = given_up(ann, 2)
    for _ in range(5):
        look(ann, table)
        (review,) = inline_server.service.reviews._reviews.values()
        wait_for(lambda: review.task and review.task.done(), "the review to rest")  # noqa: B023 - it is called at once
    assert look(ann, table)["next"] == 0, "nobody has any patience"
    monkeypatch.setattr(reviewing, "IDLE_SECONDS", 10.0)

    assert len(reviewed(ann, table)["grades"]) == 2


def test_only_so_many_reviews_are_begun(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    tables = [given_up(ann, 0) for _ in range(2)]
    assert ann.post(f"/tables/{tables[0]}/review", {}).status_code == 200
    inline_server.service.limits.off = False
    for _ in range(REVIEWS.amount):
        inline_server.service.limits.count(REVIEWS, ann.id)

    assert [ann.post(f"/tables/{table}/review", {}).status_code for table in tables] == [200, 429]
