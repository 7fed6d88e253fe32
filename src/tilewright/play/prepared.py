"""What the cache notes about compiling ahead: which layers of a game are done, and how many functions so far.

Every process that uses the cache reads the same notes: several servers, and the one that is started next.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.core.compiling.compiled import CACHE, INTERPRETED, TOOLS
from tilewright.core.compiling.sources import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.core.contract.meta import RuleSet

NOTES = "ready/"


def note(rule_set: RuleSet, what: str) -> str | None:
    """The name of a note in the cache; another name whenever what is compiled changes."""
    fresh = fingerprint("tilewright.bots.thinker", frozenset({games.room(rule_set).state}), TOOLS)
    return fresh and f"{NOTES}{rule_set.room}-{what}-{fresh}"


def note_ready(rule_set: RuleSet, layer: str) -> None:
    name = note(rule_set, layer)
    if name and not INTERPRETED:
        CACHE.save(name, b"")


def is_ready(rule_set: RuleSet, layer: str) -> bool:
    name = note(rule_set, layer)
    return INTERPRETED or (name is not None and CACHE.load(name) is not None)


def compiled(rule_set: RuleSet) -> int:
    """How many functions of this room were compiled so far, in this run or one that was interrupted."""
    name = note(rule_set, "functions")
    return int((name and CACHE.load(name)) or 0)


@contextmanager
def counted(rule_set: RuleSet) -> Iterator[None]:
    """Count what is compiled meanwhile, for whoever waits for it."""
    name, count = note(rule_set, "functions"), compiled(rule_set)

    def count_one(kept: str) -> None:
        nonlocal count
        if name and not kept.startswith(NOTES):
            count += 1
            CACHE.save(name, str(count).encode())

    CACHE.kept.append(count_one)
    try:
        yield
    finally:
        CACHE.kept.remove(count_one)
