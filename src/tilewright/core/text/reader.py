"""Reading a line of text word by word, always knowing the column. Linear in the length of the text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from tilewright.core.errors import BadText

_WORD = re.compile(r"\S+")


def shorten(text: str, most: int = 24) -> str:
    """Quote a piece of somebody's text in an error without repeating all of it."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def nearby(word: str, known: Iterable[str]) -> str:
    """The question whether something like it was meant; "" when nothing is."""
    found = difflib.get_close_matches(word.lower(), list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


class Reader:
    """The words of one line, left to right."""

    def __init__(self, text: str, *, line: int = 1, column: int = 1) -> None:
        self._words = [(match.start() + column, match.group()) for match in _WORD.finditer(text)]
        self._next = 0
        self._line, self._end = line, len(text) + column

    def fail(self, reason: str, *, back: int = 1) -> BadText:
        """An error at the word just read."""
        at = self._next - back
        column = self._words[at][0] if 0 <= at < len(self._words) else self._end
        return BadText(reason, line=self._line, column=column)

    def peek(self) -> str:
        """The next word without reading it; "" at the end."""
        return self._words[self._next][1] if self._next < len(self._words) else ""

    def word(self, what: str) -> str:
        """The next word, which should be ``what``."""
        if self._next == len(self._words):
            raise BadText(f"the text ends where {what} should be", line=self._line, column=self._end)
        self._next += 1
        return self._words[self._next - 1][1]

    def expect(self, word: str) -> None:
        """Read exactly this word."""
        if (found := self.word(repr(word))) != word:
            raise self.fail(f"expected {word!r}, found {shorten(found)}")

    def number(self, what: str, low: int, high: int) -> int:
        """Read a whole number within limits."""
        return self.within(self.word(what), what, low, high)

    def labelled(self, label: str, low: int, high: int) -> int:
        """Read a label and its number: ``round 3``."""
        self.expect(label)
        return self.number(f"the number after {label!r}", low, high)

    def within(self, digits: str, what: str, low: int, high: int) -> int:
        """Understand the digits of the word just read."""
        if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
            raise self.fail(f"expected {what}, found {shorten(digits)}")
        if not low <= (value := int(digits)) <= high:
            raise self.fail(f"{what} must be {low} to {high}, found {value}")
        return value

    def seat(self, label: str, players: int, *, nobody: bool = False) -> int:
        """Read a label and a seat; ``-`` is nobody (-1) where that is allowed."""
        self.expect(label)
        if nobody and self.peek() == "-":
            self.word("a seat")
            return -1
        return self.number(f"the seat after {label!r}", 0, players - 1)

    def counts(self, letters: str, most: int) -> list[int]:
        """Read tiles counted by colour: ``B16 W3``, or ``-`` for none."""
        found = [0] * len(letters)
        if self.peek() == "-":
            self.word("tiles")
            return found
        while (word := self.peek()) and word[0] in letters and word[1:].isdigit():
            self.word("tiles")
            colour = letters.index(word[0])
            if found[colour]:
                raise self.fail(f"{word[0]} is counted twice")
            found[colour] = self.within(word[1:], f"the number of {word[0]} tiles", 1, most)
        if not any(found):
            found_word = self.word("tiles or '-'")
            raise self.fail(f"expected tiles such as {letters[0]}3, or '-', found {shorten(found_word)}")
        return found

    def done(self) -> None:
        """There must be no more words."""
        if word := self.peek():
            self._next += 1
            raise self.fail(f"nothing should follow here, found {shorten(word)}")


def write_counts(letters: str, tiles: object) -> str:
    """Tiles counted by colour, as ``Reader.counts`` reads them."""
    counted = [f"{letter}{n}" for letter, n in zip(letters, tiles, strict=True) if n]  # type: ignore[call-overload]
    return " ".join(counted) or "-"
