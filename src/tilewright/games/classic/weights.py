"""What the evaluation of the classic game weighs; the numbers are in weights.json."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np

from tilewright.core.compiled import Reals, layout
from tilewright.core.mind import Judge
from tilewright.games.classic.table import LINES


class Weights:
    """One set of weights."""

    spread: float  # points by which a lead may still swing when the game is almost over
    spread_per_round: float  # and more for every round to come
    fills: Annotated[Reals, (LINES,), np.float64]  # chance that a round fills an empty line of each length
    starter: float  # points for starting the next round
    neighbour: float  # of the chance that a neighbour comes, counted when a run is judged
    rows: float  # of the hope for a row, when its cells are judged one by one
    columns: float  # the same for a column
    colours: float  # and for a colour


JUDGE = Judge(layout(Weights), Path(__file__).with_name("weights.json"))
