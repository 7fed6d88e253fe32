"""What a board may still hope for: bonuses of stars and numbers, bonus tiles, longer arcs.

The weights of the judgement are all here. A chance of completion depends on the tiles still to be paid
and on the rounds still to come.
"""

from __future__ import annotations

import numpy as np

from tilewright.core.compiled import rule
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.table import (
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
    ROUNDS,
    SIZE,
    STAR_BONUS,
    STARS,
    TOUCHED,
    Board,
)

# -- weights ------------------------------------------------------------------------------------

# A star of one colour, a star of all different colours, a structure: tiles missing at which completion is as
# likely as not when the game ends, more for each round to come, and by how many that varies.
EVEN_CHANCE = np.array((3.0, 6.5, 3.2))
EVEN_CHANCE_PER_ROUND = np.array((2.0, 1.2, 0.9))
SPREAD = np.array((2.0, 2.2, 1.9))
NUMBER_PACE = 4.5  # tiles a round towards a number; its chance rises gently, since it takes the whole game
BONUS_TILE = np.array((0.8, 1.7, 2.0, 2.0, 2.0, 2.0, 2.0, 1.0))  # points that a tile from the supply brings in the end
ARC_HOPE = np.array((0.0, 0.1, 0.2, 0.3, 0.35, 0.4, 0.4, 0.0))  # for each pair of neighbours in a star
LAST_HOPE, LAST_REACH = 0.1, 8.0  # in the last round: enough to begin what can be finished
OPEN_STAR_BONUS = 16.0  # of a star on the monochrome side that may still become anything

# -- worked out from them -----------------------------------------------------------------------

ALIKE, MIXED, STRUCTURE, NUMBER = 0, 1, 2, 3  # what may be completed
KINDS = 4
LAST_SPENDING = ROUNDS + 1  # in place of the rounds left: spending the hand of the last round
_MOST_MISSING = 40


def _chance(kind: int, left: int, missing: int) -> float:
    """How likely something is completed when so many tiles are still to be paid."""
    if missing == 0:
        return 1.0
    if left == 0:
        return 0.0
    if left == LAST_SPENDING:
        return LAST_HOPE * float(np.exp(-((missing / LAST_REACH) ** 2)))
    if kind == NUMBER:
        return float(np.exp(-((missing / (NUMBER_PACE * left)) ** 2)))
    even = EVEN_CHANCE[kind] + EVEN_CHANCE_PER_ROUND[kind] * left
    return float(1.0 / (1.0 + np.exp((missing - even) / SPREAD[kind])))


CHANCE = np.array(
    [
        [[_chance(kind, left, missing) for missing in range(_MOST_MISSING)] for left in range(LAST_SPENDING + 1)]
        for kind in range(KINDS)
    ]
)
"""By kind, rounds left and tiles missing."""

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
def star_hope(side: int, star: int, covered: int, colours: int, left: int) -> float:
    """The bonus a star is heading for, by its chance, and what its arcs will bring."""
    missing = COST_OF[side, star, ALL_POSITIONS & ~covered]
    arcs = ARC_HOPE[left] * NEIGHBOURS[covered] if covered != ALL_POSITIONS else 0.0
    if side == COLOURED:
        if star == CENTRE_STAR:
            return arcs + ALL_DIFFERENT_BONUS * CHANCE[MIXED, left, missing]
        return arcs + STAR_BONUS[star] * CHANCE[ALIKE, left, missing]
    if SIZE[covered] < 2:
        return arcs + OPEN_STAR_BONUS * CHANCE[ALIKE, left, missing]
    if SIZE[colours] == 1:
        return arcs + STAR_BONUS[MEMBERS[colours, 0]] * CHANCE[ALIKE, left, missing]
    return arcs + ALL_DIFFERENT_BONUS * CHANCE[MIXED, left, missing]


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
def board_hopes(side: int, board: Board, left: int) -> float:
    """Bonuses reached and hoped for; a complete structure has paid already."""
    worth = 0.0
    for star in range(STARS):
        worth += star_hope(side, star, int(board.covered[star]), int(board.colours[star]), left)
    for cost in range(1, MOST_COST - 1):
        worth += NUMBER_BONUS[cost] * CHANCE[NUMBER, left, missing_of_cost(side, board, cost)]
    for structure in range(NO_STRUCTURE):
        missing = missing_around(side, board, structure)
        if missing > 0:
            worth += BONUS_TILE[left] * BONUS_TILES[structure] * CHANCE[STRUCTURE, left, missing]
    return worth


@rule
def number_gain(side: int, board: Board, cost: int, left: int) -> float:
    """What covering one space of a cost adds to the hope for its number."""
    if NUMBER_BONUS[cost] == 0:
        return 0.0
    missing = missing_of_cost(side, board, cost)
    return NUMBER_BONUS[cost] * (CHANCE[NUMBER, left, missing - cost] - CHANCE[NUMBER, left, missing])


@rule
def space_gain(side: int, board: Board, star: int, position: int, left: int) -> float:
    """Points at once, and what the tile adds to the hope for the structures beside it."""
    gain = 1.0 * ARC[board.covered[star], position]
    cost = COST[side, star, position]
    for k in range(2):
        structure = TOUCHED[star, position, k]
        if structure != NO_STRUCTURE:
            missing = missing_around(side, board, structure)
            more = CHANCE[STRUCTURE, left, missing - cost] - CHANCE[STRUCTURE, left, missing]
            gain += BONUS_TILE[left] * BONUS_TILES[structure] * more
    return gain


@rule
def star_gain(side: int, board: Board, star: int, position: int, colour: int, left: int) -> float:
    """What a tile adds to the hope for its star."""
    covered, colours = int(board.covered[star]), int(board.colours[star])
    after = star_hope(side, star, covered | 1 << position, colours | 1 << colour, left)
    return after - star_hope(side, star, covered, colours, left)
