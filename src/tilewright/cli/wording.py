"""Small words that every sentence at the terminal shares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

YOU = "You"
_VERB = re.compile(r"(^|\band )([a-z]+?)(es|s)\b")
_KEEP_E = frozenset({"take", "place", "give", "leave", "complete"})


def to_you(told: str) -> str:
    """What somebody does, said to the one who does it: "takes 2 red" becomes "take 2 red"."""

    def plain(match: re.Match[str]) -> str:
        start, stem, ending = match.groups()
        return start + (stem + "e" if ending == "es" and stem + "e" in _KEEP_E else stem)

    return _VERB.sub(plain, told)


def does(name: str, told: str) -> str:
    """Somebody with what they do: "Ann takes 2 red", "You take 2 red"."""
    return f"{name} {to_you(told) if name == YOU else told}"


def points(number: int) -> str:
    """So many points."""
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    *others, one = words
    return f"{', '.join(others)} {last} {one}" if others else one
