"""Ten levels of strength as data: what each is, the name to call it by, and how it plays a rule set.

Nothing here needs the compiler, so that opponents can be listed at once; ``levels`` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tilewright import games
from tilewright.core import given
from tilewright.core.language import _, fill, mark, thousands
from tilewright.core.meta import RuleSet


@dataclass(frozen=True, slots=True)
class Level:
    """One rung: how far it looks, and what it gets wrong."""

    title: str
    overlooks: float = 0.0  # share of the places on the table that it does not look at
    miscounts: float = 0.0  # how often it does not see what a move loses
    misjudges: float = 0.0  # points by which a look at the own board may be off
    positions: Mapping[str, int] = field(default_factory=dict)  # looked at, by room; none: its own board after a move
    learned: frozenset[str] = frozenset()  # rooms in which it judges with a net, where there is one

    @property
    def name(self) -> str:
        """By which it is asked for, like ``thinker:LEVEL``."""
        return self.title.lower()


def looking(classic: int, pavilion: int, duel: int) -> dict[str, int]:
    """Positions by room: as many as make steps of about equal strength there (``benchmarks/ladder.py``)."""
    return {"classic": classic, "pavilion": pavilion, "duel": duel}


LEVELS = (
    Level(mark("Newcomer"), overlooks=0.95, miscounts=0.9, misjudges=9.0),
    Level(mark("Learner"), overlooks=0.75, miscounts=0.6, misjudges=4.0),
    Level(mark("Casual"), overlooks=0.45, miscounts=0.35, misjudges=1.8),
    Level(mark("Careful"), overlooks=0.05, miscounts=0.05, misjudges=0.4),
    Level(mark("Steady"), positions=looking(55, 12, 18)),
    Level(mark("Practised"), positions=looking(330, 60, 60)),
    Level(mark("Sharp"), positions=looking(1_200, 160, 165)),
    Level(mark("Strong"), positions=looking(5_000, 480, 430)),
    Level(mark("Expert"), positions=looking(2_500, 600, 10_000), learned=frozenset({"classic", "pavilion"})),
    Level(
        mark("Master"),
        positions=looking(40_000, 40_000, 40_000),
        learned=frozenset({"classic", "pavilion", "duel"}),
    ),
)

OWN_BOARD = mark(
    "minds only its own board, notices {seen} in {places} places on the table (at least one), "
    "and counts the cost of {counted} in {moves} moves"
)
SEARCHING = {
    "classic": mark(
        "weighs {positions} positions before a move, your answers among them, as far as the end of the round"
    ),
    "pavilion": mark("weighs {positions} positions before a move, your answers among them, of drafting or of placing"),
    "duel": mark("tries {positions} ways the round may go on before a move, guessing what it cannot see"),
}
"""How levels play that search, by room."""
LEARNED = {
    "classic": mark(
        "weighs {positions} positions as far as the end of the round, by what its own games have taught it"
    ),
    "pavilion": mark("weighs {positions} positions of drafting or of placing, by what its own games have taught it"),
    "duel": mark("tries {positions} ways the round may go on, and weighs them by what its own games have taught it"),
}
"""How those play that judge by a net."""


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
    chosen = rule_set if isinstance(rule_set, RuleSet) else games.rule_set(given.text(rule_set, "a rule set"))
    return [
        Opponent(level.name, _(level.title), number, chosen.id, _sentence(level, chosen.room))
        for number, level in enumerate(LEVELS, start=1)
    ]


def level_named(name: str) -> int | None:
    """The level that has this name."""
    return next((number for number, level in enumerate(LEVELS, start=1) if level.name == name), None)


def _sentence(level: Level, room: str) -> str:
    if level.positions:
        how = LEARNED if room in level.learned else SEARCHING
        return fill(how[room], {"positions": thousands(level.positions[room])})
    seen, places = _share(1 - level.overlooks)
    counted, moves = _share(1 - level.miscounts)
    return fill(OWN_BOARD, {"seen": seen, "places": places, "counted": counted, "moves": moves})


def _share(part: float) -> tuple[int, int]:
    """A share of hundredths in the smallest whole numbers: how many of how many."""
    return Fraction(round(100 * part), 100).as_integer_ratio()
