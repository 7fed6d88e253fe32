"""Moves declared once: what they are made of, from which their numbers, notation, words and parser follow.

A kind of move is made of parts, each with its values in order. Numbers count through the kinds one after the
other, and within a kind through its parts, the last one fastest. A pattern says how a kind is written:
``{source}{colour}{destination}``; what stands in brackets is left out where it goes without saying.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from math import prod
from types import MappingProxyType

from tilewright.core.errors import BadData
from tilewright.core.shapes.data import Schema
from tilewright.core.text.reader import shorten

KIND = "kind"
Parts = Mapping[str, str]
"""A move, or the beginning of one: its kind under "kind", and the values of its parts."""

NOTHING: Parts = MappingProxyType({})
_PIECE = re.compile(r"\[([^\]]*)\]|(\{[^}]*\}|[^\[{]+)")


@dataclass(frozen=True)
class Part:
    """Something to be chosen, with its values in order and the words people type for them."""

    name: str
    values: Sequence[str]
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def pattern(self) -> str:
        spoken = [word for value in self.values for word in (value, *self.words.get(value, ()))]
        return f"(?P<{self.name}>{'|'.join(map(re.escape, sorted(spoken, key=len, reverse=True)))})"

    def value(self, typed: str) -> str:
        """The value that was typed, as such or as a word."""
        wanted = typed.lower()
        for value in self.values:
            if wanted == value.lower() or wanted in self.words.get(value, ()):
                return value
        raise BadData(f"{shorten(typed)} is no {self.name}: {' '.join(self.values)}", at=f"/{self.name}")


@dataclass(frozen=True)
class Kind:
    """Moves of one kind."""

    name: str
    parts: tuple[Part, ...]
    pattern: str

    @cached_property
    def pieces(self) -> list[tuple[str, bool]]:
        """The pattern piece by piece, and whether each may be left out."""
        return [(optional or plain, bool(optional)) for optional, plain in _PIECE.findall(self.pattern)]

    def part(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        raise BadData(f"a move of the kind {self.name} has no {shorten(name)}", at=f"/{name}")

    def write(self, parts: Parts, implied: Parts) -> str:
        """The short form; what is implied is left out where it may be."""
        written = ""
        for piece, optional in self.pieces:
            named = re.search(r"\{(.*)\}", piece)
            if not (optional and named and parts[named[1]] == implied.get(named[1])):
                written += piece.format_map(parts)
        return written


class Moves:
    """All moves of a game."""

    def __init__(self, kinds: Sequence[Kind], words: Mapping[str, Sequence[str]] = NOTHING) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self._words = words  # for the signs in patterns
        self._all = [
            MappingProxyType({KIND: kind.name} | dict(zip([part.name for part in kind.parts], values, strict=True)))
            for kind in kinds
            for values in product(*(part.values for part in kind.parts))
        ]
        self._first = {}
        code = 0
        for kind in kinds:
            self._first[kind.name] = code
            code += prod(len(part.values) for part in kind.parts)
        self._written = cache(self._write)
        self._patterns = [(kind, re.compile(self._expression(kind), re.IGNORECASE)) for kind in kinds]

    def __len__(self) -> int:
        return len(self._all)

    def parts(self, code: int) -> Parts:
        """What the move with this number is made of."""
        return self._all[code]

    def kind(self, name: str) -> Kind:
        if name not in self.kinds:
            raise BadData(f"{shorten(name)} is no kind of move: {', '.join(self.kinds)}", at=f"/{KIND}")
        return self.kinds[name]

    def code(self, parts: Parts) -> int:
        """The number of a move made of these parts, none missing."""
        kind = self.kind(parts.get(KIND, ""))
        code = 0
        for part in kind.parts:
            if part.name not in parts:
                raise BadData(f"{part.name!r} is missing", at=f"/{part.name}")
            code = code * len(part.values) + part.values.index(part.value(parts[part.name]))
        return self._first[kind.name] + code

    def write(self, code: int, implied: Parts = NOTHING) -> str:
        """The short form of a move; what is implied is left out where its kind allows it."""
        return self._written(code, tuple(implied.items()))

    def _write(self, code: int, implied: tuple[tuple[str, str], ...]) -> str:
        parts = self._all[code]
        return self.kinds[parts[KIND]].write(parts, dict(implied))

    def read(self, text: str) -> dict[str, str] | None:
        """What was typed, short or in words; parts that were left out are missing. None when it is no move."""
        for kind, pattern in self._patterns:
            if match := pattern.fullmatch(text):
                typed = {name: kind.part(name).value(found) for name, found in match.groupdict().items() if found}
                return {KIND: kind.name, **typed}
        return None

    def schema(self) -> Schema:
        """What the parts of a move look like as JSON, kind by kind."""
        return {"oneOf": [_schema(kind) for kind in self.kinds.values()]}

    def _expression(self, kind: Kind) -> str:
        pieces = [self._piece(kind, piece, optional=optional) for piece, optional in kind.pieces]
        return r"\s*" + r"\s*".join(pieces) + r"\s*"

    def _piece(self, kind: Kind, piece: str, *, optional: bool) -> str:
        found = []
        for sign, name in re.findall(r"([^{]+)|\{([^}]*)\}", piece):
            if name:
                found.append(kind.part(name).pattern)
            else:
                spoken = sorted((sign, *self._words.get(sign, ())), key=len, reverse=True)
                found.append(f"(?:{'|'.join(map(re.escape, spoken))})")
        joined = r"\s*".join(found)
        return f"(?:{joined})?" if optional else joined


def _schema(kind: Kind) -> Schema:
    parts: Schema = {part.name: {"enum": list(part.values)} for part in kind.parts}
    return {
        "type": "object",
        "properties": {KIND: {"const": kind.name}, **parts},
        "required": [KIND, *parts],
        "additionalProperties": False,
    }
