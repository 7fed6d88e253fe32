"""The variation that a search tells ends where its value was found: so its points and its winners are true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tilewright
from tests.kit.builders import position
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiling.compiled import Reals, Records, rule
from tilewright.search.alphabeta import RoundSearch, SearchResult, bound_of
from tilewright.search.alphabeta_kernel import follow_variation
from tilewright.search.stop import Stop
from tilewright.search.utility import two_seat_utility
from tilewright.search.variations import play_one

ROUND_SEARCHED = ("classic", "classic-grey", "crystal-1", "crystal-2", "pavilion", "pavilion-mono")


@rule
def judge(states: Records, points: Reals, evaluators: Records) -> int:
    """The utility of ``states[0]`` to seat 0, and the points of both seats; ``states[1]`` is spoiled."""
    return two_seat_utility(states[0], states[1:2], points, evaluators[0])


def assert_true_at_the_end(game: tilewright.Game, found: SearchResult, evaluators: Records) -> None:
    """Play the variation by the rules of the game, and judge where it leads."""
    end = game.copy()
    end.auto_deal = False
    for code in found.variation:
        (move,) = [move for move in end.legal_moves if move.code == code]
        end.play(move)
    points = np.zeros(4)
    utility = judge(np.concatenate([end.state, end.state]), points, evaluators)

    assert found.utility == utility, (game.text, found)
    assert found.points == points[:2].tolist()
    if end.awaiting == "end":
        assert found.points == list(end.scores)
        assert found.chances == [(seat in end.winners) / len(end.winners) for seat in (0, 1)]


def some_positions(rule_set: str) -> list[tilewright.Game]:
    """Positions of a greedy game in which there is a choice while tiles are drafted: some, and the last of all."""
    game, greedy = tilewright.new_game(rule_set, seed=4), tilewright.bot("greedy", seed=4)
    found = []
    while game.to_move is not None:
        if bound_of(game.state) > 0 and len(game.legal_moves) > 1:
            found.append(game.copy())
        game.play(greedy.choose(game.view(game.to_move)).move)
    return found[:-6:5] + found[-6:]


def every_depth(search: RoundSearch, game: tilewright.Game, limit: int) -> list[SearchResult]:
    """The best move of each depth."""
    found: list[SearchResult] = []
    search.best(game.state, limit, Stop(), progress=lambda one: found.append(replace(one)))
    return found


@pytest.mark.parametrize("rule_set", ROUND_SEARCHED)
def test_a_variation_ends_where_its_value_was_found(rule_set: str) -> None:
    """At every depth, for the best move and for all; most come in part out of memory."""
    games = some_positions(rule_set)
    evaluators = evaluator_of(games[0])
    search = RoundSearch(games[0].room, [evaluators])
    variations = ends = 0
    for game in games:
        for limit in (500, 4_000):
            for one in (*every_depth(search, game, limit), *search.every_move(game.state, limit, Stop()).values()):
                assert_true_at_the_end(game, one, evaluators)
                variations, ends = variations + 1, ends + one.is_final
    assert variations > 300
    assert ends > 10 or rule_set != "classic"  # elsewhere tiles are still to be placed


def late(factories: str) -> tilewright.Game:
    """A round that is soon over."""
    return position(factories=factories, lines={0: "- Y1 - - -", 1: "R1 - - - -"}, round_number=2)


@pytest.mark.parametrize("by", ["anything", "others"])
def test_a_variation_that_was_overwritten_is_not_believed(by: str) -> None:
    """It made way for a newer one, or the entry that names it is of another thread. Then its position is searched."""
    game = late("BBYK RRYW - WKKB -")
    evaluators, anything = evaluator_of(game), np.random.default_rng(1)
    search = RoundSearch(game.room, [evaluators])
    truth = search.best(game.state, 1 << 40, Stop())
    for _ in range(20):
        kept = search.main.work.variations
        random = anything.integers(-1, game.room.moves.actions, kept.shape)
        kept[:] = np.roll(kept, 1, axis=0) if by == "others" else random
        found = search.best(game.state, 1 << 40, Stop(), fresh=False)

        assert found.utility == truth.utility
        assert_true_at_the_end(game, found, evaluators)


@rule
def follow(workspaces: Records, utility: int, evaluators: Records) -> bool:
    return follow_variation(workspaces[0], 0, 0, utility, evaluators[0])


def test_a_variation_with_a_move_that_is_not_possible_is_not_followed() -> None:
    """Even where playing it all the same would lead to the value that is remembered."""
    game = late("BBYK RRYW - WKKB -")
    taken = game.parse("1B1").code
    game.play("1B1")
    search = RoundSearch(game.room, [evaluator_of(game)])
    search.begin(game.state, 1, Stop(), fresh=True)
    main = search.main
    for code, is_possible in ((game.legal_moves[0].code, True), (taken, False)):
        main.work.variations[0, :2] = code, -1
        after = np.concatenate([game.state, game.state])
        play_one(after, code)

        assert follow(main.workspaces, judge(after, np.zeros(4), main.evaluators), main.evaluators) == is_possible
        assert main.variation == ([code] if is_possible else [])


def test_moves_remembered_of_another_factory_with_the_same_tiles_are_not_told() -> None:
    """Positions that differ in the order of factories have one key, but their moves are numbered otherwise."""
    game = late("BBYK BBYK RRWW - -")
    search = RoundSearch(game.room, [evaluator_of(game)])
    for source in (1, 2):
        after = game.copy()
        after.play(f"{source}B1")
        found = search.best(after.state, 1 << 40, Stop(), fresh=source == 1)

        assert_true_at_the_end(after, found, search.main.evaluators)


def test_a_round_is_remembered_from_the_first_question_on() -> None:
    game = late("BBYK RRYW - WKKB -")
    search = RoundSearch(game.room, [evaluator_of(game)])
    first = search.best(game.state, 1 << 40, Stop())
    again = search.best(game.state, 1 << 40, Stop(), fresh=False)

    assert (again.utility, again.points) == (first.utility, first.points)
    assert again.nodes < first.nodes / 2
    assert search.best(game.state, 1 << 40, Stop()).nodes == first.nodes
