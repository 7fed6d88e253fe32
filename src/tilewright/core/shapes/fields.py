"""A state as plain Python values and back: what shapes, pictures and pages work on.

Every field of a state is a 16-bit count, so a whole record is one flat list of numbers; asking NumPy for
one field after the other takes twenty times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Layout, Records

Item = TypeVar("Item")
Values = dict[str, Any]
"""The fields of a record by name: numbers, lists of numbers, lists of such records."""


@cache
def _plan(layout: Layout) -> list[tuple[str, int, tuple[int, ...], Layout | None]]:
    """For each field its name, its place, its shape, and the layout of the records in it, if it holds records."""
    width = np.dtype(COUNT).itemsize
    plan = []
    for name, (field, offset, *_) in (layout.fields or {}).items():
        base = field.base if field.base.names else None
        plan.append((name, offset // width, field.shape, base))
    return plan


def unpack(states: Records) -> Values:
    """The fields of an array of one state."""
    return _unpack(states.view(COUNT).tolist(), 0, states.dtype)


def _unpack(flat: list[int], start: int, layout: Layout) -> Values:
    values: Values = {}
    for name, offset, shape, base in _plan(layout):
        at = start + offset
        if base is not None:
            size = base.itemsize // 2
            values[name] = [_unpack(flat, at + k * size, base) for k in range(shape[0])]
        elif not shape:
            values[name] = flat[at]
        elif len(shape) == 1:
            values[name] = flat[at : at + shape[0]]
        else:
            rows, columns = shape
            values[name] = [flat[at + k * columns : at + (k + 1) * columns] for k in range(rows)]
    return values


def pack(values: Values, layout: Layout) -> Records:
    """An array of one state with these fields."""
    return np.array(_pack(values, layout), dtype=COUNT).view(layout)


def _pack(values: Values, layout: Layout) -> list[int]:
    flat: list[int] = []
    for name, _, shape, base in _plan(layout):
        value = values[name]
        if base is not None:
            for record in value:
                flat += _pack(record, base)
        elif not shape:
            flat.append(value)
        elif len(shape) == 1:
            flat += value
        else:
            for row in value:
                flat += row
    return flat


def padded(items: Sequence[Item], length: int, filler: Item) -> list[Item]:
    """A list filled up to the length its field has; places that are not in use hold the filler."""
    return [*items, *[filler] * (length - len(items))]
