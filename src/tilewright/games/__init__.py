"""The games that can be played: one room each, and one door through which all of them come.

``register`` takes the package of a game. The games of this package go through it, and so do those of other packages
that are installed: they name theirs in the entry point group ``tilewright.games``::

    [project.entry-points."tilewright.games"]
    nim = "nim_for_tilewright"

Rooms do not know each other, and nothing outside a room asks which game it is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tilewright.core.errors import BadGame, UnknownRuleSet
from tilewright.core.text.reader import nearby, shorten

if TYPE_CHECKING:
    from tilewright.core.contract.meta import RuleSet
    from tilewright.core.contract.room import Room
    from tilewright.core.contract.study import Study

GROUP = "tilewright.games"
SHIPPED = ("tilewright.games.classic", "tilewright.games.pavilion", "tilewright.games.duel")

_packages: dict[str, str] = {}
"""Where the room of each game is, by its name."""

_rule_sets: dict[str, RuleSet] = {}


def register(package: str) -> tuple[RuleSet, ...]:
    """Take in a game: its package has ``meta.RULE_SETS``, ``study.STUDY`` and ``room.ROOM``.

    It counts in this process. A game that other processes must know too, because a server compiles and thinks in
    them, is installed as an entry point.
    """
    if package in _packages.values():
        return tuple(known for known in _rule_sets.values() if _packages[known.room] == package)
    try:
        found: tuple[RuleSet, ...] = tuple(import_module(f"{package}.meta").RULE_SETS)
    except (ImportError, AttributeError) as bad:
        raise BadGame(f"{package} is no game: {bad}") from None
    for known in found:
        if known.id in _rule_sets:
            home = _packages[_rule_sets[known.id].room]
            raise BadGame(f"{package} cannot be registered: {home} has the rule set {known.id!r}")
        if known.room in _packages:
            raise BadGame(f"{package} cannot be registered: {_packages[known.room]} is called {known.room!r}")
    _packages.update((known.room, package) for known in found)
    _rule_sets.update((known.id, known) for known in found)
    return found


for _package in SHIPPED:
    register(_package)


@cache
def _take_in_installed() -> None:
    """The games of other packages; looking for them takes some hundredths of a second."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        register(entry.value)


def rule_sets() -> tuple[RuleSet, ...]:
    """All that can be played, game by game."""
    _take_in_installed()
    return tuple(_rule_sets.values())


def rule_set(name: str) -> RuleSet:
    """The rule set with this id."""
    if isinstance(name, str):  # what cannot be hashed is no name either
        if name not in _rule_sets:
            _take_in_installed()
        if name in _rule_sets:
            return _rule_sets[name]
    raise UnknownRuleSet(
        f"no rule set {shorten(str(name))}: there are {', '.join(_rule_sets)}{nearby(str(name), _rule_sets)}"
    )


def package_of(room: str) -> str:
    """Where the room of this name is."""
    return _packages[room]


def room(of: RuleSet) -> Room:
    """The room in which a rule set is played; opening it loads the compiler, so it is done late."""
    return cast("Room", _part(package_of(of.room), "room", "ROOM"))


def study(of: RuleSet) -> Study:
    """What reviews, statistics, opponents and puzzles ask of the game of a rule set; it compiles nothing."""
    return cast("Study", _part(package_of(of.room), "study", "STUDY"))


@cache
def _part(package: str, module: str, name: str) -> object:
    return getattr(import_module(f"{package}.{module}"), name)
