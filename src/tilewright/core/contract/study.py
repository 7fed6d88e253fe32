"""What reviews, statistics, opponents, puzzles and the position editor ask of a game.

A room declares it in ``study.py``. It is plain data: nothing is compiled to read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.core.errors import UnknownRuleSet
from tilewright.core.shapes.effect_data import MARKER
from tilewright.core.text.language import Template
from tilewright.core.text.reader import shorten


@dataclass(frozen=True)
class Measured:
    """Figures of one rule set that were measured."""

    positions: int
    """Positions that a server looks at to grade a move: some 0.1 to 0.2 seconds of a quiet processor."""

    errors: tuple[float, float]
    """By how many points an estimated loss is off: with two players, and with three or four.

    Two of three are off by less, with 0.2 seconds a move beside 1.2: `python -m tests.soak.grades errors` measures
    it. Some are off by far more. Other budgets borrow these figures, and some kinds those of others: docs/study.md
    says which. What is searched to the end of the drafting has no error up to there; what comes later is the
    evaluation's, and is in the band.
    """

    lost_by_level: tuple[float, ...] = ()
    """Points that each level, from 1, loses a move in games of two against itself; empty where nobody measured it.

    `python -m tests.soak.grades levels --nodes 2000 --rule-set RULE_SET --levels 1 2 3 4 5 6 7 8` measures them.
    Levels that look at more positions than these reviews, or judge as they do by a net, are left out: losses do not
    tell them apart.
    """


@dataclass(frozen=True)
class Levels:
    """How the levels that search play this game."""

    positions: Mapping[str, int]
    """Positions that each of these levels looks at, by its name: so many that steps are about equally large.

    ``benchmarks/ladder.py`` measures it.
    """

    searching: str
    """How they play, as a sentence about whoever does, with a gap for ``{positions}``."""

    learned: frozenset[str] = frozenset()
    """Levels that judge by a net, where there is one."""

    by_net: str = ""
    """How these play."""


@dataclass(frozen=True)
class Points:
    """What points are for, by the names of the breakdown. All that is in no group is a bonus of the end."""

    names: Mapping[str, str]
    """In words; ``{id}`` is the name of the breakdown."""

    tiles: tuple[str, ...]
    """Won for tiles while a round is played; the first is what is left when nothing else is known."""

    losses: tuple[str, ...] = ()
    """Lost while a round is played."""

    costs: tuple[str, ...] = ()
    """Paid for something else while a round is played."""

    start: tuple[str, ...] = ()
    """Held from the beginning."""

    def is_bonus(self, name: str) -> bool:
        """Is this won at the end of the game?"""
        return name not in (*self.start, *self.tiles, *self.losses, *self.costs)


@dataclass(frozen=True)
class Places:
    """Where tiles lie in the view, besides the bag. Everything else of a view tells or counts."""

    offer: tuple[str, ...]
    """How the JSON pointers begin from which tiles are taken."""

    shared: tuple[str, ...]
    """Fields of the view that hold tiles."""

    boards: tuple[str, ...]
    """Fields of a board that hold tiles."""

    sign: str = MARKER
    """The field that names who has what makes its holder start the next round."""

    numbers: tuple[str, ...] = ()
    """Other numbers of the view that can be set by hand."""


@dataclass(frozen=True)
class Study:
    """One game as it is studied."""

    measured: Mapping[str, Measured]
    """By rule set."""

    levels: Levels
    points: Points
    places: Places

    bonuses: Mapping[str, Template] = field(default_factory=dict)
    """What a move does that completes a bonus, by the name a forecast gives it; with gaps for name and points."""

    structures: Mapping[str, Template] = field(default_factory=dict)
    """What a move does that completes something else, by the name of its ``complete`` effect; with a gap for count."""

    ends_game: frozenset[str] = frozenset()
    """Bonuses that end the game when they are completed, so that nobody races for them."""

    plate_kinds: frozenset[str] = frozenset()
    """Kinds of moves that choose a plate or where it goes."""

    payment: frozenset[str] = frozenset()
    """Parts of a move that only say how it is paid for."""

    environments: int = 1
    """The version of the research environments.

    It grows whenever the same game would give other observations, actions or rewards. It is a part of every id, so
    that nobody's results change under their hands.
    """

    def of(self, rule_set: str) -> Measured:
        """What was measured for a rule set."""
        if rule_set not in self.measured:
            raise UnknownRuleSet(f"nothing was measured for {shorten(rule_set)}: there is {', '.join(self.measured)}")
        return self.measured[rule_set]
