"""Games brought to tables that are not as they should be: unfinished, unready, with odd names or numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tests.server.test_study import played
from tilewright.records.record import write_json
from tilewright.server import table_commands
from tilewright.server.problems import NotReady

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer

BARE = "tilewright-record/1\nrule set: classic\nplayers: 2\n"


def begun(moves: int = 3, rule_set: str = "classic", **options: Any) -> tilewright.Game:
    game = tilewright.new_game(rule_set, seed=4, **options)
    for _ in range(moves):
        game.play(game.legal_moves[0])
    return game


@pytest.mark.parametrize("name", ["\\ud800", "b\\u0000", "b\\u001b[31m", "x" * 41, "\\n"])
@pytest.mark.parametrize("path", ["/records", "/records/typed"])
def test_a_name_that_no_guest_may_have_is_refused(inline_server: LocalServer, path: str, name: str) -> None:
    answered = inline_server.person().post(path, {"record": f'{BARE}seats: Ann, "{name}"\n'})
    assert (answered.status_code, answered.json()["where"]) == (422, "/record")
    assert "seat 1" in answered.json()["detail"]


def test_names_with_accents_are_kept(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    kept = ann.post("/records", {"record": f'{BARE}seats: "Zoë, again", 李\n'}).json()
    assert [seat["name"] for seat in ann.view(kept["id"])["seats"]] == ["Zoë, again", "李"]


def test_a_game_that_waits_for_a_deal_goes_on(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    for text in (BARE, json.dumps(stopped())):
        brought = ann.post("/records", {"record": text})
        assert brought.status_code == 201, brought.text
        view = ann.view(brought.json()["id"])
        assert (view["status"], view["awaiting"]) == ("playing", "move")
        assert view["to_move"] is not None
        ann.play_first(view["id"])


def stopped() -> dict[str, Any]:
    """The first round of a game, whole, and nothing behind it."""
    record = json.loads(write_json(played().record(["Ann", "Bo"])))
    record["rounds"] = record["rounds"][:1]
    for name in ("result", "check", "resume"):
        record.pop(name, None)
    return record


def test_unfinished_games_that_are_brought_count_as_open(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_commands, "MOST_OPEN", 2)
    ann = inline_server.person()
    some, whole = (write_json(game.record(["Ann", "Bo"])) for game in (begun(), played()))
    assert [ann.post("/records", {"record": some}).status_code for _ in range(3)] == [201, 201, 429]
    assert ann.post("/records", {"record": whole}).status_code == 201


def test_a_rule_set_that_is_not_ready_says_when_to_come_back(
    inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def expect(_name: str) -> None:
        raise NotReady("still compiling", retry_after=3)

    ann, text = inline_server.person(), write_json(begun().record(["Ann", "Bo"]))
    monkeypatch.setattr(inline_server.service.readiness, "expect_ready", expect)
    monkeypatch.setattr(inline_server.service.game_importer._table_cache, "expect_ready", expect)
    for path in ("/records", "/records/typed"):
        assert ann.post(path, {"record": text}).json()["code"] == "not_ready"


@pytest.mark.parametrize("first", [10**30, -5, 3])
def test_who_starts_follows_from_the_position(inline_server: LocalServer, first: int) -> None:
    ann, game = inline_server.person(), begun()
    record = json.loads(write_json(game.record(["Ann", "Bo"])))
    del record["check"]
    record |= {"position": game.text, "rounds": [], "first": first}
    kept = ann.post("/records", {"record": json.dumps(record)})
    if kept.status_code == 201:  # otherwise refused, which is as well
        inline_server.service.game_importer._table_cache._tables.clear()
        table = kept.json()["id"]
        assert ann.view(table)["position"]["first"] == game.as_data()["first"]
        assert inline_server.service.table_commands.table_cache._tables[table].opening.first == 0


def test_the_rest_of_a_game_is_typed_in_with_its_options(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    for game in (begun(6, "duel", goals="C5,D,SPE"), tilewright.from_text(begun().text)):
        first = ann.post("/records/typed", {"record": write_json(game.record(["Ann", "Bo"]))}).json()
        move = first["legal"][0]["notation"]
        kept = {name: first[name] for name in ("rule_set", "players", "names", "first", "options", "start")}
        asked = kept | {"events": [*first["events"], move]}
        more = ann.post("/records/typed", asked)
        assert more.status_code == 200, more.text
        assert more.json()["events"] == asked["events"]
        assert json.loads(more.json()["record"]).get("options") == json.loads(first["record"]).get("options")
        assert json.loads(more.json()["record"]).get("position") == json.loads(first["record"]).get("position")


def test_a_game_is_typed_in_with_other_goals(inline_server: LocalServer) -> None:
    asked = {"rule_set": "duel", "options": {"goals": "C5,D,SPE"}}
    first = inline_server.person().post("/records/typed", asked).json()
    assert json.loads(first["record"])["options"] == {"goals": "C5,D,SPE"}


def test_seats_are_named_in_the_language_that_is_asked_for(inline_server: LocalServer) -> None:
    found = inline_server.person().post("/records/typed?language=fr", {"rule_set": "classic"}).json()
    assert found["names"] == ["Place 1", "Place 2"]
