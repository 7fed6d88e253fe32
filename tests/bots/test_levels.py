"""Levels: ten of them, each stronger than the one below, the lowest weak as people are; and by which names they go."""

from __future__ import annotations

import pytest

import tilewright
from tilewright import games
from tilewright.bots.bot import Budget
from tilewright.bots.levels import Beginner, player_of
from tilewright.bots.names import parse_spec
from tilewright.bots.opponents import LEVELS, Level
from tilewright.bots.thinker import Thinker
from tilewright.core.contract.study import Levels
from tilewright.core.errors import UnknownBot


def levels_of(rule_set: str) -> Levels:
    return games.study(games.rule_set(rule_set)).levels


@pytest.mark.parametrize(("rule_set", "learned"), [("classic", 2), ("pavilion", 2), ("duel", 1)])
def test_only_the_strongest_levels_judge_by_a_net(rule_set: str, learned: int) -> None:
    view = tilewright.new_game(rule_set, seed=3).view(0)
    thinkers = [player for level in range(1, 11) if isinstance(player := player_of(level, 1), Thinker)]

    assert [thinker.has_learned(view) for thinker in thinkers] == [False] * (6 - learned) + [True] * learned
    assert Thinker().has_learned(view)
    assert not Thinker(learned=False).has_learned(view)


def test_a_level_that_has_learned_plays_by_the_net() -> None:
    game = tilewright.new_game("pavilion", seed=3)
    view, positions = game.view(game.to_move or 0), levels_of("pavilion").positions["expert"]
    by_net, by_weights = (Thinker(nodes=positions, seed=1, learned=learned) for learned in (True, False))
    chosen = player_of(9, 1).choose(view).candidates

    assert chosen == by_net.choose(view).candidates
    assert chosen != by_weights.choose(view).candidates


def test_levels_are_ten_and_grow() -> None:
    assert len(LEVELS) == 10
    searching = [level.name for level in LEVELS if level.searches]
    assert len(searching) == 6
    for rule_set in tilewright.rule_sets():
        how = levels_of(rule_set.id)
        assert list(how.positions) == searching
        for judging in (False, True):  # by a net; a level that has one is stronger with fewer positions
            positions = [how.positions[name] for name in searching if (name in how.learned) == judging]
            assert positions == sorted(set(positions))
        assert [name in how.learned for name in searching] == sorted(name in how.learned for name in searching)
        assert how.learned <= set(searching)
    for level in range(1, 11):
        assert player_of(level, 1).name == "thinker"
    for level in (0, 11):
        with pytest.raises(UnknownBot, match="levels are 1 to 10"):
            player_of(level, 1)


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_a_level_looks_at_as_many_positions_as_it_says(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, seed=3)
    view, level = game.view(game.to_move or 0), LEVELS[5]
    said = tilewright.opponents(rule_set)[5].sentence
    choice = tilewright.bot("thinker:6").choose(view)

    assert f"{levels_of(rule_set).positions[level.name]:,}" in said
    assert choice.positions == levels_of(rule_set).positions[level.name]
    assert tilewright.bot("thinker:6").choose(view, Budget(positions=40)).positions == 40


def test_a_beginner_errs_by_its_own_dice() -> None:
    game = tilewright.new_game("classic", seed=3)
    often_wrong = Level("?", misjudges=14.0)
    chosen = {str(Beginner(often_wrong, seed).choose(game.view(0)).move) for seed in range(12)}

    assert len(chosen) > 3
    assert Beginner(often_wrong, 5).choose(game.view(0)) == Beginner(often_wrong, 5).choose(game.view(0))


def test_a_beginner_that_overlooks_everything_looks_at_one_place() -> None:
    game = tilewright.new_game("classic", seed=3)
    view = game.view(0)
    blind = Level("?", overlooks=1.0)
    best_at: dict[str, list[tilewright.Move]] = {}
    for move in view.legal_moves:
        best_at.setdefault(move.parts["source"], []).append(move)
    best_of_each = {str(Beginner(Level("?"), 1)._best(view, moves, None)) for moves in best_at.values()}
    chosen = {str(Beginner(blind, seed).choose(view).move) for seed in range(40)}

    assert chosen == best_of_each


def test_a_beginner_that_overlooks_everything_does_not_pass_for_that() -> None:
    game = tilewright.new_game("pavilion", seed=3)
    greedy = tilewright.bot("greedy", seed=1)
    while not any(move.parts["kind"] == "pass" for move in game.legal_moves) or len(game.legal_moves) < 3:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    view, blind = game.view(game.to_move or 0), Level("?", overlooks=1.0)

    assert all(Beginner(blind, seed).choose(view).move.parts["kind"] != "pass" for seed in range(20))


def test_a_beginner_that_miscounts_does_not_see_what_falls() -> None:
    """Who forgets what falls adds what it costs back; who counts adds nothing."""
    game = tilewright.new_game("classic", seed=3)
    view = game.view(0)
    careless, careful = Level("?", miscounts=1.0), Level("?")
    spilling = [move for move in view.legal_moves if view.forecast(move).fills and view.forecast(move).loses]
    values = [Beginner(careless, 1)._miscounted(view, move) for move in spilling]

    assert spilling
    assert values == [view.forecast(move).loses for move in spilling]
    assert not any(Beginner(careful, 1)._miscounted(view, move) for move in spilling)


# -- opponents by name ----------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_every_rule_set_has_an_opponent_for_each_level(rule_set: str) -> None:
    found = tilewright.opponents(rule_set)

    assert [one.level for one in found] == list(range(1, len(LEVELS) + 1))
    assert len({one.name for one in found}) == len({one.sentence for one in found}) == len(LEVELS)
    for one in found:
        assert parse_spec(one.name) == parse_spec(one.spec)


@pytest.mark.parametrize("rule_set", tilewright.rule_sets(), ids=lambda known: known.id)
def test_who_judges_by_a_net_says_so(rule_set: tilewright.RuleSet) -> None:
    for one, level in zip(tilewright.opponents(rule_set), LEVELS, strict=True):
        assert ("have taught it" in one.sentence) == (level.name in levels_of(rule_set.id).learned)


def test_opponents_are_those_of_a_rule_set() -> None:
    assert tilewright.opponents("duel")[-1].sentence != tilewright.opponents("classic")[-1].sentence
    with pytest.raises(tilewright.UnknownRuleSet):
        tilewright.opponents("chess")
