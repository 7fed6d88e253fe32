"""A position of one's own: what can be chosen there, and what a line of moves does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tilewright.review import odds
from tilewright.server import position_editor, sandbox, table_cache

if TYPE_CHECKING:
    from types import ModuleType

    from tests.server.local_server import LocalServer


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_a_line_leads_where_the_rules_say(server: LocalServer, rule_set: str) -> None:
    ann = server.person()
    game = tilewright.new_game(rule_set, seed=4)
    begun = game.view(game.to_move or 0).as_data()
    game.play(game.legal_moves[0])

    tried = ann.post("/positions", {"position": begun, "moves": game.moves}).json()

    assert [step["move"] for step in tried["steps"]] == game.moves
    assert tried["steps"][0]["happenings"]
    if not game.room.hidden:
        assert tried["position"] == game.view(game.to_move or 0).as_data()
        assert tried["text"] == game.text
        assert [move["notation"] for move in tried["legal"]] == [str(move) for move in game.legal_moves]


def test_choices_lead_to_a_move_and_say_why_not_in_the_readers_language(server: LocalServer) -> None:
    ann = server.person()
    text = tilewright.new_game("classic", seed=5).text
    asked = {"position": text, "so_far": {"source": "1", "colour": "K"}}

    options = ann.post("/positions?language=fr", asked).json()["choices"]["options"]

    assert {option["move"] for option in options if option["legal"]} >= {"1K1", "1KF"}
    assert all("falls" not in (option["text"] or "") for option in options)


def test_what_is_wrong_is_said_and_where(server: LocalServer) -> None:
    ann = server.person()
    text = tilewright.new_game("classic", seed=5).text

    short = ann.post("/positions", {"position": text.replace("bag B", "bag B9")}).json()
    barred = ann.post("/positions?language=fr", {"position": text, "moves": ["0B1"]}).json()
    unread = ann.post("/positions?language=nl", {"position": text, "moves": ["hallo"]}).json()

    assert (short["code"], short["where"]) == ("bad_request", "/position")
    assert barred["code"] == "refused"
    assert barred["refusal"]["rule"] == "R2.3"
    assert "centre" in barred["detail"]
    assert "is hier geen zet" in unread["detail"]


def test_what_cannot_be_done_at_a_table_is_said_in_the_readers_language(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    seq = ann.view(table)["seq"]
    command = {"id": "6f1b5fb2-6b4e-4a4e-8d3e-0d8d7f0c3b11", "expect": seq, "kind": "play", "move": "1B1"}

    refused = ben.post(f"/tables/{table}/commands?language=fr", command).json()
    unknown = ann.get("/tables/AAAAAAAAAAAAAAAA/evaluation", language="nl").json()

    assert refused["detail"].endswith("pas votre tour")
    assert unknown["detail"] == "die tafel bestaat niet"


@pytest.mark.parametrize("typed", ["1 noir 1", "fabrique 1 noir ligne 1", "neem zwart van fabriek 1 naar lijn 1"])
def test_moves_are_typed_in_any_of_our_languages(server: LocalServer, typed: str) -> None:
    ann = server.person()
    table = ann.open("me", "here", position=tilewright.new_game("classic", seed=5).text)["id"]

    ann.do(table, "play", move=typed)

    assert ann.view(table)["events"][-1]["move"] == "1K1"


def test_words_that_could_mean_several_moves_name_them(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here", position=tilewright.new_game("classic", seed=5).text)["id"]

    refused = ann.send(table, "play", ann.view(table)["seq"], move="factory 3 red")

    assert refused.status_code == 422
    assert "3R1, 3R2, 3R3" in refused.json()["detail"]


def is_in_an_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_nobody_waits_while_a_log_is_replayed_or_a_position_is_tried(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes milliseconds is done beside the event loop, where all others are answered."""
    seen: dict[str, bool] = {}

    def watch(module: ModuleType, name: str) -> None:
        whole = getattr(module, name)

        def watched(*words: Any) -> Any:
            seen[f"{module.__name__}.{name}"] = is_in_an_event_loop()
            return whole(*words)

        monkeypatch.setattr(module, name, watched)

    ann = server.person()
    table = ann.open("me", "here")["id"]
    watch(table_cache, "replay_log")
    watch(sandbox, "parse_position")
    watch(sandbox, "legal_of")
    watch(odds, "draw_odds")
    watch(position_editor, "apply_edits")
    server.service.table_commands.table_cache._tables.clear()
    view = ann.view(table)
    for path, more in (("/positions", {"moves": ["1"]}), ("/odds", {}), ("/positions/edits", {"edits": []})):
        ann.post(path, {"position": view["position"], **more})
    ann.post("/positions", {"position": view["position"]})

    assert len(seen) == 5, seen
    assert not any(seen.values()), seen
