"""Evaluators: weights by name, checked before anything is judged by them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from tilewright.core.compiling.compiled import Reals, layout
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.contract.net import NetShape
from tilewright.core.errors import BadNet, BadWeights

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
    assert not evaluator.scratch.any()


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


SHAPE = NetShape(inputs=5, first=8, second=4)
LEARNING = Evaluation(
    layout(Weights), Path("here/weights.json"), derived=("total",), derive=add_up, nets={"late": SHAPE}
)


def net(**changes: Any) -> dict[str, Any]:
    """The parts of a net without any knowledge."""
    return {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPE.parts.items()} | changes


def test_nets_count_only_where_they_are_given() -> None:
    assert LEARNING.evaluator(GIVEN)[0].learned == 0
    assert LEARNING.evaluator(GIVEN, {"late": net()})[0].learned == 1
    assert LEARNING.net_path("classic", 2) == Path("here/nets/classic-2.npz")


@pytest.mark.parametrize(
    ("nets", "reason"),
    [
        ({}, "the nets must be late, not none"),
        ({"early": net()}, "the nets must be late, not early"),
        ({"late": net() | {"more": np.zeros(1)}}, "late: "),
    ],
)
def test_wrong_nets_are_named(nets: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadNet, match=reason):
        LEARNING.evaluator(GIVEN, nets)


def test_an_evaluation_without_nets_refuses_any() -> None:
    with pytest.raises(BadNet, match="the nets must be none, not late"):
        EVALUATION.evaluator(GIVEN, {"late": net()})
