"""Names of people: what they may be, and that old ones do no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from tilewright.core.text.names import END, ISOLATE, isolated
from tilewright.play.replay import read
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer

UNSEEN = ["\u202e", "\u2066", "\u200f", "\u200b", "\u00ad", "\ufeff", "\u2028", "\x85", "\u3164", "\U000e0041"]
HEBREW = "מיכל"
VISIBLE = ["Zoë", "Øyvind", "李雷", HEBREW, "محمد", "O'Brien", "Ann 2", "🐙", "❤️"]


@pytest.mark.parametrize("character", UNSEEN)
def test_what_cannot_be_seen_is_refused_in_a_name(server: LocalServer, character: str) -> None:
    ann = server.person()
    name = f"An{character}n"
    for path, message, where in (
        ("/guests", {"name": name}, "/name"),
        ("/guests/me", {"name": name}, "/name"),
        ("/tables", {"seats": ["me", "here"], "names": [None, name]}, "/names/1"),
    ):
        refused = ann.post(path, message)
        assert refused.status_code == 422, path
        told = refused.json()
        assert (told["code"], told["where"]) == ("bad_name", where)
        assert f"U+{ord(character):04X}" in told["detail"]
    game = tilewright.new_game("classic", seed=1)
    assert ann.post("/records", {"record": write_json(game.record(["Ann", name]))}).status_code == 422


@pytest.mark.parametrize(("language", "word"), [("en", "name"), ("fr", "nom"), ("nl", "naam")])
def test_it_is_said_in_the_readers_language(server: LocalServer, language: str, word: str) -> None:
    ann = server.person()
    for name in ("A\u202eB", "\ufe0f"):
        assert word in ann.post(f"/guests/me?language={language}", {"name": name}).json()["detail"]


@pytest.mark.parametrize("name", VISIBLE)
def test_names_of_every_script_are_welcome(server: LocalServer, name: str) -> None:
    ann = server.person()
    assert ann.post("/guests/me", {"name": name}).json()["name"] == name


def test_an_old_name_turns_nothing_around(server: LocalServer) -> None:
    assert isolated("Ann") == "Ann"
    assert isolated("An\u202en") == "Ann"
    assert isolated(HEBREW) == f"{ISOLATE}{HEBREW}{END}"
    ann = server.person()
    ann.post("/guests/me", {"name": HEBREW})
    table = ann.open("me", "here")["id"]
    ann.play_first(table)
    (played,) = [event for event in ann.view(table)["events"] if event["kind"] == "played"]
    assert played["text"].startswith(f"{ISOLATE}{HEBREW}{END} ")


def test_a_record_as_text_shows_what_cannot_be_seen() -> None:
    record = tilewright.new_game("classic", seed=1).record(["An\u202en", "Bo"])
    text = write_plain(record)
    assert "\u202e" not in text
    assert read(text).seats == record.seats
