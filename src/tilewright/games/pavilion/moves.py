"""Moves as small numbers, and what they are made of.

In canonical order: drafts, placings, passes, bonus tiles, tiles kept.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.shapes.moves import Kind, Moves, Part
from tilewright.core.text import words
from tilewright.games.pavilion.components import (
    COLOURS,
    LETTERS,
    MOST_COST,
    POSITIONS,
    SOURCES,
    STAR_LETTERS,
    STARS,
)

DRAFTS = SOURCES * COLOURS
SPACES = STARS * POSITIONS
PAYMENTS = MOST_COST  # 0 to 5 jokers
PASS = DRAFTS + SPACES * COLOURS * PAYMENTS
DISCARD = PASS + 1
BONUSES = DISCARD + 1
KEEPS = BONUSES + COLOURS
DONE = KEEPS + COLOURS
ACTIONS = DONE + 1

MOST_DRAWN = 46  # a supply of ten and nine factories of four
# Monochrome side: 21 ways to pay the six spaces of an outer star in each of five colours, 6 in the
# joker's; 3 and 1 for each centre space; two ways to pass.
MOST_PLACINGS = 6 * (21 * 5 + 6) + 6 * (3 * 5 + 1)
CANDIDATES_AT = MOST_PLACINGS + PAYMENTS  # behind the moves: a list of spaces and colours
MOST_MOVES = CANDIDATES_AT + SPACES * COLOURS + COLOURS


@rule
def draft(source: int, colour: int) -> int:
    """Take a colour from a source."""
    return source * COLOURS + colour


@rule
def source_of(move: int) -> int:
    return move // COLOURS


@rule
def drafted(move: int) -> int:
    return move % COLOURS


@rule
def place(star: int, position: int, colour: int, jokers: int) -> int:
    """Place a colour on a space, paying so many jokers."""
    return DRAFTS + ((star * POSITIONS + position) * COLOURS + colour) * PAYMENTS + jokers


@rule
def star_of(move: int) -> int:
    return (move - DRAFTS) // (POSITIONS * COLOURS * PAYMENTS)


@rule
def position_of(move: int) -> int:
    return (move - DRAFTS) // (COLOURS * PAYMENTS) % POSITIONS


@rule
def placed(move: int) -> int:
    return (move - DRAFTS) // PAYMENTS % COLOURS


@rule
def jokers_of(move: int) -> int:
    return (move - DRAFTS) % PAYMENTS


@rule
def bonus(colour: int) -> int:
    """Take a bonus tile."""
    return BONUSES + colour


@rule
def keep(colour: int) -> int:
    """Keep a tile while passing."""
    return KEEPS + colour


# -- what moves are made of -----------------------------------------------------------------------

_SPOKEN = (words.PURPLE, words.GREEN, words.ORANGE, words.YELLOW, words.BLUE, words.RED)
_COLOUR_WORDS = dict(zip(LETTERS, _SPOKEN, strict=True))
_SOURCE = Part("source", "0123456789", {"0": words.CENTRE})
_COLOUR = Part("colour", LETTERS, _COLOUR_WORDS)
_STAR = Part("star", STAR_LETTERS, {**_COLOUR_WORDS, "C": words.CENTRE})
_POSITION = Part("position", "123456")
_JOKERS = Part("jokers", "012345")

MOVES = Moves(
    (
        Kind("draft", (_SOURCE, _COLOUR), "{source}{colour}"),
        Kind("place", (_STAR, _POSITION, _COLOUR, _JOKERS), "{star}{position}[:{colour}][+{jokers}]"),
        Kind("pass", (), "pass"),
        Kind("discard", (), "discard"),
        Kind("bonus", (_COLOUR,), "*{colour}"),
        Kind("keep", (_COLOUR,), "={colour}"),
        Kind("done", (), "done"),
    ),
    words={"*": ("bonus",), "=": ("keep",), ":": ("with",), "+": ("plus",)},
)
