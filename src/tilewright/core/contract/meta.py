"""What a rule set is, as plain data: the part of a game that can be listed without compiling it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    """A choice made when a game is set up."""

    name: str
    meaning: str
    default: str


@dataclass(frozen=True)
class RuleSet:
    """One way to play, as a list of rule sets shows it."""

    id: str
    title: str
    room: str  # the name of its game, which rule sets may share
    players: tuple[int, ...]
    year: int
    designer: str
    summary: str
    rules: str  # the page under docs/rules
    functions: int  # that its room compiles before it can be played; a test counts them
    choices: tuple[int, ...]  # what set_up is told to tell this rule set from its siblings
    options: tuple[Option, ...] = field(default=())
