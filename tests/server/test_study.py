"""What helps to study over the wire: proofs, odds, positions put together, games brought, statistics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy

import tilewright
from tests.kit.waiting import wait_for
from tests.server.local_server import grade_quickly
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json
from tilewright.server import proof_jobs

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.local_server import LocalServer, Person
    from tilewright.play.game import Game
    from tilewright.server.thinking import Job, Thought


IDLE_SECONDS = 600.0  # seconds: a busy machine is no reason to fail


def late(rule_set: str = "classic", seed: int = 5, players: int = 2, left: int = 8) -> Game:
    """A game late in its first round."""
    game, greedy = tilewright.new_game(rule_set, players, seed=seed), tilewright.bot("greedy")
    while len(game.legal_moves) > left:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def played(rule_set: str = "classic", seed: int = 3, players: int = 2) -> Game:
    game, bots = (
        tilewright.new_game(rule_set, players, seed=seed),
        [tilewright.bot("greedy"), tilewright.bot("random", seed=1)],
    )
    while game.to_move is not None:
        game.play(bots[game.to_move % 2].choose(game.view(game.to_move)).move)
    return game


# -- proofs ------------------------------------------------------------------------------------------


def test_a_round_is_proved_and_says_how_far_it_is(server: LocalServer) -> None:
    """In the process it really runs in: depths come one by one, and then the proof."""
    ann, text = server.person(), late().text
    seen = []

    def is_done() -> bool:
        seen.append(ann.post("/proofs", {"position": text}).json())
        return bool(seen[-1]["state"] == "done")

    wait_for(is_done, "the proof", seconds=IDLE_SECONDS)
    last = seen[-1]
    assert last["proved"]
    assert last["badge"] in ("proved", "proved to the end of the round")
    assert last["move"] == last["variation"][0]
    assert 0 < last["depth"] <= last["plies"]
    assert seen[0]["state"] in ("waiting", "searching")


def test_a_proof_that_is_cancelled_ends_its_search(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "SECONDS", 100_000.0)  # a search that went on would never let another begin
    ann, ben = server.person(), server.person("Ben")
    long, short = tilewright.new_game("classic", seed=5).text, late().text

    def state(person: Person, position: str) -> str:
        return str(person.post("/proofs", {"position": position}).json()["state"])

    wait_for(lambda: state(ann, long) != "waiting", "the search to begin", seconds=IDLE_SECONDS)

    assert ann.client.delete("/api/v1/proofs", headers=ann.headers).status_code == 204
    wait_for(lambda: state(ben, short) == "done", "the only process, for somebody else", seconds=IDLE_SECONDS)


def test_what_cannot_be_proved_is_said(inline_server: LocalServer) -> None:
    ann = inline_server.person()
    for game in (tilewright.new_game("duel", seed=1), tilewright.new_game("classic", 3, seed=1)):
        assert ann.post("/proofs", {"position": game.text}).json()["code"] == "not_now"
    waiting = tilewright.new_game("classic", seed=1, auto_deal=False)
    assert ann.post("/proofs", {"position": waiting.text}).json()["code"] == "not_now"


def test_a_proof_nobody_asks_about_is_given_up(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "IDLE_SECONDS", -1.0)
    ended = asyncio.Event()

    async def ask(_job: Job, **_: object) -> Thought:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()
        raise AssertionError

    monkeypatch.setattr(inline_server.service.proofs._thinking, "ask", ask)
    inline_server.person().post("/proofs", {"position": late().text})
    wait_for(ended.is_set, "the search to end")


# -- odds and positions put together -----------------------------------------------------------------


def test_the_odds_of_the_next_deal_are_told(inline_server: LocalServer) -> None:
    odds = inline_server.person().post("/odds", {"position": tilewright.new_game("classic", seed=5).text}).json()

    assert (odds["drawn"], odds["bag"], odds["short"]) == (20, 80, 0)
    assert sum(one["expected"] for one in odds["colours"]) == pytest.approx(20)
    assert set(odds["colours"][0]["together"]) == {"2", "3", "4"}


def edit(person: Person, position: Any, *edits: tuple[str, Any], fill: bool = False) -> dict[str, Any]:
    asked = {"position": position, "edits": [{"at": at, "put": put} for at, put in edits], "fill": fill}
    found = person.post("/positions/edits", asked)
    assert found.status_code == 200, found.text
    return found.json()


def test_tiles_are_laid_taken_and_counted(inline_server: LocalServer) -> None:
    ann, text = inline_server.person(), tilewright.new_game("classic", seed=5).text

    laid = edit(ann, text, ("/boards/0/lines/2", "R"), ("/boards/0/lines/2", "R"), ("/boards/1/wall/0/0", "K"))
    assert laid["position"]["boards"][0]["lines"][2] == {"spaces": 3, "colour": "R", "count": 2}
    assert laid["position"]["boards"][1]["wall"][0][0] == "B", "a coloured wall takes its own colour"
    assert laid["missing"]["R"] == -2
    assert any("22 red" in fault for fault in laid["faults"])

    whole = edit(ann, laid["position"], ("/boards/1/wall/0/0", None), fill=True)
    assert whole["faults"] == []
    assert set(whole["missing"].values()) == {0}
    assert tilewright.from_text(whole["text"]).as_data() == whole["position"]

    moved = edit(ann, whole["text"], ("/factories/0/R", None), ("/centre", "R"), ("/boards/0/score", 12), ("/turn", 1))
    assert moved["position"]["centre"]["tiles"]["R"] == 1
    assert moved["position"]["scores"][0] == 12


@pytest.mark.parametrize(
    ("rule_set", "edits"),
    [
        ("pavilion", [("/boards/0/hand", "R"), ("/boards/0/stars/2/1", "G"), ("/supply/P", None), ("/centre", "B")]),
        ("duel", [("/boards/1/lines/3", "K"), ("/suns/0", "B"), ("/moons/piles/1", "Y"), ("/boards/0/broken", "T")]),
    ],
)
def test_other_games_are_put_together_too(
    inline_server: LocalServer, rule_set: str, edits: list[tuple[str, Any]]
) -> None:
    ann, game = inline_server.person(), tilewright.new_game(rule_set, seed=5)
    found = edit(ann, game.text, *edits)
    assert found["position"] != game.as_data()
    back = edit(ann, found["position"], fill=True)
    assert set(back["missing"].values()) == {0}


def test_what_cannot_be_laid_by_hand_is_refused(inline_server: LocalServer) -> None:
    ann, text = inline_server.person(), tilewright.new_game("duel", seed=5).text
    wrong: list[tuple[str, Any]] = [
        ("/boards/0/slots/3", "R"),
        ("/nowhere", "R"),
        ("/boards/0/lines/1", "Q"),
        ("/boards/9/lines/1", "R"),
    ]
    wrong += [("/boards/9/score", 3), ("/score", 3), ("/boards/0/dome/1/x", "R"), ("/boards/0/lines/1/2/3", "R")]
    for at, put in wrong:
        found = ann.post("/positions/edits", {"position": text, "edits": [{"at": at, "put": put}]})
        assert found.status_code == 422, at


# -- games from elsewhere ----------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
@pytest.mark.parametrize("write", [write_json, write_plain])
def test_a_record_is_brought_to_a_table_whole(inline_server: LocalServer, rule_set: str, write: Any) -> None:
    ann, game = inline_server.person(), played(rule_set)
    brought = ann.post("/records", {"record": write(game.record(["Ann", "Bo"])), "seat": 1})
    assert brought.status_code == 201, brought.text

    view = ann.view(brought.json()["id"])
    assert (view["status"], view["scores"]) == ("over", list(game.scores))
    assert [(seat["name"], seat["yours"]) for seat in view["seats"]] == [("Ann", False), ("Bo", True)]
    kept = ann.get(f"/tables/{view['id']}/record").text
    assert tilewright.replay(kept).text == game.text
    assert ann.send(view["id"], "rematch", view["seq"]).json()["code"] == "not_now"


def test_what_is_wrong_with_a_record_is_said(inline_server: LocalServer) -> None:
    ann, text = inline_server.person(), write_plain(played().record(["Ann", "Bo"]))
    bad = ann.post("/records", {"record": text.replace("moves: ", "moves: 9B9 ", 1)}).json()
    assert bad["code"] == "bad_request"
    assert "round 1" in bad["detail"]
    assert ann.post("/records", {"record": text, "seat": 3}).json()["where"] == "/seat"


def test_a_cardboard_game_is_typed_in_draw_by_draw(inline_server: LocalServer) -> None:
    ann, game = inline_server.person(), played(seed=4)
    begun = {"rule_set": "classic", "players": 2, "names": ["Ann", "Bo"], "first": game.first}
    events = [event.notation for event in game.events]

    first = ann.post("/records/typed", begun).json()
    assert first["awaiting"] == "deal"
    assert ann.post("/records/typed", begun | {"events": [first["example"]]}).json()["awaiting"] == "move"

    some = ann.post("/records/typed", begun | {"events": events[:6]}).json()
    assert some["events"] == events[:6]
    assert some["choices"]["options"]
    wrong = ann.post("/records/typed", begun | {"events": [*events[:6], "9B9"]}).json()
    assert (wrong["code"], wrong["where"]) == ("refused", "/events/6")

    whole = ann.post("/records/typed", begun | {"events": events}).json()
    assert (whole["awaiting"], whole["scores"]) == ("end", list(game.scores))
    assert tilewright.replay(whole["plain"]).text == tilewright.replay(whole["record"]).text == game.text
    again = ann.post("/records/typed", {"record": some["plain"], "events": events[6:]}).json()
    assert again["plain"] == whole["plain"]


# -- statistics --------------------------------------------------------------------------------------


def counted(person: Person, **asked: Any) -> dict[str, Any]:
    def all_counted() -> Any:
        found = person.post("/statistics", asked)
        assert found.status_code == 200, found.text
        return found.json() if found.json()["counted"] == found.json()["games"] else None

    found: dict[str, Any] = wait_for(all_counted, "everything to be counted")
    return found


def test_a_guests_games_are_added_up(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    grade_quickly(monkeypatch, 50)
    ann = inline_server.person()
    assert counted(ann) == {"games": 0, "counted": 0, "left_out": 0, "luck": False, "statistics": []}
    games = [played(seed=seed) for seed in (3, 4)]
    for game in games:
        ann.post("/records", {"record": write_json(game.record(["Ann", "Bo"])), "seat": 1})

    (found,) = counted(ann)["statistics"]

    assert (found["rule_set"], found["games"], found["finished"]) == ("classic", 2, 2)
    assert found["score"]["mean"] == pytest.approx(sum(game.scores[1] for game in games) / 2)
    assert found["lost_per_move"]["count"] == sum(sheet["moves"] for sheet in found["sheets"])
    assert sum(one["count"] for one in found["lost_by_round"].values()) == found["lost_per_move"]["count"]
    assert found["luck"] is None


def test_luck_is_counted_where_it_is_asked_for(inline_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.server import thinking_process

    grade_quickly(monkeypatch, 20)
    monkeypatch.setattr(thinking_process, "SAMPLES", 2)
    monkeypatch.setattr(thinking_process, "POSITIONS", 20)
    ann = inline_server.person()
    ann.post("/records", {"record": write_json(played().record(["Ann", "Bo"])), "seat": 0})
    (found,) = counted(ann, luck=True)["statistics"]
    assert found["luck"]["count"] == 1
    assert found["sheets"][0]["luck"] is not None


def test_finished_games_are_exported_as_records(inline_server: LocalServer, tmp_path: Path) -> None:
    from tilewright.server.export_games import export_games
    from tilewright.server.store.database import sqlite_url

    ann, game = inline_server.person(), played()
    brought = ann.post("/records", {"record": write_json(game.record(["Ann", "Bo"]))}).json()["id"]
    ann.open("me", "here")  # is not over, and stays where it is
    url = sqlite_url(inline_server.service.settings.data)

    assert export_games(url, tmp_path / "out") == (1, [])
    assert export_games(url, tmp_path / "out") == (0, [])
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == f"{brought}.json"
    assert tilewright.replay(path.read_text()).text == game.text


def test_a_log_that_does_not_replay_keeps_no_other_game_from_being_exported(
    inline_server: LocalServer, tmp_path: Path
) -> None:
    from tilewright.server.export_games import export_games
    from tilewright.server.store.database import connect, sqlite_url

    ann = inline_server.person()
    records = [write_json(played(seed=seed).record(["Ann", "Bo"])) for seed in (3, 4)]
    ids = [ann.post("/records", {"record": record}).json()["id"] for record in records]
    url = sqlite_url(inline_server.service.settings.data)
    engine = connect(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(sqlalchemy.text("delete from event where game = :game and seq = 5"), {"game": ids[0]})
    engine.dispose()

    assert export_games(url, tmp_path / "out") == (1, [ids[0]])
    assert [path.stem for path in (tmp_path / "out").iterdir()] == [ids[1]]
