"""Tree search: the same walks as a tree that holds every move, and what happens when memory is full."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

import tilewright
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiling.compiled import COUNT, Counts, Reals, Records, rule
from tilewright.core.contract.dice import Dice, dice
from tilewright.core.contract.verbs import MAX_PLAYERS, search_moves
from tilewright.search.mcts import TreeSearch
from tilewright.search.mcts_kernel import FIRST_LOOK, NODE, NONE, choose_outcome, priors_of
from tilewright.search.stop import Stop
from tilewright.search.utility import seat_utilities
from tilewright.search.variations import play_one

GAMES = [("classic", 3), ("classic", 4), ("pavilion", 3)]


@rule
def moves_and_priors(states: Records, moves: Counts, priors: Reals, evaluators: Records) -> int:
    n = search_moves(states[0], moves)
    priors_of(states[0], moves, n, priors, evaluators[0])
    return n


@rule
def utilities_of(states: Records, scratch: Records, found: Reals, evaluators: Records) -> None:
    points, chances = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    seat_utilities(states[0], scratch, points, chances, found, evaluators[0])


@rule
def outcome_chosen(trees: Records, nodes: Records, rng: Dice) -> int:
    return choose_outcome(trees[0], nodes, 0, rng)


@dataclass
class Naive:
    """A position with all that follow it."""

    states: Records
    prior: np.float32 = field(default_factory=lambda: np.float32(1))
    visits: int = 0
    total: np.ndarray = field(default_factory=lambda: np.zeros(MAX_PLAYERS, dtype=np.float32))
    children: dict[int, Naive] = field(default_factory=dict)

    def expand(self, most_moves: int, evaluators: Records) -> None:
        moves, priors = np.zeros(most_moves, dtype=COUNT), np.zeros(most_moves)
        for k in range(moves_and_priors(self.states, moves, priors, evaluators)):
            after = self.states.copy()
            play_one(after, int(moves[k]))
            self.children[int(moves[k])] = Naive(after, np.float32(priors[k]))

    def chosen(self, explore: float) -> Naive:
        mover, effort = int(self.states[0].to_move), explore * math.sqrt(self.visits + 1)
        at_first = float(self.total[mover]) / max(1, self.visits) - FIRST_LOOK

        def score(child: Naive) -> float:
            known = float(child.total[mover]) / child.visits if child.visits else at_first
            return known + effort * float(child.prior) / (1 + child.visits)

        return max(self.children.values(), key=score)


def naive_visits(game: tilewright.Game, evaluators: Records, simulations: int) -> dict[int, int]:
    root, found = Naive(game.state.copy()), np.zeros(MAX_PLAYERS)
    for _ in range(simulations):
        path = [root]
        while path[-1] is root or path[-1].visits > 0:
            if not path[-1].children:
                path[-1].expand(game.room.moves.most, evaluators)
            path.append(path[-1].chosen(float(evaluators[0].weights.explore)))
        utilities_of(path[-1].states.copy(), path[-1].states.copy(), found, evaluators)
        for node in path:
            node.visits += 1
            node.total += found
    return {move: child.visits for move, child in root.children.items()}


@pytest.mark.parametrize(("rule_set", "players"), GAMES)
def test_moves_that_wait_as_edges_change_nothing(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=4)
    evaluators = evaluator_of(game)
    tried = TreeSearch(game.room, [evaluators]).search(game.state, 300, 1, Stop())
    assert {move: one.visits for move, one in tried.items()} == naive_visits(game, evaluators, 300)


@pytest.mark.parametrize(("rule_set", "players"), [*GAMES, ("duel", 2)])
@pytest.mark.parametrize("size", [3, 40])
def test_a_full_tree_is_searched_on(rule_set: str, players: int, size: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=4)
    search = TreeSearch(game.room, [evaluator_of(game)], size)
    tried = search.search(game.state, 2_000, 1, Stop())
    assert search.positions() == 2_000
    assert search.simulators[0].tree.used <= size
    assert len(tried) > 2
    assert sum(one.visits for one in tried.values()) == 2_000


def test_moves_that_were_not_tried_are_told_too() -> None:
    game = tilewright.new_game("classic", 4, seed=4)
    search = TreeSearch(game.room, [evaluator_of(game)])
    tried = search.search(game.state, 10, 1, Stop())
    visited = [one for one in tried.values() if one.visits]
    assert 0 < len(visited) <= 10 < len(tried)
    for move in tried:
        points, chances = search.means(game.state, move)
        assert len(points) == 4
        assert sum(chances) == pytest.approx(1.0)


def test_a_second_search_counts_anew() -> None:
    game = tilewright.new_game("classic", 3, seed=4)
    search = TreeSearch(game.room, [evaluator_of(game)])
    for _ in range(2):
        search.search(game.state, 200, 1, Stop())
        assert sum(one.simulations for one in search.simulators[0].tree.first_moves) == 200


def test_of_outcomes_that_were_seen_the_rarest_comes_next() -> None:
    game = tilewright.new_game("duel", seed=4)
    trees, nodes = TreeSearch(game.room, [evaluator_of(game)]).simulators[0].trees, np.zeros(4, dtype=NODE)
    nodes[0]["children"], nodes[0]["first_child"] = 3, 1
    nodes[1:]["visits"], nodes[1:]["sibling"] = (4, 1, 7), (2, 3, NONE)

    assert outcome_chosen(trees, nodes, dice(1)) == 2
