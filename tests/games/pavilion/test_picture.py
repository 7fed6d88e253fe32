"""The table drawn and told, and what a move is forecast to bring."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import laid
from tilewright.play.game import Game, new_game

pytestmark = pytest.mark.rules

NAMES = ("Ann", "Ben")


def drawn(game: Game) -> str:
    lines = game.picture(NAMES)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def told(game: Game) -> str:
    return "\n".join(game.tell(NAMES))


def test_a_board_shows_stars_costs_and_needs() -> None:
    """Letters for tiles, costs for empty spaces, and the spaces each structure still needs."""
    game = laid(hands=("PPG", "R"), stars=("P1 P2 P3 P4 P5 P6 O3 O4 C5:B", ""), token=1)
    seen = drawn(game)
    assert "Round 1 of 6  joker P purple   Ann to place a tile or pass" in seen
    assert "> Ann: 14 points\n  hand PPG" in seen
    assert "P    P P P P P P  20   done    done         C6" in seen
    assert "G    1 2 3 4 5 6  18   G5 G6   G1 G2        G2 G3 C4" in seen
    assert "C    1 2 3 4 B 6  12\n" in seen
    assert "numbers  1s 1/7 +4   2s 1/7 +8   3s 2/7 +12   4s 2/7 +16" in seen
    assert "  Ben: 5 points (token)" in seen


def test_the_monochrome_side_shows_costs_and_kinds() -> None:
    """Costs 3 2 1 4 5 6; a star is open until its second tile."""
    game = laid(rule_set="pavilion-mono", hands=("PPG",), stars=("P1:R P2:R O1:B O2:R G1:B",))
    seen = drawn(game)
    assert "P    R R 1 4 5 6  14" in seen
    assert "O    B R 1 4 5 6  12" in seen
    assert "G    B 2 1 4 5 6  open" in seen
    assert "C    3 3 3 3 3 3  open\n" in seen
    assert "3s 3/12 +12" in seen
    assert "Star P: red on 1, red on 2; open: 3 costs 1, 4 costs 4, 5 costs 5, 6 costs 6." in told(game)


def test_headlines() -> None:
    """What is going on, in every phase."""
    offer = laid(what="draft", factories=["GGOO"], centre="PR")
    assert "Ann to take tiles" in drawn(offer)
    assert " 1:GGOO  2:-" in drawn(offer)
    assert "0:token PR" in drawn(offer)
    assert "token" not in drawn(laid(what="draft", factories=["GGOO"], centre="PR", token=0)).split("Ann: ")[0]
    assert "Ann to take 2 bonus tiles" in drawn(laid(what="bonus 2 P", hands=("G",)))
    assert "Ann to take 1 bonus tile\n" in drawn(laid(what="bonus 1 P", hands=("G",)))
    assert "Ann to choose what to keep" in drawn(laid(what="keep", hands=("GGGG",), kept=("G",)))
    assert "kept G" in drawn(laid(what="keep", hands=("GGGG",), kept=("G",)))
    assert "The supply and the factories wait" in drawn(new_game("pavilion", auto_deal=False))
    assert "The factories wait" in drawn(laid(what="deal factories", round_number=2))
    assert "The supply waits" in drawn(laid(what="deal supply", hands=("G",), supply="GGG"))
    over = laid(round_number=6, passed="1", hands=("G",), kept=("", "R"))
    assert "Ben: 5 points (passed)\n  hand -  kept R" in drawn(over)
    over.play("pass")
    assert "The game is over: six rounds." in drawn(over)
    assert told(over).endswith("The game is over: six rounds.")
    assert "Ben: 4 points, has passed." in told(over)


def test_told_in_sentences() -> None:
    """Everything a listener needs, the turn last."""
    offer = laid(what="draft", factories=["GGOO"], centre="PR", scores=[1])
    assert told(offer).split("\n") == [
        "Round 1 of 6. The joker is purple.",
        "Factory 1: 2 green, 2 orange.",
        "Centre with the token: 1 purple, 1 red.",
        "Supply: 2 purple, 2 green, 2 orange, 2 yellow, 1 blue, 1 red.",
        "Bag: 19 purple, 18 green, 18 orange, 20 yellow, 21 blue, 20 red. Tower: empty.",
        "Ann: 1 point.",
        "  Hand: empty.",
        "  The board is empty.",
        "Ben: 5 points.",
        "  Hand: empty.",
        "  The board is empty.",
        "Ann to take tiles.",
    ]
    taken = laid(what="draft", factories=["GGOO"], centre="PR", token=1)
    assert "Centre: 1 purple, 1 red." in told(taken)
    assert "Ben: 5 points, has the token." in told(taken)
    game = laid(hands=("PPG",), stars=("P* O3 C5:B",), kept=("", "GG"), passed="1")
    seen = told(game)
    assert "The purple star: purple on 1, " in seen
    assert "purple on 6; complete." in seen
    assert "The centre star: blue on 5; open: 1 costs 1, " in seen
    assert "  Nearly done: a statue needs O4; a pillar needs C6; a statue needs G1 G2.\n" in seen
    assert "  Numbers: 1 of 7 spaces of cost 1, 1 of 7 spaces of cost 2, 2 of 7 spaces of cost 3" in seen
    assert "  Kept: 2 green." in seen
    assert "supply waits" in told(laid(what="deal supply", hands=("G",), supply="GGG"))


def test_every_phase_says_what_can_be_typed() -> None:
    for what, hands, said in (
        ("draft", ("",), "factories are 1 to 5 and 0 is the centre"),
        ("bonus 2 P", ("G",), "take a tile from the supply"),
        ("keep", ("GGGGG",), "keep a tile, like =G, or write done"),
        ("place", ("GG",), "stars are P G O Y B R C and positions 1 to 6"),
    ):
        game = laid(what=what, hands=hands, factories=["GGOO"] if what == "draft" else [])
        assert said in game.room.sentences.expects(game.state[0])


# -- forecasts ----------------------------------------------------------------------------------


def forecast(game: Game, move: str) -> str:
    before = game.text
    said = game.forecast_text(game.parse(move))
    assert game.text == before
    return said


def test_forecast_of_taking() -> None:
    """R2.8 The hand afterwards, and what the token costs."""
    game = laid(what="draft", factories=["GGOP"], centre="BBP")
    assert forecast(game, "1G") == "hand P1 G2"
    assert forecast(game, "0B") == "hand P1 B2, -3 now, takes the token, starts the next round"


def test_forecast_of_placing() -> None:
    """R4.2 R4.4 R7.2 R7.3 Points, bonus tiles, stars and numbers completed."""
    game = laid(hands=("OOOOOOO", "G"), stars=("O1 O2 O3 O4 O5", ""))
    assert forecast(game, "O6") == "+6 now, 3 bonus tiles, star complete, +17 at the end"
    assert forecast(game, "C1:O") == "+1 now"
    pillar = laid(hands=("BB", ""), stars=("P2 P3 C6:R G2 O2 Y2 R2 B2 C2:G", ""), round_number=6)
    assert forecast(pillar, "B1") == "+2 now"
    ones = laid(hands=("P", ""), stars=("G1 O1 Y1 B1 R1 C1:G P2 O3 O4", ""))
    assert forecast(ones, "P1") == "+2 now, 2 bonus tiles, number complete, +4 at the end"
    one = laid(hands=("BBBBB", ""), stars=("P2 P3 C6:R", ""))
    assert forecast(one, "C5:B") == "+2 now, 1 bonus tile"


def test_forecast_of_choosing() -> None:
    """R5.2 What is kept, and what giving up costs; also when the round, or the game, ends with it."""
    many = laid(hands=("GGGGR", ""), round_number=6)
    assert forecast(many, "pass") == "kept -, up to 4 more"
    many.play("pass")
    assert forecast(many, "=G") == "kept G1, up to 3 more"
    assert forecast(many, "done") == "keeps -, -4 now"
    assert forecast(many, "=R") == "keeps R1, -4 now"
    few = laid(hands=("GG", ""))
    assert forecast(few, "pass") == "keeps G2"
    assert forecast(few, "discard") == "kept -, up to 1 more"
    assert forecast(laid(hands=("G", "")), "discard") == "keeps -, -1 now"
    assert forecast(laid(what="bonus 1 P", hands=("G", "")), "*O") == "hand G1 O1"
    assert forecast(laid(what="bonus 2 P", hands=("G", "")), "*O") == "hand G1 O1"
