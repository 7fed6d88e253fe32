"""How strong, and how sure: shares, Elo ratings and a sequential test. Numbers only, no games.

Games on the same seed share their deals, so they are not independent. Everything here counts seeds, not games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Z = 1.959964  # 95 % of a normal distribution lie within so many deviations
ELO = 400 / math.log(10)
IMAGINED = 0.25  # weight of a seed that was not played
DOUBT = 1e-3  # weight of outcomes not seen yet, so that the likelihood of none is zero


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def share(scores: Sequence[float]) -> Estimate:
    """The mean of scores between 0 and 1, one for each seed.

    Wilson's interval, which stays honest near 0 and 1. Its number of trials is the number of independent games
    that would spread as the seeds do, and never below the seeds played. Two imagined seeds at the extremes, each of
    small weight, keep a few equal scores from looking certain.
    """
    n = len(scores)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0)
    x = np.asarray(scores, dtype=float)
    mean = float(x.mean())
    variance = (float(((x - mean) ** 2).sum()) + IMAGINED * (mean**2 + (1 - mean) ** 2)) / (n - 1 + 2 * IMAGINED)
    trials = max(n, mean * (1 - mean) / (variance / n))
    centre = (mean + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    half = Z / (1 + Z**2 / trials) * math.sqrt(mean * (1 - mean) / trials + Z**2 / (4 * trials**2))
    return Estimate(mean, min(mean, max(0.0, centre - half)), max(mean, min(1.0, centre + half)))


def expected_score(elo: float) -> float:
    """What somebody scores who is that much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Comparison:
    """How one entrant did against another on a seed: 1 better, 0 worse, a half neither."""

    seed: int
    one: int
    other: int
    score: float


@dataclass(frozen=True)
class Ratings:
    """Elo ratings around a mean of 0, and how they vary together."""

    elo: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def error(self, one: int) -> float:
        """Half the 95 % interval of a rating."""
        return Z * math.sqrt(max(0.0, float(self.covariance[one, one])))

    def difference(self, one: int, other: int) -> Estimate:
        """How much stronger one is than the other."""
        value = float(self.elo[one] - self.elo[other])
        cov = self.covariance
        half = Z * math.sqrt(max(0.0, float(cov[one, one] + cov[other, other] - 2 * cov[one, other])))
        return Estimate(value, value - half, value + half)


def bradley_terry(entrants: int, comparisons: Iterable[Comparison]) -> Ratings:
    """Ratings under which what happened was most likely; a tie counts as half a win for each.

    Every two that met are given half a win each beforehand, so that nobody is infinitely strong.
    The errors come from how the seeds differ (a sandwich estimate with one cluster for each seed).
    """
    won = np.zeros((entrants, entrants))
    by_seed: dict[int, list[Comparison]] = {}
    for c in comparisons:
        won[c.one, c.other] += c.score
        won[c.other, c.one] += 1 - c.score
        by_seed.setdefault(c.seed, []).append(c)
    met = [(a, b) for a in range(entrants) for b in range(a) if won[a, b] + won[b, a] > 0]
    for a, b in met:
        won[a, b] += 0.5
        won[b, a] += 0.5
    strength, chances, spread = _most_likely(won)
    slopes = [
        _slope(entrants, [(c.one, c.other, c.score - chances[c.one, c.other]) for c in s]) for s in by_seed.values()
    ]
    for a, b in met:
        slopes.append(_slope(entrants, [(a, b, 0.5 * chances[b, a])]))
        slopes.append(_slope(entrants, [(b, a, 0.5 * chances[a, b])]))
    seeds = max(2, len(by_seed))
    meat = sum((np.outer(s, s) for s in slopes), np.zeros((entrants, entrants))) * seeds / (seeds - 1)
    return Ratings(strength * ELO, spread @ meat @ spread * ELO**2)


def _most_likely(won: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Newton's method: the strengths, each one's chance against each, and the inverse of the curvature."""
    games = won + won.T
    strength = np.zeros(len(won))
    for _ in range(100):
        chances = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        curvature = -games * chances * chances.T
        np.fill_diagonal(curvature, 0.0)
        np.fill_diagonal(curvature, -curvature.sum(axis=1))
        spread = np.linalg.pinv(curvature, hermitian=True)
        step = spread @ (won - games * chances).sum(axis=1)
        strength += np.clip(step, -1.0, 1.0)
        strength -= strength.mean()
        if np.abs(step).max() < 1e-10:
            break
    return strength, chances, spread.astype(np.float64)


def _slope(entrants: int, parts: Iterable[tuple[int, int, float]]) -> NDArray[np.float64]:
    slope = np.zeros(entrants)
    for one, other, surplus in parts:
        slope[one] += surplus
        slope[other] -= surplus
    return slope


@dataclass(frozen=True)
class Gate:
    """A sequential test: is the first entrant ``elo1`` stronger, or only ``elo0``?"""

    elo0: float
    elo1: float
    alpha: float = 0.05  # chance to say elo1 when elo0 is true
    beta: float = 0.05  # chance to say elo0 when elo1 is true

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> str:
        """``elo1``, ``elo0``, or "" while it is open."""
        low, high = self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""

    def ratio(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of the two, given the scores seen, one for each seed."""
        values, counts = np.unique(np.asarray(scores, dtype=float), return_counts=True)
        return log_likelihood_ratio(dict(zip(values.tolist(), counts.tolist(), strict=True)), self.elo0, self.elo1)


def log_likelihood_ratio(seen: dict[float, float], elo0: float, elo1: float) -> float:
    """Of ``elo1`` against ``elo0``, from how often each score was seen: the generalised ratio of a GSPRT.

    Scores may be those of games (0, 1/2, 1) or of pairs (0, 1/4, 1/2, 3/4, 1: the pentanomial form).
    """
    counts = {0.0: DOUBT, 1.0: DOUBT}
    for score, count in seen.items():
        counts[score] = counts.get(score, 0.0) + count
    scores, weights = np.array(list(counts)), np.array(list(counts.values()))
    likely = [_most_likely_with_mean(scores, weights / weights.sum(), expected_score(elo)) for elo in (elo0, elo1)]
    return float((weights * np.log(likely[1] / likely[0])).sum())


def _most_likely_with_mean(scores: NDArray[np.float64], seen: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """The distribution of this mean under which what was seen is most likely: seen / (1 + tilt (score - mean))."""
    away = scores - mean
    low, high = -1 / away.max(), -1 / away.min()
    for _ in range(64):
        tilt = (low + high) / 2
        if (seen * away / (1 + tilt * away)).sum() > 0:
            low = tilt
        else:
            high = tilt
    return seen / (1 + (low + high) / 2 * away)
