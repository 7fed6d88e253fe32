"""R5 and R6: passing, and the next round."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import hand, laid, names, tower
from tilewright.games.pavilion.components import LETTERS
from tilewright.play.game import Game

pytestmark = pytest.mark.rules


def kept(game: Game, seat: int = 0) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, game.state[0].boards[seat].kept, strict=True))


def played(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def test_s53_three_tiles_are_all_kept() -> None:
    """R5.2 S53 No loss."""
    game = played(laid(round_number=3, hands=("GBR", "O")), "pass")
    assert (kept(game), hand(game), game.scores[0], game.to_move) == ("GBR", "", 5, 1)


def test_s56_discarding_never_takes_a_score_below_one() -> None:
    """R5.2 R5.6 S56 RS1 Score 2, five tiles given up: 1, and one point lost."""
    game = played(laid(hands=("GGGGG", "O"), scores=[2]), "pass", "done")
    assert (game.scores[0], tower(game)) == (1, "GGGGG")
    assert game.state[0].boards[0].losses == 4


def test_es15_passing_is_always_possible() -> None:
    """R5.1 ES15 Also with a tile that could be placed; and it is all there is when none can."""
    assert names(laid(hands=("G",)))[0] == "G1"
    assert "pass" in names(laid(hands=("G",)))
    stuck = laid(hands=("PPP",), stars=("P1 P2 P3 C4:P",))
    assert names(stuck) == ["pass", "discard"]


def test_es16_without_tiles_one_passes_unasked() -> None:
    """R5.3 ES16 When the turn comes, not before; no move, no cost, no refill."""
    game = played(laid(players=3, hands=("GG", "", "R")), "G1")
    assert (game.to_move, game.state[0].passed) == (2, 0b010)
    game.play("R1")
    assert (game.to_move, game.state[0].passed) == (0, 0b010)
    game.play("C1:G")
    assert (game.round_number, game.awaiting) == (2, "deal")
    assert game.scores == (5 + 2, 5, 5 + 1)


def test_es16_the_last_tile_placed_is_not_yet_a_pass() -> None:
    """R5.3 R5.5 ES16 The seat passes when its turn comes round again."""
    game = played(laid(hands=("G", "RR")), "G1")
    assert game.state[0].passed == 0
    game.play("R1")
    assert (game.to_move, game.state[0].passed) == (1, 0b01)


def test_es17_fewer_may_be_kept_on_purpose() -> None:
    """R5.2 ES17 With few tiles by `discard`, each costing a point."""
    game = played(laid(hands=("GGBR", "O")), "discard")
    assert names(game) == ["=G", "=B", "=R", "done"]
    played(game, "=G", "=B")
    assert names(game) == ["=R", "done"]
    game.play("done")
    assert (kept(game), tower(game), game.scores[0]) == ("GB", "GR", 3)


def test_es17_giving_up_a_single_tile_needs_no_choice() -> None:
    """R5.2 ES17 `discard` with one tile in hand is the whole turn."""
    game = played(laid(hands=("G", "O")), "discard")
    assert (kept(game), tower(game), game.scores[0], game.to_move) == ("", "G", 4, 1)


def test_many_tiles_four_kept() -> None:
    """R5.2 More than four: choose; the choice ends by itself with the fourth."""
    game = laid(hands=("RRRRR", "O"))
    assert "discard" not in names(game)
    played(game, "pass", "=R", "=R", "=R", "=R")
    assert (kept(game), tower(game), game.scores[0], game.to_move) == ("RRRR", "R", 4, 1)


def test_the_choice_ends_when_nothing_is_left_to_name() -> None:
    """R5.2 After the only red no later colour is in hand: the earlier ones are given up."""
    game = played(laid(hands=("GGGGR", "O")), "pass", "=R")
    assert (kept(game), tower(game), game.to_move) == ("R", "GGGG", 1)


def test_es18_the_last_one_goes_on() -> None:
    """R5.4 ES18 Turn after turn until passing; who has passed has no more turns."""
    game = played(laid(hands=("G", "RRRO")), "pass", "R1", "R2")
    assert (game.to_move, game.state[0].passed) == (1, 0b01)
    game.play("pass")
    assert (game.round_number, game.awaiting) == (2, "deal")


def test_s58_kept_tiles_return() -> None:
    """R6.1 R6.2 RS4 S58 ES9 A green kept in round 1 is a joker in round 2."""
    game = played(laid(hands=("G", "OO"), token=1, turn=0), "pass", "pass")
    state = game.state[0]
    assert (game.round_number, state.first, state.token, state.passed) == (2, 1, -1, 0)
    assert (hand(game, 0), hand(game, 1), kept(game)) == ("G", "OO", "")
    text = "PGGO YYBR PPPP GORR YBBB"
    assert game.deal("OPGG RBYY PPPP RROG BYBB") == text
    assert (game.to_move, game.state[0].tiles_on_offer) == (1, 20)


def test_the_supply_stays_from_round_to_round() -> None:
    """R6.4 Nothing in it changes when the factories are dealt."""
    game = played(laid(hands=("G", ""), supply="PPPPPRRRRR"), "pass")
    game.deal()
    assert game.state[0].supply.tolist() == [5, 0, 0, 0, 0, 5]


# Between rounds nobody holds more than four tiles, so nearly all 132 must lie on boards.
FULL = "P* G* O* Y* B* R* C*:PGOYBR"
BETWEEN = {"what": "deal factories", "round_number": 5, "players": 4, "first": 3, "turn": 3}
SHORT = {**BETWEEN, "stars": (FULL, FULL, "P* G* O* Y* B*"), "supply": "PPRRRRRRRR", "hands": ("", "", "", "YBB")}
NOTHING = {**BETWEEN, "stars": (FULL, FULL, FULL), "supply": "BR", "hands": ("", "", "", "PGOY")}


def test_es25_too_few_tiles_for_the_factories() -> None:
    """R6.3 ES25 Filled in order, the bag first; the last ones stay short or empty."""
    for tiles in ("GGOY O", None):
        game = laid(**SHORT, bag="GGO", tower="OY")
        drawn = game.deal(tiles)
        assert drawn in ("GGOY O", "GGOO Y")
        assert game.state[0].offer.sum(axis=1).tolist()[:4] == [0, 4, 1, 0]
        assert (game.awaiting, game.to_move, game.state[0].tiles_on_offer) == ("move", 3, 5)


def test_es26_nothing_to_deal() -> None:
    """R6.3 R6.5 ES26 Placing begins at once, with the starting player of the round; kept tiles can be placed."""
    for tiles in ("-", None):
        game = laid(**NOTHING)
        assert game.deal(tiles) == "-"
        assert (game.awaiting, game.to_move) == ("move", 3)
        assert "P1" in names(game)


def test_es26_nothing_to_deal_and_nobody_has_a_tile() -> None:
    """R5.3 R6.5 ES26 Everybody passes unasked and the next round waits to be dealt."""
    game = laid(**{**NOTHING, "hands": (), "supply": "PGOYBR"})
    game.deal("-")
    assert (game.round_number, game.awaiting) == (6, "deal")
    game.deal("-")
    assert (game.awaiting, game.ending) == ("end", "six rounds")
