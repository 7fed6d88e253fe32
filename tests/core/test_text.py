"""Reading text word by word: every complaint names its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tilewright.core import errors
from tilewright.core.errors import BadText, TilewrightError
from tilewright.core.text.reader import Reader, nearby, shorten, write_counts

pytestmark = pytest.mark.rules


def test_long_text_is_quoted_in_short() -> None:
    assert shorten("abc") == "'abc'"
    assert shorten("x" * 24) == repr("x" * 24)
    assert shorten("x" * 25) == repr("x" * 23 + "…")


def test_words_are_read_from_left_to_right() -> None:
    reader = Reader("  round 3   marker - B2 K11 end")
    assert reader.peek() == "round"
    assert reader.labelled("round", 1, 9) == 3
    assert reader.seat("marker", 2, nobody=True) == -1
    assert reader.counts("BYRKW", 20) == [2, 0, 0, 11, 0]
    reader.expect("end")
    assert reader.peek() == ""
    reader.done()


def test_seats_and_empty_counts_are_read() -> None:
    reader = Reader("turn 1 marker 0 -")
    assert reader.seat("turn", 2) == 1
    assert reader.seat("marker", 2, nobody=True) == 0
    assert reader.counts("BYRKW", 20) == [0] * 5


@pytest.mark.parametrize(
    ("text", "read", "column", "reason"),
    [
        ("", lambda r: r.word("a seat"), 1, "the text ends where a seat should be"),
        ("ab ", lambda r: (r.word("x"), r.word("a seat")), 4, "the text ends where a seat should be"),
        ("ab cd", lambda r: (r.word("x"), r.expect("ef")), 4, "expected 'ef', found 'cd'"),
        (" x", lambda r: r.number("a score", 0, 9), 2, "expected a score, found 'x'"),
        ("1234567", lambda r: r.number("a score", 0, 9), 1, "expected a score, found '1234567'"),
        ("²", lambda r: r.number("a score", 0, 9), 1, "expected a score, found '²'"),
        ("٣", lambda r: r.number("a score", 0, 9), 1, "expected a score, found '٣'"),
        ("10", lambda r: r.number("a score", 0, 9), 1, "a score must be 0 to 9, found 10"),
        ("0", lambda r: r.number("a round", 1, 9), 1, "a round must be 1 to 9, found 0"),
        ("turn -", lambda r: r.seat("turn", 2), 6, "expected the seat after 'turn', found '-'"),
        ("turn 2", lambda r: r.seat("turn", 2), 6, "the seat after 'turn' must be 0 to 1, found 2"),
        ("B1 B2", lambda r: r.counts("BY", 9), 4, "B is counted twice"),
        ("B1 Y10", lambda r: r.counts("BY", 9), 4, "the number of Y tiles must be 1 to 9, found 10"),
        ("B0", lambda r: r.counts("BY", 9), 1, "the number of B tiles must be 1 to 9, found 0"),
        ("Z1", lambda r: r.counts("BY", 9), 1, "expected tiles such as B3, or '-', found 'Z1'"),
        ("B", lambda r: r.counts("BY", 9), 1, "expected tiles such as B3, or '-', found 'B'"),
        ("", lambda r: r.counts("BY", 9), 1, "the text ends where tiles or '-' should be"),
        ("a b", lambda r: (r.word("x"), r.done()), 3, "nothing should follow here, found 'b'"),
    ],
)
def test_a_reader_says_what_is_wrong_and_where(
    text: str, read: Callable[[Reader], object], column: int, reason: str
) -> None:
    with pytest.raises(BadText) as caught:
        read(Reader(text))
    assert (caught.value.column, caught.value.reason) == (column, reason)


def test_a_reader_may_begin_in_the_middle_of_a_text() -> None:
    with pytest.raises(BadText, match=r"^line 7, column 12: expected 'b', found 'a'$"):
        Reader(" a", line=7, column=11).expect("b")
    assert Reader("a", column=5).fail("nothing was read").column == 6


def test_tiles_are_written_as_they_are_read() -> None:
    assert write_counts("BYRKW", [2, 0, 0, 11, 0]) == "B2 K11"
    assert write_counts("BYRKW", [0] * 5) == "-"
    assert Reader("B2 K11").counts("BYRKW", 20) == [2, 0, 0, 11, 0]


def test_every_error_is_a_value_error_of_ours() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert len(kinds) > 10
    for kind in kinds:
        assert issubclass(kind, TilewrightError)
        assert issubclass(kind, ValueError)
    bad = BadText("odd", line=2, column=3)
    assert (bad.reason, bad.line, bad.column, str(bad)) == ("odd", 2, 3, "line 2, column 3: odd")


def test_something_near_is_suggested_and_nothing_far() -> None:
    assert nearby("Clasic", ["classic", "duel"]) == "; did you mean 'classic'?"
    assert nearby("chess", ["classic", "duel"]) == ""
