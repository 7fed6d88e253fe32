"""What the learned part of the evaluation sees of a board: one definition for training and for play.

``round_end_inputs`` describes a board as it lies between rounds, or as it will lie once its hand is spent:
``ROUND_END`` names its inputs, of which the last ones are what the weights expect. What is seen inside rounds is in
inside.py.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Integers, rule
from tilewright.core.contract.net import NetShape, Rows, places
from tilewright.games.pavilion.components import (
    ALL_POSITIONS,
    AROUND,
    COLOURS,
    COSTING,
    EMPTY,
    MOST_COST,
    NO_STRUCTURE,
    POSITIONS,
    ROUNDS,
    SIZE,
    STARS,
    Board,
)
from tilewright.games.pavilion.inside import INSIDE_INPUTS, block_inputs, note_own_stars

NUMBERS = MOST_COST - 2  # the costs that have a bonus, from 1 on

ROUND_END = {
    "space is covered": STARS * POSITIONS,
    "star has colour": STARS * COLOURS,
    "star misses 2 tiles, 1 tile": 2 * STARS,
    "the colour's own star has 1 tile, to 6 tiles": COLOURS * POSITIONS,
    "half of the kept tiles of colour": COLOURS,
    "kept of colour, and its own star is open": COLOURS,
    "quarter of the kept tiles": 1,
    "half of the kept tiles that are the next jokers": 1,
    "rounds left": ROUNDS + 1,
    "starts the next round": 1,
    "tenth of the spaces missing of number": NUMBERS,
    "number misses 3 spaces, 2 spaces, 1 space": 3 * NUMBERS,
    "structure is complete": NO_STRUCTURE,
    "structure misses 1 space": NO_STRUCTURE,
    "tenth of what the weights expect of stars, numbers, structures": STARS + NUMBERS + 1,
}
"""Inputs at the end of a round, in order."""

_AT = places(ROUND_END)
ROUND_END_INPUTS = _AT[""]
COLOUR_AT, NEARLY_AT, OWN_AT, KEPT_AT, FITTING_AT = (_AT[name] for name in list(ROUND_END)[1:6])
ALL_KEPT_AT, JOKERS_AT, LEFT_AT, STARTS_AT, NUMBER_AT = (_AT[name] for name in list(ROUND_END)[6:11])
NEARLY_NUMBER_AT, COMPLETE_AT, NEARLY_COMPLETE_AT, EXPECTED_AT = (_AT[name] for name in list(ROUND_END)[11:])


@rule
def round_end_inputs(
    side: int, board: Board, holds_hand: bool, left: int, starts: bool, own: Integers, inputs: Rows
) -> None:
    """Describe a board after a round, but for what the weights expect; between rounds the hand is what was kept.

    ``own`` is room to work in.
    """
    for k in range(ROUND_END_INPUTS):
        inputs[k] = 0.0
    note_own_stars(side, board, own)
    describe_stars(board, own, inputs)
    describe_kept(board, holds_hand, left, own, inputs)
    describe_numbers(side, board, inputs)
    describe_structures(board, inputs)
    inputs[LEFT_AT + left] = 1.0
    inputs[STARTS_AT] = 1.0 if starts else 0.0


@rule
def describe_stars(board: Board, own: Integers, inputs: Rows) -> None:
    """Covered spaces and colours, and how much is missing."""
    for star in range(STARS):
        covered, colours = int(board.covered[star]), int(board.colours[star])
        for k in range(POSITIONS):
            inputs[star * POSITIONS + k] = covered >> k & 1
            inputs[COLOUR_AT + star * COLOURS + k] = colours >> k & 1
        note_nearly_done(inputs, NEARLY_AT + 2 * star, POSITIONS - SIZE[covered], 2)
    for colour in range(COLOURS):
        if own[colour] != EMPTY:
            tiles = SIZE[int(board.covered[own[colour]])]
            if tiles > 0:
                inputs[OWN_AT + colour * POSITIONS + tiles - 1] = 1.0


@rule
def note_nearly_done(inputs: Rows, at: int, missing: int, most: int) -> None:
    """One input for each number of missing things from the most down to one."""
    if 1 <= missing <= most:
        inputs[at + most - missing] = 1.0


@rule
def describe_kept(board: Board, holds_hand: bool, left: int, own: Integers, inputs: Rows) -> None:
    """Tiles that are taken along into the next round."""
    tiles = 0
    for colour in range(COLOURS):
        kept = int(board.kept[colour]) + (int(board.hand[colour]) if holds_hand else 0)
        tiles += kept
        inputs[KEPT_AT + colour] = kept / 2.0
        if kept > 0 and (own[colour] == EMPTY or board.covered[own[colour]] != ALL_POSITIONS):
            inputs[FITTING_AT + colour] = 1.0
        if colour == ROUNDS - left:
            inputs[JOKERS_AT] = kept / 2.0
    inputs[ALL_KEPT_AT] = tiles / 4.0


@rule
def describe_numbers(side: int, board: Board, inputs: Rows) -> None:
    """Spaces still missing of each number with a bonus."""
    for number in range(NUMBERS):
        missing = 0
        for star in range(STARS):
            missing += SIZE[COSTING[side, number + 1, star] & ~int(board.covered[star])]
        inputs[NUMBER_AT + number] = missing / 10.0
        note_nearly_done(inputs, NEARLY_NUMBER_AT + 3 * number, missing, 3)


@rule
def describe_structures(board: Board, inputs: Rows) -> None:
    """Structures that are complete, and those that miss one space."""
    for structure in range(NO_STRUCTURE):
        one, other = AROUND[structure, 0], AROUND[structure, 1]
        missing = SIZE[one[1] & ~int(board.covered[one[0]])]
        if other[0] != one[0]:
            missing += SIZE[other[1] & ~int(board.covered[other[0]])]
        if missing == 0:
            inputs[COMPLETE_AT + structure] = 1.0
        elif missing == 1:
            inputs[NEARLY_COMPLETE_AT + structure] = 1.0


NETS = {
    "round_end": NetShape(ROUND_END_INPUTS, first=32, second=16),
    "inside": NetShape(INSIDE_INPUTS, first=16, second=16, blocks=block_inputs),
}
"""A residual at the end of rounds and one inside them, both for one board."""
