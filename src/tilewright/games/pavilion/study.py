"""What reviews, statistics, opponents and puzzles ask of Summer Pavilion."""

from __future__ import annotations

from tilewright.core.contract.study import Levels, Measured, Places, Points, Study
from tilewright.core.text.language import N_, counted

STUDY = Study(
    measured={
        "pavilion": Measured(100_000, (0.4, 0.4), (2.39, 2.13, 1.81, 1.58, 1.15, 0.90, 0.73, 0.60)),
        "pavilion-mono": Measured(100_000, (0.5, 0.5), (3.32, 2.93, 2.24, 2.01, 1.27, 1.04, 0.86, 0.78)),
    },
    levels=Levels(
        positions={"steady": 12, "practised": 60, "sharp": 160, "strong": 480, "expert": 600, "master": 40_000},
        learned=frozenset({"expert", "master"}),
        searching=N_("weighs {positions} positions before a move, your answers among them, of drafting or of placing"),
        by_net=N_("weighs {positions} positions of drafting or of placing, by what its own games have taught it"),
    ),
    points=Points(
        names={
            "start": N_("start"),
            "tiles": N_("tiles"),
            "stars": N_("stars"),
            "numbers": N_("numbers"),
            "losses": N_("losses"),
        },
        start=("start",),
        tiles=("tiles",),
        losses=("losses",),
    ),
    places=Places(
        offer=("/factories/", "/centre"),
        shared=("tower", "factories", "centre", "supply"),
        boards=("hand", "kept", "stars"),
        sign="token",
    ),
    bonuses={
        "star": N_("completes a star, worth {points} at the end of the game"),
        "number": N_("completes a number, worth {points} at the end of the game"),
    },
    structures={
        "pillar": counted(
            "completes a pillar that earns {count} tile", "completes a pillar that earns {count} tiles", by="count"
        ),
        "statue": counted(
            "completes a statue that earns {count} tile", "completes a statue that earns {count} tiles", by="count"
        ),
        "window": counted(
            "completes a window that earns {count} tile", "completes a window that earns {count} tiles", by="count"
        ),
    },
    payment=frozenset({"jokers", "colour"}),
)
