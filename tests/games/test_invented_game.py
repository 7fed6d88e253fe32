"""A game of another package is played, served, reviewed and posed as a puzzle. Nothing outside its folder names it."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from fastapi.testclient import TestClient

import tilewright
from tests.bots.test_simple import play
from tests.cli.inside import run
from tests.server.conftest import ORIGIN, settings_in
from tests.server.local_server import LocalServer, grade_quickly
from tests.training.test_loop import PLAN
from tilewright import games
from tilewright.bots.bot import ESTIMATE
from tilewright.bots.thinker import Thinker
from tilewright.cli.analysis import tellings
from tilewright.core.errors import BadArgument, BadGame, UnknownRuleSet
from tilewright.envs.names import env_id
from tilewright.play.schema import schemas
from tilewright.puzzles import sentences
from tilewright.puzzles.examining import examine
from tilewright.puzzles.looks import Panel
from tilewright.review.analysis import review
from tilewright.review.grades import KINDS, PLAYED, Fact, error_of
from tilewright.review.odds import draw_odds
from tilewright.review.statistics import statistics
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service
from tilewright.training.loop import Loop

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PACKAGE = "tests.games.invented"
PUZZLE = (
    "pluck 2 | round 2 first 1 turn 0 move | piles BRB W W W Y W | bag - | box W5 Y8 B7 R8 | "
    "score 53 last 0 | score 54 last 2"
)
"""Blue on top uncovers red for the other; yellow leaves an even number of white tiles to be taken first."""

EMPTY_PILE = PUZZLE.replace("BRB W", "BRB -").replace("box W5", "box W6").replace("score 53", "score 54")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known to this module alone: other tests go through all games there are."""
    monkeypatch.setattr(games, "_packages", dict(games._packages))
    monkeypatch.setattr(games, "_rule_sets", dict(games._rule_sets))
    games.register(PACKAGE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A running server."""
    service = Service(settings_in(tmp_path / "data"))
    service.limits.off = True
    with TestClient(make_app(service), base_url=ORIGIN) as client:
        yield LocalServer(client, service)


# -- the door ---------------------------------------------------------------------------------------


@pytest.mark.rules
def test_it_is_one_of_the_games() -> None:
    assert [known.id for known in tilewright.rule_sets()][-1] == "pluck"
    assert games.register(PACKAGE) == (games.rule_set("pluck"),), "once is enough"
    assert "take the top tile of a pile" in run("rules", "pluck").stdout
    assert [one.sentence for one in tilewright.opponents("pluck")][5] == "looks at 10 ways to take the piles"
    assert env_id("pluck") == "tilewright/pluck-v1"
    assert {"kind", "pile"} == schemas()["pluck"]["$defs"]["move"]["oneOf"][0]["properties"].keys()


@pytest.mark.rules
def test_what_cannot_be_registered_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadGame, match=r"tests\.games\.nothing is no game: No module named"):
        games.register("tests.games.nothing")
    with pytest.raises(BadGame, match=r"tests\.play is no game"):
        games.register("tests.play")
    monkeypatch.setitem(games._packages, "pluck", "somewhere.else")
    with pytest.raises(BadGame, match=r"somewhere\.else has the rule set 'pluck'"):
        games.register(PACKAGE)
    monkeypatch.delitem(games._rule_sets, "pluck")
    with pytest.raises(BadGame, match=r"somewhere\.else is called 'pluck'"):
        games.register(PACKAGE)


@pytest.mark.rules
def test_what_nobody_registered_is_unknown_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(games._rule_sets, "pluck")
    for asked in (tilewright.new_game, tilewright.opponents, games.rule_set, env_id):
        with pytest.raises(UnknownRuleSet, match="no rule set 'pluck': there are classic, "):
            asked("pluck")
    with pytest.raises(UnknownRuleSet):
        error_of(ESTIMATE, "pluck", 2)


@pytest.mark.rules
def test_a_rule_set_that_nobody_measured_is_named() -> None:
    assert games.study(games.rule_set("pluck")).of("pluck") == games.study(games.rule_set("pluck")).measured["pluck"]
    with pytest.raises(UnknownRuleSet, match="nothing was measured for 'plock': there is pluck"):
        games.study(games.rule_set("pluck")).of("plock")


@pytest.mark.rules
def test_entry_points_are_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process does when it first looks for installed games."""
    asked = []

    def entry_points(group: str) -> list[EntryPoint]:
        asked.append(group)
        return [EntryPoint("pluck", PACKAGE, group)]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    monkeypatch.setattr(games, "_packages", {**games._packages})
    monkeypatch.setattr(games, "_rule_sets", {**games._rule_sets})
    monkeypatch.delitem(games._packages, "pluck")
    monkeypatch.delitem(games._rule_sets, "pluck")
    games._take_in_installed.__wrapped__()
    assert asked == ["tilewright.games"]
    assert games.rule_set("pluck").room == "pluck"


def test_an_installed_game_is_known_to_every_process(tmp_path: Path) -> None:
    about = tmp_path / "pluck-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pluck\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{games.GROUP}]\npluck = {PACKAGE}\n")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    said = subprocess.run(
        [sys.executable, "-m", "tilewright", "opponents", "pluck"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "ways to take the piles" in said.stdout


def test_nothing_outside_its_folder_names_it() -> None:
    plays_it = ROOT / "tests/core/test_plain_compiling.py"  # because it compiles quickly
    own = {Path(__file__), plays_it, *(ROOT / "tests/games/invented").iterdir()}
    for path in (*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("*.toml")):
        if path not in own:
            assert "pluck" not in path.read_text(), path


# -- play -------------------------------------------------------------------------------------------


def test_it_is_played_recorded_and_replayed() -> None:
    game = tilewright.new_game("pluck", seed=3)
    while game.awaiting != "end":
        before, number = game.as_data(), len(game.events)
        assert tilewright.from_text(game.text, auto_deal=False).text == game.text
        assert tilewright.from_data(before) == game.before(number)
        assert game.room.positions.faults(game.state[0]) == []
        game.play(game.legal_moves[number % len(game.legal_moves)])
        for k in range(number, len(game.events)):
            before = game.room.effects.kinds.apply(before, game.effects(k))
        assert before == game.as_data()

    assert sum(game.scores) == 9 * (1 + 2 + 4 + 7) + 2 * 2
    assert [sum(game.breakdown(seat).values()) for seat in (0, 1)] == list(game.scores)
    assert tilewright.replay(game.record(["Ann", "Bo"])) == game


def test_refusals_and_odds_are_those_of_the_game() -> None:
    game = tilewright.from_text(EMPTY_PILE, auto_deal=False)
    with pytest.raises(tilewright.IllegalMove, match="pile 2 is empty"):
        game.play("2")
    assert [option.value for option in game.choices().options if option.legal] == list("13456")
    odds = draw_odds(tilewright.new_game("pluck", seed=1))
    assert odds is not None
    assert (odds.drawn, odds.places) == (18, [3] * 6)


def test_bots_think_about_it() -> None:
    game = tilewright.from_text(PUZZLE, auto_deal=False)
    assert str(tilewright.bot("greedy").choose(game.view(0)).move) == "1"
    assert str(Thinker(nodes=3_000).choose(game.view(0)).move) == "5"
    for level in ("newcomer", "sharp"):
        assert tilewright.bot(level, seed=1).choose(game.view(0)).move in game.legal_moves


def test_what_has_nothing_to_learn_is_not_trained(tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match="pluck has no nets to learn"):
        Loop(tmp_path, msgspec.structs.replace(PLAN, rule_set="pluck"))


# -- study ------------------------------------------------------------------------------------------


def test_it_is_reviewed_and_added_up() -> None:
    record = play("pluck", ["greedy", "random"], 4).record(["Ann", "Bo"])
    graded, _ = review(record, Thinker(nodes=60))
    told = [telling.reason() for telling in tellings(record, graded)]
    [found] = statistics("Ann", [("a game", record)], nodes=60)

    assert len(graded) >= 30, "all but those without a choice"
    assert {fact.kind for one in graded for fact in one.facts} <= set(KINDS)
    assert any(told)
    assert (found.games, found.lost_per_move.count) == (1, sum(one.seat == 0 for one in graded))
    assert (found.floor.mean, found.bonuses.mean) == (0.0, tilewright.replay(record).breakdown(0)["last"])
    assert found.strength is None, "nobody measured what levels lose"


def test_what_a_move_completes_is_told_in_its_words() -> None:
    record = play("pluck", ["greedy", "random"], 4).record(["Ann", "Bo"])
    graded, _ = review(record, Thinker(nodes=20), seat=0)
    fact = Fact("bonus", PLAYED, 1, ("1",), points=2, name="last")

    assert tellings(record, graded)[0].fact(fact) == "Bo takes the last tile of the round, worth 2"


def test_it_is_posed_as_a_puzzle() -> None:
    puzzle = examine(tilewright.from_text(PUZZLE, auto_deal=False), Panel("pluck"), "by hand")

    assert puzzle is not None
    assert (puzzle.rule_set, puzzle.best, puzzle.badge, puzzle.margin) == ("pluck", ["5"], "proved", 2.0)
    assert puzzle.question().legal_moves
    assert puzzle.is_right("5")
    assert "1" in puzzle.refutations
    for theme in puzzle.themes:
        assert sentences.told(theme)


# -- served -----------------------------------------------------------------------------------------


def test_it_is_served(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    grade_quickly(monkeypatch, 20)
    ann, ben, table = server.two_at_a_table("pluck")
    listed = {one["id"]: one for one in ann.get("/rule-sets").json()}
    assert listed["pluck"]["ready"]
    assert ann.get("/opponents?rule_set=pluck").json()[0]["name"] == "thinker:1"

    view = ann.view(table) if ann.view(table)["legal"] else ben.view(table)
    assert view["position"]["rule_set"] == "pluck"
    assert {choice["target"] for choice in view["choices"]["options"]} == {f"/piles/{k}" for k in range(6)}
    mover = ann if ann.view(table)["legal"] else ben
    mover.play_first(table)
    assert sum(ben.view(table)["scores"]) > 0
    assert any("takes" in event["text"] for event in ben.view(table)["events"] if event.get("text"))


def test_its_positions_are_put_together(server: LocalServer) -> None:
    edits = [{"at": "/piles/0", "put": None}, {"at": "/boards/0/score", "put": 57}]
    found = server.person().post("/positions/edits", {"position": PUZZLE, "edits": edits, "fill": True})
    assert found.status_code == 200, found.text
    assert found.json()["position"]["piles"][0] == ["B", "R", None]
