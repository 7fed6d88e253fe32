"""Shapes: how numbers of a state look as data that any program can read, and how they are read back.

A shape writes a plain value as JSON, reads it back, and describes itself as a JSON Schema. A room declares
the shape of its table once, from these; see ``view.py`` beside the rules of each game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tilewright.core.errors import BadData
from tilewright.core.shapes.data import Data, Schema
from tilewright.core.text.reader import shorten

MOST_POINTS = 9999
MOST_ROUNDS = 9999


class Shape(Protocol):
    """One kind of value: as the state has it, and as data."""

    def write(self, value: Any) -> Any:
        """The value as JSON."""
        raise NotImplementedError

    def read(self, data: Any, at: str) -> Any:
        """The value from JSON; BadData names the place, a JSON pointer, and what is wrong there."""
        raise NotImplementedError

    def schema(self) -> Schema:
        """What JSON of this shape looks like."""
        raise NotImplementedError


def _refuse(at: str, wanted: str, found: object) -> BadData:
    return BadData(f"expected {wanted}, found {shorten(str(found))}", at=at)


@dataclass(frozen=True)
class Count:
    """A whole number within limits."""

    low: int
    high: int

    def write(self, value: int) -> int:
        return value

    def read(self, data: object, at: str) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or not self.low <= data <= self.high:
            raise _refuse(at, f"a number from {self.low} to {self.high}", data)
        return data

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


POINTS = Count(-MOST_POINTS, MOST_POINTS)


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    def write(self, value: int) -> bool:
        return bool(value)

    def read(self, data: object, at: str) -> int:
        if not isinstance(data, bool):
            raise _refuse(at, "true or false", data)
        return int(data)

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Name:
    """One of several words, counted from ``low``; None among them is null."""

    names: tuple[str | int | None, ...]
    low: int = 0

    def write(self, value: int) -> str | int | None:
        return self.names[value - self.low]

    def read(self, data: object, at: str) -> int:
        if data not in self.names or isinstance(data, bool | float):
            raise _refuse(at, f"one of {', '.join('null' if name is None else str(name) for name in self.names)}", data)
        return self.names.index(data) + self.low

    def schema(self) -> Schema:
        return {"enum": list(self.names)}


def colour(letters: str) -> Name:
    """A colour's letter, or null where there is no tile (-1)."""
    return Name((None, *letters), low=-1)


@dataclass(frozen=True)
class Tiles:
    """Tiles, or other things of several kinds, counted by name; those that are not there are left out."""

    names: Sequence[str]
    most: int

    def write(self, value: Sequence[int]) -> dict[str, int]:
        return {name: n for name, n in zip(self.names, value, strict=True) if n}

    def read(self, data: object, at: str) -> list[int]:
        if not isinstance(data, dict):
            raise _refuse(at, 'tiles by colour, like {"' + self.names[0] + '": 2}', data)
        for name in data:
            if name not in self.names:
                raise _refuse(at, f"only {' '.join(self.names)}", name)
        counted = Count(1, self.most)
        return [counted.read(data[name], f"{at}/{name}") if name in data else 0 for name in self.names]

    def schema(self) -> Schema:
        counted = Count(1, self.most).schema()
        return {
            "type": "object",
            "properties": dict.fromkeys(self.names, counted),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Seat:
    """A seat's number; nobody (-1) is null where that is allowed."""

    nobody: bool = False
    most: int = 3

    def write(self, value: int) -> int | None:
        return None if value < 0 else value

    def read(self, data: object, at: str) -> int:
        if data is None and self.nobody:
            return -1
        return Count(0, self.most).read(data, at)

    def schema(self) -> Schema:
        kind = ["integer", "null"] if self.nobody else "integer"
        return {"type": kind, "minimum": 0, "maximum": self.most}


@dataclass(frozen=True)
class Members:
    """A set of named things, one bit for each, as the list of their names."""

    names: tuple[str | int | None, ...]

    def write(self, value: int) -> list[str | int | None]:
        return [name for k, name in enumerate(self.names) if value >> k & 1]

    def read(self, data: object, at: str) -> int:
        if not isinstance(data, list):
            raise _refuse(at, "a list", data)
        found = 0
        for k, name in enumerate(data):
            if name not in self.names or isinstance(name, bool | float) or found >> self.names.index(name) & 1:
                raise _refuse(f"{at}/{k}", f"one of {', '.join(map(str, self.names))}, each once", name)
            found |= 1 << self.names.index(name)
        return found

    def schema(self) -> Schema:
        return {"type": "array", "items": {"enum": list(self.names)}, "uniqueItems": True}


SEATS = Members((0, 1, 2, 3))


@dataclass(frozen=True)
class Items:
    """A list of things of one shape, ``least`` to ``most`` of them."""

    shape: Shape
    least: int
    most: int

    def write(self, value: Sequence[object]) -> list[Any]:
        write = self.shape.write
        return [write(item) for item in value]

    def read(self, data: object, at: str) -> list[object]:
        if not isinstance(data, list):
            raise _refuse(at, "a list", data)
        if not self.least <= len(data) <= self.most:
            many = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise BadData(f"expected {many} items, found {len(data)}", at=at)
        return [self.shape.read(item, f"{at}/{k}") for k, item in enumerate(data)]

    def schema(self) -> Schema:
        return {"type": "array", "items": self.shape.schema(), "minItems": self.least, "maxItems": self.most}


def grid(shape: Shape, rows: int, columns: int) -> Items:
    """Rows of equal length."""
    return Items(Items(shape, columns, columns), rows, rows)


@dataclass(frozen=True)
class Maybe:
    """A thing, or null where there is none (None)."""

    shape: Shape

    def write(self, value: object) -> object:
        return None if value is None else self.shape.write(value)

    def read(self, data: object, at: str) -> object:
        return None if data is None else self.shape.read(data, at)

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}


class Pieces:
    """Pieces that lie together in no order, each under its name with what is printed on it, from their numbers."""

    def __init__(self, names: Sequence[str], printed: Sequence[object], shape: Shape) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._written = [(name, shape.write(face)) for name, face in zip(names, printed, strict=True)]
        self._face = shape

    def write(self, value: Sequence[int]) -> Data:
        return dict(self._written[number] for number in value)

    def read(self, data: object, at: str) -> list[int]:
        if not isinstance(data, dict):
            raise _refuse(at, "an object of pieces by name", data)
        for name in data:
            if name not in self._numbers:
                raise _refuse(at, f"only {' '.join(self._numbers)}", name)
        return [self._numbers[name] for name in data]

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": dict.fromkeys(self._numbers, self._face.schema()),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Derived:
    """What readers are told though it follows from the rest: written as it is, and passed over when read."""

    described: Schema

    def write(self, value: object) -> object:
        return value

    def read(self, data: object, at: str) -> object:  # noqa: ARG002 - not read, so nothing can be wrong
        return data

    def schema(self) -> Schema:
        return self.described


def derived(shape: Shape) -> Derived:
    """A value that follows from the rest and looks like this shape's data."""
    return Derived(shape.schema())


@dataclass(frozen=True)
class Struct:
    """Things of several shapes, each under its name; some of them may be missing."""

    fields: Mapping[str, Shape]
    sometimes: Collection[str] = ()

    def write(self, value: Mapping[str, object]) -> Data:
        if self.sometimes:
            value = {**dict.fromkeys(self.sometimes), **value}
            return {name: shape.write(value[name]) for name, shape in self.fields.items() if value[name] is not None}
        return {name: shape.write(value[name]) for name, shape in self.fields.items()}

    def read(self, data: object, at: str) -> Data:
        if not isinstance(data, dict):
            raise _refuse(at, f"an object with {', '.join(self.fields)}", data)
        for name in data:
            if name not in self.fields:
                raise BadData(f"nothing here is called {shorten(str(name))}", at=at)
        found = {}
        for name, shape in self.fields.items():
            if name in data:
                found[name] = shape.read(data[name], f"{at}/{name}")
            elif name not in self.sometimes and not isinstance(shape, Derived):
                raise BadData(f"{name!r} is missing", at=at)
        return found

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self.fields.items()},
            "required": [name for name in self.fields if name not in self.sometimes],
            "additionalProperties": False,
        }
