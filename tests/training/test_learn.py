"""Training: what torch trains is what play computes, and there is something to be learned."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.kit.nets import plainly
from tilewright.games.classic.features import block_inputs
from tilewright.games.classic.learning import LEARNING
from tilewright.games.classic.weights import EVALUATION
from tilewright.search.weights_file import weights_of
from tilewright.training.positions import Insides, RoundEnds, gather, points_of
from tilewright.training.selfplay import Batch, play_batch

torch = pytest.importorskip("torch", reason="the extra `train`; tests/games/classic/test_features.py needs none")

from tilewright.training.learn import Residual, learn  # noqa: E402 - imports torch

NUMBERS = weights_of(EVALUATION, "classic")


@cache
def positions() -> tuple[RoundEnds, Insides]:
    return gather([play_batch(Batch("classic", 2, nodes=20, random_share=0.2, seeds=range(100), net=None))], LEARNING)


@cache
def learned(seed: int) -> tuple[dict[str, dict[str, Any]], dict[str, list[dict[str, float]]]]:
    told: dict[str, list[dict[str, float]]] = {"round_end": [], "inside": []}
    ends, insides = positions()
    nets = learn(EVALUATION, LEARNING, NUMBERS, ends, insides, seed, lambda part, facts: told[part].append(facts))
    return {name: dict(parts) for name, parts in nets.items()}, told


def test_a_net_begins_by_adding_nothing() -> None:
    for shape in EVALUATION.nets.values():
        parts = Residual(shape).parts()
        shape.check(parts)
        assert plainly(parts, np.ones(shape.inputs)) == 0.0


def test_games_held_back_surprise_less_in_the_end() -> None:
    _, told = learned(1)

    assert [one["epoch"] for one in told["round_end"]] == list(range(9))
    assert told["inside"][-1]["lead_error"] < told["inside"][0]["lead_error"]
    assert told["round_end"][-1]["lead_error"] < told["round_end"][0]["lead_error"]


def test_the_same_seed_learns_the_same_net() -> None:
    ends, insides = positions()
    again = learn(EVALUATION, LEARNING, NUMBERS, ends, insides, 1, lambda *_: None)
    for name, parts in learned(1)[0].items():
        for part, array in parts.items():
            assert (again[name][part] == array).all()


def test_play_computes_what_torch_computes() -> None:
    """On positions inside rounds: with and without nets, and what torch makes of the training's own inputs."""
    nets, _ = learned(1)
    states = positions()[1].states[::7]
    seen = torch.from_numpy(LEARNING.insides(states))
    inside = Residual(EVALUATION.nets["inside"])
    load(inside, nets["inside"])
    with torch.no_grad():
        by_torch = inside(seen).numpy()
    silent = {name: {part: 0 * array for part, array in parts.items()} for name, parts in nets.items()}
    with_net, _ = points_of(states, EVALUATION.evaluator(NUMBERS, silent | {"inside": nets["inside"]}))
    without, _ = points_of(states, EVALUATION.evaluator(NUMBERS, silent))

    assert np.abs(with_net - without - by_torch).max() < 1e-4
    plain = [plainly(nets["inside"], one) for one in block_inputs()[seen[:, 0].numpy()].sum(axis=1)]
    assert np.abs(plain - by_torch[:, 0]).max() < 1e-4


def test_round_ends_are_computed_as_torch_does() -> None:
    nets, _ = learned(1)
    states = positions()[0].states
    evaluators = EVALUATION.evaluator(NUMBERS)
    without, left = points_of(states, evaluators)
    inputs = np.zeros((len(states), 2, EVALUATION.nets["round_end"].inputs), dtype=np.float32)
    LEARNING.round_ends(states, left, evaluators, inputs)
    net = Residual(EVALUATION.nets["round_end"])
    load(net, nets["round_end"])
    with torch.no_grad():
        by_torch = net(torch.from_numpy(inputs)).numpy()
    with_net, _ = points_of(states, EVALUATION.evaluator(NUMBERS, nets))

    assert np.abs(with_net - without - by_torch).max() < 1e-4


def load(net: Any, parts: dict[str, Any]) -> None:
    """Put arrays of play into torch's net."""
    for k, layer in enumerate((net.layer_1, net.layer_2, net.layer_3), start=1):
        weight = torch.from_numpy(parts[f"weights_{k}"])
        layer.weight.data = weight.T.contiguous() if k < 3 else weight[None, :]
        layer.bias.data = torch.from_numpy(parts[f"bias_{k}"])
