"""Names of people: which characters they may have, and how they stand in a line of other text.

Some characters cannot be seen, and some turn the text behind them around. New names have none of them; old ones, and
those of records from elsewhere, are made harmless where they are shown.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROLS = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Categories of characters that only control, like those that reverse a text, and of those without any meaning."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""
_SEEN = "LNPS"
"""First letters of the categories of which a name must have something: letters, digits, punctuation, symbols."""

_TURNS = re.compile("[\u202a-\u202e\u2066\u2067]")
_TO_THE_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
ISOLATE, END = "\u2068", "\u2069"


def unseen(name: str) -> str | None:
    """The first character of a name that shows nothing or turns text around; None where there is none."""
    return next((one for one in name if unicodedata.category(one) in _CONTROLS or one in _BLANK), None)


def can_be_seen(name: str) -> bool:
    """Whether there is anything in it to see."""
    return any(unicodedata.category(one)[0] in _SEEN for one in name)


def isolated(name: str) -> str:
    """A name as it stands in a line: whichever way it is written, it turns nothing else around."""
    plain = _TURNS.sub("", name)
    return f"{ISOLATE}{plain}{END}" if _TO_THE_LEFT.search(plain) else plain
