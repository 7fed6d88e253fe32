"""Rare moments told as events; random games rarely come there."""

from __future__ import annotations

import pytest

from tests.kit.builders import HOARD_LINES, HOARD_WALL, choosing, position
from tests.kit.told import told
from tilewright.games.classic.refusal import refusal

pytestmark = pytest.mark.rules


def test_a_deal_without_any_tile_is_told() -> None:
    """R7.4"""
    walls, lines = dict.fromkeys(range(4), HOARD_WALL), dict.fromkeys(range(4), HOARD_LINES)
    game = position(players=4, walls=walls, lines=lines, what="deal", scores={2: 5})
    assert told(game, deal="-")[-1] == {"kind": "end", "ending": "no tiles left", "winners": [2]}


def test_ten_idle_rounds_are_told() -> None:
    """R7.5"""
    game = position(factories="B", idle=9, walls={0: "B.... W.... K.... R.... Y...."})
    happened = told(game, "1B5")
    cells = [f"/boards/0/wall/{row}/0" for row in range(5)]
    column = {"kind": "score", "seat": 0, "points": 7, "reason": "columns", "rule": "R7.2", "at": cells}
    assert column in happened
    assert happened[-1] == {"kind": "end", "ending": "no progress", "winners": [0]}


def test_a_complete_row_and_colour_are_told_with_their_cells() -> None:
    """R7.1, R7.2"""
    wall = ".YRKW WB... K.B.. R..B. Y...B"
    happened = told(position(walls={0: wall}, lines={0: "- - - - -"}, factories="B"), "1B1")
    scored = {event["reason"]: event["at"] for event in happened if event["kind"] == "score"}
    assert scored["tiles"] == ["/boards/0/wall/0/0"]
    assert scored["rows"] == [f"/boards/0/wall/0/{column}" for column in range(5)]
    assert scored["colours"] == [f"/boards/0/wall/{k}/{k}" for k in range(5)]


def test_a_round_without_the_marker_leaves_it_where_it_lies() -> None:
    """R6.2"""
    happened = told(position(factories="BB", first=1), "1B3")
    assert "move_marker" not in [event["kind"] for event in happened]
    assert {"kind": "round", "round": 7, "first": 1} in happened


def test_a_marker_that_finds_no_space_lies_beside_the_board() -> None:
    """R3.7"""
    game = position(centre="B1", factories="Y", floors={0: "K7"})
    assert told(game, "0B1")[0] == {"kind": "move_marker", "from": "/centre", "to": "/boards/0", "seat": 0}


def test_a_tiling_move_that_has_begun_is_refused_for_its_line_alone() -> None:
    """R4.1"""
    game = choosing("classic-grey", 2, lines="- B2 - - -")
    assert refusal(game.state[0], {"kind": "tile", "line": "2"}) is None
    refused = game.choices({"line": "3"}).options
    assert [option.refusal.code for option in refused if option.refusal] == ["other_line_next"] * 5
