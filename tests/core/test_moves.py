"""Moves from one declaration: numbers, notation, words."""

from __future__ import annotations

import pytest

from tilewright.core.errors import BadData
from tilewright.core.shapes.moves import Kind, Moves, Part

pytestmark = pytest.mark.rules

FRUIT = Part("fruit", ("apple", "fig", "f"), {"fig": ("figue", "vijg")})
COUNT = Part("count", "0123")
MOVES = Moves(
    (
        Kind("buy", (FRUIT, COUNT), "{fruit}[x{count}]"),
        Kind("wait", (), "wait"),
        Kind("drop", (COUNT,), "!{count}"),
    ),
    words={"x": ("times",), "!": ("drop",)},
)


def test_numbers_count_through_kinds_and_parts_the_last_fastest() -> None:
    assert len(MOVES) == 3 * 4 + 1 + 4
    assert dict(MOVES.parts(6)) == {"kind": "buy", "fruit": "fig", "count": "2"}
    assert dict(MOVES.parts(12)) == {"kind": "wait"}
    assert [MOVES.code(MOVES.parts(code)) for code in range(len(MOVES))] == list(range(len(MOVES)))


def test_what_is_implied_is_left_out_only_where_it_may_be() -> None:
    assert MOVES.write(6) == "figx2"
    assert MOVES.write(6, {"count": "2"}) == "fig"
    assert MOVES.write(6, {"count": "1", "fruit": "fig"}) == "figx2"
    assert [MOVES.write(code) for code in (12, 13)] == ["wait", "!0"]


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("figx2", {"kind": "buy", "fruit": "fig", "count": "2"}),
        (" FIG  X 2 ", {"kind": "buy", "fruit": "fig", "count": "2"}),
        ("Figue times 3", {"kind": "buy", "fruit": "fig", "count": "3"}),
        ("f", {"kind": "buy", "fruit": "f"}),
        ("fx1", {"kind": "buy", "fruit": "f", "count": "1"}),
        ("Wait", {"kind": "wait"}),
        ("drop 2", {"kind": "drop", "count": "2"}),
        ("plum", None),
        ("", None),
        ("fig 2", None),
        ("wait wait", None),
    ],
)
def test_what_is_typed_is_read_short_or_in_words(typed: str, parts: dict[str, str] | None) -> None:
    assert MOVES.read(typed) == parts


def test_every_move_is_read_as_it_is_written() -> None:
    for code in range(len(MOVES)):
        assert MOVES.code(MOVES.read(MOVES.write(code)) or {}) == code


def test_what_no_move_has_is_named() -> None:
    for parts, reason in (
        ({"kind": "sell"}, "/kind: 'sell' is no kind of move: buy, wait, drop"),
        ({}, "/kind: '' is no kind of move"),
        ({"kind": "buy", "fruit": "plum"}, "/fruit: 'plum' is no fruit: apple fig f"),
        ({"kind": "drop"}, "/count: 'count' is missing"),
    ):
        with pytest.raises(BadData) as bad:
            MOVES.code(parts)
        assert str(bad.value).startswith(reason)


def test_a_kind_knows_its_parts() -> None:
    assert MOVES.kind("buy").part("count") is COUNT
    with pytest.raises(BadData, match="/count: a move of the kind wait has no 'count'"):
        MOVES.kind("wait").part("count")


def test_a_schema_has_a_branch_for_every_kind() -> None:
    buy, wait, _drop = MOVES.schema()["oneOf"]
    assert buy["properties"]["fruit"] == {"enum": ["apple", "fig", "f"]}
    assert wait["required"] == ["kind"]
