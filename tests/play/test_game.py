"""The Game object: what it accepts, what it refuses, what it remembers."""

from __future__ import annotations

import pytest

import tilewright
from tilewright.core.errors import (
    BadOption,
    BadPosition,
    BadText,
    IllegalDeal,
    IllegalMove,
    TilewrightError,
    UnknownRuleSet,
    UnknownSeat,
    WrongPlayers,
)

ROUND = ["1B2", "3Y3", "5W3", "2K2", "4R5", "0W4", "0B1", "0R1", "0K4", "0Y5"]
DRAW = "BBYR KKWW YYYK RRBW WWWB"


@pytest.fixture
def game() -> tilewright.Game:
    game = tilewright.new_game("classic", players=2, auto_deal=False)
    game.deal(DRAW)
    return game


def test_a_new_game_is_dealt_and_waits_for_the_first_seat() -> None:
    game = tilewright.new_game("classic", players=3, seed=7, first=2)

    assert (game.awaiting, game.to_move, game.round_number) == ("move", 2, 1)
    assert game.scores == (0, 0, 0)
    assert game.winners == ()
    assert game.ending == ""


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert tilewright.new_game(seed=7).text == tilewright.new_game(seed=7).text
    assert tilewright.new_game(seed=7).text != tilewright.new_game(seed=8).text


def test_without_a_seed_games_differ() -> None:
    assert tilewright.new_game().text != tilewright.new_game().text


@pytest.mark.parametrize("typed", ["1B2", "1b2", " 1 B 2 ", "1 blue 2", "1 BLEU 2", "1 blauw 2"])
def test_a_move_may_be_typed_in_many_ways(game: tilewright.Game, typed: str) -> None:
    assert str(game.play(typed)) == "1B2"


def test_a_move_object_is_played_as_it_is(game: tilewright.Game) -> None:
    move = game.legal_moves[3]

    assert game.play(move) == move
    assert game.moves == [str(move)]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("9Z9", "is not a move"),
        ("9B1", "only 5 factories"),
        ("1K1", "no black tile in factory 1"),
        ("0B1", "no blue tile in the centre"),
        ("1@1", "still on offer"),
        ("", "is not a move"),
        ("1B2" * 1000, "is not a move"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(game: tilewright.Game, typed: str, reason: str) -> None:
    before = game.state.tobytes()

    with pytest.raises(IllegalMove, match=reason):
        game.play(typed)

    assert game.state.tobytes() == before
    assert len(game.events) == 1


def test_a_move_of_another_position_is_refused(game: tilewright.Game) -> None:
    move = next(move for move in game.legal_moves if str(move) == "1B2")
    game.play(move)

    with pytest.raises(IllegalMove, match="no blue tile in factory 1"):
        game.play(move)


def test_the_only_move_is_told_where_there_is_only_one() -> None:
    game, forced = tilewright.new_game(seed=3), 0
    player = tilewright.bot("random", seed=3)
    while game.awaiting != "end":
        [*others, last] = game.legal_moves
        assert game.only_move == (None if others else last)
        forced += not others
        game.play(player.choose(game.view(game.to_move or 0)).move)

    assert forced > 0
    assert game.only_move is None


def test_nothing_can_be_played_before_the_deal() -> None:
    game = tilewright.new_game(auto_deal=False)

    assert game.to_move is None
    assert game.legal_moves == []
    assert game.only_move is None
    with pytest.raises(IllegalMove, match="dealt first"):
        game.play("1B2")
    with pytest.raises(IllegalMove, match=r"0B1.*dealt first"):
        game.play(tilewright.Move(0, "0B1"))


def test_nothing_can_be_played_after_the_end() -> None:
    game = finished()

    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("1B2")
    with pytest.raises(IllegalDeal, match="nothing is to be dealt"):
        game.deal()


def finished(rule_set: str = "classic", players: int = 2, seed: int = 3) -> tilewright.Game:
    game = tilewright.new_game(rule_set, players, seed=seed)
    player = tilewright.bot("random", seed=seed)
    while game.awaiting != "end":
        game.play(player.choose(game.view(game.to_move or 0)).move)
    return game


def test_chosen_tiles_are_dealt_and_the_round_of_vector_b46_scores_3_and_2(game: tilewright.Game) -> None:
    for move in ROUND:
        game.play(move)

    assert game.scores == (3, 2)
    assert (game.awaiting, game.round_number) == ("deal", 2)
    assert game.state[0].first == 1


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ("BBYR", "20 tiles must be drawn, not 4"),
        ("BBBB BBBB BBBB BBBB BBBBB", "must get four tiles"),
        ("BBYR KKWW YYYX RRBW WWWB", "'X' is not a colour"),
        ("-", "20 tiles must be drawn, not 0"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(draw: str, reason: str) -> None:
    game = tilewright.new_game(auto_deal=False)

    with pytest.raises(TilewrightError, match=reason):
        game.deal(draw)

    assert game.awaiting == "deal"


def test_undo_takes_back_the_move_and_what_was_dealt_after_it() -> None:
    game = tilewright.new_game(seed=5)
    texts = []
    while game.round_number == 1:
        texts.append(game.text)
        game.play(game.legal_moves[-1])
    second_round = game.text

    last = game.undo()

    assert game.text == texts[-1]
    assert game.play(last.notation).notation == last.notation
    assert game.text == second_round, "the same tiles come again"


def test_undo_after_other_moves_were_played_instead() -> None:
    """What was taken back once must not come again."""
    game = tilewright.new_game("classic", seed=4)
    game.play(game.legal_moves[0])
    game.undo()
    game.play(game.legal_moves[-1])
    before = game.text
    game.play(game.legal_moves[0])
    game.undo()
    assert game.text == before


def test_undo_back_to_the_start_and_no_further() -> None:
    game = tilewright.new_game(seed=5)
    start = game.text
    for _ in range(4):
        game.play(game.legal_moves[0])
    for _ in range(4):
        game.undo()

    assert game.text == start
    with pytest.raises(IllegalMove, match="nothing to undo"):
        game.undo()


def test_undo_takes_back_a_deal_that_was_made_by_hand() -> None:
    game = tilewright.new_game(auto_deal=False)
    game.deal(DRAW)

    game.undo()

    assert game.awaiting == "deal"
    with pytest.raises(IllegalMove, match="nothing to undo"):
        game.undo()


def test_a_view_is_a_copy(game: tilewright.Game) -> None:
    view = game.view(1)
    view.state[0].boards[0].score = 99

    assert game.scores == (0, 0)
    assert view.legal_moves == game.legal_moves


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_there_is_refused(game: tilewright.Game, seat: int) -> None:
    with pytest.raises(UnknownSeat, match=f"no seat {seat}"):
        game.breakdown(seat)


@pytest.mark.parametrize(
    ("arguments", "error", "reason"),
    [
        ({"rule_set": "chess"}, UnknownRuleSet, "no rule set 'chess'"),
        ({"players": 5}, WrongPlayers, "played by 2 or 3 or 4, not by 5"),
        ({"first": 2}, UnknownSeat, "seat 2 cannot be first"),
        ({"goals": "H,V,D"}, BadOption, "has no option 'goals'"),
    ],
)
def test_a_set_up_that_is_not_offered_is_refused(
    arguments: dict[str, str], error: type[TilewrightError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        tilewright.new_game(**arguments)  # type: ignore[arg-type]


def test_a_position_goes_on_where_it_stopped(game: tilewright.Game) -> None:
    game.play("1B2")
    again = tilewright.from_text(game.text)

    assert again.state.tobytes() == game.state.tobytes()
    assert repr(game) == f"tilewright.from_text({game.text!r})"
    assert str(again) == str(game)


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("", BadText, "ends where a rule set should be"),
        ("chess 2 | x", BadText, "column 1: no rule set 'chess'"),
        ("classic 7 | x", BadText, "column 9: the number of players must be 2 to 4"),
        ("classic 2", BadText, "ends where '|' should be"),
        ("classic 2 3 | x", BadText, "column 11: nothing should follow"),
        ("classic 2 | round x", BadText, "column 19"),
        ("classic 2 |\nround 1", BadText, "one line"),
    ],
)
def test_a_position_that_cannot_be_read_says_where(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason.replace("|", r"\|")):
        tilewright.from_text(text)


def test_a_position_with_21_blue_tiles_says_so(game: tilewright.Game) -> None:
    with pytest.raises(BadPosition, match="21 blue tiles, not 20"):
        tilewright.from_text(game.text.replace("bag B16", "bag B17"))


def test_the_public_names_are_there() -> None:
    for name in tilewright.__all__:
        assert getattr(tilewright, name) is not None
    assert set(tilewright.__all__) <= set(dir(tilewright))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = tilewright.chess
