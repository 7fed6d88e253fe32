"""The edge cases of the rules sheet and of the page's rulings, one by one."""

from __future__ import annotations

import pytest

import tilewright
from tests.kit.builders import (
    HOARD_LINES,
    HOARD_WALL,
    after_the_offer,
    choosing,
    columns,
    destinations,
    notations,
    part,
    position,
    seat,
)

pytestmark = pytest.mark.rules

BLOCKED = "....Y BRK.. ..... ..... ...Y."  # row 2 has no cell for yellow on the grey wall


# -- the offer ----------------------------------------------------------------------------------


def test_eb1_a_marker_taken_with_a_full_floor_stays_beside_the_board() -> None:
    """R3.7 It costs nothing, pushes nothing out, and its holder starts the next round."""
    game = position(first=0, turn=1, floors={1: "B7"}, scores={1: 20}, centre="B1 Y1")
    game.play("0BF")
    assert part(game, "round") == "round 6 first 0 marker 1 turn 0 draft idle 0"
    assert (seat(game, 1).floor, part(game, "lid")) == ("B7", "B1")
    game.play("0Y5")
    assert part(game, "round").startswith("round 7 first 1 marker - turn 1 deal")
    assert game.scores == (0, 6)


def test_eb2_the_marker_takes_its_space_before_the_tiles_fall() -> None:
    """R2.6 With one space left the marker takes it and the tiles go to the lid."""
    game = position(floors={0: "B6"}, centre="K2 W1")
    game.play("0KF")
    assert (seat(game, 0).floor, part(game, "lid")) == ("M B6", "K2")


def test_eb3_eb4_the_marker_alone_cannot_be_taken() -> None:
    """R2.7 A centre without tiles is no source, in the first turn or later."""
    game = tilewright.new_game("classic", 2, seed=3)
    assert not [move for move in notations(game) if move[0] == "0"]
    with pytest.raises(tilewright.IllegalMove, match="no blue tile in the centre"):
        game.play("0BF")


def test_eb5_when_nobody_took_the_marker_the_starter_starts_again_and_nobody_pays() -> None:
    """R2.8, R6.2"""
    game = position(players=3, first=2, turn=1, factories="KKKK", scores={0: 9, 1: 9, 2: 9})
    game.play("1K5")
    assert part(game, "round") == "round 7 first 2 marker - turn 2 deal idle 1"
    assert game.scores == (9, 9, 9)


def test_eb6_an_empty_factory_is_no_source_and_a_short_one_is() -> None:
    """R2.3, R6.4"""
    game = position(factories="- B -")
    assert {move[0] for move in notations(game)} == {"2"}
    with pytest.raises(tilewright.IllegalMove, match="no blue tile in factory 1"):
        game.play("1BF")


@pytest.mark.parametrize("random", [True, False])
def test_eb7_a_deal_without_any_tile_ends_the_game(random: bool) -> None:
    """R7.4"""
    walls, lines = dict.fromkeys(range(4), HOARD_WALL), dict.fromkeys(range(4), HOARD_LINES)
    game = position(players=4, walls=walls, lines=lines, what="deal", first=1, idle=2, scores={2: 5})
    assert (part(game, "bag"), part(game, "lid")) == ("-", "-")
    assert game.deal(None if random else "-") == "-"
    assert part(game, "round") == "round 6 first 1 marker - turn 1 end no-tiles-left idle 2"
    assert (game.ending, game.winners, game.legal_moves) == ("no tiles left", (2,), [])


def test_eb7_play_itself_leads_to_a_deal_without_tiles() -> None:
    """R7.4 The last tile on offer goes to a line; then nothing is left to deal."""
    walls, lines = dict.fromkeys(range(4), HOARD_WALL), dict.fromkeys(range(4), HOARD_LINES)
    lines[3] = "- Y1 R1 K1 B1"
    game = position(players=4, walls=walls, lines=lines, factories="B", turn=3, auto_deal=True)
    game.play("1B5")
    assert (game.awaiting, game.ending) == ("end", "no tiles left")


def test_eb8_the_lid_returns_only_when_a_tile_is_needed() -> None:
    """R6.3 A bag that runs empty with the last factory full is refilled at the next round."""
    game = position(walls={0: HOARD_WALL}, what="deal", bag="B4 Y4 R4 K4 W4")
    lid = part(game, "lid")
    game.deal()
    assert (part(game, "bag"), part(game, "lid")) == ("-", lid)
    while game.awaiting == "move":
        game.play(notations(game)[-1])
    waiting = part(game, "lid")
    game.deal()
    assert part(game, "lid") == "-"
    assert waiting != lid


def test_eb9_a_floor_never_costs_more_than_its_seven_spaces() -> None:
    """R3.5, R5.1"""
    game = position(floors={0: "B7"}, scores={0: 20}, factories="YYYY")
    game.play("1YF")
    assert (game.scores[0], part(game, "lid")) == (6, "B7 Y4")


def test_eb10_all_tiles_go_to_the_line_or_all_to_the_floor() -> None:
    """R3.1, R3.4 There is no move that drops some and keeps some."""
    game = position(factories="RR B")
    outcomes = set()
    for move in [move for move in game.legal_moves if move.notation[:2] == "1R"]:
        game.play(move)
        outcomes.add((seat(game, 0).lines, seat(game, 0).floor))
        game.undo()
    assert outcomes == {
        ("R1 - - - -", "R1"),
        ("- R2 - - -", "-"),
        ("- - R2 - -", "-"),
        ("- - - R2 -", "-"),
        ("- - - - R2", "-"),
        ("- - - - -", "R2"),
    }


def test_eb11_a_full_line_of_the_same_colour_is_not_offered() -> None:
    """R3.2"""
    game = position(lines={0: "- - W3 - -"}, factories="W")
    assert destinations(game, "W") == "1245F"
    with pytest.raises(tilewright.IllegalMove, match="line 3 is full"):
        game.play("1W3")


def test_eb12_eb22_a_colour_of_the_row_never_enters_its_line() -> None:
    """R3.2 So a full line always has its cell free on the coloured wall."""
    wall = "B.... .B... ..B.. ...B. ....B"
    assert notations(position(walls={0: wall}, factories="BB")) == ["1BF"]
    with pytest.raises(tilewright.BadPosition, match="a line holds a colour that its wall row already has"):
        position(walls={0: wall}, lines={0: "- B1 - - -"}, factories="B")


def test_r3_6_a_colour_may_stand_in_several_lines() -> None:
    """R3.6"""
    assert destinations(position(lines={0: "- - B2 B1 -"}, factories="B"), "B") == "12345F"


def test_r2_1_turns_go_by_rising_seat_from_the_starting_player() -> None:
    """R1.5, R2.1"""
    game = tilewright.new_game("classic", 3, seed=1, first=2)
    seats = []
    for _ in range(4):
        seats.append(game.to_move)
        game.play(game.legal_moves[0])
    assert seats == [2, 0, 1, 2]


def test_eb18_the_offer_stops_with_the_last_tile_even_when_turns_are_unequal() -> None:
    """R2.8"""
    game = position(players=3, turn=1, first=1, factories="BBBB", lines={2: "Y1 - - - -"})
    game.play("1B4")
    assert part(game, "round").startswith("round 7")
    assert [seat(game, k).tiles for k in range(3)] == [0, 1, 1]


# -- tiling and paying --------------------------------------------------------------------------


def test_eb13_lines_are_tiled_from_top_to_bottom() -> None:
    """R4.1 The tile of line 2 scores with that of line 1, not the other way round."""
    game = after_the_offer(lines="B1 W2 K3 - -")
    assert seat(game, 0).tiles == 1 + 2 + 3


def test_eb14_the_score_is_clamped_once_after_the_tile_points() -> None:
    """R5.3"""
    assert after_the_offer(score=2, lines="B1 - - - -", floor="Y3").scores[0] == 0
    assert after_the_offer(score=2, lines="B1 W2 - - -", floor="Y3").scores[0] == 1


def test_eb15_the_floor_of_the_last_round_is_paid_before_the_bonuses() -> None:
    """R7.1, R7.2"""
    game = after_the_offer(wall="BYRK. ..... ..... ..... .....", lines="W1 - - - -", floor="Y7")
    assert game.breakdown(0) == {"tiles": 5, "floor": -5, "rows": 2, "columns": 0, "colours": 0}


def test_eb16_several_players_may_complete_rows_in_the_same_round() -> None:
    """R7.1, R7.3 Equal in points and rows they share the victory."""
    wall, lines = "BYRK. ..... ..... ..... .....", "W1 - - - -"
    game = position(
        players=3,
        walls={0: wall, 2: wall},
        lines={0: lines, 2: lines},
        factories="B",
        turn=1,
    )
    game.play("1BF")
    assert (game.scores, game.winners) == ((7, 0, 7), (0, 2))


def test_eb17_a_row_completed_on_line_1_does_not_stop_the_lines_below() -> None:
    """R7.1"""
    game = after_the_offer(wall="BYRK. ..... ..... ..... .....", lines="W1 K2 - - R5")
    assert seat(game, 0).wall == "BYRKW ....K ..... ..... .R..."
    assert game.breakdown(0) == {"tiles": 5 + 2 + 1, "floor": 0, "rows": 2, "columns": 0, "colours": 0}


def test_eb19_eb20_tiles_in_lines_and_the_marker_count_nothing_at_the_end() -> None:
    """R7.3"""
    wall = ".YRKW ..... ..... ..... ....."
    lines = {0: "B1 - - K3 K4", 1: "B1 - - - -"}
    game = position(walls={0: wall, 1: wall}, lines=lines, floors={1: "M"}, scores={1: 1}, factories="B")
    game.play("1B2")
    assert (game.scores, game.winners) == ((5 + 2, 5 + 2), (0, 1))


def test_eb21_scores_go_beyond_the_printed_track() -> None:
    """R7.3 The highest score a position may state still wins."""
    game = after_the_offer(score=250, lines="B1 - - - -")
    assert game.scores[0] == 251
    assert position(what="end no-progress", idle=10, scores={0: 8000, 1: 9999}).winners == (1,)


def test_eb23_ten_rounds_without_a_placed_tile_end_the_game() -> None:
    """R7.5 Nine do not, and a tile placed in the tenth saves the game."""
    assert part(after_the_offer(idle=8), "round").endswith("deal idle 9")
    ended = after_the_offer(idle=9, wall="B.... W.... K.... R.... Y....")
    assert part(ended, "round").endswith("end no-progress idle 10")
    assert (ended.ending, ended.scores[0]) == ("no progress", 7)
    assert part(after_the_offer(idle=9, lines="B1 - - - -"), "round").endswith("deal idle 0")


def test_eb24_eg8_players_tile_seat_by_seat_from_the_starting_player() -> None:
    """R4.1 Boards are independent: the same choices in another seat order give the same boards."""
    lines = {0: "B1 - - - -", 1: "- Y2 - - -", 2: "R1 - - - -"}
    orders = []
    boards = []
    for first in range(3):
        game = position("classic-grey", 3, lines=lines, first=first, turn=2, factories="K")
        game.play("1KF")
        order = []
        while game.awaiting == "move":
            order.append(game.to_move)
            game.play(next(move for move in game.legal_moves if move.notation.endswith("@3")))
        orders.append(order)
        boards.append([seat(game, k) for k in range(3)])
    assert orders == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert boards[0] == boards[1] == boards[2]


def test_r4_1_a_seat_that_has_finished_tiling_has_paid_its_floor() -> None:
    """R4.1, R5.1"""
    game = position(
        "classic-grey",
        3,
        lines={0: "B1 - - - -", 2: "R1 - - - -"},
        floors={1: "M Y1"},
        scores={1: 9},
        first=1,
        turn=0,
        factories="K",
        idle=3,
    )
    game.play("1KF")
    assert part(game, "round") == "round 6 first 1 marker 1 turn 2 tile 1 idle 4"
    assert (seat(game, 1).score, seat(game, 1).floor, seat(game, 0).floor) == (7, "-", "K1")
    game.play("1@3")
    assert part(game, "round") == "round 6 first 1 marker 1 turn 0 tile 1 idle 0"
    game.play("1@3")
    assert part(game, "round") == "round 7 first 1 marker - turn 1 deal idle 0"


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        pytest.param("..R.. ..Y.. ..... ..W.. .....", 4, id="EB25"),
        pytest.param("..R.. ..... ..... ..W.. ..K..", 3, id="EB26-above"),
        pytest.param("..... ..... K...R ..... .....", 1, id="EB26-beside"),
    ],
)
def test_eb25_eb26_only_unbroken_runs_of_more_than_one_count(wall: str, points: int) -> None:
    """R4.8"""
    assert seat(after_the_offer(wall=wall, lines="- - B3 - -"), 0).tiles == points


# -- grey wall ----------------------------------------------------------------------------------


def test_eg1_eg2_a_line_without_a_cell_falls_before_the_floor_is_paid_to_the_next_free_spaces() -> None:
    """R4.6"""
    game = after_the_offer("classic-grey", wall=BLOCKED, lines="- Y2 - - -", floor="K6", score=20)
    assert (game.scores[0], part(game, "lid")) == (6, "B1 Y2 K6")
    game = after_the_offer("classic-grey", wall=BLOCKED, lines="- Y2 W3 - -", floor="K6", score=20)
    assert (seat(game, 0).floor, part(game, "lid")) == ("Y1 K6", "Y1")


def test_eg3_ec7_a_line_may_collect_a_colour_that_has_no_cell() -> None:
    """R3.2"""
    game = position("classic-grey", walls={0: BLOCKED}, factories="YY")
    assert "2" in destinations(game, "Y")
    game = position("crystal-1", walls={0: "BYR.W ..... ..... ...K. ....."}, factories="K")
    assert "1" in destinations(game, "K")


def test_eg4_a_choice_higher_up_may_close_a_lower_line() -> None:
    """R4.7"""
    game = choosing("classic-grey", 1, wall="..... .BRKW ..... ..... .....", lines="Y1 Y2 B3 - -", floor="K1")
    assert notations(game) == ["1@1", "1@2", "1@3", "1@4", "1@5"]
    game.play("1@1")
    assert (seat(game, 0).floor, seat(game, 0).lines) == ("Y2 K1", "- - B3 - -")
    assert notations(game) == ["3@1", "3@3", "3@4", "3@5"]


def test_eg5_a_tile_that_has_a_cell_must_be_placed() -> None:
    """R4.6 While a column is to be chosen there is no other move."""
    game = choosing("classic-grey", 1, lines="Y1 - - - -")
    assert [move[:2] for move in notations(game)] == ["1@"] * 5
    with pytest.raises(tilewright.IllegalMove, match="line 1 must be tiled first"):
        game.play("0YF")


def test_eg6_a_single_open_cell_is_still_a_move_of_its_own() -> None:
    """R4.5"""
    game = choosing("classic-grey", 1, wall="BYRK. ..... ..... ..... .....", lines="W1 - - - -")
    assert notations(game) == ["1@5"]


def test_eg7_a_fallen_line_is_empty_and_scores_nothing() -> None:
    """R4.6"""
    game = after_the_offer("classic-grey", wall=BLOCKED, lines="- Y2 - - -")
    assert seat(game, 0) == (0, 0, BLOCKED, "- - - - -", "-")
    assert part(game, "round").endswith("idle 1")


def test_eg9_ec2_a_row_that_cannot_be_completed_has_no_special_rule() -> None:
    dead = "BYRK. ..... ....W ..... ....."
    assert after_the_offer("classic-grey", wall=dead, lines="- B2 - - -").awaiting == "move"
    assert destinations(position("classic-grey", walls={0: dead}, factories="W"), "W") == "1245F"


def test_eg10_ec8_everybody_uses_the_same_side() -> None:
    """R1.4 The face is one field of the table, and a position names one rule set."""
    game = tilewright.new_game("crystal-1", 3, seed=1)
    assert int(game.state[0].face) == 2
    assert [columns("crystal-1", "..... ..... ..... ..... .....", 1, colour) for colour in "BK"] == ["1235", "12345"]


# -- Crystal Mosaic -----------------------------------------------------------------------------


def test_ec1_a_colour_may_lie_elsewhere_in_the_row_and_column_of_its_print() -> None:
    """R4.5 The print is not a tile; the printed cell then stays empty."""
    game = choosing("crystal-1", 1, lines="K1 K2 - - -")
    game.play("1@1")
    assert notations(game) == ["2@2", "2@3", "2@4", "2@5"]
    game.play("2@4")
    assert columns("crystal-1", "K.... ...K. ..... ..... .....", 1, "B") == "235"


def test_ec3_an_isolated_tile_on_a_doubling_cell_scores_two() -> None:
    """R4.9"""
    game = choosing("crystal-1", 2, lines="- W2 - - -")
    game.play("2@1")
    assert game.scores[0] == 2


def test_ec4_a_tile_laid_beside_a_doubling_cell_later_is_not_doubled() -> None:
    """R4.9"""
    game = choosing("crystal-1", 2, wall="..... W.... ..... ..... .....", lines="- B2 - - -")
    game.play("2@2")
    assert game.scores[0] == 2


def test_ec5_doubling_does_not_touch_the_end_bonuses() -> None:
    """R7.2"""
    game = choosing("crystal-1", 1, wall="BYR.W ..... ..... ..... .....", lines="K1 - - - -")
    game.play("1@4")
    assert game.breakdown(0) == {"tiles": 10, "floor": 0, "rows": 2, "columns": 0, "colours": 0}


@pytest.mark.parametrize("rule_set", ["crystal-1", "crystal-2"])
def test_ec6_a_fallen_line_pays_this_boards_floor_values(rule_set: str) -> None:
    """R4.6, R5.2"""
    wall = "YBRK. ....W ..... ..... ....."  # row 1 lacks white, whose only cell is closed
    if rule_set == "crystal-2":
        wall = "YBRK. ..... ....W ..... ....."
    game = after_the_offer(rule_set, wall=wall, lines="W1 - - - -", floor="R3", score=20)
    assert game.breakdown(0)["floor"] == -4


def test_ec9_ec10_a_space_worth_nothing_is_still_filled() -> None:
    """R5.2 The marker on it costs nothing, and what falls next lies on the third space."""
    game = position("crystal-1", floors={0: "Y1"}, scores={0: 20}, centre="B1 K2")
    game.play("0KF")
    assert seat(game, 0).floor == "M Y1 K2"
    game.play("0B5")
    assert game.breakdown(0)["floor"] == -(1 + 0 + 1 + 2)
    game = position("crystal-1", floors={0: "Y1"}, scores={0: 20}, centre="K2")
    game.play("0K5")
    assert game.breakdown(0)["floor"] == -1
