"""Ten levels of strength as data: what each is, the name to call it by, and how it plays a rule set.

Nothing here needs the compiler, so that opponents can be listed at once; ``levels`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.core.language import _, fill, mark

if TYPE_CHECKING:
    from tilewright.core.meta import RuleSet


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: how far it looks, and how far it misjudges."""

    title: str
    nodes: int  # positions looked at; 0 looks at the own board after one move
    misjudges: float  # points by which a look at the own board may be off
    learned: bool = False  # judges with a net, where the game has one

    @property
    def name(self) -> str:
        """By which it is asked for, like ``thinker:LEVEL``."""
        return self.title.lower()


LEVELS = (
    Level(mark("Newcomer"), nodes=0, misjudges=12.0),
    Level(mark("Learner"), nodes=0, misjudges=6.3),
    Level(mark("Casual"), nodes=0, misjudges=3.2),
    Level(mark("Careful"), nodes=0, misjudges=1.0),
    Level(mark("Steady"), nodes=55, misjudges=0.0),
    Level(mark("Practised"), nodes=190, misjudges=0.0),
    Level(mark("Sharp"), nodes=1_100, misjudges=0.0),
    Level(mark("Strong"), nodes=3_300, misjudges=0.0),
    Level(mark("Expert"), nodes=13_000, misjudges=0.0),
    Level(mark("Master"), nodes=40_000, misjudges=0.0, learned=True),
)

OWN_BOARD = mark("looks at its own board after one move, never at yours, and misjudges it by up to {points:g} points")
SEARCHING = {
    "classic": mark(
        "weighs {nodes:,} positions before a move, your answers among them, as far as the end of the round"
    ),
    "pavilion": mark("weighs {nodes:,} positions before a move, your answers among them, of drafting or of placing"),
    "duel": mark("tries {nodes:,} ways the round may go on before a move, guessing what it cannot see"),
}
"""How levels play that search, by room."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A level of a rule set as a person meets it."""

    name: str
    title: str
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
        Opponent(level.name, _(level.title), number, chosen.id, _sentence(level, chosen.room))
        for number, level in enumerate(LEVELS, start=1)
    ]


def level_named(name: str) -> int | None:
    """The level that has this name."""
    return next((number for number, level in enumerate(LEVELS, start=1) if level.name == name), None)


def _sentence(level: Level, room: str) -> str:
    if level.nodes:
        return fill(SEARCHING[room], {"nodes": level.nodes})
    return fill(OWN_BOARD, {"points": level.misjudges})
