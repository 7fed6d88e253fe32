"""What searches ask of Summer Pavilion: twins, bounds, keys, guesses and judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import tilewright
from tests.games.pavilion.builder import laid
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiling.compiled import COUNT, INTERPRETED
from tilewright.games.pavilion import evaluate, expectation, keys, searching
from tilewright.games.pavilion.components import DRAFTING

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.rules

RULE_SETS = ("pavilion", "pavilion-mono")
SUPPLY = "PPGGOOYYBR"
EVERY = 6 if INTERPRETED else 1  # judging takes a thousand times as long in the interpreter


def dealt(factories: str, rule_set: str = "pavilion") -> tilewright.Game:
    """A new game with these tiles on its factories; purple is the joker."""
    game = tilewright.new_game(rule_set, auto_deal=False)
    game.deal(f"{SUPPLY} {factories}")
    return game


def search_moves(game: tilewright.Game) -> list[str]:
    codes = np.zeros(game.room.moves.most, dtype=COUNT)
    n = searching.search_moves(game.state[0], codes)
    return [str(game.move(int(code))) for code in codes[:n]]


def evaluated(game: tilewright.Game) -> tuple[float, list[float]]:
    points = np.zeros(4)
    left = evaluate.evaluate(game.state.copy()[0], points, evaluator_of(game)[0])
    return left, points[: game.players].tolist()


def prior(game: tilewright.Game, notation: str) -> float:
    return float(searching.prior(game.state[0], game.parse(notation).code, evaluator_of(game)[0]))


def played(rule_set: str, players: int, seed: int) -> Iterator[tilewright.Game]:
    """A game played at random, handed out again at every position up to the end."""
    game = tilewright.new_game(rule_set, players, seed=seed)
    bot = tilewright.bot("random", seed=seed)
    while game.to_move is not None:
        yield game
        game.play(bot.choose(game.view(game.to_move)).move)
    yield game


# -- twins, bounds, keys ------------------------------------------------------------------------


def test_of_equal_factories_only_the_first_is_searched() -> None:
    game = dealt("GGOY YOGG BBRR RRBB GGGG")

    assert {move[0] for move in search_moves(game)} == {"1", "3", "5"}
    assert len(search_moves(game)) == 3 + 2 + 1
    assert len(game.legal_moves) == 3 + 3 + 2 + 2 + 1


def test_without_equal_factories_every_move_is_searched() -> None:
    game = dealt("GGOY YOGB BBRR RRBG GGGG")

    assert search_moves(game) == [str(move) for move in game.legal_moves]


def test_empty_factories_are_nobodys_twins() -> None:
    game = dealt("GGOY BBRR YYYB RRGO OOOG")
    game.play("1G")
    game.play("2B")

    assert search_moves(game) == [str(move) for move in game.legal_moves]


def test_placings_are_all_searched() -> None:
    game = laid(hands=("GGGPP", "R"))

    assert search_moves(game) == [str(move) for move in game.legal_moves]
    assert searching.plies_left(game.state[0]) == 0


@pytest.mark.parametrize(
    ("factories", "most"),
    [
        ("GGOY BBRR YYYB RRGO OOOG", 3 + 2 + 2 + 3 + 2),
        ("PGGG BBBB RRRR OOOO YYYY", 5),  # the joker comes with the green ones
        ("PPGG BBBB RRRR OOOO YYYY", 5 + 1),  # the other one may be taken alone
        ("PPPP BBBB RRRR OOOO YYYY", 4 + 4),
    ],
)
def test_a_joker_may_need_a_move_of_its_own(factories: str, most: int) -> None:
    """R2.5, R2.6 One joker comes with another colour; left alone each takes a turn."""
    assert searching.plies_left(dealt(factories).state[0]) == most


def test_jokers_in_the_centre_go_with_its_colours() -> None:
    game = dealt("PPGO BBBB RRRR OOOO YYYY")
    game.play("1G")

    assert searching.plies_left(game.state[0]) == 1 + 4


@pytest.mark.parametrize("players", [2, 4])
def test_no_line_of_drafting_is_longer_than_the_bound(players: int) -> None:
    """Each move makes the bound smaller, and it is 0 only when drafting is over."""
    for seed in range(2):
        bound = 99
        for game in played("pavilion", players, seed):
            state = game.state[0]
            if state.phase == DRAFTING:
                assert 0 < searching.plies_left(state) < bound
                bound = int(searching.plies_left(state))
            else:
                assert searching.plies_left(state) == 0
                bound = 99


def test_nothing_is_left_before_the_deal() -> None:
    assert searching.plies_left(tilewright.new_game("pavilion", auto_deal=False).state[0]) == 0


def test_the_order_of_factories_does_not_change_the_key_and_their_tiles_do() -> None:
    draws = ("GGOY BBRR YYYB RRGO OOOG", "BBRR RRGO YYYB GGOY OOOG", "GGOY BBRR YYYB RRGO OOOB")
    one, same, other = (int(keys.key(dealt(draw).state[0])) for draw in draws)

    assert one == same != other


def test_two_pairs_of_equal_factories_do_not_cancel_out() -> None:
    draws = ("BBBB BBBB YYYY YYYY RRRR", "GGGG GGGG YYYY YYYY RRRR", "BBBB BBBB OOOO OOOO RRRR")

    assert len({int(keys.key(dealt(draw).state[0])) for draw in draws}) == 3


def test_every_position_of_drafting_has_its_own_key() -> None:
    """Two positions share a key only if they share all that bears on the rest of the drafting."""
    found: set[tuple[int, str]] = set()
    for rule_set in RULE_SETS:
        for game in played(rule_set, 2, 1):
            if game.state[0].phase == DRAFTING:
                found.add((int(keys.key(game.state[0])), game.text))
    assert len({key for key, _ in found}) == len({text for _, text in found}) == len(found) > 100


def test_what_the_token_cost_belongs_to_the_position() -> None:
    """R2.8 The same tiles on the table and in hand, but another score."""
    one, other = (laid(what="draft", centre="GG", token=0, scores=(score, 5)) for score in (4, 3))

    assert keys.key(one.state[0]) != keys.key(other.state[0])


def test_the_same_hand_in_front_of_another_seat_is_another_position() -> None:
    one = laid(what="draft", centre="GG", token=0, hands=("OO", ""))
    other = laid(what="draft", centre="GG", token=0, hands=("", "OO"))

    assert keys.key(one.state[0]) != keys.key(other.state[0])


# -- guesses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("better", "worse"), [("1G", "1O"), ("4R", "1O"), ("4R", "2B"), ("5P", "1O")])
def test_more_tiles_and_jokers_look_better(better: str, worse: str) -> None:
    game = dealt("GGOY BBRR YYYB PRRO PPPP")

    assert prior(game, better) > prior(game, worse)


def test_the_token_costs_as_many_points_as_tiles() -> None:
    """R2.8 Who takes it first pays and starts the next round; later takes are free."""
    first = laid(what="draft", centre="GG", token="-")  # noqa: S106 - a token of the game
    later = laid(what="draft", centre="GG", token=1)

    assert prior(later, "0G") - prior(first, "0G") == pytest.approx(2 - float(evaluator_of(first)[0].weights.starter))


def test_a_longer_arc_and_fewer_jokers_look_better() -> None:
    game = laid(hands=("GGGGPP", "R"), stars=("G1 G2", ""))

    assert prior(game, "G3") > prior(game, "G4")
    assert prior(game, "G3") > prior(game, "G3+1") > prior(game, "G3+2")


def test_in_the_last_round_a_star_that_can_be_completed_looks_best() -> None:
    game = laid(hands=("OOOOOORR", "R"), stars=("O1 O2 O3 O4 O5", ""), round_number=6)

    assert (
        max(
            game.legal_moves, key=lambda move: searching.prior(game.state[0], move.code, evaluator_of(game)[0])
        ).notation
        == "O6"
    )


def test_passing_with_many_tiles_looks_bad() -> None:
    many, few = laid(hands=("GGGGGG", "R")), laid(hands=("GGGG", "R"))

    assert prior(many, "pass") == -2.0
    assert prior(few, "pass") == 0.0
    assert prior(few, "discard") < 0.0


def test_of_bonus_tiles_jokers_look_best() -> None:
    game = laid(hands=("PPY", "R"), stars=("P1 O3 O4", ""))
    game.play("P2")

    assert prior(game, "*P") > prior(game, "*Y") > prior(game, "*G")


def test_of_tiles_to_be_kept_the_next_joker_looks_best() -> None:
    game = laid(what="keep", hands=("PPPPGGOO", "R"), stars=("P* C1:P", ""))

    assert prior(game, "=G") > prior(game, "=O") > prior(game, "=P") > prior(game, "done")


# -- judgements ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_finished_game_is_worth_its_points(rule_set: str, players: int) -> None:
    """R7 Before the end rounds are still to come; then there is nothing left to guess."""
    for number, game in enumerate(played(rule_set, players, 3)):
        if game.awaiting == "end" or number % EVERY == 0:
            left, points = evaluated(game)
            assert (left == 0.0) == (game.awaiting == "end")

    assert points == list(game.scores)


def test_judging_looks_boards_up_again() -> None:
    """The second judgement of a position comes from memory and is the same."""
    game = laid(hands=("GGGPP", "RRRB"), stars=("G1", "R1"))
    evaluators, points, again = evaluator_of(game), np.zeros(4), np.zeros(4)

    evaluate.evaluate(game.state.copy()[0], points, evaluators[0])
    assert evaluators[0].memo.any()
    evaluate.evaluate(game.state.copy()[0], again, evaluators[0])

    assert points.tolist() == again.tolist()


def test_both_sides_have_their_own_memory() -> None:
    """The same tiles in hand are worth something else on the other side of the board."""
    evaluators = evaluator_of(tilewright.new_game("pavilion"))
    found = []
    for rule_set in RULE_SETS:
        points = np.zeros(4)
        evaluate.evaluate(laid(rule_set=rule_set, hands=("GGGB", "R")).state.copy()[0], points, evaluators[0])
        found.append(points[0])

    assert found[0] != found[1]


def test_before_the_first_deal_all_seats_are_alike_but_for_the_start() -> None:
    game = tilewright.new_game("pavilion", 3, auto_deal=False)
    left, points = evaluated(game)

    assert left > 6.0
    assert (
        points[0] - float(evaluator_of(game)[0].weights.starter) == pytest.approx(points[1]) == pytest.approx(points[2])
    )


def test_who_is_to_move_may_expect_more_of_the_offer() -> None:
    mine = laid(what="draft", centre="GGOO", token=0, turn=0)
    yours = laid(what="draft", centre="GGOO", token=0, turn=1)

    assert evaluated(mine)[1][0] > evaluated(yours)[1][0]
    assert sum(evaluated(mine)[1]) == pytest.approx(sum(evaluated(yours)[1]))


def test_more_in_hand_is_worth_more_and_a_joker_more_than_another_tile() -> None:
    def value(hand: str) -> float:
        return evaluated(laid(hands=(hand, "R"), stars=("G1", "")))[1][0]

    assert value("GGP") > value("GG") > value("G")
    assert value("GP") > value("GB")


def test_bonus_tiles_not_taken_yet_count() -> None:
    """R4.5 Before and after a bonus tile is taken a board is worth about the same."""
    game = laid(hands=("PPY", "R"), stars=("P1 O3 O4", ""))
    game.play("P2")
    before = evaluated(game)[1][0]
    game.play("*G")
    game.play("*Y")

    assert evaluated(game)[1][0] == pytest.approx(before, abs=2.5)


def test_tiles_kept_are_worth_something_until_the_last_round() -> None:
    """R5.2, R7.4"""
    for round_number, gains in ((2, True), (6, False)):
        with_tiles = laid(hands=("", "R"), kept=("OO", ""), passed="0", turn=1, round_number=round_number)
        without = laid(hands=("", "R"), passed="0", turn=1, round_number=round_number)

        assert (evaluated(with_tiles)[1][0] > evaluated(without)[1][0]) == gains


def test_while_choosing_what_to_keep_every_tile_given_up_costs_a_point() -> None:
    """R5.2 Eight tiles, four of them kept; then one is lost more."""
    eight = laid(what="keep", hands=("PPGGOOYY", "R"))
    nine = laid(what="keep", hands=("PPPGGOOYY", "R"))

    assert evaluated(eight)[1][0] - evaluated(nine)[1][0] == pytest.approx(1.0)


def test_a_tile_that_no_star_takes_is_hardly_worth_keeping() -> None:
    useless = laid(hands=("", "R"), kept=("G", ""), passed="0", turn=1, stars=("G* C1:G", ""), round_number=3)
    useful = laid(hands=("", "R"), kept=("O", ""), passed="0", turn=1, stars=("G* C1:G", ""), round_number=3)

    assert evaluated(useful)[1][0] > evaluated(useless)[1][0]


def test_up_to_four_tiles_are_rather_kept_than_placed_badly() -> None:
    """A joker is too good to be spent for two points, until no round comes later."""
    left_in_hand = []
    for round_number, hand in ((5, "OB"), (6, "OR")):
        game = laid(hands=(hand, "R"), stars=("O1 B1 R1 C1:P C2:G", ""), round_number=round_number)
        states = game.state.copy()
        evaluate.spend(0, states[0].boards[0], 6 - round_number, evaluator_of(game)[0].weights)
        left_in_hand.append(int(states[0].boards[0].hand.sum()))

    assert left_in_hand == [2, 0]


def test_a_complete_star_counts_in_full_and_a_hopeless_one_not_at_all() -> None:
    """R7.2 After the last round there is nothing left to expect."""
    game = laid(stars=("G* P1 P2", ""), hands=("R", "R"), round_number=6)

    assert expectation.board_expectation(0, game.state[0].boards[0], 0, evaluator_of(game)[0].weights) == pytest.approx(
        18.0, abs=0.01
    )


@pytest.mark.parametrize(
    ("stars", "bonus"),
    [("P*:B", 15), ("P*:PGOYBR", 12), ("P1:B P2:B", 0), ("P1:B", 0)],
)
def test_a_star_of_the_monochrome_side_is_worth_what_it_has_become(stars: str, bonus: int) -> None:
    """R7.2"""
    game = laid(rule_set="pavilion-mono", stars=(stars, ""), hands=("R", "R"), round_number=6)

    assert expectation.board_expectation(1, game.state[0].boards[0], 0, evaluator_of(game)[0].weights) == pytest.approx(
        bonus, abs=0.01
    )


def test_the_nearer_a_bonus_is_the_more_it_counts() -> None:
    def expect(stars: str, left: int) -> float:
        game = laid(stars=(stars, ""), hands=("R", "R"))
        return float(expectation.board_expectation(0, game.state[0].boards[0], left, evaluator_of(game)[0].weights))

    assert expect("G1 G2 G3 G4", 1) > expect("G1 G2", 1) > expect("", 1)
    assert expect("G1 G2 G3 G4", 3) > expect("G1 G2 G3 G4", 1)
