"""Games that begin elsewhere than from an ordinary set-up: from a position, or by a seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import tilewright

if TYPE_CHECKING:
    from httpx2 import Response

    from tests.server.local_server import LocalServer, Person

RULE_SETS = [rule_set.id for rule_set in tilewright.rule_sets()]


def refused(answer: Response) -> tuple[str, str | None]:
    return answer.json()["code"], answer.json().get("where")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_game_begins_from_text_or_data(server: LocalServer, rule_set: str) -> None:
    ann, game = server.person(), tilewright.new_game(rule_set, 2, seed=7)
    for _ in range(3):
        game.play(game.legal_moves[-1])
    for position in (game.text, game.as_data()):
        begun = ann.open("here", "me", rule_set=rule_set, position=position)["id"]
        view = ann.view(begun, seat=game.to_move)
        assert view["rule_set"] == rule_set
        assert [legal["notation"] for legal in view["legal"]] == [str(move) for move in game.legal_moves]
        assert view["scores"] == list(game.scores)
        ann.play_first(begun)
        server.service.table_commands.table_cache._tables.clear()
        assert ann.view(begun)["seq"] == 2, "its log brings it back"


def test_a_branched_game_has_a_record_that_replays(server: LocalServer) -> None:
    ann = server.person()
    begun = ann.open("me", "here", position=tilewright.new_game("classic", 2, seed=7).text)["id"]
    ann.play_first(begun)
    record = tilewright.replay(ann.get(f"/tables/{begun}/record").text)

    assert record.text == tilewright.from_data(ann.view(begun)["position"]).text


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_same_seed_draws_the_same_tiles_as_everywhere(server: LocalServer, rule_set: str) -> None:
    ann, game = server.person(), tilewright.new_game(rule_set, 2, seed=11)
    table = ann.open("me", "here", rule_set=rule_set, seed=11)["id"]
    while game.round_number < 2 and game.awaiting == "move":
        move = str(game.legal_moves[0])
        game.play(move)
        ann.do(table, "play", move=move)
    server.service.table_commands.table_cache._tables.clear()
    move = str(game.legal_moves[0])
    game.play(move)
    ann.do(table, "play", move=move)

    position, expected = ann.view(table)["position"], game.view(ann.view(table)["seat"]).as_data()
    assert position == expected


def test_what_does_not_fit_is_refused(server: LocalServer) -> None:
    ann, ben, text = server.person(), server.person("Ben"), tilewright.new_game("classic", 2, seed=7).text
    over = tilewright.new_game("classic", 2, seed=7)
    while over.awaiting != "end":
        over.play(over.legal_moves[0])

    def opening(person: Person = ann, **more: Any) -> tuple[str, str | None]:
        return refused(person.post("/tables", {"seats": ["me", "here"], **more}))

    assert opening(position="nonsense") == ("bad_request", "/position")
    assert opening(position={"format": "another"}) == ("bad_request", "/position")
    assert opening(position=over.text) == ("bad_request", "/position")
    assert opening(position=text, rule_set="duel") == ("bad_request", "/rule_set")
    assert opening(position=text, first=1) == ("bad_request", "/first")
    assert opening(position=text, seats=["me", "here", "here"]) == ("bad_request", "/seats")
    assert opening(position=text, branch={"table": "A" * 16, "at": 1}) == ("bad_request", "/branch")
    assert opening(seed=3, seats=["me", "open"]) == ("bad_request", "/seed")
    assert opening(ben, seed=-1)[0] == "bad_request"


def test_a_view_of_a_game_with_secrets_is_filled_in(server: LocalServer) -> None:
    """Whoever begins from a view gets new secrets in place of those the view hides."""
    game, rng = tilewright.new_game("duel", 2, seed=5), random.Random(5)
    while game.view(0).state.tobytes() == game.state.tobytes():
        assert game.awaiting == "move", "nothing was hidden in the whole game"
        game.play(rng.choice([move for move in game.legal_moves if move.parts["kind"] == "draw"] or game.legal_moves))
    ann, view = server.person(), game.view(0)
    begun = [ann.open("me", "here", rule_set="duel", position=view.as_data())["id"] for _ in range(12)]
    games = [server.service.table_commands.table_cache._tables[one].game for one in begun]

    assert len({one.state.tobytes() for one in games}) > 1
    assert {one.view(0).state.tobytes() for one in games} == {view.state.tobytes()}
