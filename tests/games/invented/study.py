"""What reviews, statistics, opponents and puzzles ask of this game."""

from __future__ import annotations

from tilewright.core.contract.study import Levels, Measured, Places, Points, Study

STUDY = Study(
    measured={"pluck": Measured(positions=500, errors=(0.5, 0.5))},
    levels=Levels(
        positions={"steady": 5, "practised": 10, "sharp": 20, "strong": 40, "expert": 80, "master": 2_000},
        searching="looks at {positions} ways to take the piles",
    ),
    points=Points(names={"tiles": "tiles", "last": "the last tile"}, tiles=("tiles",)),
    places=Places(offer=("/piles/",), shared=("piles", "box"), boards=()),
    bonuses={"last": "takes the last tile of the round, worth {points}"},
)
