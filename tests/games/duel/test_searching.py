"""What searches ask of the duel: guesses, keys, judgements, and an opponent that knows no more than its seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tests.games.duel.kit import BARE, FULL, OTHER_FULL, ROOM, laid, random_play, seat
from tests.games.duel.twins import twin
from tests.kit.evaluators import evaluator_of
from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import COUNT, INTERPRETED, Records, rule
from tilewright.core.contract.dice import dice
from tilewright.games.duel.search import evaluate, expectation, keys, searching
from tilewright.play import entries
from tilewright.play.game import Game
from tilewright.play.position import Position

pytestmark = pytest.mark.rules

ACTING = "round 2 first 0 marker - turn 0 act"
LAST = "round 5 first 0 marker - turn 0 act"
GOALS = ("H V D", "C5 OUT COR SPE", "H OUT D MULTI")


def prior(game: Game, notation: str) -> float:
    return float(searching.prior(game.state[0], game.parse(notation).code, evaluator_of(game)[0]))


def evaluated(game: Position) -> tuple[float, list[float]]:
    points = np.zeros(4)
    left = float(evaluate.evaluate(game.state.copy()[0], points, evaluator_of(game)[0]))
    return left, points[:2].tolist()


def value(board: str, *, goals: str = "H V D", turn: str = ACTING, **parts: str) -> float:
    """What the game is expected to bring to seat 0 with this board, in front of a bare one."""
    return evaluated(laid(board, seat(), goals=goals, turn=turn, **parts))[1][0]


# -- moves ------------------------------------------------------------------------------------------


def test_every_legal_move_is_searched_and_chance_may_always_come() -> None:
    codes = np.zeros(ROOM.moves.most, dtype=COUNT)
    for game in random_play([1]):
        n = searching.search_moves(game.state[0], codes)
        assert codes[:n].tolist() == [move.code for move in game.legal_moves]
        assert searching.plies_left(game.state[0]) == 0


def test_every_move_of_a_game_has_a_prior_of_some_points() -> None:
    for game in random_play([2] if INTERPRETED else [2, 3]):
        for move in game.legal_moves[:: 3 if INTERPRETED else 1]:
            assert -15 < searching.prior(game.state[0], move.code, evaluator_of(game)[0]) < 25


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("1B3", "1B1"),  # fills the line, breaks nothing
        ("1B3", "1B5"),  # row 5 has no space yet
        ("1B3", "1BX"),
        ("1B4", "1BX"),
        ("1B5", "1BX"),
        ("1K2", "1K1"),  # row 1 is walled and has no black space
        ("2Y2", "LY2"),  # the last tiles of the large sun bring the first-player tile
        ("2Y2", "0Y2"),  # so do the first of the large moon
    ],
)
def test_a_take_that_brings_more_looks_better(better: str, worse: str) -> None:
    board = seat(plates="S1r0 J1r0 J7r0 S4r0 - - - - -", lines="- - B1 - - -")
    game = laid(
        board, seat(), small=f"BBKK/-/? Y/RY/? {BARE} -/RY/?", large="Y/YR", unseen="B2 Y1", turn=ACTING, bag="B3"
    )
    assert prior(game, better) > prior(game, worse)


def test_in_the_last_round_the_first_player_tile_only_costs() -> None:
    def marked(turn: str) -> float:
        return prior(laid(seat(plates=FULL), seat(plates=OTHER_FULL), large="-/YR", turn=turn), "0YX")

    assert marked(LAST) < marked("round 4 first 0 marker - turn 0 act")


def test_a_plate_that_lines_wait_for_looks_better_and_chips_and_draws_have_their_price() -> None:
    board = seat(9, tokens=1, plates="- - - - - - S6r0 S8r0 -", lines="- - - - R5 -")
    game = laid(board, seat(), display="S1 S3", stack="5 s", small="-/-/K", turn=ACTING)
    assert prior(game, "S1") > prior(game, "S3") > prior(game, "draw")
    assert prior(game, "C1") == searching.CHIP
    game.play("draw")
    game.deal("s")
    assert prior(game, "stop") > prior(game, "draw")


def test_a_plate_is_laid_where_it_is_of_use() -> None:
    board = seat(
        plates="S2r0 - - - - - S6r0 S8r0 -", lines="- - - - R5 -", dome="YB.... ...... ...... ...... ...... ......"
    )
    game = laid(board, seat(), turn="round 2 first 0 marker - turn 0 place S1")
    assert prior(game, "@c3r0") > prior(game, "@b3r0")  # red in row 5
    assert prior(game, "@a2r0") > prior(game, "@a3r0")  # beside tiles


def test_the_tile_that_completes_a_plate_looks_better() -> None:
    board = seat(
        plates="S1r0 J1r0 J7r0 - - - - - -", lines="R1 - - - - -", dome=".B.... Y..... ...... ...... ...... ......"
    )
    game = laid(board, seat(), turn="round 2 first 0 marker - turn 0 target 1")
    looks = {str(move): prior(game, str(move)) for move in game.legal_moves}
    assert len(looks) > 1
    assert max(looks, key=looks.__getitem__) == "1@1"


# -- keys -------------------------------------------------------------------------------------------


def test_positions_share_a_key_only_when_they_are_alike() -> None:
    found: set[tuple[int, str]] = set()
    for game in random_play([4, 5]):
        found.add((int(keys.key(game.state[0])), game.text))
    assert len({key for key, _ in found}) == len({text for _, text in found}) == len(found) > 200


@pytest.mark.parametrize("field", ["goals", "awaiting", "step", "first", "to_move", "marker", "line", "plate", "top"])
def test_every_number_of_a_position_is_part_of_its_key(field: str) -> None:
    states = laid(turn=ACTING).state.copy()
    before = int(keys.key(states[0]))
    states[0][field] += 1
    assert int(keys.key(states[0])) != before


def test_the_order_of_small_factories_does_not_change_the_key() -> None:
    def key(small: str) -> int:
        return int(keys.key(laid(small=small, unseen="B2 Y1", turn=ACTING).state[0]))

    assert key("BBKK/-/? -/YK/? -/-/TY") == key("-/-/TY BBKK/-/? -/YK/?")
    assert key("BBKK/-/? -/YK/? -/-/TY") != key("BBKK/-/? -/KY/? -/-/TY")


def test_the_factory_whose_pile_is_being_built_is_part_of_the_key() -> None:
    small = "BBKK/-/? YYRR/-/?"
    one, other = (laid(small=small, turn=f"round 2 first 0 marker - turn 0 pile {factory}") for factory in (1, 2))
    assert keys.key(one.state[0]) != keys.key(other.state[0])


# -- judgement --------------------------------------------------------------------------------------


def test_a_finished_game_is_worth_its_points_and_no_other_is_judged_as_over() -> None:
    for number, game in enumerate(random_play([6])):
        if INTERPRETED and number % 5 and game.awaiting != "end":
            continue
        left, points = evaluated(game)
        assert (left == 0.0) == (game.awaiting == "end")
        assert 0.0 <= left <= 5.0
        assert all(0.0 <= one < 200.0 for one in points)
    assert points == list(game.scores)


@pytest.mark.parametrize("goals", GOALS)
def test_when_nothing_more_can_come_the_judgement_is_the_score(goals: str) -> None:
    """The last chip is on the table: whoever takes it, both domes and all losses stay as they are."""
    dome = "RB.YK. Y*.K.. ...... ...... YB.... R*...."
    one = seat(30, taken=2, plates=FULL, dome=dome, broken="B2")
    game = laid(
        one, seat(20, plates=OTHER_FULL), goals=goals, small="-/-/K", turn="round 5 first 0 marker 1 turn 1 act"
    )
    _, points = evaluated(game)
    game.play("C1")
    assert game.awaiting == "end"
    assert points == pytest.approx(list(game.scores))


def test_lines_are_worth_more_the_fuller_they_are_and_broken_tiles_cost() -> None:
    def holding(lines: str = "- - - - - -", broken: str = "-") -> float:
        board = seat(20, plates="- - - S4r0 - - - - -", lines=lines, broken=broken)
        return value(board, large="BBBKK/-", bag="Y9")

    assert holding("- - B3 - - -") > holding("- - B2 - - -") > holding("- - B1 - - -")
    assert holding("- - - - T5 -") > holding("- - - - T3 -")  # waits for a plate
    assert holding() - holding(broken="B3") == pytest.approx(6.0)


def test_a_line_that_has_no_space_breaks() -> None:
    plates = "S1r0 S2r0 S4r0 - - - - - -"
    assert value(seat(20, plates=plates, lines="T1 - - - - -")) == pytest.approx(
        value(seat(20, plates=plates, broken="T1"))
    )


def test_tiles_that_are_not_there_fill_no_line_in_the_last_round() -> None:
    board = seat(20, plates=FULL, lines="- - - - K3 -")
    enough, too_few = (value(board, large=f"{tiles}/-", turn=LAST) for tiles in ("KKBBB", "KBBBB"))
    assert enough > too_few


def test_chips_complete_lines_in_the_last_round() -> None:
    def with_chips(chips: str, lines: str = "- - - B3 - -") -> float:
        plates = "J1r0 J2r0 J3r0 S4r0 S1r0 S5r0 J6r0 J7r0 J8r0"
        return value(seat(20, taken=2, chips=chips, plates=plates, lines=lines), goals="C5 OUT D", turn=LAST)

    assert with_chips("B1 KB1") > with_chips("B1 R1") == with_chips("-")
    assert with_chips("B1 R1 K1") == with_chips("R1 Y1 K1") == with_chips("B1 KB1")
    assert with_chips("B2 R1 Y1 K1", "- - - B2 - -") == with_chips("B2 KB2", "- - - B2 - -") > with_chips("-")


def test_chips_being_spent_count_as_spent() -> None:
    """The search may stop in the middle of spending chips: the line is as good as full."""
    plates = "J1r0 J2r0 J3r0 S4r0 S1r0 S5r0 J6r0 J7r0 J8r0"
    turn = "round 2 first 0 marker - turn 0 target 4"
    lines = "- - - B3 - -"
    board = seat(20, plates=plates, lines=lines)
    assert value(board, turn=turn) > value(board)


def test_the_column_that_helps_a_special_space_is_taken() -> None:
    dome = "...... ...... ...... ...... .B.... K....."
    board = laid(seat(plates=FULL, dome=dome), seat()).state[0].boards[0]
    assert expectation.plate_bonus(board, 4, 0) > expectation.plate_bonus(board, 4, 2) == 0
    assert expectation.plate_bonus(laid(seat(plates=OTHER_FULL), seat()).state[0].boards[0], 0, 0) == 0


def test_who_starts_next_and_who_must_draw_from_the_stack() -> None:
    weights = evaluator_of(laid(turn=ACTING))[0].weights
    start = evaluated(laid(turn=ACTING))[1]
    assert start[0] - start[1] == pytest.approx(float(weights.starter))
    held = evaluated(laid(turn="round 2 first 0 marker 1 turn 0 act"))[1]
    assert held[1] - held[0] == pytest.approx(float(weights.starter) - 2)
    short = evaluated(laid(seat(tokens=1), seat(), stack="5 s", turn=ACTING))[1]
    assert short[0] == pytest.approx(start[0] - weights.plate_cost)
    shown = evaluated(laid(seat(tokens=1), seat(), stack="5 s", display="S1", turn=ACTING))[1]
    assert shown == start


@pytest.mark.parametrize(
    ("goals", "better", "worse"),
    [
        ("H OUT D", "BYRKT. ...... ...... ...... ...... ......", "BYR... ..KT.. ...... ...... ...... ......"),
        ("C5 OUT D", "BYRK.. ...... ...... ...... ...... ......", "BBBB.. ...... ...... ...... ...... ......"),
        ("H V COR", "...... ...... ...... ...... BY.... K.....", "...... ...... ...... ...... ..BY.. ..K..."),
        ("H OUT MULTI", "...... B.B.B. ...... ...... ...... ......", "...... .B.B.B ...... ...... ...... ......"),
    ],
)
def test_goals_on_their_way_are_worth_something(goals: str, better: str, worse: str) -> None:
    """Compared with the same dome where other goals are in use."""

    def gain(dome: str) -> float:
        board = seat(20, plates="J1r1 J2r1 J3r1 J4r1 J5r1 J6r1 J7r1 J8r1 J9r1", dome=dome)
        without = {"H OUT D": "V OUT D", "C5 OUT D": "OUT D", "H V COR": "H V", "H OUT MULTI": "H OUT"}[goals]
        return value(board, goals=goals) - value(board, goals=without)

    assert gain(better) > gain(worse)


# -- views ------------------------------------------------------------------------------------------


def test_every_view_can_be_judged_wherever_its_moves_lead() -> None:
    """A view has plates without fronts; nothing asks for them."""
    for number, game in enumerate(random_play([8], draws=0.6)):
        if INTERPRETED and number % 12:
            continue
        for watcher in (0, 1, -1):
            left, points = evaluated(game.view(watcher))
            assert (left, points) == evaluated(game)
        if game.to_move is not None:
            view = game.view(game.to_move)
            for move in view.legal_moves[::7]:
                after = view.state.copy()
                entries.play(after, move.code)
                evaluated(Position(view.rule_set, after))


@rule
def twins(states: Records, watcher: int, rng: Any) -> None:
    twin(states[0], watcher, rng)


@pytest.mark.slow
def test_the_thinker_plays_the_same_whatever_its_seat_may_not_know() -> None:
    """Two tables that differ only in hidden plates, the same dice, the same number of positions: the same choice."""
    different = 0
    for game in random_play(range(9, 13), draws=0.7):
        other = game.state.copy()
        twins(other, max(0, game.state[0].to_move), dice(len(game.events)))
        if game.to_move is None or other.tobytes() == game.state.tobytes():
            continue
        different += 1
        if different % 7 == 1:
            one, two = (
                Thinker(nodes=200, seed=1).choose(Position(game.rule_set, states).view(game.to_move))
                for states in (game.state, other)
            )
            assert one.move == two.move
            assert one.candidates == two.candidates
            assert one.variation == two.variation
    assert different > 10


@pytest.mark.slow
def test_the_thinker_beats_the_simple_opponent() -> None:
    won = 0
    for seed in range(4):
        game = tilewright.new_game("duel", 2, seed=seed)
        players = [tilewright.bot("greedy", seed=seed), tilewright.bot("greedy", seed=seed)]
        thinker = Thinker(nodes=400, seed=seed)
        while game.to_move is not None:
            view = game.view(game.to_move)
            mine = game.to_move == seed % 2
            game.play((thinker.choose(view) if mine else players[game.to_move].choose(view)).move)
        won += game.winners == (seed % 2,)
    assert won >= 3
