"""What the evaluation of the classic game weighs; the numbers are in weights.json."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Annotated, Protocol

import numpy as np

from tilewright.core.compiling.compiled import Reals, layout
from tilewright.core.contract import protocols
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.contract.net import Net
from tilewright.games.classic.components import COLUMNS, LINES
from tilewright.games.classic.features import NETS, ROUNDS


class Weights:
    """One set of weights."""

    spread: float  # points by which a lead may still swing when the game is almost over
    spread_per_round: float  # and more for every round to come
    temperature: float  # points: the higher, the more alike all moves look to a tree search at first
    explore: float  # how much that first look counts there against experience
    rounds: Annotated[Reals, (ROUNDS + 1,), np.float64]  # so many rounds to come fill lines like this many
    fills: Annotated[Reals, (LINES,), np.float64]  # chance that a round fills an empty line of each length
    carried: Annotated[Reals, (LINES - 1,), np.float64]  # the same for a line that misses one tile, two ...
    starter: float  # points for starting the next round
    neighbour: float  # of the chance that a neighbour comes, counted when a run is judged
    # Of the chance that a row, column or colour is completed, by the cells it misses, from one on: its cells
    # are judged one by one, as if they did not depend on each other.
    rows: Annotated[Reals, (COLUMNS,), np.float64]
    columns: Annotated[Reals, (LINES,), np.float64]
    colours: Annotated[Reals, (LINES,), np.float64]


class Evaluator(protocols.Evaluator[Weights], Protocol):
    """What the classic game is judged with."""

    learned: int  # do the nets count?
    round_end: Net
    inside: Net


EVALUATION = Evaluation(
    layout(Weights),
    Path(__file__).with_name("weights.json"),
    nets=NETS,
    shipped=frozenset(product(("classic", "classic-grey", "crystal-1", "crystal-2"), (2, 3, 4))),
)
