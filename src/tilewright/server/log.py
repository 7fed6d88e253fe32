"""The log of a game: one entry for each accepted command, numbered from 1 without gaps.

An entry has everything that cannot be derived again: the move, and the draws it caused. It never leaves the server
as it is: ``views`` derives what a seat may see of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping


class SeatEntry(msgspec.Struct, omit_defaults=True):
    """Who sits on a chair when a table is opened."""

    kind: str  # person, here, open, computer
    name: str
    guest: str | None = None
    opponent: str | None = None
    given: bool = False  # a name that belongs to the seat: it stays when the guest is renamed


class Body(msgspec.Struct, omit_defaults=True, tag_field="kind"):
    """What happened."""


class Opened(Body, tag="opened"):
    rule_set: str
    players: int
    first: int
    options: dict[str, str]
    seats: list[SeatEntry]
    aids: dict[str, bool]
    owner: str
    draws: list[str] = []
    again: str | None = None  # the table whose next game this is
    position: str | None = None  # where the game begins, if not with an ordinary set-up
    seed: int | None = None  # of the draws, if whoever opened the table gave one


class Sat(Body, tag="sat"):
    guest: str
    name: str
    draws: list[str] = []


class Played(Body, tag="played"):
    move: str
    draws: list[str] = []


class Resigned(Body, tag="resigned"):
    pass


class TakebackOffered(Body, tag="takeback_offered"):
    pass


class TakebackAnswered(Body, tag="takeback_answered"):
    accept: bool
    back_to: int | None = None


class Said(Body, tag="said"):
    text: str


class Rematched(Body, tag="rematch"):
    table: str


class Candidate(msgspec.Struct):
    move: str
    points: list[float]
    chances: list[float]


class Hinted(Body, tag="hinted"):
    candidates: list[Candidate]


AnyBody = Opened | Sat | Played | Resigned | TakebackOffered | TakebackAnswered | Said | Rematched | Hinted
_decoder = msgspec.json.Decoder(AnyBody)
_encoder = msgspec.json.Encoder()


def changes_game(body: AnyBody) -> bool:
    """Whether an entry changes the game; messages, requests and hints do not."""
    if isinstance(body, TakebackAnswered):
        return body.back_to is not None
    return isinstance(body, Opened | Sat | Played | Resigned)


class Entry(msgspec.Struct, frozen=True):
    """One line of a log."""

    seq: int
    at: int  # milliseconds since 1970
    body: AnyBody
    seat: int | None = None
    command: str | None = None
    asked: str | None = None

    def row(self, game: str) -> dict[str, Any]:
        """The entry as the database keeps it."""
        return {
            "game": game,
            "seq": self.seq,
            "at": self.at,
            "seat": self.seat,
            "command": self.command,
            "asked": self.asked,
            "body": _encoder.encode(self.body).decode(),
        }


def entry_from_row(row: Mapping[str, Any]) -> Entry:
    """Read back what ``row`` wrote."""
    return Entry(
        seq=row["seq"],
        at=row["at"],
        body=_decoder.decode(row["body"]),
        seat=row["seat"],
        command=row["command"],
        asked=row["asked"],
    )
