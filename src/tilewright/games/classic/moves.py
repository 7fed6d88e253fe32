"""Moves as small numbers, drafting moves first, then tiling moves; and what they are made of."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.shapes.moves import Kind, Moves, Part
from tilewright.core.text import words
from tilewright.games.classic.components import COLOURS, COLUMNS, DESTINATIONS, LETTERS, LINES, SOURCES

DRAFTS = SOURCES * COLOURS * DESTINATIONS
ACTIONS = DRAFTS + LINES * COLUMNS
MOST_DRAWN = 36  # nine factories of four
GROUPS_AT = MOST_DRAWN * DESTINATIONS  # every tile a group of its own: no position has more moves
MOST_MOVES = GROUPS_AT + SOURCES * COLOURS + 1  # space behind the moves for the list of groups


@rule
def group(source: int, colour: int) -> int:
    """The tiles of one colour at one source."""
    return source * COLOURS + colour


@rule
def draft(source: int, colour: int, destination: int) -> int:
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
def tile(row: int, column: int) -> int:
    """Place the tile of a full line on a column of its row."""
    return DRAFTS + row * COLUMNS + column


@rule
def row_of(move: int) -> int:
    return (move - DRAFTS) // COLUMNS


@rule
def column_of(move: int) -> int:
    return (move - DRAFTS) % COLUMNS


# -- what moves are made of -----------------------------------------------------------------------

_COLOUR_WORDS = dict(zip(LETTERS, (words.BLUE, words.YELLOW, words.RED, words.BLACK, words.WHITE), strict=True))
_SOURCE = Part("source", "0123456789", {"0": words.CENTRE})
_COLOUR = Part("colour", LETTERS, _COLOUR_WORDS)
_DESTINATION = Part("destination", "12345F", {"F": words.FLOOR})
_LINE = Part("line", "12345")
_COLUMN = Part("column", "12345")

MOVES = Moves(
    (
        Kind("draft", (_SOURCE, _COLOUR, _DESTINATION), "{source}{colour}{destination}"),
        Kind("tile", (_LINE, _COLUMN), "{line}@{column}"),
    )
)
