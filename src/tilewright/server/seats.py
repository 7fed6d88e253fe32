"""The seats of a new table: the words that name them, and the opponents there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.bots.names import BOTS, make, parse_spec
from tilewright.bots.opponents import opponents as levels_of
from tilewright.core.errors import UnknownBot
from tilewright.core.text.language import _
from tilewright.server import log
from tilewright.server.problems import BadRequest
from tilewright.server.table import COMPUTER, EMPTY, HOTSEAT, PERSON

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_THOUGHT = 5.0  # seconds a move
MOST_NODES = 100_000
ENGINE = "engine:"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as a list shows it."""

    name: str
    level: int | None
    title: str
    sentence: str


def opponents(engines: Mapping[str, str], rule_set: str = "classic") -> list[Opponent]:
    """All opponents: the levels, the simple ones, and the engines that the owner of the machine has named."""
    levels = [Opponent(one.spec, one.level, one.title, one.sentence) for one in levels_of(rule_set)]
    simple = [Opponent(name, None, name.capitalize(), _(BOTS[name])) for name in ("greedy", "random")]
    outside = [
        Opponent(f"{ENGINE}{name}", None, name, _("an engine of the owner of this machine")) for name in sorted(engines)
    ]
    return levels + simple + outside


def title_of(name: str, engines: Mapping[str, str]) -> str:
    return next((one.title for one in opponents(engines) if one.name == name), name)


def check_opponent(name: str, engines: Mapping[str, str]) -> None:
    """Raise unless this opponent may sit at a table: no files, no long thoughts, only engines the owner has named."""
    if name.startswith(ENGINE):
        if name.removeprefix(ENGINE) not in engines:
            raise BadRequest(f"{name}: no such engine here")
        return
    try:
        spec = parse_spec(name)
    except UnknownBot as bad:
        raise BadRequest(f"a seat is me, open, here or an opponent's name: {bad}") from None
    if spec.name not in BOTS or spec.weights is not None:
        raise BadRequest(f"{name}: no such opponent here; /api/v1/opponents lists them")
    if (spec.seconds or 0) > LONGEST_THOUGHT or (spec.nodes or 0) > MOST_NODES:
        raise BadRequest(f"{name}: thinks too long; at most @{LONGEST_THOUGHT:g}s or @{MOST_NODES}n")
    try:
        make(spec, 0)
    except UnknownBot as bad:
        raise BadRequest(str(bad)) from None


def set_seats(
    words: Sequence[str], names: Sequence[str | None], guest: str, name: str, engines: Mapping[str, str]
) -> list[log.SeatEntry]:
    """The seats of a new table."""
    chairs = []
    for number, word in enumerate(words):
        given = names[number] if number < len(names) else None
        if word == "me":
            chairs.append(log.SeatEntry(PERSON, given or name, guest, given=given is not None))
        elif word == "here":
            chairs.append(log.SeatEntry(HOTSEAT, given or f"{name} {number + 1}", guest))
        elif word == "open":
            chairs.append(log.SeatEntry(EMPTY, given or "open"))
        else:
            check_opponent(word, engines)
            chairs.append(log.SeatEntry(COMPUTER, given or title_of(word, engines), opponent=word))
    return chairs
