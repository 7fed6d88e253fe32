"""What is printed on plates, chips, boards and tablets, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, layout
from tilewright.core.text.language import N_

LETTERS = "BYRKT"
NAMES = (N_("blue"), N_("yellow"), N_("red"), N_("black"), N_("turquoise"))
COLOURS = 5
ALL_COLOURS = (1 << COLOURS) - 1  # a set of colours is one bit for each
TILES_PER_COLOUR = 13

SEATS = 2
ROUNDS = 5
START_SCORE = 5
LINES = 6  # line i has i + 1 spaces, and stands beside row i of the dome
COLUMNS = 6
BROKEN = 6  # as a destination: one past the last line
DESTINATIONS = 7
BROKEN_SPACES = 4

SMALL = 4  # factories 0 to 3; the fifth is the large one
LARGE = 4
FACTORIES = 5
MOONS = 0  # as a source; the suns are 1 to 5
SOURCES = 6
LARGE_SUN, SMALL_SUN, PILE_SPACES = 5, 4, 3
MOST_TILES = LARGE_SUN + SMALL * SMALL_SUN

EMPTY = -1  # no tile, no plate, no chip
NOBODY = -1  # the first-player tile lies on the large factory

DISPLAY_PLACES = 3
TOKENS = np.array((0, 2, 2, 2, 2, 0))  # by round
CHIPS_PER_ROUND = 2  # ruling ED13
STACK_DRAW_COST = 1

# -- plates -------------------------------------------------------------------------------------

SPECIAL, JOKER = 5, 6  # spaces without a colour of their own; a special tile on the dome is SPECIAL too
SPACES_LETTERS = LETTERS + "sj"
PLATES = 18
SLOTS, SLOT_COLUMNS, TURNS, CELLS = 9, 3, 4, 4

PLATE_NAMES = tuple([f"S{k}" for k in range(1, 10)] + [f"J{k}" for k in range(1, 10)])
_PRINTED = (  # top left, top right, bottom left; the odd space is at the bottom right (ruling ED19)
    "RBYs", "YBKs", "BYTs", "BRKs", "TRBs", "KTBs", "KYRs", "YKTs", "TKRs",
    "RBYj", "BYTj", "BRKj", "TRBj", "KTBj", "KYRj", "RTYj", "YKTj", "TKRj",
)  # fmt: skip
_QUARTER_TURN = (2, 0, 3, 1)  # a b / c d becomes c a / d b


def _turned(plate: str, turns: int) -> list[int]:
    for _ in range(turns):
        plate = "".join(plate[cell] for cell in _QUARTER_TURN)
    return [SPACES_LETTERS.index(space) for space in plate]


PRINTED = np.array([[_turned(plate, turns) for turns in range(TURNS)] for plate in _PRINTED])
"""The space in each cell (row by row) of a plate, by plate and turn."""

IS_SPECIAL, IS_JOKER = 0, 1  # the two types, told by the back of a plate
TYPES = 2
TYPE_LETTERS = "sj"
HIDDEN = PLATES  # HIDDEN + type: in a view, a plate under the stack of which only the type is known
TYPE_OF = np.array([IS_SPECIAL] * 9 + [IS_JOKER] * 9 + [IS_SPECIAL, IS_JOKER])
NO_TOP, TOP_AWAITED = -1, 2  # instead of a type: the stack is empty; its top has not been seen yet
TOPS = {NO_TOP: "the stack is empty", IS_SPECIAL: "special", IS_JOKER: "joker", TOP_AWAITED: "not seen yet"}

SLOT_NAMES = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")

PLACES = (
    "not seen",
    "on the display",
    "put back under the stack",
    "chosen and about to be laid",
    "in the hand and looked at",
    "in the hand and chosen to go back",
    "laid on a dome",
    "in the hand unseen but known to the seat that had put it under the stack (7 + that seat)",
)
"""Where a plate is. KNOWN + seat: in a hand not looked at yet, but that seat had put it under the stack."""

UNSEEN, DISPLAY, UNDER, CHOSEN, HAND, BACK, LAID, KNOWN = range(len(PLACES))

# -- chips --------------------------------------------------------------------------------------

CHIPS = ("B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT")  # ruling ED19
KINDS = 10
CHIPS_PER_KIND = 2
ALL_CHIPS = KINDS * CHIPS_PER_KIND
FACE_DOWN = KINDS  # instead of a kind, on a factory
SHOWN = np.array([sum(1 << LETTERS.index(letter) for letter in chip) for chip in CHIPS])
"""The set of colours on each kind."""

# -- points -------------------------------------------------------------------------------------

SPECIAL_POINTS = np.array((1, 2, 3, 4, 5, 6))  # by dome row, ruling ED17
BROKEN_POINTS = np.array((0, 1, 3, 6, 10))  # by tiles in the zone, ruling ED18
MARKER_LOSS = 2

GOAL_COUNT = 8
ROWS_GOAL, COLOURS_GOAL, COLUMNS_GOAL, BORDER_GOAL, DIAGONALS_GOAL, CORNERS_GOAL, JOKERS_GOAL, SPECIALS_GOAL = range(8)
GOAL_MEANINGS = (
    N_("3 for each full row"),
    N_("4 for each row with five colours"),
    N_("7 for each full column"),
    N_("1 for each filled cell on the border"),
    N_("10 for each full diagonal"),
    N_("3 for a full upper corner plate, 8 for a lower one"),
    N_("2 for each joker space when all are filled"),
    N_("-3 for each empty special space"),
)
ROW_GOAL, COLOUR_GOAL, COLUMN_GOAL, DIAGONAL_GOAL, JOKER_GOAL, SPECIAL_GOAL = 3, 4, 7, 10, 2, -3
COLOURS_WANTED = 5
CORNER_POINTS = np.array((3, 0, 3, 0, 0, 0, 8, 0, 8))  # by slot, ruling ED16

# -- the end -----------------------------------------------------------------------------------------

ENDINGS = ("", N_("five rounds played"))
FIVE_ROUNDS = 1


class Board:
    """What lies in front of one player."""

    plates: Annotated[Counts, (SLOTS,)]  # the plate on each slot, or EMPTY
    turns: Annotated[Counts, (SLOTS,)]  # its quarter turns
    spaces: Annotated[Counts, (LINES, COLUMNS)]  # what the plates show: a colour, SPECIAL, JOKER, or EMPTY
    dome: Annotated[Counts, (LINES, COLUMNS)]  # the colour of the tile on each cell, SPECIAL, or EMPTY
    line_colour: Annotated[Counts, (LINES,)]  # EMPTY while the line is empty
    line_count: Annotated[Counts, (LINES,)]
    broken: Annotated[Counts, (COLOURS,)]
    chips: Annotated[Counts, (KINDS,)]  # not spent
    tokens: int  # left in this round
    taken: int  # chips taken in this round
    score: int
    tile_points: int  # what tiles and special tiles have scored so far, and what three things have cost
    special_points: int
    broken_loss: int
    marker_loss: int
    plate_cost: int


BOARD = layout(Board)


class State:
    """The whole table."""

    goals: int  # the goals in use, one bit for each
    players: int
    awaiting: int
    ending: int
    step: int  # what exactly is awaited, by its name in positions
    round_number: int  # 0 during the set-up
    first: int  # who started this round
    to_move: int
    marker: int  # who has the first-player tile, or NOBODY
    line: int  # the line the decorating seat has come to
    factory: int  # the small factory whose pile is being built
    plate: int  # the plate that is about to be laid, or EMPTY
    spent: Annotated[Counts, (KINDS,)]  # chips spent on the line so far
    place: Annotated[Counts, (PLATES,)]  # where each plate is
    stack: int  # unseen plates in the stack, above all that were put back
    top: int  # the type of the stack's top plate
    under_count: int
    under: Annotated[Counts, (PLATES,)]  # plates put back, from top to bottom, HIDDEN + type or a plate, then EMPTY
    under_owner: Annotated[Counts, (PLATES,)]  # who put each back, then EMPTY
    under_last: Annotated[Counts, (PLATES,)]  # 1 where a lot ends
    hand_unknown: Annotated[Counts, (TYPES,)]  # plates in the hand of which only the type is known
    back: Annotated[Counts, (PLATES,)]  # plates chosen to go back so far, from top to bottom, then EMPTY
    tiles_on_offer: int
    sun: Annotated[Counts, (FACTORIES, COLOURS)]  # the small factories, then the large one
    pile: Annotated[Counts, (SMALL, PILE_SPACES)]  # from bottom to top, then EMPTY
    pile_height: Annotated[Counts, (SMALL,)]
    moon: Annotated[Counts, (COLOURS,)]  # of the large factory
    chip: Annotated[Counts, (SMALL,)]  # a kind, FACE_DOWN or EMPTY
    unseen_chips: Annotated[Counts, (KINDS,)]  # face down or in the reserve
    bag: Annotated[Counts, (COLOURS,)]
    tower: Annotated[Counts, (COLOURS,)]
    boards: Annotated[Sequence[Board], (SEATS,), BOARD]


STATE = layout(State)
