"""What a move or a deal did, as data: a list of events, and how they change a view.

Events name places by JSON pointers into the view (core/view.py). Whoever applies a ply's events to the view
before it has the view after it, exactly; ``apply`` is that in full, and what a page does tile by tile.

| kind | says |
|---|---|
| ``move_tiles`` | ``count`` tiles of a ``colour`` go ``from`` one place ``to`` another |
| ``move_marker`` | the marker goes ``from`` one place ``to`` another; ``seat`` has it now, or nobody |
| ``move_token`` | the same for the token of Summer Pavilion |
| ``complete`` | a thing of this ``name`` is complete ``at`` these spaces and earns ``tiles``; only tells |
| ``score`` | a ``seat`` gains or loses ``points`` for a ``reason``, by a ``rule`` |
| ``turn`` | the ``seat`` whose turn it is |
| ``phase`` | the ``phase`` that begins |
| ``await`` | what is ``awaiting`` now: a move, a deal or nothing |
| ``round`` | the ``round`` that begins, and who is ``first`` in it |
| ``end`` | the game is over: its ``ending`` and ``winners`` |
| ``move_chip`` | a ``chip`` goes ``from`` one place ``to`` another |
| ``reveal`` | what lay face down ``at`` a place is this ``value``, one of those that lie ``from`` there unseen |
| ``place_special`` | a special tile (``value``) comes to lie ``at`` a cell |
| ``set`` | something else that is counted or shown has this ``value`` now, ``at`` its place |

A room may have kinds of its own, which only tell what people do; ``set`` events beside them change the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tilewright.core.data import Data

Event = dict[str, Any]


class Log:
    """Events noted one after the other."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def note(self, kind: str, **said: object) -> None:
        self.events.append({"kind": kind, **said})

    def move_tiles(self, colour: str, count: int, where: str, to: str, **more: object) -> None:
        """Tiles go from one place to another; nothing is noted when there are none."""
        if count:
            self.events.append({"kind": "move_tiles", "colour": colour, "count": int(count), "from": where, "to": to})
            self.events[-1].update(more)

    def move_marker(self, where: str, to: str, seat: int | None) -> None:
        self.events.append({"kind": "move_marker", "from": where, "to": to, "seat": seat})

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


def apply(data: Data, events: Iterable[Event]) -> Data:
    """The view after these events."""
    after: Data = _copied(data)
    for event in events:
        if deed := _DEEDS.get(event["kind"]):
            deed(after, event)
    after["to_move"] = after["turn"] if after["awaiting"] == "move" else None
    after["scores"] = [board["score"] for board in after["boards"]]
    return after


def _copied(data: Any) -> Any:
    """Plain data in full; ten times as fast as copying what could be anything."""
    if isinstance(data, dict):
        return {key: _copied(part) for key, part in data.items()}
    return [_copied(part) for part in data] if isinstance(data, list) else data


def _move_tiles(data: Data, event: Event) -> None:
    _change(data, event["from"], event["colour"], -event["count"])
    _change(data, event["to"], event["colour"], event["count"])


def _change(data: Data, pointer: str, colour: str, count: int) -> None:
    """Tiles come to a place or leave it: a cell, a line, or tiles counted by colour."""
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


def _moves(thing: str) -> Callable[[Data, Event], None]:
    """An event that moves what makes its holder start the next round."""

    def deed(data: Data, event: Event) -> None:
        data[thing] = event["seat"]
        for end, there in (("from", False), ("to", True)):
            place = resolve(data, event[end])
            if thing in place:
                place[thing] = there

    return deed


def _score(data: Data, event: Event) -> None:
    data["boards"][event["seat"]]["score"] += event["points"]
    points = data["breakdown"][event["seat"]]
    points[event["reason"]] = points.get(event["reason"], 0) + event["points"]


def _move_chip(data: Data, event: Event) -> None:
    _change(data, event["from"], event["chip"], -1)
    _change(data, event["to"], event["chip"], 1)


def _set(data: Data, event: Event) -> None:
    put(data, event["at"], event["value"])


def _reveal(data: Data, event: Event) -> None:
    _set(data, event)
    _change(data, event["from"], event["value"], -1)


def _copies(*names: str) -> Callable[[Data, Event], None]:
    """An event that says what these fields of the view are now."""

    def deed(data: Data, event: Event) -> None:
        data.update({name: event[name] for name in names})

    return deed


def _turn(data: Data, event: Event) -> None:
    data["turn"] = event["seat"]


_DEEDS: dict[str, Callable[[Data, Event], None]] = {
    "move_tiles": _move_tiles,
    "move_marker": _moves("marker"),
    "move_token": _moves("token"),
    "score": _score,
    "turn": _turn,
    "phase": _copies("phase"),
    "await": _copies("awaiting"),
    "round": _copies("round", "first"),
    "end": _copies("ending", "winners"),
    "move_chip": _move_chip,
    "reveal": _reveal,
    "place_special": _set,
    "set": _set,
}

KINDS = tuple(_DEEDS)
