"""The two simple opponents, on every rule set."""

from __future__ import annotations

import pytest

import tilewright
from tilewright.core.errors import UnknownBot

RULE_SETS = [known.id for known in tilewright.rule_sets()]


def play(rule_set: str, seats: list[str], seed: int) -> tilewright.Game:
    game = tilewright.new_game(rule_set, len(seats), seed=seed)
    players = [tilewright.bot(name, seed=seed + seat) for seat, name in enumerate(seats)]
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)).move)
    return game


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_greedy_beats_random_nearly_always(rule_set: str) -> None:
    won = 0
    for seed in range(10):
        greedy_seat = seed % 2
        seats = ["random", "random"]
        seats[greedy_seat] = "greedy"
        won += play(rule_set, seats, seed).winners == (greedy_seat,)
    assert won >= 9


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert play("classic-grey", [name, name], 4).moves == play("classic-grey", [name, name], 4).moves
    assert play("classic-grey", [name, name], 4).moves != play("classic-grey", [name, name], 5).moves


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(UnknownBot, match="no opponent 'deep-blue'"):
        tilewright.bot("deep-blue")
