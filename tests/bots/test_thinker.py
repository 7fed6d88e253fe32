"""The thinker: within its budget, repeatable by positions, honest about what it knows."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

import tilewright
from tests.kit.builders import position
from tilewright.bots.bot import ESTIMATE, PROVED, PROVED_ROUND
from tilewright.bots.levels import LEVELS, Beginner, player_of
from tilewright.bots.thinker import Thinker
from tilewright.core.errors import BadArgument, IllegalMove, UnknownBot
from tilewright.search.trees import TreeSearch

SEATS = [(known.id, players) for known in tilewright.rule_sets() for players in known.players]


def late(seed: int, *, plies: int, rule_set: str = "classic", players: int = 2) -> tilewright.Game:
    """A round of greedies, stopped when few moves are left."""
    from tilewright.search.rounds import bound_of

    game = tilewright.new_game(rule_set, players, seed=seed)
    greedy = tilewright.bot("greedy", seed=seed)
    while bound_of(game.state) > plies or len(game.legal_moves) < 2:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_it_plays_every_rule_set_and_number_of_players(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=5)
    thinker = Thinker(nodes=60, seed=1)
    other = tilewright.bot("greedy")
    for _ in range(30):
        if game.to_move is None:
            break
        player = thinker if game.to_move == 0 else other
        choice = player.choose(game.view(game.to_move))
        assert choice.move in game.legal_moves
        if choice.chances:
            assert sum(choice.chances) == pytest.approx(1.0)
            assert len(choice.points) == players
        game.play(choice.move)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic-grey", 3), ("duel", 2), ("pavilion", 2)])
def test_the_same_positions_give_the_same_choice(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=8)
    view = game.view(game.to_move or 0)

    first, second = (Thinker(nodes=400, seed=3).choose(view) for _ in range(2))

    assert (first.move, first.variation, first.points) == (second.move, second.variation, second.points)


def test_a_late_round_is_proved_and_the_line_is_legal() -> None:
    game = late(3, plies=5)
    choice = Thinker(nodes=1_000_000).choose(game.view(game.to_move or 0))

    assert choice.badge in (PROVED_ROUND, PROVED)
    assert choice.positions > 0
    again = tilewright.from_text(game.text, auto_deal=False)
    for notation in choice.variation:
        again.play(notation)


def test_an_opening_is_an_estimate() -> None:
    game = tilewright.new_game("classic", seed=3)

    assert Thinker(nodes=500).choose(game.view(0)).badge == ESTIMATE


def test_every_move_is_judged_and_none_is_better_than_the_best() -> None:
    game = tilewright.new_game("classic", seed=3)
    choice = Thinker(nodes=30_000).appraise(game.view(0))
    leads = [one.points[0] - one.points[1] for one in choice.candidates]

    assert leads == sorted(leads, reverse=True)
    assert str(choice.move) == str(choice.candidates[0].move)
    assert len(choice.candidates) > 30


def test_a_single_move_needs_no_thought() -> None:
    """B19: only the floor is open to the only tiles there are."""
    walls = {0: ".Y... ..Y.. ...Y. ..... ....."}
    game = position(walls=walls, lines={0: "- - - B1 R1"}, factories="YY")

    choice = Thinker(seconds=5).choose(game.view(0))

    assert (str(choice.move), choice.positions) == ("1YF", 0)


def test_where_nobody_is_to_move_there_is_nothing_to_think_about() -> None:
    view = tilewright.new_game("classic", auto_deal=False).view(0)

    for think in (Thinker().choose, Thinker().appraise):
        with pytest.raises(IllegalMove, match="nobody is to move"):
            think(view)


def test_it_can_be_cancelled() -> None:
    game = tilewright.new_game("classic", 4, seed=3)
    thinker = Thinker(nodes=1 << 40)
    timer = threading.Timer(0.5, thinker.cancel)
    timer.start()
    began = time.monotonic()
    choice = thinker.choose(game.view(0))
    timer.cancel()

    assert choice.move in game.legal_moves
    assert time.monotonic() - began < 60, "the tree alone would fill for minutes"


def test_it_reports_progress() -> None:
    told: list[str] = []
    game = tilewright.new_game("classic", seed=3)
    Thinker(nodes=5_000).choose(game.view(0), told.append)

    assert told[0].startswith("depth 1: ")
    assert len(told) >= 3


def test_two_threads_find_a_move_too() -> None:
    for rule_set, players in (("classic", 2), ("classic", 3)):
        game = tilewright.new_game(rule_set, players, seed=3)
        choice = Thinker(nodes=4_000, threads=2).choose(game.view(0))
        assert choice.move in game.legal_moves


def test_the_tree_is_kept_between_moves() -> None:
    """After the expected moves the search goes on where it was, instead of starting anew."""
    game = tilewright.new_game("classic", 3, seed=3)
    thinker = Thinker(nodes=3_000, seed=1)
    choice = thinker.choose(game.view(0))
    for notation in choice.variation[:3]:
        game.play(notation)
    thinker.choose(game.view(game.to_move or 0))
    tree = thinker.trees.trees[0]

    assert tree.nodes[int(tree.counts[7])].visits > 3_000


@pytest.mark.parametrize("arguments", [{"seconds": 0.0}, {"nodes": -1}, {"threads": 0}, {"seconds": -2.0}])
def test_an_impossible_budget_is_refused(arguments: dict[str, float]) -> None:
    with pytest.raises(BadArgument):
        Thinker(**arguments)  # type: ignore[arg-type]


def test_levels_are_ten_and_grow() -> None:
    assert len(LEVELS) == 10
    assert [level.nodes for level in LEVELS] == sorted(level.nodes for level in LEVELS)
    for level in range(1, 11):
        assert player_of(level, 1).name == "thinker"
    for level in (0, 11):
        with pytest.raises(UnknownBot, match="levels are 1 to 10"):
            player_of(level, 1)


def test_a_beginner_errs_by_its_own_dice() -> None:
    game = tilewright.new_game("classic", seed=3)
    chosen = {str(Beginner(14.0, seed).choose(game.view(0)).move) for seed in range(12)}

    assert len(chosen) > 3
    assert Beginner(14.0, 5).choose(game.view(0)) == Beginner(14.0, 5).choose(game.view(0))


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("thinker:11", "levels are 1 to 10"),
        ("thinker:5@1s", "a level, or a limit and weights of its own, not both"),
        ("greedy:3", "does not think"),
        ("thinker@", "is not an opponent"),
    ],
)
def test_a_wrong_spec_is_refused(spec: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=reason):
        tilewright.bot(spec)


def test_a_thinker_is_asked_for_by_name() -> None:
    assert isinstance(tilewright.bot("thinker", seconds=0.2), Thinker)
    assert isinstance(tilewright.bot("thinker@500n"), Thinker)
    assert isinstance(tilewright.bot("thinker", level=2), Beginner)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic", 3), ("pavilion", 2), ("duel", 2)])
def test_code_is_loaded_before_the_clock_runs(rule_set: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a new machine compiling takes far longer than a move may: it must not eat the time to think."""
    seen: list[object] = []
    search, clock = TreeSearch.search, Thinker._clock

    def searching(self: TreeSearch, states: Any, node_limit: int, seed: int) -> Any:
        seen.append(node_limit)
        return search(self, states, node_limit, seed)

    def watching(self: Thinker) -> Any:
        seen.append("clock")
        return clock(self)

    monkeypatch.setattr(TreeSearch, "search", searching)
    monkeypatch.setattr(Thinker, "_clock", watching)
    game = tilewright.new_game(rule_set, players, seed=2)
    thinker = Thinker(seconds=0.05)

    first = thinker.choose(game.view(game.to_move or 0))
    thinker.choose(game.view(game.to_move or 0))

    assert seen[:2] == [1, "clock"]
    assert seen.count(1) == 1
    assert first.positions > 1
