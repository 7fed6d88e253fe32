"""What is printed on the boards and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, layout, rule
from tilewright.core.contract.effects import FIRST_OWN_KIND
from tilewright.core.contract.verbs import MAX_PLAYERS
from tilewright.core.text.language import N_

LETTERS = "BYRKW"
NAMES = (N_("blue"), N_("yellow"), N_("red"), N_("black"), N_("white"))
MARKER = "M"
COLOURS = 5
TILES_PER_COLOUR = 20

LINES = 5  # line i has i + 1 spaces, and stands beside row i of the wall
COLUMNS = 5
FLOOR = 5  # as a destination: one past the last line
DESTINATIONS = 6
FLOOR_SPACES = 7

CENTRE = 0  # as a source; factories are 1 to 9
SOURCES = 10
FACTORIES_FOR = np.array((0, 0, 5, 7, 9))  # by players
TILES_PER_FACTORY = 4

EMPTY = -1  # a space without a tile, a cell without a print
NOBODY = -1  # the marker is in the centre
ALL_COLOURS = (1 << COLOURS) - 1  # a set of colours is one bit for each

IDLE_ROUNDS_TO_END = 10
ROW_COMPLETE, NO_TILES, NO_PROGRESS = 1, 2, 3  # why a game ended
ENDINGS = ("", N_("row complete"), N_("no tiles left"), N_("no progress"))

DRAFTING, TILING = 0, 1
PHASES = ("drafting", "tiling")

# -- places, as effects name them: the sources, bag and lid, then those of each board ---------------

BAG, LID = SOURCES, SOURCES + 1
FIRST_BOARD, PLACES_OF_A_BOARD = 16, 8  # a board's lines, its floor, and the space beside it
BESIDE = 6


@rule
def place_of(seat: int, place: int) -> int:
    """A line, the floor or the space beside a board."""
    return FIRST_BOARD + PLACES_OF_A_BOARD * seat + place


BY_TILE, BY_FLOOR, BY_ROW, BY_COLUMN, BY_COLOUR = range(5)  # what brings points
TILE_PLACED, IDLE_ROUNDS_COUNTED, LINE_REACHED = range(FIRST_OWN_KIND, FIRST_OWN_KIND + 3)  # told of this game alone
NO_LINE = -1

# -- printed on the boards, by face: coloured, grey, Crystal Mosaic 1 and 2 ----------------------

_WALLS = (
    ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"),
    (".....", ".....", ".....", ".....", "....."),
    ("...K.", "W....", "..Y..", "....B", ".R..."),
    (".....", ".B.R.", "..W..", ".K.Y.", "....."),
)
PRINTED = np.array([[[LETTERS.find(cell) for cell in row] for row in wall] for wall in _WALLS])
"""The colour printed on a cell, or EMPTY; ``find`` gives -1 for a dot."""

COLUMN_OF = np.array([[row.index(letter) for letter in LETTERS] for row in _WALLS[0]])
"""Coloured wall: where each colour belongs in each row."""

MULTIPLIER = np.array((1, 1, 2, 1))  # of points for a tile on a printed cell
FLOOR_PENALTY = np.array(
    (
        (1, 1, 2, 2, 2, 3, 3),
        (1, 1, 2, 2, 2, 3, 3),
        (1, 0, 1, 2, 1, 2, 3),  # from the third value on this row rests on one review
        (1, 0, 1, 2, 1, 2, 3),  # assumed equal to face 1 but for the second value
    )
)
FLOOR_LOSS = np.concatenate((np.zeros((4, 1), dtype=np.int64), FLOOR_PENALTY.cumsum(axis=1)), axis=1)
"""What 0 to 7 filled spaces cost together."""

ROW_BONUS = np.array((2, 2, 2, 3))
COLUMN_BONUS = np.array((7, 7, 7, 10))
COLOUR_BONUS = np.array((10, 10, 10, 12))

# -- on the table -------------------------------------------------------------------------------


class Board:
    """What lies in front of one player."""

    wall: Annotated[Counts, (LINES, COLUMNS)]  # the colour of the tile on each cell, or EMPTY
    row_colours: Annotated[Counts, (LINES,)]  # the set of colours in each wall row; the hottest question of the game
    line_colour: Annotated[Counts, (LINES,)]  # EMPTY while the line is empty
    line_count: Annotated[Counts, (LINES,)]
    floor: int  # spaces filled, marker included
    floor_tiles: Annotated[Counts, (COLOURS,)]
    score: int
    tile_points: int  # what tiles have scored so far; the rest of the score is floor and bonuses


BOARD = layout(Board)


class State:
    """The whole table."""

    face: int  # which side of the boards everybody uses
    players: int
    awaiting: int
    ending: int
    phase: int  # part of the round
    round_number: int
    first: int  # who started this round
    to_move: int
    marker: int  # who has the marker, or NOBODY
    tiled: int  # seats that have finished tiling this round
    tiling_line: int  # the line the tiling seat has come to
    idle_rounds: int  # rounds in a row without a tile placed on any wall
    tiles_on_offer: int
    offer: Annotated[Counts, (SOURCES, COLOURS)]  # the centre, then the factories
    bag: Annotated[Counts, (COLOURS,)]
    lid: Annotated[Counts, (COLOURS,)]
    boards: Annotated[Sequence[Board], (MAX_PLAYERS,), BOARD]


STATE = layout(State)
