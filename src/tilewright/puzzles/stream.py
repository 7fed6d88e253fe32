"""Which puzzle comes next: today's for everybody, and for each person one as hard as they are strong."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tilewright.core.errors import BadArgument
from tilewright.core.text.language import _
from tilewright.core.text.reader import nearby
from tilewright.puzzles.collection import BadPuzzles, collection
from tilewright.puzzles.themes import DETECTORS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from tilewright.puzzles.puzzle import Puzzle


def chosen(rule_set: str, theme: str | None = None) -> list[Puzzle]:
    """The puzzles of a rule set, or those with a theme; BadPuzzles when there are none."""
    if theme is not None and theme not in DETECTORS:
        raise BadArgument(f"there is no theme {theme!r}: themes are {', '.join(DETECTORS)}{nearby(theme, DETECTORS)}")
    found = [one for one in collection(rule_set) if theme is None or theme in (known.name for known in one.themes)]
    if not found:
        sentence = (
            _("there is no puzzle of {rule_set} about {theme}") if theme else _("there is no puzzle of {rule_set}")
        )
        raise BadPuzzles(sentence.format(rule_set=rule_set, theme=theme))
    return found


def of_the_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The same for everybody; a collection that grows changes few days."""
    return min(puzzles, key=lambda one: hashlib.blake2s(f"{day.isoformat()} {one.id}".encode()).digest())


def next_for(
    puzzles: Sequence[Puzzle], strength: float, tried: Mapping[str, bool], ratings: Mapping[str, float]
) -> Puzzle:
    """Of those not tried the nearest to a strength; when all were, of those not solved, and then of all.

    ``ratings`` are those of puzzles that people have tried; the others are rated as they were mined.
    """

    def order(one: Puzzle) -> tuple[int, float, str]:
        state = 0 if one.id not in tried else 2 if tried[one.id] else 1
        return state, abs(ratings.get(one.id, one.rating) - strength), one.id

    return min(puzzles, key=order)
