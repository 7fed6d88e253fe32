"""Who sits where: people, built-in opponents, and engines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.arena.engine import PATIENCE, Engine
from tilewright.arena.entrants import ENGINE, EngineSpec, bot_of, parse_entrant
from tilewright.bots.names import BOTS
from tilewright.core.errors import UnknownBot, WrongPlayers
from tilewright.core.text.language import _
from tilewright.core.text.reader import nearby, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.bots.bot import Bot
    from tilewright.play.game import Game

HUMAN = "human"
LONGEST_NAME = 24
_WHO = (HUMAN, *BOTS, ENGINE)
_BEFORE_SOMEBODY = re.compile(rf",(?=\s*(?:{'|'.join(_WHO)})\b)")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table."""

    spec: str  # "human", or an opponent as it was asked for
    name: str

    @property
    def is_person(self) -> bool:
        return self.spec == HUMAN


def parse_seats(text: str, players: int | None, your_name: str | None = None) -> list[Seat]:
    """Understand ``human,thinker:3``; people may be named: ``human:Ann,human:Bob``."""
    # The command of an engine may have commas of its own.
    words = [word.strip() for word in (_BEFORE_SOMEBODY.split(text) if ENGINE in text else text.split(","))]
    if players is not None and players != len(words):
        raise WrongPlayers(f"{players} players but {len(words)} seats: {text}")
    return name_seats(words, your_name)


def name_seats(words: Sequence[str], your_name: str | None = None) -> list[Seat]:
    """Give every seat a name of its own; the first person without a name gets yours."""
    seats: list[Seat] = []
    yours = your_name
    for number, word in enumerate(words):
        who, _colon, name = word.partition(":")
        if who.lower() == HUMAN:
            unnamed = _("Player {number}").format(number=number + 1)
            name, yours = (name.strip(), yours) if name.strip() else (yours or unnamed, None)
            name = name.replace(",", " ")  # commas stand between seats
            seats.append(Seat(HUMAN, _unlike(seats, name[:LONGEST_NAME])))
        else:
            seats.append(Seat(word, _unlike(seats, name_of(word))))
    return seats


def name_of(spec: str) -> str:
    """An opponent's name: its spec, or the program of an engine. Raises if there is no such opponent."""
    found = parse_entrant(spec)
    if isinstance(found, EngineSpec):
        return Path(found.command[0]).name[:LONGEST_NAME]
    if found.name not in BOTS:
        raise UnknownBot(f"there is no player {shorten(spec)}: there are {', '.join(_WHO)}{nearby(found.name, _WHO)}")
    return spec[:LONGEST_NAME]


def _unlike(seats: Sequence[Seat], name: str) -> str:
    taken = {seat.name for seat in seats}
    return next(one for one in (name, *(f"{name} {k}" for k in range(2, 10))) if one not in taken)


def seats_of_record(names: Sequence[str]) -> list[str]:
    """The players of a record that does not say who decided: names of opponents are opponents, others are people."""
    words = []
    for name in names:
        try:
            name_of(name)
            words.append(name)
        except UnknownBot:
            words.append(f"{HUMAN}:{name}")
    return words


def opponents(seats: Sequence[Seat], game: Game) -> list[Bot | None]:
    """The opponents at the table, None for people; engines are started."""
    found: list[Bot | None] = []
    try:
        for number, seat in enumerate(seats):
            if seat.is_person:
                found.append(None)
                continue
            one = bot_of(parse_entrant(seat.spec), seed=game.seed + number, patience=PATIENCE)
            found.append(one)
            if isinstance(one, Engine):
                one.new_game(game.rule_set.id, game.players, game.options, seat=number, seed=game.seed % (1 << 31))
    except BaseException:
        send_home(found)
        raise
    return found


def send_home(bots: Sequence[Bot | None]) -> None:
    """End the engines."""
    for one in bots:
        if isinstance(one, Engine):
            one.close()
