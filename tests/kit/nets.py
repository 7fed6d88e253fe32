"""Nets for tests: any numbers, and a textbook's way to compute with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from tilewright.core.contract.evaluator import Evaluation
    from tilewright.core.contract.net import Parts


def some_nets(evaluation: Evaluation, seed: int = 1) -> dict[str, dict[str, Any]]:
    """Nets that say something, of the right shapes."""
    numbers = np.random.default_rng(seed)
    return {
        net: {name: (0.2 * numbers.standard_normal(size)).astype(np.float32) for name, size in shape.parts.items()}
        for net, shape in evaluation.nets.items()
    }


def plainly(parts: Parts, inputs: Any) -> float:
    """What a net makes of its inputs."""
    hidden = np.maximum(0, np.asarray(inputs, dtype=np.float64) @ parts["weights_1"] + parts["bias_1"])
    units = np.maximum(0, hidden @ parts["weights_2"] + parts["bias_2"])
    return float(units @ parts["weights_3"] + parts["bias_3"][0])
