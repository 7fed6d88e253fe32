"""What a board may still expect: bonuses of stars and numbers, bonus tiles, longer arcs.

A chance of completion depends on the tiles still to be paid and on the rounds still to come.
"""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.net import Rows
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    ALL_POSITIONS,
    ARC,
    AROUND,
    BONUS_TILES,
    CENTRE_STAR,
    COST,
    COSTING,
    MEMBERS,
    MOST_COST,
    NO_STRUCTURE,
    NUMBER_BONUS,
    POSITIONS,
    SIZE,
    STAR_BONUS,
    STARS,
    TOUCHED,
    Board,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.weights import ALIKE, MIXED, NUMBER, STRUCTURE, Weights

COST_OF = np.array(
    [
        [[sum(costs[k] for k in range(POSITIONS) if s >> k & 1) for s in range(ALL_POSITIONS + 1)] for costs in side]
        for side in COST.tolist()
    ]
)
"""By side, star and set of positions: what covering them costs."""

NEIGHBOURS = np.array(
    [sum(s >> k & s >> (k + 1) % POSITIONS & 1 for k in range(POSITIONS)) for s in range(ALL_POSITIONS + 1)]
)
"""By set of covered positions: pairs of neighbours."""

HALVES = AROUND.copy()
"""The two stars around each structure; a window has one only, and no positions in the other."""
HALVES[0:NO_STRUCTURE:3, 1, 1] = 0


@rule
def star_expectation(side: int, star: int, covered: int, colours: int, left: int, weights: Weights) -> float:
    """The bonus a star is heading for, by its chance, and what its arcs will bring."""
    missing = COST_OF[side, star, ALL_POSITIONS & ~covered]
    arcs = weights.arc[left] * NEIGHBOURS[covered] if covered != ALL_POSITIONS else 0.0
    if side == COLOURED:
        if star == CENTRE_STAR:
            return arcs + ALL_DIFFERENT_BONUS * weights.chance[MIXED, left, missing]
        return arcs + STAR_BONUS[star] * weights.chance[ALIKE, left, missing]
    if SIZE[covered] < 2:
        return arcs + weights.open_star * weights.chance[ALIKE, left, missing]
    if SIZE[colours] == 1:
        return arcs + STAR_BONUS[MEMBERS[colours, 0]] * weights.chance[ALIKE, left, missing]
    return arcs + ALL_DIFFERENT_BONUS * weights.chance[MIXED, left, missing]


@rule
def missing_of_cost(side: int, board: Board, cost: int) -> int:
    """The tiles to be paid for all empty spaces of a cost."""
    spaces = 0
    for star in range(STARS):
        spaces += SIZE[COSTING[side, cost, star] & ~int(board.covered[star])]
    return cost * spaces


@rule
def missing_around(side: int, board: Board, structure: int) -> int:
    """The tiles to be paid for all empty spaces around a structure."""
    one, other = HALVES[structure, 0], HALVES[structure, 1]
    first = COST_OF[side, one[0], one[1] & ~int(board.covered[one[0]])]
    return first + COST_OF[side, other[0], other[1] & ~int(board.covered[other[0]])]


@rule
def board_expectation(side: int, board: Board, left: int, weights: Weights) -> float:
    """Bonuses reached and expected; a complete structure has paid already."""
    value = 0.0
    for star in range(STARS):
        value += star_expectation(side, star, int(board.covered[star]), int(board.colours[star]), left, weights)
    for cost in range(1, MOST_COST - 1):
        value += NUMBER_BONUS[cost] * weights.chance[NUMBER, left, missing_of_cost(side, board, cost)]
    for structure in range(NO_STRUCTURE):
        missing = missing_around(side, board, structure)
        if missing > 0:
            value += weights.bonus_tile[left] * BONUS_TILES[structure] * weights.chance[STRUCTURE, left, missing]
    return value


@rule
def expected_parts(side: int, board: Board, left: int, weights: Weights, parts: Rows) -> None:
    """A tenth of what is expected of each star, each number and all structures, as a net sees it."""
    for star in range(STARS):
        covered, colours = int(board.covered[star]), int(board.colours[star])
        parts[star] = star_expectation(side, star, covered, colours, left, weights) / 10.0
    for cost in range(1, MOST_COST - 1):
        chance = weights.chance[NUMBER, left, missing_of_cost(side, board, cost)]
        parts[STARS + cost - 1] = NUMBER_BONUS[cost] * chance / 10.0
    tiles = 0.0
    for structure in range(NO_STRUCTURE):
        missing = missing_around(side, board, structure)
        if missing > 0:
            tiles += BONUS_TILES[structure] * weights.chance[STRUCTURE, left, missing]
    parts[STARS + MOST_COST - 2] = weights.bonus_tile[left] * tiles / 10.0


@rule
def number_gain(side: int, board: Board, cost: int, left: int, weights: Weights) -> float:
    """What covering one space of a cost adds to the expectation of its number."""
    if NUMBER_BONUS[cost] == 0:
        return 0.0
    missing = missing_of_cost(side, board, cost)
    return NUMBER_BONUS[cost] * (weights.chance[NUMBER, left, missing - cost] - weights.chance[NUMBER, left, missing])


@rule
def space_gain(side: int, board: Board, star: int, position: int, left: int, weights: Weights) -> float:
    """Points at once, and what the tile adds to the expectation of the structures beside it."""
    gain = 1.0 * ARC[board.covered[star], position]
    cost = COST[side, star, position]
    for k in range(2):
        structure = TOUCHED[star, position, k]
        if structure != NO_STRUCTURE:
            missing = missing_around(side, board, structure)
            more = weights.chance[STRUCTURE, left, missing - cost] - weights.chance[STRUCTURE, left, missing]
            gain += weights.bonus_tile[left] * BONUS_TILES[structure] * more
    return gain


@rule
def star_gain(side: int, board: Board, star: int, position: int, colour: int, left: int, weights: Weights) -> float:
    """What a tile adds to the expectation of its star."""
    covered, colours = int(board.covered[star]), int(board.colours[star])
    after = star_expectation(side, star, covered | 1 << position, colours | 1 << colour, left, weights)
    return after - star_expectation(side, star, covered, colours, left, weights)
