"""Ten levels of strength as data: what each is, the name to call it by, and how it plays a rule set.

Nothing here needs the compiler, so that opponents can be listed at once; ``levels`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tilewright import games
from tilewright.core.contract.meta import RuleSet
from tilewright.core.contract.study import Levels
from tilewright.core.text import arguments
from tilewright.core.text.language import N_, _, fill, thousands


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: how far it looks, and what it gets wrong."""

    title: str
    overlooks: float = 0.0  # share of the places on the table that it does not look at
    miscounts: float = 0.0  # how often it does not see what a move loses
    misjudges: float = 0.0  # points by which a look at the own board may be off
    searches: bool = False  # as far as each game says in its study; the others see their own board after a move

    @property
    def name(self) -> str:
        """By which it is asked for, like ``thinker:LEVEL``."""
        return self.title.lower()


LEVELS = (
    Level(N_("Newcomer"), overlooks=0.95, miscounts=0.9, misjudges=9.0),
    Level(N_("Learner"), overlooks=0.75, miscounts=0.6, misjudges=4.0),
    Level(N_("Casual"), overlooks=0.45, miscounts=0.35, misjudges=1.8),
    Level(N_("Careful"), overlooks=0.05, miscounts=0.05, misjudges=0.4),
    Level(N_("Steady"), searches=True),
    Level(N_("Practised"), searches=True),
    Level(N_("Sharp"), searches=True),
    Level(N_("Strong"), searches=True),
    Level(N_("Expert"), searches=True),
    Level(N_("Master"), searches=True),
)

OWN_BOARD = N_(
    "minds only its own board, notices {seen} in {places} places on the table (at least one), "
    "and counts the cost of {counted} in {moves} moves"
)


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
    chosen = rule_set if isinstance(rule_set, RuleSet) else games.rule_set(arguments.text(rule_set, "a rule set"))
    return [
        Opponent(level.name, _(level.title), number, chosen.id, _sentence(level, games.study(chosen).levels))
        for number, level in enumerate(LEVELS, start=1)
    ]


def level_named(name: str) -> int | None:
    """The level that has this name."""
    return next((number for number, level in enumerate(LEVELS, start=1) if level.name == name), None)


def _sentence(level: Level, how: Levels) -> str:
    if level.searches:
        told = how.by_net if level.name in how.learned else how.searching
        return fill(told, {"positions": thousands(how.positions[level.name])})
    seen, places = _share(1 - level.overlooks)
    counted, moves = _share(1 - level.miscounts)
    return fill(OWN_BOARD, {"seen": seen, "places": places, "counted": counted, "moves": moves})


def _share(part: float) -> tuple[int, int]:
    """A share of hundredths in the smallest whole numbers: how many of how many."""
    return Fraction(round(100 * part), 100).as_integer_ratio()
