"""What reviews, statistics, opponents and puzzles ask of the classic game."""

from __future__ import annotations

from tilewright.core.contract.study import Levels, Measured, Places, Points, Study
from tilewright.core.text.language import N_

STUDY = Study(
    measured={
        "classic": Measured(100_000, (1.0, 1.0), (3.60, 3.15, 2.72, 2.06, 1.38, 1.00, 0.80)),
        "classic-grey": Measured(100_000, (1.0, 0.6), (2.89, 2.38, 2.06, 1.60, 1.03, 0.78, 0.62)),
        "crystal-1": Measured(100_000, (0.3, 0.6), (3.21, 2.83, 2.33, 1.83, 0.98, 0.78, 0.70)),
        "crystal-2": Measured(100_000, (0.4, 0.6), (2.79, 2.52, 2.04, 1.70, 0.82, 0.65, 0.49)),
    },
    levels=Levels(
        positions={
            "steady": 55,
            "practised": 330,
            "sharp": 1_200,
            "strong": 5_000,
            "expert": 2_500,
            "master": 40_000,
        },
        learned=frozenset({"expert", "master"}),
        searching=N_(
            "weighs {positions} positions before a move, your answers among them, as far as the end of the round"
        ),
        by_net=N_("weighs {positions} positions as far as the end of the round, by what its own games have taught it"),
    ),
    points=Points(
        names={
            "tiles": N_("tiles"),
            "floor": N_("floor"),
            "rows": N_("rows"),
            "columns": N_("columns"),
            "colours": N_("colours"),
        },
        tiles=("tiles",),
        losses=("floor",),
    ),
    places=Places(
        offer=("/factories/", "/centre"),
        shared=("lid", "factories", "centre"),
        boards=("lines", "wall", "floor"),
        numbers=("idle_rounds",),
    ),
    bonuses={
        "row": N_("completes a row, worth {points} at the end of the game"),
        "column": N_("completes a column, worth {points} at the end of the game"),
        "colour": N_("completes a colour, worth {points} at the end of the game"),
    },
    ends_game=frozenset({"row"}),
)
