"""What a terminal shows and a screen reader says, and the points by rule."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import laid, random_play, seat
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.text.terminal_flow import flow
from tilewright.games.duel.interface.prose import plate_words
from tilewright.play.game import new_game

pytestmark = pytest.mark.rules

STYLES = {"", "strong", "faint", *"BYRKT"}

BOARD = seat(
    7, tokens=1, taken=1, chips="K1 TY1", plates="S8r0 - - - - - - - -",
    dome="YK.... T*.... ...... ...... ...... ......", lines="- Y1 - - - T6", broken="B2",
)  # fmt: skip


def drawn(**parts: str) -> str:
    parts = {
        "turn": "round 2 first 0 marker 1 turn 0 act", "display": "S3 J2", "stack": "9 s", "under": "0:S9.J4 1:J5",
        "small": "BYRK/-/? -/RY/? -/-/TY", "large": "-/BK", "bag": "B5 T2", "tower": "R1", "unseen": "B1 RT2", **parts,
    }  # fmt: skip
    return str(laid(BOARD, seat(1, broken="R1"), **parts))


def test_the_picture_of_a_table() -> None:
    """Letters carry the meaning: tiles in capitals, open spaces small, a star for a special tile."""
    lines = drawn().splitlines()
    assert lines[0] == "Round 2  Seat 0 to move"
    assert lines[1] == "Display   S3 BY/Ts   J2 BY/Tj"
    assert lines[2] == "Stack     9 unseen, top s  put back, top to bottom: 0:S9.J4  1:J5"
    assert lines[3] == "Suns      1:BYRK     2:-        3:-        4:-        L:-"
    assert lines[4] == "Moons  0: -(?)       RY(?)      -(TY)      -(-)       L:BK"
    assert lines[5] == "Bag       B5 T2  Tower R1  Chips left B1 RT2"
    assert lines[7] == "> Seat 0: 7 points                       broken BB__ -3  tokens 1"
    assert lines[8] == "                1  2   3  4   5  6       chips K1 TY1 (1 this round)"
    assert lines[9].startswith("              +--a1--+--a2--+--a3--+     H: 3 for each full row")
    assert lines[10].startswith("1           _ |[Y][K]| .  . | .  . |1       0 rows done, next needs 4 cells")
    assert lines[11].startswith("2         _ Y |[T][*]| .  . | .  . |2    V: 7 for each full column")
    assert lines[17].startswith("6 T T T T T T | .  . | .  . | .  . |6")
    assert lines[19].startswith("  Seat 1: 1 point, first-player tile")
    assert "broken R___ -1" in lines[19]


def test_an_opponent_in_brief() -> None:
    game = laid(
        BOARD, seat(1, broken="R1"), turn="round 2 first 0 marker 1 turn 0 act", display="S3 J2", small="BYRK/-/?"
    )
    brief = game.room.picture.scene(game.state[0], ["Ann", "Ben"]).brief[0]
    lines = ["".join(text for text, _ in line) for row in brief for line in flow(row, 80)]
    assert lines == [
        "> Ann: 7 points  broken BB__ -3  tokens 1  chips K1 TY1 (1 this round)",
        "  lines _  _Y  ___  ____  _____  TTTTTT",
        "  dome  YK....  T*....  ......  ......  ......  ......",
    ]


def test_a_plate_in_hand_is_shown_and_told_in_hand() -> None:
    game = new_game("duel", seed=1)
    game.play(game.legal_moves[0])
    plate = game.moves[0]
    assert f"In hand   {plate} " in str(game)
    assert plate not in next(line for line in str(game).splitlines() if line.startswith("Display"))
    assert any(sentence.startswith(f"In hand: {plate} ") for sentence in game.tell())


def test_every_step_says_what_can_be_typed() -> None:
    said = set()
    for game in random_play([9] if INTERPRETED else range(4), draws=0.3):
        if game.awaiting == "move":
            said.add(game.room.sentences.expects(game.state[0]))
    assert {"write draw or stop", "spend a chip like +TY, or write stop"} <= said
    assert len(said) > 8


@pytest.mark.parametrize(
    ("parts", "headline"),
    [
        ({"turn": "round 0 first 0 marker - turn 0 deal"}, "Set-up  Display and suns wait to be filled."),
        ({"turn": "round 2 first 0 marker - turn 0 place S1"}, "Round 2  Seat 0 to lay plate S1"),
        ({"turn": "round 2 first 0 marker - turn 0 pile 1"}, "Round 2  Seat 0 to pile what is left on factory 1"),
        (
            {"turn": "round 2 first 0 marker - turn 0 chips 2 -"},
            "Round 2  Seat 0 to complete line 2 with chips, or leave it",
        ),
        ({"turn": "round 5 first 0 marker - turn 0 end"}, "Round 5  The game is over: five rounds played."),
        (
            {"turn": "round 2 first 0 marker - turn 0 fronts", "hand": "s? J7:1 back -"},
            "Round 2  The plates drawn are about to be looked at.",
        ),
    ],
)
def test_headlines(parts: dict[str, str], headline: str) -> None:
    """The first line says what happens next."""
    assert drawn(**parts).splitlines()[0] == headline


def test_the_first_player_tile_and_hands_are_drawn() -> None:
    shown = drawn(turn="round 2 first 0 marker - turn 0 draw", hand="s? J7:1 back -", display="-", stack="0 -")
    assert "L:BK 1st" in shown
    assert "In hand   s?   J7:1" in shown
    assert "Display   -" in shown


def test_the_table_told() -> None:
    """Everything on the table in sentences, the turn last."""
    game = laid(
        BOARD, seat(1), turn="round 2 first 0 marker 0 turn 1 draw", display="S3", stack="9 s", under="0:S9.J4",
        small="BYRK/-/? -/RY/? -/-/TY", large="BBYRK/-", hand="s? back -",
    )  # fmt: skip
    told = game.tell(["Ann", "Ben"])
    assert told[0] == "Round 2."
    for sentence in (
        "Goal H: 3 for each full row.",
        "Display: S3, blue yellow over turquoise special.",
        "Stack: 9 unseen plates, a special plate on top.",
        "Under the stack, from the top, with who put them there: 0:S9.J4.",
        "In hand: s?.",
        "Factory 1: sun 1 blue, 1 yellow, 1 red, 1 black.",
        "Factory 2: moon from the top yellow, red.",
        "Factory 3: chip TY turned up.",
        "Large factory: sun 2 blue, 1 yellow, 1 red, 1 black.",
        "Ann: 7 points, with the first-player tile.",
        "  Lines: line 2 1 of 2 yellow; line 6 6 of 6 turquoise.",
        "  Dome: row 1 yellow in 1, black in 2; row 2 turquoise in 1, special tile in 2.",
        "  Plates: a1 yellow black over turquoise special.",
        "  Tokens: 1. Chips: 1 K, 1 TY, 1 taken this round.",
        "  Broken: 2 blue, costing 3.",
        "Ben: 1 point.",
        "  Lines: all empty.",
        "  Dome: no tile.",
        "  Plates: none.",
    ):
        assert sentence in told
    assert told[-1] == "Ben to draw another plate or stop."
    assert plate_words(0, 1) == "yellow red over special blue"


def test_the_moon_told() -> None:
    game = laid(large="-/BK", small="-/Y/?", turn="round 2 first 0 marker - turn 0 top", stack="3 ?", hand="s? back -")
    told = game.tell()
    assert "Large factory with the first-player tile: moon 1 blue, 1 black." in told
    assert "Display: empty." in told
    assert "Stack: 3 unseen plates, its top not seen yet." in told
    game = laid(small="-/Y/?", turn="round 2 first 0 marker 0 turn 0 act")
    assert "Large factory: moon empty." in game.tell()
    game = laid(small="-/-/K", turn="round 2 first 0 marker 0 turn 0 act")
    assert not any(sentence.startswith("Large factory") for sentence in game.tell())


def test_the_end_told() -> None:
    told = laid(turn="round 5 first 0 marker 0 turn 0 end").tell()
    assert told[-1] == "The game is over: five rounds played."
    assert not any(sentence.startswith(("Display", "Large")) for sentence in told)


def test_every_position_can_be_drawn_told_and_counted() -> None:
    """Styles are known, sentences end, points add up, for positions and views alike."""
    for number, game in enumerate(random_play([9] if INTERPRETED else range(4), draws=0.3)):
        for seat_number in (0, 1):
            assert sum(game.breakdown(seat_number).values()) == game.scores[seat_number]
        if number % (9 if INTERPRETED else 3):
            continue
        for shown in (game, game.view(0), game.view(-1)):
            assert {style for line in shown.picture() for _, style in line} <= STYLES
            assert all(sentence.endswith(".") for sentence in shown.tell())


def test_breakdown_before_the_end_leaves_goals_out() -> None:
    """R13.2 Goals count at the end only."""
    game = laid(seat(12, earned="8 2", lost="1 2 0", dome="BYRKTB " + "...... " * 5), seat())
    assert game.breakdown(0) == {
        "start": 5, "tiles": 8, "specials": 2, "broken": -1, "first_player_tile": -2, "plates": 0,
        "H": 0, "V": 0, "D": 0,
    }  # fmt: skip
