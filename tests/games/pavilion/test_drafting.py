"""R1 and R2: set-up and acquiring tiles."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import centre, hand, laid, names
from tilewright.games.pavilion.components import LETTERS, joker_of
from tilewright.play.game import Game, new_game

pytestmark = pytest.mark.rules


def draft(**said: object) -> Game:
    return laid(what="draft", **said)


@pytest.mark.parametrize(("players", "factories", "in_bag"), [(2, 5, 102), (3, 7, 94), (4, 9, 86)])
def test_set_up(players: int, factories: int, in_bag: int) -> None:
    """R1.1 R1.2 R1.3 R1.5 R1.6 R1.7 132 tiles, ten to the supply, four to each factory, scores of 5."""
    game = new_game("pavilion", players, seed=3, first=1, auto_deal=False)
    assert game.state[0].bag.tolist() == [22] * 6
    assert game.awaiting == "deal"
    game.deal()
    state = game.state[0]
    assert state.supply.sum() == 10
    assert [int(n) for n in state.offer.sum(axis=1)] == [0] + [4] * factories + [0] * (9 - factories)
    assert state.bag.sum() == in_bag
    assert game.scores == (5,) * players
    assert (game.to_move, state.token) == (1, -1)
    assert not state.boards["covered"].any()
    assert not state.boards["hand"].any()


def test_everybody_has_the_same_side() -> None:
    """R1.4 The side is one property of the game."""
    assert new_game("pavilion", seed=1).state[0].side == 0
    assert new_game("pavilion-mono", seed=1).state[0].side == 1


def test_s02_jokers_of_the_six_rounds() -> None:
    """R1.8 S02 Purple, green, orange, yellow, blue, red."""
    rounds = [laid(round_number=k, hands=("P", "P")) for k in range(1, 7)]
    assert "".join(LETTERS[joker_of(game.state[0])] for game in rounds) == "PGOYBR"


def test_nothing_is_hidden_from_a_seat() -> None:
    """R1.10 ES32 Hands are open: what a seat sees is what there is."""
    game = laid(hands=("PGG", "RRB"))
    assert game.view(0).text == game.view(1).text == game.text


def test_turns_go_clockwise() -> None:
    """R2.1 By rising seat number, and from the last seat to the first."""
    game = draft(players=3, first=2, turn=2, factories=["GGOO", "BBYY", "RRRR"])
    seats = []
    for move in ("1G", "2B", "3R"):
        seats.append(game.to_move)
        game.play(move)
    assert seats == [2, 0, 1]


@pytest.mark.parametrize(
    ("factory", "move", "taken", "left"),
    [
        pytest.param("BBPR", "1B", "PBB", "R", id="S03"),
        pytest.param("BPPR", "1R", "PR", "PB", id="S04"),
        pytest.param("BBBP", "1B", "PBBB", "", id="S06"),
        pytest.param("GOYR", "1G", "G", "OYR", id="S07"),
        pytest.param("PPPP", "1P", "P", "PPP", id="ES1"),
        pytest.param("PPPO", "1O", "PO", "PP", id="ES2"),
    ],
)
def test_taking_from_a_factory(factory: str, move: str, taken: str, left: str) -> None:
    """R2.2 R2.4 R2.5 R2.6 R2.7 S03 S04 S06 S07 ES1 ES2 All of a colour and one joker; the rest to the centre."""
    game = draft(factories=[factory, "GGGG"])
    game.play(move)
    assert hand(game) == taken
    assert centre(game) == left
    assert not game.state[0].offer[1].any()


def test_s06_only_the_other_colour_can_be_chosen() -> None:
    """R2.4 S06 ES2 ES3 With any other colour there the joker is neither chosen nor refused."""
    assert names(draft(factories=["BBBP"])) == ["1B"]
    assert names(draft(factories=["PPPO"])) == ["1O"]


def test_s08_the_token_costs_the_tiles_taken() -> None:
    """R2.8 S08 The joker counts, the token does not."""
    game = draft(centre="BBP", factories=["GGGG"], turn=0)
    game.play("0B")
    assert hand(game) == "PBB"
    assert game.scores == (2, 5)
    assert game.state[0].token == 0


def test_s11_only_the_first_pays() -> None:
    """R2.8 S11 The token is gone: no loss, and it stays where it is."""
    game = draft(centre="BBP", token=1, factories=["GGGG"])
    game.play("0B")
    assert game.scores == (5, 5)
    assert game.state[0].token == 1


@pytest.mark.parametrize(("score", "after"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_s12_the_token_never_takes_a_score_below_one(score: int, after: int) -> None:
    """R2.8 R5.6 S12 ES6 What is missing is not owed, nor counted as lost."""
    game = draft(centre="BB", factories=["GGGG"], scores=[score])
    game.play("0B")
    assert game.scores[0] == after
    assert game.state[0].boards[0].losses == 5 - after


def test_s14_jokers_alone_are_taken_one_by_one() -> None:
    """R2.6 S14 ES4 Two jokers in the centre are two turns."""
    game = draft(centre="PP", token=1)
    assert names(game) == ["0P"]
    game.play("0P")
    assert (game.to_move, names(game)) == (1, ["0P"])
    game.play("0P")
    assert (hand(game, 0), hand(game, 1)) == ("P", "P")
    assert names(game)[-2:] == ["pass", "discard"]


def test_s15_the_joker_is_not_a_choice_beside_others() -> None:
    """R2.4 S15 Centre with purple and red: only red."""
    game = draft(centre="PR")
    assert names(game) == ["0R"]


def test_es5_a_lone_joker_with_the_token_costs_one() -> None:
    """R2.8 ES5 Token and one tile: one point."""
    game = draft(centre="PPP", factories=["PPPP"])
    game.play("0P")
    assert (hand(game), game.scores[0]) == ("P", 4)


def test_es7_the_token_is_not_taken_alone() -> None:
    """R2.3 R2.9 ES7 A centre without tiles is no source."""
    assert all(move[0] != "0" for move in names(draft(factories=["GOYB", "RRRR"])))


def test_es8_nobody_took_the_token() -> None:
    """R2.10 R3.1 R6.1 ES8 The starting player places first and starts the next round, without loss."""
    game = draft(first=1, turn=1, factories=["GGGG"])
    game.play("1G")
    assert (game.to_move, game.state[0].token, game.scores) == (1, -1, (5, 5))
    game.play("pass")
    assert (game.round_number, game.state[0].first, game.awaiting) == (2, 1, "deal")


def test_es30_the_token_holder_begins_to_place() -> None:
    """R2.10 R3.1 ES30 Of this round, not of the last one."""
    game = draft(first=0, turn=0, token=1, centre="GG", hands=("", "R"))
    game.play("0G")
    assert game.to_move == 1
