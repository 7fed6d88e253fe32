"""Moves as small numbers; docs/notation.md lists them."""

from __future__ import annotations

from tilewright.core.compiled import rule
from tilewright.games.duel.components import (
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    KINDS,
    LINES,
    MOST_TILES,
    PLATES,
    SLOTS,
    SMALL,
    SOURCES,
    TURNS,
)

TAKES = SOURCES * COLOURS * DESTINATIONS
CHIP_AT = TAKES
PLATE_AT = CHIP_AT + SMALL
DRAW = PLATE_AT + PLATES
STOP = DRAW + 1
LAY_AT = STOP + 1
RETURN_AT = LAY_AT + SLOTS * TURNS
PILE_AT = RETURN_AT + PLATES
SPEND_AT = PILE_AT + COLOURS
TARGET_AT = SPEND_AT + KINDS
ACTIONS = TARGET_AT + LINES * COLUMNS

MOST_DRAWN = 32  # three plates, a type, 21 tiles and four chips; or thirteen fronts and a type
GROUPS_AT = MOST_TILES * DESTINATIONS  # every tile a group of its own: no position has more takes
MOST_MOVES = GROUPS_AT + SOURCES * COLOURS + 1  # space behind the takes for the list of groups


@rule
def group(source: int, colour: int) -> int:
    """The tiles of one colour at one source."""
    return source * COLOURS + colour


@rule
def take(source: int, colour: int, destination: int) -> int:
    """Take a colour from a source to a destination."""
    return group(source, colour) * DESTINATIONS + destination


@rule
def source_of(move: int) -> int:
    return move // (COLOURS * DESTINATIONS)


@rule
def colour_of(move: int) -> int:
    return move // DESTINATIONS % COLOURS


@rule
def destination_of(move: int) -> int:
    return move % DESTINATIONS


@rule
def lay(slot: int, turn: int) -> int:
    """Lay the chosen plate on a slot, turned."""
    return LAY_AT + slot * TURNS + turn


@rule
def slot_of(move: int) -> int:
    return (move - LAY_AT) // TURNS


@rule
def turn_of(move: int) -> int:
    return (move - LAY_AT) % TURNS


@rule
def target(line: int, column: int) -> int:
    """Put the tile of a line on a column of its row."""
    return TARGET_AT + line * COLUMNS + column


@rule
def line_of(move: int) -> int:
    return (move - TARGET_AT) // COLUMNS


@rule
def column_of(move: int) -> int:
    return (move - TARGET_AT) % COLUMNS
