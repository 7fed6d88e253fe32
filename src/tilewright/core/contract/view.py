"""A position as data: what every game's view has in common, and how a room adds what is its own.

The numbers of a state become data in two steps. ``to_view`` turns the fields of a record into what lies on
the table as the rulebook names it; the shapes then write that as JSON. Reading goes the same way back:
shapes check and read, ``from_view`` puts the values into the fields and works out those that follow from others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tilewright.core.contract.verbs import AWAITING
from tilewright.core.errors import BadData
from tilewright.core.shapes.data import Data
from tilewright.core.shapes.fields import Values
from tilewright.core.shapes.shape import (
    MOST_ROUNDS,
    POINTS,
    SEATS,
    Count,
    Derived,
    Items,
    Name,
    Seat,
    Shape,
    Struct,
    derived,
)

FORMAT = "tilewright/view-1"
_TEXT = {"type": "string"}


@dataclass(frozen=True)
class View:
    """How the positions of one room look as data."""

    phases: tuple[str, ...]
    endings: tuple[str, ...]
    points: tuple[str, ...]  # the names of the breakdown, in its order
    shared: Mapping[str, Shape]  # what lies on the table for all
    board: Mapping[str, Shape]  # what lies in front of each player, besides the score

    to_view: Callable[[Values], Values]
    """From a state's fields to ``phase``, the shared things and ``boards``."""

    from_view: Callable[[Values, Values], None]
    """From what was read (the first) to a state's fields (the second, as the set-up left them)."""

    players: tuple[int, int] = (2, 4)  # fewest and most
    sometimes: tuple[str, ...] = ()  # names of the breakdown that not every game has

    @cached_property
    def shape(self) -> Struct:
        """The whole view."""
        fewest, most = self.players
        return Struct(
            {
                "format": Derived({"const": FORMAT}),
                "rule_set": Derived(_TEXT),
                "players": Derived(Count(fewest, most).schema()),
                "seat": Derived(Seat(nobody=True, most=most - 1).schema()),
                "round": Count(0, MOST_ROUNDS),
                "phase": Name(self.phases),
                "awaiting": Name(AWAITING),
                "turn": Seat(most=most - 1),
                "to_move": derived(Seat(nobody=True, most=most - 1)),
                "first": Seat(most=most - 1),
                "ending": Name((None, *self.endings[1:])),
                "winners": derived(SEATS),
                "options": Derived({"type": "object", "additionalProperties": _TEXT}),
                "goals": Derived({"type": "array", "items": _GOAL}),
                "scores": derived(Items(POINTS, fewest, most)),
                "breakdown": Items(Struct(dict.fromkeys(self.points, POINTS), self.sometimes), fewest, most),
                **self.shared,
                "boards": Items(Struct({"score": POINTS, **self.board}), fewest, most),
            }
        )

    def write(self, values: Values, **facts: object) -> Data:
        """A state's fields as data; the facts are those that only the door of the game knows."""
        seen = {
            "format": FORMAT,
            "players": values["players"],
            "round": values["round_number"],
            "awaiting": values["awaiting"],
            "turn": values["to_move"],
            "to_move": values["to_move"] if AWAITING[values["awaiting"]] == "move" else None,
            "first": values["first"],
            "ending": values["ending"],
            "scores": [board["score"] for board in values["boards"][: values["players"]]],
        }
        return self.shape.write(seen | self.to_view(values) | facts)

    def read(self, data: object, values: Values) -> None:
        """Fill the fields of a state, as the set-up left it, from data; BadData says what is wrong and where."""
        seen = self.shape.read(data, "")
        players = values["players"]
        for name in ("boards", "breakdown"):
            if len(seen[name]) != players:
                raise BadData(f"expected one for each of {players} players, found {len(seen[name])}", at=f"/{name}")
        for name in ("turn", "first"):
            if seen[name] >= players:
                raise BadData(f"there is no seat {seen[name]}: seats are 0 to {players - 1}", at=f"/{name}")
        values.update(
            round_number=seen["round"],
            awaiting=seen["awaiting"],
            to_move=seen["turn"],
            first=seen["first"],
            ending=seen["ending"],
        )
        for board, read in zip(values["boards"], seen["boards"], strict=False):
            board["score"] = read["score"]
        self.from_view(seen, values)


_GOAL = {
    "type": "object",
    "properties": {"name": _TEXT, "meaning": _TEXT},
    "required": ["name", "meaning"],
    "additionalProperties": False,
}
