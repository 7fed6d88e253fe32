"""Entrants by spec: our own opponents, and external engines that speak the line protocol."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.arena.engine import Engine
from tilewright.bots.names import Spec, make, parse_spec
from tilewright.core.errors import UnknownBot

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.bots.bot import Bot

ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An external engine: ``engine:./path arguments``, or with a limit ``engine@0.3s:./path arguments``."""

    command: tuple[str, ...]
    seconds: float | None = None
    nodes: int | None = None


def parse_entrant(text: str) -> Spec | EngineSpec:
    """Understand an entrant."""
    head, colon, command = text.partition(":")
    if head != ENGINE and not head.startswith(f"{ENGINE}@"):
        return parse_spec(text)
    limit = parse_spec(head)
    try:
        words = shlex.split(command)
    except ValueError as bad:
        raise UnknownBot(f"{text!r}: {bad}") from None
    if not colon or not words:
        raise UnknownBot(f"{text!r}: write engine:COMMAND, or engine@0.3s:COMMAND")
    return EngineSpec(tuple(words), limit.seconds, limit.nodes)


def bot_of(entrant: Spec | EngineSpec, *, seed: int, patience: float, log: Path | None = None) -> Bot:
    """The opponent itself; an engine is not started yet."""
    if isinstance(entrant, Spec):
        return make(entrant, seed)
    return Engine(entrant.command, seconds=entrant.seconds, nodes=entrant.nodes, patience=patience, log=log)


def check_entrant(
    text: str, rule_set: str, players: int, options: dict[str, str], *, patience: float, log: Path | None = None
) -> str:
    """What the entrant is called: an engine by the name it gives itself. An error unless it is ready to play this."""
    found = bot_of(parse_entrant(text), seed=0, patience=patience, log=log)
    if isinstance(found, Engine):
        try:
            found.new_game(rule_set, players, options, seat=0, seed=0)
            return found.name
        finally:
            found.close()
    return text
