"""The oracle judged by worked examples (ids of the rules sheet) and by whole random games."""

from __future__ import annotations

import random

import pytest

from tests.kit.naive_classic import COLOURS, FACTORIES, RULE_SETS, NaiveClassic, naive_perft

EMPTY_WALL = "..... ..... ..... ..... ....."
FULL_WALL = "BYRKW WBYRK KWBYR RKWBY YRKWB"
B46_DRAW = "BBYR KKWW YYYK RRBW WWWB"


def seat(score: int = 0, wall: str = EMPTY_WALL, lines: str = "- - - - -", floor: str = "-") -> str:
    return f"score {score} tiles {score} wall {wall} lines {lines} floor {floor}"


def position(
    *seats: str,
    rule_set: str = "classic",
    state: str = "round 6 first 0 marker - turn 0 draft idle 0",
    centre: str = "-",
    factories: str = "",
    bag: str = "-",
    lid: str = "-",
) -> NaiveClassic:
    boards = seats or (seat(), seat())
    groups = factories.split()
    groups += ["-"] * (FACTORIES[len(boards)] - len(groups))
    head = f"{rule_set} {len(boards)} | {state} | centre {centre} | factories {' '.join(groups)}"
    return NaiveClassic.from_text(" | ".join([f"{head} | bag {bag} | lid {lid}", *boards]))


def after_the_offer(board: str, rule_set: str = "classic", idle: int = 0) -> NaiveClassic:
    """Let seat 1 drop the last tile of the offer, so that seat 0 tiles the given board."""
    state = f"round 6 first 0 marker - turn 1 draft idle {idle}"
    game = position(board, seat(), rule_set=rule_set, state=state, factories="B", bag="W20")
    game.play("1BF")
    return game


def choosing(board: str, line: int, rule_set: str = "classic-grey") -> NaiveClassic:
    state = f"round 6 first 0 marker - turn 0 tile {line} idle 1"
    return position(board, seat(), rule_set=rule_set, state=state)


def line_text(number: int, colour: str) -> str:
    return " ".join(f"{colour}{number}" if n == number else "-" for n in range(1, 6))


def columns(rule_set: str, wall: str, row: int, colour: str) -> str:
    game = choosing(seat(wall=wall, lines=line_text(row, colour)), row, rule_set)
    return "".join(move[2] for move in game.legal_moves())


def floor_of(game: NaiveClassic, who: int) -> str:
    return game.boards[who].text().split(" floor ")[1]


def destinations(game: NaiveClassic, colour: str) -> str:
    return "".join(move[2] for move in game.legal_moves() if move[1] == colour)


# The offer


@pytest.mark.parametrize(("players", "bag"), [(2, 80), (3, 72), (4, 64)])
def test_b01_b02_a_new_game_fills_the_factories_from_the_bag(players: int, bag: int) -> None:
    game = NaiveClassic("classic", players, first=1)
    assert (game.awaiting, game.to_move, game.legal_moves()) == ("deal", 1, [])
    game.random_deal(random.Random(1))
    assert [len(factory) for factory in game.factories] == [4] * FACTORIES[players]
    assert (game.bag.total(), game.centre.total(), game.marker) == (bag, 0, None)
    assert (game.awaiting, game.to_move, game.scores) == ("move", 1, [0] * players)


def test_b04_b05_b06_the_rest_of_a_factory_moves_to_the_centre_and_the_marker_is_taken() -> None:
    game = position(factories="KKBW YRRR")
    game.play("1K5")
    assert game.text().split(" | ")[2:4] == ["centre B1 W1", "factories - YRRR - - -"]
    game.play("2Y5")
    game.play("0R3")
    assert game.text().split(" | ")[1:3] == [
        "round 6 first 0 marker 0 turn 1 draft idle 0",
        "centre B1 W1",
    ]
    assert game.boards[0].text() == seat(lines="- - R3 - K2", floor="M")


def test_b08_a_fresh_offer_of_twelve_pairs_has_seventy_two_moves_in_canonical_order() -> None:
    game = position(factories="BBYR KKKK WWBB RYKW YYYB")
    moves = game.legal_moves()
    assert len(moves) == 72
    assert moves[:7] == ["1B1", "1B2", "1B3", "1B4", "1B5", "1BF", "1Y1"]
    assert moves == sorted(moves, key=lambda m: (m[0], COLOURS.index(m[1]), m[2]))
    assert naive_perft(game, 1) == 72
    assert naive_perft(game, 0) == 1


@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [("1Y1", "Y1 - - B1 -", "Y1"), ("1Y5", "- - - B1 Y2", "-"), ("1YF", "- - - B1 -", "Y2")],
)
def test_b09_to_b12_two_yellow_tiles_have_three_destinations(move: str, lines: str, floor: str) -> None:
    wall = "..... ..Y.. ...Y. ..... ....."
    game = position(seat(wall=wall, lines="- - - B1 -"), seat(), factories="YY BB")
    assert destinations(game, "Y") == "15F"
    game.play(move)
    assert game.boards[0].text() == seat(wall=wall, lines=lines, floor=floor)


def test_b13_tiles_without_room_in_their_line_fall() -> None:
    game = position(seat(lines="- - R2 - -"), seat(), factories="RRRR B")
    game.play("1R3")
    assert game.boards[0].text() == seat(lines="- - R3 - -", floor="R3")


@pytest.mark.parametrize(
    ("lines", "colour", "expected"),
    [("- W2 - - -", "W", "1345F"), ("- - - B2 -", "K", "1235F")],
)
def test_b14_b15_full_lines_and_lines_of_another_colour_are_closed(lines: str, colour: str, expected: str) -> None:
    assert destinations(position(seat(lines=lines), seat(), factories=colour), colour) == expected


def test_b16_the_marker_falls_before_the_tiles() -> None:
    game = position(centre="B1 K3")
    game.play("0K1")
    assert game.boards[0].floor == ["M", "K", "K"]
    assert game.boards[0].text() == seat(lines="K1 - - - -", floor="M K2")


def test_b17_tiles_beyond_the_seventh_floor_space_go_to_the_lid() -> None:
    game = position(seat(score=20, floor="B6"), seat(), factories="YYY")
    game.play("1YF")
    assert game.scores == [6, 0]
    assert game.text().split(" | ")[5] == "lid B6 Y3"
    game = position(seat(floor="B6"), seat(), factories="YYY B")
    game.play("1YF")
    assert (floor_of(game, 0), game.lid) == ("B6 Y1", {"Y": 2})


def test_b19_a_colour_no_line_accepts_can_only_be_dropped() -> None:
    wall = ".Y... ..Y.. ...Y. ..... ....."
    game = position(seat(wall=wall, lines="- - - B1 R1"), seat(), factories="YY")
    assert game.legal_moves() == ["1YF"]


def test_b20_a_round_in_which_nobody_takes_the_marker_keeps_its_starter() -> None:
    game = NaiveClassic("classic", 2, first=1)
    game.deal("BBBB YYYY RRRR KKKK WWWW")
    for move in ["1B5", "2Y5", "3R4", "4K4", "5W3"]:
        game.play(move)
    assert game.text().split(" | ")[1] == "round 2 first 1 marker - turn 1 deal idle 0"
    assert [game.breakdown(0)["floor"], game.breakdown(1)["floor"]] == [0, -1]  # one W fell
    assert game.lid == {"R": 3, "K": 3, "W": 3}


def test_b21_the_last_taker_from_the_centre_starts_the_next_round() -> None:
    game = position(factories="BRR", bag="W20")
    game.play("1R2")
    assert game.legal_moves() == ["0B1", "0B2", "0B3", "0B4", "0B5", "0BF"]
    game.play("0B2")
    assert game.text().split(" | ")[1] == "round 7 first 1 marker - turn 1 deal idle 0"
    assert game.scores == [1, 0]


def test_eb1_a_marker_taken_with_a_full_floor_stays_beside_the_board() -> None:
    game = position(seat(score=20, floor="B7"), seat(), centre="B2", bag="W20")
    middle = position(seat(score=20, floor="B7"), seat(), centre="B1 Y1")
    middle.play("0BF")
    assert middle.text().split(" | ")[1] == "round 6 first 0 marker 0 turn 1 draft idle 0"
    assert (floor_of(middle, 0), middle.lid) == ("B7", {"B": 1})
    game.play("0B5")
    assert (game.scores, game.first, game.lid) == ([6, 0], 0, {"B": 7})


@pytest.mark.parametrize("move", ["0B1", "1Y1", "1B6", "6B1", "1b1", "1@1", ""])
def test_a_move_that_is_not_offered_is_refused(move: str) -> None:
    game = position(factories="BBRR")
    before = game.text()
    with pytest.raises(ValueError, match="illegal"):
        game.play(move)
    assert game.text() == before


# Tiling


@pytest.mark.parametrize(
    ("wall", "row", "colour", "points"),
    [
        (EMPTY_WALL, 1, "R", 1),  # B22
        ("..... ..... .WB.. ..... .....", 3, "Y", 3),  # B23
        ("..R.. ..Y.. ..... ..... .....", 3, "B", 3),  # B24
        ("..R.. WB.R. ..B.. ..... .....", 2, "Y", 7),  # B25
        ("..R.. ..Y.. KW.YR ..W.. ..K..", 3, "B", 10),  # B27
        ("..R.. ..... ..... ..W.. ..K..", 3, "B", 3),  # EB26: the run stops at the gap
    ],
)
def test_b22_to_b27_a_tile_scores_its_runs(wall: str, row: int, colour: str, points: int) -> None:
    game = after_the_offer(seat(wall=wall, lines=line_text(row, colour)))
    assert game.breakdown(0)["tiles"] == points
    assert game.boards[0].lines[row] == []
    assert game.lid == {colour: row - 1 + (colour == "B")} | ({} if colour == "B" else {"B": 1})


def test_b29_one_tile_of_each_full_line_is_placed_and_the_others_are_put_away() -> None:
    game = after_the_offer(seat(lines="- R2 K1 B4 W4"))
    wall = "..... ...R. ..... ...B. ....."
    assert game.boards[0].text() == seat(score=2, wall=wall, lines="- - K1 - W4")
    assert game.lid == {"R": 1, "B": 3 + 1}  # and the tile that ended the offer


@pytest.mark.parametrize(
    ("score", "lines", "floor", "expected"),
    [
        (20, "- - - - -", "M Y4", 12),  # B30
        (3, "- - - - -", "Y5", 0),  # B32
        (0, "B1 B2 - - -", "Y3", 0),  # B33, with two points
        (0, "B1 W2 K3 - -", "Y3", 2),  # B34, with six points
    ],
)
def test_b30_to_b34_the_floor_is_paid_after_the_tiles_and_never_below_zero(
    score: int, lines: str, floor: str, expected: int
) -> None:
    game = after_the_offer(seat(score=score, lines=lines, floor=floor))
    assert game.scores[0] == expected
    assert sum(game.breakdown(0).values()) == expected
    assert floor_of(game, 0) == "-"


@pytest.mark.parametrize(
    ("rule_set", "losses"),
    [
        ("classic", [0, 1, 2, 4, 6, 8, 11, 14]),
        ("classic-grey", [0, 1, 2, 4, 6, 8, 11, 14]),
        ("crystal-1", [0, 1, 1, 2, 4, 5, 7, 10]),  # C37 to C40
        ("crystal-2", [0, 1, 1, 2, 4, 5, 7, 10]),
    ],
)
def test_b31_the_floor_costs_what_is_printed_over_its_spaces(rule_set: str, losses: list[int]) -> None:
    for filled, loss in enumerate(losses):
        floor = f"Y{filled}" if filled else "-"
        game = after_the_offer(seat(score=20, floor=floor), rule_set)
        assert game.breakdown(0)["floor"] == -loss


@pytest.mark.parametrize(("rule_set", "expected"), [("classic", 12), ("crystal-1", 15)])
def test_c39_four_tiles_and_the_marker_cost_less_on_the_crystal_boards(rule_set: str, expected: int) -> None:
    assert after_the_offer(seat(score=20, floor="M Y4"), rule_set).scores[0] == expected


def test_b46_a_whole_round_goes_as_worked_out_by_hand() -> None:
    game = NaiveClassic("classic", 2)
    game.deal(B46_DRAW)
    centres = []
    for move in ["1B2", "3Y3", "5W3", "2K2", "4R5", "0W4", "0B1", "0R1", "0K4", "0Y5"]:
        game.play(move)
        centres.append(game.text().split(" | ")[2].removeprefix("centre "))
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
    assert game.text() == (
        "classic 2 | round 2 first 1 marker - turn 1 deal idle 0 | centre -"
        " | factories - - - - - | bag B16 Y16 R17 K17 W14 | lid B2 Y2 K1 W2"
        " | score 3 tiles 4 wall B.... .B... .W... ..... ..... lines - - - K1 R2 floor -"
        " | score 2 tiles 3 wall ..R.. ....K ...Y. ..... ..... lines - - - W3 Y1 floor -"
    )
    assert game.breakdown(0) == {"tiles": 4, "floor": -1, "rows": 0, "columns": 0, "colours": 0}


# Deals


def test_b36_factories_stay_short_when_bag_and_lid_run_out() -> None:
    state = "round 6 first 0 marker - turn 0 deal idle 0"
    seats = [seat()] * 4
    game = position(*seats, state=state, bag="B10", lid="W8")
    game.deal("BBBB BBBB BBWW WWWW WW")
    assert [len(factory) for factory in game.factories] == [4, 4, 4, 4, 2, 0, 0, 0, 0]
    assert (game.bag.total(), game.lid.total(), game.awaiting) == (0, 0, "move")


def test_b37_the_lid_is_not_touched_while_the_bag_suffices() -> None:
    state = "round 6 first 0 marker - turn 0 deal idle 0"
    game = position(state=state, bag="B10 Y10", lid="R20 K20 W20")
    game.random_deal(random.Random(7))
    assert (game.bag.total(), game.lid.total()) == (0, 60)


@pytest.mark.parametrize(
    "draw",
    [
        "-",
        "",
        "BBBB BBBB BBWW WWWW",  # too few
        "BBBB BBBB BBWW WWWW WW WW",  # too many
        "BBBB BBBB BBWW WWW WWW",  # a gap before the last factory
        "BBBB BBBB BWWW WWWW BW",  # the lid before the bag is empty
        "BBBB BBBB BBWW WWWW WK",  # not there
        "BBBB BBBB BBWW WWWW WX",
        "bbbb bbbb bbww wwww ww",
    ],
)
def test_a_draw_that_cannot_happen_is_refused(draw: str) -> None:
    state = "round 6 first 0 marker - turn 0 deal idle 0"
    game = position(*[seat()] * 4, state=state, bag="B10", lid="W8")
    before = game.text()
    with pytest.raises(ValueError, match="drawn"):
        game.deal(draw)
    assert game.text() == before


@pytest.mark.parametrize(
    ("draw", "possible"),
    [
        ("BBBB BBWW WWWW WWWB WWWW", True),
        ("BBBB WWBB WWWW WWWB WWWW", True),  # within a factory the order does not matter
        ("BBBB BWWW WWWW WWWB WWWW", False),  # the lid before the bag is empty
        ("BBBB WWWW BBWW WWWB WWWW", False),
        ("BBBW BBBW WWWW WWWB WWWW", False),
        ("BBBB BBWW WWWW WWYB WWWW", False),  # no such tile anywhere
        ("BBBB BBWW WWBB WWWB WWWW", False),  # one blue tile too many
    ],
)
def test_the_last_tiles_of_the_bag_are_drawn_before_those_of_the_lid(draw: str, possible: bool) -> None:
    game = position(state="round 6 first 0 marker - turn 0 deal idle 0", bag="B6", lid="B2 W38")
    if possible:
        game.deal(draw)
        assert (game.bag, game.lid) == ({"B": 1, "W": 25}, {})
    else:
        with pytest.raises(ValueError, match="drawn"):
            game.deal(draw)


def test_a_deal_nobody_waits_for_is_refused() -> None:
    game = NaiveClassic("classic", 2)
    game.deal(B46_DRAW)
    with pytest.raises(ValueError, match="awaited"):
        game.deal(B46_DRAW)


def test_eb7_a_deal_without_tiles_ends_the_game() -> None:
    column = "B.... W.... K.... R.... Y...."
    state = "round 6 first 1 marker - turn 1 deal idle 2"
    game = position(seat(score=5, wall=column), seat(), state=state)
    assert game.random_deal(random.Random(1)) == "-"
    assert game.text().split(" | ")[1] == "round 6 first 1 marker - turn 1 end no-tiles-left idle 2"
    assert (game.awaiting, game.scores, game.winners()) == ("end", [12, 0], [0])


# The end


def test_eb17_b38_a_complete_row_ends_the_game_after_all_tiling_and_floors() -> None:
    game = after_the_offer(seat(score=3, wall="BYRK. " + EMPTY_WALL[6:], lines="W1 K2 - - -"))
    assert game.text().split(" | ")[1] == "round 6 first 0 marker - turn 0 end row-complete idle 0"
    assert game.breakdown(0) == {"tiles": 3 + 5 + 2, "floor": 0, "rows": 2, "columns": 0} | {"colours": 0}
    assert (game.scores, game.winners(), game.legal_moves()) == ([12, 0], [0], [])


def test_b40_row_column_and_colour_bring_nineteen() -> None:
    wall = "BYRKW WB... K.B.. R..B. Y...B"
    assert sum(after_the_offer(seat(wall=wall)).breakdown(0).values()) == 19


def test_b41_a_full_wall_brings_ninety_five() -> None:
    game = after_the_offer(seat(wall=FULL_WALL))
    assert game.breakdown(0) == {"tiles": 0, "floor": 0, "rows": 10, "columns": 35, "colours": 50}
    assert game.scores[0] == 95


def test_b45_the_last_floor_is_paid_before_the_bonuses() -> None:
    game = after_the_offer(seat(score=3, wall="BYRKW " + EMPTY_WALL[6:], floor="Y5"))
    assert (game.scores[0], game.breakdown(0)["floor"]) == (2, -3)


@pytest.mark.parametrize(
    ("second", "winners"),
    [((36, "BYRKW WBYRK"), [0, 1]), ((38, "BYRKW WBYR."), [0]), ((39, "BYRKW WBYR."), [1])],
)
def test_g34_equal_points_are_decided_by_rows_and_then_shared(second: tuple[int, str], winners: list[int]) -> None:
    rest = " ..... ..... ....."
    state = "round 6 first 0 marker - turn 2 draft idle 0"
    other = seat(score=second[0], wall=second[1] + rest)
    boards = [seat(score=36, wall="BYRKW WBYRK" + rest), other, seat()]
    game = position(*boards, state=state, factories="B")
    assert game.winners() == []
    game.play("1BF")
    assert game.winners() == winners


def test_eb23_ten_rounds_without_a_placed_tile_end_the_game() -> None:
    going = after_the_offer(seat(), idle=8)
    assert going.text().split(" | ")[1] == "round 7 first 0 marker - turn 0 deal idle 9"
    game = after_the_offer(seat(), idle=9)
    assert game.text().split(" | ")[1] == "round 6 first 0 marker - turn 0 end no-progress idle 10"
    saved = after_the_offer(seat(lines="B1 - - - -"), idle=9)
    assert saved.text().split(" | ")[1] == "round 7 first 0 marker - turn 0 deal idle 0"


# Grey wall

G04_WALL = "....Y BRK.. ..... ..... ...Y."


@pytest.mark.parametrize(
    ("wall", "row", "colour", "expected"),
    [
        ("..... ..... .Y... ..... .....", 1, "Y", "1345"),  # G02
        ("B...R ..... .Y... ..... .....", 1, "Y", "34"),  # G03
        ("Y.... ..BRK ..... ..... .....", 2, "Y", "2"),  # G08
        (".Y... ..BRK ..... ..... .....", 2, "Y", "1"),  # G09
        ("..... ...W. ..W.. .W... W....", 1, "W", "5"),  # G10
        ("....B ..... ..W.. .W... W....", 1, "W", "4"),  # G11
        ("BYRK. ..... ..... ..... .....", 1, "W", "5"),  # G12
        ("..... B.... .B... ..... .....", 1, "B", "345"),  # G16
    ],
)
def test_g02_to_g16_a_grey_column_takes_each_colour_once(wall: str, row: int, colour: str, expected: str) -> None:
    assert columns("classic-grey", wall, row, colour) == expected


@pytest.mark.parametrize(("floor", "loss"), [("-", 2), ("K1", 4)])
def test_g04_g05_a_line_without_a_cell_falls_before_the_floor_is_paid(floor: str, loss: int) -> None:
    game = after_the_offer(seat(score=20, wall=G04_WALL, lines="- Y2 - - -", floor=floor), "classic-grey")
    assert game.boards[0].text() == seat(score=20, wall=G04_WALL).replace("score 20", f"score {20 - loss}")
    assert game.lid["Y"] == 2
    assert game.text().split(" | ")[1].endswith("deal idle 1")


def test_g06_g07_only_the_row_closes_a_line_in_the_offer() -> None:
    game = position(seat(wall=G04_WALL), seat(), rule_set="classic-grey", factories="YY")
    assert destinations(game, "Y") == "234F"
    wall = "..... ...Y. ..... ..... ....."
    game = position(seat(wall=wall), seat(), rule_set="classic-grey", factories="YY")
    assert destinations(game, "Y") == "1345F"


def test_g13_a_nearly_complete_row_whose_last_cell_is_closed_stays_incomplete() -> None:
    wall = "BYRK. ..... ....W ..... ....."
    game = after_the_offer(seat(score=20, wall=wall, lines="W1 - - - -"), "classic-grey")
    assert (game.awaiting, game.scores[0], game.lid) == ("deal", 19, {"W": 1, "B": 1})
    assert game.boards[0].complete_rows() == 0


def test_g18_to_g22_a_chosen_column_scores_its_runs() -> None:
    game = choosing(seat(wall="B.... .R... ..... ..... .....", lines="K1 W2 - - -"), 1)
    game.play("1@2")
    assert game.scores[0] == 4
    assert game.text().split(" | ")[1] == "round 6 first 0 marker - turn 0 tile 2 idle 0"
    gains = []
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        gains.append(after.scores[0] - 4)
    assert game.scores[0] == 4
    assert gains == [4, 2, 1, 1]


@pytest.mark.parametrize(("choice", "forced"), [("1@1", "2@2"), ("1@2", "2@1")])
def test_g24_a_choice_higher_up_leaves_one_forced_cell_below(choice: str, forced: str) -> None:
    wall = "..... ..BRK ..... ..... ....."
    game = choosing(seat(wall=wall, lines="Y1 Y2 - - -"), 1)
    game.play(choice)
    assert game.legal_moves() == [forced]
    assert naive_perft(game, 3) == 1


def test_eg4_g31_a_choice_may_close_a_lower_line_and_the_next_is_tiled_normally() -> None:
    wall = "..... .BRKW ..... ..... ....."
    game = choosing(seat(wall=wall, lines="Y1 Y2 B3 - -", floor="K1"), 1)
    game.play("1@1")
    assert game.legal_moves() == ["3@1", "3@3", "3@4", "3@5"]
    assert (floor_of(game, 0), game.boards[0].lines[2]) == ("Y2 K1", [])


def test_g15_g28_a_dropped_line_fills_the_floor_and_the_lid() -> None:
    wall = "Y.... .Y... ..Y.. ...Y. ....B"
    game = after_the_offer(seat(score=20, wall=wall, lines="- - - - Y5"), "classic-grey")
    assert game.scores[0] == 12
    full = seat(score=20, wall=wall, lines="- - - - Y5", floor="K6")
    game = after_the_offer(full, "classic-grey")
    assert (game.scores[0], game.lid) == (6, {"Y": 5, "K": 6, "B": 1})


def test_seats_tile_in_turn_order_and_a_finished_seat_has_paid() -> None:
    boards = [seat(lines="B1 - - - -"), seat(score=9, floor="M Y1"), seat(lines="R1 - - - -")]
    state = "round 6 first 1 marker 1 turn 0 draft idle 3"
    game = position(*boards, rule_set="classic-grey", state=state, factories="K")
    game.play("1KF")
    assert game.text().split(" | ")[1] == "round 6 first 1 marker 1 turn 2 tile 1 idle 4"
    assert game.boards[1].text() == seat(score=9).replace("score 9", "score 7")
    game.play("1@3")
    assert game.text().split(" | ")[1] == "round 6 first 1 marker 1 turn 0 tile 1 idle 0"
    assert floor_of(game, 0) == "K1"
    game.play("1@3")
    assert game.text().split(" | ")[1] == "round 7 first 1 marker - turn 1 deal idle 0"


def test_g32_the_grey_wall_played_by_the_printed_columns_scores_like_the_coloured_wall() -> None:
    rng = random.Random(32)
    for _ in range(5):
        coloured, grey = NaiveClassic("classic", 2), NaiveClassic("classic-grey", 2)
        while coloured.awaiting != "end":
            if coloured.awaiting == "deal":
                grey.deal(coloured.random_deal(rng))
                continue
            assert grey.legal_moves() == coloured.legal_moves()
            move = rng.choice(coloured.legal_moves())
            coloured.play(move)
            grey.play(move)
            while "@" in "".join(grey.legal_moves()):
                board = grey.boards[grey.to_move]
                number = board.first_full_line() or 0
                column = (number - 1 + COLOURS.index(board.lines[number][0])) % 5 + 1
                grey.play(f"{number}@{column}")
            assert grey.text().replace("classic-grey", "classic") == coloured.text()


# Crystal Mosaic


@pytest.mark.parametrize(
    ("rule_set", "wall", "row", "colour", "expected"),
    [
        ("crystal-1", EMPTY_WALL, 1, "K", "12345"),  # C01
        ("crystal-1", EMPTY_WALL, 1, "B", "1235"),  # C02
        ("crystal-1", EMPTY_WALL, 3, "Y", "12345"),  # C03
        ("crystal-1", EMPTY_WALL, 3, "R", "1245"),  # C04
        ("crystal-1", EMPTY_WALL, 2, "W", "12345"),  # C05
        ("crystal-1", EMPTY_WALL, 4, "Y", "1234"),  # C08
        ("crystal-1", EMPTY_WALL, 5, "R", "12345"),  # C09
        ("crystal-1", "..... ..... ...K. ..... .....", 1, "K", "1235"),  # C17
        ("crystal-1", "..... ..... ...K. ..... .....", 1, "B", "1235"),  # C18
        ("crystal-1", "BYR.W ..... ..... ..... .....", 1, "K", "4"),  # C19
        ("crystal-1", "..Y.. ..... ..... ..... .....", 3, "Y", "1245"),  # C21
        ("crystal-2", EMPTY_WALL, 2, "B", "1235"),  # C22
        ("crystal-2", EMPTY_WALL, 2, "R", "1345"),  # C23
        ("crystal-2", EMPTY_WALL, 3, "W", "12345"),  # C25
        ("crystal-2", EMPTY_WALL, 3, "K", "1245"),  # C26
        ("crystal-2", EMPTY_WALL, 4, "K", "1235"),  # C27
        ("crystal-2", EMPTY_WALL, 4, "Y", "1345"),  # C28
        ("crystal-2", EMPTY_WALL, 1, "W", "12345"),  # C30
        ("crystal-2", EMPTY_WALL, 5, "B", "12345"),  # C30
        ("crystal-2", "..... B.... ..... ..... .....", 2, "R", "345"),  # C34
    ],
)
def test_c01_to_c34_a_printed_cell_takes_its_own_colour_only(
    rule_set: str, wall: str, row: int, colour: str, expected: str
) -> None:
    assert columns(rule_set, wall, row, colour) == expected


def test_c20_a_closed_printed_cell_drops_the_line() -> None:
    wall = "BYR.W ..... ..... ...K. ....."
    game = after_the_offer(seat(score=9, wall=wall, lines="K1 - - - -"), "crystal-1")
    assert (game.awaiting, game.scores[0], game.lid["K"]) == ("deal", 8, 1)


@pytest.mark.parametrize(
    ("rule_set", "wall", "line", "move", "points"),
    [
        ("crystal-1", EMPTY_WALL, "K1 - - - -", "1@4", 2),  # C11
        ("crystal-1", "..... ..B.. .R.K. ..... .....", "- - Y3 - -", "3@3", 10),  # C12
        ("crystal-1", "..... ..... ..Y.. ..... .....", "- - R3 - -", "3@4", 2),  # C13
        ("crystal-1", "..B.. ..R.. BR.KW ..K.. ..W..", "- - Y3 - -", "3@3", 20),  # C15
        ("crystal-2", EMPTY_WALL, "- B2 - - -", "2@2", 1),  # C35
    ],
)
def test_c11_to_c35_only_a_tile_laid_on_a_doubling_cell_is_doubled(
    rule_set: str, wall: str, line: str, move: str, points: int
) -> None:
    game = choosing(seat(wall=wall, lines=line), int(move[0]), rule_set)
    game.play(move)
    assert game.breakdown(0)["tiles"] == points


@pytest.mark.parametrize(("rule_set", "total"), [("crystal-1", 19), ("crystal-2", 25)])
def test_c41_the_second_face_has_higher_bonuses(rule_set: str, total: int) -> None:
    wall = "BYRKW WB... K.B.. R..B. Y...B"
    assert after_the_offer(seat(wall=wall), rule_set).scores[0] == total


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_random_games_end_keep_every_tile_and_survive_being_written(rule_set: str, players: int) -> None:
    for number in range(18):
        rng = random.Random(f"{rule_set} {players} {number}")
        game = again = NaiveClassic(rule_set, players, first=number % players)
        while game.awaiting != "end":
            if game.awaiting == "deal":
                game.random_deal(rng)
            else:
                moves = game.legal_moves()
                keen = [move for move in moves if not move.endswith("F")]
                game.play(rng.choice(keen if keen and number % 9 else moves))
            assert game.tiles() == dict.fromkeys(COLOURS, 20)
            text = game.text()
            again = NaiveClassic.from_text(text)
            assert again.text() == text
            if game.awaiting != "move":
                for who, score in enumerate(game.scores):
                    parts = game.breakdown(who)
                    assert sum(parts.values()) == score >= 0
                    assert again.breakdown(who) == parts
        assert again.winners() == game.winners() != []


def test_perft_counts_a_line_that_meets_the_deal_once() -> None:
    game = position(factories="BB")
    assert (naive_perft(game, 1), naive_perft(game, 5)) == (6, 6)
    before = game.text()
    assert naive_perft(position(factories="BB Y"), 2) == 6 * 6 + 6 * 6
    assert game.text() == before
