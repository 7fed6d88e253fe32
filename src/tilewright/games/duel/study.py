"""What reviews, statistics, opponents and puzzles ask of the duel."""

from __future__ import annotations

from tilewright.core.contract.study import Levels, Measured, Places, Points, Study
from tilewright.core.text.language import N_
from tilewright.games.duel.meta import GOALS

STUDY = Study(
    measured={"duel": Measured(20_000, (0.3, 0.3), (2.20, 2.06, 1.71, 1.52, 1.30, 1.09, 0.93, 0.64))},
    levels=Levels(
        positions={"steady": 18, "practised": 60, "sharp": 165, "strong": 430, "expert": 10_000, "master": 40_000},
        learned=frozenset({"master"}),
        searching=N_("tries {positions} ways the round may go on before a move, guessing what it cannot see"),
        by_net=N_("tries {positions} ways the round may go on, and weighs them by what its own games have taught it"),
    ),
    points=Points(
        names={
            "start": N_("start"),
            "tiles": N_("tiles"),
            "specials": N_("specials"),
            "broken": N_("broken"),
            "first_player_tile": N_("first player tile"),
            "plates": N_("plates"),
            "H": N_("goal {id}: full rows"),
            "C5": N_("goal {id}: rows with five colours"),
            "V": N_("goal {id}: full columns"),
            "OUT": N_("goal {id}: the border"),
            "D": N_("goal {id}: full diagonals"),
            "COR": N_("goal {id}: corner plates"),
            "MULTI": N_("goal {id}: joker spaces"),
            "SPE": N_("goal {id}: empty special spaces"),
            "floor_at_0": N_("not lost, as nobody falls below 0"),
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
    bonuses=dict.fromkeys(GOALS, N_("completes a part of goal {name}, worth {points} at the end of the game")),
    plate_kinds=frozenset({"plate", "draw", "stop", "lay", "return"}),
    environments=2,
)
