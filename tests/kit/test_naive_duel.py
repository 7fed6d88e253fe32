"""The slow duel against the sheet's vectors, the invariants, and the two pages it follows.

A number such as #53 in a comment is the vector it comes from.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from tests.kit.naive_duel import ALL_MOVES, NaiveDuel, naive_perft
from tests.kit.naive_duel_components import (
    BEFORE_LOOKING,
    COLOURS,
    GOALS,
    KINDS,
    PLATES,
    PRINTED,
    Cell,
    Seat,
    SmallFactory,
    turned,
)
from tests.kit.naive_duel_points import completes, completing_sets, goal_points, tile_points

DOCS = Path(__file__).parents[2] / "docs"
SUNS = "BBYRK BYRK YYRT KKTT BRRT"
THIRTEEN = Counter(dict.fromkeys(COLOURS, 13))


def tiled(rows: str) -> dict[Cell, str]:
    """A dome from rows of letters with . for empty cells; rows left out are empty."""
    return {(r, c): tile for r, row in enumerate(rows.split(" "), 1) for c, tile in enumerate(row, 1) if tile != "."}


def plated(text: str) -> dict[str, tuple[str, int]]:
    """a1=S8r0 a2=S2r1 as slots with plates."""
    return {word[:2]: (word[3:5], int(word[6])) for word in text.split(" ")}


def begun(first: int = 0) -> NaiveDuel:
    """Round 1, seat `first` to act; display J3 J4 S3, thirteen plates in the stack."""
    game = NaiveDuel(first)
    game.deal(f"S1J1J3 j {SUNS}")
    for move in ("S1", "@a1r0"):
        game.play(move)
    game.deal("J4 s")
    for move in ("J1", "@c3r2"):
        game.play(move)
    game.deal("S3 s")
    return game


def laid(round_number: int = 2, turn: int = 0) -> NaiveDuel:
    """Phase 1 with bare factories; tests add what they need."""
    game = NaiveDuel()
    game.what, game.round_number, game.to_move = "act", round_number, turn
    game.stack, game.top = 9, "s"
    return game


def read_back(game: NaiveDuel) -> NaiveDuel:
    return NaiveDuel.from_text(game.text())


def decorated(own: Seat, round_number: int = 2, marker: int | None = None) -> NaiveDuel:
    """Seat 0 has `own` and seat 1 has just ended phase 1 by taking the last chip."""
    game = laid(round_number, turn=1)
    game.seats[0] = own
    game.marker = marker
    game.small[0].chip = "B"
    game.seats[1].taken = 1
    for seat in game.seats:
        seat.tokens = 0
    own.taken = 2
    game = read_back(game)
    game.play("C1")
    return game


def small(game: NaiveDuel, number: int, sun: str = "", pile: str = "", chip: str = "?") -> None:
    game.small[number - 1] = SmallFactory(list(sun), list(pile), chip)


def takes(game: NaiveDuel, source: str) -> set[str]:
    """The colours that may be taken from a source."""
    return {move[1] for move in game.legal_moves() if re.fullmatch(source + "[BYRKT].", move)}


# The pages


def duel_notation() -> str:
    """The section of this game."""
    return (DOCS / "notation.md").read_text().split("\n## Duel\n")[1].split("\n## ")[0]


def test_the_example_of_the_notation_is_a_position() -> None:
    text = re.findall(r"^duel 2 \| .*$", duel_notation(), re.MULTILINE)
    assert len(text) == 1
    game = NaiveDuel.from_text(text[0])
    assert game.tiles() == THIRTEEN
    assert len(game.unseen_plates()) == game.stack
    assert game.legal_moves()


def test_the_numbers_of_moves_are_those_of_the_notation() -> None:
    assert len(ALL_MOVES) == len(set(ALL_MOVES)) == 339
    table_rows = {
        "0B1": 0,
        "0BX": 6,
        "LTX": 209,
        "C1": 210,
        "S1": 214,
        "J9": 231,
        "draw": 232,
        "stop": 233,
        "@a1r0": 234,
        "@c3r3": 269,
        "_S1": 270,
        "^B": 288,
        "+B": 293,
        "1@1": 303,
        "6@6": 338,
    }
    assert {move: ALL_MOVES.index(move) for move in table_rows} == table_rows
    ranges = re.findall(r"^\| (\d+)(?:-(\d+))? \|", duel_notation(), re.MULTILINE)
    numbers = [n for low, high in ranges for n in range(int(low), int(high or low) + 1)]
    assert numbers == list(range(339))


def test_the_plates_are_those_of_the_rules_page() -> None:
    page = (DOCS / "rules" / "duel.md").read_text()
    rows = re.findall(r"^\| (\w) \| (\w) \| (\w) \| (S\d)? ?\| (J\d)? ?\|$", page, re.MULTILINE)
    assert len(rows) == 10
    read: dict[str, str] = {}
    for a, b, c, special, joker in rows:
        read |= {special: f"{a}{b}{c}s"} if special else {}
        read |= {joker: f"{a}{b}{c}j"} if joker else {}
    assert read == PRINTED


def test_every_rule_the_oracle_cites_exists() -> None:
    page = (DOCS / "rules" / "duel.md").read_text()
    known = set(re.findall(r"\*\*(R\d+\.\d+)\*\*", page))
    assert len(known) > 70
    for source in Path(__file__).parent.glob("naive_duel*.py"):
        cited = set(re.findall(r"R\d+\.\d+", source.read_text()))
        assert cited <= known, source


# Set-up and plates


def test_colours_on_plates_and_chips_are_balanced() -> None:  # #4 #5
    assert Counter("".join(PRINTED.values())) == Counter(B=11, R=11, K=11, T=11, Y=10, s=9, j=9)
    assert NaiveDuel().unseen.total() == 20
    assert {c: 2 * sum(c in kind for kind in KINDS) for c in COLOURS} == dict.fromkeys(COLOURS, 6)
    assert Counter(map(len, KINDS)) == {1: 5, 2: 5}


def test_a_quarter_turn_moves_the_odd_space_clockwise() -> None:
    assert [turned("S8", turns) for turns in range(4)] == ["YKTs", "TYsK", "sTKY", "KsYT"]


@pytest.mark.parametrize("first", [0, 1])
def test_the_other_player_lays_the_first_starting_plate(first: int) -> None:  # #2
    game = NaiveDuel(first)
    assert (game.awaiting, game.legal_moves()) == ("deal", [])
    game.deal(f"S1J1J3 j {SUNS}")
    assert (game.to_move, game.legal_moves()) == (1 - first, ["S1", "J1", "J3"])
    game.play("S1")
    assert (game.to_move, len(game.legal_moves())) == (1 - first, 36)
    game.play("@a1r0")
    assert game.awaiting == "deal"
    game.deal("J4 s")
    assert (game.to_move, game.legal_moves()) == (first, ["J1", "J3", "J4"])
    game.play("J1")
    game.play("@a1r3")
    game.deal("S3 s")
    assert (game.round_number, game.to_move, game.stack) == (1, first, 13)
    assert [len(seat.plates) for seat in game.seats] == [1, 1]
    assert game.scores == [5, 5]
    assert [seat.tokens for seat in game.seats] == [2, 2]


def test_perft_counts_a_line_that_meets_a_draw_once() -> None:
    game = NaiveDuel()
    assert naive_perft(game, 3) == 1
    game.deal(f"S1J1J3 j {SUNS}")
    assert [naive_perft(game, depth) for depth in range(4)] == [1, 3, 108, 108]


@pytest.mark.parametrize(
    "draw",
    [
        f"S1J1 j {SUNS}",
        f"S1J1J1 j {SUNS}",
        f"S1J1J3 {SUNS}",
        f"S1J1J3 j {SUNS} B",
        "S1J1J3 j BBBBB BYRK YYRT KKTT BRRT",
        "S1J1J3 j BBYRK BYRK YYRT KKTT BRR",
        "S1J1J3 j BBYRK YYYY YYYY YYYY YYYY",
        f"S1J1X3 j {SUNS}",
        f"S1J1J3 x {SUNS}",
        "-",
    ],
)
def test_a_first_deal_that_cannot_be_is_refused(draw: str) -> None:
    game = NaiveDuel()
    before = game.text()
    with pytest.raises(ValueError):
        game.deal(draw)
    assert game.text() == before


@pytest.mark.parametrize("draw", ["S2 s", "J1 s", "J3 s", "S1 s", "J4", "J4 s s"])
def test_a_refill_must_fit_the_back_that_was_shown(draw: str) -> None:
    game = NaiveDuel()
    game.deal(f"S1J1J3 j {SUNS}")
    game.play("S1")
    game.play("@b2r0")
    with pytest.raises(ValueError):
        game.deal(draw)
    game.deal("J4 s")


def test_goals_that_share_a_tablet_are_refused() -> None:
    for goals in (("H", "C5", "D"), ("H", "V"), ("H", "H", "V")):
        with pytest.raises(ValueError):
            NaiveDuel(goals=goals)
    assert NaiveDuel(goals=("SPE", "D", "OUT", "H")).goals == ("H", "OUT", "D", "SPE")


# Action A


def drawn_two(game: NaiveDuel) -> None:
    """Draw a special and a joker plate, then stop."""
    game.play("draw")
    game.deal("j")
    game.play("draw")
    game.deal("s")
    game.play("stop")


def test_a_player_draws_two_plates_and_keeps_one() -> None:  # #7
    game = begun()
    drawn_two(game)
    assert game.scores[0] == 3
    game.deal("S9J9")
    assert game.legal_moves() == ["S9", "J9"]
    game.play("S9")
    assert "@a1r0" in game.legal_moves()
    game.play("@b2r1")
    assert game.stack + sum(len(lot) for _, lot in game.under) == 12
    assert game.under == [(0, ["J9"])]
    assert len(game.display) == 3
    assert game.seats[0].tokens == 1
    assert game.seats[0].plates["b2"] == ("S9", 1)
    assert game.breakdown(0)["plates"] == -2
    assert (game.to_move, game.awaiting, game.top) == (1, "move", "s")


def test_each_draw_needs_a_point() -> None:  # #9
    game = begun()
    game.seats[0].score = 2
    game.play("draw")
    game.deal("j")
    assert game.legal_moves() == ["draw", "stop"]
    game.play("draw")
    assert (game.scores[0], game.what) == (0, "fronts")
    with pytest.raises(ValueError):
        game.deal("S9J9")  # the new top shows its back in the same draw
    game.deal("S9J9 s")
    assert game.legal_moves() == ["S9", "J9"]


def test_nobody_draws_without_points_while_the_display_has_a_plate() -> None:  # #10
    game = laid()
    game.seats[0].score, game.seats[0].tokens = 0, 1
    game.display = ["J2"]
    assert game.legal_moves() == ["J2"]
    game.seats[0].score = 1
    assert game.legal_moves() == ["J2", "draw"]


def test_without_points_and_display_one_plate_is_drawn_free() -> None:  # #11
    game = laid()
    game.seats[0].score, game.seats[0].tokens = 0, 1
    game.seats[1].tokens = 0
    assert game.legal_moves() == ["draw"]
    game.play("draw")
    game.deal("S9 s")
    assert game.legal_moves()[0] == "@a1r0"
    game.play("@a1r0")
    assert (game.scores[0], game.stack, game.seats[0].draw_loss) == (0, 8, 0)


def test_the_last_point_pays_one_plate() -> None:  # #12
    game = laid()
    game.seats[0].score, game.seats[0].tokens = 1, 1
    game.play("draw")
    assert (game.scores[0], game.what) == (0, "fronts")
    game.deal("S9 s")
    assert game.what == "place"


def drawn_three() -> NaiveDuel:
    game = begun()
    for kind in ("j", "s", "j"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S2S9J9")
    game.play("J9")
    game.play("@a1r0")
    return game


def test_plates_go_back_in_the_order_chosen() -> None:  # #13
    game = drawn_three()
    assert game.legal_moves() == ["_S2", "_S9"]
    game.play("_S9")
    assert game.under == [(0, ["S9", "S2"])]
    assert "under 0:S9.S2 " in game.view(0)
    assert "under 0:s?.s? " in game.view(1)
    assert "under 0:s?.s? " in game.view(-1)


def test_an_occupied_slot_takes_no_plate() -> None:  # #14
    game = begun()
    game.play("J4")
    assert not [move for move in game.legal_moves() if "c3" in move]
    assert len(game.legal_moves()) == 32
    with pytest.raises(ValueError):
        game.play("@c3r0")


def test_no_plates_are_taken_in_round_five() -> None:  # #16
    game = laid(4, turn=1)
    game.stack, game.top = 0, "-"
    game.seats[0].tokens = game.seats[1].tokens = 0
    game.seats[1].taken, game.seats[0].taken = 1, 2
    small(game, 1, chip="K")
    game.play("C1")
    assert (game.round_number, game.what) == (5, "deal")
    game.deal(SUNS)
    assert [seat.tokens for seat in game.seats] == [0, 0]
    assert not set(game.legal_moves()) & {*PLATES, "draw"}


def test_stack_and_display_decide_what_may_be_drawn() -> None:
    game = laid(4)
    game.stack, game.top, game.display = 0, "-", ["J5"]
    assert game.legal_moves() == ["J5"]


# Actions B, C, D


def test_left_over_tiles_are_piled_as_chosen() -> None:  # #19
    game = laid()
    small(game, 1, sun="TTKY")
    game.play("1T3")
    assert game.to_move == 0
    assert game.legal_moves() == ["^Y", "^K"]
    game.play("^K")
    assert game.seats[0].lines[2] == "TT"
    assert game.small[0].pile == ["K", "Y"]
    assert (game.small[0].chip, game.to_move) == ("?", 1)


def test_the_large_sun_leaves_its_tiles_on_the_large_moon() -> None:  # #20
    game = laid()
    game.large_sun = list("TTBKK")
    game.play("LT2")
    assert (game.large_sun, sorted(game.large_moon), game.marker) == ([], ["B", "K", "K"], None)


def moons() -> NaiveDuel:
    game = laid()
    small(game, 1, pile="KY")
    small(game, 2, pile="RY")
    game.large_moon = list("BKK")
    return game


def test_moons_offer_tops_and_the_large_moon() -> None:  # #21
    assert takes(moons(), "0") == {"B", "K", "Y"}
    for colour, number in (("B", 1), ("K", 2), ("Y", 2)):
        game = moons()
        game.play(f"0{colour}6")
        assert game.seats[0].lines[5] == colour * number
        assert game.marker == (None if colour == "Y" else 0)


def test_the_last_tile_of_a_pile_uncovers_the_chip() -> None:  # #22 #24
    game = moons()
    game.play("0Y6")
    assert [factory.pile for factory in game.small[:2]] == [["K"], ["R"]]
    game.play("0K6")
    assert game.seats[1].lines[5] == "KKK"
    assert (game.marker, game.awaiting, game.to_move) == (1, "deal", 1)
    game.deal("TY")
    assert [factory.chip for factory in game.small] == ["TY", "?", "-", "-"]
    assert (game.to_move, game.unseen["TY"]) == (0, 1)


def test_a_sun_of_one_colour_uncovers_the_chip() -> None:  # #26
    game = laid()
    small(game, 3, sun="RRRR")
    game.play("3R4")
    assert game.what == "reveal"
    with pytest.raises(ValueError):
        game.deal("TK")
    game.deal("K")
    assert game.small[2].chip == "K"


def test_one_take_may_uncover_several_chips() -> None:
    game = laid()
    small(game, 1, pile="R")
    small(game, 2, pile="BR")
    small(game, 4, pile="R")
    game.unseen = Counter(K=1, T=1)
    game.play("0R3")
    with pytest.raises(ValueError):
        game.deal("K K")
    game.deal("T K")
    assert [factory.chip for factory in game.small] == ["T", "?", "-", "K"]


def test_the_first_player_tile_is_taken_once() -> None:  # #28
    game = laid()
    game.large_moon, game.marker = ["B", "B"], 1
    game.play("0B2")
    assert (game.marker, game.seats[0].lines[1]) == (1, "BB")


@pytest.mark.parametrize(("sun", "orders"), [("BYYR", 3), ("RKYB", 6), ("BBBR", 1), ("BRRR", 1)])
def test_each_pile_has_exactly_one_sequence_of_moves(sun: str, orders: int) -> None:  # #29
    game = laid()
    small(game, 2, sun=sun)
    game.play("2B6")
    ends = ends_of_turn(game, 0)
    assert len(ends) == len(set(ends)) == orders


def ends_of_turn(game: NaiveDuel, seat: int) -> list[str]:
    """The positions in which each sequence of moves of this seat's turn ends."""
    if game.awaiting != "move" or game.to_move != seat or game.what == "act":
        return [game.text()]
    ends = []
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        ends += ends_of_turn(after, seat)
    return ends


def test_plates_put_back_have_exactly_one_sequence_of_moves() -> None:
    game = begun()
    for kind in ("j", "s", "j", "s"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S2S9J8J9")
    ends = ends_of_turn(game, 0)
    assert len(ends) == len(set(ends)) == 4 * 32 * 6


def test_a_colour_that_is_not_there_cannot_be_taken() -> None:  # #30
    game = laid()
    small(game, 2, sun="BBRR")
    assert takes(game, "2") == {"B", "R"}
    with pytest.raises(ValueError):
        game.play("2Y1")


def test_an_uncovered_chip_may_be_taken() -> None:  # #31
    game = laid()
    small(game, 3, chip="RT")
    small(game, 1, sun="BBBB")
    game.play("C3")
    assert (game.seats[0].chips["RT"], game.seats[0].taken) == (1, 1)
    assert game.small[2].chip == "-"


def test_a_covered_chip_may_not_be_taken() -> None:  # #33
    game = laid()
    small(game, 2, pile="K")
    assert not [move for move in game.legal_moves() if move[0] == "C"]


def test_a_player_takes_two_chips_in_a_round() -> None:
    game = laid()
    small(game, 1, chip="B")
    small(game, 2, pile="K")
    game.seats[0].taken = 2
    assert "C1" not in game.legal_moves()
    game.seats[0].taken = 1
    assert "C1" in game.legal_moves()


def test_passing_is_never_offered() -> None:  # #34
    game = laid()
    small(game, 2, pile="K")
    game.seats[0].tokens = 0
    assert game.legal_moves() == ["0K1", "0K2", "0K3", "0K4", "0K5", "0K6", "0KX"]


@pytest.mark.parametrize("order", [("C1", "J2"), ("J2", "C1")])
def test_the_other_player_goes_on_alone(order: tuple[str, str]) -> None:  # #35
    game = laid()
    small(game, 1, chip="B")
    small(game, 2, pile="K", chip="T")
    game.display = ["J2"]
    game.seats[0].taken, game.seats[0].tokens = 2, 0
    game.seats[1].taken, game.seats[1].tokens = 1, 1
    game.small[1].chip = "-"
    game.play("0K1")
    for move in order:
        assert (game.to_move, move in game.legal_moves()) == (1, True)
        game.play(move)
        if move == "J2":
            game.play("@a2r0")
    assert (game.what, game.round_number) == ("deal", 3)


def test_round_five_ends_without_tokens() -> None:  # #36
    game = decorated(Seat(), round_number=5)
    assert (game.awaiting, game.legal_moves()) == ("end", [])


def shortage(bag: str, tower: str) -> NaiveDuel:
    """Before the deal of round 5, when no plates are left."""
    game = laid(5)
    game.stack, game.top, game.what = 0, "-", "deal"
    game.bag, game.tower = Counter(bag), Counter(tower)
    for seat in game.seats:
        seat.tokens = 0
    return game


def test_a_bag_of_one_colour_fills_the_large_sun_with_it() -> None:  # #37b
    game = shortage("RRRRRR", "BYKT" * 6)
    with pytest.raises(ValueError):
        game.deal("RRRRB RRBY BYKT BYKT BYKT")
    with pytest.raises(ValueError):
        game.deal("RRRRR BBYK BYKT BYKT BYKT")  # the sixth red comes before the tower
    game.deal("RRRRR RBYK BYKT BYKT BYKT")
    game.play("LR6")
    assert (game.marker, game.large_moon) == (0, [])
    assert (game.tower.total(), game.bag) == (0, Counter(B=2, Y=2, K=2, T=3))


def test_one_colour_on_the_large_sun_is_drawn_again() -> None:
    assert_only_possible_draws(
        shortage("RR", "RRRRBB" + "Y" * 20),
        possible=["RRRRB", "RRYYY", "BBYYY", "YYYYB"],  # the last two after a second try
        impossible=["RRRRR", "YYYYY"],
    )


def test_what_the_bag_holds_comes_before_the_tower() -> None:
    assert_only_possible_draws(
        shortage("RR", "RRBB" + "Y" * 20),  # five red cannot come, so nothing is drawn again
        possible=["RRRRB", "RRYYY", "BBRRY"],
        impossible=["BBYYY", "YYYYB", "RBYYY"],
    )
    assert_only_possible_draws(
        shortage("RB", "RRRRRR" + "Y" * 20),
        possible=["RRRRB", "RBYYY"],
        impossible=["RRRRY", "RRRRR", "BYYYY"],
    )
    assert_only_possible_draws(
        shortage("RRRRR", "B" * 20),
        possible=["RRRRR"],
        impossible=["RRRRB"],
    )
    assert_only_possible_draws(
        shortage("RRRRRB", "Y" * 20),
        possible=["RRRRB"],
        impossible=["RRRRR", "RRRYB"],
    )


def assert_only_possible_draws(game: NaiveDuel, possible: list[str], impossible: list[str]) -> None:
    for sun in possible + impossible:
        bag = game.bag - Counter(sun)
        tower = game.bag + game.tower - Counter(sun) - bag
        tiles = [*bag.elements(), *tower.elements()]
        groups = ["".join(tiles[i : i + 4]) for i in range(0, 16, 4)]
        after = game.copy()
        if sun in possible:
            after.deal(" ".join([sun, *groups]))
        else:
            with pytest.raises(ValueError, match=f"{sun} cannot be drawn"):
                after.deal(" ".join([sun, *groups]))


def test_random_deals_stay_within_what_is_possible() -> None:
    seen = set()
    for seed in range(300):
        game = shortage("RR", "RRRRRRRRBYY" + "RRRRRRRRR")
        seen.add(game.random_deal(random.Random(seed)).split(" ")[0])
    assert "RRRRR" not in seen
    assert "BRRRR" in seen
    assert "BYYRR" in seen


def test_the_tower_is_poured_in_when_the_bag_is_empty() -> None:  # #81
    game = shortage("RB", "BYRKT" * 6)
    game.deal("BYRKT BYRK BYRK BYRK BYRK")
    assert (game.bag.total(), game.tower.total()) == (11, 0)


def test_factories_stay_short_when_all_tiles_are_dealt() -> None:
    game = shortage("RRR", "RRBY")
    with pytest.raises(ValueError):
        game.deal("RRRRB RY - - -")
    game.deal("RRRRB RY - - - K TY T")
    assert [factory.chip for factory in game.small] == ["?", "K", "TY", "T"]
    assert game.unseen == Counter({**dict.fromkeys(KINDS, 2), "K": 1, "TY": 1, "T": 1})
    assert game.tiles().total() == 7


def test_a_few_tiles_of_one_colour_stay_and_bring_the_first_player_tile() -> None:
    game = shortage("RR", "R")
    game.deal("RRR - - - - K TY T B")
    game.play("LRX")
    assert (game.marker, game.to_move) == (0, 1)


def test_nobody_holds_the_first_player_tile_when_the_large_factory_was_empty() -> None:
    game = shortage("", "")
    game.first = game.to_move = 1
    game.round_number = 4
    game.deal("- - - - - K TY T B")
    for move in ("C1", "C2", "C3", "C4"):
        game.play(move)
    assert (game.marker, game.first, game.round_number, game.scores) == (None, 1, 5, [5, 5])
    game.deal("- - - - - K TY T B")
    for move in ("C1", "C2", "C3", "C4"):
        game.play(move)
    assert (game.awaiting, game.scores, game.winners()) == ("end", [5, 5], [1])


# Placing tiles


def lines_of_the_rulebook() -> NaiveDuel:
    game = laid()
    game.large_sun = list("BBRKT")
    game.seats[0].lines = ["", "", "B", "RRRR", "KK", "TTT"]
    return game


def test_two_tiles_have_four_destinations() -> None:  # #38
    game = lines_of_the_rulebook()
    game.seats[0].tokens = 0
    assert [move for move in game.legal_moves() if move[1] == "B"] == ["LB1", "LB2", "LB3", "LBX"]
    results = {"LB1": ("B", 1), "LB2": ("BB", 0), "LB3": ("BBB", 0), "LBX": ("", 2)}
    for move, (line, broken) in results.items():
        after = game.copy()
        after.play(move)
        own = after.seats[0]
        assert (own.lines[int(move[2]) - 1] if move != "LBX" else "") == line
        assert own.broken == ["B"] * broken


def test_a_full_broken_zone_costs_no_more() -> None:  # #41
    game = lines_of_the_rulebook()
    game.seats[0].broken = list("RRRR")
    game.play("LBX")
    assert (len(game.seats[0].broken), game.tower) == (4, Counter(B=2))


def test_five_tiles_do_not_fill_line_six() -> None:  # #44
    game = laid()
    game.large_moon = list("TTTT")
    small(game, 1, pile="T", chip="-")
    game.play("0T6")
    assert game.seats[0].lines[5] == "TTTTT"
    assert game.seats[0].broken == []


def test_a_full_line_that_waits_takes_no_tiles() -> None:
    game = laid()
    game.large_sun = list("RRKTB")
    game.seats[0].lines[0] = "R"
    assert "LR1" not in game.legal_moves()
    assert "LR2" in game.legal_moves()


# Phase 2


@pytest.mark.parametrize(
    ("rows", "cell", "points"),
    [
        ("...... ..B...", (2, 3), 1),  # #46
        ("..K... ..B...", (2, 3), 2),  # #48
        ("..K... BYB...", (2, 3), 5),  # #49
        ("...... .YBK.. ..R...", (2, 3), 5),  # #50
        ("...... BY.K.R", (2, 6), 1),  # #52
        ("...... BYRK..", (2, 3), 4),  # #52
        ("BYRKT* .....B .....B .....B .....B .....B", (1, 6), 12),
        ("..*... ..B...", (2, 3), 2),
    ],
)
def test_a_tile_scores_its_runs(rows: str, cell: Cell, points: int) -> None:
    assert tile_points(tiled(rows), cell) == points


def test_a_special_tile_scores_its_row_and_lengthens_later_runs() -> None:  # #53
    game = decorated(
        Seat(
            plates=plated("a2=S8r0 b2=J1r0"),
            dome=tiled("...K.. ..T..."),
            lines=["Y", "", "BBB", "", "", ""],
        )
    )
    own = game.seats[0]
    assert own.score == 5 + 9
    assert (own.tile_points, own.special_points) == (7, 2)
    assert own.dome == tiled("..YK.. ..T*.. ...B..")
    assert game.tower == Counter(B=2)


def test_a_special_tile_scores_the_row_of_its_own_space() -> None:  # #54
    game = decorated(Seat(plates=plated("a1=S8r2"), dome=tiled(".T.... K....."), lines=["", "YY", *[""] * 4]))
    own = game.seats[0]
    assert (own.tile_points, own.special_points) == (4, 1)
    assert own.dome[1, 1] == "*"


def test_the_rulebook_pass_over_six_lines() -> None:  # #56
    game = decorated(
        Seat(
            plates=plated("a1=S8r0 a2=S2r0 a3=S6r0 b1=J6r0"),
            lines=["R", "KK", "TT", "BBBB", "RRR", ""],
        )
    )
    own = game.seats[0]
    assert own.score == 6
    assert own.lines == ["", "", "TT", "", "RRR", ""]
    assert own.dome == tiled("...... ..K... ...... .B....")
    assert game.tower == Counter(K=1, B=3, R=1)
    assert game.breakdown(0) == {
        "start": 5,
        "tiles": 2,
        "specials": 0,
        "broken": -1,
        "first_player_tile": 0,
        "plates": 0,
        "H": 0,
        "V": 0,
        "D": 0,
    }


def test_the_player_chooses_between_colour_and_joker() -> None:  # #57
    game = decorated(Seat(plates=plated("b1=S5r0 b2=J1r0"), lines=["", "", "", "BBBB", "", ""]))
    assert (game.to_move, game.legal_moves()) == (0, ["4@1", "4@4"])
    game.play("4@4")
    assert game.seats[0].dome == {(4, 4): "B"}
    assert game.what == "deal"


def test_an_incomplete_line_without_hope_is_broken() -> None:  # #59
    plates = plated("c1=S1r0 c2=S3r0 c3=S5r0")
    game = decorated(Seat(score=9, plates=plates, lines=["", "", "", "", "KK", ""]))
    own = game.seats[0]
    assert (own.lines[4], own.score, game.tower) == ("", 6, Counter(K=2))


def test_a_line_without_space_waits_for_a_third_plate() -> None:
    plates = plated("c1=S1r0 c2=S3r0")
    game = decorated(Seat(plates=plates, lines=["", "", "", "", "KKKKK", "TT"]))
    assert game.seats[0].lines[4:] == ["KKKKK", "TT"]
    assert game.scores[0] == 5


def test_the_rest_of_a_full_line_goes_into_the_tower() -> None:  # #63
    game = decorated(Seat(plates=plated("c1=S3r0"), lines=[*[""] * 5, "TTTTTT"]))
    assert game.tower == Counter(T=5)
    assert game.seats[0].dome == {(6, 1): "T"}


def test_three_broken_and_a_line_of_four_make_ten() -> None:
    plates = plated("b1=S1r0 b2=S1r0 b3=S1r0")
    lines = ["", "", "", "TTTT", "", ""]
    game = decorated(Seat(score=20, plates=plates, lines=lines, broken=list("RRR")))
    assert game.scores[0] == 10
    assert game.tower == Counter(T=4, R=3)


# Chips


def rulebook_chips() -> NaiveDuel:
    return decorated(
        Seat(
            plates=plated("b1=S3r1 b2=S1r1"),
            lines=["", "", "TT", "BBB", "", ""],
            chips=Counter(TY=1, RT=1, K=1),
        )
    )


def test_two_chips_of_the_colour_complete_a_line() -> None:  # #64
    game = rulebook_chips()
    assert (game.what, game.about) == ("chips", "3")
    assert game.legal_moves() == ["stop", "+K", "+TY"]
    game.play("+TY")  # the second chip is the only way on
    own = game.seats[0]
    assert own.dome == {(3, 1): "T"}
    assert (+own.chips, game.tower) == (Counter(K=1), Counter(T=1))
    assert own.lines[3] == "BBB"


def test_three_chips_of_any_colour_complete_a_line() -> None:  # #64
    game = rulebook_chips()
    game.play("stop")
    assert (game.about, game.legal_moves()) == ("4", ["stop", "+K"])
    game.play("+K")
    own = game.seats[0]
    assert own.dome == {(4, 4): "B"}
    assert (own.chips.total(), game.tower) == (0, Counter(B=2))
    assert own.lines[2] == "TT"


def spending(line: str, row: int, plates: str, chips: Counter[str]) -> NaiveDuel:
    lines = [""] * 6
    lines[row - 1] = line
    return decorated(Seat(plates=plated(plates), lines=lines, chips=chips))


def test_pairs_and_triples_may_be_mixed() -> None:  # #65
    game = spending("RR", 5, "c1=S1r0", Counter(R=2, BR=1, RT=1, K=1, Y=1, T=1))
    assert game.legal_moves() == ["stop", "+Y"]
    game.play("+Y")
    own = game.seats[0]
    assert (own.chips.total(), own.dome, game.tower) == (0, {(5, 1): "R"}, Counter(R=1))


def test_too_few_chips_are_not_asked_for() -> None:  # #66 #67 #68 #69 #71
    chips = Counter(R=1, BR=1, K=2)
    assert spending("RRR", 5, "c1=S1r0", chips).what == "deal"
    assert spending("RRR", 5, "c1=S1r0", chips + Counter(Y=1)).legal_moves() == ["stop", "+Y"]
    assert spending("T", 2, "a1=S3r0", Counter(TY=1, K=1)).what == "deal"
    assert spending("T", 2, "a1=S3r0", Counter(TY=1, T=1)).what == "chips"
    assert spending("", 1, "a1=S5r0", Counter(T=2)).what == "deal"
    assert spending("BB", 3, "b1=S7r0 b2=S8r0", Counter(B=2)).what == "deal"


def test_no_line_above_is_completed_later() -> None:  # #73
    game = rulebook_chips()
    game.play("stop")
    game.play("stop")
    assert game.what == "deal"
    assert game.seats[0].lines[2:4] == ["TT", "BBB"]


def test_the_target_is_chosen_after_the_chips() -> None:
    game = spending("BBB", 4, "b1=S5r0 b2=J1r0", Counter(B=2))
    game.play("+B")
    assert (game.what, game.legal_moves()) == ("target", ["4@1", "4@4"])
    assert read_back(game).legal_moves() == ["4@1", "4@4"]


def test_more_chips_than_needed_may_be_spent_but_each_set_only_once() -> None:
    game = spending("BBB", 4, "b1=S5r0", Counter(B=2, BR=1, K=1))
    ends = ends_of_turn(game, 0)
    sets = completing_sets(Counter(B=2, BR=1, K=1), "B", 1)
    assert sets == {
        ("B", "B"),
        ("B", "BR"),
        ("B", "B", "K"),
        ("B", "B", "BR"),
        ("B", "K", "BR"),
    }
    assert len(ends) == len(set(ends)) == 1 + len(sets)


def replaces(chips: tuple[str, ...], colour: str, missing: int) -> bool:
    """R9.2 by trying every way of laying pairs and triples."""
    if not missing:
        return not chips
    ways = [pair for pair in combinations(chips, 2) if all(colour in kind for kind in pair)]
    for part in [*ways, *combinations(chips, 3)]:
        rest = list(chips)
        for kind in part:
            rest.remove(kind)
        if replaces(tuple(rest), colour, missing - 1):
            return True
    return False


def test_the_counting_of_chips_agrees_with_laying_them_out() -> None:
    for missing, showing, others in product((1, 2, 3), range(7), range(7)):
        chips = ("B",) * showing + ("K",) * others
        if len(chips) <= 9:
            assert completes(chips, "B", missing) == replaces(chips, "B", missing), chips


# Losses and the next round


@pytest.mark.parametrize(
    ("score", "broken", "marker", "left"),
    [(20, 3, 0, 12), (4, 3, 0, 0), (20, 4, 0, 8), (20, 4, 1, 10), (20, 1, None, 19), (9, 2, 1, 6)],
)
def test_broken_tiles_and_the_first_player_tile_cost_points(  # #75 #76 #78
    score: int, broken: int, marker: int | None, left: int
) -> None:
    game = decorated(Seat(score=score, broken=["K"] * broken), marker=marker)
    assert game.scores[0] == left
    assert game.tower == Counter(K=broken)
    assert game.first == (marker or 0)
    assert game.marker is None


def test_gains_come_before_losses_and_no_debt_remains() -> None:  # #77
    game = decorated(
        Seat(
            score=1,
            broken=list("KKK"),
            plates=plated("c1=S3r0"),
            dome=tiled("T..... T..... T..... T..... T....."),
            lines=[*[""] * 5, "TTTTTT"],
        ),
        marker=0,
    )
    assert game.scores[0] == 0
    parts = game.breakdown(0)
    assert (parts["tiles"], parts["broken"], parts["first_player_tile"]) == (6, -6, -2)
    assert sum(parts.values()) == 0


def test_the_display_is_filled_for_the_next_round() -> None:  # #79
    game = laid(2)
    game.what, game.stack, game.top = "deal", 12, "j"
    with pytest.raises(ValueError):
        game.deal(f"S1J1J2 s {SUNS}")
    game.deal(f"J1S1J2 s {SUNS}")
    assert (game.display, game.stack, game.top) == (["J1", "S1", "J2"], 9, "s")
    assert [factory.chip for factory in game.small] == ["?"] * 4


def test_known_plates_fill_the_display_without_a_draw() -> None:
    game = laid(4)
    game.what, game.stack, game.top = "deal", 1, "j"
    game.under = [(0, ["S9", "S1"]), (1, ["J4"])]
    game = read_back(game)
    with pytest.raises(ValueError):
        game.deal(f"J1 s {SUNS}")
    game.deal(f"J1 {SUNS}")
    assert set(game.display) == {"J1", "S9", "S1"}
    assert (game.stack, game.under, game.top) == (0, [(1, ["J4"])], "j")


def test_the_first_player_tile_stays_with_its_holder_at_the_end() -> None:  # #84
    game = decorated(Seat(), round_number=5, marker=1)
    assert (game.what, game.marker, game.scores) == ("end", 1, [5, 3])
    tie = decorated(Seat(score=3), round_number=5, marker=1)
    assert (tie.scores, tie.winners()) == ([3, 3], [1])


# Goals


@pytest.mark.parametrize(
    ("goal", "rows", "points"),
    [
        ("H", "BBBBBB ...... YYYYY*", 6),  # #85
        ("V", ".B.... .B.... .*.... .B.... .B.... .B....", 7),  # #86
        ("D", "B..... .B.... ..B... ...B.. ....B. .....B", 10),
        ("D", "B....B .B..B. ..BB.. ..BB.. .B..B. B....B", 20),
        ("MULTI", "BBBBBB", 0),  # #89
        ("C5", "BYRKT.", 4),  # #90
        ("C5", "BYRK*.", 4),  # #91
        ("C5", "BYRK**", 4),  # #92
        ("C5", "BBYRKK", 0),  # #93
        ("C5", "BYRTT*", 4),  # #94
        ("OUT", "BBBBBB B....B ..B...", 8),  # #95
        ("OUT", "BBBBBB B....B B....B B....B B....B BBBBBB", 20),  # #95
    ],
)
def test_a_goal_is_worth_its_points(goal: str, rows: str, points: int) -> None:
    assert goal_points(Seat(dome=tiled(rows)), goal) == points


def test_empty_special_spaces_cost_three_each() -> None:  # #97
    own = Seat(plates=plated("a1=S1r0 a2=S2r0 b3=S3r0"), dome=tiled("...... .*...."))
    assert goal_points(own, "SPE") == -6


def test_jokers_count_only_when_all_are_filled() -> None:
    own = Seat(plates=plated("a1=J1r0 a2=J2r0"), dome=tiled("...... .B.K.."))
    assert goal_points(own, "MULTI") == 4
    del own.dome[2, 2]
    assert goal_points(own, "MULTI") == 0


def test_full_corner_plates_count_three_above_and_eight_below() -> None:
    four = dict.fromkeys(("a1", "a3", "c1", "c3", "b2"), ("S1", 0))
    own = Seat(plates=four, dome=tiled("BB..BB B*..B* ..BB.. ..BB.. BB..BB B*..B*"))
    assert goal_points(own, "COR") == 22
    for cell, left in (((5, 5), 14), ((1, 1), 11), ((6, 2), 3), ((2, 6), 0)):
        del own.dome[cell]
        assert goal_points(own, "COR") == left


def at_the_end(own: Seat, goals: tuple[str, ...]) -> NaiveDuel:
    game = laid(5, turn=1)
    game.goals, game.seats[0] = goals, own
    game.stack, game.top = 0, "-"
    small(game, 1, chip="B")
    own.taken = 2
    for seat in game.seats:
        seat.tokens = 0
    game.play("C1")
    return game


def test_the_goals_are_summed_before_the_floor() -> None:  # #98 #99
    plates = plated("a1=S1r0 a2=S2r0 a3=S3r0")
    game = at_the_end(Seat(score=4, plates=plates), ("H", "V", "SPE"))
    assert (game.awaiting, game.scores[0]) == ("end", 0)
    assert game.breakdown(0)["SPE"] == -9
    assert sum(game.breakdown(0).values()) == 0
    plates = plated("a1=S1r0 a2=S2r0")
    rows = "BBBBBB B..... B..... B..... B..... B....."
    game = at_the_end(Seat(score=30, plates=plates, dome=tiled(rows)), ("H", "V", "SPE"))
    assert game.scores[0] == 34
    game = at_the_end(Seat(score=1, plates=plates, dome=tiled(rows)), ("H", "V", "SPE"))
    assert game.scores[0] == 5  # not 11 - 6 with a floor between


# Hidden information


def test_only_the_drawer_sees_what_went_back() -> None:  # #102 #103
    game = begun()
    drawn_two(game)
    assert "hand s? j? back -" in game.view(0)
    game.deal("S2J9")
    assert "hand S2 J9 back -" in game.view(0)
    assert "hand s? j? back -" in game.view(1)
    game.play("J9")
    game.play("@a1r0")
    assert "under 0:s? " in game.view(1)
    assert "under 0:S2 " in game.view(0)
    for kind in ("j", "s", "j"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S8S9J8")
    for move in ("S8", "@b1r0", "_J8"):
        game.play(move)
    assert "under 0:S2 1:s?.j? " in game.view(0)
    assert "under 0:s? 1:J8.S9 " in game.view(1)
    assert "under 0:s? 1:s?.j? " in game.view(-1)


def test_fronts_and_order_never_show_in_the_other_view() -> None:
    others, own = [], []
    for fronts, order in product(("S2S9J8J9", "S6S7J5J9"), (0, 1)):
        game = begun()
        views = []
        for kind in ("j", "s", "j", "s"):
            game.play("draw")
            game.deal(kind)
        game.play("stop")
        game.deal(fronts)
        views.append(game.view(1))
        for move in ("J9", "@a1r0"):
            game.play(move)
            views.append(game.view(1))
        while game.what == "return":
            game.play(game.legal_moves()[-order])
            views.append(game.view(1))
        others.append(views)
        own.append(game.view(0))
    assert others[0] == others[1] == others[2] == others[3]
    assert len(set(own)) == 4


def test_a_known_plate_drawn_by_the_other_is_seen_by_its_owner_only() -> None:
    game = laid(3, turn=1)
    game.stack, game.top, game.under = 0, "s", [(0, ["S9", "J1"]), (1, ["J4", "S5"])]
    game.play("draw")
    assert (game.what, game.hand, game.top) == ("draw", ["S9:0"], "j")
    assert "hand S9:0 back" in game.view(0)
    assert "hand s? back" in game.view(1)
    assert "hand s? back" in game.view(-1)
    game.play("draw")
    game.play("draw")
    assert game.under == [(1, ["S5"])]
    assert "hand s? j? J4:1 back" in game.view(1)
    assert read_back(game).text() == game.text()
    game.play("stop")  # nothing is unknown, so nothing is drawn
    assert game.legal_moves() == ["S9", "J1", "J4"]
    game.play("S9")
    game.play("@a1r0")
    game.play("_J4")
    assert game.under == [(1, ["S5"]), (1, ["J4", "J1"])]


def test_a_plate_put_back_on_an_empty_stack_shows_its_back() -> None:
    game = laid(4, turn=0)
    game.stack, game.top, game.under = 1, "s", [(1, ["J4"])]
    game.play("draw")
    game.play("draw")
    assert (game.what, game.top) == ("fronts", "-")
    game.deal("S9")
    game.play("J4")
    game.play("@a1r0")
    assert (game.under, game.top, game.to_move) == ([(0, ["S9"])], "s", 1)


def possible_unseen(view: str) -> set[str]:
    """All plates that a view shows neither on a dome nor in the display."""
    fields = view.split(" | ")
    shown = re.findall(r"[SJ][1-9]", fields[3] + fields[12] + fields[13])
    return set(PLATES) - set(shown)


def test_types_fronts_and_plates_come_evenly() -> None:
    rng = random.Random(5)
    tops: Counter[str] = Counter()
    fronts: Counter[str] = Counter()
    for _ in range(600):
        game = begun()  # unseen: S2 S4-S9 and J2 J5-J9, with a special plate on top
        game.seats[0].score = 1
        game.play("draw")
        front, top = game.random_deal(rng).split(" ")
        fronts[front] += 1
        tops[top] += 1
    assert set(fronts) == {"S2", "S4", "S5", "S6", "S7", "S8", "S9"}
    assert min(fronts.values()) > 50
    assert 250 < tops["s"] < 350


# Whole games


def chosen(game: NaiveDuel, rng: random.Random) -> str:
    """A random move, with enough drawing to bring plates back up that were put back."""
    moves = game.legal_moves()
    if "draw" in moves and rng.random() < (0.8 if game.what == "draw" else 0.15):
        return "draw"
    on_lines = [move for move in moves if not move.endswith("X")]
    return rng.choice(on_lines if on_lines and rng.random() < 0.9 else moves)


def assert_invariants(game: NaiveDuel) -> None:
    assert game.tiles() == THIRTEEN
    plates = len(game.display) + game.stack + len(game.hand) + len(game.back)
    plates += sum(len(lot) for _, lot in game.under) + (game.what == "place")
    assert plates + sum(len(seat.plates) for seat in game.seats) == 18
    blind = sum("?" in token for token in game.hand)
    assert len(game.unseen_plates()) == game.stack + blind
    shown = [factory.chip for factory in game.small if factory.chip in KINDS]
    chips = game.unseen + Counter(shown) + Counter(game.spent)
    chips += game.seats[0].chips + game.seats[1].chips
    assert all(chips[kind] <= 2 for kind in KINDS)
    for seat in game.seats:
        assert_seat(seat)


def assert_seat(seat: Seat) -> None:
    assert seat.score >= 0
    assert len(seat.broken) <= 4
    assert set(seat.dome) <= set(seat.spaces())
    for number, line in enumerate(seat.lines, 1):
        assert len(line) <= number
        assert len(set(line)) <= 1
    for cell, space in seat.spaces().items():
        if cell in seat.dome:
            assert space == "j" or seat.dome[cell] == ("*" if space == "s" else space)
    for slot in seat.plates:
        alone = Seat(plates={slot: seat.plates[slot]})
        cells = [(cell, space) for cell, space in alone.spaces().items() if space != "j"]
        filled = all(cell in seat.dome for cell, space in cells if space != "s")
        for cell, space in cells:
            if space == "s":
                assert (cell in seat.dome) == filled


def assert_text(game: NaiveDuel) -> None:
    text = game.text()
    again = NaiveDuel.from_text(text)
    assert again.text() == text
    assert again.legal_moves() == game.legal_moves()
    for seat in (-1, 0, 1):
        view = again.view(seat)
        assert view == game.view(seat)
        hidden = "?" in view.split(" | ")[5] + view.split(" | ")[6]
        if not hidden and game.what not in BEFORE_LOOKING:
            assert view == text


def assert_start_of_round(game: NaiveDuel) -> None:
    """What must hold before the deal of rounds 2 to 5."""
    done = game.round_number - 1
    assert [len(seat.plates) for seat in game.seats] == [1 + 2 * done] * 2
    assert game.unseen.total() == 20 - 4 * done
    assert sum(seat.marker_loss for seat in game.seats) == 2 * done
    for seat in game.seats:
        assert seat.broken == []
        for number, line in enumerate(seat.lines, 1):
            if line:
                spaces = [
                    cell
                    for cell, space in seat.spaces().items()
                    if cell[0] == number and cell not in seat.dome and space in (line[0], "j")
                ]
                row = "abc"[(number - 1) // 2]
                beside = sum(row + column in seat.plates for column in "123")
                assert (len(line) < number) if spaces else beside < 3


def assert_deal(game: NaiveDuel, before: NaiveDuel) -> None:
    """What must hold after the deal that begins a round."""
    unseen = {1: 13, 2: 9, 3: 5, 4: 1, 5: 0}
    if game.round_number:
        assert_start_of_round(before)
        assert len(game.display) == (0 if game.round_number == 5 else 3)
        for seat in (-1, 0, 1):  # #104
            assert len(possible_unseen(game.view(seat))) == unseen[game.round_number]
        if game.round_number == 5:  # #105
            assert game.unseen.total() == 4
            assert {factory.chip for factory in game.small} == {"?"}


def play_out(seed: int, goals: tuple[str, ...]) -> tuple[NaiveDuel, Counter[str]]:
    rng = random.Random(seed)
    game = NaiveDuel(seed % 2, goals)
    seen: Counter[str] = Counter()
    while game.awaiting != "end":
        before = game.copy()
        seen[game.what] += 1
        if game.awaiting == "deal":
            draw = game.random_deal(rng)
            assert draw
            if before.what == "deal":
                assert_deal(game, before)
        else:
            seen["one choice"] += game.what not in ("act", "start") and len(game.legal_moves()) < 2
            move = chosen(game, rng)
            game.play(move)
            seen["known plate drawn"] += move == "draw" and before.stack == 0
        assert_invariants(game)
        assert_text(game)
    return game, seen


GOALS_IN_TURN = [("H", "V", "D"), ("C5", "OUT", "COR", "SPE"), ("H", "OUT", "MULTI"), GOALS[1::2]]


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_ends_after_five_rounds_with_one_winner(seed: int) -> None:
    game, seen = play_out(seed, GOALS_IN_TURN[seed % 4])
    assert (game.round_number, seen["deal"], seen["refill"]) == (5, 5, 2)
    assert seen["one choice"] == 0
    assert game.unseen.total() == 0
    assert [len(seat.plates) for seat in game.seats] == [9, 9]
    assert len(game.winners()) == 1
    winner = game.winners()[0]
    assert game.scores[winner] == max(game.scores)
    for seat in (0, 1):
        assert sum(game.breakdown(seat).values()) == game.scores[seat]
        assert set(game.goals) <= set(game.breakdown(seat))
        assert game.breakdown(seat).get("floor_at_0", 1) > 0
        assert game.seats[seat].taken == 2


def test_random_games_meet_every_kind_of_question() -> None:
    seen: Counter[str] = Counter()
    for seed in range(100, 106):
        seen += play_out(seed, ("H", "V", "D"))[1]
    assert set(seen) >= {
        *("deal", "refill", "top", "fronts", "reveal", "start", "act", "place"),
        *("draw", "keep", "return", "pile", "chips", "target", "known plate drawn"),
    }


def test_texts_that_are_not_positions_are_refused() -> None:
    text = begun().text()
    for wrong in (
        text.replace("| tower - ", ""),
        text.replace("tower -", "tower T0"),
        text.replace("bag ", "sack "),
        text.replace("display S3 J3 J4", "display J3 S3 J4"),
        text.replace("score 5 earned", "earned"),
        text.replace("unseen B2", "unseen 2"),
    ):
        assert wrong != text
        with pytest.raises(ValueError):
            NaiveDuel.from_text(wrong)


def test_orders_of_three_plates_are_all_different() -> None:
    game = begun()
    for kind in ("j", "s", "j", "s"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S2S9J8J9")
    game.play("J9")
    game.play("@a1r0")
    lots = set()
    for order in permutations(("S2", "S9", "J8")):
        after = game.copy()
        after.play(f"_{order[0]}")
        after.play(f"_{order[1]}")
        assert after.under == [(0, list(order))]
        lots.add(after.text())
    assert len(lots) == 6
