"""What moves are made of and what they bring, against the compiled rules."""

from __future__ import annotations

import json

import pytest

from tests.games.test_conformance import played
from tests.kit.builders import position
from tests.kit.naive_classic import RULE_SETS
from tests.kit.pace import paced
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import CENTRE, COLUMN_OF, FLOOR, FLOOR_LOSS, LETTERS
from tilewright.games.classic.meta import COLOURED
from tilewright.games.classic.rules import play

pytestmark = pytest.mark.rules


def test_the_declaration_and_the_compiled_numbers_agree() -> None:
    assert len(codes.MOVES) == codes.ACTIONS
    for code in range(codes.ACTIONS):
        parts = codes.MOVES.parts(code)
        if code < codes.DRAFTS:
            source, colour = int(parts["source"]), LETTERS.index(parts["colour"])
            line = FLOOR if parts["destination"] == "F" else int(parts["destination"]) - 1
            assert (codes.source_of(code), codes.colour_of(code), codes.destination_of(code)) == (source, colour, line)
            assert codes.draft(source, colour, line) == code
        else:
            row, column = int(parts["line"]) - 1, int(parts["column"]) - 1
            assert (codes.row_of(code), codes.column_of(code)) == (row, column)
            assert codes.tile(row, column) == code


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_forecast_is_what_the_move_does(rule_set: str) -> None:
    """R2.6, R3.4, R3.5, R3.7, R4.8"""
    for ply, game in enumerate(played(rule_set, 2, 9)):
        if ply % paced(2, 25) or game.awaiting != "move":
            continue
        seat = game.to_move or 0
        before = game.state[0].boards[seat]
        for move in game.legal_moves[:: paced(1, 5)]:
            told, after = game.forecast(move), game.state.copy()
            after[0].tiles_on_offer += move.code < codes.DRAFTS  # so that the round does not end under it
            play(after[0], move.code)
            board = after[0].boards[seat]
            if told.points_now is not None:
                row = codes.row_of(move.code)
                assert board.tile_points - before.tile_points >= told.points_now > 0
                assert before.line_count[row] == row + 1
                continue
            taken = game.state[0].offer[codes.source_of(move.code), codes.colour_of(move.code)]
            assert (told.floor_before, told.floor_after) == (before.floor, board.floor)
            assert told.loses == FLOOR_LOSS[after[0].face, board.floor] - FLOOR_LOSS[after[0].face, before.floor]
            assert told.marker == (after[0].marker != game.state[0].marker)
            assert told.marker == (told.marker and codes.source_of(move.code) == CENTRE)
            assert (told.fills or 0) + (told.spills or 0) == taken
            if told.line:
                assert told.spaces_left == told.line - board.line_count[told.line - 1]
                assert (told.points_round_end is not None) == (not told.spaces_left and after[0].face == COLOURED)


def test_bonuses_within_reach_are_forecast() -> None:
    """R7.2"""
    row = "B...."
    wall = f"{row} .BYRK K.... R.... Y...."  # row 2 lacks white, column 1 its tile in row 2
    game = position(walls={0: wall}, lines={0: "- W1 - - -"}, factories="W")
    assert COLUMN_OF[1, LETTERS.index("W")] == 0
    told = game.forecast(game.parse("1W2")).as_data()
    assert told["bonuses"] == [{"name": "row", "points": 2}, {"name": "column", "points": 7}]
    assert game.forecast(game.parse("1W3")).bonuses == []


def test_a_forecast_that_takes_the_marker_is_data() -> None:
    """R2.6"""
    game = position(factories="BBYR", centre="K3 W1")
    told = json.dumps(game.forecast(game.parse("0W3")).as_data())
    assert json.loads(told)["marker"] is True
