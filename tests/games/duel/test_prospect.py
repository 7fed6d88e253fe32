"""The judgement of the simple opponent."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import FULL, OTHER_FULL, laid, moves, seat
from tilewright.bots.names import bot
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.games.duel.search.prospect import prospect
from tilewright.play.game import Game, new_game

pytestmark = pytest.mark.rules

LATE = "round 5 first 0 marker - turn 0 act"


def choice(game: Game) -> str:
    return str(bot("greedy", seed=1).choose(game.view(game.to_move or 0)).move)


def value(board: str, *, goals: str = "H V D", turn: str = LATE) -> float:
    return float(prospect(laid(board, seat(), goals=goals, turn=turn).state.copy()[0], 0))


def test_it_fills_a_line_that_has_a_space() -> None:
    """Line 3 becomes full and row 3 has a blue space; other lines have none."""
    board = seat(plates="- - - S4r0 - - - - -", lines="- - B1 - - -")
    game = laid(board, seat(), small="BBKK/-/?", unseen="B2", turn=LATE)
    assert choice(game) == "1B3"


def test_it_does_not_break_tiles_for_nothing() -> None:
    game = laid(seat(20, plates=FULL), seat(), small="BBBB/-/?", unseen="B2", turn=LATE)
    assert choice(game) != "1BX"


def test_it_takes_the_plate_that_its_lines_wait_for() -> None:
    """Line 5 is full of red; S1 shows red, S3 does not."""
    board = seat(tokens=1, plates="- - - - - - S6r0 S8r0 -", lines="- - - - R5 -")
    game = laid(board, seat(), display="S1 S3", stack="5 s", turn="round 2 first 0 marker - turn 0 act")
    assert choice(game) == "S1"
    game.play("S1")
    game_move = choice(game)
    assert game_move[:3] == "@c3"
    assert game_move[3:] in ("r0", "r1")  # red in row 5


def test_it_draws_only_when_it_must_and_stops_at_once() -> None:
    """Points are not burnt on the stack."""
    board = seat(tokens=1, plates="- - - - - - S6r0 S8r0 -")
    game = laid(board, seat(), display="S1 S3", stack="5 s", turn="round 2 first 0 marker - turn 0 act")
    assert choice(game) in ("S1", "S3")
    game = laid(board, seat(), stack="5 s", turn="round 2 first 0 marker - turn 0 act")
    assert choice(game) == "draw"
    game.play("draw")
    game.deal("j")
    assert choice(game) == "stop"


def test_it_completes_a_line_with_chips_where_that_scores() -> None:
    """Four points for two chips, in the last round."""
    board = seat(chips="Y2", plates=FULL, lines="- Y1 - - - -", dome=".B.... ...... " + "...... " * 4)
    game = laid(board, seat(plates=OTHER_FULL), turn="round 5 first 0 marker - turn 1 act", small="-/-/K")
    game.state[0].boards[0].spaces[1, 0] = 1
    game.play("C1")
    assert moves(game) == ["stop", "+Y"]
    assert choice(game) == "+Y"


def test_goals_in_progress_are_worth_something() -> None:
    """The nearer a goal, the better."""
    for goals, less, more in (
        ("H V D", "B..... ......", "BB.... ......"),
        ("C5 V D", "BB.... ......", "BY.... ......"),
        ("H OUT MULTI", "...... .B....", "...... B....."),
        ("H V COR", "...... ..B...", "...... .B...."),
    ):
        rest = " ......" * 4
        assert value(seat(dome=less + rest), goals=goals) < value(seat(dome=more + rest), goals=goals)
    joker = "...... ...... ...... .B.... ...... ......"
    plates = "- - - J1r0 - - - - -"
    assert value(seat(plates=plates), goals="H V MULTI") < value(seat(plates=plates, dome=joker), goals="H V MULTI")
    assert value(seat(), goals="H V MULTI") > 0
    special = seat(plates="- - - S1r0 - - - - -")
    assert value(special, goals="H V SPE") < value(special, goals="H V D")


def test_in_the_last_pass_only_points_count() -> None:
    """Chips and half-filled lines are worth nothing at the end."""
    board = seat(7, chips="K2", lines="- - - - R2 -", plates="- - - - - - S1r0 - -")
    assert value(board, turn="round 5 first 0 marker - turn 0 chips 6 -") == pytest.approx(7, abs=0.5)
    assert value(board, turn="round 5 first 0 marker - turn 0 end") == 7


def test_a_line_that_cannot_be_placed_is_a_loss() -> None:
    """Beside three plates without a space its tiles will break; with a slot left they wait."""
    lines = "- - - - K2 -"
    walled = value(seat(9, plates="- - - - - - S1r0 S3r0 S5r0", lines=lines))
    waiting = value(seat(9, plates="- - - - - S5r0 S1r0 S3r0 -", lines=lines))
    assert walled < waiting


@pytest.mark.slow
def test_it_beats_chance() -> None:
    """Nine of ten games and more against random play."""
    won = 0
    for seed in range(20):
        game = new_game("duel", 2, seed=seed, first=seed % 2, goals="random")
        players = [bot("greedy", seed=seed), bot("random", seed=seed)]
        while game.awaiting != "end":
            seat_number = game.to_move or 0
            game.play(players[seat_number].choose(game.view(seat_number)).move)
        won += 0 in game.winners
    assert won >= 18
    assert not INTERPRETED
