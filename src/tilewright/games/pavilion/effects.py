"""What the rules of Summer Pavilion note besides what all games do (effects.py): places, reasons, own kinds."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.effects import FIRST_OWN_KIND, Effects, note, tiles_moved
from tilewright.games.pavilion.components import COLOURS, SOURCES

# -- places: the sources, bag, tower and supply, then those of each board ---------------------------

BAG, TOWER, SUPPLY = range(SOURCES, SOURCES + 3)
FIRST_BOARD, PLACES_OF_A_BOARD = 16, 3
HAND, KEPT, BESIDE = range(PLACES_OF_A_BOARD)


@rule
def place_of(seat: int, place: int) -> int:
    """The hand of a seat, the corner spaces of its board, or the space beside it."""
    return FIRST_BOARD + PLACES_OF_A_BOARD * seat + place


# -- what brings or costs points --------------------------------------------------------------------

BY_STAR, BY_NUMBER, FOR_TOKEN, FOR_DISCARDED, FOR_KEPT = range(5)

# -- kinds of this game alone -----------------------------------------------------------------------

TILE_PLACED, STRUCTURE_COMPLETED, TOKEN_MOVED = range(FIRST_OWN_KIND, FIRST_OWN_KIND + 3)


@rule
def tile_placed(
    effects: Effects | None, seat: int, star: int, position: int, colour: int, points: int, joker: int, jokers: int
) -> None:
    """R3.8, R3.11, R4.2 A tile of a colour comes to lie on a space, paid with so many jokers, and scores."""
    note(effects, TILE_PLACED, seat, star, position, colour, points, joker, jokers)


@rule
def structure_completed(effects: Effects | None, seat: int, structure: int, tiles: int) -> None:
    """R4.4 A structure earns bonus tiles; one that earns none is not told."""
    note(effects, STRUCTURE_COMPLETED, seat, structure, tiles, 0, 0, 0, 0)


@rule
def token_moved(effects: Effects | None, source: int, to: int, seat: int) -> None:
    """The token goes from one place to another; this seat has it now, or nobody."""
    note(effects, TOKEN_MOVED, source, to, seat, 0, 0, 0, 0)


@rule
def tiles_drawn(effects: Effects | None, drawn: Counts, n: int, to: int) -> None:
    """The first so many tiles of a draw go from the bag to a place, colour by colour."""
    if effects is not None:
        for colour in range(COLOURS):
            tiles = 0
            for k in range(n):
                tiles += drawn[k] == colour
            tiles_moved(effects, colour, tiles, BAG, to)
