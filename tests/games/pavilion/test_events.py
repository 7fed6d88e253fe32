"""Rare moments told as events, and moves that have only begun; random games rarely come there."""

from __future__ import annotations

import pytest

import tilewright
from tests.games.pavilion.builder import laid
from tests.games.pavilion.test_end import CENTRE, STARS, finished
from tests.games.pavilion.test_passing import NOTHING
from tests.kit.told import told
from tilewright.core.errors import BadData
from tilewright.games.pavilion.refusal import refusal

pytestmark = pytest.mark.rules


def test_nothing_to_deal_is_told() -> None:
    """R6.5"""
    assert {"kind": "phase", "phase": "placing"} in told(laid(**NOTHING), deal="-")
    game = laid(**{**NOTHING, "hands": (), "supply": "PGOYBR"})
    assert {"kind": "round", "round": 6, "first": 3} in told(game, deal="-")


def test_the_bonuses_of_a_perfect_board_are_told_one_by_one() -> None:
    """R7.2, R7.3, R7.4"""
    happened = told(finished(f"{STARS} {CENTRE}"), "pass")
    points = [(event["reason"], event["points"]) for event in happened if event["kind"] == "score"]
    assert [value for reason, value in points if reason == "stars"] == [20, 18, 17, 16, 15, 14, 12]
    assert [value for reason, value in points if reason == "numbers"] == [4, 8, 12, 16]
    assert ("losses", -1) in points
    at = [event["at"] for event in happened if event["kind"] == "score" and event["points"] in (16, -1)]
    assert [len(places) for places in at] == [6, 7, 1]


def test_a_placed_tile_is_told_with_its_price_its_points_and_what_it_completes() -> None:
    """R3.11, R4.2, R4.4 The structures change nothing in the view, so nothing else would miss them."""
    game = laid(round_number=2, hands=("PPG", "R"), stars=("P2 P4 G1 G2 C5:B C6:R", ""), supply="OOOOOOOYYY")
    hand, stars = "/boards/0/hand", "/boards/0/stars"
    space = f"{stars}/0/2"
    assert told(game, "P3+1") == [
        {"kind": "move_tiles", "colour": "P", "count": 1, "from": hand, "to": space, "points": 3, "runs": {"arc": 3}},
        {"kind": "score", "seat": 0, "points": 3, "reason": "tiles", "rule": "R4.2", "at": [space]},
        {"kind": "move_tiles", "colour": "P", "count": 1, "from": hand, "to": "/tower"},
        {"kind": "move_tiles", "colour": "G", "count": 1, "from": hand, "to": "/tower"},
        {
            "kind": "complete",
            "name": "pillar",
            "tiles": 1,
            "rule": "R4.4",
            "at": [f"{stars}/0/1", space, f"{stars}/6/4", f"{stars}/6/5"],
        },
        {
            "kind": "complete",
            "name": "statue",
            "tiles": 2,
            "rule": "R4.4",
            "at": [f"{stars}/1/0", f"{stars}/1/1", space, f"{stars}/0/3"],
        },
        {"kind": "phase", "phase": "taking bonus tiles"},
        {"kind": "set", "at": "/bonus_left", "value": 3},
    ]


def begun(game: tilewright.Game, **parts: str) -> str:
    """The code of what stands in the way of a move that has begun so; "" when nothing does."""
    found = refusal(game.state[0], parts)
    return found.code if found else ""


def test_a_move_that_has_begun_is_refused_for_what_is_known_of_it() -> None:
    """R2.3, R3.2, R3.8"""
    taking = laid(what="draft", factories=["GGPR"])
    assert begun(taking, kind="draft") == begun(taking, kind="draft", source="1") == ""
    assert begun(taking, kind="draft", source="2") == "source_empty"
    placing = laid(hands=("PPGGGOBB", "R"), stars=("O*",))
    assert begun(placing, kind="place") == begun(placing, kind="place", colour="G") == ""
    assert begun(placing, kind="place", colour="Y") == "none_to_place"
    assert begun(placing, kind="place", star="O") == "star_complete"
    assert begun(placing, kind="place", star="Y") == "nothing_fits"
    assert begun(placing, kind="place", star="G") == begun(placing, kind="place", star="G", position="3") == ""
    assert begun(placing, kind="place", star="Y", position="3") == "nothing_fits"
    assert begun(placing, kind="place", star="G", position="4", colour="G") == ""
    assert begun(placing, kind="place", star="G", position="6", colour="G") == "cannot_pay"
    assert begun(placing, kind="bonus") == "turn_of_placing"
    placing.play("pass")
    assert begun(placing, kind="keep") == begun(placing, kind="done") == ""


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("factories", [{}] * 7, "/factories: 2 players use 5 factories"),
        ("round", 7, "/round: there are rounds 1 to 6"),
        ("passed", 3, "/passed: expected a list"),
        ("passed", [0, 0], "/passed/1: expected one of 0, 1, 2, 3, each once"),
        ("passed", [True], "/passed/0: expected one of 0, 1, 2, 3, each once"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(field: str, value: object, reason: str) -> None:
    data = tilewright.new_game("pavilion", 2, seed=1).as_data()
    with pytest.raises(BadData) as bad:
        tilewright.from_data(data | {field: value})
    assert str(bad.value).startswith(reason)
