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
