"""What moves and draws do, step by step: replayed from events by every seat, and nothing told too much."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.games.duel.kit import FULL, OTHER_FULL, decorated, laid, random_play, seat
from tests.games.duel.twins import WATCHERS
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.shapes.effect_data import Effect
from tilewright.games.duel.interface import effect_data
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

SEEDS = [5] if INTERPRETED else range(4)
SPARSE = 5 if INTERPRETED else 1


def views(game: Game) -> list[dict[str, Any]]:
    """Everything, then what each seat and a spectator see."""
    return [game.as_data(), *(game.view(watcher).as_data() for watcher in WATCHERS)]


def test_events_lead_every_watcher_from_view_to_view() -> None:
    """Each ply of random games: the views before it and its events give the views after it, exactly."""
    plies, kinds = 0, set()
    before: list[dict[str, Any]] = []
    for game in random_play(SEEDS, draws=0.4, chips=0.7):
        if len(game.events) % SPARSE not in (0, SPARSE - 1):
            before = []
            continue
        after = views(game)
        if before and game.events:
            for data, watcher, wanted in zip(before, (None, *WATCHERS), after, strict=True):
                happened = game.effects(len(game.events) - 1, watcher)
                assert game.room.effects.kinds.apply(data, json.loads(json.dumps(happened))) == wanted
                kinds |= {event["kind"] for event in happened}
            plies += 1
        before = after if game.awaiting != "end" else []
    every = {"move_tiles", "move_marker", "move_chip", "reveal", "draw_plate", "look", "return_plate", "put_lot"}
    assert INTERPRETED or every | {"lay_plate", "reveal_plate", "score", "round", "end"} <= kinds
    assert plies > 100 // SPARSE


def test_the_table_is_the_same_whoever_is_told() -> None:
    """Byte for byte, moves and draws: telling what happens changes nothing, whoever watches."""
    before = np.zeros(1, dtype=next(iter(random_play([1]))).state.dtype)
    for game in random_play(SEEDS, draws=0.4, chips=0.7):
        if game.events:
            event = game.events[-1]
            for watcher in (None, 1):
                state = before.copy()
                if event.seat is None:
                    drawn = game.room.deals.parse(before[0], event.notation)
                    effect_data.deal(state[0], drawn, watcher)
                else:
                    effect_data.play(state[0], game.room.moves.parse(before[0], event.notation), watcher)
                assert state.tobytes() == game.state.tobytes()
        before = game.state.copy()


def told(game: Game, move: str) -> list[Effect]:
    """What a move did; its events must lead from the view before to the view after."""
    before = game.as_data()
    game.play(move)
    happened = game.effects(len(game.events) - 1)
    assert game.room.effects.kinds.apply(before, json.loads(json.dumps(happened))) == game.as_data()
    return happened


def scores(happened: list[Effect]) -> list[tuple[str, int, list[str]]]:
    return [(event["reason"], event["points"], event.get("at", [])) for event in happened if event["kind"] == "score"]


def dome(*cells: tuple[int, int]) -> list[str]:
    return [f"/boards/0/dome/{row}/{column}" for row, column in cells]


def test_a_take_tells_where_every_tile_goes() -> None:
    """R5.3, R6.4 Three to the line, one broken, the others to the moon."""
    game = laid(seat(lines="- - R1 - - -"), seat(), large="RRRBY/-", small="BYRK/-/?", bag="B1")
    assert told(game, "LR3")[:4] == [
        {"kind": "move_tiles", "colour": "R", "count": 2, "from": "/suns/4", "to": "/boards/0/lines/2"},
        {"kind": "move_tiles", "colour": "R", "count": 1, "from": "/suns/4", "to": "/boards/0/broken"},
        {"kind": "move_tiles", "colour": "B", "count": 1, "from": "/suns/4", "to": "/moons"},
        {"kind": "move_tiles", "colour": "Y", "count": 1, "from": "/suns/4", "to": "/moons"},
    ]


def test_a_take_of_the_moons_tells_its_piles_and_the_first_player_tile() -> None:
    """R5.4, R5.6"""
    game = laid(seat(), seat(), large="-/BB", small="-/YB/? BYRK/-/?", bag="B1")
    assert told(game, "0B4")[:3] == [
        {"kind": "move_marker", "from": "/moons", "to": "/boards/0", "seat": 0},
        {"kind": "move_tiles", "colour": "B", "count": 2, "from": "/moons", "to": "/boards/0/lines/3"},
        {"kind": "move_tiles", "colour": "B", "count": 1, "from": "/moons/piles/0/1", "to": "/boards/0/lines/3"},
    ]


def test_the_last_colour_of_the_large_sun_brings_the_first_player_tile() -> None:
    """R5.3 Nothing is left for the moons but the tile that lies there."""
    game = laid(seat(), seat(), large="RRR/-", small="BYRK/-/?", bag="B1")
    assert {"kind": "move_marker", "from": "/moons", "to": "/boards/0", "seat": 0} in told(game, "LR3")


def test_a_special_tile_is_told_with_its_points() -> None:
    """R10.1, R10.2, R12.8 The last space of a plate is filled; the first-player tile was taken by nobody."""
    board = seat(
        plates="- S8r0 - - J1r0 - - - -", dome="...K.. ..T... ...... ...... ...... ......", lines="Y1 - B3 - - -"
    )
    game = decorated(board, number=2)
    happened = game.effects(len(game.events) - 1)
    assert {"kind": "place_special", "at": "/boards/0/dome/1/3", "value": "*"} in happened
    assert scores(happened) == [("tiles", 4, dome((0, 2))), ("specials", 2, dome((1, 3))), ("tiles", 3, dome((2, 3)))]
    assert not [event for event in happened if event["kind"] == "move_marker"]


def test_chips_without_another_way_are_told_one_by_one() -> None:
    """R9.2, R9.5 A pair and a triple: after the first chip nobody is asked."""
    board = seat(plates="- - - - - - J1r0 - -", chips="Y1 R1 K2 BR1", lines="- - - - R3 -")
    happened = told(decorated(board, number=2), "+Y")
    chips = [(event["chip"], event["to"]) for event in happened if event["kind"] == "move_chip"]
    assert chips == [(chip, "/spent") for chip in ("Y", "R", "K", "K", "BR")]


def test_to_stop_is_told_with_and_without_chips_on_the_line() -> None:
    """R8.6, R9.4 Without chips the line stays; with a set on it the tile goes to the dome."""
    board = seat(plates="- - - - - - S1r0 - -", chips="R2 K1", lines="- - - - R4 -")
    game = decorated(board, number=2)
    assert not [event for event in told(game, "stop") if event["kind"] == "move_tiles"]
    game = decorated(board, number=2)
    told(game, "+R")
    [placed, *_] = [event for event in told(game, "stop") if event["kind"] == "move_tiles"]
    assert (placed["from"], placed["to"]) == ("/boards/0/lines/4", "/boards/0/dome/4/0")


TABLETS = (("H", "C5"), ("V", "OUT"), ("D", "COR"), ("MULTI", "SPE"))
CORNER = [(0, 0), (0, 1), (1, 0), (1, 1)]
ABOVE = "S1r0 S2r0 S3r0 - - - - - -"
JOKERS = [(row, column) for row in (1, 3, 5) for column in (1, 3, 5)]
OUTER = [(row, column) for row in range(6) for column in range(6) if row in (0, 5) or column in (0, 5)]


@pytest.mark.parametrize(
    ("goal", "board", "points", "cells"),
    [
        ("C5", seat(dome="BYRKT. BBYRKK ...... ...... ...... ......", plates=FULL), 4, [(0, k) for k in range(6)]),
        ("OUT", seat(dome="BBBBBB B....B B....B B....B B....B BBBBBB", plates=FULL), 20, OUTER),
        ("OUT", seat(dome="B..... .B.... .....B ...... ...... ......", plates=FULL), 2, [(0, 0), (2, 5)]),
        ("SPE", seat(dome="...... .*.... ...... ...... ...... ......", plates=ABOVE), -6, [(1, 3), (1, 5)]),
        ("MULTI", seat(dome=" ".join(["......", ".B.B.B"] * 3), plates=OTHER_FULL), 18, JOKERS),
        ("COR", seat(dome="BB.... BB.... ...... ...... ...... ......", plates=FULL), 3, CORNER),
    ],
)
def test_goals_are_told_with_the_cells_they_were_counted_on(
    goal: str, board: str, points: int, cells: list[tuple[int, int]]
) -> None:
    """R13.2"""
    goals = [goal if goal in tablet else tablet[0] for tablet in TABLETS]
    game = decorated(board, goals=" ".join(goals))
    found = [one for one in scores(game.effects(len(game.events) - 1)) if one[0] == goal]
    assert found[0] == (goal, points, dome(*cells))


def test_losses_and_goals_are_told_with_their_points() -> None:
    """R11.1, R11.3, R13.2"""
    board = seat(1, plates=FULL, dome="RBBBBB Y..... ...... ...... ...... ......", lines="- - - - - -", broken="B4")
    game = decorated(board, goals="H V SPE")
    happened = game.effects(len(game.events) - 1)
    scored = [(event["reason"], event["points"], event["rule"]) for event in happened if event["kind"] == "score"]
    assert scored[:2] == [("broken", -10, "R11.1"), ("floor_at_0", 9, "R11.3")]
    assert ("H", 3, "R13.2") in scored
    [row] = [event for event in happened if event.get("reason") == "H"]
    assert row["at"] == [f"/boards/0/dome/0/{column}" for column in range(6)]
    assert happened[-1]["kind"] in ("set", "await", "phase", "turn", "end")
    assert game.as_data()["breakdown"][0]["floor_at_0"] >= 9
