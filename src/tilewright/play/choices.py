"""What to choose next: a move part by part, for fingers, keys and screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.core.errors import BadData
from tilewright.core.shapes.forecast import Forecast
from tilewright.core.shapes.moves import KIND, Part, Parts
from tilewright.core.shapes.refusal import Refusal
from tilewright.core.text import arguments
from tilewright.core.text.reader import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.core.contract.room import Room, State
    from tilewright.core.shapes.moves import Kind, Moves
    from tilewright.play.move import Move


class Option(msgspec.Struct, frozen=True):
    """One value of the next part."""

    value: str
    target: str | None  # where in the view a finger would press
    legal: bool
    move: str | None = None  # the move's notation, when this value completes one
    forecast: Forecast | None = None  # what that move brings
    refusal: Refusal | None = None  # why there is no legal move with it

    def as_data(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "target": self.target,
            "legal": self.legal,
            "move": self.move,
            "forecast": self.forecast.as_data() if self.forecast else None,
            "refusal": self.refusal.as_data() if self.refusal else None,
        }


class Choices(msgspec.Struct, frozen=True):
    """The next part of a move and its options; no part when nothing is left to be chosen."""

    part: str | None
    options: list[Option]

    def as_data(self) -> dict[str, Any]:
        return {"part": self.part, "options": [option.as_data() for option in self.options]}


def next_choices(room: Room, state: State, legal: list[Move], so_far: Parts) -> Choices:
    """The next part to choose after these, which may be given in any order."""
    so_far = _understood(room.moves.space, so_far)
    moves = [move for move in legal if _fits(move.parts, so_far)]
    if KIND not in so_far:
        # Where no legal move begins so, those that have such parts at all tell why not.
        alike = moves or [move for move in legal if so_far.keys() <= move.parts.keys()]
        kinds = list(dict.fromkeys(move.parts[KIND] for move in alike))
        if len(kinds) != 1 or not room.moves.space.kind(kinds[0]).parts:  # a kind without parts is the whole move
            of_kind = _by_value(moves, KIND)
            options = [_option(room, state, {KIND: kind, **so_far}, KIND, of_kind.get(kind, [])) for kind in kinds]
            return Choices(KIND if kinds else None, options)
        so_far = {KIND: kinds[0], **so_far}
    kind = room.moves.space.kind(so_far[KIND])
    part = next((part for part in kind.parts if part.name not in so_far), None)
    if part is None:
        return Choices(None, [])
    of_value = _by_value(moves, part.name)
    options = [
        _option(room, state, {**so_far, part.name: value}, part.name, of_value.get(value, [])) for value in part.values
    ]
    return Choices(
        part.name, [one for one in options if not one.refusal or one.refusal.code not in room.moves.silent_reasons]
    )


def _understood(moves: Moves, so_far: Parts) -> dict[str, str]:
    """The parts given, words made values; BadData names what no move of this game has."""
    if not isinstance(so_far, Mapping):
        raise BadData(f"the parts of a move are names and values, not {arguments.kind(so_far)}")
    for name, value in so_far.items():
        if not isinstance(value, str):
            raise BadData(
                f"the part {shorten(str(name))} is given as text, not as {arguments.kind(value)}", at=f"/{name}"
            )
    found = {}
    kinds: Iterable[Kind] = moves.kinds.values()
    if KIND in so_far:
        kinds = [moves.kind(so_far[KIND])]
        found[KIND] = so_far[KIND]
    for name, value in so_far.items():
        if name != KIND:
            found[name] = _part(kinds, name).value(value)
    return found


def _part(kinds: Iterable[Kind], name: str) -> Part:
    for kind in kinds:
        for part in kind.parts:
            if part.name == name:
                return part
    raise BadData(f"no move has a part {shorten(name)}", at=f"/{name}")


def _fits(parts: Parts, so_far: Parts) -> bool:
    return all(parts.get(name) == value for name, value in so_far.items())


def _by_value(moves: list[Move], part: str) -> dict[str, list[Move]]:
    """The moves sorted out by one of their parts; to go through all of them for every option would take longest."""
    found: dict[str, list[Move]] = {}
    for move in moves:
        if part in move.parts:
            found.setdefault(move.parts[part], []).append(move)
    return found


def _option(room: Room, state: State, chosen: Parts, part: str, fitting: list[Move]) -> Option:
    """An option; fitting are the legal moves that have all of what is chosen then."""
    value = chosen[part]
    target = None if part == KIND else room.moves.target(state, chosen, part)
    if not fitting:
        return Option(value, target, legal=False, refusal=room.moves.refusal(state, chosen))
    if len(fitting) == 1 and len(fitting[0].parts) == len(chosen):
        [move] = fitting
        return Option(value, target, legal=True, move=move.notation, forecast=room.moves.forecast(state, move.code))
    return Option(value, target, legal=True)
