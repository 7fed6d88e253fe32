"""Weights from samples: least squares for the points, then the spread of leads from who won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import Reals, Records, rule
from tilewright.core.contract.verbs import MAX_PLAYERS, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tilewright.core.contract.evaluator import Evaluation, Numbers
    from tilewright.tuning.samples import Samples

NOT_POINTS = frozenset({"spread", "spread_per_round", "temperature", "explore"})  # what regression cannot see
POINTS_COUNT = 0.3  # what a seat's own points count beside its lead over the others
TRUST = 8.0  # how many standard errors' worth of evidence moves a weight by its own size
NUDGE = 0.02
STEPS = 12


@rule
def evaluate_all(states: Records, scratch: Records, evaluators: Records, points: Reals, left: Reals) -> None:
    """Evaluate every position."""
    for k in range(states.shape[0]):
        scratch[0] = states[k]
        left[k] = evaluate(scratch[0], points[k], evaluators[0])


@dataclass(frozen=True)
class Fit:
    """The weights found, and how far off leads were on games not used to find them."""

    numbers: Numbers
    error_before: float
    error_after: float
    surprise_before: float
    surprise_after: float


class Regression:
    """Weights as one vector, positions judged with it."""

    def __init__(self, evaluation: Evaluation, start: Numbers) -> None:
        self.evaluation, self.start = evaluation, start
        self.names = [name for name in start if name not in NOT_POINTS]
        self.origin = np.concatenate([np.ravel(np.asarray(start[name], dtype=np.float64)) for name in self.names])
        self.scale = np.abs(self.origin) * 0.5 + 0.05

    def numbers(self, vector: Reals) -> Numbers:
        """The weights of a vector, by name."""
        numbers, at = dict(self.start), 0
        for name in self.names:
            shape = np.shape(self.start[name])
            size = int(np.prod(shape, dtype=int))
            found = np.round(vector[at : at + size], 4)
            numbers[name] = found.reshape(shape).tolist() if shape else float(found[0])
            at += size
        return numbers

    def evaluated(self, numbers: Numbers, samples: Samples) -> tuple[Reals, Reals]:
        """Expected points of each seat and rounds to come, for every sample."""
        points, left = np.zeros((len(samples.states), MAX_PLAYERS)), np.zeros(len(samples.states))
        scratch = np.zeros(1, dtype=samples.states.dtype)
        evaluate_all(samples.states, scratch, self.evaluation.evaluator(numbers), points, left)
        return points[:, : samples.finals.shape[1]], left

    def residuals(self, vector: Reals, samples: Samples, sigma: Reals) -> Reals:
        """What is left unexplained: leads, seats' own points, and steps away from the start."""
        points, _ = self.evaluated(self.numbers(vector), samples)
        lead_gap = leads(samples.finals) - leads(points)
        own_gap = POINTS_COUNT * (samples.finals - points)
        prior = TRUST * (vector - self.origin) / self.scale
        return np.concatenate([(lead_gap / sigma).ravel(), (own_gap / sigma[:, :1]).ravel(), prior])

    def descend(self, samples: Samples, progress: Callable[[str], None]) -> Reals:
        """Levenberg and Marquardt's way down, with slopes measured by small steps."""
        vector, damping = self.origin.copy(), 1.0
        sigma = self.scatter(vector, samples)
        here = self.residuals(vector, samples, sigma)
        for step in range(STEPS):
            slopes = np.stack([self.slope(vector, k, here, samples, sigma) for k in range(len(vector))], axis=1)
            pull, curve = slopes.T @ here, slopes.T @ slopes
            while damping < 1e6:
                move = np.linalg.solve(curve + damping * np.diag(np.diag(curve)), -pull)
                there = self.residuals(self.within(vector + move), samples, sigma)
                if there @ there < here @ here:
                    break
                damping *= 4.0
            else:
                break
            gain = 1.0 - (there @ there) / (here @ here)
            vector, here, damping = self.within(vector + move), there, damping / 4.0
            progress(f"step {step + 1}: {there @ there / len(here):.5f}")
            if gain < 1e-5:
                break
        return vector

    def within(self, vector: Reals) -> Reals:
        """No weight falls below a tenth of where it began: none has a meaning below 0."""
        return np.maximum(vector, 0.1 * self.origin)

    def slope(self, vector: Reals, k: int, here: Reals, samples: Samples, sigma: Reals) -> Reals:
        nudged = vector.copy()
        nudged[k] += NUDGE * self.scale[k]
        return (self.residuals(nudged, samples, sigma) - here) / (NUDGE * self.scale[k])

    def scatter(self, vector: Reals, samples: Samples) -> Reals:
        """By how much leads are off with so many rounds to come: late positions are surer and count more."""
        points, left = self.evaluated(self.numbers(vector), samples)
        gap = np.square(leads(samples.finals) - leads(points)).mean(axis=1)
        rounds = np.round(left).astype(int)
        sigma = np.ones(rounds.max() + 1)
        for r in np.unique(rounds):
            sigma[r] = max(1.0, np.sqrt(gap[rounds == r].mean()))
        return sigma[rounds][:, None]


def leads(points: Reals) -> Reals:
    """By how much each seat leads the best of the others."""
    players = points.shape[1]
    others = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(players)]
    return points - np.stack(others, axis=1)


def surprise(numbers: Numbers, lead: Reals, left: Reals, won: Reals) -> float:
    """Cross-entropy of who won, given the leads expected."""
    chance = 1.0 / (1.0 + np.exp(-2.0 * lead / (numbers["spread"] + numbers["spread_per_round"] * left)))
    chance = np.clip(chance, 1e-6, 1.0 - 1e-6)
    return float(-(won * np.log(chance) + (1.0 - won) * np.log(1.0 - chance)).mean())


def fit_spreads(numbers: Numbers, lead: Reals, left: Reals, won: Reals) -> Numbers:
    """The spread of leads that surprises least, from a grid."""
    tried = [
        numbers | {"spread": float(spread), "spread_per_round": float(more)}
        for spread in np.arange(1.0, 20.5, 0.5)
        for more in np.arange(0.5, 12.5, 0.5)
    ]
    return min(tried, key=lambda one: surprise(one, lead, left, won))


def fit(evaluation: Evaluation, start: Numbers, samples: Samples, progress: Callable[[str], None]) -> Fit:
    """Tune weights on four games of five, and tell how they do on the fifth."""
    held = samples.games % 5 == 0
    learn, check = taken(samples, ~held), taken(samples, held)
    regression = Regression(evaluation, start)
    numbers = regression.numbers(regression.descend(learn, progress))
    numbers = fit_spreads(numbers, *_contested(regression, numbers, learn))
    return Fit(
        numbers,
        _error(regression, start, check),
        _error(regression, numbers, check),
        surprise(start, *_contested(regression, start, check)),
        surprise(numbers, *_contested(regression, numbers, check)),
    )


def taken(samples: Samples, which: NDArray[np.bool]) -> Samples:
    return type(samples)(samples.states[which], samples.games[which], samples.finals[which])


def _contested(regression: Regression, numbers: Numbers, samples: Samples) -> tuple[Reals, Reals, Reals]:
    """Lead of the first seat, rounds to come and whether it won (half for a tie), where something is to come."""
    points, left = regression.evaluated(numbers, samples)
    open_still = left > 0.0
    final = leads(samples.finals)[open_still, 0]
    return leads(points)[open_still, 0], left[open_still], 0.5 + 0.5 * np.sign(final)


def _error(regression: Regression, numbers: Numbers, samples: Samples) -> float:
    points, _ = regression.evaluated(numbers, samples)
    return float(np.sqrt(np.square(leads(samples.finals) - leads(points)).mean()))
