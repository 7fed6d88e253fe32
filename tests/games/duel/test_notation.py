"""Moves as numbers, short forms, words and sentences."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import FULL, ROOM, laid, moves, random_play, seat
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.errors import IllegalMove
from tilewright.games.duel import moves as codes
from tilewright.games.duel.interface.notation import name_move, parse_move
from tilewright.games.duel.interface.sentences import describe_move
from tilewright.games.duel.moves import MOVES
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

SUNS = "BYRK/-/? BYRK/-/? RRKT/-/? -/YK/?"


def table(turn: str = "act", **parts: str) -> Game:
    board = seat(tokens=1, plates="S6r0 - - - - - - - -", lines="- - - - R3 -")
    parts = {"display": "S3 J2", "stack": "13 j", "small": SUNS, "large": "BBYRT/-", "unseen": "B2 TY2 K2", **parts}
    return laid(board, seat(tokens=1), turn=f"round 2 first 0 marker - turn 0 {turn}", **parts)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (0, "0B1"), (209, "LTX"), (3, "0B4"), (35 * 3 + 7 * 2 + 6, "3RX"), (35 * 5 + 7 * 4 + 5, "LT6"),
        (210, "C1"), (213, "C4"), (214, "S1"), (231, "J9"), (232, "draw"), (233, "stop"), (234, "@a1r0"),
        (234 + 4 * 4 + 1, "@b2r1"), (269, "@c3r3"), (270, "_S1"), (287, "_J9"), (288, "^B"), (292, "^T"),
        (293, "+B"), (298, "+TY"), (302, "+RT"), (303, "1@1"), (303 + 6 * 2 + 3, "3@4"), (338, "6@6"),
    ],
)  # fmt: skip
def test_numbers_of_moves(code: int, name: str) -> None:
    """docs/notation.md, the table of moves."""
    state = table().state[0]
    assert name_move(state, code) == name
    assert parse_move(state, name) == code


def test_every_move_has_a_name_that_is_understood() -> None:
    """339 moves, 339 names."""
    state = table().state[0]
    names = [name_move(state, code) for code in range(codes.ACTIONS)]
    assert (codes.ACTIONS, ROOM.moves.actions, len(set(names))) == (339, 339, 339)
    assert [parse_move(state, name) for name in names] == list(range(339))
    assert [parse_move(state, f" {name.lower()} ") for name in names] == list(range(339))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("moons blue 4", "0B4"), ("3 red broken", "3RX"), ("large turquoise 6", "LT6"), ("moon bleu 4", "0B4"),
        ("3 R 4", "3R4"), ("chip 3", "C3"), ("s3", "S3"), ("DRAW", "draw"), ("at b2 turned 1", "@b2r1"),
        ("B2R1", "@b2r1"), ("under S9", "_S9"), ("up yellow", "^Y"), ("plus TY", "+TY"), ("plus red", "+R"),
        ("3 at 4", "3@4"), ("l schwarz x", "LKX"),
    ],
)  # fmt: skip
def test_moves_in_words(typed: str, name: str) -> None:
    """Short forms and words mean the same."""
    state = table().state[0]
    assert name_move(state, parse_move(state, typed)) == name


@pytest.mark.parametrize(
    "typed", ["", "fly", "5B1", "3W4", "3R7", "C5", "S10", "@d1r0", "@a1r4", "+TT", "+W", "7@1", "^W"]
)
def test_what_is_not_a_move(typed: str) -> None:
    """The error says what the step waits for."""
    with pytest.raises(IllegalMove, match="is not a move: take tiles like 3R4"):
        table().play(typed)


@pytest.mark.parametrize(
    ("turn", "move", "told", "forecast"),
    [
        ("act", "1B3", "takes 1 blue from sun 1 to line 3", "line 3: 1 of 3, no space in its row yet"),
        ("act", "3R5", "takes 2 red from sun 3 to line 5", "fills line 5, no space in its row yet"),
        ("act", "3R1", "takes 2 red from sun 3 to line 1", "fills line 1, no space in its row yet, broken -1"),
        ("act", "1K1", "takes 1 black from sun 1 to line 1", "fills line 1"),
        ("act", "LBX", "takes 2 blue from the large sun to the broken zone", "broken -3"),
        ("act", "0K1", "takes 1 black from the moons to line 1", "fills line 1"),
        ("act", "S3", "takes plate S3", "shows BY/Ts"),
        ("act", "draw", "draws a plate from the stack", "costs 1 point"),
    ],
)
def test_moves_told(turn: str, move: str, told: str, forecast: str) -> None:
    """A move as a screen reader says it, and what it brings."""
    game = table(turn)
    found = game.parse(move)
    assert game.describe(found) == told
    assert game.forecast_text(found) == forecast


def told(game: Game, move: str) -> str:
    found = game.parse(move)
    return f"{game.describe(found)}: {game.forecast_text(found)}"


def test_other_moves_told() -> None:
    """Steps inside a turn."""
    game = table(small="-/-/TY")
    assert told(game, "C1") == "takes the chip TY of factory 1: shows yellow and turquoise"
    game = table(large="-/BB", small="-/-/-")
    assert told(game, "0B6") == (
        "takes 2 blue from the moons to line 6: line 6: 2 of 6, no space in its row yet,"
        " first-player tile -2, starts the next round"
    )
    game = table(large="BB/-")
    assert "first-player tile" in told(game, "LB6")
    game.state[0].boards[0].broken[:] = (4, 0, 0, 0, 0)
    assert told(game, "1BX") == "takes 1 blue from sun 1 to the broken zone: no points lost"
    game = table("place S4")
    assert told(game, "@c1r1") == "lays plate S4 on c1, turned by 1 quarter: KB/sR"
    assert told(game, "@c1r3") == "lays plate S4 on c1, turned by 3 quarters: Rs/BK, a space for line 5 R"
    assert told(game, "@c1r0") == "lays plate S4 on c1, not turned: BR/Ks, a space for line 5 R"
    game = table("draw", hand="s? back -")
    assert told(game, "stop") == "stops drawing and looks at the plates: no further cost"
    game = table("keep", hand="S1 S2 back -")
    assert told(game, "S2") == "keeps plate S2: shows YB/Ks"
    game = table("return", hand="S1 S2 back -")
    assert told(game, "_S2") == "puts plate S2 under the stack: shows YB/Ks"
    game = table("pile 1")
    assert told(game, "^K") == "puts black on the pile of factory 1: lies over the tiles piled so far"
    game = table(display="-")
    game.state[0].boards[0].score = 0
    assert told(game, "draw") == "draws a plate from the stack: free, and the only plate"


def test_moves_of_phase_2_told() -> None:
    """Chips and columns."""
    board = seat(
        chips="R2 K1", lines="- - - - R4 -", plates="- - - - - - J1r0 S1r0 -", dome="...... " * 4 + "...B.. ..Y..."
    )
    game = laid(board, seat(), turn="round 2 first 0 marker - turn 0 chips 5 -")
    assert told(game, "stop") == "leaves line 5 as it is: no further cost"
    assert told(game, "+R") == "spends a chip R on line 5: leaves 1 chip R"
    game = laid(board, seat(), turn="round 2 first 0 marker - turn 0 chips 5 R.R")
    assert told(game, "stop") == "completes line 5 with these chips: no further cost"
    game = laid(board, seat(), turn="round 2 first 0 marker - turn 0 target 5")
    assert told(game, "5@1") == "places red from line 5 in column 1: +1 now"
    assert told(game, "5@3") == "places red from line 5 in column 3: +4 now, special tile +6"


def test_why_not_at_the_start_and_in_the_set_up() -> None:
    """The set-up asks for a plate of the display."""
    game = laid(seat(), seat(), turn="round 0 first 1 marker - turn 0 start", display="S3 J2 J9", stack="15 s")
    assert moves(game) == ["S3", "J2", "J9"]
    with pytest.raises(IllegalMove, match="plate S1 is not in the display: S3 J2 J9"):
        game.play("S1")
    with pytest.raises(IllegalMove, match="a starting plate is chosen first: name a plate of the display"):
        game.play("draw")


def test_why_not_while_plates_go_back() -> None:
    game = table("return", hand="S1 S2 back -")
    with pytest.raises(IllegalMove, match="the other plates go back under the stack first"):
        game.play("draw")


def test_every_legal_move_is_told_and_forecast() -> None:
    """No move of a game is without words."""
    seen = set()
    for game in random_play([4] if INTERPRETED else range(3)):
        for move in game.legal_moves:
            kind = (int(game.state[0].step), str(move)[0])
            if kind not in seen:
                seen.add(kind)
                assert game.describe(move)
                assert game.forecast_text(move)
                assert game.parse(str(move)) == move
    assert len(seen) > 10


def test_a_move_is_refused_exactly_when_it_is_illegal() -> None:
    """Whatever is tried in a game, each illegal move has a reason with its sentence, and no legal move has one."""
    tried: set[int] = set()
    for game in random_play([6] if INTERPRETED else range(6)):
        step = int(game.state[0].step)
        if game.awaiting != "move" or (step in tried and len(tried) < 7):
            continue
        tried.add(step)
        legal = {move.code for move in game.legal_moves}
        for code in range(codes.ACTIONS):
            refused = ROOM.moves.refusal(game.state[0], MOVES.parts(code))
            assert (refused is None) == (code in legal), MOVES.write(code)
            assert refused is None or ROOM.sentences.refusal(refused)


def test_a_full_dome_is_described() -> None:
    game = laid(seat(plates=FULL), seat(), turn="round 2 first 0 marker - turn 0 act", small="-/-/K")
    assert describe_move(game.state[0], MOVES.parts(codes.CHIP_AT)) == "takes the chip K of factory 1"
