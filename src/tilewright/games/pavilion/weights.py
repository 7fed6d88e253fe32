"""What the evaluation of Summer Pavilion weighs; the numbers are in weights.json."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Annotated, Protocol

import numpy as np

from tilewright.core.compiling.compiled import Reals, layout
from tilewright.core.contract import protocols
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.contract.net import Net
from tilewright.games.pavilion.components import ROUNDS
from tilewright.games.pavilion.features import NETS

ALIKE, MIXED, STRUCTURE, NUMBER = 0, 1, 2, 3  # what may be completed
KINDS = 4
LAST_SPENDING = ROUNDS + 1  # in place of the rounds left: spending the hand of the last round
ROWS = LAST_SPENDING + 1
MOST_MISSING = 40


class Weights:
    """One set of weights."""

    spread: float  # points by which a lead may still swing when the game is almost over
    spread_per_round: float  # and more for every round to come
    temperature: float  # points: the higher, the more alike all moves look to a tree search at first
    explore: float  # how much that first look counts there against experience
    # A star of one colour, a star of all different colours, a structure: tiles missing at which completion is as
    # likely as not when the game ends, more for each round to come, and by how many that varies.
    even_chance: Annotated[Reals, (3,), np.float64]
    even_chance_per_round: Annotated[Reals, (3,), np.float64]
    slack: Annotated[Reals, (3,), np.float64]
    number_pace: float  # tiles a round towards a number; its chance rises gently, since it takes the whole game
    bonus_tile: Annotated[Reals, (ROWS,), np.float64]  # points that a tile from the supply brings, by rounds left
    arc: Annotated[Reals, (ROWS,), np.float64]  # for each pair of neighbours in a star, by rounds left
    last_chance: float  # in the last round: enough to begin what can be finished
    last_reach: float  # within so many tiles
    open_star: float  # bonus of a star on the monochrome side that may still become anything
    per_round: float  # points that a round to come brings to anybody
    starter: float  # points for starting the next round
    tile_to_come: float  # points for a tile that is still on offer
    usual_take: float  # tiles taken in a turn
    joker_price: float  # what a joker is dearer than another tile
    kept_tile: float  # points of a tile kept for the next round
    kept_joker: float  # if it is the next joker
    useless_tile: float  # if no space can take it
    alike_tile: float  # more for every tile of the same colour
    half_drafted: float  # rounds that are still to come while a round is drafted
    half_placed: float  # and while it is placed
    chance: Annotated[Reals, (KINDS, ROWS, MOST_MISSING), np.float64]  # by kind, rounds left and tiles missing


class Evaluator(protocols.Evaluator[Weights], Protocol):
    """What Summer Pavilion is judged with."""

    learned: int  # do the nets count?
    round_end: Net
    inside: Net


def completion(weights: Weights, kind: int, left: int, missing: int) -> float:
    """How likely something is completed when so many tiles are still to be paid."""
    if missing == 0:
        return 1.0
    if left == 0:
        return 0.0
    if left == LAST_SPENDING:
        return float(weights.last_chance * np.exp(-((missing / weights.last_reach) ** 2)))
    if kind == NUMBER:
        return float(np.exp(-((missing / (weights.number_pace * left)) ** 2)))
    even = weights.even_chance[kind] + weights.even_chance_per_round[kind] * left
    return float(1.0 / (1.0 + np.exp((missing - even) / weights.slack[kind])))


def work_out_chances(weights: Weights) -> None:
    """Fill the table of chances from the weights they follow from."""
    for kind in range(KINDS):
        for left in range(ROWS):
            for missing in range(MOST_MISSING):
                weights.chance[kind, left, missing] = completion(weights, kind, left, missing)


EVALUATION = Evaluation(
    layout(Weights),
    Path(__file__).with_name("weights.json"),
    positive=("spread", "temperature", "slack", "number_pace", "last_reach"),
    derived=("chance",),
    derive=work_out_chances,
    nets=NETS,
    shipped=frozenset(product(("pavilion", "pavilion-mono"), (2, 3, 4))),
)
