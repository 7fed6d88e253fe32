"""The compiled rules and the naive oracle play the same games."""

from __future__ import annotations

import random

import pytest

import tilewright
from tests.kit.builders import notations
from tests.kit.naive_classic import RULE_SETS, NaiveClassic, naive_perft
from tests.kit.pace import paced
from tilewright.play.game import Game
from tilewright.search.perft import perft

pytestmark = pytest.mark.rules

GAMES = paced(8, 1)
EVERY_TABLE = [(rule_set, players) for rule_set in RULE_SETS for players in (2, 3, 4)]


def step(game: Game, oracle: NaiveClassic, rng: random.Random, *, careless: bool) -> None:
    """One deal or one random move on both tables; careful players drop tiles only when they must."""
    if game.awaiting == "deal":
        oracle.deal(game.deal())
        return
    moves = oracle.legal_moves()
    kept = [move for move in moves if not move.endswith("F")]
    move = rng.choice(moves if careless or not kept else kept)
    game.play(move)
    oracle.play(move)


def assert_same(game: Game, oracle: NaiveClassic) -> None:
    assert game.text == oracle.text()
    assert notations(game) == oracle.legal_moves()
    assert list(game.scores) == oracle.scores
    assert game.awaiting == oracle.awaiting


@pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)
def test_random_games_agree_with_the_oracle_at_every_ply(rule_set: str, players: int) -> None:
    for number in range(GAMES):
        rng = random.Random(f"{rule_set} {players} {number}")
        first = number % players
        game = tilewright.new_game(rule_set, players, seed=number, first=first, auto_deal=False)
        oracle = NaiveClassic(rule_set, players, first)
        while game.awaiting != "end":
            assert_same(game, oracle)
            step(game, oracle, rng, careless=number % 4 == 3)
        assert_same(game, oracle)
        assert list(game.winners) == oracle.winners() != []
        assert [game.breakdown(k) for k in range(players)] == [oracle.breakdown(k) for k in range(players)]


def random_position(rule_set: str, number: int) -> Game:
    """A position somewhere in a random game, with few enough moves for the oracle."""
    rng = random.Random(f"perft {rule_set} {number}")
    game = tilewright.new_game(rule_set, rng.choice((2, 3, 4)), seed=number)
    plies = rng.randrange(paced(120, 30))
    while plies > 0 or len(game.legal_moves) > 30:
        before = game.text
        game.play(rng.choice(notations(game)))
        plies -= 1
        if game.awaiting == "end":
            return tilewright.from_text(before, seed=number)
    return game


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_perft_agrees_with_the_oracle_on_random_positions(rule_set: str) -> None:
    for number in range(paced(45, 2)):
        game = random_position(rule_set, number)
        oracle = NaiveClassic.from_text(game.text)
        for depth in (0, 1, 2):
            assert perft(game.state, depth, game.room.moves.most) == naive_perft(oracle, depth), game.text
