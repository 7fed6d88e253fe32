"""The greedy opponent's judgement: it must play sensibly, not well."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import laid
from tilewright.bots.simple import Greedy, Random
from tilewright.games.pavilion.prospect import board_value, prospect
from tilewright.play.game import Game, new_game

pytestmark = pytest.mark.rules


def chosen(game: Game) -> str:
    return Greedy(1).choose(game).move.notation


def test_pays_with_few_jokers() -> None:
    """R3.10 With green enough no joker is given."""
    assert "+" not in chosen(laid(hands=("GGGGPP", "R"), stars=("G1 G2 G3", "")))


def test_completes_a_star() -> None:
    """R7.2 Six points and the bonus of the star."""
    game = laid(hands=("OOOOOO", "R"), stars=("O1 O2 O3 O4 O5", ""), round_number=6)
    assert chosen(game).startswith("O6")


def test_completes_a_structure() -> None:
    """R4.4 Of two tiles that score alike the one that earns bonus tiles."""
    assert chosen(laid(hands=("PP", "R"), stars=("P1 O3 O4", ""))) == "P2"


@pytest.mark.parametrize("round_number", [1, 6])
@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
def test_does_not_pass_while_it_can_place(round_number: int, rule_set: str) -> None:
    """R5.1 Three cheap placings are there."""
    assert chosen(laid(rule_set=rule_set, hands=("GBR", "O"), round_number=round_number)) not in ("pass", "discard")


def test_keeps_rather_than_gives_up() -> None:
    """R5.2 Nothing can be placed: all tiles are kept, in the last round too."""
    for round_number in (2, 6):
        game = laid(hands=("PPR", "O"), stars=("P1 P2 P3 R1 C1:P C2:R", ""), round_number=round_number)
        assert chosen(game) == "pass"


def test_keeps_the_next_joker() -> None:
    """R5.2 R1.9 Of eight tiles the green ones, joker of round 2, are kept first; useless ones last."""
    game = laid(what="keep", hands=("PPPPGGOO", "R"), stars=("P* C1:P", ""))
    picked = []
    for _ in range(4):
        picked.append(chosen(game))
        game.play(picked[-1])
    assert picked == ["=G", "=G", "=O", "=O"]


def test_keeps_in_the_last_round_what_costs_the_same() -> None:
    """R7.4 Tiles kept and tiles given up cost one point each: none is given up needlessly."""
    assert chosen(laid(what="keep", hands=("PPPPP", "R"), stars=("G1 G2 G3 G4", ""), round_number=6)) == "=P"


def test_gives_up_for_nothing_what_would_cost_later() -> None:
    """R5.6 R7.4 ES27 With one point left the discarded tiles are free, the kept ones are paid from the bonuses."""
    game = laid(what="keep", hands=("PPPPP", "R"), stars=("R*", ""), scores=(1,), round_number=6)
    assert chosen(game) == "done"


def test_takes_the_bonus_tile_it_needs() -> None:
    """R4.5 One orange is missing for the sixth space."""
    game = laid(
        what="bonus 1 P", hands=("OOOOO", "R"), stars=("O1 O2 O3 O4 O5", ""), supply="PPGGOYYYBR", round_number=6
    )
    assert chosen(game) in ("*O", "*R")


def test_worth_is_the_score_at_the_end() -> None:
    """R7.5 Nothing is hoped for any more."""
    game = laid(hands=("G",), passed="1", round_number=6, stars=("R*",))
    game.play("pass")
    assert prospect(game.state[0], 0) == game.scores[0]


def test_worth_before_the_next_round() -> None:
    """R6.1 Between rounds the starting player is a little better off."""
    game = laid(what="deal factories", round_number=2, first=1, turn=1, hands=("G", "G"))
    assert prospect(game.state.copy()[0], 1) > prospect(game.state.copy()[0], 0)


def test_worth_of_a_board_grows_with_it() -> None:
    """R7.2 R7.3 Each tile of a star adds something; the complete one counts in full."""
    values = []
    for rule_set in ("pavilion", "pavilion-mono"):
        for tiles in range(7):
            game = laid(rule_set=rule_set, hands=("G",), stars=(" ".join(f"R{k}" for k in range(1, tiles + 1)),))
            values.append(board_value(game.state[0].side, game.state[0].boards[0], 0.5))
        assert values == sorted(values)
        assert values[-1] > 14
        values.clear()


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
def test_greedy_beats_random(rule_set: str) -> None:
    """Whole games: the judgement is worth something, and never passes over a cheap placing early on."""
    games, wins = 4, 0
    for seed in range(games):
        game = new_game(rule_set, 2, seed=seed)
        seats: list[Greedy | Random] = [Greedy(seed), Random(seed)]
        while game.to_move is not None:
            game.play(seats[game.to_move].choose(game).move)
        wins += game.scores[0] > game.scores[1]
        assert game.scores[0] > 40
    assert wins == games
