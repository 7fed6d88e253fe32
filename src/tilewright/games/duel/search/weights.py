"""What the evaluation of the duel weighs; the numbers are in weights.json."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Protocol

import numpy as np

from tilewright.core.compiling.compiled import Reals, layout
from tilewright.core.contract import protocols
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.contract.net import Net
from tilewright.games.duel.components import LINES
from tilewright.games.duel.search.features import NETS

CHOICES = 6


class Weights:
    """One set of weights."""

    spread: float  # points by which a lead may still swing when the game is almost over
    spread_per_round: float  # and more for every round to come
    temperature: float  # points: the higher, the more alike all moves look to a tree search at first
    explore: float  # how much that first look counts there against experience
    fills: Annotated[Reals, (LINES,), np.float64]  # chance that a round fills an empty line of each length
    carried: Annotated[Reals, (LINES + 1,), np.float64]  # the same for a line that misses so many tiles
    still_comes: Annotated[Reals, (LINES + 1,), np.float64]  # the same with all of this round to come
    choice: Annotated[Reals, (CHOICES,), np.float64]  # how likely, when a row has spaces for so many colours
    plate_comes: float  # how likely a line that waits for a plate gets a space in time
    waiting_points: float  # what its tile then scores
    unlaid: float  # an empty slot's cell, as part of an open space
    neighbour: float  # of the chance that a neighbour comes, counted when a run is judged: one of two comes first
    most_likely: float  # no empty cell is surer than this
    attraction: float  # how much rather a tile goes to a cell, for each neighbour it has
    starter: float  # points for starting the next round
    chip_value: float  # while rounds are to come
    last_chip: float  # in the last round, where only a line that is almost full needs it
    plate_cost: float  # of the point that a plate of the stack costs at least


class Evaluator(protocols.Evaluator[Weights], Protocol):
    """What the duel is judged with."""

    learned: int  # do the nets count?
    round_end: Net
    inside: Net


EVALUATION = Evaluation(
    layout(Weights), Path(__file__).with_name("weights.json"), nets=NETS, shipped=frozenset({("duel", 2)})
)
