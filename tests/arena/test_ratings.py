"""Shares, ratings and the sequential test on data whose answers are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tilewright.arena.ratings import Comparison, Gate, bradley_terry, expected_score, log_likelihood_ratio, share


def duel(wins: int, losses: int, ties: int = 0) -> list[Comparison]:
    scores = [1.0] * wins + [0.0] * losses + [0.5] * ties
    return [Comparison(seed, 0, 1, score) for seed, score in enumerate(scores)]


def test_three_wins_of_four_are_191_elo() -> None:
    found = bradley_terry(2, duel(3000, 1000)).difference(0, 1)
    assert found.value == pytest.approx(190.8, abs=0.2)
    # se of the log odds is 1 / sqrt(n p q)
    half = 1.959964 / math.sqrt(4000 * 0.75 * 0.25) * 400 / math.log(10)
    assert found.high - found.value == pytest.approx(half, rel=0.01)
    assert found.value - found.low == pytest.approx(half, rel=0.01)


def test_a_tie_is_half_a_win() -> None:
    with_ties = bradley_terry(2, duel(50, 30, 20)).difference(0, 1)
    without = bradley_terry(2, duel(60, 40)).difference(0, 1)
    assert with_ties.value == pytest.approx(without.value)
    assert with_ties.high - with_ties.low < without.high - without.low


def test_ratings_of_three_add_up_and_centre_on_zero() -> None:
    rng = np.random.default_rng(1)
    truth = [150.0, 0.0, -150.0]
    seen = [
        Comparison(seed, a, b, float(rng.random() < expected_score(truth[a] - truth[b])))
        for seed in range(1500)
        for a, b in ((0, 1), (1, 2), (0, 2))
    ]
    found = bradley_terry(3, seen)
    assert found.elo.sum() == pytest.approx(0, abs=1e-9)
    for k in range(3):
        assert abs(found.elo[k] - truth[k]) < 1.5 * found.error(k)
        assert 5 < found.error(k) < 20


def test_who_never_lost_is_not_infinitely_strong_and_not_certain() -> None:
    found = bradley_terry(2, duel(100, 0)).difference(0, 1)
    assert 800 < found.value < 1000
    assert 300 < found.value - found.low < 500


def test_games_on_one_seed_count_once() -> None:
    """Copying every game of a seed must not make anybody surer."""
    once = duel(60, 40)
    copied = [c for c in once for _ in range(10)]
    narrow, wide = bradley_terry(2, copied), bradley_terry(2, once)
    assert narrow.error(0) == pytest.approx(wide.error(0), rel=0.05)


def test_error_bars_cover_the_truth_in_95_of_100_matches() -> None:
    rng = np.random.default_rng(7)
    inside = inside_share = 0
    for _ in range(200):
        luck = rng.normal(0, 150, size=100)  # seeds that favour one side in both games
        scores = rng.random((100, 2)) < 1 / (1 + 10 ** (-(60 + luck[:, None]) / 400))
        seen = [Comparison(seed, 0, 1, float(s)) for seed in range(100) for s in scores[seed]]
        found = bradley_terry(2, seen).difference(0, 1)
        mean = 0.5716  # of the mixture, by integration
        truth = 400 * math.log10(mean / (1 - mean))
        inside += found.low <= truth <= found.high
        estimate = share([float(pair.mean()) for pair in scores])
        inside_share += estimate.low <= mean <= estimate.high
    assert 0.91 <= inside / 200 <= 0.99
    assert 0.91 <= inside_share / 200 <= 0.99


def test_share_counts_pairs() -> None:
    lone = share([1.0] * 50 + [0.0] * 50)
    assert lone.value == 0.5
    assert [lone.low, lone.high] == pytest.approx([0.404, 0.596], abs=0.002)
    steady = share([0.5] * 100)
    assert steady.high - steady.low < 0.03


def test_a_perfect_share_is_not_certain() -> None:
    found = share([1.0] * 50)
    assert found.value == found.high == 1.0
    assert found.low == pytest.approx(0.929, abs=0.001)
    assert share([0.5]).low < 0.25


def best_likelihood(won: int, tied: int, lost: int, mean: float) -> float:
    """The likeliest chances of the three results with this mean, by trying them."""
    best = -math.inf
    for tie in np.linspace(1e-4, 0.2, 20_000):
        win = mean - tie / 2
        best = max(best, won * math.log(win) + tied * math.log(tie) + lost * math.log(1 - win - tie))
    return best


def test_sprt_known_value() -> None:
    """540-20-440 tells 20 Elo from 0: 4.22 by the usual normal approximation, a hundredth less exactly."""
    found = log_likelihood_ratio({1.0: 540, 0.5: 20, 0.0: 440}, 0, 20)
    assert found == pytest.approx(4.22, rel=0.01)
    exactly = best_likelihood(540, 20, 440, expected_score(20)) - best_likelihood(540, 20, 440, 0.5)
    assert found == pytest.approx(exactly, abs=1e-3)
    assert log_likelihood_ratio({1.0: 440, 0.5: 20, 0.0: 540}, -20, 0) == pytest.approx(-found)
    assert list(Gate(0, 20).bounds) == pytest.approx([-2.944, 2.944], abs=0.001)


def test_pairs_say_more_than_their_games_when_seats_matter() -> None:
    """Where the seat decides most games, pairs are even and the small surplus is seen sooner."""
    pairs = log_likelihood_ratio({0.5: 460, 1.0: 40}, 0, 20)
    games = log_likelihood_ratio({1.0: 540, 0.0: 460}, 0, 20)
    assert pairs > 3 * games > 0


def test_a_gate_errs_as_seldom_as_it_promises() -> None:
    rng = np.random.default_rng(3)
    gate = Gate(0, 200)
    wrong = 0
    for truth, right in ((0.0, "elo0"), (200.0, "elo1")):
        for _ in range(40):
            scores: list[float] = []
            while not (verdict := gate.verdict(gate.ratio(scores) if scores else 0.0)):
                scores.append(float((rng.random(2) < expected_score(truth)).mean()))
            wrong += verdict != right
    assert wrong <= 9  # 4 expected of 80


def test_a_gate_survives_a_clean_sweep() -> None:
    assert Gate(0, 20).verdict(Gate(0, 20).ratio([1.0] * 200)) == "elo1"
    assert Gate(0, 20).verdict(Gate(0, 20).ratio([0.0] * 200)) == "elo0"
