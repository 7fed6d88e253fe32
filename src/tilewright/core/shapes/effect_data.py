"""What a move or a deal did, as data: a list of effects, and how they change a view.

Effects name places by JSON pointers into the view (core/contract/view.py). Whoever applies a ply's effects to the view
before it has the view after it, exactly; ``Kinds.apply`` is that in full, and what a page does tile by tile.

| kind | says |
|---|---|
| ``move_tiles`` | ``count`` tiles of a ``colour`` go ``from`` one place ``to`` another |
| ``move_marker`` | the marker goes ``from`` one place ``to`` another; ``seat`` has it now, or nobody |
| ``complete`` | a thing of this ``name`` is complete ``at`` these spaces and earns ``tiles``; only tells |
| ``score`` | a ``seat`` gains or loses ``points`` for a ``reason``, by a ``rule`` |
| ``turn`` | the ``seat`` whose turn it is |
| ``phase`` | the ``phase`` that begins |
| ``await`` | what is ``awaiting`` now: a move, a deal or nothing |
| ``round`` | the ``round`` that begins, and who is ``first`` in it |
| ``end`` | the game is over: its ``ending`` and ``winners`` |
| ``set`` | something else that is counted or shown has this ``value`` now, ``at`` its place |

Where the marker has another name, ``move_marker`` has it too. A game may have kinds of its own: it declares those
that change a view (``Kinds``); the others only tell what people do, and effects beside them change the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from tilewright.core.shapes.data import Data

MARKER = "marker"
"""What makes its holder start the next round, unless a game calls it something else."""

Effect = dict[str, Any]
ChangeOfView = Callable[[Data, Effect], None]
"""What an effect of a kind changes in a view."""


class Log:
    """Effects noted one after the other."""

    def __init__(self) -> None:
        self.effects: list[Effect] = []

    def note(self, kind: str, **said: object) -> None:
        self.effects.append({"kind": kind, **said})

    def move_tiles(self, colour: str, count: int, where: str, to: str, **more: object) -> None:
        """Tiles go from one place to another; nothing is noted when there are none."""
        if count:
            self.effects.append({"kind": "move_tiles", "colour": colour, "count": int(count), "from": where, "to": to})
            self.effects[-1].update(more)

    def move_marker(self, where: str, to: str, seat: int | None) -> None:
        self.effects.append({"kind": "move_marker", "from": where, "to": to, "seat": seat})

    def score(self, seat: int, points: int, reason: str, rule: str, at: list[str] | None = None) -> None:
        """Points won or lost; nothing is noted when there are none."""
        if points:
            self.note("score", seat=int(seat), points=int(points), reason=reason, rule=rule, at=at or [])


# -- applying ------------------------------------------------------------------------------------


def resolve(data: Any, pointer: str) -> Any:
    """What a JSON pointer points at."""
    for key in pointer.split("/")[1:]:
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


def put(data: Data, pointer: str, value: object) -> None:
    """Change what a JSON pointer points at."""
    parent, _, key = pointer.rpartition("/")
    within = resolve(data, parent)
    within[int(key) if isinstance(within, list) else key] = value


def _copied(data: Any) -> Any:
    """Plain data in full; ten times as fast as copying what could be anything."""
    if isinstance(data, dict):
        return {key: _copied(part) for key, part in data.items()}
    return [_copied(part) for part in data] if isinstance(data, list) else data


def _move_tiles(data: Data, effect: Effect) -> None:
    add_tiles(data, effect["from"], effect["colour"], -effect["count"])
    add_tiles(data, effect["to"], effect["colour"], effect["count"])


def add_tiles(data: Data, pointer: str, colour: str, count: int) -> None:
    """Tiles come to a place, or leave it for a count below 0: a cell, a line, or tiles counted by colour."""
    place = resolve(data, pointer)
    if not isinstance(place, dict):
        put(data, pointer, colour if count > 0 else None)
    elif "count" in place:
        place["count"] += count
        place["colour"] = colour if place["count"] else None
    else:
        tiles = place.get("tiles", place)
        tiles[colour] = tiles.get(colour, 0) + count
        if not tiles[colour]:
            del tiles[colour]


def _moves(thing: str) -> ChangeOfView:
    """An effect that moves what makes its holder start the next round."""

    def change(data: Data, effect: Effect) -> None:
        data[thing] = effect["seat"]
        for end, there in (("from", False), ("to", True)):
            place = resolve(data, effect[end])
            if thing in place:
                place[thing] = there

    return change


def _score(data: Data, effect: Effect) -> None:
    data["boards"][effect["seat"]]["score"] += effect["points"]
    points = data["breakdown"][effect["seat"]]
    points[effect["reason"]] = points.get(effect["reason"], 0) + effect["points"]


def set_value(data: Data, effect: Effect) -> None:
    """An effect that says what lies at a place now."""
    put(data, effect["at"], effect["value"])


def _copies(*names: str) -> ChangeOfView:
    """An effect that says what these fields of the view are now."""

    def change(data: Data, effect: Effect) -> None:
        data.update({name: effect[name] for name in names})

    return change


def _turn(data: Data, effect: Effect) -> None:
    data["turn"] = effect["seat"]


_FIRST: dict[str, ChangeOfView] = {"move_tiles": _move_tiles}
_SHARED: dict[str, ChangeOfView] = {
    "score": _score,
    "turn": _turn,
    "phase": _copies("phase"),
    "await": _copies("awaiting"),
    "round": _copies("round", "first"),
    "end": _copies("ending", "winners"),
}
_LAST: dict[str, ChangeOfView] = {"set": set_value}


@dataclass(frozen=True)
class Kinds:
    """The kinds of effects that change the view of one game: those of all games, and its own."""

    sign: str = MARKER
    """What makes its holder start the next round; ``move_marker`` moves a marker."""

    own: Mapping[str, ChangeOfView] = field(default_factory=dict)

    @cached_property
    def changes(self) -> dict[str, ChangeOfView]:
        """All of them."""
        return _FIRST | {f"move_{self.sign}": _moves(self.sign)} | _SHARED | dict(self.own) | _LAST

    def apply(self, data: Data, effects: Iterable[Effect]) -> Data:
        """The view after these effects."""
        after: Data = _copied(data)
        for effect in effects:
            if change := self.changes.get(effect["kind"]):
                change(after, effect)
        after["to_move"] = after["turn"] if after["awaiting"] == "move" else None
        after["scores"] = [board["score"] for board in after["boards"]]
        return after


def names_of(games: Iterable[Kinds]) -> list[str]:
    """The kinds that change a view in any of these games."""
    every = list(games)
    signs, own = (f"move_{kinds.sign}" for kinds in every), chain.from_iterable(kinds.own for kinds in every)
    return list(dict.fromkeys([*_FIRST, *signs, *_SHARED, *own, *_LAST]))
