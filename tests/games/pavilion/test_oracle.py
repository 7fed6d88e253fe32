"""The rules beside a slow, obvious player of the same game: same moves, same positions, same scores."""

from __future__ import annotations

import random
from itertools import count

import numpy as np
import pytest

from tests.kit.naive_pavilion import NaivePavilion, naive_perft
from tilewright import games
from tilewright.core.compiling.compiled import COUNT, INTERPRETED
from tilewright.play.game import Game, new_game
from tilewright.play.position import read_position
from tilewright.search.perft import perft

pytestmark = pytest.mark.rules

RULE_SETS = ("pavilion", "pavilion-mono")
GAMES = 1 if INTERPRETED else 12
EVERY = 5 if INTERPRETED else 1  # a reading takes a hundred times as long in the interpreter
PERFTS = 4 if INTERPRETED else 25
LONGEST = 12 if INTERPRETED else 60


def compare(game: Game, naive: NaivePavilion, rng: random.Random) -> None:
    """Play one game to the end on both; a pass is thought over, so that games are not too short."""
    while True:
        assert game.text == naive.text()
        assert game.awaiting == naive.awaiting
        assert list(game.scores) == naive.scores
        if game.awaiting == "end":
            break
        if game.awaiting == "deal":
            drawn = naive.random_deal(rng)
            assert game.deal(drawn) == drawn
            continue
        moves = game.legal_moves
        assert [move.notation for move in moves] == naive.legal_moves()
        chosen = rng.choice(moves)
        if chosen.notation in ("pass", "discard"):
            chosen = rng.choice(moves)
        assert game.parse(chosen.notation) == chosen
        game.play(chosen)
        naive.play(chosen.notation)
    assert list(game.winners) == naive.winners()
    for seat in range(game.players):
        assert game.breakdown(seat) == naive.breakdown(seat)
        assert sum(game.breakdown(seat).values()) == game.scores[seat]


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_with_the_oracle(rule_set: str, players: int) -> None:
    """Every ply of whole games: text, legal moves in order, scores; at the end winners and breakdown."""
    for seed in range(GAMES):
        first = seed % players
        game = new_game(rule_set, players, seed=1, first=first, auto_deal=False)
        compare(game, NaivePavilion(rule_set, players, first), random.Random(f"{rule_set}{players}{seed}"))


def random_positions(rule_set: str, n: int, *, longest: int) -> list[str]:
    """Positions with a move to make and not too many of them, from random games of the oracle."""
    rng = random.Random(f"{rule_set} {n}")
    found: list[str] = []
    while len(found) < n:
        naive = NaivePavilion(rule_set, rng.randint(2, 4))
        for _ in range(rng.randint(1, 120)):
            if naive.awaiting == "end":
                break
            if naive.awaiting == "deal":
                naive.random_deal(rng)
            else:
                naive.play(rng.choice(naive.legal_moves()))
        if naive.awaiting == "move" and len(naive.legal_moves()) <= longest:
            found.append(naive.text())
    return found


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_perft_agrees_with_the_oracle(rule_set: str) -> None:
    """Lines of two moves from random positions."""
    most_moves = games.room(games.rule_set(rule_set)).moves.most
    for text in random_positions(rule_set, PERFTS, longest=LONGEST):
        _, states = read_position(text)
        naive = NaivePavilion.from_text(text)
        for depth in (1, 2):
            assert perft(states, depth, most_moves) == naive_perft(naive, depth), text


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_survive_their_text(rule_set: str, players: int) -> None:
    """Written and read again, a state is the same to the last byte, at every ply."""
    game = new_game(rule_set, players, seed=players, first=players - 1, auto_deal=False)
    rng = random.Random(players)
    for ply in count():
        if ply % EVERY == 0 or game.awaiting != "move":
            _, states = read_position(game.text)
            assert states.tobytes() == game.state.tobytes(), game.text
        if game.awaiting == "end":
            break
        if game.awaiting == "deal":
            game.deal()
        else:
            game.play(rng.choice(game.legal_moves))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_moves_are_listed_in_rising_order_and_fit(rule_set: str) -> None:
    """Codes rise strictly and lie within the action space; there is room for all of them."""
    room = games.room(games.rule_set(rule_set))
    game = new_game(rule_set, 4, seed=5)
    rng = random.Random(5)
    while game.awaiting != "end":
        codes = np.array([move.code for move in game.legal_moves], dtype=COUNT)
        assert len(codes) <= room.moves.most
        assert (np.diff(codes) > 0).all()
        assert codes[0] >= 0
        assert codes[-1] < room.moves.actions
        game.play(rng.choice(game.legal_moves))
