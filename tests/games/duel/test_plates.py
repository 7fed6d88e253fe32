"""R4: plates of the display and of the stack."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import field, laid, moves, of_seat, seat
from tilewright.core.errors import IllegalDeal, IllegalMove
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

SUN = "BYRK/-/? BYRK/-/? BYRK/-/? BYRK/-/?"
ONE_PLATE = "- - - - S1r0 - - - -"
OTHER_PLATE = "J1r0 - - - - - - - -"


def at_the_stack(score: int = 5, display: str = "S3 J2 J9", stack: str = "13 s", **parts: str) -> Game:
    """Seat 0 begins a turn with two tokens."""
    return laid(
        seat(score, tokens=2, plates=ONE_PLATE),
        seat(tokens=2, plates=OTHER_PLATE),
        turn=parts.pop("turn", "round 1 first 0 marker - turn 0 act"),
        display=display,
        stack=stack,
        small=SUN,
        unseen="B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2",
        **parts,
    )


def plate_moves(game: Game) -> list[str]:
    return [move for move in moves(game) if move[0] in "SJd"]


def test_14_2_7_rulebook_example_two_plates_drawn_one_kept() -> None:
    """14.2 #7, R4.3, R4.4, R4.6, R4.8 Two points, one token, stack 12, the plate put back lies lowest."""
    game = at_the_stack()
    game.play("draw")
    assert (game.scores[0], field(game, "hand"), field(game, "stack")) == (4, "s? back -", "12 ?")
    game.deal("j")
    assert moves(game) == ["draw", "stop"]
    game.play("draw")
    game.deal("s")
    assert field(game, "hand") == "s? j? back -"
    game.play("stop")
    assert game.deal("J4S7") == "S7J4"
    assert moves(game) == ["S7", "J4"]
    game.play("J4")
    game.play("@a2r3")
    assert (game.scores[0], field(game, "stack"), field(game, "under")) == (3, "11 s", "0:S7")
    assert (field(game, "display"), of_seat(game, 0, "tokens"), game.to_move) == ("S3 J2 J9", "1", 1)
    assert of_seat(game, 0, "plates") == "- J4r3 - - S1r0 - - - -"
    assert of_seat(game, 0, "lost") == "0 0 2"


def test_r4_2_r4_7_a_plate_of_the_display() -> None:
    """R4.1, R4.2, R4.7, R3.3 Free of charge, laid at once; the display is not filled up; the turn is over."""
    game = at_the_stack()
    assert plate_moves(game) == ["S3", "J2", "J9", "draw"]
    game.play("J2")
    assert len(moves(game)) == 32
    game.play("@b1r2")
    assert (game.scores[0], field(game, "display"), game.to_move) == (5, "S3 J9", 1)


def test_14_2_9_points_limit_the_draws() -> None:
    """14.2 #9, R4.4 With two points two plates are drawn; the second is the last and tells the new top too."""
    game = at_the_stack(2)
    game.play("draw")
    game.deal("j")
    game.play("draw")
    assert (game.scores[0], game.awaiting) == (0, "deal")
    with pytest.raises(IllegalDeal, match="the hand holds 1 special and 1 joker"):
        game.deal("S7S8 s")
    game.deal("S7J4 s")
    assert moves(game) == ["S7", "J4"]


def test_14_2_10_score_0_and_a_plate_in_the_display() -> None:
    """14.2 #10, R4.5, 9.3 Z1 The display must be used."""
    game = at_the_stack(0, display="S3")
    assert plate_moves(game) == ["S3"]
    with pytest.raises(IllegalMove, match=r"costs a point and you have none.*R4\.5"):
        game.play("draw")


def test_14_2_11_score_0_and_an_empty_display() -> None:
    """14.2 #11, R4.5, ED2, 9.3 Z1 One plate, free, kept unasked; no second draw."""
    game = at_the_stack(0, display="-", stack="9 s")
    assert plate_moves(game) == ["draw"]
    game.play("draw")
    game.deal("S7 j")
    assert field(game, "round").endswith("place S7")
    assert (game.scores[0], field(game, "stack"), of_seat(game, 0, "lost")) == (0, "8 j", "0 0 0")
    game.play("@a1r0")
    assert (game.to_move, field(game, "under")) == (1, "-")


def test_14_2_12_score_1_and_an_empty_display() -> None:
    """14.2 #12, R4.4, 9.3 The first draw costs the last point; a second is not possible."""
    game = at_the_stack(1, display="-", stack="9 j")
    game.play("draw")
    game.deal("J7 s")
    assert field(game, "round").endswith("place J7")
    assert (game.scores[0], of_seat(game, 0, "lost")) == (0, "0 0 1")


def three_drawn() -> Game:
    game = at_the_stack()
    for kind in ("j", "s", "s"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S2S9J4")
    return game


def test_14_2_13_three_plates_drawn_two_put_back() -> None:
    """14.2 #13, R4.6, R4.8 The kept plate is laid first; then the order is chosen, the last plate unasked."""
    game = three_drawn()
    with pytest.raises(IllegalMove, match="S3 is not in your hand: S2 S9 J4"):
        game.play("S3")
    with pytest.raises(IllegalMove, match="one of the plates drawn must be kept first"):
        game.play("stop")
    game.play("J4")
    game.play("@c3r0")
    assert (moves(game), field(game, "hand")) == (["_S2", "_S9"], "S2 S9 back -")
    with pytest.raises(IllegalMove, match="J4 is not in your hand"):
        game.play("_J4")
    game.play("_S9")
    assert (field(game, "under"), game.to_move) == ("0:S9.S2", 1)


def test_r4_6_the_sign_may_be_left_out_while_plates_go_back() -> None:
    """Typing S9 while plates are put back means _S9."""
    game = three_drawn()
    game.play("J4")
    game.play("@c3r0")
    assert str(game.play("S9")) == "_S9"


def test_four_plates_go_back_one_by_one() -> None:
    """R4.6 While plates go back those chosen lie apart."""
    game = at_the_stack()
    for kind in ("j", "s", "j", "s"):
        game.play("draw")
        game.deal(kind)
    game.play("stop")
    game.deal("S2S9J4J5")
    game.play("J4")
    game.play("@c3r0")
    game.play("_J5")
    assert (field(game, "hand"), moves(game)) == ("S2 S9 back J5", ["_S2", "_S9"])
    game.play("_S9")
    assert field(game, "under") == "0:J5.S9.S2"


def test_14_2_14_a_slot_that_is_taken() -> None:
    """14.2 #14, R4.7 A plate is never covered."""
    game = at_the_stack()
    game.play("S3")
    with pytest.raises(IllegalMove, match=r"slot b2 already carries a plate \(R4\.7\)"):
        game.play("@b2r0")


def test_14_2_16_no_plates_in_round_5() -> None:
    """14.2 #16, R1.8, 9.2 There are no tokens in round 5."""
    game = at_the_stack(turn="round 5 first 0 marker - turn 0 act")
    game.state[0].boards[0].tokens = 0
    assert plate_moves(game) == []
    with pytest.raises(IllegalMove, match="no token left"):
        game.play("S3")


def test_9_2_an_empty_stack() -> None:
    """9.2, R4.4 Without a plate in the stack there is no draw."""
    game = at_the_stack(stack="0 -")
    assert plate_moves(game) == ["S3", "J2", "J9"]
    with pytest.raises(IllegalMove, match="the stack is empty"):
        game.play("draw")


def test_9_2_the_last_plate_of_the_stack() -> None:
    """9.2, R4.4 More than the stack has cannot be drawn; nothing shows on an empty stack."""
    game = at_the_stack(stack="1 s")
    game.play("draw")
    assert field(game, "stack") == "0 -"
    game.deal("S9")
    assert field(game, "round").endswith("place S9")


def test_r4_6_plates_put_back_become_the_top_of_an_empty_stack() -> None:
    """R4.6, R14.4 When all plates were drawn, those put back are the whole stack."""
    game = at_the_stack(stack="2 s")
    game.play("draw")
    game.deal("j")
    game.play("draw")
    game.deal("S9J8")
    game.play("S9")
    game.play("@a1r0")
    assert (field(game, "stack"), field(game, "under")) == ("0 j", "0:J8")


def test_r14_11_plates_put_back_come_up_without_a_draw() -> None:
    """R14.11 Known plates are taken from the position, and the type of the next one shows at once."""
    game = at_the_stack(stack="1 s", under="1:J8.S9 0:J7")
    game.play("draw")
    assert (field(game, "stack"), game.awaiting) == ("0 j", "move")
    game.play("draw")
    assert (field(game, "stack"), field(game, "hand")) == ("0 s", "s? J8:1 back -")
    game.play("draw")
    assert (field(game, "under"), field(game, "hand")) == ("0:J7", "s? S9:1 J8:1 back -")
    game.play("stop")
    game.deal("S8")
    assert moves(game) == ["S8", "S9", "J8"]
    game.play("S8")
    game.play("@a1r0")
    game.play("_J8")
    assert field(game, "under") == "0:J7 0:J8.S9"


def test_r14_11_a_hand_of_known_plates_needs_no_draw_at_all() -> None:
    """R14.11 With every plate known there is nothing to draw."""
    game = at_the_stack(stack="0 j", under="1:J8.S9")
    game.play("draw")
    game.play("draw")
    assert moves(game) == ["S9", "J8"]


def test_9_3_score_0_with_only_known_plates_left() -> None:
    """9.3 Z1, R14.11 The free plate comes from a lot."""
    game = at_the_stack(0, display="-", stack="0 j", under="1:J8.S9")
    game.play("draw")
    assert field(game, "round").endswith("place J8")
    assert (field(game, "stack"), field(game, "under")) == ("0 s", "1:S9")


def test_the_draw_of_a_type_must_be_possible() -> None:
    """R14.10 A type that no unseen plate has cannot show."""
    laid_plates = "S2r0 S3r0 S4r0 S5r0 S6r0 - - - -"
    game = laid(
        seat(5, tokens=1, plates="S1r0 - - - - - - - -"),
        seat(tokens=0, plates=laid_plates),
        turn="round 1 first 0 marker - turn 0 act",
        stack="11 s",
        display="S8",
    )
    game.state[0].place[6] = 6  # S7 is gone too: S9 is the only special plate left
    game.play("draw")
    with pytest.raises(IllegalDeal, match="no unseen special plate is left for the top"):
        game.deal("s")
    game.deal("j")
    game.play("stop")
    assert game.deal("S9") == "S9"


def test_why_other_moves_do_not_fit() -> None:
    """Each step says what it waits for."""
    game = at_the_stack()
    with pytest.raises(IllegalMove, match="a turn begins with an action"):
        game.play("stop")
    with pytest.raises(IllegalMove, match="S9 is not in the display: S3 J2 J9"):
        game.play("S9")
    game.play("S3")
    with pytest.raises(IllegalMove, match="the plate must be laid first"):
        game.play("1B1")
    game.play("@a1r0")
    game.play("draw")
    game.deal("s")
    with pytest.raises(IllegalMove, match="the drawing from the stack is not over: write draw or stop"):
        game.play("1B1")
