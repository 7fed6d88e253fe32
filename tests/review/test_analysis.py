"""Reviews: what a game teaches, from one search for both the played and the best move."""

from __future__ import annotations

import tilewright
from tests.bots.test_simple import play
from tilewright.bots.thinker import Thinker
from tilewright.review.analysis import review


def test_a_greedy_player_loses_less_than_a_random_one() -> None:
    game = play("classic", ["greedy", "random"], 4)
    graded, summaries = review(game.record(), Thinker(nodes=1_500))

    assert all(one.points_lost >= 0 and one.chance_lost >= 0 for one in graded)
    assert summaries[0].points_lost < summaries[1].points_lost
    assert summaries[0].moves + summaries[1].moves == len(graded)
    assert all(one.best for one in graded)


def test_a_review_is_repeatable() -> None:
    record = play("classic-grey", ["greedy", "random"], 5).record()
    record.rounds = record.rounds[:1]
    record.result = None

    first, second = (review(record, Thinker(nodes=800))[0] for _ in range(2))

    assert first == second


def test_a_move_from_an_equal_factory_is_graded_as_its_twin() -> None:
    game = tilewright.new_game("classic", auto_deal=False)
    game.deal("BBYR BBYR KKWW YYKW RRRW")
    game.play("2B2")
    graded, _ = review(game.record(), Thinker(nodes=3_000))
    game.undo()
    game.play("1B2")
    twin, _ = review(game.record(), Thinker(nodes=3_000))

    assert graded[0].points_lost == twin[0].points_lost


def test_progress_is_told_move_by_move() -> None:
    told: list[str] = []
    game = tilewright.new_game("classic", seed=1)
    for _ in range(3):
        game.play(game.legal_moves[0])
    review(game.record(), Thinker(nodes=300), lambda one: told.append(one.move))

    assert told == game.moves
