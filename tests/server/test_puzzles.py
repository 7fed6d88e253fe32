"""Puzzles over HTTP: questions without answers, tries that count once, ratings that stay."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, text

from tests.server.conftest import settings_in
from tilewright import from_data, games
from tilewright.puzzles.collection import collection
from tilewright.puzzles.rating import Rating
from tilewright.puzzles.stream import chosen, of_the_day
from tilewright.server.guests import Guest
from tilewright.server.problems import NotReady
from tilewright.server.puzzles import Puzzles
from tilewright.server.service import Service
from tilewright.server.store import backup as backups
from tilewright.server.store.database import connect, migrate, sqlite_url
from tilewright.server.store.migrations.run import upgrade
from tilewright.server.store.schema import attempt, guest
from tilewright.server.store.store import Store
from tilewright.server.store.writer import WriteBatch

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.local_server import LocalServer, Person

CLASSIC = collection("classic")[0]
WRONG = next(iter(CLASSIC.refutations))
QUESTION = {
    *("id", "rule_set", "players", "seat", "day", "rating", "you"),
    *("text", "position", "legal", "choices", "sentences", "tried"),
}


def tried(person: Person, move: str | None, puzzle: str = CLASSIC.id) -> dict[str, Any]:
    answer = person.post(f"/puzzles/{puzzle}/attempts", {"move": move})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_question_holds_the_view_and_nothing_of_its_answer(server: LocalServer) -> None:
    ann = server.person()
    for puzzle in (collection(known.id)[0] for known in games.rule_sets()):
        asked = ann.get(f"/puzzles/{puzzle.id}").json()

        view = puzzle.question()
        assert from_data(asked["position"]).as_data() == view.as_data()
        assert asked["seat"] == view.to_move
        assert {one["notation"] for one in asked["legal"]} == {str(move) for move in view.legal_moves}
        assert asked["choices"]["options"]
        assert asked["text"] == (None if view.room.hidden else puzzle.position)
        assert set(asked) == QUESTION
        said = json.dumps({name: asked[name] for name in QUESTION - {"legal", "position", "choices", "sentences"}})
        assert not any(secret in said for secret in ("margin", "refutation", "solution", "levels", "theme", "lost"))


def test_the_whole_position_of_a_game_with_secrets_stays_here(server: LocalServer) -> None:
    puzzle = collection("duel")[0]
    ann = server.person()
    answers = [
        ann.get(f"/puzzles/{puzzle.id}").text,
        ann.post(f"/puzzles/{puzzle.id}/attempts", {"move": next(iter(puzzle.lost))}).text,
        ann.post(f"/puzzles/{puzzle.id}/attempts", {"move": None}).text,
    ]

    assert all(puzzle.position.partition("|")[2] not in answer for answer in answers)


def test_a_wrong_try_is_refuted_and_a_right_one_explained(server: LocalServer) -> None:
    ann = server.person()
    wrong = tried(ann, WRONG)

    assert wrong["right"] is wrong["solved"] is False
    assert wrong["points_lost"] == CLASSIC.lost[WRONG]
    assert [step["move"] for step in wrong["refutation"]] == CLASSIC.refutations[WRONG]
    assert wrong["refutation"][0]["happenings"]
    assert wrong["solution"] is None
    assert wrong["you"]["rating"] < 1500
    assert wrong["you"]["change"] < 0 < wrong["puzzle"]["change"]

    right = tried(ann, CLASSIC.best[0].lower())
    assert right["move"] == CLASSIC.best[0]
    assert right["right"] is right["solved"] is True
    assert right["points_lost"] == 0
    assert right["solution"]["moves"] == CLASSIC.best
    assert [theme["theme"] for theme in right["solution"]["themes"]] == [one.name for one in CLASSIC.themes]
    assert right["rated"] is False
    assert right["you"]["rating"] == wrong["you"]["rating"]
    assert right["you"]["change"] == 0

    asked = ann.get(f"/puzzles/{CLASSIC.id}").json()
    assert asked["tried"] == [{"move": WRONG, "right": False}, {"move": CLASSIC.best[0], "right": True}]
    assert asked["rating"]["rating"] == wrong["puzzle"]["rating"] != CLASSIC.rating
    assert server.person("Ben").get(f"/puzzles/{CLASSIC.id}").json()["tried"] == []


def test_the_same_try_again_has_one_effect_and_one_answer(server: LocalServer) -> None:
    ann = server.person()
    first = tried(ann, CLASSIC.best[0])

    assert first["rated"]
    assert first["you"]["attempts"] == 1
    assert tried(ann, CLASSIC.best[0]) == first
    assert len(ann.get(f"/puzzles/{CLASSIC.id}").json()["tried"]) == 1


def test_giving_up_counts_as_wrong_and_shows_the_solution(server: LocalServer) -> None:
    ann = server.person()
    given_up = tried(ann, None)

    assert given_up["right"] is given_up["solved"] is False
    assert given_up["points_lost"] is given_up["text"] is None
    assert given_up["refutation"] == []
    assert given_up["solution"]["moves"] == CLASSIC.best
    assert given_up["you"]["rating"] < 1500
    assert tried(ann, CLASSIC.best[0])["rated"] is False


def test_a_move_the_rules_refuse_is_no_try(server: LocalServer) -> None:
    ann = server.person()
    for move, has_refusal in (("9B9", False), ("hello", False), ("4R1 and more", False)):
        answer = ann.post(f"/puzzles/{CLASSIC.id}/attempts", {"move": move})
        assert answer.status_code == 422, move
        assert answer.json()["code"] == "refused"
        assert has_refusal or "refusal" not in answer.json()
    assert ann.get(f"/puzzles/{CLASSIC.id}").json()["tried"] == []


def test_everybody_has_the_same_puzzle_today(server: LocalServer) -> None:
    expected = of_the_day(collection("classic"), datetime.now(UTC).date())
    for headers in ({}, server.person().headers):
        asked = server.client.get("/api/v1/puzzles/today", headers=headers).json()
        assert asked["id"] == expected.id
        assert asked["day"] == datetime.now(UTC).date().isoformat()
        assert (asked["you"] is None) is (not headers)


def test_the_stream_gives_what_was_not_tried_and_follows_the_rating(server: LocalServer) -> None:
    ann = server.person()
    ratings, seen = [], set()
    for _ in range(6):
        asked = ann.get("/puzzles/next").json()
        puzzle = next(one for one in collection("classic") if one.id == asked["id"])
        assert asked["id"] not in seen
        seen.add(asked["id"])
        ratings.append(asked["rating"]["rating"])
        tried(ann, puzzle.best[0], puzzle.id)
    assert ratings[-1] > ratings[0], "who solves everything gets harder ones"
    assert ann.get("/puzzles").json()["you"]["attempts"] == 6
    about = ann.get("/puzzles/next", theme="denial").json()["id"]
    assert about in {one.id for one in chosen("classic", "denial")} - seen


def test_what_there_is_not_is_refused(server: LocalServer) -> None:
    ann = server.person()
    assert ann.get("/puzzles/0000000000").status_code == 404
    assert ann.get("/puzzles/next", rule_set="nothing").status_code == 404
    assert ann.get("/puzzles/next", theme="plate").status_code == 404
    assert ann.get("/puzzles/next", theme="nothing").status_code == 422
    assert ann.get("/puzzles/today", rule_set="nothing").status_code == 404
    assert ann.post("/puzzles/0000000000/attempts", {"move": None}).status_code == 404
    assert ann.post(f"/puzzles/{CLASSIC.id}/attempts", {}).status_code == 422
    assert ann.post(f"/puzzles/{CLASSIC.id}/choices", {"so_far": {"source": "nowhere"}}).status_code == 422


def test_the_index_counts_themes_in_the_language_asked_for(server: LocalServer) -> None:
    index = server.client.get("/api/v1/puzzles", params={"language": "fr"}).json()
    english = server.client.get("/api/v1/puzzles").json()

    assert index["count"] == len(collection("classic"))
    assert {one["theme"]: one["count"] for one in index["themes"]} == {
        one["theme"]: one["count"] for one in english["themes"]
    }
    assert index["themes"][0]["title"] != english["themes"][0]["title"]


# -- the store -------------------------------------------------------------------------------------------------------


def test_of_tries_at_the_same_time_one_counts(tmp_path: Path) -> None:
    async def run() -> list[dict[str, Any]]:
        await store.commit(WriteBatch(guests=[{"id": "g", "name": "Ann", "token_hash": "h", "created_at": 1}]))
        moves = [*list(CLASSIC.lost)[:3], CLASSIC.best[0]]
        return await asyncio.gather(*(puzzles.attempt(CLASSIC.id, Guest("g", "Ann"), move) for move in moves))

    store = Store(sqlite_url(tmp_path))
    puzzles = Puzzles(store, lambda _: None)
    answers = asyncio.run(run())
    with store.engine.connect() as connection:
        numbers = list(connection.execute(select(attempt.c.number).order_by(attempt.c.number)).scalars())
    store.close()

    assert sum(answer["rated"] for answer in answers) == 1
    assert numbers == [1, 2, 3, 4]


def test_an_older_database_gets_the_new_table_and_keeps_its_guests(tmp_path: Path) -> None:
    engine = connect(sqlite_url(tmp_path))
    upgrade(engine, "0001")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guest VALUES ('g', 'Ann', 'h', 1)"))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(select(guest.c.name)).scalars().all() == ["Ann"]
        assert connection.execute(select(attempt)).all() == []
    engine.dispose()


def test_ratings_survive_a_restart_and_a_backup(server: LocalServer, tmp_path: Path) -> None:
    ann = server.person()
    rating = tried(ann, CLASSIC.best[0])["you"]["rating"]
    url = sqlite_url(server.service.settings.data)
    backups.backup(url, tmp_path / "copy")
    restored = sqlite_url(tmp_path / "other")
    (tmp_path / "other").mkdir()
    backups.restore(tmp_path / "copy", restored)

    for found in (url, restored):
        store = Store(found)
        index = asyncio.run(Puzzles(store, lambda _: None).index("classic", Guest(ann.id, "Ann")))
        store.close()
        assert index["you"]["rating"] == rating != Rating().rating


def test_a_game_that_is_not_compiled_yet_is_said_to_be(tmp_path: Path) -> None:
    service = Service(settings_in(tmp_path / "data"))
    puzzles = Puzzles(service.store, service.readiness.expect_ready)
    try:
        with pytest.raises(NotReady):
            asyncio.run(puzzles.question(CLASSIC.id, None))
    finally:
        service.store.close()
        service.folder.close()
