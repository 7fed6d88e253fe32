"""What the rules of Duel note while they play (core/contract/effects.py): kinds, places, reasons.

Each function says one thing that a rule does. ``effect_data`` says what the notes mean.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.effects import (
    FIRST_OWN_KIND,
    Effects,
    game_ended,
    marker_moved,
    note,
    points_scored,
    tiles_moved,
    turn_passed,
)
from tilewright.games.duel.components import BROKEN, FACTORIES, GOAL_COUNT, PILE_SPACES, SMALL

__all__ = ["Effects", "game_ended", "marker_moved", "points_scored", "tiles_moved", "turn_passed"]

# -- places -------------------------------------------------------------------------------------

BAG, TOWER, MOON = range(3)
FIRST_SUN = 3
FIRST_PILE = FIRST_SUN + FACTORIES
FIRST_BOARD = FIRST_PILE + SMALL * PILE_SPACES
BESIDE = BROKEN + 1  # a board's places are its lines, the broken zone, and the side, where the first-player tile lies
PLACES_OF_A_BOARD = BESIDE + 1


@rule
def pile_place(factory: int, height: int) -> int:
    """A place in the pile of a small factory, counted from below."""
    return FIRST_PILE + factory * PILE_SPACES + height


@rule
def place_of(seat: int, at: int) -> int:
    """A place of a seat's board: a line, BROKEN or BESIDE."""
    return FIRST_BOARD + seat * PLACES_OF_A_BOARD + at


# -- reasons of points --------------------------------------------------------------------------

BY_TILE, BY_SPECIAL, BY_BROKEN, BY_MARKER, BY_DRAW, BY_FLOOR, BY_FLOOR_AT_END = range(GOAL_COUNT, GOAL_COUNT + 7)
"""The goals come before them, by their own numbers."""

# -- kinds --------------------------------------------------------------------------------------

(
    PLATE_CHOSEN,
    TOKEN_USED,
    PLATE_DRAWN,
    HAND_SEEN,
    PLATE_LAID,
    PLATE_RETURNED,
    LOT_PUT,
    PLATE_REVEALED,
    TYPE_REVEALED,
    TILES_TAKEN,
    TILES_PUT,
    CHIPS_LAID,
    CHIP_REVEALED,
    CHIP_TAKEN,
    CHIP_SPENT,
    CHIPS_GONE,
    TILE_PLACED,
    SPECIAL_PLACED,
    TOKENS_BACK,
) = range(FIRST_OWN_KIND, FIRST_OWN_KIND + 19)


@rule
def plate_chosen(effects: Effects | None, seat: int, plate: int, step: int) -> None:
    """A seat takes a plate of the display, or keeps one of the hand, whichever the step is about."""
    note(effects, PLATE_CHOSEN, seat, plate, step, 0, 0, 0, 0)


@rule
def token_used(effects: Effects | None, seat: int, left: int) -> None:
    note(effects, TOKEN_USED, seat, left, 0, 0, 0, 0, 0)


@rule
def plate_drawn(effects: Effects | None, seat: int, kind: int) -> None:
    """A seat draws a plate of this type from the stack."""
    note(effects, PLATE_DRAWN, seat, kind, 0, 0, 0, 0, 0)


@rule
def hand_seen(effects: Effects | None, seat: int) -> None:
    """A seat looks at the plates it has drawn."""
    note(effects, HAND_SEEN, seat, 0, 0, 0, 0, 0, 0)


@rule
def plate_laid(effects: Effects | None, seat: int, plate: int, slot: int, turn: int) -> None:
    note(effects, PLATE_LAID, seat, plate, slot, turn, 0, 0, 0)


@rule
def plate_returned(effects: Effects | None, seat: int, plate: int) -> None:
    """A seat chooses the next plate to go back."""
    note(effects, PLATE_RETURNED, seat, plate, 0, 0, 0, 0, 0)


@rule
def lot_put(effects: Effects | None, seat: int, plates: int) -> None:
    """So many plates have been put under the stack together."""
    note(effects, LOT_PUT, seat, plates, 0, 0, 0, 0, 0)


@rule
def plate_revealed(effects: Effects | None, plate: int) -> None:
    """A plate is turned up in the display."""
    note(effects, PLATE_REVEALED, plate, 0, 0, 0, 0, 0, 0)


@rule
def type_revealed(effects: Effects | None, kind: int) -> None:
    """The type of the stack's top plate shows."""
    note(effects, TYPE_REVEALED, kind, 0, 0, 0, 0, 0, 0)


@rule
def tiles_taken(effects: Effects | None, colour: int, tiles: int, source: int) -> None:
    """Tiles are taken from a place; the notes that follow say where they are put."""
    note(effects, TILES_TAKEN, colour, tiles, source, 0, 0, 0, 0)


@rule
def tiles_put(effects: Effects | None, colour: int, tiles: int, to: int) -> None:
    """So many of the tiles that were taken are put at a place."""
    note(effects, TILES_PUT, colour, tiles, to, 0, 0, 0, 0)


@rule
def chips_laid(effects: Effects | None) -> None:
    """A chip lies face down on every small factory."""
    note(effects, CHIPS_LAID, 0, 0, 0, 0, 0, 0, 0)


@rule
def chip_revealed(effects: Effects | None, factory: int, kind: int) -> None:
    note(effects, CHIP_REVEALED, factory, kind, 0, 0, 0, 0, 0)


@rule
def chip_taken(effects: Effects | None, seat: int, factory: int, kind: int, taken: int) -> None:
    """A seat takes the chip of a factory, which makes so many in this round."""
    note(effects, CHIP_TAKEN, seat, factory, kind, taken, 0, 0, 0)


@rule
def chip_spent(effects: Effects | None, seat: int, kind: int) -> None:
    note(effects, CHIP_SPENT, seat, kind, 0, 0, 0, 0, 0)


@rule
def chips_gone(effects: Effects | None) -> None:
    """The chips spent on a line are gone."""
    note(effects, CHIPS_GONE, 0, 0, 0, 0, 0, 0, 0)


@rule
def tile_placed(
    effects: Effects | None, seat: int, row: int, column: int, colour: int, points: int, across: int, down: int
) -> None:
    """A tile goes from its line to the dome and scores the runs through it."""
    note(effects, TILE_PLACED, seat, row, column, colour, points, across, down)


@rule
def special_placed(effects: Effects | None, seat: int, row: int, column: int, points: int) -> None:
    note(effects, SPECIAL_PLACED, seat, row, column, points, 0, 0, 0)


@rule
def tokens_back(effects: Effects | None, seat: int, tokens: int) -> None:
    """A seat has its tokens of the round, and has taken no chip in it."""
    note(effects, TOKENS_BACK, seat, tokens, 0, 0, 0, 0, 0)
