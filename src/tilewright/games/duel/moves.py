"""Moves as small numbers, and what they are made of; docs/notation.md lists them."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.shapes.moves import Kind, Moves, Part
from tilewright.core.text import words
from tilewright.games.duel.components import (
    CHIPS,
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    KINDS,
    LETTERS,
    LINES,
    MOST_TILES,
    PLATE_NAMES,
    PLATES,
    SLOT_NAMES,
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


# -- what moves are made of -----------------------------------------------------------------------

_COLOUR_WORDS = (words.BLUE, words.YELLOW, words.RED, words.BLACK, words.TURQUOISE)
_MOONS = ("moon", "moons", "lune", "lunes", "maan", "manen", "mond", "monde")
_LARGE = ("large", "grande", "groot", "gross", "groß")
_BROKEN = ("broken", "cassee", "cassée", "gebroken", "zerbrochen")
_SIGNS = {
    "C": ("chip", "jeton", "fiche"),
    "_": ("under", "dessous", "onder", "unter"),
    "^": ("up", "dessus", "omhoog", "hoch"),
    "+": ("plus",),
    "@": ("at",),
    "r": ("turned",),
}

SOURCE_LETTERS = "01234L"
_SOURCE = Part("source", SOURCE_LETTERS, {"0": _MOONS, "L": _LARGE})
_COLOUR = Part("colour", LETTERS, dict(zip(LETTERS, _COLOUR_WORDS, strict=True)))
_DESTINATION = Part("destination", "123456X", {"X": _BROKEN})
_FACTORY = Part("factory", "1234")
_PLATE = Part("plate", PLATE_NAMES)
_SLOT = Part("slot", SLOT_NAMES)
_TURN = Part("turn", "0123")
_CHIP = Part("chip", CHIPS, dict(zip(LETTERS, _COLOUR_WORDS, strict=True)))
_LINE = Part("line", "123456")
_COLUMN = Part("column", "123456")

MOVES = Moves(
    (
        Kind("take", (_SOURCE, _COLOUR, _DESTINATION), "{source}{colour}{destination}"),
        Kind("chip", (_FACTORY,), "C{factory}"),
        Kind("plate", (_PLATE,), "{plate}"),
        Kind("draw", (), "draw"),
        Kind("stop", (), "stop"),
        Kind("lay", (_SLOT, _TURN), "[@]{slot}r{turn}"),
        Kind("return", (_PLATE,), "_{plate}"),
        Kind("pile", (_COLOUR,), "^{colour}"),
        Kind("spend", (_CHIP,), "+{chip}"),
        Kind("target", (_LINE, _COLUMN), "{line}@{column}"),
    ),
    _SIGNS,
)
