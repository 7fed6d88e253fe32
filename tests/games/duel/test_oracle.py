"""The compiled rules against the slow duel of the kit, ply by ply."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.games.duel.kit import ROOM, moves, random_goals, random_move, random_play
from tests.kit.naive_duel import NaiveDuel, naive_perft
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.play.game import Game, set_up_game
from tilewright.search.perft import perft

pytestmark = pytest.mark.rules


def assert_alike(game: Game, naive: NaiveDuel) -> None:
    """Same text, same views, same scores, same moves."""
    assert game.text == naive.text()
    assert (game.awaiting, list(game.scores)) == (naive.awaiting, naive.scores)
    assert game.room.positions.faults(game.state[0]) == []
    for watcher in (0, 1, -1):
        view = game.view(watcher)
        assert view.text == naive.view(watcher)
        if watcher == game.to_move:
            assert view.legal_moves == game.legal_moves
    if game.awaiting == "move":
        assert moves(game) == naive.legal_moves()


def play_both(seed: int, *, draws: float = 0.3) -> None:
    """One random game on both; either of them draws."""
    rng = random.Random(seed)
    game = set_up_game("duel", 2, {"goals": random_goals(rng)}, seed=seed, first=rng.randrange(2), auto_deal=False)
    naive = NaiveDuel.from_text(game.text)
    while game.awaiting != "end":
        assert_alike(game, naive)
        if game.awaiting == "move":
            move = random_move(game, rng, draws, 0.6)
            game.play(move)
            naive.play(move)
        elif rng.random() < 0.5:
            naive.deal(game.deal())
        else:
            drawn = naive.random_deal(rng)
            assert game.deal(drawn) == drawn
    assert_alike(game, naive)
    assert list(game.winners) == naive.winners()
    for seat in (0, 1):
        assert game.breakdown(seat) == naive.breakdown(seat)
        assert sum(game.breakdown(seat).values()) == game.scores[seat]


@pytest.mark.parametrize("seed", range(1 if INTERPRETED else 12))
def test_random_games_agree_with_the_slow_duel(seed: int) -> None:
    """Every rule, ply by ply: R1 to R14."""
    play_both(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 124))
def test_many_random_games_agree_with_the_slow_duel(seed: int) -> None:
    """The same on more games, with more and fewer draws from the stack."""
    play_both(seed, draws=(0.0, 0.2, 0.6)[seed % 3])


def positions(number: int) -> Iterator[Game]:
    """Positions of random games, spread over steps and rounds."""
    rng = random.Random(number)
    for found, game in enumerate(
        game for game in random_play(range(1000, 2000)) if game.awaiting == "move" and rng.random() < 0.04
    ):
        if found == number:
            return
        yield game


def assert_same_perft(game: Game) -> None:
    for depth in (1, 2):
        counted = perft(game.state, depth, ROOM.moves.most)
        assert counted == naive_perft(NaiveDuel.from_text(game.text), depth), game.text


def test_perft_of_random_positions() -> None:
    """Lines of two moves, counted by both."""
    for game in positions(2 if INTERPRETED else 50):
        assert_same_perft(game)
