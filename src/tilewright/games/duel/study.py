"""What reviews, statistics, opponents and puzzles ask of the duel."""

from __future__ import annotations

from tilewright.core.contract.study import Levels, Measured, Places, Points, Study
from tilewright.core.text.language import mark
from tilewright.games.duel.meta import GOALS

STUDY = Study(
    measured={"duel": Measured(20_000, (0.3, 0.3), (2.20, 2.06, 1.71, 1.52, 1.30, 1.09, 0.93, 0.64))},
    levels=Levels(
        positions={"steady": 18, "practised": 60, "sharp": 165, "strong": 430, "expert": 10_000, "master": 40_000},
        learned=frozenset({"master"}),
        searching=mark("tries {positions} ways the round may go on before a move, guessing what it cannot see"),
        by_net=mark("tries {positions} ways the round may go on, and weighs them by what its own games have taught it"),
    ),
    points=Points(
        names={
            "start": mark("start"),
            "tiles": mark("tiles"),
            "specials": mark("specials"),
            "broken": mark("broken"),
            "first_player_tile": mark("first player tile"),
            "plates": mark("plates"),
            "H": mark("goal {id}: full rows"),
            "C5": mark("goal {id}: rows with five colours"),
            "V": mark("goal {id}: full columns"),
            "OUT": mark("goal {id}: the border"),
            "D": mark("goal {id}: full diagonals"),
            "COR": mark("goal {id}: corner plates"),
            "MULTI": mark("goal {id}: joker spaces"),
            "SPE": mark("goal {id}: empty special spaces"),
            "floor_at_0": mark("not lost, as nobody falls below 0"),
        },
        start=("start",),
        tiles=("tiles", "specials"),
        losses=("broken", "first_player_tile"),
        costs=("plates",),
    ),
    places=Places(
        offer=("/suns/", "/moons"),
        shared=("tower", "suns", "moons"),
        boards=("lines", "dome", "broken"),
    ),
    bonuses=dict.fromkeys(GOALS, mark("completes a part of goal {name}, worth {points} at the end of the game")),
    plate_kinds=frozenset({"plate", "draw", "stop", "lay", "return"}),
    environments=2,
)
