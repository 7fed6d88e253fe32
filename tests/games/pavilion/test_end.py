"""R7: the end of the game, and a whole round played by hand."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import centre, hand, laid, tower
from tilewright.play.game import Game, from_text, new_game

pytestmark = pytest.mark.rules

STARS = "P* G* O* Y* B* R*"
CENTRE = "C*:PGOYBR"


def finished(stars: str = "", *, hand: str = "G", other: str = "", rule_set: str = "pavilion", **said: object) -> Game:
    """The last pass of the sixth round, with these spaces covered."""
    last = {"round_number": 6, "passed": "1", "token": 1, "first": 1}
    return laid(rule_set=rule_set, stars=(stars, other), hands=(hand,), **{**last, **said})


def bonuses(stars: str, rule_set: str = "pavilion") -> tuple[int, int]:
    """What stars and numbers bring at the end."""
    game = finished(stars, rule_set=rule_set)
    assert game.breakdown(0)["stars"] == game.breakdown(0)["numbers"] == 0
    game.play("pass")
    assert game.awaiting == "end"
    parts = game.breakdown(0)
    assert sum(parts.values()) == game.scores[0]
    return parts["stars"], parts["numbers"]


def everywhere(position: int) -> str:
    return " ".join(f"{star}{position}" for star in "PGOYBR") + f" C{position}:B"


def test_the_game_ends_after_the_sixth_round() -> None:
    """R7.1 The fifth leads to another one, the sixth to the end."""
    fifth = finished(round_number=5)
    fifth.play("pass")
    assert (fifth.round_number, fifth.awaiting, fifth.winners) == (6, "deal", ())
    sixth = finished()
    sixth.play("pass")
    assert (sixth.round_number, sixth.awaiting, sixth.ending) == (6, "end", "six rounds")
    assert "turn 1 passed 01 end" in sixth.text
    assert sixth.legal_moves == []


@pytest.mark.parametrize(
    ("stars", "points"), [("P*", 20), ("G*", 18), ("O*", 17), ("Y*", 16), ("B*", 15), ("R*", 14), (CENTRE, 12)]
)
def test_star_bonuses(stars: str, points: int) -> None:
    """R7.2 Each complete star; five of six spaces bring nothing."""
    assert bonuses(stars) == (points, 0)
    letter = stars[0]
    most = [f"{letter}{k}:{'PGOYBR'[k - 1] if letter == 'C' else letter}" for k in range(1, 6)]
    assert bonuses(" ".join(most)) == (0, 0)


def test_s59_a_number_needs_the_centre_star_too() -> None:
    """R7.3 S59 ES28 All seven 1s bring 4; without C1 nothing."""
    assert bonuses(everywhere(1)) == (0, 4)
    assert bonuses(everywhere(1).removesuffix(" C1:B")) == (0, 0)


def test_s60_a_perfect_board() -> None:
    """R7.2 R7.3 S60 112 and 40."""
    assert bonuses(f"{STARS} {CENTRE}") == (112, 40)


def test_s61_fives_and_sixes_bring_nothing() -> None:
    """R7.3 S61 There is no bonus for them; 2, 3 and 4 have theirs."""
    assert bonuses(f"{everywhere(5)} {everywhere(6).replace('C6:B', 'C6:R')}") == (0, 0)
    assert [bonuses(everywhere(k))[1] for k in (2, 3, 4)] == [8, 12, 16]


def test_s62_equal_points_share_the_victory() -> None:
    """R7.5 RS2 S62 No tie-breaker, however different the boards are."""
    game = finished("G1 G2", other="O1", scores=[7, 6])
    game.play("pass")
    assert (game.scores, game.winners) == ((6, 6), (0, 1))
    better = finished("G1 G2", other="O1", scores=[8, 6])
    better.play("pass")
    assert better.winners == (0,)


def test_es27_kept_tiles_cost_after_the_bonuses() -> None:
    """R7.4 R5.2 ES27 Score 1: what is discarded is free, what is kept is paid from the bonus."""
    keeping = finished("R*", hand="GGG", scores=[1])
    keeping.play("pass")
    assert keeping.scores[0] == 1 + 14 - 3
    giving = finished("R*", hand="GGG", scores=[1])
    giving.play("discard")
    giving.play("done")
    assert giving.scores[0] == 1 + 14


def test_kept_tiles_never_take_a_score_below_one() -> None:
    """R7.4 R5.6 RS1 Four kept tiles and two points: 1 is left."""
    game = finished(hand="GGGG", scores=[2])
    game.play("pass")
    assert game.scores[0] == 1
    assert sum(game.breakdown(0).values()) == 1


def test_es29_scores_are_not_limited() -> None:
    """R7.5 ES29 Beyond 80 counting goes on."""
    game = finished(f"{STARS} {CENTRE}", hand="G")
    game.play("pass")
    assert game.scores[0] == 5 + 42 + 152 - 1


def test_rs3_the_supply_is_filled_even_after_the_very_last_turn() -> None:
    """R4.8 RS3 Only when bag and tower had been empty; then the game is over."""
    full = f"{STARS} {CENTRE}"
    game = laid(
        round_number=6,
        players=4,
        turn=3,
        passed="012",
        stars=(full, full, full),
        supply="P",
        hands=("", "", "", "GOYBR"),
    )
    for move in ("pass", "=O", "=Y", "=B", "=R"):
        game.play(move)
    assert game.awaiting == "deal"
    game.deal("G")
    assert (game.awaiting, game.state[0].supply.sum()) == ("end", 2)


# -- the monochrome side ------------------------------------------------------------------------


def test_s68_two_stars_of_the_same_colour() -> None:
    """R7.2 R3.7 S68 Two complete red stars: 14 and 14, wherever they lie."""
    assert bonuses("P*:R G*:R", "pavilion-mono") == (28, 0)


def test_s69_an_all_different_outer_star() -> None:
    """R7.2 S69 12 points."""
    assert bonuses("P*:PGOYBR", "pavilion-mono") == (12, 0)
    assert bonuses("C*:P", "pavilion-mono") == (20, 0)


def test_s70_twelve_threes() -> None:
    """R7.3 S70 Position 1 of the outer stars and the whole centre: 12 points."""
    threes = [f"{star}1:B" for star in "PGOYBR"]
    assert bonuses(" ".join([*threes, CENTRE]), "pavilion-mono") == (12, 12)
    assert bonuses(" ".join(threes), "pavilion-mono") == (0, 0)
    ones = " ".join(f"{star}3:B" for star in "PGOYBR")
    assert bonuses(ones, "pavilion-mono") == (0, 4)


# -- S64: a whole round --------------------------------------------------------------------------


def test_s64_a_whole_round() -> None:
    """R2.1 R2.8 R3.1 R5.3 R6.1 S64 Round 1 of two players, from the set-up to the next draw."""
    game = new_game("pavilion", 2, auto_deal=False)
    game.deal("GGOOYYBBRR BBPR GGGP PPPP OYYR RRRB")
    scores = []
    for move in ("2G", "5R", "1B", "4Y", "3P", "0R", "0O", "0B"):
        game.play(move)
        scores.append(game.scores)
        if len(scores) in CENTRE_AFTER:
            assert centre(game) == CENTRE_AFTER[len(scores)]
    assert scores[4:] == [(5, 5), (5, 2), (5, 2), (5, 2)]
    assert (hand(game, 0), hand(game, 1)) == ("PPPPGGGOBB", "PPYYBRRRRR")
    for seat, move in enumerate(("R5", "G4+1", "Y2", "B3+1", "B1", "O1", "P2", "P2"), start=1):
        assert game.to_move == seat % 2
        game.play(move)
    assert (game.scores, tower(game)) == ((9, 6), "PPPPGGYBRRRR")
    state = game.state[0]
    assert (state.bag.sum(), state.supply.sum(), game.round_number, state.first) == (102, 10, 2, 1)
    assert from_text(game.text, auto_deal=False).text == game.text


CENTRE_AFTER = {2: "B", 4: "OBRR", 5: "PPPOBRR", 7: "PB"}
