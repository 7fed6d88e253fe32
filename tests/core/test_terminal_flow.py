"""The table follows the terminal: it fits, rows break between things, and letters alone tell everything."""

from __future__ import annotations

import re

import pytest

import tilewright
from tilewright.core.text.terminal_flow import Flow, arrange, beside, flow, line_width, short_name, width_of
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

LINES_BESIDE = 3  # as the terminal keeps free, cli/screen.py
TABLES = [(known.id, players) for known in tilewright.rule_sets() for players in known.players]
NAMES = ["You", "thinker:10", "Wilhelmina Longname", "thinker:10 2"]


def middle_of(rule_set: str, players: int, moves: int) -> Game:
    """A game some moves old."""
    game = tilewright.new_game(rule_set, players, seed=players)
    greedy = tilewright.bot("greedy")
    while game.awaiting == "move" and len(game.moves) < moves:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "players"), TABLES)
@pytest.mark.parametrize("moves", [0, 25, 70, 500])
def test_every_table_fits_80_by_24(rule_set: str, players: int, moves: int) -> None:
    game = middle_of(rule_set, players, moves)
    drawn = game.picture(NAMES[:players], width=80, height=24 - LINES_BESIDE, eye=0)

    assert max(line_width(line) for line in drawn) <= 80
    assert len(drawn) <= 24 - LINES_BESIDE


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule_set", ["classic", "classic-grey", "crystal-1", "crystal-2"])
def test_the_classic_games_fit_60_by_24(rule_set: str, players: int) -> None:
    for moves in (0, 25, 70):
        drawn = middle_of(rule_set, players, moves).picture(NAMES[:players], width=60, height=24 - LINES_BESIDE, eye=0)

        assert max(line_width(line) for line in drawn) <= 60
        assert len(drawn) <= 24 - LINES_BESIDE


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "players"), TABLES)
def test_no_table_is_wider_than_60_columns_when_there_are_no_more(rule_set: str, players: int) -> None:
    drawn = middle_of(rule_set, players, 70).picture(NAMES[:players], width=60)

    assert max(line_width(line) for line in drawn) <= 60


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "players"), TABLES)
def test_what_is_drawn_in_brief_is_drawn_in_full_on_demand(rule_set: str, players: int) -> None:
    game = middle_of(rule_set, players, 70)
    full = "\n".join("".join(text for text, _ in line) for line in game.picture(NAMES[:players], width=80))

    for name in NAMES[:players]:
        assert short_name(name) in full
    assert all(f": {score} point" in full for score in game.scores)


def test_a_tile_on_the_wall_is_told_from_a_print_without_colour() -> None:
    """K and k, W and w look alike to some eyes: a tile stands in brackets."""
    game = middle_of("classic", 2, 20)
    drawn = str(game)
    on_walls = int(sum((board.wall >= 0).sum() for board in game.state[0].boards[:2]))

    assert len(re.findall(r"\[[BYRKW]\]", drawn)) == on_walls > 0
    duel = middle_of("duel", 2, 60)
    placed = int(sum((board.dome >= 0).sum() for board in duel.state[0].boards))
    assert len(re.findall(r"\[[BYRKT*]\]", str(duel))) == placed > 0


def test_free_walls_have_numbered_columns_and_the_coloured_one_does_not() -> None:
    numbers = " 1  2  3  4  5 "
    assert numbers not in str(tilewright.new_game("classic", seed=1))
    for rule_set in ("classic-grey", "crystal-1", "crystal-2"):
        assert str(tilewright.new_game(rule_set, seed=1)).count(numbers.rstrip()) == 2
    assert str(tilewright.new_game("duel", seed=1)).count("1  2   3  4   5  6") == 2


def test_a_row_is_broken_between_things_only() -> None:
    row = Flow([[("one", "")], [("two", "")], [("three", "")]], "Label ")

    assert ["".join(text for text, _ in line) for line in flow(row, 15)] == ["Label one  two", "      three"]
    assert ["".join(text for text, _ in line) for line in flow(Flow([]), 15)] == [""]


def test_blocks_stand_side_by_side_where_they_fit() -> None:
    blocks = [[[("aaaa", "")], [("a", "")]], [[("bb", "")]]]

    def lines(width: int) -> list[str]:
        return ["".join(text for text, _ in line).rstrip() for line in beside(blocks, width)]

    assert lines(12) == ["aaaa    bb", "a"]
    assert lines(8) == ["aaaa  bb", "a"]
    assert lines(5) == ["aaaa", "a", "", "bb"]


def test_wide_letters_take_two_columns_and_long_names_are_cut() -> None:
    assert width_of("棋🀄e\u0301") == 5
    assert width_of(short_name("棋" * 20)) <= 14
    assert short_name("Ann") == "Ann"


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_the_opponents_of_a_low_terminal_are_brief(rule_set: str) -> None:
    game = middle_of(rule_set, 2, 6)
    full, low = game.picture(NAMES[:2]), game.picture(NAMES[:2], height=12, eye=1)

    assert len(low) < len(full)
    assert game.picture(NAMES[:2], height=12) == full, "nobody in particular looks"


def test_a_table_too_high_even_in_brief_shows_the_own_board() -> None:
    game = middle_of("pavilion", 4, 3)
    scene = game.room.picture.scene(game.state[0], NAMES)
    drawn = "\n".join("".join(text for text, _ in line) for line in arrange(scene, width=80, height=5, eye=2))

    assert "numbers" in drawn
    assert "\n\n" not in drawn
