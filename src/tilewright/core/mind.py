"""What a game's evaluation judges with: weights, kept as data, and a memory of boards judged before.

A mind is one record: ``weights``, ``memo``, and ``notes`` for what is worked out on the way. Weights are read
when a mind is made and never compiled in, so that they can be tuned, tried against others and learned without
touching the code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tilewright.core.compiled import Records
from tilewright.core.errors import BadWeights
from tilewright.core.text import shorten

MEMO_SIZE = 1 << 15
NOTES = 64
Numbers = Mapping[str, Any]
"""Weights by name, as a file holds them: a number, or a list of numbers."""


class Weighing(msgspec.Struct, forbid_unknown_fields=True):
    """A file of weights."""

    made_by: dict[str, str]  # by rule set: the command that made them
    hand: dict[str, dict[str, Any]]  # by rule set: what somebody thought, and the command begins with
    weights: dict[str, dict[str, Any]]  # by rule set: what it found


def nothing_more(weights: Any) -> None:
    """No weight follows from others."""


@dataclass(frozen=True)
class Judge:
    """How a game's minds are made."""

    weights: np.dtype[Any]  # their layout
    data: Path  # the file that holds them
    derived: tuple[str, ...] = ()  # weights that follow from the others
    derive: Callable[[Any], None] = nothing_more

    def numbers(self, rule_set: str, data: Path | None = None) -> dict[str, Any]:
        """The weights of a rule set, by name."""
        path = data or self.data
        found = read_weights(path).weights
        if rule_set not in found:
            raise BadWeights(f"{path.name} has no weights for {rule_set}")
        return found[rule_set]

    def mind(self, numbers: Numbers) -> Records:
        """A mind that judges by these weights, and remembers nothing yet."""
        layout = [("weights", self.weights), ("notes", np.int64, (NOTES,)), ("memo", np.int64, (MEMO_SIZE, 2))]
        minds = np.zeros(1, dtype=np.dtype((np.record, np.dtype(layout))))
        weights = minds[0].weights
        fields: Mapping[str, Any] = self.weights.fields or {}
        for name in fields:
            if name not in self.derived:
                fill(weights, name, numbers)
        unknown = sorted(set(numbers) - set(fields))
        if unknown:
            raise BadWeights(f"{shorten(unknown[0])} is not a weight: the weights are {', '.join(fields)}")
        self.derive(weights)
        return minds


def fill(weights: Any, name: str, numbers: Numbers) -> None:
    """Set one weight."""
    if name not in numbers:
        raise BadWeights(f"the weight {name!r} is missing")
    shape = np.shape(weights[name])
    try:
        given = np.asarray(numbers[name], dtype=np.float64)
    except (TypeError, ValueError):
        raise BadWeights(f"the weight {name!r} is not made of numbers") from None
    if given.shape != shape or not np.isfinite(given).all():
        raise BadWeights(f"the weight {name!r} must be {np.prod(shape, dtype=int)} finite numbers")
    weights[name] = given


def read_weights(path: Path) -> Weighing:
    """Read a file of weights."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Weighing)
    except OSError as error:
        raise BadWeights(f"cannot read weights: {error.strerror}: {path.name}") from None
    except msgspec.MsgspecError as error:
        raise BadWeights(f"{path.name} does not hold weights: {error}") from None
