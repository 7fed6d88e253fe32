"""Moves and draws as people write, type and hear them; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core import words
from tilewright.core.errors import BadText
from tilewright.core.text import shorten
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import (
    CENTRE,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    FLOOR,
    LETTERS,
    LINES,
    NAMES,
    TILES_PER_FACTORY,
)
from tilewright.games.classic.rules import open_columns

if TYPE_CHECKING:
    from tilewright.games.classic.components import State

_WORDS = {
    "0": words.CENTRE,
    "F": words.FLOOR,
    "B": words.BLUE,
    "Y": words.YELLOW,
    "R": words.RED,
    "K": words.BLACK,
    "W": words.WHITE,
}
_SHORT = {word: short for short, group in _WORDS.items() for word in group}
_WORD = re.compile(r"[^\W\d_]{2,}")
_DRAFT = re.compile(r"\s*([0-9])\s*([BYRKW])\s*([1-5F])\s*")
_TILE = re.compile(r"\s*([1-5])\s*@\s*([1-5])\s*")

HELP = """\
Type where you take from, the colour, and where it goes: 3R4 takes red from factory 3 to line 4.
0 is the centre, F the floor: 0BF. Words work too: 3 red 4, centre blue floor.
On a free wall choose the column of each full line: 2@4 puts the tile of line 2 in column 4."""


def name_move(state: State, move: int) -> str:  # noqa: ARG001 - other games need the state here
    """The short form of a move."""
    if move >= codes.DRAFTS:
        return f"{codes.row_of(move) + 1}@{codes.column_of(move) + 1}"
    destination = codes.destination_of(move)
    line = "F" if destination == FLOOR else str(destination + 1)
    return f"{codes.source_of(move)}{LETTERS[codes.colour_of(move)]}{line}"


def parse_move(state: State, text: str) -> int:  # noqa: ARG001
    """Understand a move in short form or in words."""
    short = _WORD.sub(lambda match: _SHORT.get(match.group().lower(), match.group()), text).upper()
    if match := _DRAFT.fullmatch(short):
        source, letter, line = match.groups()
        return codes.draft(int(source), LETTERS.index(letter), FLOOR if line == "F" else int(line) - 1)
    if match := _TILE.fullmatch(short):
        return codes.tile(int(match[1]) - 1, int(match[2]) - 1)
    raise BadText(
        f"{shorten(text)} is not a move: write source, colour and line, like 3R4 or 0BF, or 2@4 on a free wall"
    )


def place_name(source: int) -> str:
    """A source in words."""
    return "the centre" if source == CENTRE else f"factory {source}"


def describe_move(state: State, move: int) -> str:
    """A move in words, as a screen reader says it."""
    if move >= codes.DRAFTS:
        row = codes.row_of(move)
        colour = state.boards[state.to_move].line_colour[row]
        return f"places {NAMES[colour]} from line {row + 1} in column {codes.column_of(move) + 1}"
    source, colour, destination = (
        codes.source_of(move),
        codes.colour_of(move),
        codes.destination_of(move),
    )
    taken = state.offer[source, colour]
    where = "the floor" if destination == FLOOR else f"line {destination + 1}"
    return f"takes {taken} {NAMES[colour]} from {place_name(source)} to {where}"


def why_not(state: State, move: int) -> str:
    """The rule that forbids a move; the move is known to be illegal."""
    if move >= codes.DRAFTS:
        return _why_not_tile(state, codes.row_of(move), codes.column_of(move))
    if state.phase != DRAFTING:
        return f"line {state.tiling_line + 1} must be tiled first: choose its column, like {state.tiling_line + 1}@1"
    source, colour, destination = (
        codes.source_of(move),
        codes.colour_of(move),
        codes.destination_of(move),
    )
    name, board = NAMES[colour], state.boards[state.to_move]
    if source > FACTORIES_FOR[state.players]:
        return f"there are only {FACTORIES_FOR[state.players]} factories"
    if not state.offer[source, colour]:
        return f"there is no {name} tile in {place_name(source)} (R2.3)"
    if board.row_colours[destination] >> colour & 1:
        return f"row {destination + 1} of the wall already has a {name} tile (R3.2)"
    if board.line_count[destination] > destination:
        return f"line {destination + 1} is full (R3.2)"
    return f"line {destination + 1} holds {NAMES[board.line_colour[destination]]} (R3.2)"


def _why_not_tile(state: State, row: int, column: int) -> str:
    if state.phase == DRAFTING:
        return "tiles are still on offer: take some first, like 3R4"
    if row != state.tiling_line:
        return f"line {state.tiling_line + 1} is next, lines are tiled from top to bottom (R4.1)"
    board = state.boards[state.to_move]
    open_to = open_columns(state, board, row)
    may = " ".join(str(k + 1) for k in range(LINES) if open_to >> k & 1)
    if board.wall[row, column] != EMPTY:
        return f"the cell in row {row + 1}, column {column + 1} is taken; open columns: {may} (R4.5)"
    name = NAMES[board.line_colour[row]]
    if any(other == board.line_colour[row] for other in board.wall[:, column]):
        return f"column {column + 1} already has a {name} tile; open columns: {may} (R4.5)"
    return f"the cell in row {row + 1}, column {column + 1} is printed in another colour; open columns: {may} (R4.5)"


def name_deal(state: State, drawn: Sequence[int]) -> str:  # noqa: ARG001
    """The tiles drawn, factory by factory."""
    letters = "".join(LETTERS[colour] for colour in drawn)
    groups = [letters[k : k + TILES_PER_FACTORY] for k in range(0, len(letters), TILES_PER_FACTORY)]
    return " ".join(groups) or "-"


def parse_deal(state: State, text: str) -> list[int]:
    """Understand the tiles of a draw, factory by factory."""
    drawn: list[int] = []
    if text.strip() == "-":
        return drawn
    factories = int(FACTORIES_FOR[state.players])
    for number, match in enumerate(re.finditer(r"\S+", text), start=1):
        group = match.group().upper()
        for k, letter in enumerate(group):
            if letter not in LETTERS:
                raise BadText(
                    f"{shorten(letter)} is not a colour: the colours are {' '.join(LETTERS)}",
                    column=match.start() + k + 1,
                )
        if number > factories:
            raise BadText(f"there are only {factories} factories", column=match.start() + 1)
        if len(drawn) % TILES_PER_FACTORY or len(group) > TILES_PER_FACTORY:
            raise BadText(
                f"factory {number if len(group) > TILES_PER_FACTORY else number - 1} must get four tiles",
                column=match.start() + 1,
            )
        drawn += [LETTERS.index(letter) for letter in group]
    return drawn


def why_not_deal(state: State, drawn: Sequence[int]) -> str:
    """Why these tiles cannot be drawn now (R6.3, R6.4); "" when they can."""
    bag, lid = state.bag.tolist(), state.lid.tolist()
    wanted = min(int(FACTORIES_FOR[state.players]) * TILES_PER_FACTORY, sum(bag) + sum(lid))
    if len(drawn) != wanted:
        return f"{wanted} tiles must be drawn, not {len(drawn)}"
    for start in range(0, wanted, TILES_PER_FACTORY):
        factory = start // TILES_PER_FACTORY + 1
        tiles = list(drawn[start : start + TILES_PER_FACTORY])
        if len(tiles) >= sum(bag):  # the bag runs empty here: all of it is drawn, the lid gives the rest
            for colour, name in enumerate(NAMES):
                if tiles.count(colour) < bag[colour]:
                    return f"factory {factory} must get all {bag[colour]} {name} tiles that are left in the bag"
            bag, lid = [b + k for b, k in zip(bag, lid, strict=True)], [0] * len(lid)
        for colour, name in enumerate(NAMES):
            bag[colour] -= tiles.count(colour)
            if bag[colour] < 0:
                return f"there are not enough {name} tiles to fill factory {factory}"
    return ""
