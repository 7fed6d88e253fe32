"""What is printed on the boards and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, layout, rule
from tilewright.core.contract.verbs import MAX_PLAYERS
from tilewright.core.text.language import N_

LETTERS = "PGOYBR"
NAMES = (N_("purple"), N_("green"), N_("orange"), N_("yellow"), N_("blue"), N_("red"))
COLOURS = 6
TILES_PER_COLOUR = 22
ALL_COLOURS = (1 << COLOURS) - 1  # a set of colours is one bit for each

STAR_LETTERS = "PGOYBRC"
STARS = 7  # the outer stars by colour, then the centre star
CENTRE_STAR = 6
POSITIONS = 6
ALL_POSITIONS = (1 << POSITIONS) - 1  # a set of positions is one bit for each
MOST_COST = 6

CENTRE = 0  # as a source; factories are 1 to 9
SOURCES = 10
FACTORIES_FOR = np.array((0, 0, 5, 7, 9))  # by players
TILES_PER_FACTORY = 4
SUPPLY_SPACES = 10
MOST_KEPT = 4

ROUNDS = 6  # the joker of round r is colour r - 1
START_SCORE = 5
LEAST_SCORE = 1

EMPTY = -1  # a space without a tile
NOBODY = -1  # the token is in the centre
SIX_ROUNDS = 1  # why a game ended
ENDINGS = ("", N_("six rounds"))

SETTING_UP, DRAFTING, PLACING, BONUS, KEEPING = 0, 1, 2, 3, 4
PHASES = ("setting up", "drafting", "placing", "taking bonus tiles", "keeping")
"""The phases. While a deal is awaited the first three say which: set-up, factories or supply."""

# -- printed on the boards ----------------------------------------------------------------------

_COLOURED = ((1, 2, 3, 4, 5, 6),) * STARS
_MONOCHROME = (*((3, 2, 1, 4, 5, 6),) * CENTRE_STAR, (3, 3, 3, 3, 3, 3))
COST = np.array((_COLOURED, _MONOCHROME))  # by side, star and position

STAR_BONUS = np.array((20, 18, 17, 16, 15, 14))  # by colour
ALL_DIFFERENT_BONUS = 12
NUMBER_BONUS = np.array((0, 4, 8, 12, 16, 0, 0))  # by cost

_STRUCTURES = (
    # a window, 3 tiles; a statue, 2 tiles; a pillar, 1 tile; clockwise from the left
    ("P5 P6", "P1 P2 O3 O4", "P2 P3 C5 C6"),
    ("O5 O6", "O1 O2 R3 R4", "O2 O3 C6 C1"),
    ("R5 R6", "R1 R2 B3 B4", "R2 R3 C1 C2"),
    ("B5 B6", "B1 B2 Y3 Y4", "B2 B3 C2 C3"),
    ("Y5 Y6", "Y1 Y2 G3 G4", "Y2 Y3 C3 C4"),
    ("G5 G6", "G1 G2 P3 P4", "G2 G3 C4 C5"),
)
STRUCTURE_NAMES = (N_("window"), N_("statue"), N_("pillar"))
STRUCTURES: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((STAR_LETTERS.index(space[0]), int(space[1]) - 1) for space in structure.split())
    for row in _STRUCTURES
    for structure in row
)
"""The spaces around each of the 18 structures, as star and position; the kind is the index modulo 3."""

NO_STRUCTURE = len(STRUCTURES)
BONUS_TILES = np.array((3, 2, 1) * len(_STRUCTURES) + (0,))  # the last one is no structure

# -- worked out from the print ------------------------------------------------------------------


def _halves(structure: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two stars around a structure, each with the set of its positions there."""
    first, last = structure[0][0], structure[-1][0]
    sets = [sum(1 << position for at, position in structure if at == star) for star in (first, last)]
    return (first, sets[0]), (last, sets[1])


def _touched(star: int, position: int) -> tuple[int, int]:
    """The one or two structures beside a space."""
    found = [k for k, spaces in enumerate(STRUCTURES) if (star, position) in spaces]
    return found[0], found[1] if len(found) > 1 else NO_STRUCTURE


def _arc(covered: int, position: int) -> int:
    """The length of the unbroken arc around a position that is, or is about to be, covered."""
    ahead = [covered >> (position + k) % POSITIONS & 1 for k in range(1, POSITIONS)] + [0]
    behind = [covered >> (position - k) % POSITIONS & 1 for k in range(1, POSITIONS)] + [0]
    return min(POSITIONS, 1 + ahead.index(0) + behind.index(0))


AROUND = np.array([*map(_halves, STRUCTURES), ((0, 0), (0, 0))])
"""By structure: two stars, each with the positions that must be covered; nothing for no structure."""

TOUCHED = np.array([[_touched(star, k) for k in range(POSITIONS)] for star in range(STARS)])
"""By star and position: the structures beside it."""

ARC = np.array([[_arc(s, k) for k in range(POSITIONS)] for s in range(1 << POSITIONS)])
"""By set of covered positions and position: how many tiles the arc through it has."""

COSTING = np.array(
    [
        [[sum(1 << k for k in range(POSITIONS) if costs[k] == cost) for costs in side] for cost in range(MOST_COST + 1)]
        for side in COST.tolist()
    ]
)
"""By side, cost and star: the positions with that cost."""

UP_TO = np.array([sum(1 << cost * COLOURS for cost in range(1, most + 1)) for most in range(MOST_COST + 1)])
"""By the highest cost: one bit for every cost up to it, six bits apart."""

SIZE = np.array([s.bit_count() for s in range(1 << COLOURS)])
"""How many members a set of colours or positions has."""

MEMBERS = np.array([([k for k in range(COLOURS) if s >> k & 1] + [0] * COLOURS)[:COLOURS] for s in range(1 << COLOURS)])
"""The members of a set in rising order, filled up with zeros."""

# -- on the table -------------------------------------------------------------------------------


class Board:
    """What lies in front of one player."""

    tiles: Annotated[Counts, (STARS, POSITIONS)]  # the colour of the tile on each space, or EMPTY
    covered: Annotated[Counts, (STARS,)]  # the set of positions with a tile
    colours: Annotated[Counts, (STARS,)]  # the set of colours in each star
    hand: Annotated[Counts, (COLOURS,)]
    kept: Annotated[Counts, (COLOURS,)]  # on the corner spaces
    score: int
    tile_points: int  # what tiles have scored so far
    losses: int  # points really lost so far


BOARD = layout(Board)


class State:
    """The whole table."""

    side: int  # which side of the boards everybody uses
    players: int
    awaiting: int
    ending: int
    phase: int  # part of the round
    round_number: int
    first: int  # who started this round
    to_move: int
    token: int  # who has taken the token this round, or NOBODY
    passed: int  # the set of seats that have passed in this round
    bonus_left: int  # tiles to be taken from the supply, while in the phase BONUS
    from_colour: int  # the earliest colour that may still be chosen, in BONUS and KEEPING
    tiles_on_offer: int
    offer: Annotated[Counts, (SOURCES, COLOURS)]  # the centre, then the factories
    supply: Annotated[Counts, (COLOURS,)]
    bag: Annotated[Counts, (COLOURS,)]
    tower: Annotated[Counts, (COLOURS,)]
    boards: Annotated[Sequence[Board], (MAX_PLAYERS,), BOARD]


STATE = layout(State)


@rule
def joker_of(state: State) -> int:
    """R1.8, R1.9 The joker colour of the round."""
    return state.round_number - 1


@rule
def count(tiles: Counts) -> int:
    """How many tiles of all colours."""
    return count_from(tiles, 0)


@rule
def count_from(tiles: Counts, colour: int) -> int:
    """How many tiles of a colour and all later ones."""
    n = 0
    for later in range(colour, COLOURS):
        n += tiles[later]
    return n
