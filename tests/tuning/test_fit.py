"""Tuning finds weights that are there to be found."""

from __future__ import annotations

from functools import cache

import numpy as np

from tilewright.games.classic.weights import EVALUATION
from tilewright.search.weights_file import read_weights
from tilewright.tuning.fit import Regression, fit, leads
from tilewright.tuning.samples import Plan, Samples, gather, play_some

HAND = read_weights(EVALUATION.data).hand["classic"]
PLAN = Plan("classic", players=2, nodes=30, random_share=0.2, inside=0.0)


def quiet(_: object) -> None:
    """Nobody watches a test."""


@cache
def games() -> Samples:
    return play_some(PLAN, range(60), 1)


def test_positions_come_from_between_rounds_with_the_end_of_their_game() -> None:
    found = games()

    assert (found.states["awaiting"] == 1).all()
    assert found.finals.shape == (len(found.states), 2)
    assert set(found.games) == set(range(60))
    for number in range(60):
        rounds = found.states["round_number"][found.games == number].tolist()
        assert rounds == list(range(1, len(rounds) + 1))


def test_positions_inside_rounds_are_taken_when_asked_for() -> None:
    found = play_some(Plan("duel", players=2, nodes=5, random_share=0.5, inside=0.5), range(2), 1)

    assert set(found.states["awaiting"]) == {0, 1}


def test_the_same_games_whoever_plays_them() -> None:
    few = Plan("classic", players=2, nodes=10, random_share=0.3, inside=0.0)
    together = gather(few, 44, 5, 2, quiet)
    alone = gather(few, 44, 5, 1, quiet)

    assert together.states.tobytes() == alone.states.tobytes()
    assert together.finals.tolist() == alone.finals.tolist()


def test_weights_are_found_again() -> None:
    """Games that ended just as other weights say: the fit goes most of the way from the hand's weights to those.

    Not all of it: with so few games it still trusts the hand a little.
    """
    found = games()
    truth = HAND | {"starter": 3.0, "neighbour": 0.35, "fills": [0.8, 0.7, 0.6, 0.5, 0.3]}
    points, _ = Regression(EVALUATION, HAND).evaluated(truth, found)
    exact = Samples(found.states, found.games, points)

    tuned = fit(EVALUATION, HAND, exact, quiet)

    assert tuned.error_after < 0.6 * tuned.error_before
    assert HAND["starter"] + 0.3 < tuned.numbers["starter"] < 3.2
    assert 0.3 < tuned.numbers["neighbour"] < 0.45


def test_no_weight_falls_below_a_tenth() -> None:
    regression = Regression(EVALUATION, HAND)

    assert regression.within(regression.origin - 100.0).tolist() == (0.1 * regression.origin).tolist()


def test_leads_are_over_the_best_of_the_others() -> None:
    assert leads(np.array([[30.0, 20.0, 25.0]])).tolist() == [[5.0, -10.0, -5.0]]
