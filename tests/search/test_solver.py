"""Proofs: the pruned search, the transposition table and plain working-out must tell the same."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.dice import below, dice
from tilewright.core.verbs import DEAL, END, deal, legal_moves, play, plies_left, set_up
from tilewright.search import round_search
from tilewright.search.max_n import max_n
from tilewright.search.round_search import (
    CUT_SHORT,
    INFINITE,
    LEAVES,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    OPEN_LEAVES,
    Workspace,
    new_transpositions,
    search_round,
)
from tilewright.search.utility import chances_of, lead_of, two_seat_utility, utility_of_lead

FEW = 4
"""Moves left at most, so that plain working-out takes milliseconds."""


@rule
def brute_force(state: Records, most_moves: int, evaluators: Records) -> int:
    """Minimax without any pruning: the utility to seat 0."""
    stack = np.zeros(MOST_PLIES, dtype=state.dtype)
    moves = np.zeros((MOST_PLIES, most_moves), dtype=COUNT)
    left = np.zeros(MOST_PLIES, dtype=np.int64)
    best = np.zeros(MOST_PLIES, dtype=np.int64)
    points = np.zeros(4)
    scratch = np.zeros(1, dtype=state.dtype)
    stack[0] = state[0]
    left[0] = legal_moves(stack[0], moves[0])
    best[0] = INFINITE * (2 * stack[0].to_move - 1)
    level = 0
    while True:
        if left[level] == 0:
            value = best[level]
            level -= 1
            if level < 0:
                return value
        else:
            left[level] -= 1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, left[level]])
            if plies_left(stack[level + 1]) > 0:
                level += 1
                left[level] = legal_moves(stack[level], moves[level])
                best[level] = INFINITE * (2 * stack[level].to_move - 1)
                continue
            value = two_seat_utility(stack[level + 1], scratch, points, evaluators[0])
        if stack[level].to_move == 0:
            best[level] = max(best[level], value)
        else:
            best[level] = min(best[level], value)


@rule
def late_positions(
    found: Records, players: int, choices: Counts, most_moves: int, most_drawn: int, few: int, rng: object
) -> None:
    """Random positions in which a round is nearly drafted."""
    moves = np.zeros(most_moves, dtype=COUNT)
    drawn = np.zeros(most_drawn, dtype=COUNT)
    states = np.zeros(1, dtype=found.dtype)
    state = states[0]
    k = 0
    while k < found.shape[0]:
        set_up(state, players, below(rng, players), choices)
        while state.awaiting != END and k < found.shape[0]:
            if state.awaiting == DEAL:
                deal(state, rng, drawn)
            else:
                bound = plies_left(state)
                if 0 < bound <= few and below(rng, 2) == 0:
                    found[k] = state
                    k += 1
                play(state, moves[below(rng, legal_moves(state, moves))])


def positions(
    rule_set: str, count: int, *, players: int = 2, few: int = FEW, seed: int = 1
) -> tuple[tilewright.Game, Records]:
    game = tilewright.new_game(rule_set, players, seed=1)
    found = np.zeros(count, dtype=game.room.state)
    choices = np.array(game.rule_set.choices, dtype=COUNT)
    late_positions(found, players, choices, game.room.most_moves, game.room.most_drawn, few, dice(seed))
    return game, found


class Solver:
    """The search as the tests use it: to the end of the round, nothing reduced."""

    def __init__(self, game: tilewright.Game) -> None:
        room = game.room
        self.evaluators = evaluator_of(game)
        self.work = Workspace(room.state, room.most_moves, room.actions, new_transpositions(12), self.evaluators)
        self.most_moves = room.most_moves

    def solve(self, state: Records, *, reduce: bool = False, low: int = -INFINITE, high: int = INFINITE) -> int:
        self.work.stack[0] = state[0]
        self.work.counts[:] = 0
        self.work.counts[NODE_LIMIT] = 1 << 40
        self.work.variation[:, 0] = -1
        self.work.killers[:] = -1
        return int(search_round(MOST_PLIES - 1, low, high, reduce, *self.work.arrays()))


@pytest.mark.parametrize(
    ("rule_set", "count"), [("classic", 7000), ("classic-grey", 1000), ("crystal-1", 1000), ("crystal-2", 1000)]
)
def test_ten_thousand_late_positions_agree_with_brute_force(rule_set: str, count: int) -> None:
    game, found = positions(rule_set, count)
    solver = Solver(game)
    wrong = 0
    for k in range(count):
        state = found[k : k + 1]
        solver.work.transpositions[:] = 0  # free walls: other rounds may share a key
        wrong += solver.solve(state) != brute_force(state, solver.most_moves, solver.evaluators)
    assert wrong == 0


def test_a_remembered_table_changes_nothing() -> None:
    """Positions of one round searched one after the other, with what the earlier ones left behind."""
    game, _ = positions("classic", 1)
    solver = Solver(game)
    for seed in range(30):
        game = tilewright.new_game("classic", seed=seed)
        solver.work.transpositions[:] = 0
        while game.round_number == 1:
            if plies_bound(game.state) <= FEW:
                assert solver.solve(game.state) == brute_force(game.state, solver.most_moves, solver.evaluators)
            game.play(game.legal_moves[(seed * 5 + len(game.events)) % len(game.legal_moves)])


@rule
def plies_bound(states: Records) -> int:
    return plies_left(states[0])


def test_a_broken_pruning_rule_is_noticed() -> None:
    """The comparison bites: with a window that is too narrow the values are no longer the truth."""
    game, found = positions("classic", 300)
    solver = Solver(game)
    wrong = 0
    for k in range(len(found)):
        state = found[k : k + 1]
        solver.work.transpositions[:] = 0
        wrong += solver.solve(state, low=-50, high=50) != brute_force(state, solver.most_moves, solver.evaluators)
    assert wrong > 0


def test_max_n_with_two_players_chooses_a_best_move() -> None:
    game, found = positions("classic", 200, few=5)
    solver = Solver(game)
    for k in range(len(found)):
        state = found[k : k + 1]
        counts, utilities = np.zeros(8, dtype=np.int64), np.zeros(4)
        counts[NODE_LIMIT] = 1 << 40
        code = int(max_n(state, solver.most_moves, utilities, counts, solver.evaluators))
        assert code >= 0
        assert 0.0 <= utilities[0] <= 1.0
        assert counts[LEAVES] >= 1
        assert counts[OPEN_LEAVES] <= counts[LEAVES]


def test_max_n_gives_up_at_its_limit() -> None:
    game, found = positions("classic", 1, players=3)
    counts, utilities = np.zeros(8, dtype=np.int64), np.zeros(4)
    counts[NODE_LIMIT] = 2

    assert max_n(found, game.room.most_moves, utilities, counts, evaluator_of(game)) == -1


def test_a_search_stops_at_its_limit_and_says_so() -> None:
    game = tilewright.new_game("classic", seed=1)
    solver = Solver(game)
    solver.work.stack[0] = game.state[0]
    solver.work.counts[NODE_LIMIT] = 500
    search_round(8, -INFINITE, INFINITE, True, *solver.work.arrays())

    assert solver.work.counts[CUT_SHORT] == 1
    assert solver.work.counts[NODES] == 500


def test_the_worth_of_a_lead_is_turned_back_into_the_lead() -> None:
    evaluators = evaluator_of(tilewright.new_game())
    for left in (0.0, 1.0, 4.0):
        for lead in (-31.0, -2.0, 0.0, 0.5, 17.0):
            assert lead_of(int(utility_of_lead(lead, left, evaluators)), left, evaluators) == pytest.approx(
                lead, abs=0.1
            )


def test_a_lead_is_worth_more_when_less_is_to_come() -> None:
    evaluators = evaluator_of(tilewright.new_game())
    utilities = [int(utility_of_lead(8.0, left, evaluators)) for left in (4.0, 3.0, 2.0, 1.0, 0.0)]

    assert utilities == sorted(utilities)
    assert utility_of_lead(-8.0, 2.0, evaluators) == -utility_of_lead(8.0, 2.0, evaluators)


def test_chances_add_up_to_one_and_follow_the_points() -> None:
    chances = np.zeros(4)
    chances_of(np.array([30.0, 40.0, 35.0, 0.0]), 2.0, 3, chances, evaluator_of(tilewright.new_game()))

    assert chances[:3].sum() == pytest.approx(1.0)
    assert chances[1] > chances[2] > chances[0] > 0.0
    assert chances[3] == 0.0


def test_what_is_remembered_comes_back_and_a_torn_entry_does_not() -> None:
    transpositions = new_transpositions(4)
    data = int(round_search.pack(-1234, 1, 9, round_search.AT_LEAST, 77))
    round_search.remember(transpositions, 0x123456789, data)

    assert round_search.recall(transpositions, 0x123456789) == data
    assert round_search.recall(transpositions, 0x123456799) == 0
    transpositions[9, 1] ^= 1 << 20
    assert round_search.recall(transpositions, 0x123456789) == 0
