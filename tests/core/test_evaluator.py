"""Evaluators: weights by name, checked before anything is judged by them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from tilewright.core.compiled import Reals, layout
from tilewright.core.errors import BadWeights
from tilewright.core.evaluator import Evaluation

pytestmark = pytest.mark.rules


class Weights:
    """Three that are given, one that follows."""

    spread: float
    starter: float
    fills: Annotated[Reals, (3,), np.float64]
    total: float


def add_up(weights: Any) -> None:
    weights.total = weights.fills.sum()


EVALUATION = Evaluation(layout(Weights), Path("nowhere.json"), derived=("total",), derive=add_up)
GIVEN: dict[str, Any] = {"spread": 2.0, "starter": 1.5, "fills": [1.0, 2.0, 4.0]}


def test_a_mind_holds_the_weights_and_what_follows_from_them() -> None:
    evaluator = EVALUATION.evaluator(GIVEN)[0]

    assert evaluator.weights.starter == 1.5
    assert evaluator.weights.fills.tolist() == [1.0, 2.0, 4.0]
    assert evaluator.weights.total == 7.0
    assert not evaluator.memo.any()
    assert not evaluator.notes.any()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"starter": None}, "'starter' must be 1 finite"),
        ({"starter": True}, "'starter' must be 1 finite"),
        ({"starter": 10**400}, "'starter' must be 1 finite"),
        ({"starter": -0.5}, "'starter' must not be below 0"),
        ({"spread": 0.0}, "'spread' must not be below 1e-06"),
        ({"fills": [1.0, [2.0], 3.0]}, "'fills' must be 3 finite"),
        ({"starter": [1.0, 2.0]}, "'starter' must be 1 finite"),
        ({"starter": "much"}, "'starter' must be 1 finite"),
        ({"fills": [1.0, float("inf"), 2.0]}, "'fills' must be 3 finite"),
        ({"fills": [1.0]}, "'fills' must be 3 finite"),
        ({"colour of the sky": 1.0}, "'colour of the sky' is not a weight"),
        ({"total": 3.0}, "'total' is not a weight"),
    ],
)
def test_wrong_weights_are_named(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadWeights, match=reason):
        EVALUATION.evaluator(GIVEN | changes)


def test_a_missing_weight_is_named() -> None:
    with pytest.raises(BadWeights, match="'fills' is missing"):
        EVALUATION.evaluator({"spread": 2.0, "starter": 1.5})


def test_weights_without_any_that_follow() -> None:
    class Plain:
        starter: float

    assert Evaluation(layout(Plain), Path("nowhere.json")).evaluator({"starter": 2.0})[0].weights.starter == 2.0
