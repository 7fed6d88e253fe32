"""Looking at tables: judged where they allow it, and without what only people need."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest

import tilewright
from tests.kit.waiting import wait_for
from tests.server.local_server import COMPILING
from tests.server.test_live import live

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from tests.server.local_server import LocalServer

RULE_SETS = [rule_set.id for rule_set in tilewright.rule_sets()]


def when_compiled(ask: Callable[[], Response]) -> Response:
    """A thinker that must compile first may take longer than it is given."""
    answers: list[Response] = []

    def is_ready() -> bool:
        answers.append(ask())
        return answers[-1].status_code != HTTPStatus.SERVICE_UNAVAILABLE

    wait_for(is_ready, "a thinker that is compiled", seconds=COMPILING)
    return answers[-1]


def test_programs_are_spared_what_only_people_need(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.play_first(table)
    with live(ben, table, since=2, frames="moves") as plain, live(ben, table, since=2, frames="events") as full:
        spare, whole = plain.receive_json(), full.receive_json()

    assert set(whole["events"][0]) - set(spare["events"][0]) == {"text", "brought", "happenings"}
    assert spare["events"][0].items() <= whole["events"][0].items()


@pytest.mark.parametrize("rule_set", sorted({one.room: one.id for one in tilewright.rule_sets()}.values()))
def test_a_position_is_judged_where_the_table_allows_it(server: LocalServer, rule_set: str) -> None:
    ann, ben, table = server.two_at_a_table(rule_set, aids={"evaluation": True})
    mover, other = (ann, ben) if ann.view(table)["to_move"] == 0 else (ben, ann)
    answer = when_compiled(lambda: mover.get(f"/tables/{table}/evaluation"))
    assert answer.status_code == 200, answer.text
    told = answer.json()

    assert told["seq"] == 2
    assert len(told["points"]) == 2
    assert sum(told["chances"]) == pytest.approx(1)
    assert told["band"] > 0
    assert told["badge"]
    theirs = other.get(f"/tables/{table}/evaluation")
    if server.service.table_commands.table_cache._tables[table].game.room.hidden:
        assert theirs.json()["code"] == "not_now", "what somebody hides is not for others to see judged"
    else:
        assert theirs.json() == told, "one thought for all"


def test_a_game_that_is_over_needs_no_thought_and_no_aid_means_no_answer(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table(aids={"evaluation": True})
    ann.do(table, "resign")
    _, _, quiet = server.two_at_a_table()

    told = ben.get(f"/tables/{table}/evaluation").json()
    assert (told["chances"], told["band"], told["badge"]) == ([0.0, 1.0], 0.0, "proved")
    assert ann.get(f"/tables/{quiet}/evaluation").json()["code"] == "not_now"
    waiting = ann.open("me", "open", aids={"evaluation": True})["id"]
    assert ann.get(f"/tables/{waiting}/evaluation").json()["code"] == "not_now"


def test_opponents_say_how_they_play_the_rule_set_asked_about(server: LocalServer) -> None:
    listed = {name: server.client.get(f"/api/v1/opponents?rule_set={name}").json() for name in RULE_SETS}

    for name, found in listed.items():
        levels = [one for one in found if one["level"]]
        assert [one["sentence"] for one in levels] == [one.sentence for one in tilewright.opponents(name)]
        assert [one["title"] for one in levels] == [one.title for one in tilewright.opponents(name)]
    assert listed["classic"] != listed["duel"]
    assert server.client.get("/api/v1/opponents?rule_set=nonsense").status_code == 404


def test_what_only_one_may_see_is_not_in_the_frame_of_another(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table(aids={"hints": True})
    asked = when_compiled(lambda: ann.send(table, "hint", 2))
    assert asked.status_code == 200, asked.text
    told = []
    for who in (ben, ann, ben):  # whoever comes first must not decide what the others get
        with live(who, table, since=0, frames="events") as socket:
            told.append(socket.receive_json()["events"][-1])

    assert [one["kind"] for one in told] == ["hinted"] * 3
    assert told[0] == told[2]
    assert told[0]["candidates"] is None
    assert told[1]["candidates"]
