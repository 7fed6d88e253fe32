"""What an observation consists of: worked out from the room's own layout, so that it cannot drift.

An observation is a row of whole numbers. First come the fields of the whole table, then one board for each
seat, the observer's own first and the others in the order of play. Where a field holds a seat, the observer
is 0, the next seat 1, and so on; what is not a seat stays as it is. So a policy need not know where it sits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright import games
from tilewright.core.compiling.compiled import COUNT, Records, Wide
from tilewright.core.compiling.compiled import layout as record_layout
from tilewright.core.text import arguments
from tilewright.play.position import rule_set_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tilewright.core.contract.meta import RuleSet

BOARDS = "boards"
SEAT, SEATS = "a seat", "a set of seats"

SEATS_AT, FIRST_SEATS, SETS_AT = range(3)
PLACES = 3
"""Where seats lie, the number that stands for seat 0 there, and where sets of seats lie: rows of the places."""


class Plan:
    """How compiled code makes an observation of a state: where things lie in the state, counted in numbers."""

    words: Wide  # of a state
    boards_at: Wide
    board_words: Wide  # of one board
    shared_words: Wide  # of all but the boards


PLAN = record_layout(Plan)


@dataclass(frozen=True)
class Field:
    """A named part of an observation."""

    name: str
    at: int
    shape: tuple[int, ...]
    holds: str = ""  # SEAT, SEATS or "" for anything else
    first_seat: int = 0  # the number that means the observer; below it a field of seats holds other things

    @property
    def words(self) -> int:
        return int(np.prod(self.shape, dtype=int))


@dataclass(frozen=True)
class Layout:
    """Where everything lies in the observations of a room, for a number of players."""

    players: int
    fields: tuple[Field, ...]
    length: int
    plan: Records  # one, as PLAN lays it out
    places: NDArray[np.int64]  # rows SEATS_AT, FIRST_SEATS and SETS_AT; -1 where there are no more

    def __getitem__(self, name: str) -> Field:
        """The field of this name: ``offer``, or ``boards[0].score`` for the observer's own board."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def read(self, observation: Any, name: str) -> Any:
        """A field of an observation, or of many, in its own shape."""
        field = self[name]
        words = observation[..., field.at : field.at + field.words]
        return words.reshape((*observation.shape[:-1], *field.shape))


def _field(record: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """The kind of a field, and where it begins."""
    fields: Any = record.fields
    return fields[name][0], fields[name][1]


def _parts(record: np.dtype[Any]) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    """The fields of a flat record: name, place in words, shape."""
    for name in record.names or ():
        kind, at = _field(record, name)
        base, shape = kind.subdtype or (kind, ())
        if name != BOARDS and base != np.dtype(COUNT):
            raise TypeError(f"{name} is {base}: observations are rows of {np.dtype(COUNT)}")
        yield name, at // np.dtype(COUNT).itemsize, shape


@lru_cache
def layout_of(rule_set: RuleSet, players: int) -> Layout:
    """Work out the layout."""
    room = games.room(rule_set)
    word = np.dtype(COUNT).itemsize
    boards, boards_at = _field(room.state, BOARDS)
    board, seats = boards.subdtype or (boards, (0,))
    board_words, boards_at = board.itemsize // word, boards_at // word
    taken = board_words * seats[0]
    fields = []
    for name, place, shape in _parts(room.state):
        if name == BOARDS:
            continue
        first_seat = room.seats.codes.get(name, 0)
        holds_seat = name in room.seats.fields or name in room.seats.codes
        holds = SEAT if holds_seat else SEATS if name in room.seats.sets else ""
        fields.append(Field(name, place if place < boards_at else place - taken, shape, holds, first_seat))
    table_words = room.state.itemsize // word - taken
    for seat in range(players):
        for name, place, shape in _parts(board):
            fields.append(Field(f"{BOARDS}[{seat}].{name}", table_words + seat * board_words + place, shape))
    plan = np.array([(room.state.itemsize // word, boards_at, board_words, table_words)], dtype=PLAN)
    return Layout(
        players=players,
        fields=tuple(fields),
        length=table_words + players * board_words,
        plan=plan,
        places=_places(fields),
    )


def _places(fields: list[Field]) -> NDArray[np.int64]:
    seats, sets = (
        [(field.at + k, field.first_seat) for field in fields if field.holds == held for k in range(field.words)]
        for held in (SEAT, SEATS)
    )
    places = np.full((PLACES, max(len(seats), len(sets))), -1, dtype=np.int64)
    places[[SEATS_AT, FIRST_SEATS], : len(seats)] = np.transpose(seats)
    places[SETS_AT, : len(sets)] = [at for at, _ in sets]
    return places


def layout(rule_set: str, players: int = 2) -> Layout:
    """The layout of a rule set's observations."""
    return layout_of(rule_set_for(rule_set, arguments.number(players, "the number of players")), players)
