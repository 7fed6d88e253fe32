"""What a game's evaluation judges with: weights, kept as data, and a memory of boards judged before.

An evaluator is one record: ``weights``, ``memo``, and ``notes`` for what is worked out on the way. Weights are read
when an evaluator is made and never compiled in, so that they can be tuned, tried against others and learned without
touching the code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.core.compiled import Layout, Records
from tilewright.core.errors import BadWeights
from tilewright.core.text import shorten

MEMO_SIZE = 1 << 15
NOTES = 64
SMALLEST = 1e-6
Numbers = dict[str, Any]
"""Weights by name, as a file holds them: a number, or a list of numbers."""


def nothing_more(_: object) -> None:
    """No weight follows from others."""


@dataclass(frozen=True)
class Evaluation:
    """How a game's evaluators are made."""

    weights: Layout
    data: Path  # the file that holds them; who makes an evaluator reads it
    positive: tuple[str, ...] = ("spread", "temperature")  # what others are divided by
    derived: tuple[str, ...] = ()  # weights that follow from the others
    derive: Callable[[Any], None] = nothing_more

    def evaluator(self, numbers: Numbers) -> Records:
        """An evaluator that judges by these weights, and remembers nothing yet."""
        layout = [("weights", self.weights), ("notes", np.int64, (NOTES,)), ("memo", np.int64, (MEMO_SIZE, 2))]
        evaluators = np.zeros(1, dtype=np.dtype((np.record, np.dtype(layout))))
        weights = evaluators[0].weights
        names = [name for name in self.weights.names or () if name not in self.derived]
        for name in names:
            fill(weights, name, numbers, least=SMALLEST if name in self.positive else 0.0)
        unknown = sorted(set(numbers) - set(names))
        if unknown:
            raise BadWeights(f"{shorten(unknown[0])} is not a weight: the weights are {', '.join(names)}")
        self.derive(weights)
        return evaluators


def fill(weights: np.void, name: str, numbers: Numbers, *, least: float) -> None:
    """Set one weight."""
    if name not in numbers:
        raise BadWeights(f"the weight {name!r} is missing")
    shape = np.shape(weights[name])
    try:
        given = np.asarray(numbers[name])
        fits = given.dtype.kind in "if" and given.shape == shape and bool(np.isfinite(given).all())
    except (TypeError, ValueError):  # lists of different lengths
        fits = False
    if not fits:
        raise BadWeights(f"the weight {name!r} must be {np.prod(shape, dtype=int)} finite numbers")
    if given.min() < least:
        raise BadWeights(f"the weight {name!r} must not be below {least:g}")
    weights[name] = given
