"""Small nets inside an evaluation: two hidden layers, one number, float32; nothing is allocated on the way.

The first layer is a table with a row for each thing that may be seen: what is seen is added up, row by row. Its rows
are the inputs themselves, or blocks of inputs that always come together, worked out when the net is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import add_scaled, positive_dot, rule
from tilewright.core.errors import BadNet

NOTHING, ONE = np.float32(0.0), np.float32(1.0)
MOST = 1000.0  # no weight is larger: what a net says stays a number
Rows = NDArray[np.float32]
Parts = Mapping[str, Rows]
"""The arrays of a net by name."""


def places(sizes: Mapping[str, int]) -> dict[str, int]:
    """Where each group of inputs begins, and under "" how many there are in all."""
    return dict(zip([*sizes, ""], [0, *accumulate(sizes.values())], strict=True))


def one_each(blocks: Rows, block: int, at: int, count: int) -> None:
    """So many blocks from this one on stand for one input each, from this one on."""
    for k in range(count):
        blocks[block + k, at + k] = 1.0


def one_each_and_again(blocks: Rows, block: int, at: int, count: int) -> None:
    """The same twice over; the second time each block stands for an input of its own besides: "the same if ..."."""
    one_each(blocks, block, at, count)
    one_each(blocks, block + count, at, count)
    one_each(blocks, block + count, at + count, count)


class Net(Protocol):
    """A net as a record: its arrays, and room to work in."""

    table: Rows  # what each thing that may be seen adds to the first layer
    bias_1: Rows
    weights_2: Rows
    bias_2: Rows
    weights_3: Rows
    bias_3: Rows
    inputs: Rows
    hidden: Rows
    units: Rows
    seen: NDArray[np.int32]  # which inputs are not 0


@dataclass(frozen=True)
class NetShape:
    """How large a net is, and what it sees."""

    inputs: int
    first: int  # units of a layer: a power of two, as sums of rows are halved
    second: int
    blocks: Callable[[], Rows] | None = None  # a row for each block: the inputs it stands for

    def __post_init__(self) -> None:
        if any(units < 1 or units & (units - 1) for units in (self.first, self.second)):
            raise TypeError(f"layers have a power of two units, not {self.first} and {self.second}")

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The arrays of the net, by name."""
        return {
            "weights_1": (self.inputs, self.first),
            "bias_1": (self.first,),
            "weights_2": (self.first, self.second),
            "bias_2": (self.second,),
            "weights_3": (self.second,),
            "bias_3": (1,),
        }

    def layout(self) -> np.dtype[Any]:
        """The net as a record: its first layer as a table, the other arrays, and room to work in."""
        rows = self.inputs if self.blocks is None else len(self.blocks())
        arrays = {
            "table": (rows, self.first),
            **{name: shape for name, shape in self.parts.items() if name != "weights_1"},
        }
        given = rows if self.blocks is None else 0
        work = {"inputs": (given,), "hidden": (self.first,), "units": (self.second,)}
        reals = [(name, np.float32, shape) for name, shape in (arrays | work).items()]
        return np.dtype((np.record, [*reals, ("seen", np.int32, (given,))]))

    def fill(self, net: Any, parts: Parts) -> None:
        """Put arrays that were checked into the record of a net."""
        for name in self.parts:
            if name != "weights_1":
                net[name] = parts[name]
        first = np.asarray(parts["weights_1"], dtype=np.float32)
        net["table"] = first if self.blocks is None else self.blocks() @ first

    def check(self, parts: Parts) -> None:
        """Raise an error unless these arrays are a net of this shape."""
        for name, shape in self.parts.items():
            if name not in parts:
                raise BadNet(f"{name} is missing")
            given = np.asarray(parts[name])
            if given.dtype != np.float32 or given.shape != shape:
                wanted = " x ".join(map(str, shape))
                raise BadNet(f"{name} must be {wanted} numbers of 32 bits, not {given.dtype} {given.shape}")
            if not bool(np.isfinite(given).all()) or np.abs(given).max() > MOST:
                raise BadNet(f"{name} must be finite numbers within {MOST:g}")
        if unknown := sorted(set(parts) - set(self.parts)):
            raise BadNet(f"{unknown[0]} is no part of the net")


@rule
def begin(net: Net) -> None:
    """Nothing has been seen yet."""
    for j in range(net.hidden.shape[0]):
        net.hidden[j] = net.bias_1[j]


@rule
def add(net: Net, row: int) -> None:
    """This has been seen."""
    add_scaled(net.hidden, net.table[row], ONE)


@rule
def finish(net: Net) -> float:
    """What the net makes of all that was added."""
    for k in range(net.units.shape[0]):
        net.units[k] = net.bias_2[k]
    for j in range(net.hidden.shape[0]):
        add_scaled(net.units, net.weights_2[j], max(net.hidden[j], NOTHING))
    return float(net.bias_3[0] + positive_dot(net.units, net.weights_3))


@rule
def forward(net: Net) -> float:
    """What the net makes of its inputs; those that are 0, most of them, cost next to nothing.

    The others are listed first, each written and kept only if it counts: faster than a branch that cannot be foreseen.
    """
    begin(net)
    n = 0
    for i in range(net.inputs.shape[0]):
        net.seen[n] = i
        n += net.inputs[i] != NOTHING
    for k in range(n):
        i = net.seen[k]
        add_scaled(net.hidden, net.table[i], net.inputs[i])
    return finish(net)
