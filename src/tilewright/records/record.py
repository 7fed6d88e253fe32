"""A record: everything needed to play a game again, and nothing else."""

from __future__ import annotations

import zlib

import msgspec

from tilewright.core.errors import BadRecord, BadText
from tilewright.core.text import arguments

FORMAT = "tilewright-record/1"
DEAL_SIGN = "= "
"""An event that begins with this sign and a space is a deal; every other event is a move."""

LONGEST = 16 * 1024 * 1024  # bytes; a game of the longest kind takes some tens of thousands


class Round(msgspec.Struct, forbid_unknown_fields=True):
    """What happened in a round, and the scores when it was over."""

    events: list[str]
    scores: list[int] | None = None


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How a finished game ended."""

    scores: list[int]
    winners: list[int]
    ending: str


class Resume(msgspec.Struct, forbid_unknown_fields=True):
    """What it takes to go on with a game, besides what has happened in it."""

    seats: list[str]  # who decides: "human", or an opponent as `tilewright play --seats` names it
    seed: int  # of the draws


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A game, finished or not."""

    format: str
    rule_set: str
    players: int
    seats: list[str]
    rounds: list[Round]
    first: int = 0
    options: dict[str, str] = {}
    position: str | None = None  # where the game began, when not from an ordinary set-up
    result: Result | None = None
    resume: Resume | None = None  # who plays and what will be drawn, where the game may go on
    check: str | None = None  # of all the rest; a file changed by accident is recognised by it


def checked(record: object) -> Record:
    """A record whose fields hold what they should; one that was put together by hand may not."""
    if not isinstance(record, Record):
        raise BadRecord(f"expected a record or its text, found {arguments.kind(record)}")
    try:
        return msgspec.convert(msgspec.to_builtins(record), Record)
    except (msgspec.ValidationError, TypeError, UnicodeEncodeError) as bad:
        raise BadRecord(f"not a record: {bad}") from None


def checksum(record: Record) -> str:
    """A short sum over everything but the sum itself."""
    bare = msgspec.structs.replace(record, check=None)
    return f"{zlib.crc32(msgspec.json.encode(bare)):08x}"


def write_json(record: Record) -> str:
    """The record as indented JSON, with its checksum."""
    record = checked(record)
    summed = msgspec.structs.replace(record, check=checksum(record))
    return msgspec.json.format(msgspec.json.encode(summed), indent=1).decode() + "\n"


def read_json(text: str) -> Record:
    """Understand JSON; the rules are judged when it is replayed."""
    arguments.text(text, "a record that is read")
    try:
        return msgspec.json.decode(text, type=Record)
    except msgspec.ValidationError as bad:
        raise BadRecord(f"not a record: {bad}") from None
    except msgspec.DecodeError as bad:
        raise BadText(f"not JSON: {bad}", **_place(text, str(bad))) from None
    except UnicodeEncodeError as bad:
        raise BadText(f"character {bad.start + 1} cannot be written as UTF-8") from None


def _place(text: str, message: str) -> dict[str, int]:
    """Line and column of the byte that the decoder names; the end of the text when it names none."""
    digits = "".join(c if c.isdigit() else " " for c in message.partition("byte")[2]).split()
    at = min(int(digits[0]), len(text)) if digits else len(text)
    before = text.encode()[:at].decode(errors="replace")
    return {
        "line": before.count("\n") + 1,
        "column": at - len(before[: before.rfind("\n") + 1].encode()) + 1,
    }
