"""Ten levels of strength as data: what each is, the name to call it by, and how it plays a rule set.

Nothing here needs the compiler, so that opponents can be listed at once; ``levels`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright import games

if TYPE_CHECKING:
    from tilewright.core.meta import RuleSet


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: how far it looks, and how far it misjudges."""

    name: str  # by which it is asked for, like ``thinker:LEVEL``
    nodes: int  # positions looked at; 0 looks at the own board after one move
    misjudges: float  # points by which a look at the own board may be off
    learned: bool = False  # judges with a net, where the game has one


LEVELS = (
    Level("newcomer", nodes=0, misjudges=12.0),
    Level("learner", nodes=0, misjudges=6.3),
    Level("casual", nodes=0, misjudges=3.2),
    Level("careful", nodes=0, misjudges=1.0),
    Level("steady", nodes=55, misjudges=0.0),
    Level("practised", nodes=190, misjudges=0.0),
    Level("sharp", nodes=1_100, misjudges=0.0),
    Level("strong", nodes=3_300, misjudges=0.0),
    Level("expert", nodes=13_000, misjudges=0.0),
    Level("master", nodes=40_000, misjudges=0.0, learned=True),
)

OWN_BOARD = "looks at its own board after one move, never at yours, and misjudges it by up to {points:g} points"
SEARCHING = {
    "classic": "weighs {nodes:,} positions before a move, your answers among them, as far as the end of the round",
    "pavilion": "weighs {nodes:,} positions before a move, your answers among them, of drafting or of placing",
    "duel": "tries {nodes:,} ways the round may go on before a move, guessing what it cannot see",
}
"""How levels play that search, by room."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A level of a rule set as a person meets it."""

    name: str
    level: int
    rule_set: str
    sentence: str

    @property
    def spec(self) -> str:
        """What ``bot`` and every command take for it, besides its name."""
        return f"thinker:{self.level}"


def opponents(rule_set: str | RuleSet) -> list[Opponent]:
    """One opponent for each level, the weakest first."""
    chosen = games.rule_set(rule_set) if isinstance(rule_set, str) else rule_set
    return [
        Opponent(level.name, number, chosen.id, _sentence(level, chosen.room))
        for number, level in enumerate(LEVELS, start=1)
    ]


def level_named(name: str) -> int | None:
    """The level that has this name."""
    return next((number for number, level in enumerate(LEVELS, start=1) if level.name == name), None)


def _sentence(level: Level, room: str) -> str:
    return SEARCHING[room].format(nodes=level.nodes) if level.nodes else OWN_BOARD.format(points=level.misjudges)
