"""What searches ask of the classic game: twins, bounds, keys, guesses and judgements."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tests.kit.builders import position
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiling.compiled import COUNT
from tilewright.games.classic import evaluate, keys, searching
from tilewright.play import entries

pytestmark = pytest.mark.rules

RULE_SETS = ("classic", "classic-grey", "crystal-1", "crystal-2")


def search_moves(game: tilewright.Game) -> list[str]:
    codes = np.zeros(game.room.moves.most, dtype=COUNT)
    n = searching.search_moves(game.state[0], codes)
    return [str(game.move(int(code))) for code in codes[:n]]


def evaluated(game: tilewright.Game) -> tuple[float, list[float]]:
    points = np.zeros(4)
    left = evaluate.evaluate(game.state.copy()[0], points, evaluator_of(game)[0])
    return left, points[: game.players].tolist()


def test_of_equal_factories_only_the_first_is_searched() -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal("BBYR RYBB KKWW WWKK BBBB")

    searched = search_moves(game)

    assert {move[0] for move in searched} == {"1", "3", "5"}
    assert len(searched) == (3 + 2 + 1) * 6
    assert len(game.legal_moves) == (3 + 3 + 2 + 2 + 1) * 6


def test_without_equal_factories_every_move_is_searched() -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal("BBYR RYBK KKWW WWKB BBBB")

    assert search_moves(game) == [str(move) for move in game.legal_moves]


def test_empty_factories_are_nobodys_twins() -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal("BBYR KKWW YYYK RRBW WWWB")
    game.play("1B2")
    game.play("2K2")

    assert search_moves(game) == [str(move) for move in game.legal_moves]


def test_columns_of_a_free_wall_are_all_searched() -> None:
    game = tiling()

    assert search_moves(game) == [str(move) for move in game.legal_moves]
    assert searching.plies_left(game.state[0]) == 0


def tiling(rule_set: str = "crystal-1") -> tilewright.Game:
    """A position in which somebody chooses a column."""
    game = tilewright.new_game(rule_set, seed=2)
    while "@" not in str(game.legal_moves[0]):
        game.play(game.legal_moves[0])
    return game


def test_no_line_of_drafting_is_longer_than_the_bound() -> None:
    """Each move takes at least one group away and none comes new."""
    for seed in range(6):
        game = tilewright.new_game(seed=seed)
        bound = searching.plies_left(game.state[0])
        while game.round_number == 1:
            assert searching.plies_left(game.state[0]) <= bound
            game.play(game.legal_moves[(seed * 7) % len(game.legal_moves)])
            bound -= 1
        assert bound >= 0


def test_nothing_is_left_when_nobody_drafts() -> None:
    assert searching.plies_left(tilewright.new_game(auto_deal=False).state[0]) == 0


def test_the_order_of_factories_does_not_change_the_key_and_their_tiles_do() -> None:
    found = []
    for draw in ("BBYR KKWW YYYK RRBW WWWB", "KKWW RRBW YYYK BBYR WWWB", "BBYR KKWW YYYK RRBW WWWK"):
        game = tilewright.new_game(auto_deal=False)
        game.deal(draw)
        found.append(int(keys.key(game.state[0])))

    assert found[0] == found[1] != found[2]


def test_two_pairs_of_equal_factories_do_not_cancel_out() -> None:
    found = set()
    for draw in ("BBBB BBBB YYYY YYYY WWWW", "KKKK KKKK YYYY YYYY WWWW", "BBBB BBBB RRRR RRRR WWWW"):
        game = tilewright.new_game(auto_deal=False)
        game.deal(draw)
        found.add(int(keys.key(game.state[0])))

    assert len(found) == 3


def test_who_has_the_marker_changes_the_key_also_where_no_floor_shows_it() -> None:
    """R3.7 With full floors only the marker's holder differs."""
    full = {0: "K7", 1: "Y7"}
    holders = [position(floors=full, marker=seat, factories="B").state[0] for seat in (0, 1)]
    assert len({int(keys.key(state)) for state in holders}) == 2


def test_every_position_of_a_game_has_its_own_key() -> None:
    """Two positions share a key only if they share all that bears on the rest of the round."""
    found: set[tuple[int, str]] = set()
    for seed in range(3):
        game = tilewright.new_game("classic", seed=seed)
        while game.awaiting != "end":
            found.add((int(keys.key(game.state[0])), game.text))
            game.play(game.legal_moves[(seed + len(game.events)) % len(game.legal_moves)])
    assert len({key for key, _ in found}) == len({text for _, text in found}) == len(found) > 100


def test_the_same_lines_in_front_of_another_seat_are_another_position() -> None:
    one = position(lines={0: "- - B2 - -"}, factories="YYYY KKKK RRRR WWWW YYKK")
    other = position(lines={1: "- - B2 - -"}, factories="YYYY KKKK RRRR WWWW YYKK")

    assert keys.key(one.state[0]) != keys.key(other.state[0])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2B2", "2B1"),  # fills a line without waste
        ("2B2", "2BF"),
        ("2B2", "2B5"),
        ("3W4", "3WF"),
    ],
)
def test_a_move_that_wastes_less_looks_better(better: str, worse: str) -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal("YYYK BBKR WWWW RRYY KKKY")

    def prior(notation: str) -> float:
        return float(searching.prior(game.state[0], game.parse(notation).code, evaluator_of(game)[0]))

    assert prior(better) > prior(worse)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_first_take_from_the_centre_pays_a_space_and_gains_the_start(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, auto_deal=False)
    game.deal("YYYK BBKR WWWW RRYY KKKY")
    game.play("1K1")

    with_marker = float(searching.prior(game.state[0], game.parse("0Y3").code, evaluator_of(game)[0]))
    without = float(searching.prior(game.state[0], game.parse("5K3").code, evaluator_of(game)[0]))

    assert with_marker != without


def test_a_column_that_scores_more_looks_better() -> None:
    game = position("classic-grey", walls={0: "B.... .R... ..... ..... ....."}, lines={0: "K1 - - - -"}, what="tile 1")

    scores = {
        str(move): float(searching.prior(game.state[0], move.code, evaluator_of(game)[0])) for move in game.legal_moves
    }

    assert max(scores, key=scores.__getitem__) == "1@2"


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_finished_game_is_worth_its_points(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=3)
    bot = tilewright.bot("random", seed=3)
    while game.awaiting != "end":
        game.play(bot.choose(game.view(game.to_move or 0)).move)

    left, points = evaluated(game)

    assert left == 0.0
    assert points == list(game.scores)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_round_that_ends_the_game_is_judged_exactly(rule_set: str) -> None:
    """One tile is left and the row is complete in all but name: the judgement is the final score."""
    game = position(
        rule_set,
        walls={0: "BYRK. ..... ..... ..... ....."},
        lines={0: "W1 - - - -"},
        factories="B - - - -",
        scores={0: 10},
    )
    left, points = evaluated(game)
    game.play("1BF")
    while game.awaiting == "move":
        game.play(game.legal_moves[0])

    assert left == 0.0
    # The last blue tile falls on the floor of seat 0, which the judgement before the move could not know.
    assert game.ending == "row complete"
    assert points[0] - game.scores[0] == 1


def test_on_a_free_wall_every_colour_of_a_cell_is_another_board() -> None:
    """What was found for one board must not be answered for another."""
    board = tilewright.new_game("classic-grey").state.copy()[0].boards[0]
    found = [keys.wall_key(board)]
    for colour in range(5):
        board.wall[2, 3] = colour
        found.append(keys.wall_key(board))
    assert len(set(found)) == 6


def test_judging_looks_boards_up_again() -> None:
    """The second judgement of a position comes from memory and is the same."""
    game = tilewright.new_game("crystal-2", seed=5)
    for _ in range(25):
        game.play(game.legal_moves[len(game.events) % 5 % len(game.legal_moves)])
    evaluators, points, again = evaluator_of(game), np.zeros(4), np.zeros(4)

    evaluate.evaluate(game.state.copy()[0], points, evaluators[0])
    assert evaluators[0].memo.any()
    evaluate.evaluate(game.state.copy()[0], again, evaluators[0])

    assert points.tolist() == again.tolist()


def test_more_on_the_lines_is_worth_more_and_a_floor_less() -> None:
    def value(**own: dict[int, str]) -> float:
        # The other seat's row settles how many rounds are left, whatever this seat does.
        walls = {1: "BYR.. ..... ..... ..... ....."}
        game = position(factories="YYYY KKKK RRRR WWWW YYKK", walls=walls, scores={0: 20}, **own)  # type: ignore[arg-type]
        return evaluated(game)[1][0]

    empty, half, full = value(), value(lines={0: "- - - B3 -"}), value(lines={0: "- - - B4 -"})
    floor = value(floors={0: "B3"})

    assert full > half > empty > floor
    assert empty - floor == pytest.approx(4.0)


def test_who_starts_the_next_round_is_worth_something() -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal("YYYK BBKR WWWW RRYY KKKY")
    assert evaluated(game)[1][0] - evaluated(game)[1][1] == pytest.approx(float(evaluator_of(game)[0].weights.starter))
    game.play("1K1")
    game.play("0Y3")  # takes the marker, which costs a point

    assert entries.winners(game.state) == 0
    assert game.state[0].marker == 1


def test_a_line_that_fits_no_column_falls_in_the_judgement_too() -> None:
    """G04 as the judgement sees it: both tiles on the floor, nothing on the wall."""
    walls = {0: "....Y BRK.. ..... ..... ...Y."}
    game = position("classic-grey", walls=walls, lines={0: "- Y2 - - -"}, factories="WWWW", scores={0: 9})
    states = game.state.copy()

    evaluate.tile(states[0], states[0].boards[0], 2.0, evaluator_of(game)[0].weights)

    assert states[0].boards[0].floor == 2
    assert states[0].boards[0].score == 9
    assert states[0].boards[0].line_count.tolist() == [0] * 5


def test_a_full_line_that_waits_for_its_turn_is_as_good_as_placed() -> None:
    """While line 2 is tiled, a full line 3 must promise more than one that still misses a tile."""

    def chance(lines: str) -> float:
        game = position("classic-grey", lines={0: lines}, factories="WWWW")
        weights = evaluator_of(game)[0].weights
        return float(evaluate.fill_chance(game.state[0], game.state[0].boards[0], 2, 0, 3.0, weights))

    assert chance("- Y2 R3 - -") > chance("- Y2 R2 - -") > 0.0


def test_one_mind_judges_as_fresh_ones_do() -> None:
    """The same board with more or fewer rounds to come must not be taken for itself."""
    walls = ("BYR.. ..... ..... ..... .....", "B.... ..... ..... ..... .....")
    games = [
        position("classic-grey", walls={0: walls[1], 1: other}, lines={0: "- - B2 - -"}, factories="WWWW")
        for other in walls
    ]
    one = evaluator_of(games[0])
    for game in games:
        fresh, again = np.zeros(4), np.zeros(4)
        evaluate.evaluate(game.state.copy()[0], fresh, evaluator_of(game)[0])
        evaluate.evaluate(game.state.copy()[0], again, one[0])
        assert fresh.tolist() == again.tolist()
