"""What moves are made of and what they bring, against the compiled rules."""

from __future__ import annotations

import pytest

from tests.games.test_conformance import played
from tests.kit.pace import paced
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import BONUS, KEEPING, LETTERS, STAR_LETTERS
from tilewright.games.pavilion.ending import number_points, star_points
from tilewright.games.pavilion.forecast import by_letter
from tilewright.games.pavilion.passing import keep_limit
from tilewright.games.pavilion.rules import play

pytestmark = pytest.mark.rules

SINGLE = {codes.PASS: "pass", codes.DISCARD: "discard", codes.DONE: "done"}


def test_the_declaration_and_the_compiled_numbers_agree() -> None:
    assert len(codes.MOVES) == codes.ACTIONS
    for code in range(codes.ACTIONS):
        parts = dict(codes.MOVES.parts(code))
        colour = LETTERS.index(parts["colour"]) if "colour" in parts else -1
        if parts["kind"] == "draft":
            assert (codes.source_of(code), codes.drafted(code)) == (int(parts["source"]), colour)
            assert codes.draft(int(parts["source"]), colour) == code
        elif parts["kind"] == "place":
            star, position, jokers = STAR_LETTERS.index(parts["star"]), int(parts["position"]) - 1, int(parts["jokers"])
            found = (codes.star_of(code), codes.position_of(code), codes.placed(code), codes.jokers_of(code))
            assert found == (star, position, colour, jokers)
            assert codes.place(star, position, colour, jokers) == code
        elif parts["kind"] in ("bonus", "keep"):
            assert (codes.bonus if parts["kind"] == "bonus" else codes.keep)(colour) == code
        else:
            assert SINGLE[code] == parts["kind"]


@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
def test_a_forecast_is_what_the_move_does(rule_set: str) -> None:
    """R2.4-R2.8, R3.8, R4.2-R4.6, R5.2, R5.6, R7.2, R7.3"""
    for ply, game in enumerate(played(rule_set, 2, 9)):
        if ply % paced(2, 25) or game.awaiting != "move":
            continue
        seat = game.to_move or 0
        before = game.state[0].boards[seat]
        for move in game.legal_moves[:: paced(1, 9)]:
            told, after = game.forecast(move), game.state.copy()
            after[0].boards[1 - seat].hand[0] += 1  # so that the round does not end under it
            after[0].passed = 0
            play(after[0], move.code)
            board = after[0].boards[seat]
            assert (told.loses or 0) == board.losses - before.losses
            assert (told.points_now or 0) == board.tile_points - before.tile_points
            assert told.marker == (after[0].token != game.state[0].token)
            assert told.kept is None or told.kept == by_letter(board.kept.tolist())
            assert told.hand is None or told.hand == by_letter(board.hand.tolist())
            assert (told.may_keep is not None) == (after[0].phase == KEEPING)
            assert told.may_keep is None or told.may_keep == keep_limit(board) - board.kept.sum()
            if move.parts["kind"] == "place":
                assert (told.bonus_tiles or 0) == (after[0].bonus_left if after[0].phase == BONUS else 0)
                points = {bonus.name: bonus.points for bonus in told.bonuses if not bonus.missing}
                assert points.get("star", 0) == star_points(board) - star_points(before)
                side = after[0].side
                assert points.get("number", 0) == number_points(side, board) - number_points(side, before)
                assert sum((told.cost or {}).values()) == sum(before.hand) - sum(board.hand)
