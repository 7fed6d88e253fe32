"""What a game's evaluation judges with: weights, kept as data, and a memory of boards judged before.

An evaluator is one record: ``weights``, ``memo``, ``scratch`` for what is worked out on the way, and the nets of a game
that learned some, with ``learned`` to say whether they count. Weights and nets are read when an evaluator is made and
never compiled in, so that they can be tuned, tried against others and learned without touching the code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.core.compiling.compiled import Layout, Records
from tilewright.core.contract.net import NetShape, Parts
from tilewright.core.errors import BadNet, BadWeights
from tilewright.core.text.reader import shorten

MEMO_SIZE = 1 << 15
SCRATCH = 64
SMALLEST = 1e-6
Numbers = dict[str, Any]
"""Weights by name, as a file holds them: a number, or a list of numbers."""

Nets = Mapping[str, Parts]
"""The arrays of every net of an evaluation, by name."""


def nothing_more(_: object) -> None:
    """No weight follows from others."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """How a game's evaluators are made."""

    weights: Layout
    data: Path  # the file that holds them; who makes an evaluator reads it
    positive: tuple[str, ...] = ("spread", "temperature")  # what others are divided by
    derived: tuple[str, ...] = ()  # weights that follow from the others
    derive: Callable[[Any], None] = nothing_more
    nets: Mapping[str, NetShape] = field(default_factory=dict)  # what may be learned on top of them
    shipped: frozenset[tuple[str, int]] = frozenset()  # rule sets and numbers of players that have nets

    def evaluator(self, numbers: Numbers, nets: Nets | None = None) -> Records:
        """An evaluator that judges by these weights, and these nets on top if there are any; it remembers nothing."""
        layout: list[Any] = [
            ("weights", self.weights),
            ("scratch", np.int64, (SCRATCH,)),
            ("memo", np.int64, (MEMO_SIZE, 2)),
            ("learned", np.int64),
            *((name, shape.layout()) for name, shape in self.nets.items()),
        ]
        evaluators = np.zeros(1, dtype=np.dtype((np.record, np.dtype(layout))))
        weights = evaluators[0].weights
        names = [name for name in self.weights.names or () if name not in self.derived]
        for name in names:
            fill(weights, name, numbers, least=SMALLEST if name in self.positive else 0.0)
        unknown = sorted(set(numbers) - set(names))
        if unknown:
            raise BadWeights(f"{shorten(unknown[0])} is not a weight: the weights are {', '.join(names)}")
        self.derive(weights)
        if nets is not None:
            self._learn(evaluators[0], nets)
        return evaluators

    def net_path(self, rule_set: str, players: int) -> Path:
        """Where the net lies that is shipped for a rule set and number of players."""
        return self.data.parent / "nets" / f"{rule_set}-{players}.npz"

    def check_nets(self, nets: Nets) -> None:
        """Raise BadNet unless these are all nets of this evaluation, each of its shape."""
        if set(nets) != set(self.nets) or not nets:
            raise BadNet(f"the nets must be {', '.join(self.nets) or 'none'}, not {', '.join(sorted(nets)) or 'none'}")
        for name, shape in self.nets.items():
            try:
                shape.check(nets[name])
            except BadNet as bad:
                raise BadNet(f"{name}: {bad}") from None

    def _learn(self, evaluator: Any, nets: Nets) -> None:
        """Let these nets count."""
        self.check_nets(nets)
        for name, shape in self.nets.items():
            shape.fill(evaluator[name], nets[name])
        evaluator.learned = 1


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
