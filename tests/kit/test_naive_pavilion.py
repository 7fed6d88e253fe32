"""Examples worked out by hand, and the habits of random games, for the naive Summer Pavilion.

The ids S02 to S70 name the worked examples, ES1 to ES31 the edge cases of docs/rules/pavilion.md.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.kit.naive_pavilion import (
    COLOURS,
    POSITIONS,
    STARS,
    STRUCTURES,
    NaivePavilion,
    counted_from_text,
    naive_perft,
)

FULL_SUPPLY = "P2 G2 O2 Y2 B1 R1"
PRINTED_STRUCTURES = """
    window P5 P6, statue P1 P2 O3 O4, pillar P2 P3 C5 C6,
    window O5 O6, statue O1 O2 R3 R4, pillar O2 O3 C6 C1,
    window R5 R6, statue R1 R2 B3 B4, pillar R2 R3 C1 C2,
    window B5 B6, statue B1 B2 Y3 Y4, pillar B2 B3 C2 C3,
    window Y5 Y6, statue Y1 Y2 G3 G4, pillar Y2 Y3 C3 C4,
    window G5 G6, statue G1 G2 P3 P4, pillar G2 G3 C4 C5
"""


def space(name: str) -> tuple[str, int]:
    return name[0], int(name[1])


def cover(game: NaivePavilion, names: str, seat: int = 0) -> None:
    """Cover spaces: `O3` on the coloured side, `C3:O` where the colour is open."""
    for name in names.split():
        colour = name[3] if ":" in name else name[0]
        game.boards[seat].covered[space(name)] = colour


def drafting(*factories: str, centre: str = "-", token: int | None = None) -> NaivePavilion:
    """Two players, round 1, seat 0 to draft."""
    game = NaivePavilion("pavilion", 2)
    game.phase, game.token = "draft", token
    game.centre = counted_from_text(centre)
    for number, letters in enumerate(factories):
        game.factories[number] = Counter(letters)
    game.supply = counted_from_text(FULL_SUPPLY)
    game.bag -= game.centre + game.supply + Counter("".join(factories))
    return game


def placing(*hands: str, covered: str = "", round_number: int = 1, rule_set: str = "pavilion") -> NaivePavilion:
    """Seat 0, who holds the token, to place or pass, with two players unless more hands are given.

    A seat without a hand here has none in the game.
    """
    game = NaivePavilion(rule_set, max(2, len(hands)))
    game.phase, game.token, game.round = "place", 0, round_number
    for board, hand in zip(game.boards, hands, strict=False):
        board.hand = counted_from_text(hand)
        game.bag -= board.hand
    cover(game, covered)
    game.supply = counted_from_text(FULL_SUPPLY)
    game.bag -= game.supply + Counter(game.boards[0].covered.values())
    return game


def play(game: NaivePavilion, moves: str) -> NaivePavilion:
    for move in moves.split():
        game.play(move)
    return game


def moves_on(game: NaivePavilion, name: str) -> list[str]:
    return [move for move in game.legal_moves() if move.startswith(name)]


def test_the_structures_found_by_geometry_are_the_printed_ones() -> None:
    printed = [structure.split() for structure in PRINTED_STRUCTURES.split(",")]
    expected = {(kind, frozenset(map(space, names))) for kind, *names in printed}
    assert len(STRUCTURES) == 18
    assert set(STRUCTURES) == expected


def test_the_jokers_of_the_six_rounds_are_purple_green_orange_yellow_blue_red_s02() -> None:
    game = NaivePavilion("pavilion", 2)
    jokers = ""
    for game.round in range(1, 7):
        jokers += game.joker
    assert jokers == "PGOYBR"


# Acquiring tiles


@pytest.mark.parametrize(
    ("factory", "move", "hand", "centre"),
    [
        pytest.param("BBPR", "1B", "B2 P1", "R1", id="S03"),
        pytest.param("BPPR", "1R", "R1 P1", "B1 P1", id="S04"),
        pytest.param("BBBP", "1B", "B3 P1", "-", id="S06"),
        pytest.param("GOYR", "1G", "G1", "O1 Y1 R1", id="S07"),
        pytest.param("PPPP", "1P", "P1", "P3", id="ES1"),
        pytest.param("PPPR", "1R", "R1 P1", "P2", id="ES2"),
    ],
)
def test_a_factory_gives_one_colour_and_one_joker_and_the_rest_goes_to_the_centre(
    factory: str, move: str, hand: str, centre: str
) -> None:
    game = play(drafting(factory, "GGGG"), move)
    assert game.boards[0].hand == counted_from_text(hand)
    assert game.centre == counted_from_text(centre)
    assert (game.to_move, game.scores) == (1, [5, 5])


def test_the_joker_colour_is_offered_only_where_it_is_alone_s06_s15() -> None:
    game = drafting("BBBP", "PPPP", "PRPY", centre="P1 R1")
    assert game.legal_moves() == ["0R", "1B", "2P", "3Y", "3R"]
    with pytest.raises(ValueError, match="illegal"):
        game.play("0P")


@pytest.mark.parametrize(
    ("score", "token", "centre", "move", "after"),
    [
        pytest.param(5, None, "P1 B2", "0B", 2, id="S08"),
        pytest.param(5, 1, "P1 B2", "0B", 5, id="S11"),
        pytest.param(1, None, "B2", "0B", 1, id="S12"),
        pytest.param(5, None, "P1", "0P", 4, id="ES5"),
        pytest.param(3, None, "R5", "0R", 1, id="ES6"),
    ],
)
def test_the_first_take_from_the_centre_costs_a_point_for_each_tile(
    score: int, token: int | None, centre: str, move: str, after: int
) -> None:
    game = drafting("GGGG", centre=centre, token=token)
    game.boards[0].score = score
    play(game, move)
    assert game.boards[0].hand == counted_from_text(centre)  # all there was
    assert (game.scores[0], game.boards[0].lost) == (after, score - after)
    assert game.token == (0 if token is None else token)


def test_a_centre_of_jokers_is_emptied_one_by_one_s14() -> None:
    game = drafting(centre="P2", token=1)
    play(game, "0P")
    assert (game.to_move, game.phase) == (1, "draft")
    play(game, "0P")
    assert [board.hand for board in game.boards] == [Counter(P=1), Counter(P=1)]
    assert (game.to_move, game.phase) == (1, "place")


def test_an_empty_centre_is_no_source_even_with_the_token_es7() -> None:
    assert [move for move in drafting("GGGG").legal_moves() if move[0] == "0"] == []


def test_the_round_s_starter_goes_on_when_nobody_took_the_token_es8() -> None:
    game = drafting("GGGG", "OOOO")
    game.first = game.to_move = 1
    play(game, "1G 2O")
    assert (game.phase, game.to_move, game.token) == ("place", 1, None)
    play(game, "pass pass")
    assert (game.phase, game.round, game.first, game.scores) == ("deal factories", 2, 1, [5, 5])


# Paying


@pytest.mark.parametrize(
    ("hand", "name", "expected"),
    [
        pytest.param("G5", "G5", ["G5"], id="S16"),
        pytest.param("P4 G1", "G5", ["G5+4"], id="S18"),
        pytest.param("P5", "G5", [], id="S19 another colour"),
        pytest.param("P5", "P5", ["P5"], id="S19 the joker's own colour"),
        pytest.param("P3 G2", "G4", ["G4+2", "G4+3"], id="S21"),
        pytest.param("P3 G4", "G4", ["G4", "G4+1", "G4+2", "G4+3"], id="S22"),
        pytest.param("P3 G2", "P4", [], id="S23"),
        pytest.param("O2", "C2", ["C2:O"], id="S24"),
        pytest.param("P3", "C3", ["C3:P"], id="S26"),
        pytest.param("P5 G1", "G1", ["G1"], id="one is never paid with a joker"),
        pytest.param("P1 O2", "C3", ["C3:O+1"], id="jokers help in the centre star"),
    ],
)
def test_a_space_offers_every_way_to_pay_for_it(hand: str, name: str, expected: list[str]) -> None:
    assert moves_on(placing(hand, "R1"), name) == expected


@pytest.mark.parametrize(
    ("hand", "name", "expected"),
    [
        pytest.param("P1 G1", "P2", ["P2+1"], id="S28"),
        pytest.param("P2 O1", "O3", [], id="S29"),
    ],
)
def test_only_this_round_s_joker_helps(hand: str, name: str, expected: list[str]) -> None:
    assert moves_on(placing(hand, "R1", round_number=2), name) == expected


def test_one_tile_is_placed_and_the_others_go_to_the_tower_s16() -> None:
    game = play(placing("G6 P2", "R1"), "G5+2")
    assert game.boards[0].covered == {("G", 5): "G"}
    assert game.boards[0].hand == Counter(G=3)
    assert game.tower == Counter(G=2, P=2)


def test_the_centre_star_takes_each_colour_once_s24_s27() -> None:
    game = play(placing("O5 G1", "R3"), "C2:O pass")
    assert moves_on(game, "C") == ["C1:G"]
    assert moves_on(placing("P3", "R1", covered="C1:P"), "C") == []


def test_a_covered_space_is_not_offered_again() -> None:
    game = placing("G6", "R1", covered="G2")
    assert moves_on(game, "G") == ["G1", "G3", "G4", "G5", "G6"]


# Points and bonus tiles


@pytest.mark.parametrize(
    ("covered", "target", "points", "bonus"),
    [
        pytest.param("", "O3", 1, 0, id="S30"),
        pytest.param("O1 O2", "O3", 3, 0, id="S31"),
        pytest.param("O1", "O6", 2, 0, id="S32"),
        pytest.param("O2 O5", "O3", 2, 0, id="S34"),
        pytest.param("O1 O3 O5", "O2", 3, 0, id="S35"),
        pytest.param("O1 O2 O3 O4 O5", "O6", 6, 3, id="S37"),
        pytest.param("G1 G2 P3", "P4", 2, 2, id="S41"),
        pytest.param("O2 O3 C1:G", "C6:O", 2, 1, id="S43"),
        pytest.param("Y2 Y3 C3:G", "C4:O", 2, 1, id="S44"),
        pytest.param("P2 P4 G1 G2 C5:G C6:R", "P3", 3, 3, id="S48"),
        pytest.param("O2 O3 C1:G C5:Y P2 P3", "C6:O", 3, 2, id="two pillars"),
    ],
)
def test_a_tile_scores_its_arc_and_completes_structures(covered: str, target: str, points: int, bonus: int) -> None:
    game = play(placing("O6 P6", "R1", covered=covered), target)
    assert game.scores[0] == 5 + points
    assert game.boards[0].tile_points == points
    assert (game.phase, game.bonus_left) == (("bonus", bonus) if bonus else ("place", 0))


def test_a_star_filled_in_order_scores_21_s38() -> None:
    game = placing("O21", "-")
    for position in POSITIONS:
        play(game, f"O{position}")
    assert game.boards[0].tile_points == 21
    assert game.text().split(" | ")[1].endswith("bonus 3 P")


def test_a_structure_pays_only_with_its_last_tile_es21() -> None:
    game = play(placing("O5", "-", covered="O5 O6"), "O1")
    assert game.phase == "place"


def test_bonus_tiles_are_taken_and_the_supply_is_filled_before_the_next_turn_s49() -> None:
    game = play(placing("O6", "R1", covered="O5"), "O6 *P *G *G")
    assert game.boards[0].hand == Counter(P=1, G=2)
    assert (game.phase, game.to_move) == ("deal supply", 0)
    with pytest.raises(ValueError, match="drawn"):
        game.deal("BB")
    game.deal("RBB")
    assert game.supply == counted_from_text("P1 O2 Y2 B3 R2")
    assert (game.phase, game.to_move) == ("place", 1)


def test_the_tower_is_tipped_into_the_bag_when_a_tile_is_missing_s50() -> None:
    game = placing("-", "R1")
    game.phase = "deal supply"
    game.supply = Counter(P=7)
    game.bag, game.tower = Counter(G=1), Counter(B=3, Y=2)
    for draw in ("BBB", "GRR", "GYYY", "GB", "GB Y", "-"):  # the bag's last tile must be drawn
        with pytest.raises(ValueError, match="drawn"):
            game.deal(draw)
    game.deal("BGY")
    assert (game.bag, game.tower) == (Counter(B=2, Y=1), Counter())
    assert game.supply == Counter(P=7, G=1, B=1, Y=1)


def test_an_emptied_bag_stays_empty_until_a_tile_is_needed_es24() -> None:
    game = placing("-", "R1")
    game.phase, game.supply = "deal supply", Counter(P=9)
    game.bag, game.tower = Counter(G=1), Counter(B=3)
    game.deal("G")
    assert (game.bag, game.tower) == (Counter(), Counter(B=3))


def test_a_small_supply_gives_what_it_has_s51() -> None:
    game = placing("R6", "R1", covered="R5")
    game.supply, game.bag = Counter(G=1, B=1), Counter()
    play(game, "R6")
    assert (game.bonus_left, game.legal_moves()) == (2, ["*G"])
    play(game, "*G *B")
    assert game.phase == "deal supply"  # the five red tiles paid
    game.deal("RRRRR")
    assert (game.supply, game.to_move) == (Counter(R=5), 1)


def test_an_empty_supply_gives_nothing_es19() -> None:
    game = placing("R6", "R1", covered="R5")
    game.supply, game.bag = Counter(), Counter()
    assert play(game, "R6").phase == "deal supply"


def sequences(game: NaivePavilion) -> list[list[str]]:
    """Every way to go on with the choice in progress, to its end."""
    found = []
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        rest = sequences(after) if after.phase in ("bonus", "keep") else [[]]
        found += [[move, *moves] for moves in rest]
    return found


@pytest.mark.parametrize("supply", [FULL_SUPPLY, "P1 G1 R1", "O10", "P9 R1", "P4 B1 R5"])
def test_each_choice_of_bonus_tiles_has_exactly_one_sequence(supply: str) -> None:
    game = placing("O6", "R1", covered="O5")
    game.supply = counted_from_text(supply)
    chosen = ["".join(m[1] for m in moves) for moves in sequences(play(game, "O6"))]
    letters = sorted(game.supply.elements(), key=COLOURS.index)
    expected = {"".join(choice) for choice in itertools.combinations(letters, 3)}
    assert sorted(chosen) == sorted(expected)


# Passing


@pytest.mark.parametrize("hand", ["R1", "P2", "P1 G1 R2", "B4", "P3 R2", "P1 G1 O1 Y1 B1 R1"])
def test_each_choice_of_kept_tiles_has_exactly_one_sequence(hand: str) -> None:
    tiles = sorted(counted_from_text(hand).elements(), key=COLOURS.index)
    kept = []
    for beginning in ("pass", "discard"):
        game = placing(hand, "R1")
        if beginning in game.legal_moves():
            play(game, beginning)
            rest = sequences(game) if game.phase == "keep" else [[]]
            everything = hand if beginning == "pass" and len(tiles) <= 4 else "-"
            named = ["".join(m[1] for m in moves if m != "done") for moves in rest]
            kept += [name or "".join(counted_from_text(everything).elements()) for name in named]
    sizes = range(min(4, len(tiles)) + 1)
    expected = {"".join(c) for size in sizes for c in itertools.combinations(tiles, size)}
    assert sorted(kept) == sorted(expected)


@pytest.mark.parametrize(
    ("score", "hand", "moves", "kept", "after"),
    [
        pytest.param(5, "R3", "pass", "R3", 5, id="S53"),
        pytest.param(5, "G1 R3", "pass", "G1 R3", 5, id="four are kept"),
        pytest.param(2, "G3 R2", "pass done", "-", 1, id="S56"),
        pytest.param(9, "G3 R2", "pass =G =R =R", "G1 R2", 7, id="fewer than four of five"),
        pytest.param(9, "G3 R2", "pass =G =G =G =R", "G3 R1", 8, id="four of five"),
        pytest.param(9, "R3", "discard =R done", "R1", 7, id="ES17"),
        pytest.param(9, "R1", "discard", "-", 8, id="a single tile given up"),
    ],
)
def test_a_passing_player_keeps_up_to_four_and_pays_for_the_rest(
    score: int, hand: str, moves: str, kept: str, after: int
) -> None:
    game = placing(hand, "B1", round_number=3)
    game.boards[0].score = score
    play(game, moves)
    assert (game.boards[0].hand, game.boards[0].kept) == (Counter(), counted_from_text(kept))
    assert game.scores[0] == after
    assert game.tower == counted_from_text(hand) - counted_from_text(kept)
    assert (game.passed, game.phase, game.to_move) == ({0}, "place", 1)


def test_passing_is_possible_at_any_time_and_comes_last_es15() -> None:
    assert placing("R1", "B1").legal_moves() == ["R1", "C1:R", "pass", "discard"]
    assert placing("G5", "B1").legal_moves()[-2:] == ["C5:G", "pass"]


def test_a_player_who_cannot_place_has_only_passing_left() -> None:
    blocked = "P1 P2 P3 P4 P5 P6 C1:P C2:R"
    assert placing("P3", "B1", covered=blocked).legal_moves() == ["pass", "discard"]
    assert placing("P5", "B1", covered=blocked).legal_moves() == ["pass"]


def test_a_player_without_tiles_passes_unasked_es16() -> None:
    game = play(placing("R1", "-", "B1"), "R1")
    assert (game.to_move, game.passed) == (2, {1})
    play(game, "B1")
    assert (game.phase, game.round) == ("deal factories", 2)


def test_the_last_player_goes_on_until_passing_es18() -> None:
    game = play(placing("R4", "B1"), "R1 pass R2")
    assert (game.to_move, game.phase, game.passed) == (0, "place", {1})


def test_kept_tiles_come_back_and_may_be_jokers_then_s58() -> None:
    game = play(placing("G1", "B1"), "pass pass")
    assert (game.phase, game.round, game.joker) == ("deal factories", 2, "G")
    assert (game.boards[0].hand, game.boards[0].kept) == (Counter(G=1), Counter())
    game.boards[0].hand["R"] = 1
    game.phase, game.to_move = "place", 0
    assert moves_on(game, "R2") == ["R2+1"]


def test_the_supply_s_gaps_are_filled_after_a_pass_too_es31() -> None:
    game = placing("R5", "B1")
    game.supply, game.bag = Counter(G=9), Counter()
    play(game, "pass =R =R =R =R")
    assert (game.phase, game.to_move, game.passed) == ("deal supply", 0, {0})
    game.deal("R")
    assert (game.phase, game.to_move, game.supply) == ("place", 1, Counter(G=9, R=1))


def test_nothing_is_drawn_for_the_supply_when_nothing_is_left() -> None:
    game = placing("R4", "B1")
    game.supply, game.bag = Counter(G=9), Counter()
    assert play(game, "pass").phase == "place"


# The next round and the end


def test_placing_begins_at_once_when_no_tile_can_be_dealt_es26() -> None:
    game = placing("G1", "B1")
    game.supply, game.bag = Counter(G=9), Counter()
    play(game, "pass pass")
    with pytest.raises(ValueError, match="drawn"):
        game.deal("G")
    game.deal("-")
    assert (game.phase, game.round, game.to_move, game.token) == ("place", 2, 0, None)


def test_factories_are_filled_in_order_as_far_as_the_tiles_go_es25() -> None:
    game = placing("G1", "B1")
    game.bag, game.tower = Counter(R=5), Counter(Y=1)
    play(game, "pass pass")
    game.deal("RRRR YR")
    assert [tiles.total() for tiles in game.factories] == [4, 2, 0, 0, 0]
    assert (game.bag, game.tower, game.phase) == (Counter(), Counter(), "draft")


def finished(*covered: str, rule_set: str = "pavilion") -> NaivePavilion:
    """A game that has just ended, with these spaces covered by each seat in turn."""
    game = placing("R1", round_number=6, rule_set=rule_set)
    for seat, names in enumerate(covered):
        cover(game, names, seat)
    game.boards[0].score += 1  # for the tile to be given up
    return play(game, "discard")


def spaces(stars: str, positions: str) -> str:
    return " ".join(f"{star}{n}:{star}" for star in stars for n in positions)


CENTRE_STAR = " ".join(f"C{n}:{c}" for n, c in zip(POSITIONS, COLOURS, strict=True))


@pytest.mark.parametrize(
    ("covered", "stars", "numbers"),
    [
        pytest.param(spaces("PGOYBR", "1") + " C1:P", 0, 4, id="S59"),
        pytest.param(spaces("PGOYBR", "1"), 0, 0, id="S59 without the centre star"),
        pytest.param(spaces("PGOYBR", "2") + " C2:P", 0, 8, id="twos"),
        pytest.param(spaces("PGOYBR", "3") + " C3:P", 0, 12, id="threes"),
        pytest.param(spaces("PGOYBR", "4") + " C4:P", 0, 16, id="fours"),
        pytest.param(spaces("PGOYBR", "123456") + " " + CENTRE_STAR, 112, 40, id="S60"),
        pytest.param(spaces("PGOYBR", "56") + " C5:P C6:G", 0, 0, id="S61"),
        pytest.param(spaces("R", "123456"), 14, 0, id="red"),
        pytest.param(spaces("P", "123456"), 20, 0, id="purple"),
        pytest.param(CENTRE_STAR, 12, 0, id="centre"),
        pytest.param(spaces("P", "12345"), 0, 0, id="incomplete"),
    ],
)
def test_complete_stars_and_numbers_pay_at_the_end(covered: str, stars: int, numbers: int) -> None:
    game = finished(covered)
    assert game.scores == [5 + stars + numbers, 5]
    assert game.breakdown(0)["stars"] == stars
    assert game.breakdown(0)["numbers"] == numbers


def test_equal_points_share_the_victory_s62() -> None:
    assert finished().winners() == [0, 1]
    assert finished("", spaces("R", "123456")).winners() == [1]
    assert placing("R1").winners() == []


def test_kept_tiles_are_paid_for_after_the_bonuses_es27() -> None:
    red_star = spaces("R", "123456")
    for moves, expected in (("pass", 12), ("discard done", 15), ("discard =B =B", 13)):
        game = placing("B3", covered=red_star, round_number=6)
        game.boards[0].score = 1
        play(game, moves)
        assert (game.phase, game.scores[0]) == ("end", expected)
    low = placing("B3", round_number=6)
    low.boards[0].score = 2
    assert play(low, "pass").scores[0] == 1


def test_gaps_in_the_supply_are_filled_even_after_the_last_turn_rs3() -> None:
    game = placing("R1", round_number=6)
    game.supply, game.bag = Counter(G=9), Counter()
    assert play(game, "discard").phase == "deal supply"
    game.deal("R")
    assert (game.phase, game.supply.total()) == ("end", 10)


def test_a_whole_round_goes_as_worked_out_by_hand_s64() -> None:
    game = NaivePavilion("pavilion", 2)
    game.deal("PPGGOOYYBR BBPR GGGP PPPP OYYR RRRB")
    play(game, "2G 5R")
    assert game.centre == Counter("B")
    play(game, "1B 4Y")
    assert game.centre == Counter("BRRO")
    play(game, "3P")
    assert (game.centre, game.scores) == (Counter("BRROPPP"), [5, 5])
    play(game, "0R 0O")
    assert (game.centre, game.scores) == (Counter("BP"), [5, 2])
    play(game, "0B")
    hands = [board.hand for board in game.boards]
    assert hands == [counted_from_text("P4 G3 O1 B2"), counted_from_text("P2 Y2 B1 R5")]
    assert (game.phase, game.to_move) == ("place", 1)
    scores = []
    for move in ("R5", "G4+1", "Y2", "B3+1", "B1", "O1", "P2", "P2"):
        play(game, move)
        scores.append(tuple(game.scores))
    assert scores == [(5, 3), (6, 3), (6, 4), (7, 4), (7, 5), (8, 5), (8, 6), (9, 6)]
    assert game.tower == counted_from_text("P4 G2 Y1 B1 R4")
    assert (game.bag.total(), game.supply.total()) == (102, 10)
    assert [len(board.covered) for board in game.boards] == [4, 4]
    assert (game.phase, game.round, game.first, game.joker) == ("deal factories", 2, 1, "G")
    assert game.breakdown(1) == {"start": 5, "tiles": 4, "stars": 0, "numbers": 0, "losses": -3}


# The monochrome side


def mono(hand: str, covered: str = "") -> NaivePavilion:
    return placing(hand, "O1", covered=covered, rule_set="pavilion-mono")


@pytest.mark.parametrize("star", STARS)
@pytest.mark.parametrize(
    ("lying", "placed", "allowed"),
    [
        pytest.param("B", "R", True, id="S65"),
        pytest.param("B", "B", True, id="a second blue tile"),
        pytest.param("BB", "R", False, id="S66"),
        pytest.param("BB", "B", True, id="a third blue tile"),
        pytest.param("BR", "B", False, id="S67"),
        pytest.param("BR", "Y", True, id="a third colour"),
    ],
)
def test_a_monochrome_star_becomes_alike_or_all_different(star: str, lying: str, placed: str, allowed: bool) -> None:
    covered = " ".join(f"{star}{n}:{c}" for n, c in enumerate(lying, 4))
    assert (f"{star}1:{placed}" in mono(f"{placed}3", covered).legal_moves()) == allowed


def test_monochrome_positions_have_their_own_costs() -> None:
    assert moves_on(mono("R1"), "G") == ["G3:R"]
    assert moves_on(mono("R2"), "G") == ["G2:R", "G3:R"]
    assert moves_on(mono("R3"), "G") == ["G1:R", "G2:R", "G3:R"]
    assert moves_on(mono("R3"), "C") == [f"C{n}:R" for n in POSITIONS]
    assert moves_on(mono("P2 R1"), "C6") == ["C6:R+2"]
    assert play(mono("P2 R1"), "G1:R+2").tower == Counter(P=2)


def test_monochrome_structures_lie_at_the_same_positions() -> None:
    game = play(mono("R1", "P2:R C5:G C6:R"), "P3:R")
    assert (game.phase, game.bonus_left, game.boards[0].tile_points) == ("bonus", 1, 2)


@pytest.mark.parametrize(
    ("covered", "stars", "numbers"),
    [
        pytest.param(" ".join(f"{s}{n}:R" for s in "PG" for n in POSITIONS), 28, 0, id="S68"),
        pytest.param(CENTRE_STAR.replace("C", "G"), 12, 0, id="S69"),
        pytest.param(" ".join(f"C{n}:P" for n in POSITIONS), 20, 0, id="a purple centre star"),
        pytest.param(
            spaces("PGOYBR", "1") + " " + spaces("C", "123456").replace(":C", ":Y"),
            16,
            12,
            id="S70",
        ),
        pytest.param(spaces("PGOYBR", "1"), 0, 0, id="S70 without the centre star"),
        pytest.param(spaces("PGOYBR", "3"), 0, 4, id="ones without the centre star"),
        pytest.param(spaces("PGOYBR", "2"), 0, 8, id="twos without the centre star"),
    ],
)
def test_monochrome_stars_and_numbers_pay_at_the_end(covered: str, stars: int, numbers: int) -> None:
    game = finished(covered, rule_set="pavilion-mono")
    assert (game.breakdown(0)["stars"], game.breakdown(0)["numbers"]) == (stars, numbers)
    assert game.scores[0] == 5 + stars + numbers


# Whole games


def test_the_position_in_the_notation_page_is_the_one_its_draw_gives() -> None:
    page = Path(__file__).parents[2] / "docs" / "notation.md"
    (example,) = [line for line in page.read_text().splitlines() if line.startswith("pavilion 2 |")]
    game = NaivePavilion("pavilion", 2)
    game.deal("PPGGOOYYBR BBPR GGGP PPPP OYYR RRRB")
    assert game.text() == example


def test_set_up_deals_ten_tiles_to_the_supply_and_four_to_each_factory() -> None:
    for players, left in ((2, 102), (3, 94), (4, 86)):
        game = NaivePavilion("pavilion", players, first=1)
        assert (game.awaiting, game.legal_moves()) == ("deal", [])
        game.random_deal(random.Random(players))
        assert (game.bag.total(), game.supply.total(), game.to_move) == (left, 10, 1)
        assert game.scores == [5] * players


def assert_text_says_everything(game: NaivePavilion) -> None:
    twin = NaivePavilion.from_text(game.text())
    assert twin.text() == game.text()
    finished_choice = {} if game.phase == "bonus" else {"bonus_left": 0, "bonus_from": "P"}
    assert vars(twin) == vars(game) | finished_choice


@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("eager", [0.0, 0.9, 1.0])
def test_random_games_end_and_lose_no_tile_and_survive_their_text(rule_set: str, players: int, eager: float) -> None:
    rng = random.Random(f"{rule_set} {players} {eager}")
    game = NaivePavilion(rule_set, players, first=players - 1)
    seen = set()
    while game.awaiting != "end":
        if game.awaiting == "deal":
            game.random_deal(rng)
        else:
            moves = game.legal_moves()
            assert len(set(moves)) == len(moves) > 0
            eagerly = [move for move in moves if move not in ("pass", "discard", "done")]
            game.play(rng.choice(eagerly if eagerly and rng.random() < eager else moves))
        seen.add(game.phase)
        assert game.tiles() == dict.fromkeys(COLOURS, 22)
        assert_text_says_everything(game)
        assert [sum(game.breakdown(seat).values()) for seat in range(players)] == game.scores
        assert min(game.scores) >= 1
    assert {"draft", "place", "deal factories", "end"} <= seen
    assert (game.round, game.legal_moves(), game.passed) == (6, [], set(range(players)))
    assert {game.scores[seat] for seat in game.winners()} == {max(game.scores)}


@pytest.mark.parametrize("seed", range(4))
def test_games_that_run_out_of_tiles_still_end(seed: int) -> None:
    rng = random.Random(seed)
    game = NaivePavilion("pavilion", 3)
    game.random_deal(rng)
    game.bag = Counter(P=1, G=2)
    tiles, draws = game.tiles(), []
    while game.awaiting != "end":
        if game.awaiting == "deal":
            draws.append(game.random_deal(rng))
        else:
            game.play(rng.choice(game.legal_moves()))
        assert game.tiles() == tiles
        assert_text_says_everything(game)
    assert game.round == 6
    assert any(len(draw.split()) < 7 for draw in draws)


def test_counting_lines_stops_at_deals_and_at_the_end() -> None:
    game = NaivePavilion("pavilion", 2)
    assert naive_perft(game, 3) == 1
    game.deal("PPGGOOYYBR BBPR GGGP PPPP OYYR RRRB")
    assert [naive_perft(game, depth) for depth in (0, 1)] == [1, 9]
    # eight replies to each of them, but nine to 3P, which only moves its colour to the centre
    assert naive_perft(game, 2) == 73
    # R1 and C1:R end the round, and so do pass and discard
    assert naive_perft(placing("R1"), 5) == 4
