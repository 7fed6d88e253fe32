"""What moves and draws do, step by step: replayed from events by every seat, and nothing told too much."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.games.duel.kit import FULL, decorated, laid, random_play, seat
from tests.games.duel.twins import WATCHERS
from tilewright.core.compiled import INTERPRETED
from tilewright.core.events import Event, apply
from tilewright.games.duel import events
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
                happened = game.happenings(len(game.events) - 1, watcher)
                assert apply(data, json.loads(json.dumps(happened))) == wanted
                kinds |= {event["kind"] for event in happened}
            plies += 1
        before = after if game.awaiting != "end" else []
    every = {"move_tiles", "move_marker", "move_chip", "reveal", "draw_plate", "look", "return_plate", "put_lot"}
    assert INTERPRETED or every | {"lay_plate", "reveal_plate", "score", "round", "end"} <= kinds
    assert plies > 100 // SPARSE


def test_the_slow_way_ends_where_the_rules_end() -> None:
    """Byte for byte, moves and draws, whoever watches."""
    before = np.zeros(1, dtype=next(iter(random_play([1]))).state.dtype)
    for game in random_play(SEEDS, draws=0.4, chips=0.7):
        if game.events:
            event = game.events[-1]
            for watcher in (None, 1):
                state = before.copy()
                if event.seat is None:
                    drawn = game.room.parse_deal(before[0], event.notation)
                    events.deal(state[0], drawn, watcher)
                else:
                    events.play(state[0], game.room.parse_move(before[0], event.notation), watcher)
                assert state.tobytes() == game.state.tobytes()
        before = game.state.copy()


def told(game: Game, move: str) -> list[Event]:
    game.play(move)
    return game.happenings(len(game.events) - 1)


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


def test_a_special_tile_and_the_goals_are_told_with_their_points() -> None:
    """R10.1, R10.2, R11.3, R13.2"""
    board = seat(1, plates=FULL, dome="RBBBBB Y..... ...... ...... ...... ......", lines="- - - - - -", broken="B4")
    game = decorated(board, goals="H V SPE")
    happened = game.happenings(len(game.events) - 1)
    scored = [(event["reason"], event["points"], event["rule"]) for event in happened if event["kind"] == "score"]
    assert scored[:2] == [("broken", -10, "R11.1"), ("floor_at_0", 9, "R11.3")]
    assert ("H", 3, "R13.2") in scored
    [row] = [event for event in happened if event.get("reason") == "H"]
    assert row["at"] == [f"/boards/0/dome/0/{column}" for column in range(6)]
    assert happened[-1]["kind"] in ("set", "await", "phase", "turn", "end")
    assert game.as_data()["breakdown"][0]["floor_at_0"] >= 9
