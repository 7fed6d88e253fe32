"""Why a move or a draw is not possible: the rule that forbids it, as data."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.shapes.refusal import Refusal
from tilewright.games.classic.components import (
    COLUMNS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    LETTERS,
    TILES_PER_FACTORY,
)
from tilewright.games.classic.rules import open_columns

if TYPE_CHECKING:
    from tilewright.games.classic.components import State


class Reason(StrEnum):
    """Everything that can stand in the way of a move or a draw."""

    TILE_FIRST = "tile_first"
    TAKE_FIRST = "take_first"
    NO_SUCH_FACTORY = "no_such_factory"
    SOURCE_EMPTY = "source_empty"
    COLOUR_NOT_THERE = "colour_not_there"
    ROW_HAS_COLOUR = "row_has_colour"
    LINE_FULL = "line_full"
    LINE_HOLDS = "line_holds"
    OTHER_LINE_NEXT = "other_line_next"
    CELL_TAKEN = "cell_taken"
    COLUMN_HAS_COLOUR = "column_has_colour"
    PRINTED_OTHERWISE = "printed_otherwise"
    WRONG_NUMBER = "wrong_number"
    BAG_FIRST = "bag_first"
    NOT_ENOUGH = "not_enough"


SILENT_REASONS = frozenset({Reason.NO_SUCH_FACTORY, Reason.TILE_FIRST, Reason.TAKE_FIRST})
"""Reasons against what nobody who looks at the table would try."""


def refusal(state: State, parts: Parts) -> Refusal | None:
    """The first rule that forbids a move, or the beginning of one; None when none does."""
    if parts[KIND] == "draft":
        return _refuse_draft(state, parts)
    return _refuse_tile(state, parts)


def _refuse_draft(state: State, parts: Parts) -> Refusal | None:
    if state.phase != DRAFTING:
        return Refusal(Reason.TILE_FIRST, "R4.1", {"line": int(state.tiling_line) + 1})
    colour = parts.get("colour")
    return (_refuse_source(state, int(parts["source"]), colour) if "source" in parts else None) or (
        _refuse_line(state, int(parts["destination"]) - 1, colour) if parts.get("destination", "F") != "F" else None
    )


def _refuse_source(state: State, source: int, colour: str | None) -> Refusal | None:
    factories = int(FACTORIES_FOR[state.players])
    if source > factories:
        return Refusal(Reason.NO_SUCH_FACTORY, "R1.2", {"factories": factories})
    tiles = state.offer[source]
    if colour is None:
        return None if tiles.any() else Refusal(Reason.SOURCE_EMPTY, "R2.3", {"source": source})
    if not tiles[LETTERS.index(colour)]:
        return Refusal(Reason.COLOUR_NOT_THERE, "R2.3", {"source": source, "colour": colour})
    return None


def _refuse_line(state: State, line: int, colour: str | None) -> Refusal | None:
    board = state.boards[state.to_move]
    if colour and board.row_colours[line] >> LETTERS.index(colour) & 1:
        return Refusal(Reason.ROW_HAS_COLOUR, "R3.2", {"row": line + 1, "colour": colour})
    if board.line_count[line] > line:
        return Refusal(Reason.LINE_FULL, "R3.2", {"line": line + 1})
    held = int(board.line_colour[line])
    if colour and held != EMPTY and LETTERS[held] != colour:
        return Refusal(Reason.LINE_HOLDS, "R3.2", {"line": line + 1, "colour": LETTERS[held]})
    return None


def _refuse_tile(state: State, parts: Parts) -> Refusal | None:
    if state.phase == DRAFTING:
        return Refusal(Reason.TAKE_FIRST, "R2.8")
    row = int(state.tiling_line)
    if int(parts.get("line", row + 1)) != row + 1:
        return Refusal(Reason.OTHER_LINE_NEXT, "R4.1", {"line": row + 1})
    if "column" not in parts:
        return None
    board, column = state.boards[state.to_move], int(parts["column"]) - 1
    opened = open_columns(state, board, row)
    if opened >> column & 1:
        return None
    colour = int(board.line_colour[row])
    about = {
        "row": row + 1,
        "column": column + 1,
        "colour": LETTERS[colour],
        "open": [k + 1 for k in range(COLUMNS) if opened >> k & 1],
    }
    if board.wall[row, column] != EMPTY:
        return Refusal(Reason.CELL_TAKEN, "R4.5", about)
    if colour in board.wall[:, column]:
        return Refusal(Reason.COLUMN_HAS_COLOUR, "R4.5", about)
    return Refusal(Reason.PRINTED_OTHERWISE, "R4.5", about)


def deal_refusal(state: State, drawn: Sequence[int]) -> Refusal | None:
    """Why these tiles cannot be drawn now (R6.3, R6.4); None when they can."""
    bag, lid = state.bag.tolist(), state.lid.tolist()
    wanted = min(int(FACTORIES_FOR[state.players]) * TILES_PER_FACTORY, sum(bag) + sum(lid))
    if len(drawn) != wanted:
        return Refusal(Reason.WRONG_NUMBER, "R6.4", {"wanted": wanted, "drawn": len(drawn)})
    for start in range(0, wanted, TILES_PER_FACTORY):
        factory = start // TILES_PER_FACTORY + 1
        tiles = list(drawn[start : start + TILES_PER_FACTORY])
        if len(tiles) >= sum(bag):  # the bag runs empty here: all of it is drawn, the lid gives the rest
            for colour, letter in enumerate(LETTERS):
                if tiles.count(colour) < bag[colour]:
                    about = {"factory": factory, "count": bag[colour], "colour": letter}
                    return Refusal(Reason.BAG_FIRST, "R6.3", about)
            bag, lid = [b + k for b, k in zip(bag, lid, strict=True)], [0] * len(lid)
        for colour, letter in enumerate(LETTERS):
            bag[colour] -= tiles.count(colour)
            if bag[colour] < 0:
                return Refusal(Reason.NOT_ENOUGH, "R1.6", {"factory": factory, "colour": letter})
    return None
