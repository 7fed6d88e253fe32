"""Opening, joining, playing, taking back, resigning, talking, and playing again."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tests.kit.waiting import wait_for
from tilewright.server import table as tables

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer, Person

MOST_MOVES = 1000
RULE_SETS = [rule_set.id for rule_set in tilewright.rule_sets()]


def play_out(people: list[Person], table: str) -> dict[str, Any]:
    """Play to the end, everybody the first legal move."""
    for _ in range(MOST_MOVES):
        for person in people:
            view = person.view(table)
            if view["status"] == "over":
                return view
            if view["legal"]:
                person.send(table, "play", view["seq"], move=view["legal"][0]["notation"])
    raise AssertionError(f"not over after {MOST_MOVES} moves")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_whole_game_is_played_and_its_record_replays(server: LocalServer, rule_set: str) -> None:
    ann, ben, table = server.two_at_a_table(rule_set)

    view = play_out([ann, ben], table)
    record = tilewright.replay(ann.get(f"/tables/{table}/record").text)

    assert view["awaiting"] == "end"
    assert view["result"]["winners"] == list(record.winners)
    assert view["scores"] == list(record.scores)
    assert [event["seq"] for event in view["events"]] == list(range(1, view["seq"] + 1))


def test_four_at_one_screen_play_in_turn(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here", "here", "here", names=["Ann", "Ben", "Cleo", "Dan"])["id"]

    seats = []
    for _ in range(4):
        seats.append(ann.view(table)["seat"])
        ann.play_first(table)

    assert seats == [0, 1, 2, 3]
    assert [seat["name"] for seat in ann.view(table)["seats"]] == ["Ann", "Ben", "Cleo", "Dan"]


def test_a_game_begins_when_the_last_seat_is_taken(server: LocalServer) -> None:
    ann, ben, cleo = server.person("Ann"), server.person("Ben"), server.person("Cleo")
    table = ann.open("me", "open", "open")
    before = ann.view(table["id"])
    ben.join(table, 2)
    between = ann.view(table["id"])
    cleo.join(table, 1)
    after = ann.view(table["id"])

    assert (before["awaiting"], between["awaiting"], after["awaiting"]) == ("seats", "seats", "move")
    assert not any(before["position"]["factories"]), "nothing is drawn before everybody sits"
    assert any(after["position"]["factories"])
    assert [seat["name"] for seat in after["seats"]] == ["Ann", "Cleo", "Ben"]
    assert ann.send(table["id"], "play", before["seq"], move="1B1").status_code == 409


def test_who_has_no_invitation_cannot_sit_down(server: LocalServer) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open("me", "open")

    wrong = ben.post(f"/tables/{table['id']}/seats/1", {"invitation": "AAAAAAAAAAAAAAAA"})
    taken = ben.post(f"/tables/{table['id']}/seats/0", {"invitation": table["invitation"]})
    twice = [ben.post(f"/tables/{table['id']}/seats/1", {"invitation": table["invitation"]}) for _ in range(2)]
    third = server.person("Cleo").post(f"/tables/{table['id']}/seats/1", {"invitation": table["invitation"]})

    assert wrong.json()["code"] == "not_yours"
    assert taken.json()["code"] == "not_now"
    assert [answer.status_code for answer in twice] == [200, 200], "sitting down again is no mistake"
    assert third.json()["code"] == "not_now"


def test_a_move_against_the_rules_is_refused_with_the_rule(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    view = ann.view(table)
    missing = next(c for c in "BYRKW" if c not in view["position"]["factories"][0])

    refused = ann.send(table, "play", view["seq"], move=f"1{missing}1")
    nonsense = ann.send(table, "play", view["seq"], move="hello")

    assert refused.status_code == 422
    assert refused.json()["code"] == "refused"
    assert refused.json()["refusal"]["rule"].startswith("R")
    assert nonsense.json()["code"] == "refused"
    assert ann.view(table)["seq"] == view["seq"]


def test_the_same_command_has_one_effect_and_one_answer(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    view = ann.view(table)
    command = {"id": str(uuid.uuid4()), "expect": view["seq"], "kind": "play", "move": view["legal"][0]["notation"]}

    first = ann.post(f"/tables/{table}/commands", command)
    ben.play_first(table)
    again = ann.post(f"/tables/{table}/commands", command)
    other = ann.post(f"/tables/{table}/commands", command | {"move": view["legal"][1]["notation"]})

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert other.json()["code"] == "command_reused"
    assert ann.view(table)["seq"] == view["seq"] + 2


def test_an_old_number_is_stale(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    seq = ann.view(table)["seq"]
    move = ann.view(table)["legal"][0]["notation"]
    ann.do(table, "play", move=move)

    stale = ben.send(table, "play", seq, move=move)

    assert stale.status_code == 409
    assert (stale.json()["code"], stale.json()["seq"]) == ("stale", seq + 1)


def test_choices_lead_to_a_move_and_say_why_not(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    so_far: dict[str, str] = {}
    options = ann.view(table)["choices"]
    refusals = []
    for _ in range(10):
        refusals += [option["refusal"] for option in options["options"] if not option["legal"]]
        chosen = next(option for option in options["options"] if option["legal"])
        if chosen["move"]:
            break
        so_far[options["part"]] = chosen["value"]
        options = ann.post(f"/tables/{table}/choices", {"so_far": so_far}).json()

    assert chosen["move"] in [legal["notation"] for legal in ann.view(table)["legal"]]
    assert all(refusal["code"] and refusal["rule"] for refusal in refusals)
    assert ben.view(table)["choices"] is None
    assert ben.post(f"/tables/{table}/choices", {}).json()["code"] == "not_now"
    assert ann.post(f"/tables/{table}/choices", {"so_far": {"banana": "1"}}).json()["code"] == "bad_request"


def test_forecasts_are_told_only_where_the_table_allows_it(server: LocalServer) -> None:
    ann = server.person()
    told = ann.view(ann.open("me", "here")["id"])
    quiet = ann.view(ann.open("me", "here", aids={"forecasts": False})["id"])

    assert all(legal["forecast"] is not None for legal in told["legal"])
    assert all(legal["forecast"] is None for legal in quiet["legal"])
    assert quiet["aids"]["forecasts"] is False


def test_a_takeback_needs_the_other_and_the_same_tiles_come_again(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    start = ann.view(table)["position"]
    ann.play_first(table)
    ben.play_first(table)

    ann.do(table, "offer_takeback")
    waiting = ben.view(table)["takeback"]
    not_asked = ann.send(table, "answer_takeback", ann.view(table)["seq"], accept=True)
    ben.do(table, "answer_takeback", accept=True)
    after = ann.view(table)

    assert waiting == 0
    assert not_asked.json()["code"] == "not_now"
    assert after["position"] == start
    assert after["takeback"] is None
    assert after["events"][-1]["back_to"] == 2
    assert after["to_move"] == 0


def test_a_refused_takeback_leaves_everything_as_it_was(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.play_first(table)
    before = ann.view(table)["position"]
    ann.do(table, "offer_takeback")
    ben.do(table, "answer_takeback", accept=False)

    assert ann.view(table)["position"] == before
    assert ann.view(table)["takeback"] is None


def test_after_a_takeback_over_a_draw_the_same_tiles_come_again(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    moves: list[str] = []
    while ann.view(table)["position"]["round"] == 1:
        moves.append(ann.view(table)["legal"][0]["notation"])
        ann.play_first(table)
    drawn = ann.view(table)["position"]["factories"]

    ann.do(table, "offer_takeback", seat=ann.view(table)["events"][-1]["seat"])
    again = ann.view(table)
    ann.send(table, "play", again["seq"], move=moves[-1])

    assert again["position"]["round"] == 1
    assert ann.view(table)["position"]["factories"] == drawn


def test_where_takebacks_are_not_allowed_there_are_none(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table(aids={"takebacks": False})
    ann.play_first(table)

    assert ann.send(table, "offer_takeback", ann.view(table)["seq"]).json()["code"] == "not_now"


def test_resigning_gives_the_other_the_game(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.do(table, "resign")
    view = ben.view(table)

    assert view["status"] == "over"
    assert view["result"]["winners"] == [1]
    assert (view["result"]["ending"], view["result"]["resigned"]) == ("resignation", 0)
    assert ben.send(table, "play", view["seq"], move="1B1").json()["code"] == "not_now"


def test_of_three_one_may_resign_and_a_computer_plays_on(server: LocalServer) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open("me", "open", "here")
    ben.join(table, 1)
    ben.do(table["id"], "resign")
    ann.play_first(table["id"])
    wait_for(lambda: ann.view(table["id"])["to_move"] != 1, "the stand-in's move")
    view = ann.view(table["id"])

    assert view["status"] == "playing"
    assert view["seats"][1]["opponent"] == "thinker:3"
    assert view["to_move"] == 2


def test_talk_reaches_all_and_only_who_sits_may_talk(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.do(table, "say", text="<b>hello</b>")
    stranger = server.person("Cleo")

    assert ben.view(table)["events"][-1]["text"] == "<b>hello</b>"
    assert stranger.send(table, "say", 0, text="psst").json()["code"] == "not_yours"


def test_a_rematch_seats_the_same_people_with_the_next_one_first(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    early = ann.send(table, "rematch", ann.view(table)["seq"])
    ann.do(table, "resign")
    ben.do(table, "rematch")
    following = ann.view(table)["rematch"]
    twice = ann.send(table, "rematch", ann.view(table)["seq"])

    assert early.json()["code"] == "not_now"
    assert twice.json()["code"] == "not_now"
    assert ann.view(following)["to_move"] == 1
    assert [seat["name"] for seat in ann.view(following)["seats"]] == ["Ann", "Ben"]
    assert ben.play_first(following) == 2


def test_my_tables_are_those_that_wait_for_me_first(server: LocalServer) -> None:
    ann, ben, first = server.two_at_a_table()
    second = ben.open("me", "here")["id"]
    third = ben.open("open", "me")["id"]
    listed = ben.get("/tables").json()["tables"]

    assert [table["id"] for table in listed] == [second, third, first]
    assert [table["your_turn"] for table in listed] == [True, False, False]
    assert [table["id"] for table in ann.get("/tables").json()["tables"]] == [first]


def test_a_long_list_goes_on_where_it_stopped(server: LocalServer) -> None:
    ann = server.person()
    made = [ann.open("open", "me")["id"] for _ in range(53)]
    first = ann.get("/tables").json()
    second = ann.get("/tables", before=first["next"]).json()

    assert len(first["tables"]) == 50
    assert second["next"] is None
    assert [table["id"] for table in first["tables"] + second["tables"]] == made[::-1]
    assert ann.get("/tables", before="nonsense").json()["code"] == "bad_request"


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ({"seats": ["me"]}, "/seats"),
        ({"seats": ["me", "nobody-knows"]}, None),
        ({"seats": ["me", "thinker:99"]}, None),
        ({"seats": ["me", "thinker@1s+/etc/passwd"]}, None),
        ({"seats": ["me", "thinker@60s"]}, None),
        ({"seats": ["me", "engine:sh"]}, None),
        ({"seats": ["thinker:1", "thinker:1"]}, "/seats"),
        ({"seats": ["me", "open"], "players": 3}, "/seats"),
        ({"rule_set": "duel", "seats": ["me", "here", "here"]}, None),
        ({"rule_set": "nonsense", "seats": ["me", "here"]}, None),
        ({"seats": ["me", "here"], "options": {"goals": "H"}}, None),
        ({"seats": ["me", "here"], "first": 3}, None),
        ({"seats": ["me", "here"], "surprise": 1}, "/surprise"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(
    server: LocalServer, request_: dict[str, object], where: str | None
) -> None:
    refused = server.person().post("/tables", request_)

    assert refused.status_code == 422, refused.text
    assert refused.json()["code"] == "bad_request"
    assert refused.json()["detail"]
    if where:
        assert refused.json()["where"] == where


def test_a_guest_goes_by_another_name_at_every_open_table(server: LocalServer) -> None:
    ann = server.person("Guest")
    before = ann.open("me", "random")["id"]
    renamed = ann.post("/guests/me", {"name": "Ann"})
    after = ann.open("me", "random")["id"]

    assert renamed.status_code == 200, renamed.text
    assert ann.get("/guests/me").json() == renamed.json() == {"id": ann.id, "name": "Ann"}
    assert [ann.view(table)["seats"][0]["name"] for table in (before, after)] == ["Ann", "Ann"]
    assert ann.post("/guests/me", {"name": ""}).status_code == 422
    assert ann.post("/guests/me", {"name": "x" * 200}).status_code == 422


@pytest.mark.parametrize("kind", ["play", "resign", "offer_takeback"])
def test_what_somebody_says_makes_no_command_stale(server: LocalServer, kind: str) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.play_first(table)
    ben.play_first(table)
    view = ann.view(table)
    ben.do(table, "say", text="hello")
    ann.do(table, "say", text="a bot's own word")
    ben.do(table, "offer_takeback")  # nor does what somebody asks: a move answers it
    ben.do(table, "say", text="please")
    more = {"move": view["legal"][0]["notation"]} if kind == "play" else {}

    answer = ann.send(table, kind, view["seq"], **more)

    if kind == "offer_takeback":
        assert answer.json()["code"] == "not_now", "one request at a time, but not stale"
    else:
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == view["seq"] + 5


def test_who_answers_must_have_seen_the_request(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    ann.play_first(table)
    seen = ben.view(table)["seq"]
    ann.do(table, "offer_takeback")
    asked = ben.view(table)["seq"]
    ann.do(table, "say", text="please")

    assert ben.send(table, "answer_takeback", seen, accept=True).json()["code"] == "stale"
    assert ben.send(table, "answer_takeback", asked, accept=True).status_code == 200


def test_a_number_the_table_does_not_have_yet_is_stale(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    view = ann.view(table)

    early = ann.send(table, "play", view["seq"] + 1, move=view["legal"][0]["notation"])

    assert early.json()["code"] == "stale"


def test_a_seat_can_say_much_but_not_without_end(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_SAID", 3)
    monkeypatch.setattr(tables, "MOST_SAID_BYTES", 1000)
    monkeypatch.setattr(tables, "MOST_REQUESTS", 1)
    ann, ben, table = server.two_at_a_table()
    for _ in range(3):
        ann.do(table, "say", text="hello")
    ben.do(table, "say", text="\N{GRINNING FACE}" * 200)

    full = ann.send(table, "say", 2, text="once more")
    long = ben.send(table, "say", 2, text="\N{GRINNING FACE}" * 200)
    ann.play_first(table)
    ann.do(table, "offer_takeback")
    ben.do(table, "answer_takeback", accept=False)
    again = ann.send(table, "offer_takeback", ann.view(table)["seq"])

    assert {one.json()["code"] for one in (full, long, again)} == {"full"}
    assert full.status_code == 409
    ben.do(table, "say", text="the other seat still can")
    ben.play_first(table)
    server.service.table_commands.table_cache._tables.clear()
    assert ann.send(table, "say", 2, text="nor after a restart").json()["code"] == "full"
