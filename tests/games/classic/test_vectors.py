"""Positions worked out by hand; the ids are those of the rules sheet."""

from __future__ import annotations

import pytest

import tilewright
from tests.kit.builders import (
    EMPTY_WALL,
    HOARD_WALL,
    after_the_offer,
    choosing,
    columns,
    destinations,
    full_line,
    notations,
    part,
    position,
    seat,
)
from tests.kit.naive_classic import FACTORIES

pytestmark = pytest.mark.rules

FULL_WALL = "BYRKW WBYRK KWBYR RKWBY YRKWB"
B09_WALL = "..... ..Y.. ...Y. ..... ....."
G04_WALL = "....Y BRK.. ..... ..... ...Y."
DIAGONAL = "Y.... .Y... ..Y.. ...Y. ....."

# -- set-up and drafting ------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "bag"), [(2, 80), (3, 72), (4, 64)])
def test_b01_b02_a_new_game_fills_the_factories_from_the_bag(players: int, bag: int) -> None:
    """R1.1, R1.2, R1.3, R1.6"""
    game = tilewright.new_game("classic", players, seed=1)
    assert [len(group) for group in part(game, "factories").split()] == [4] * FACTORIES[players]
    assert sum(int(word[1:]) for word in part(game, "bag").split()) == bag
    assert (part(game, "centre"), part(game, "lid"), game.state[0].marker) == ("-", "-", -1)
    assert game.scores == (0,) * players
    assert seat(game, players - 1) == (0, 0, EMPTY_WALL, "- - - - -", "-")


def test_b04_b05_b06_the_rest_of_a_factory_moves_to_the_centre_and_the_marker_is_taken() -> None:
    """R2.4, R2.5, R2.6"""
    game = position(factories="KKBW YRRR")
    game.play("1K5")
    assert (seat(game, 0).lines, part(game, "factories"), part(game, "centre")) == (
        "- - - - K2",
        "- YRRR - - -",
        "B1 W1",
    )
    game.play("2Y5")
    assert (seat(game, 1).lines, part(game, "centre")) == ("- - - - Y1", "B1 R3 W1")
    game.play("0R3")
    assert (seat(game, 0).lines, seat(game, 0).floor) == ("- - R3 - K2", "M")
    assert part(game, "centre") == "B1 W1"
    assert part(game, "round") == "round 6 first 0 marker 0 turn 1 draft idle 0"


def test_b08_a_fresh_offer_of_twelve_pairs_has_seventy_two_moves_in_canonical_order() -> None:
    """R2.2, R2.3"""
    moves = notations(position(factories="BBYR KKKK WWBB RYKW YYYB"))
    assert len(moves) == len(set(moves)) == 72
    assert moves == sorted(moves, key=lambda move: (move[0], "BYRKW".index(move[1]), move[2]))
    assert moves[:7] == ["1B1", "1B2", "1B3", "1B4", "1B5", "1BF", "1Y1"]


def test_b09_two_yellow_tiles_have_three_destinations() -> None:
    """R3.2"""
    assert destinations(position(walls={0: B09_WALL}, lines={0: "- - - B1 -"}, factories="YY BB"), "Y") == "15F"


@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [
        pytest.param("1Y1", "Y1 - - B1 -", "Y1", id="B10"),
        pytest.param("1Y5", "- - - B1 Y2", "-", id="B11"),
        pytest.param("1YF", "- - - B1 -", "Y2", id="B12"),
    ],
)
def test_b10_b11_b12_tiles_go_to_the_line_or_all_to_the_floor(move: str, lines: str, floor: str) -> None:
    """R3.1, R3.3, R3.4"""
    game = position(walls={0: B09_WALL}, lines={0: "- - - B1 -"}, factories="YY BB")
    game.play(move)
    assert (seat(game, 0).lines, seat(game, 0).floor) == (lines, floor)


def test_b13_tiles_without_room_in_their_line_fall() -> None:
    """R3.4"""
    game = position(lines={0: "- - R2 - -"}, scores={0: 20}, factories="RRRR B")
    game.play("1R3")
    assert (seat(game, 0).lines, seat(game, 0).floor) == ("- - R3 - -", "R3")
    game.play("2BF")
    assert game.breakdown(0)["floor"] == -4


@pytest.mark.parametrize(
    ("lines", "colour", "expected"),
    [
        pytest.param("- W2 - - -", "W", "1345F", id="B14"),
        pytest.param("- - - B2 -", "K", "1235F", id="B15"),
    ],
)
def test_b14_b15_full_lines_and_lines_of_another_colour_are_closed(lines: str, colour: str, expected: str) -> None:
    """R3.2"""
    assert destinations(position(lines={0: lines}, factories=colour), colour) == expected


def test_b16_the_marker_falls_before_the_tiles() -> None:
    """R2.6"""
    game = position(centre="B1 K3", scores={0: 20})
    game.play("0K1")
    assert (seat(game, 0).lines, seat(game, 0).floor) == ("K1 - - - -", "M K2")
    game.play("0BF")
    assert game.breakdown(0)["floor"] == -4


def test_b17_tiles_beyond_the_seventh_floor_space_go_to_the_lid() -> None:
    """R3.5"""
    game = position(floors={0: "B6"}, scores={0: 20}, factories="YYY B")
    game.play("1YF")
    assert (seat(game, 0).floor, part(game, "lid")) == ("B6 Y1", "Y2")
    game.play("2B5")
    assert (game.scores[0], part(game, "lid")) == (6, "B6 Y3")


def test_b19_a_colour_no_line_accepts_can_only_be_dropped() -> None:
    """R2.2, R3.3"""
    game = position(walls={0: ".Y... ..Y.. ...Y. ..... ....."}, lines={0: "- - - B1 R1"}, factories="YY")
    assert notations(game) == ["1YF"]


def test_b20_a_round_in_which_nobody_takes_the_marker_keeps_its_starter() -> None:
    """R2.7, R2.8, R6.2"""
    game = tilewright.new_game("classic", 2, first=1, auto_deal=False)
    game.deal("BBBB YYYY RRRR KKKK WWWW")
    for move in ["1B5", "2Y5", "3R4", "4K4", "5WF"]:
        game.play(move)
    assert part(game, "round") == "round 2 first 1 marker - turn 1 deal idle 0"
    assert (seat(game, 0).floor, game.breakdown(0)["floor"]) == ("-", 0)


def test_b21_the_last_taker_from_the_centre_starts_the_next_round() -> None:
    """R2.8, R6.1"""
    game = position(factories="BRR")
    game.play("1R2")
    assert notations(game) == ["0B1", "0B2", "0B3", "0B4", "0B5", "0BF"]
    game.play("0B2")
    assert part(game, "round") == "round 7 first 1 marker - turn 1 deal idle 0"


# -- scoring ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "row", "colour", "points"),
    [
        pytest.param(EMPTY_WALL, 1, "R", 1, id="B22"),
        pytest.param("..... ..... .WB.. ..... .....", 3, "Y", 3, id="B23"),
        pytest.param("..R.. ..Y.. ..... ..... .....", 3, "B", 3, id="B24"),
        pytest.param("..R.. WB.R. ..B.. ..... .....", 2, "Y", 7, id="B25"),
        pytest.param("..R.. ..Y.. KW.YR ..W.. ..K..", 3, "B", 10, id="B27"),
    ],
)
def test_b22_b23_b24_b25_b27_a_tile_scores_its_runs(wall: str, row: int, colour: str, points: int) -> None:
    """R4.2, R4.4, R4.8"""
    game = after_the_offer(wall=wall, lines=full_line(row, colour))
    assert (game.breakdown(0)["tiles"], game.breakdown(0)["floor"]) == (points, 0)


def test_b29_one_tile_of_each_full_line_is_placed_and_the_others_are_put_away() -> None:
    """R4.2, R4.3, R4.4"""
    game = after_the_offer(lines="- R2 K1 B4 W4")
    assert seat(game, 0) == (2, 2, "..... ...R. ..... ...B. .....", "- - K1 - W4", "-")
    assert part(game, "lid") == "B4 R1"  # three and the tile that ended the offer


# -- floor, refill, end -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "lines", "floor", "expected"),
    [
        pytest.param(20, "- - - - -", "M Y4", 12, id="B30"),
        pytest.param(3, "- - - - -", "Y5", 0, id="B32"),
        pytest.param(0, "B1 W2 - - -", "Y3", 0, id="B33"),
        pytest.param(0, "B1 W2 R3 - Y5", "K3", 1, id="B34"),
    ],
)
def test_b30_b32_b33_b34_the_floor_is_paid_after_the_tiles_and_never_below_zero(
    score: int, lines: str, floor: str, expected: int
) -> None:
    """R5.1, R5.3"""
    game = after_the_offer(score=score, lines=lines, floor=floor)
    assert game.scores[0] == expected
    assert seat(game, 0).floor == "-"


def test_b32_later_points_start_from_zero_because_no_debt_is_remembered() -> None:
    """R5.3"""
    game = position(first=1, scores={0: 3}, floors={0: "R5"}, lines={0: "- - - - B1"}, factories="B")
    game.play("1BF")
    assert game.scores[0] == 0
    game.deal("BBBB YYYY RRRR KKKK WWWW")
    for move in ["2Y5", "1B5", "3R4", "4K4", "5WF"]:
        game.play(move)
    assert game.scores[0] == 2


@pytest.mark.parametrize(
    ("rule_set", "losses"),
    [
        pytest.param("classic", [0, 1, 2, 4, 6, 8, 11, 14], id="B31"),
        pytest.param("classic-grey", [0, 1, 2, 4, 6, 8, 11, 14], id="B31-grey"),
        pytest.param("crystal-1", [0, 1, 1, 2, 4, 5, 7, 10], id="crystal-1"),
        pytest.param("crystal-2", [0, 1, 1, 2, 4, 5, 7, 10], id="crystal-2"),
    ],
)
def test_b31_the_floor_costs_what_is_printed_over_its_spaces(rule_set: str, losses: list[int]) -> None:
    """R5.1, R5.2, R5.4"""
    for filled, loss in enumerate(losses):
        game = after_the_offer(rule_set, score=20, floor=f"Y{filled}" if filled else "-")
        assert game.breakdown(0)["floor"] == -loss
        assert part(game, "lid") == ("B1" if not filled else f"B1 Y{filled}")


def test_b36_factories_stay_short_when_bag_and_lid_run_out() -> None:
    """R6.3, R6.4"""
    walls = dict.fromkeys(range(4), ".YRKW WB.RK KWBY. R.WBY YRK.B")  # 16 of each colour on the walls
    lines = {0: "- Y1 - - -", 1: "- - R1 - -"}
    game = position(players=4, walls=walls, lines=lines, what="deal", bag="B4 Y3 R3")
    assert part(game, "lid") == "K4 W4"
    drawn = game.deal()
    assert [len(group) for group in drawn.split()] == [4, 4, 4, 4, 2]
    assert part(game, "factories").split()[5:] == ["-"] * 4
    assert (part(game, "bag"), part(game, "lid"), game.awaiting) == ("-", "-", "move")
    assert sorted(drawn.replace(" ", "")[:10]) == sorted("BBBBYYYRRR")


def test_b37_the_lid_is_not_touched_while_the_bag_suffices() -> None:
    """R6.3"""
    walls = {0: HOARD_WALL}
    game = position(walls=walls, what="deal", bag="B4 Y4 R4 K4 W4")
    assert part(game, "lid") == "B13 Y12 R12 K12 W11"
    game.deal()
    assert (part(game, "bag"), part(game, "lid")) == ("-", "B13 Y12 R12 K12 W11")
    assert [len(group) for group in part(game, "factories").split()] == [4] * 5


def test_b38_a_complete_row_ends_the_game_after_all_floors() -> None:
    """R7.1"""
    walls = {0: "..... WBYR. ..... ..... ....."}
    game = position(
        walls=walls, lines={0: "- K2 - - -"}, floors={1: "Y3"}, scores={1: 9}, factories="B", first=1, turn=1
    )
    game.play("1BF")
    assert (game.awaiting, game.ending) == ("end", "row complete")
    assert (game.scores, game.winners) == ((7, 3), (0,))  # five for the tile and two for the row; six for four tiles


def test_b40_row_column_and_colour_bring_nineteen() -> None:
    """R7.2"""
    game = after_the_offer(wall=".YRKW WB... K.B.. R..B. Y...B", lines="B1 - - - -")
    assert game.breakdown(0) == {"tiles": 10, "floor": 0, "rows": 2, "columns": 7, "colours": 10}
    assert game.scores[0] == 10 + 19


def test_b41_a_full_wall_brings_ninety_five() -> None:
    """R7.2 All five rows are completed in one round: any earlier one would have ended the game."""
    game = after_the_offer(wall=FULL_WALL.replace("B", "."), lines="B1 B2 B3 B4 B5")
    assert game.breakdown(0) == {"tiles": 50, "floor": 0, "rows": 10, "columns": 35, "colours": 50}


def test_b45_the_last_floor_is_paid_before_the_bonuses() -> None:
    """R5.3, R7.2"""
    game = after_the_offer(score=1, wall=".YRKW ..... ..... ..... .....", lines="B1 - - - -", floor="Y5")
    assert (game.scores[0], game.breakdown(0)["floor"], game.breakdown(0)["rows"]) == (2, -6, 2)


def test_b46_a_whole_round_goes_as_worked_out_by_hand() -> None:
    game = tilewright.new_game("classic", 2, auto_deal=False)
    game.deal("BBYR KKWW YYYK RRBW WWWB")
    centres = []
    for move in ["1B2", "3Y3", "5W3", "2K2", "4R5", "0W4", "0B1", "0R1", "0K4", "0Y5"]:
        game.play(move)
        centres.append(part(game, "centre"))
    assert centres == [
        "Y1 R1",
        "Y1 R1 K1",
        "B1 Y1 R1 K1",
        "B1 Y1 R1 K1 W2",
        "B2 Y1 R1 K1 W3",
        "B2 Y1 R1 K1",
        "Y1 R1 K1",
        "Y1 K1",
        "Y1",
        "-",
    ]
    assert game.text == (
        "classic 2 | round 2 first 1 marker - turn 1 deal idle 0 | centre -"
        " | factories - - - - - | bag B16 Y16 R17 K17 W14 | lid B2 Y2 K1 W2"
        " | score 3 tiles 4 wall B.... .B... .W... ..... ..... lines - - - K1 R2 floor -"
        " | score 2 tiles 3 wall ..R.. ....K ...Y. ..... ..... lines - - - W3 Y1 floor -"
    )


# -- grey wall ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "row", "colour", "expected"),
    [
        pytest.param("..... ..... .Y... ..... .....", 1, "Y", "1345", id="G02"),
        pytest.param("B...R ..... .Y... ..... .....", 1, "Y", "34", id="G03"),
        pytest.param(G04_WALL, 2, "Y", "", id="G04"),
        pytest.param("Y.... ..BRK ..... ..... .....", 2, "Y", "2", id="G08"),
        pytest.param(".Y... ..BRK ..... ..... .....", 2, "Y", "1", id="G09"),
        pytest.param("..... ...W. ..W.. .W... W....", 1, "W", "5", id="G10"),
        pytest.param("....B ..... ..W.. .W... W....", 1, "W", "4", id="G11"),
        pytest.param("BYRK. ..... ..... ..... .....", 1, "W", "5", id="G12"),
        pytest.param("BYRK. ..... ....W ..... .....", 1, "W", "", id="G13"),
        pytest.param(DIAGONAL, 5, "Y", "5", id="G14"),
        pytest.param("Y.... .Y... ..Y.. ...Y. ....B", 5, "Y", "", id="G15"),
        pytest.param("..... B.... .B... ..... .....", 1, "B", "345", id="G16"),
    ],
)
def test_g02_to_g16_a_grey_column_takes_each_colour_once(wall: str, row: int, colour: str, expected: str) -> None:
    """R4.5; G02 G03 G04 G08 G09 G10 G11 G12 G13 G14 G15 G16"""
    assert columns("classic-grey", wall, row, colour) == expected


@pytest.mark.parametrize(("floor", "loss"), [pytest.param("-", 2, id="G04"), pytest.param("K1", 4, id="G05")])
def test_g04_g05_a_line_without_a_cell_falls_before_the_floor_is_paid(floor: str, loss: int) -> None:
    """R4.6"""
    game = after_the_offer("classic-grey", score=20, wall=G04_WALL, lines="- Y2 - - -", floor=floor)
    assert seat(game, 0) == (20 - loss, 20, G04_WALL, "- - - - -", "-")
    assert "Y2" in part(game, "lid")


def test_g06_g07_g17_only_the_row_closes_a_line_in_the_offer() -> None:
    """R3.2"""
    assert destinations(position("classic-grey", walls={0: G04_WALL}, factories="YY"), "Y") == "234F"
    wall = "..... ...Y. ..... ..... ....."
    assert destinations(position("classic-grey", walls={0: wall}, factories="YY"), "Y") == "1345F"
    wall = "B.... ..... ..... ..... ....."
    assert destinations(position("classic-grey", walls={0: wall}, factories="B"), "B") == "2345F"


def test_g12_the_fifth_tile_of_a_row_completes_it_and_ends_the_game() -> None:
    game = after_the_offer("classic-grey", wall="BYRK. ..... ..... ..... .....", lines="W1 - - - -")
    game.play("1@5")
    assert (game.ending, game.scores[0]) == ("row complete", 5 + 2)


def test_g13_a_nearly_complete_row_whose_last_cell_is_closed_stays_incomplete() -> None:
    """R4.6"""
    game = after_the_offer("classic-grey", score=20, wall="BYRK. ..... ....W ..... .....", lines="W1 - - - -")
    assert (game.awaiting, game.scores[0], seat(game, 0).lines) == ("deal", 19, "- - - - -")
    assert part(game, "lid") == "B1 W1"


def test_g14_a_colour_in_all_five_rows_brings_ten_at_the_end() -> None:
    """R7.2, R7.5"""
    game = choosing("classic-grey", 5, wall=DIAGONAL, lines="- - - - Y5")
    game.play("5@5")
    assert (game.awaiting, game.scores[0]) == ("deal", 1)
    ended = after_the_offer("classic-grey", wall=DIAGONAL[:-1] + "Y", idle=9)
    assert ended.breakdown(0) == {"tiles": 0, "floor": 0, "rows": 0, "columns": 0, "colours": 10}


def test_g15_five_tiles_without_a_cell_cost_eight() -> None:
    """R4.6"""
    wall = "Y.... .Y... ..Y.. ...Y. ....B"
    game = after_the_offer("classic-grey", score=20, wall=wall, lines="- - - - Y5")
    assert (game.scores[0], game.breakdown(0)["floor"]) == (12, -8)


@pytest.mark.parametrize(
    ("column", "points"),
    [
        pytest.param(1, 4, id="G20"),
        pytest.param(3, 2, id="G21"),
        pytest.param(4, 1, id="G22"),
        pytest.param(5, 1, id="G22-5"),
    ],
)
def test_g18_g20_g21_g22_a_chosen_column_scores_its_runs(column: int, points: int) -> None:
    """R4.8"""
    game = choosing("classic-grey", 1, wall="B.... .R... ..... ..... .....", lines="K1 W2 - - -")
    game.play("1@2")
    assert seat(game, 0).tiles == 4
    game.play(f"2@{column}")
    assert seat(game, 0).tiles == 4 + points


@pytest.mark.parametrize(("choice", "forced"), [("1@1", "2@2"), ("1@2", "2@1")])
def test_g24_a_choice_higher_up_leaves_one_forced_cell_below(choice: str, forced: str) -> None:
    """R4.7"""
    game = choosing("classic-grey", 1, wall="..... ..BRK ..... ..... .....", lines="Y1 Y2 - - -")
    game.play(choice)
    assert notations(game) == [forced]


def test_g28_tiles_of_a_fallen_line_beyond_the_seventh_space_go_to_the_lid() -> None:
    """R3.5, R4.6"""
    wall = "Y.... .Y... ..Y.. ...Y. ....B"
    lines = "B1 - - - Y5"
    game = choosing("classic-grey", 1, score=20, wall=wall, lines=lines, floor="K6")
    game.play("1@2")
    assert part(game, "lid") == "Y5 K6"
    assert (game.breakdown(0)["floor"], game.scores[0]) == (-14, 20 + 4 - 14)


def test_g31_a_line_below_one_that_fell_is_tiled_normally() -> None:
    """R4.6, R4.7"""
    game = after_the_offer("classic-grey", wall=G04_WALL, lines="- Y2 B3 - -")
    assert (seat(game, 0).floor, seat(game, 0).lines) == ("Y2", "- - B3 - -")
    assert notations(game) == ["3@2", "3@3", "3@4", "3@5"]


def test_g33_a_complete_column_does_not_end_the_game_and_brings_seven_at_the_end() -> None:
    """R7.1, R7.2"""
    wall = "B.... Y.... R.... K.... W...."
    assert after_the_offer("classic-grey", wall=wall).awaiting == "deal"
    ended = after_the_offer("classic-grey", wall=wall, idle=9)
    assert (ended.awaiting, ended.scores[0], ended.breakdown(0)["columns"]) == ("end", 7, 7)


def test_g34_equal_points_are_decided_by_complete_rows() -> None:
    """R7.3"""
    wall = "BYRK. WBYR. ..... ..... ....."
    lines = {0: "W1 K2 - - -", 1: "W1 - - - -"}
    game = position("classic-grey", walls={0: wall, 1: wall}, lines=lines, scores={0: 24, 1: 33}, factories="B", turn=1)
    for move in ("1B5", "1@5", "2@5", "1@5"):
        assert not game.winners
        game.play(move)
    assert (game.scores, game.winners) == ((24 + 12 + 4, 33 + 5 + 2), (0,))


# -- Crystal Mosaic -----------------------------------------------------------------------------

C20_WALL = "BYR.W ..... ..... ...K. ....."
C32_WALL = "..... Y.K.W ..... ..... ....."  # the printed cell is the only one left for blue


@pytest.mark.parametrize(
    ("rule_set", "wall", "row", "colour", "expected"),
    [
        pytest.param("crystal-1", EMPTY_WALL, 1, "K", "12345", id="C01"),
        pytest.param("crystal-1", EMPTY_WALL, 1, "B", "1235", id="C02"),
        pytest.param("crystal-1", EMPTY_WALL, 3, "Y", "12345", id="C03"),
        pytest.param("crystal-1", EMPTY_WALL, 3, "R", "1245", id="C04"),
        pytest.param("crystal-1", EMPTY_WALL, 2, "W", "12345", id="C05"),
        pytest.param("crystal-1", EMPTY_WALL, 4, "Y", "1234", id="C08"),
        pytest.param("crystal-1", EMPTY_WALL, 5, "R", "12345", id="C09"),
        pytest.param("crystal-1", "..... ..... ...K. ..... .....", 1, "K", "1235", id="C17"),
        pytest.param("crystal-1", "..... ..... ...K. ..... .....", 1, "B", "1235", id="C18"),
        pytest.param("crystal-1", "BYR.W ..... ..... ..... .....", 1, "K", "4", id="C19"),
        pytest.param("crystal-1", C20_WALL, 1, "K", "", id="C20"),
        pytest.param("crystal-1", "..Y.. ..... ..... ..... .....", 3, "Y", "1245", id="C21"),
        pytest.param("crystal-2", EMPTY_WALL, 2, "B", "1235", id="C22"),
        pytest.param("crystal-2", EMPTY_WALL, 2, "R", "1345", id="C23"),
        pytest.param("crystal-2", EMPTY_WALL, 3, "W", "12345", id="C25"),
        pytest.param("crystal-2", EMPTY_WALL, 3, "K", "1245", id="C26"),
        pytest.param("crystal-2", EMPTY_WALL, 4, "K", "1235", id="C27"),
        pytest.param("crystal-2", EMPTY_WALL, 4, "Y", "1345", id="C28"),
        *(pytest.param("crystal-2", EMPTY_WALL, 1, colour, "12345", id=f"C30-1{colour}") for colour in "BYRKW"),
        *(pytest.param("crystal-2", EMPTY_WALL, 5, colour, "12345", id=f"C30-5{colour}") for colour in "BYRKW"),
        pytest.param("crystal-2", C32_WALL, 2, "B", "2", id="C32"),
        pytest.param("crystal-2", C32_WALL[:-4] + "B...", 2, "B", "", id="C33"),
        pytest.param("crystal-2", "..... B.... ..... ..... .....", 2, "R", "345", id="C34"),
    ],
)
def test_c01_to_c34_a_printed_cell_takes_its_own_colour_only(
    rule_set: str, wall: str, row: int, colour: str, expected: str
) -> None:
    """R4.5; C01 C02 C03 C04 C05 C08 C09 C17 C18 C19 C20 C21 C22 C23 C25 C26 C27 C28 C30 C32 C33 C34"""
    assert columns(rule_set, wall, row, colour) == expected


@pytest.mark.parametrize(
    ("rule_set", "wall", "lines", "fallen"),
    [
        pytest.param("crystal-1", C20_WALL, "K1 - - - -", "K1", id="C20"),
        pytest.param("crystal-2", C32_WALL[:-4] + "B...", "- B2 - - -", "B2", id="C33"),
    ],
)
def test_c20_c33_a_closed_printed_cell_drops_the_whole_line(rule_set: str, wall: str, lines: str, fallen: str) -> None:
    """R4.6"""
    game = after_the_offer(rule_set, score=9, wall=wall, lines=lines)
    lid = dict.fromkeys("BK", 0) | {"B": 1}
    lid[fallen[0]] += int(fallen[1])
    assert part(game, "lid") == " ".join(f"{colour}{n}" for colour, n in lid.items() if n)
    assert (game.scores[0], seat(game, 0).lines) == (8, "- - - - -")  # the second space costs nothing


@pytest.mark.parametrize(
    ("rule_set", "wall", "lines", "move", "points"),
    [
        pytest.param("crystal-1", EMPTY_WALL, "K1 - - - -", "1@4", 2, id="C11"),
        pytest.param("crystal-1", "..... ..B.. .R.K. ..... .....", "- - Y3 - -", "3@3", 10, id="C12"),
        pytest.param("crystal-1", "..... ..... ..Y.. ..... .....", "- - R3 - -", "3@4", 2, id="C13"),
        pytest.param("crystal-1", "..B.. ..R.. BR.KW ..K.. ..W..", "- - Y3 - -", "3@3", 20, id="C15"),
        pytest.param("crystal-2", EMPTY_WALL, "- B2 - - -", "2@2", 1, id="C35"),
    ],
)
def test_c11_c12_c13_c15_c35_only_a_tile_laid_on_a_doubling_cell_is_doubled(
    rule_set: str, wall: str, lines: str, move: str, points: int
) -> None:
    """R4.9"""
    game = choosing(rule_set, int(move[0]), wall=wall, lines=lines)
    game.play(move)
    assert seat(game, 0).tiles == points


@pytest.mark.parametrize("rule_set", ["crystal-1", "crystal-2"])
@pytest.mark.parametrize(
    ("score", "floor", "left"),
    [
        pytest.param(20, "M", 19, id="C37"),
        pytest.param(20, "M Y1", 19, id="C38"),
        pytest.param(20, "M Y4", 15, id="C39"),
        pytest.param(3, "Y7", 0, id="C40"),
    ],
)
def test_c37_c38_c39_c40_the_crystal_floor_is_cheaper(rule_set: str, score: int, floor: str, left: int) -> None:
    """R5.2"""
    assert after_the_offer(rule_set, score=score, floor=floor).scores[0] == left


@pytest.mark.parametrize(
    ("rule_set", "wall", "total"),
    [
        ("crystal-1", "BYRK. W.B.. KB... R...B Y..B.", 19),
        ("crystal-2", "BYRK. WB... K..B. R.B.. Y...B", 25),
    ],
)
def test_c41_the_second_face_has_higher_bonuses(rule_set: str, wall: str, total: int) -> None:
    """R7.2"""
    game = after_the_offer(rule_set, wall=wall, lines="W1 - - - -")
    game.play("1@5")
    assert game.scores[0] == 5 + total


def test_c44_nobody_may_choose_a_face_for_a_seat() -> None:
    """R1.4"""
    with pytest.raises(tilewright.BadOption, match="no option 'face'"):
        tilewright.new_game("crystal-1", 2, face="2")
    game = tilewright.new_game("crystal-2", 4, seed=1)
    assert "face" in (game.state.dtype.names or ())
    assert "face" not in (game.state.dtype["boards"].base.names or ())
