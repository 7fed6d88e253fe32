"""R3, R5, R6 and R7: turns, tiles and chips."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import field, laid, moves, of_seat, seat
from tilewright.core.errors import BadText, IllegalDeal, IllegalMove
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

ALL_CHIPS = "B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2"


def table(small: str = "", large: str = "-/-", *, lines: str = "- - - - - -", turn: str = "0", **more: str) -> Game:
    """Seat ``turn`` begins a turn; nobody has tokens."""
    parts = {"unseen": ALL_CHIPS, "turn": f"round 2 first 0 marker {more.pop('marker', '-')} turn {turn} act", **more}
    return laid(seat(lines=lines), seat(), small=small, large=large, **parts)


def marker(game: Game) -> str:
    return field(game, "round").split()[4]


def test_14_3_19_rulebook_example_a_small_sun() -> None:
    """14.3 #19, R5.1, R5.2 Two turquoise taken; black below, yellow on top; the chip stays hidden."""
    game = table("YKTT/-/?")
    game.play("1T4")
    assert (moves(game), field(game, "small").split()[0]) == (["^Y", "^K"], "YK/-/?")
    with pytest.raises(IllegalMove, match="no blue tile is left to pile on factory 1"):
        game.play("^B")
    game.play("^K")
    assert field(game, "small").split()[0] == "-/KY/?"
    assert (of_seat(game, 0, "lines"), game.to_move) == ("- - - T2 - -", 1)


def test_14_3_20_rulebook_example_the_large_sun() -> None:
    """14.3 #20, R5.3 What is left goes to the large moon; the first-player tile stays."""
    game = table(large="BKKTT/-")
    game.play("LT3")
    assert (field(game, "large"), marker(game)) == ("-/BKK", "-")


def moons(**parts: str) -> Game:
    return table("-/KY/? -/RY/?", "-/BKK", **parts)


def test_14_3_21_rulebook_example_what_the_moons_offer() -> None:
    """14.3 #21, R5.4, R1.5 Blue 1, black 2, yellow 2; red lies below."""
    game = moons()
    found = {str(move)[1]: game.describe(move).split()[1] for move in game.legal_moves}
    assert found == {"B": "1", "Y": "2", "K": "2"}


def test_14_3_22_24_rulebook_example_takes_from_the_moons() -> None:
    """14.3 #22, #24, R5.4-R5.7 Two yellow without, three black with the first-player tile; a chip is turned up."""
    game = moons()
    game.play("0Y2")
    assert (marker(game), field(game, "small")) == ("-", "-/K/? -/R/? -/-/- -/-/-")
    game.play("0K3")
    assert (marker(game), game.awaiting, of_seat(game, 1, "lines")) == ("1", "deal", "- - K3 - - -")
    assert game.deal("TY") == "TY"
    assert (field(game, "small").split()[0], field(game, "large")) == ("-/-/TY", "-/B")
    assert (field(game, "unseen"), game.to_move) == ("B2 Y2 R2 K2 T2 TY1 YK2 KB2 BR2 RT2", 0)


def test_14_3_26_a_sun_of_one_colour() -> None:
    """14.3 #26, R5.7, 9.1 Nothing is left, so the chip is turned up at once."""
    game = table("-/-/- -/-/- RRRR/-/?")
    game.play("3R4")
    with pytest.raises(BadText, match="'X' is not a chip"):
        game.deal("X")
    with pytest.raises(BadText, match="ends where a chip"):
        game.deal("")
    game.deal("K")
    assert field(game, "small").split()[2] == "-/-/K"


def test_a_chip_that_has_been_seen_cannot_be_turned_up() -> None:
    """R14.8 Only unseen chips lie face down."""
    game = table("RRRR/-/?", unseen="B1")
    game.play("1R4")
    with pytest.raises(IllegalDeal, match="chip Y is not among the unseen chips"):
        game.deal("Y")


def test_14_3_28_the_first_player_tile_is_gone() -> None:
    """14.3 #28, R5.6 Only the first take from the large moon brings it."""
    game = table(large="-/BB", small="-/K/?", marker="1")
    game.play("0B2")
    assert (marker(game), of_seat(game, 0, "lines")) == ("1", "- B2 - - - -")


@pytest.mark.parametrize(("sun", "take", "orders"), [("BYYR", "2B1", 3), ("BYRK", "2B1", 6), ("BBBR", "2B1", 1)])
def test_14_3_29_orders_of_a_pile(sun: str, take: str, orders: int) -> None:
    """14.3 #29, R5.2 Each order of the tiles left over is one sequence of moves."""
    piles = set()

    def go_on(game: Game) -> None:
        if game.to_move == 1:
            piles.add(field(game, "small").split()[1])
            return
        for move in game.legal_moves:
            game.play(move)
            go_on(game)
            game.undo()

    game = table(f"-/-/- {sun}/-/?")
    game.play(take)
    go_on(game)
    assert len(piles) == orders


def test_14_3_30_a_colour_that_is_not_there() -> None:
    """14.3 #30, R5.1 Only colours that lie on the sun can be named."""
    game = table("-/-/- BBRR/-/?")
    with pytest.raises(IllegalMove, match=r"no yellow tile can be taken from sun 2 \(R5\.1\)"):
        game.play("2Y3")
    with pytest.raises(IllegalMove, match=r"from the moons \(R5\.4\)"):
        game.play("0Y3")
    with pytest.raises(IllegalMove, match="from the large sun"):
        game.play("LY3")


def test_14_3_31_rulebook_example_a_chip_is_taken() -> None:
    """14.3 #31, R7.1 Face up among the own chips, one of two in this round."""
    game = table("-/-/- -/K/? -/-/RT")
    assert moves(game)[-1] == "C3"
    game.play("C3")
    assert (of_seat(game, 0, "chips"), of_seat(game, 0, "taken")) == ("RT1", "1")
    assert field(game, "small").split()[2] == "-/-/-"


def test_14_3_33_a_chip_under_tiles() -> None:
    """14.3 #33, R7.1 A chip that is face down cannot be taken, nor one that is gone."""
    game = table("-/-/- -/K/? -/-/RT")
    with pytest.raises(IllegalMove, match="factory 2 still has tiles, its chip is face down"):
        game.play("C2")
    with pytest.raises(IllegalMove, match="the chip of factory 1 has been taken"):
        game.play("C1")


def test_14_3_34_nobody_passes_while_something_can_be_done() -> None:
    """14.3 #34, R3.4, 9.2 There is no move for passing."""
    game = table("-/K/?")
    assert moves(game) == ["0K1", "0K2", "0K3", "0K4", "0K5", "0K6", "0KX"]


def test_14_3_35_a_player_without_an_action_is_passed_over() -> None:
    """14.3 #35, R3.3-R3.6, R7.2, 9.2 Seat 1 plays its chip and its plate in two turns; then phase 1 is over."""
    board = seat(taken=2, tokens=0)
    other = seat(taken=1, tokens=1, plates="J1r0 J3r0 - - - - - - -")
    for order in (("C1", "S3", "@a3r0"), ("S3", "@a3r0", "C1")):
        game = laid(
            board, other, small="-/-/K -/-/Y", display="S3", stack="0 -", turn="round 2 first 0 marker 0 turn 1 act"
        )
        game.state[0].chip[1] = -1
        for move in order:
            assert game.to_move == 1
            game.play(move)
        assert field(game, "round") == "3 first 0 marker - turn 0 deal"


def test_14_3_36_the_same_in_round_5() -> None:
    """14.3 #36, R3.6, 9.2 Without tokens the chip is the last action."""
    game = laid(seat(taken=2), seat(taken=1), small="-/-/K", turn="round 5 first 0 marker 0 turn 1 act")
    assert moves(game) == ["C1"]
    game.play("C1")
    assert game.awaiting == "end"


def test_r7_2_two_chips_in_a_round() -> None:
    """R7.2, ED13 A third chip is not for that player."""
    game = laid(seat(taken=2), seat(), small="-/K/? -/-/K", turn="round 2 first 0 marker 0 turn 0 act")
    assert "C2" not in moves(game)
    with pytest.raises(IllegalMove, match=r"you have taken 2 chips in this round \(R7\.2\)"):
        game.play("C2")


def test_r3_2_r3_4_the_other_player_goes_on_alone() -> None:
    """R3.2, R3.4, R3.5 Turns alternate while both can do something; then one plays alone."""
    one, other = seat(tokens=0, taken=2), seat(tokens=2, plates="J1r0 - - - - - - - -")
    game = laid(one, other, display="S3 S4", small="-/K/-", turn="round 1 first 0 marker 0 turn 0 act")
    game.play("0K1")
    for plate, place in (("S3", "@a2r0"), ("S4", "@a3r0")):
        assert game.to_move == 1
        game.play(plate)
        game.play(place)
    assert game.awaiting == "deal"


def test_9_1_two_equal_tiles_on_a_pile() -> None:
    """9.1, R5.5 Only the top tile is taken; the next is there for the next turn."""
    game = table("-/RYY/?")
    game.play("0Y2")
    assert (field(game, "small").split()[0], of_seat(game, 0, "lines")) == ("-/RY/?", "- Y1 - - - -")


def test_9_1_one_take_empties_several_piles() -> None:
    """9.1, R5.7 All their chips are turned up, by rising factory."""
    game = table("-/Y/? -/Y/? -/K/?")
    game.play("0Y2")
    assert game.deal("B RT") == "B RT"
    assert field(game, "small") == "-/-/B -/-/RT -/K/? -/-/-"


def test_9_1_a_small_factory_with_few_tiles() -> None:
    """9.1 One to three tiles are played like four."""
    game = table("BY/-/?")
    game.play("1B1")
    assert field(game, "small").split()[0] == "-/Y/?"


def test_r5_3_who_leaves_nothing_for_the_large_moon_takes_the_first_player_tile() -> None:
    """R5.3, ED8, 9.1 Also with fewer than five tiles."""
    game = table("-/Y/?", "BBB/-")
    game.play("LB3")
    assert marker(game) == "0"


def test_14_4_38_rulebook_example_four_destinations() -> None:
    """14.4 #38, R6.1-R6.4, ED4 Lines 1, 2, 3 and the broken zone; no splits."""
    lines = "- - B1 R4 K2 T3"
    game = table("BB/-/? -/Y/?", lines=lines)
    game.state[0].chip[0] = -1
    assert [move for move in moves(game) if move[0] == "1"] == ["1B1", "1B2", "1B3", "1BX"]
    for line, result, broken in (
        ("1", "B1 - B1 R4 K2 T3", "B1"),
        ("2", "- B2 B1 R4 K2 T3", "-"),
        ("3", "- - B3 R4 K2 T3", "-"),
        ("X", "- - B1 R4 K2 T3", "B2"),
    ):
        game.play(f"1B{line}")
        assert (of_seat(game, 0, "lines"), of_seat(game, 0, "broken")) == (result, broken)
        game.undo()


def test_r6_2_9_4_lines_that_are_not_open() -> None:
    """R6.2, 9.4 Full lines and lines of another colour, told apart."""
    game = table("BB/-/?", lines="- - B3 R4 K2 T3")
    with pytest.raises(IllegalMove, match=r"line 3 is full \(R6\.2\)"):
        game.play("1B3")
    with pytest.raises(IllegalMove, match=r"line 5 holds black \(R6\.2\)"):
        game.play("1B5")


def test_14_4_41_r6_5_the_broken_zone_is_full() -> None:
    """14.4 #41, R6.3, R6.5 What comes beyond four tiles goes into the tower."""
    game = laid(
        seat(broken="Y4"), seat(), small="BB/-/? -/Y/?", unseen=ALL_CHIPS, turn="round 2 first 0 marker - turn 0 act"
    )
    game.play("1BX")
    assert (of_seat(game, 0, "broken"), field(game, "tower")) == ("Y4", "B2")


def test_14_4_44_five_tiles_on_line_6() -> None:
    """14.4 #44, R6.4 Five of six."""
    game = table(large="TTTTT/-", small="-/Y/?")
    game.play("LT6")
    assert of_seat(game, 0, "lines") == "- - - - - T5"


def test_pile_before_anything_else() -> None:
    """R5.2 The pile belongs to the take."""
    game = table("YKTT/-/? BYRK/-/?")
    game.play("1T4")
    with pytest.raises(IllegalMove, match="the tiles left over must be piled first"):
        game.play("2B1")
