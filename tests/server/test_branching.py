"""Going on from a moment of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer, Person


def branch(person: Person, table: str, at: int, *seats: str, **more: Any) -> Any:
    return person.post("/tables", {"seats": list(seats), "branch": {"table": table, "at": at}, **more})


def test_a_branch_begins_where_the_other_game_was_and_leaves_it_alone(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here", rule_set="crystal-1")["id"]
    for _ in range(3):
        ann.play_first(table)
    moment = ann.view(table, seat=0)
    ann.play_first(table)
    before = ann.view(table)

    other = branch(ann, table, moment["seq"], "me", "here").json()["id"]

    assert ann.view(other, seat=0)["position"] == moment["position"]
    assert [event["move"] for event in ann.view(other)["events"] if event["kind"] == "played"] == [
        event["move"] for event in moment["events"] if event["kind"] == "played"
    ]
    ann.play_first(other)
    assert ann.view(table) == before


def test_a_branch_survives_in_the_log(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    ann.play_first(table)
    other = branch(ann, table, 2, "me", "here").json()["id"]
    view = ann.view(other)

    server.service.table_commands.table_cache._tables.clear()

    assert ann.view(other) == view


def test_moves_taken_back_are_not_part_of_a_branch(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    first = ann.view(table, seat=0)
    ann.play_first(table)
    ann.do(table, "offer_takeback", seat=0)
    assert ann.view(table, seat=0)["position"] == first["position"]

    other = branch(ann, table, ann.view(table)["seq"], "me", "here").json()["id"]

    assert ann.view(other, seat=0)["position"] == first["position"]


def test_a_game_that_people_still_play_is_not_branched(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table("classic")
    for person in (ann, ben):
        refused = branch(person, table, 1, "me", "random")
        assert refused.status_code == 409
    ann.do(table, "resign")
    assert branch(ben, table, 1, "me", "random").status_code == 201


def test_a_game_with_secrets_is_branched_only_when_it_is_over(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "random", rule_set="duel")["id"]
    assert branch(ann, table, 1, "me", "random").status_code == 409
    ann.do(table, "resign")
    assert branch(ann, table, 1, "me", "random").status_code == 201


def test_what_does_not_fit_is_refused(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    assert branch(ann, table, 99, "me", "here").json()["where"] == "/branch/at"
    assert branch(ann, table, 1, "me", "here", "here").json()["where"] == "/seats"
    assert branch(ann, table, 1, "me", "open").json()["where"] == "/seats"
    assert branch(ann, "A" * 16, 1, "me", "here").status_code == 404
    other = {"rule_set": "duel", "seats": ["me", "here"], "branch": {"table": table, "at": 1}}
    assert ann.post("/tables", other).json()["where"] == "/rule_set"
    assert ann.post("/tables", {"seats": ["me", "here"], "names": ["A", "B", "C"]}).json()["where"] == "/names"
