"""Moves and draws as text: written, typed, described, refused."""

from __future__ import annotations

import pytest

from tests.games.pavilion.builder import laid, names
from tilewright.core.errors import BadText, IllegalDeal, IllegalMove
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.notation import name_move, parse_move
from tilewright.play.game import Game, new_game

pytestmark = pytest.mark.rules


def drafting(**said: object) -> Game:
    return laid(**{"what": "draft", "centre": "OOP", "factories": ["GGPR", "PPPP"], **said})


def placing(**said: object) -> Game:
    return laid(**{"hands": ("PPGGGOBB", "R"), **said})


@pytest.mark.parametrize("rule_set", ["pavilion", "pavilion-mono"])
def test_every_code_has_a_name_of_its_own(rule_set: str) -> None:
    """What is written is understood again, for the whole action space."""
    state = laid(rule_set=rule_set, hands=("P",)).state[0]
    for code in range(codes.ACTIONS):
        text = name_move(state, code)
        closed = rule_set == "pavilion" and codes.DRAFTS <= code < codes.PASS and codes.star_of(code) < 6
        if not closed or codes.placed(code) == codes.star_of(code):
            assert parse_move(state, text) == code


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("1 g", "1G"),
        ("1 green", "1G"),
        ("centre orange", "0O"),
        ("Center oranje", "0O"),
        ("2purple", "2P"),
    ],
)
def test_words_for_taking(typed: str, short: str) -> None:
    assert drafting().parse(typed).notation == short


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("g3+2", "G3+2"),
        ("green 3 plus 2", "G3+2"),
        ("G3 + 0", "G3"),
        ("G3:G", "G3"),
        ("centre 3 with orange plus 2", "C3:O+2"),
        ("c 3 : o + 2", "C3:O+2"),
        ("Pass", "pass"),
    ],
)
def test_words_for_placing(typed: str, short: str) -> None:
    assert placing().parse(typed).notation == short


def test_words_for_choosing() -> None:
    keeping = placing()
    keeping.play("pass")
    assert [keeping.parse(typed).notation for typed in ("keep green", "= g", "DONE")] == ["=G", "=G", "done"]
    taking = laid(what="bonus 2 G", hands=("G",))
    assert taking.parse("bonus orange").notation == "*O"


@pytest.mark.parametrize("typed", ["", "G", "G7", "9", "3G4", "C3:X", "G3+9", "green", "*", "=C", "pass 2", "¤", "10G"])
def test_what_is_not_a_move(typed: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        placing().play(typed)


def test_a_colour_must_be_said_where_it_is_open() -> None:
    with pytest.raises(IllegalMove, match="does not say which colour is placed: write it like C3:O"):
        placing().play("C3+2")
    with pytest.raises(IllegalMove, match="does not say which colour"):
        placing(rule_set="pavilion-mono").play("G3")


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("9G", "there are only 5 factories"),
        ("3G", "factory 3 is empty (R2.3)"),
        ("1B", "there is no blue tile in factory 1 (R2.4)"),
        ("1P", "purple is the joker, and factory 1 also has other colours"),
        ("0P", "purple is the joker, and the centre also has other colours"),
        ("G5", "tiles are still on offer: take some first"),
        ("pass", "tiles are still on offer"),
        ("*G", "tiles are still on offer"),
    ],
)
def test_refused_while_taking(move: str, reason: str) -> None:
    """R2.3 R2.4 ES3 S15 The reason names the rule."""
    with pytest.raises(IllegalMove) as refused:
        drafting().play(move)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("3G", "this is a turn of placing"),
        ("=G", "this is a turn of placing"),
        ("done", "this is a turn of placing"),
        ("discard", "with more than four tiles write pass"),
        ("G1", "G1 is taken (R3.2)"),
        ("G2:O", "the green star takes only green (R3.4)"),
        ("C2:G", "the centre star takes each colour once and has green (R3.5)"),
        ("Y1", "there is no yellow tile in hand"),
        ("P2+1", "purple is the joker colour itself"),
        ("G2+2", "a space of cost 2 takes at most 1 jokers (R3.10)"),
        ("B5+4", "there are only 2 purple tiles in hand as jokers (R3.10)"),
        ("G5", "cost 5 needs 5 green tiles, and there are 3 in hand (R3.8)"),
        ("B6+2", "cost 6 with 2 jokers needs 4 blue tiles, and there are 2 in hand (R3.8)"),
    ],
)
def test_refused_while_placing(move: str, reason: str) -> None:
    """R3.2 R3.4 R3.5 R3.8 R3.9 R3.10 The reason names the rule."""
    with pytest.raises(IllegalMove) as refused:
        placing(stars=("G1 C1:G", "")).play(move)
    assert reason in str(refused.value)


def test_refused_on_the_monochrome_side() -> None:
    """R3.6 All alike, or all different."""
    game = placing(rule_set="pavilion-mono", stars=("G1:B G2:B P1:B P2:O", ""))
    with pytest.raises(IllegalMove, match="star G has become all blue"):
        game.play("G3:O")
    with pytest.raises(IllegalMove, match="star P has become all different and has orange, blue"):
        game.play("P3:O")


def test_refused_while_choosing() -> None:
    """R4.5 R5.2 Order of the colours, and what is there."""
    taking = laid(what="bonus 2 O", hands=("O",), supply="GGOOOBBBBR")
    for move, reason in {
        "*G": "order of the colours, and orange has been taken",
        "*Y": "no yellow tile in the supply",
        "*R": "from red on the supply has fewer than the 2",
        "pass": "bonus tiles must be taken first",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            taking.play(move)
    keeping = laid(what="keep", hands=("GGGB",), kept=("O",))
    for move, reason in {
        "=G": "order of the colours, and orange has been kept",
        "=R": "no red tile in hand",
        "G1": "say first what is kept",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            keeping.play(move)


def test_nobody_moves_before_the_deal_or_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="tiles must be dealt first"):
        new_game("pavilion", auto_deal=False).play("1G")
    over = laid(round_number=6, passed="1", hands=("G",))
    over.play("pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play("pass")


# -- descriptions -------------------------------------------------------------------------------


def said(game: Game, move: str) -> str:
    return game.describe(game.parse(move))


def test_descriptions() -> None:
    """A move in words, as a screen reader says it."""
    take, place = drafting(), placing()
    assert said(take, "1G") == "takes 2 green and 1 purple joker from factory 1"
    assert said(take, "2P") == "takes 1 purple from factory 2"
    assert said(take, "0O") == "takes 2 orange and 1 purple joker from the centre"
    assert said(drafting(factories=["GGRR"]), "1G") == "takes 2 green from factory 1"
    assert said(place, "G3") == "places green on position 3 of the green star, paying 3 green"
    assert said(place, "C3:O+2") == (
        "places orange on position 3 of the centre star, paying 1 orange and 2 purple as jokers"
    )
    assert said(placing(rule_set="pavilion-mono"), "G2:B+1") == (
        "places blue on position 2 of star G, paying 1 blue and 1 purple as joker"
    )
    assert said(place, "pass") == "passes"
    assert said(placing(hands=("G",)), "discard") == "passes and gives up tiles"
    place.play("pass")
    assert said(place, "=G") == "keeps green"
    assert said(place, "done") == "keeps no more"
    assert said(laid(what="bonus 1 G", hands=("G",)), "*O") == "takes orange from the supply"


# -- draws --------------------------------------------------------------------------------------

SET_UP = "PPGOYYBBRR PGGO YYBR PPPP GORR YBBB"


def test_the_three_draws() -> None:
    """R1.6 R4.8 R6.3 Each with its groups; order within a group and case do not matter."""
    game = new_game("pavilion", auto_deal=False)
    assert game.deal(SET_UP.lower()) == SET_UP
    supply = laid(what="deal supply", hands=("G", ""), supply="GGGGGGG")
    assert supply.deal("RPO") == "POR"


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("PPGOYYBBRR PGGO YYBK", "'K' is not a colour"),
        ("PPGOYYBBR PGGO YYBR PPPP GORR YBBB", "the supply must get 10 tiles"),
        ("PPGOYYBBRR PGG YYBR PPPP GORR YBBB", "factory 1 must get 4 tiles"),
        ("PPGOYYBBRR PGGO YYBRR PPPP GORR YBBB", "factory 2 must get 4 tiles"),
        (f"{SET_UP} GGGG", "nothing is drawn after factory 5"),
    ],
)
def test_draws_that_cannot_be_read(tiles: str, reason: str) -> None:
    """R1.6 The text says which group is wrong."""
    with pytest.raises(BadText) as refused:
        new_game("pavilion", auto_deal=False).deal(tiles)
    assert reason in str(refused.value)


def test_draws_that_cannot_be() -> None:
    """R1.6 R4.9 ES24 Too few, too many of a colour, or tiles left in a bag that must run empty."""
    game = new_game("pavilion", auto_deal=False)
    with pytest.raises(IllegalDeal, match="30 tiles must be drawn, not 10"):
        game.deal("PPPPPPPPPP")
    with pytest.raises(IllegalDeal, match="30 tiles must be drawn, not 0"):
        game.deal("-")
    with pytest.raises(IllegalDeal, match="not enough purple tiles for factory 4"):
        game.deal("PPPPPPPPPP PPPP PPPP PPPP PPPP PPPP")
    short = {"what": "deal supply", "hands": ("G", ""), "supply": "GGGGGGG", "bag": "BB", "tower": "RRRYY"}
    with pytest.raises(IllegalDeal, match="the supply must get all 2 blue tiles that are left in the bag"):
        laid(**short).deal("RRB")
    one = {**short, "bag": "", "tower": "R"}
    with pytest.raises(IllegalDeal, match="1 tile must be drawn, not 0"):
        laid(**one).deal("-")
    with pytest.raises(BadText, match="nothing is drawn after the supply"):
        laid(**one).deal("R R")
    with pytest.raises(BadText, match="the supply must get 1 tile"):
        laid(**{**short, "supply": "GGGGGGGGG"}).deal("RR")
    factories = laid(what="deal factories", round_number=2)
    with pytest.raises(BadText, match="factory 1 must get 4 tiles"):
        factories.deal("PPPPP")
    with pytest.raises(IllegalDeal, match="nothing is to be dealt"):
        placing().deal("G")


def test_passing_moves_in_canonical_order() -> None:
    """R5.1 R5.2 Placings, then pass, then discard."""
    assert names(laid(hands=("GO",)))[-2:] == ["pass", "discard"]
    assert names(placing())[-1] == "pass"
