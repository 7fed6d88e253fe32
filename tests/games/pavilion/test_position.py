"""Positions as text: what cannot be read, and what cannot be."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import SIDES, fresh, laid, position_text
from tilewright.core.errors import BadPosition, BadText
from tilewright.games.pavilion.invariants import MEANINGS, faults, violations
from tilewright.play.game import from_text

pytestmark = pytest.mark.rules

EXAMPLE = (
    "pavilion 2 | round 1 first 0 token - turn 0 passed - draft | centre - | factories PBBR PGGG PPPP OYYR BRRR"
    " | supply P2 G2 O2 Y2 B1 R1 | bag P14 G17 O19 Y18 B18 R16 | tower -"
    " | score 5 tiles 0 losses 0 hand - kept - stars ...... ...... ...... ...... ...... ...... ......"
    " | score 5 tiles 0 losses 0 hand - kept - stars ...... ...... ...... ...... ...... ...... ......"
)


def test_the_example_of_the_notation_page() -> None:
    """R1.3 R1.6 A first round as docs/notation.md shows it."""
    assert from_text(EXAMPLE).text == EXAMPLE


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("round 1", "round 7", "the number after 'round' must be 1 to 6"),
        ("first 0", "first 2", "the seat after 'first' must be 0 to 1"),
        ("passed -", "passed 10", "expected seats 0 to 1 by rising number, or '-', found '10'"),
        ("passed -", "passed 2", "expected seats 0 to 1"),
        ("passed -", "passed 00", "expected seats 0 to 1"),
        ("draft", "draw", "expected 'draft', 'place', 'bonus', 'keep', 'deal' or 'end', found 'draw'"),
        ("draft", "deal bag", "expected one of set-up, factories, supply, found 'bag'"),
        ("draft", "bonus 4 G", "the bonus tiles to be taken must be 1 to 3"),
        ("draft", "bonus 2 K", "expected one of PGOYBR, found 'K'"),
        ("draft", "bonus 2 PG", "expected one of PGOYBR, found 'PG'"),
        ("PBBR", "PBBRR", "expected up to four of PGOYBR for factory 1"),
        ("PBBR", "PBBK", "expected up to four of PGOYBR for factory 1"),
        ("centre -", "centre", "expected tiles such as P3"),
        ("supply P2", "supply P12", "the number of P tiles must be 1 to 10"),
        ("tower", "lid", "expected 'tower', found 'lid'"),
        ("stars ......", "stars .....", "expected 6 of PGOYBR or '.' for star P"),
        ("stars ......", "stars ...x..", "expected 6 of PGOYBR or '.' for star P"),
        (" | tower", "", "expected '|'"),
    ],
)
def test_texts_that_cannot_be_read(old: str, new: str, reason: str) -> None:
    """The error names the place and what should stand there."""
    with pytest.raises(BadText) as bad:
        from_text(EXAMPLE.replace(old, new, 1))
    assert reason in str(bad.value)
    assert "column" in str(bad.value)


def test_a_text_that_goes_on_or_stops() -> None:
    with pytest.raises(BadText, match="nothing should follow"):
        from_text(EXAMPLE + " | more")
    with pytest.raises(BadText, match="the text ends where"):
        from_text(EXAMPLE[: EXAMPLE.rindex(" stars")])


FAULTS: list[tuple[str, dict[str, object]]] = [
    ("holds a colour that it may not take", {"hands": ("G",), "stars": ("G1:B",)}),
    ("holds a colour that it may not take", {"hands": ("G",), "stars": ("C1:B C2:B",)}),
    ("holds a colour", {"rule_set": "pavilion-mono", "hands": ("G",), "stars": ("G1:B G2:B G3:R",)}),
    ("holds a colour", {"rule_set": "pavilion-mono", "hands": ("G",), "stars": ("G1:R G2:B G3:B",)}),
    ("a score is below 1", {"hands": ("G",), "scores": (0,)}),
    ("cannot have scored so many points", {"hands": ("G",), "scores": (99,)}),
    ("a hand or the kept tiles do not fit", {"hands": ("",)}),
    ("a hand or the kept tiles do not fit", {"hands": ("G",), "kept": ("G",)}),
    ("a hand or the kept tiles do not fit", {"hands": ("G", "R"), "passed": "1"}),
    ("a hand or the kept tiles do not fit", {"hands": ("G", ""), "kept": ("", "RRRRR"), "passed": "1"}),
    ("a hand or the kept tiles do not fit", {"what": "keep", "hands": ("G",), "kept": ("GOYB",)}),
    ("a hand or the kept tiles do not fit", {"what": "keep", "hands": ("G",)}),
    ("a hand or the kept tiles do not fit", {"what": "keep", "hands": ("GGGG",), "kept": ("R",)}),
    ("a hand or the kept", {"what": "deal factories", "round_number": 2, "hands": ("GGGGG",)}),
    ("the supply has more than ten", {"hands": ("G",), "supply": "GGGGGGBBBBB"}),
    ("the supply has more than ten", {"hands": ("G",), "supply": "GGGGGGBBB"}),
    ("the supply has more than ten", {"what": "bonus 1 P", "hands": ("G",), "supply": "GGGGGGBBBBB"}),
    ("the supply has more than ten", {"what": "deal supply", "hands": ("G",)}),
    ("the supply has more than ten", {"what": "deal set-up", "supply": "G"}),
    ("phase, turn", {"what": "draft", "hands": ("G",)}),
    ("phase, turn", {"hands": ("G",), "centre": "G"}),
    ("phase, turn", {"what": "draft", "centre": "G", "passed": "1"}),
    ("phase, turn", {"hands": ("",), "passed": "0"}),
    ("phase, turn", {"what": "bonus 3 G", "hands": ("G",)}),
    ("phase, turn", {"what": "bonus 2 R", "hands": ("G",)}),
    ("phase, turn", {"what": "deal factories", "round_number": 1}),
    ("phase, turn", {"what": "deal factories", "round_number": 2, "token": 1}),
    ("phase, turn", {"what": "deal set-up", "round_number": 2, "supply": ""}),
    ("phase, turn", {"what": "end", "round_number": 5, "passed": "01"}),
    ("phase, turn", {"what": "end", "round_number": 6, "passed": "0"}),
    ("phase, turn", {"what": "end", "round_number": 6, "passed": "01", "first": 1}),
    ("the centre holds more tiles", {"what": "draft", "factories": ("PPPP", "GGGG", "OOOO", "YYYY"), "centre": "BBBB"}),
]


@pytest.mark.parametrize(("reason", "wrong"), FAULTS)
def test_positions_that_no_game_can_reach(reason: str, wrong: dict[str, object]) -> None:
    """R1.1 R3.4 R3.5 R3.6 R4.8 R5.6 The reason is said in words."""
    with pytest.raises(BadPosition) as bad:
        laid(**wrong)
    assert reason in str(bad.value)


def test_tiles_that_appear_or_vanish() -> None:
    """R1.1 Every colour that is wrong is named with its number."""
    text = position_text(hands=("G",)).replace("P20", "P19").replace("R21", "R22")
    with pytest.raises(BadPosition, match="there are 21 purple tiles, not 22; there are 23 red tiles, not 22"):
        from_text(text)


@pytest.mark.parametrize("rule_set", list(SIDES))
def test_what_no_text_can_say(rule_set: str) -> None:
    """Faults inside a record: negative counts, sets that lie, a wrong number on offer, an unused factory."""
    assert violations(fresh(rule_set)[0]) == 0
    for spoil, meaning in (
        (("bag", 0, -1), MEANINGS[1]),
        (("offer", (9, 0), 1), MEANINGS[7]),
        (("tiles_on_offer", None, 3), MEANINGS[8]),
        (("bonus_left", None, 1), MEANINGS[10]),
        (("from_colour", None, 2), MEANINGS[10]),
        (("phase", None, 3), MEANINGS[10]),
        (("awaiting", None, 0), MEANINGS[10]),
        (("ending", None, 1), MEANINGS[10]),
    ):
        states = fresh(rule_set)
        field, at, value = spoil
        if at is None:
            states[field][0] = value
        else:
            states[field][0][at] = value
        assert meaning in faults(states[0]), spoil
    states = fresh(rule_set)
    states["boards"][0]["covered"][0][0] = 1
    assert MEANINGS[2] in faults(states[0])
