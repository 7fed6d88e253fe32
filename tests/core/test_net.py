"""Nets: what is computed in play is what the arrays say, and arrays that are no net are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.kit.nets import plainly
from tilewright.core.compiling import compiler
from tilewright.core.compiling.compiled import Records, rule
from tilewright.core.contract.net import NetShape, add, begin, finish, forward
from tilewright.core.errors import BadNet

pytestmark = pytest.mark.rules

BLOCKS = np.array([[1, 0, 0, 0, 1], [0, 1, 0, 0, 0], [0, 0, 0.5, 0.25, 0], [0, 0, 0, 0, 0]], dtype=np.float32)
PLAIN = NetShape(inputs=5, first=8, second=4)
BLOCKED = NetShape(inputs=5, first=8, second=4, blocks=lambda: BLOCKS)


@rule
def forward_of(nets: Records) -> float:
    return forward(nets[0])


@rule
def added_up(nets: Records, seen: Any) -> float:
    begin(nets[0])
    for k in range(seen.shape[0]):
        add(nets[0], seen[k])
    return finish(nets[0])


def some_parts(seed: int = 1) -> dict[str, Any]:
    numbers = np.random.default_rng(seed)
    return {name: numbers.standard_normal(shape).astype(np.float32) for name, shape in PLAIN.parts.items()}


def net_of(shape: NetShape, parts: dict[str, Any]) -> Records:
    nets = np.zeros(1, dtype=shape.layout())
    shape.fill(nets[0], parts)
    return nets


@pytest.mark.parametrize("seed", range(5))
def test_a_net_computes_what_its_arrays_say(seed: int) -> None:
    parts, inputs = some_parts(seed), np.random.default_rng(seed).standard_normal(5).astype(np.float32)
    inputs[seed] = 0.0
    nets = net_of(PLAIN, parts)
    nets[0].inputs[:] = inputs

    assert forward_of(nets) == pytest.approx(plainly(parts, inputs), abs=1e-5)
    assert forward_of(nets) == pytest.approx(plainly(parts, inputs), abs=1e-5)  # nothing is left from the first time


@pytest.mark.parametrize("seen", [[], [0], [3], [0, 1, 2], [2, 2, 1]])
def test_blocks_add_up_to_their_inputs(seen: list[int]) -> None:
    parts = some_parts()
    inputs = BLOCKS[seen].sum(axis=0)

    found = added_up(net_of(BLOCKED, parts), np.array(seen, dtype=np.int64))

    assert found == pytest.approx(plainly(parts, inputs), abs=1e-5)


def test_rows_are_added_and_multiplied_at_once_by_compiled_code() -> None:
    """Compiled even where all else is interpreted: the two ways must find the same."""

    def work(nets: Records) -> Any:
        compiler.add_scaled(nets[0].hidden, nets[0].table[2], nets[0].bias_3[0])
        return compiler.positive_dot(nets[0].units, nets[0].weights_3)

    nets, parts = net_of(PLAIN, some_parts()), some_parts()
    nets[0].units[:] = [1.5, -2.0, 0.0, 3.0]
    begun = nets[0].hidden.copy()

    found = compiler.PythonDispatcher(work)(nets)

    assert nets[0].hidden.tolist() == (begun + parts["weights_1"][2] * parts["bias_3"][0]).tolist()
    assert found == pytest.approx(1.5 * parts["weights_3"][0] + 3.0 * parts["weights_3"][3])


def spoiled(name: str, value: Any) -> dict[str, Any]:
    return some_parts() | {name: value}


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({name: part for name, part in some_parts().items() if name != "bias_2"}, "bias_2 is missing"),
        (spoiled("bias_1", np.zeros(7, dtype=np.float32)), r"bias_1 must be 8 numbers of 32 bits, not float32 \(7,\)"),
        (spoiled("weights_1", np.zeros((5, 8))), "weights_1 must be 5 x 8 numbers of 32 bits, not float64"),
        (spoiled("weights_2", np.full((8, 4), np.nan, dtype=np.float32)), "weights_2 must be finite"),
        (spoiled("weights_3", np.array([0, np.inf, 1, 2], dtype=np.float32)), "weights_3 must be finite"),
        (spoiled("bias_3", np.array([1e9], dtype=np.float32)), "bias_3 must be finite numbers within 1000"),
        (spoiled("bias_4", np.zeros(1, dtype=np.float32)), "bias_4 is no part of the net"),
    ],
)
def test_arrays_that_are_no_net_are_refused(parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadNet, match=reason):
        PLAIN.check(parts)


@pytest.mark.parametrize(("first", "second"), [(12, 8), (8, 3), (0, 8)])
def test_layers_that_cannot_be_halved_are_refused(first: int, second: int) -> None:
    with pytest.raises(TypeError, match="power of two"):
        NetShape(inputs=5, first=first, second=second)
