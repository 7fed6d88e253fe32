"""What a reader is told: the past, sentences, and the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer


def test_the_past_is_what_it_was_and_nothing_can_be_chosen_there(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    first = ann.view(table)
    seq = ann.play_first(table)
    second = ann.view(table, seat=0)
    ann.play_first(table)

    before, after = ann.view(table, at=first["seq"]), ann.view(table, at=seq, seat=0)

    assert before["position"] == first["position"]
    assert after["position"] == second["position"]
    assert before["legal"] == []
    assert before["choices"] is None


def test_the_past_hides_what_a_seat_did_not_know(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table("duel")
    for person in (ben, ann) * 20:
        if person.view(table)["legal"]:
            person.play_first(table)
    seq = ann.view(table)["seq"]

    for past in range(1, seq + 1):
        for person in (ann, ben):
            view = person.view(table, at=past)
            assert view["position"]["seat"] == view["seat"]


def test_the_table_in_sentences_follows_the_game(server: LocalServer) -> None:
    ann = server.person("Ann")
    table = ann.open("me", "here", names=["Ann", "Ben"])["id"]
    before = ann.get(f"/tables/{table}/text").json()
    ann.play_first(table)
    after = ann.get(f"/tables/{table}/text").json()

    assert before["sentences"][0] == "Round 1."
    assert before["sentences"][-1] == "To move: Ann."
    assert after["sentences"][-1] == "To move: Ben."
    assert ann.get(f"/tables/{table}/text", at=before["seq"]).json()["sentences"] == before["sentences"]


@pytest.mark.parametrize(
    ("language", "turn", "took"), [("fr", "Au trait : Ann.", "prend"), ("nl", "Aan zet: Ann.", "neemt")]
)
def test_sentences_are_made_in_the_readers_language(server: LocalServer, language: str, turn: str, took: str) -> None:
    ann = server.person("Ann")
    table = ann.open("me", "random", names=["Ann"])["id"]
    text = ann.get(f"/tables/{table}/text", language=language).json()
    english, theirs = ann.view(table), ann.view(table, language=language)

    assert text["sentences"][-1] == turn
    assert theirs["position"] == english["position"] | {"goals": theirs["position"]["goals"]}
    assert theirs["seats"][1]["name"] != "", "computers have a name in every language"
    seq = ann.play_first(table)
    told = [event for event in ann.view(table, language=language)["events"] if event["seq"] == seq]
    assert took in told[0]["text"]
    assert "takes" in next(event for event in ann.view(table)["events"] if event["seq"] == seq)["text"]


def test_a_move_is_told_with_what_everybody_saw_it_bring(server: LocalServer) -> None:
    ann = server.person("Ann")
    table = ann.open("me", "here", seed=3)["id"]
    for move in ("2Y1", "1K1", "0BF"):
        ann.do(table, "play", move=move)
    told = [event["brought"] for event in ann.view(table)["events"] if event["kind"] == "played"]

    assert told == ["fills line 1", "fills line 1", "floor -4, takes the marker, starts the next round"]
    ann.do(table, "offer_takeback")
    assert ann.view(table)["events"][-2]["brought"] == "", "what was taken back brought nothing"


def test_forecasts_and_refusals_are_in_the_readers_language(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    source = next(legal for legal in ann.view(table)["legal"])["parts"]
    so_far = {"source": source["source"], "colour": source["colour"]}

    def texts(language: str) -> list[str]:
        asked = ann.client.post(
            f"/api/v1/tables/{table}/choices",
            params={"language": language},
            json={"so_far": so_far},
            headers=ann.headers,
        )
        return [option["text"] for option in asked.json()["options"]]

    told = {language: texts(language) for language in ("en", "fr", "nl")}
    assert all(told["en"])
    assert not set(told["en"]) & set(told["fr"])
    assert not set(told["en"]) & set(told["nl"])


def test_why_a_move_is_refused_is_said_in_the_readers_language(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    command = {
        "id": "7a9f1a52-6a3e-4d83-9f7e-1f5a3b6f9a01",
        "expect": ann.view(table)["seq"],
        "kind": "play",
        "move": "0B1",
    }

    refused = ann.client.post(
        f"/api/v1/tables/{table}/commands", params={"language": "nl"}, json=command, headers=ann.headers
    )

    assert refused.status_code == 422
    assert "geen tegel" in refused.json()["detail"] or "leeg" in refused.json()["detail"]


def test_opponents_have_names_and_sentences_in_every_language(server: LocalServer) -> None:
    told = {
        language: server.client.get("/api/v1/opponents", params={"language": language}).json()
        for language in ("en", "fr", "nl")
    }
    levels = {language: [one for one in list_ if one["level"]] for language, list_ in told.items()}
    for language in ("fr", "nl"):
        assert [one["name"] for one in levels[language]] == [one["name"] for one in levels["en"]]
        pairs = zip(levels[language], levels["en"], strict=True)
        assert all(theirs["sentence"] != ours["sentence"] for theirs, ours in pairs)


def test_rules_are_a_page_that_carries_no_script(server: LocalServer) -> None:
    for language, word in (("en", "Set-up"), ("fr", "Mise en place"), ("nl", "Opstelling")):
        page = server.client.get("/rules/duel", params={"language": language})
        assert page.status_code == 200
        assert f'<html lang="{language}"' in page.text
        assert word in page.text
        assert "<script" not in page.text
    assert server.client.get("/rules/nothing").status_code == 404
    assert server.client.get("/rules/classic", params={"language": "xx"}).status_code == 422


@pytest.mark.parametrize(
    ("path", "home"), [("/rules/nothing", "../"), ("/nowhere", "./"), ("/no/where/else", "../../")]
)
def test_people_get_a_page_where_nothing_is_and_programs_a_problem(server: LocalServer, path: str, home: str) -> None:
    shown = server.client.get(path, headers={"accept": "text/html,*/*;q=0.8"})
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert f'<a href="{home}">To the first page</a>' in shown.text
    told = server.client.get(path)
    assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")
    api = server.client.get("/api/v1/nothing", headers={"accept": "text/html"})
    assert api.headers["content-type"] == "application/problem+json"


def test_an_unknown_language_is_refused(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    assert ann.get(f"/tables/{table}", language="xx").status_code == 422


def test_what_is_large_goes_over_the_line_compressed(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    assert ann.get(f"/tables/{table}").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in ann.get("/guests/me").headers
