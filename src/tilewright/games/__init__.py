"""The rooms of the house, one per game. Rooms do not know each other."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tilewright.core.errors import UnknownRuleSet
from tilewright.core.text import nearby, shorten
from tilewright.games.classic.meta import RULE_SETS as CLASSIC
from tilewright.games.duel.meta import RULE_SETS as DUEL
from tilewright.games.pavilion.meta import RULE_SETS as PAVILION

if TYPE_CHECKING:
    from tilewright.core.meta import RuleSet
    from tilewright.core.room import Room
    from tilewright.core.study import Study

RULE_SETS: tuple[RuleSet, ...] = (*CLASSIC, *PAVILION, *DUEL)


def rule_set(name: str) -> RuleSet:
    """The rule set with this id."""
    for known in RULE_SETS:
        if known.id == name:
            return known
    ids = [known.id for known in RULE_SETS]
    raise UnknownRuleSet(f"no rule set {shorten(str(name))}: there are {', '.join(ids)}{nearby(str(name), ids)}")


def room(of: RuleSet) -> Room:
    """The room in which a rule set is played; opening it loads the compiler, so it is done late."""
    return _opened(of.room)


@cache
def _opened(name: str) -> Room:
    return cast("Room", import_module(f"tilewright.games.{name}.room").ROOM)


def study(of: RuleSet) -> Study:
    """What reviews, statistics, opponents and puzzles ask of the game of a rule set; it compiles nothing."""
    return _studied(of.room)


@cache
def _studied(name: str) -> Study:
    return cast("Study", import_module(f"tilewright.games.{name}.study").STUDY)
