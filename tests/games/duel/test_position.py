"""Positions as text: there and back, and what is wrong with bad ones."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.games.duel.kit import FULL, ROOM, laid, random_play, restored, seat, text
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.errors import BadPosition, BadText
from tilewright.play.game import from_text
from tilewright.play.position import read_position

pytestmark = pytest.mark.rules

EXAMPLE = (
    "duel 2 | goals H V D | round 1 first 0 marker - turn 0 act | display S3 J2 J9 | stack 13 s | under -"
    " | hand - back - | large BBYRK/- | small BYRK/-/? BYRK/-/? BYRK/-/? BYRK/-/?"
    " | unseen B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2 | bag B7 Y8 R8 K8 T13 | tower -"
    " | score 5 earned 0 0 lost 0 0 0 tokens 2 taken 0 chips - plates - - - - S1r2 - - - -"
    " dome ...... ...... ...... ...... ...... ...... lines - - - - - - broken -"
    " | score 5 earned 0 0 lost 0 0 0 tokens 2 taken 0 chips - plates J1r0 - - - - - - - -"
    " dome ...... ...... ...... ...... ...... ...... lines - - - - - - broken -"
)

AT_REST = "turn 0 act | display S3 J2 J9 | stack 13 s | under - | hand -"
DRAWING = "turn 0 top | display S3 J2 J9 | stack 12 ? | under - | hand "


def test_the_example_of_the_notation() -> None:
    """docs/notation.md: read and written alike."""
    assert from_text(EXAMPLE).text == EXAMPLE


def test_positions_of_games_go_there_and_back() -> None:
    """The state read from a text is the state written, byte by byte, at every ply."""
    steps = set()
    for game in random_play([5] if INTERPRETED else range(10), draws=0.4):
        _, states = read_position(game.text)
        assert states.tobytes() == game.state.tobytes(), game.text
        steps.add(int(game.state[0].step))
    assert len(steps) >= 12


@pytest.mark.parametrize(
    "parts",
    [
        {"turn": "round 2 first 0 marker - turn 0 chips 3 T.TY.TY"},
        {"turn": "round 2 first 0 marker 1 turn 1 target 6"},
        {"turn": "round 2 first 0 marker - turn 0 pile 3", "small": "-/-/- -/-/- YK/B/?"},
        {"turn": "round 2 first 0 marker - turn 0 place S3"},
        {"turn": "round 5 first 1 marker - turn 1 end"},
        {"turn": "round 2 first 0 marker - turn 0 top", "hand": "s? s? j? S9:0 J1:1 back -", "stack": "3 ?"},
        {"turn": "round 2 first 0 marker - turn 0 return", "hand": "S9 J1 back J4.S2", "under": "0:S1.J9 1:J5 1:S8"},
        {"small": "-/-/TY -/KYB/? BBRT/-/? -/-/-", "large": "-/BRRT"},
    ],
)
def test_every_kind_of_field_is_read_as_written(parts: dict[str, str]) -> None:
    """Parts of positions that are rare in games."""
    written = text(seat(0, chips="B2 RT1", taken=2, tokens=1, broken="B1 Y3", lines="B1 Y2 - - - T6"), seat(), **parts)
    assert restored(written).text == written


def broken_example(old: str, new: str) -> str:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("goals H V D", "goals H V X", "'X' is not a goal"),
        ("goals H V D", "goals V H D", "once each in the order"),
        ("goals H V D", "gools H V D", "expected 'goals'"),
        ("round 1", "round 6", "must be 0 to 5"),
        ("turn 0 act", "turn 0 fly", "expected one of deal, refill"),
        ("turn 0 act", "turn 0 place X1", "expected a plate from S1"),
        ("turn 0 act", "turn 0 pile 5", "the factory of the pile must be 1 to 4"),
        ("turn 0 act", "turn 0 chips 7 -", "the line must be 1 to 6"),
        ("turn 0 act", "turn 0 chips 3 TT", "'TT' is not a chip"),
        ("turn 0 act", "turn 0 chips 3 TY.T", "chips spent stand in the order"),
        ("turn 0 act", "turn 0 chips 3 T.T.T", "at most two of a kind"),
        ("display S3 J2 J9", "display J9 S3 J2", "plates stand in the order"),
        ("display S3 J2 J9", "display S3 J2 J8 J9", "the display has three places"),
        ("display S3 J2 J9", "display S3 S3 J9", "plate S3 is in two places"),
        ("display S3 J2 J9", "display S3 j? J9", "a view cannot be restored"),
        ("stack 13 s", "stack 19 s", "must be 0 to 18"),
        ("stack 13 s", "stack 13 x", "expected 's', 'j', '-' or '[?]' for the top plate"),
        ("under -", "under 2:S9", "expected a lot such as 0:S9.S1"),
        ("under -", "under 0:s?", "a view cannot be restored"),
        ("under -", "under", "expected"),
        ("hand -", "hand s?", "a view cannot be restored"),
        ("hand -", "hand S9:0", "expected a plate such as S9 in the hand"),
        (AT_REST, DRAWING + "S9", "expected s[?], j[?] or a plate with who knows it"),
        (AT_REST, DRAWING + "S9:2", "expected s[?], j[?] or a plate with who knows it"),
        (AT_REST, DRAWING + "j? s?", "plates in the hand stand in the order"),
        (AT_REST, DRAWING + "S9:0 s?", "plates in the hand stand in the order"),
        (AT_REST, DRAWING + "s? " * 10, "plates in the hand stand in the order"),
        ("back -", "back S9.S9", "plate S9 is in two places"),
        ("large BBYRK/-", "large BBYRK", "sun and moon of the large factory joined by '/'"),
        ("large BBYRK/-", "large BBYRK/", "joined by '/'"),
        ("large BBYRK/-", "large BBYRKK/-", "expected up to 5 of BYRKT"),
        ("small BYRK/-/?", "small BYRW/-/?", "expected up to 4 of BYRKT"),
        ("small BYRK/-/?", "small -/BYRK/?", "expected up to 3 of BYRKT"),
        ("small BYRK/-/?", "small BYRK/-/X", "expected a chip, '[?]' or '-' on factory 1"),
        ("unseen B2 Y2", "unseen B2 B2", "B is counted twice"),
        ("unseen B2 Y2", "unseen B2 W2", "expected chips such as TY2"),
        ("unseen B2 Y2", "unseen B2 Y3", "the number of Y chips must be 1 to 2"),
        ("unseen B2 Y2", "unseen B2 Y", "expected chips such as TY2"),
        ("bag B7", "bag W7", "expected tiles such as B3"),
        ("tower -", "tower", "expected tiles"),
        ("score 5", "score -5", "expected the number after 'score'"),
        ("tokens 2", "tokens 3", "must be 0 to 2"),
        ("taken 0", "taken 3", "must be 0 to 2"),
        ("S1r2", "S1r4", "expected a plate such as S3r1 on b2"),
        ("dome ......", "dome .....", "expected 6 of BYRKT[*] or '.' for row 1"),
        ("dome ......", "dome .....W", "expected 6 of BYRKT[*] or '.' for row 1"),
        ("lines - -", "lines - B3", "the tiles on line 2 must be 1 to 2"),
        ("lines - -", "lines - W1", "expected a colour and a number for line 2"),
        ("broken - |", "broken B5 |", "the number of B tiles must be 1 to 4"),
        ("broken - |", "broken - - |", "expected '|', found '-'"),
    ],
)  # fmt: skip
def test_bad_text_says_what_is_wrong_and_where(old: str, new: str, reason: str) -> None:
    """BadText names the place."""
    with pytest.raises(BadText, match=reason):
        from_text(broken_example(old, new))


def test_text_that_goes_on_or_stops_early() -> None:
    with pytest.raises(BadText, match="nothing should follow here"):
        from_text(EXAMPLE + " X")
    with pytest.raises(BadText, match="the text ends where"):
        from_text(EXAMPLE[:200])
    for end in range(12, len(EXAMPLE) - 1, 7):
        with pytest.raises((BadText, BadPosition)):
            from_text(EXAMPLE[:end])


def test_a_view_is_refused_where_it_hides_something() -> None:
    """A view may be read by people, not restored."""
    game = laid(seat(plates=FULL), seat(), under="0:J1.J2", stack="2 j")
    with pytest.raises(BadText, match="a view cannot be restored"):
        from_text(game.view(1).text)


def test_positions_no_game_can_reach() -> None:
    """BadPosition lists all that is wrong."""
    with pytest.raises(BadPosition, match=r"there are 14 blue tiles, not 13; .*a dome does not have the plates") as no:
        from_text(EXAMPLE.replace("bag B7", "bag B8").replace("S1r2", "-"))
    assert "plates are missing" in str(no.value)


def test_random_damage_never_breaks_the_reader() -> None:
    """Whatever is done to a text, it is read or refused with a reason."""
    rng = np.random.default_rng(1)
    words = re.split(r"( )", EXAMPLE)
    for _ in range(150 if INTERPRETED else 1500):
        damaged = list(words)
        k, j = rng.integers(2, len(words), 2)
        damaged[k] = damaged[j] if rng.random() < 0.7 else damaged[k][:-1]
        try:
            game = from_text("".join(damaged), auto_deal=False)
        except (BadText, BadPosition):
            continue
        assert ROOM.positions.faults(game.state[0]) == []
        _ = game.legal_moves
