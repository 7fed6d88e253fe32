"""R3: placing a tile and paying for it."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import hand, laid, names, tower
from tilewright.games.pavilion.components import COST
from tilewright.games.pavilion.placing import open_colours

pytestmark = pytest.mark.rules


def jokers_for(tiles: str, space: str, round_number: int = 1, stars: str = "") -> list[int]:
    """The numbers of jokers with which a space may be paid from a hand."""
    moves = names(laid(hands=(tiles,), round_number=round_number, stars=(stars,)))
    return [int(move.partition("+")[2] or 0) for move in moves if move.partition("+")[0] == space]


def test_costs_as_printed() -> None:
    """R3.3 Coloured: the position. Monochrome: 3 2 1 4 5 6, and 3 everywhere in the centre."""
    assert all(costs == [1, 2, 3, 4, 5, 6] for costs in COST[0].tolist())
    assert all(costs == [3, 2, 1, 4, 5, 6] for costs in COST[1, :6].tolist())
    assert COST[1, 6].tolist() == [3] * 6


def test_s16_one_tile_on_the_board_the_others_to_the_tower() -> None:
    """R3.8 R3.11 S16 Five green for G5: one lies there, four in the tower."""
    game = laid(hands=("GGGGG", "R"))
    game.play("G5")
    assert tower(game) == "GGGG"
    assert hand(game) == ""
    assert game.state[0].boards[0].tiles[1].tolist() == [-1, -1, -1, -1, 1, -1]


def test_s18_jokers_go_to_the_tower_too() -> None:
    """R3.8 R3.11 S18 One green and four purple."""
    assert jokers_for("GPPPP", "G5") == [4]
    game = laid(hands=("GPPPP", "R"))
    game.play("G5+4")
    assert tower(game) == "PPPP"


@pytest.mark.parametrize(
    ("tiles", "space", "expected"),
    [
        pytest.param("PPPPP", "G5", [], id="S19 ES12"),
        pytest.param("PPPPP", "P5", [0], id="S19 ES11"),
        pytest.param("GGPPP", "G4", [2, 3], id="S21"),
        pytest.param("GGGGPPP", "G4", [0, 1, 2, 3], id="S22"),
        pytest.param("PPPGG", "P4", [], id="S23"),
        pytest.param("OO", "C2:O", [0], id="S24"),
        pytest.param("PPP", "C3:P", [0], id="S26 ES13"),
        pytest.param("GPPP", "G1", [0], id="cost 1"),
    ],
)
def test_ways_to_pay(tiles: str, space: str, expected: list[int]) -> None:
    """R3.8 R3.9 R3.10 S19 S21 S22 S23 S24 S26 ES11 ES12 ES13 How many jokers may be among the price."""
    assert jokers_for(tiles, space) == expected


def test_s24_a_colour_is_barred_from_the_centre_once_it_lies_there() -> None:
    """R3.5 S24 S27 ES14 Each colour once, on whatever space."""
    game = laid(hands=("OOOOO", "R"))
    game.play("C2:O")
    game.play("pass")
    assert [move for move in names(game) if move.startswith("C")] == []
    assert [move for move in names(game) if move.startswith("O")] == ["O1", "O2", "O3"]


def test_s27_joker_colour_already_in_the_centre() -> None:
    """R3.5 S27 Purple lies there: no second one."""
    assert jokers_for("PPP", "C3:P", stars="C1:P") == []


def test_s28_s29_a_tile_is_a_joker_only_in_its_round() -> None:
    """R1.9 S28 S29 ES9 ES10 In round 2 green helps purple, and purple helps nobody."""
    assert jokers_for("PG", "P2", round_number=2) == [1]
    assert jokers_for("PPO", "O3", round_number=2) == []


def test_outer_stars_take_their_own_colour() -> None:
    """R3.4 One colour for each outer star; all for the empty centre."""
    board = laid(hands=("P",)).state[0].boards[0]
    assert [int(open_colours(0, board, star)) for star in range(7)] == [1, 2, 4, 8, 16, 32, 63]


def test_a_turn_is_one_tile_or_a_pass() -> None:
    """R3.2 R3.12 R5.1 ES33 Only empty spaces; a covered one stays as it is."""
    game = laid(hands=("GGG", "RR"), stars=("G1 G3", ""))
    assert names(game) == ["G2", "C1:G", "C2:G", "C3:G", "pass", "discard"]
    game.play("G2")
    assert game.to_move == 1
    assert game.state[0].boards[0].tiles[1].tolist() == [1, 1, 1, -1, -1, -1]


# -- the monochrome side ------------------------------------------------------------------------


def colours_for(stars: str) -> str:
    """The colours that may be placed on position 3 (cost 1) of the bottom left star."""
    game = laid(rule_set="pavilion-mono", hands=("GOYBR",), stars=(stars,), supply="PPPPPPPPPP")
    return "".join(move[3] for move in names(game) if move.startswith("G3:") and "+" not in move)


@pytest.mark.parametrize(
    ("stars", "colours"),
    [
        pytest.param("", "GOYBR", id="free"),
        pytest.param("G1:B", "GOYBR", id="S65"),
        pytest.param("G1:B G2:B", "B", id="S66"),
        pytest.param("G1:B G2:R", "GOY", id="S67"),
        pytest.param("G1:B G2:R P1:G P2:G O1:Y", "GOY", id="other stars do not bind"),
    ],
)
def test_mono_stars_become_alike_or_different(stars: str, colours: str) -> None:
    """R3.6 R3.7 S65 S66 S67 The second tile decides, for this star only."""
    assert colours_for(stars) == colours


def test_mono_costs_are_not_positions() -> None:
    """R3.3 G3 costs 1, G1 costs 3, the centre 3 everywhere."""
    game = laid(rule_set="pavilion-mono", hands=("BBB", "R"))
    assert {move for move in names(game) if move[0] in "GC"} == {
        *("G1:B", "G2:B", "G3:B"),
        *(f"C{k}:B" for k in range(1, 7)),
    }
