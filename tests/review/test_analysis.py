"""Reviews: what a game teaches, from one search for both the played and the best move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tests.bots.test_simple import play
from tests.bots.test_thinker import TIE_OR_OPEN_GAME
from tilewright import games
from tilewright.bots.bot import PROVED, Candidate, Choice
from tilewright.bots.thinker import Thinker
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.errors import BadArgument, IllegalMove, UnknownSeat
from tilewright.play.position import Position
from tilewright.review.analysis import band_of, grade, judge, review, searched
from tilewright.review.grades import BEST_MOVE, ENDS, summary
from tilewright.search.variations import key_after
from tilewright.search.weights_file import read_weights, write_weights

SEATS = [
    (known.id, players) for known in tilewright.rule_sets() for players in sorted({known.players[0], known.players[-1]})
]


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


def started(rule_set: str, players: int) -> tilewright.Game:
    """A few moves of a game by players who err."""
    game = tilewright.new_game(rule_set, players, seed=4)
    for turn in range(8):
        if game.to_move is None:
            break
        game.play(game.legal_moves[turn * 7 % len(game.legal_moves)])
    return game


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_every_rule_set_is_reviewed(rule_set: str, players: int) -> None:
    record = started(rule_set, players).record()

    graded, summaries = review(record, Thinker(nodes=150, seed=1))

    assert graded
    assert len(summaries) == players
    assert sum(one.moves for one in summaries) == len(graded)
    assert sum(one.points_lost for one in summaries) == pytest.approx(sum(one.points_lost for one in graded))
    for one in graded:
        assert one.points_lost >= 0.0
        assert one.chance_lost >= 0.0
        assert (one.points_lost, one.chance_lost) == (0.0, 0.0) or one.move != one.best


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_every_legal_move_has_a_candidate_it_can_be_graded_by(rule_set: str, players: int) -> None:
    game = started(rule_set, players)
    view = game.view(game.to_move or 0)
    choice = Thinker(nodes=150, seed=1).appraise(view)

    for move in view.legal_moves:
        twin = searched(view, str(move), choice)
        assert key_after(view.state.copy(), twin.move.code) == key_after(view.state.copy(), move.code)


def test_an_equal_factory_is_found_by_its_tiles_not_by_its_colour() -> None:
    """Factories 1 and 2 are alike; 3 gives the same blue tiles, but leaves others behind."""
    game = tilewright.new_game("classic", auto_deal=False)
    game.deal("BBYR BBYR BBKK YYKW RRRW")
    view = game.view(0)
    choice = Thinker(nodes=3_000).appraise(view)
    backwards = replace(choice, candidates=choice.candidates[::-1])

    for one in (choice, backwards):
        assert str(searched(view, "2B2", one).move) == "1B2"


def test_a_move_that_was_not_searched_is_not_graded_as_another() -> None:
    view = tilewright.new_game("classic", seed=3).view(0)
    choice = Thinker(nodes=300).appraise(view)
    few = replace(choice, candidates=choice.candidates[:1])

    with pytest.raises(IllegalMove, match="no move that was searched leads to the same position"):
        searched(view, str(choice.candidates[-1].move), few)


def test_a_move_from_an_equal_factory_is_graded_as_its_twin() -> None:
    game = tilewright.new_game("classic", auto_deal=False)
    game.deal("BBYR BBYR KKWW YYKW RRRW")
    game.play("2B2")
    graded, _ = review(game.record(), Thinker(nodes=3_000))
    game.undo()
    game.play("1B2")
    twin, _ = review(game.record(), Thinker(nodes=3_000))

    assert graded[0].points_lost == twin[0].points_lost


def judged(view: Position, *values: tuple[tuple[float, ...], tuple[float, ...]]) -> Choice:
    """What a search might say of the first moves of a position: points and chances, best first."""
    moves = view.legal_moves
    candidates = [Candidate(moves[k], points, chances) for k, (points, chances) in enumerate(values)]
    return Choice(moves[0], candidates=tuple(candidates))


def test_what_a_move_lost_is_lost_by_the_seat_that_made_it() -> None:
    """Seat 1 of three: its lead over the better of the others, and its own chance."""
    game = tilewright.new_game("classic", 3, seed=1, first=0)
    game.play(game.legal_moves[0])
    view = game.view(1)
    choice = judged(view, ((40.0, 50.0, 30.0), (0.2, 0.7, 0.1)), ((45.0, 48.0, 47.0), (0.3, 0.4, 0.3)))
    graded = grade(view, str(view.legal_moves[1]), choice, Thinker(), 2)

    assert (graded.seat, graded.number, graded.best) == (1, 2, str(view.legal_moves[0]))
    assert graded.points_lost == pytest.approx(10.0 - 1.0)
    assert graded.chance_lost == pytest.approx(0.3)


def test_only_moves_that_lost_next_to_nothing_count_as_best() -> None:
    view = tilewright.new_game("classic", seed=1, first=0).view(0)
    worse = [0.0, 0.04, 0.06, 0.4, 3.0]
    choice = judged(view, *(((50.0 - less, 40.0), (0.6 - less / 10, 0.4 + less / 10)) for less in worse))
    graded = [grade(view, str(one.move), choice, Thinker()) for one in choice.candidates]
    own, others = summary(graded, 0), summary(graded, 1)

    assert (own.moves, own.best_moves) == (5, 2)
    assert own.points_lost == pytest.approx(3.5)
    assert own.chance_lost == pytest.approx(0.35)
    assert own.worst == graded[-1]
    assert (others.moves, others.best_moves, others.points_lost, others.worst) == (0, 0, 0, None)


@pytest.mark.parametrize(
    ("seat", "error", "said"),
    [
        (-1, UnknownSeat, "there is no seat -1: seats are 0 to 1"),
        (2, UnknownSeat, "there is no seat 2: seats are 0 to 1"),
        ("x", BadArgument, "a seat is a whole number"),
    ],
)
def test_nobody_is_reviewed_who_does_not_sit_there(seat: Any, error: type[Exception], said: str) -> None:
    record = started("classic", 2).record()
    with pytest.raises(error, match=said):
        review(record, Thinker(nodes=5), seat=seat)


def test_a_review_is_asked_of_a_thinker() -> None:
    with pytest.raises(BadArgument, match="moves are graded by a Thinker, not by None"):
        review(started("classic", 2).record(), None)  # type: ignore[arg-type]


def test_the_band_is_that_of_the_weights_a_thinker_judges_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And they are read once, not for every move."""
    view = tilewright.new_game("classic", seed=1).view(0)
    own = games.room(view.rule_set).search.evaluation
    file = read_weights(own.data)
    for name in ("spread", "spread_per_round"):
        file.weights["classic"][name] *= 2
    write_weights(tmp_path / "weights.json", file)
    usual, other = Thinker(nodes=5), Thinker(nodes=5, weights=tmp_path / "weights.json")
    band, wider = band_of(view, usual), band_of(view, other)
    assert band > 5
    assert wider == pytest.approx(2 * band, abs=0.1)

    made: list[object] = []
    monkeypatch.setattr(Evaluation, "evaluator", lambda *judging: made.append(judging))
    (tmp_path / "weights.json").unlink()
    assert (band_of(view, usual), band_of(view, other)) == (band, wider)
    assert made == []


def test_progress_is_told_move_by_move() -> None:
    told: list[str] = []
    game = tilewright.new_game("classic", seed=1)
    for _ in range(3):
        game.play(game.legal_moves[0])
    review(game.record(), Thinker(nodes=300), lambda one: told.append(one.move))

    assert told == game.moves


def test_a_game_won_by_complete_rows_is_graded_as_the_victory_it_is() -> None:
    """R7.3 4B1 ends the game 38:38 with one row more; 0K3 leads by three points in a game that goes on."""
    view = tilewright.from_text(TIE_OR_OPEN_GAME, auto_deal=False).view(0)
    thinker = Thinker(nodes=60_000)

    won, declined = (judge(view, move, thinker) for move in ("4B1", "0K3"))

    assert (won.grade, won.best, won.points_lost, won.chance_lost) == ("best", "4B1", 0.0, 0.0)
    assert (won.points, won.chances, won.badge) == ((38.0, 38.0), (1.0, 0.0), PROVED)
    assert (declined.grade, declined.best, declined.points_lost) == ("blunder", "4B1", 0.0)
    assert 0.3 < declined.chance_lost < 0.4
    assert [fact.of for fact in declined.facts if fact.kind == ENDS] == [BEST_MOVE]
