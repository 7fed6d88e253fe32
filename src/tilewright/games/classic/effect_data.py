"""What a move or a deal did: the notes of the rules as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.teller import Teller
from tilewright.games.classic.components import (
    BAG,
    BESIDE,
    BY_COLOUR,
    BY_COLUMN,
    BY_FLOOR,
    BY_ROW,
    BY_TILE,
    CENTRE,
    COLUMNS,
    ENDINGS,
    FIRST_BOARD,
    FLOOR,
    IDLE_ROUNDS_COUNTED,
    LETTERS,
    LID,
    LINE_REACHED,
    LINES,
    PHASES,
    PLACES_OF_A_BOARD,
    TILE_PLACED,
)
from tilewright.games.classic.meta import COLOURED

if TYPE_CHECKING:
    from tilewright.core.shapes.effect_data import Log
    from tilewright.games.classic.components import State

REASONS = {
    BY_TILE: ("tiles", "R4.8"),
    BY_FLOOR: ("floor", "R5.1"),
    BY_ROW: ("rows", "R7.2"),
    BY_COLUMN: ("columns", "R7.2"),
    BY_COLOUR: ("colours", "R7.2"),
}


def pointer(place: int) -> str:
    """Where a place lies in the view."""
    if place < FIRST_BOARD:
        return {CENTRE: "/centre", BAG: "/bag", LID: "/lid"}.get(place) or f"/factories/{place - 1}"
    seat, at = divmod(place - FIRST_BOARD, PLACES_OF_A_BOARD)
    return f"/boards/{seat}" + {FLOOR: "/floor", BESIDE: ""}.get(at, f"/lines/{at}")


def scored_at(state: State, seat: int, reason: int, which: int) -> list[str]:
    """The places that brought points: the floor, or the cells of a row, a column or a colour."""
    board = f"/boards/{seat}"
    if reason == BY_FLOOR:
        return [f"{board}/floor"]
    wall = state.boards[seat].wall
    cells = {
        BY_ROW: [(which, column) for column in range(COLUMNS)],
        BY_COLUMN: [(row, which) for row in range(LINES)],
        BY_COLOUR: [(row, wall[row].tolist().index(which)) for row in range(LINES)] if reason == BY_COLOUR else [],
    }
    return [f"{board}/wall/{row}/{column}" for row, column in cells[reason]]


def tile_placed(
    log: Log, _: State, seat: int, row: int, column: int, colour: int, points: int, across: int, down: int
) -> None:
    """R4.2, R4.3, R4.8"""
    line, cell = f"/boards/{seat}/lines/{row}", f"/boards/{seat}/wall/{row}/{column}"
    log.move_tiles(LETTERS[colour], 1, line, cell, points=points, runs={"across": across, "down": down})
    log.score(seat, points, *REASONS[BY_TILE], [cell])
    log.move_tiles(LETTERS[colour], row, line, "/lid")


def line_reached(log: Log, state: State, line: int, *_: int) -> None:
    """R4.5 The line whose column is to be chosen, where columns are."""
    if state.face != COLOURED:
        log.note("set", at="/line", value=line + 1 or None)


def idle_rounds_counted(log: Log, _: State, rounds: int, *__: int) -> None:
    log.note("set", at="/idle_rounds", value=rounds)


TELLER = Teller(
    letters=LETTERS,
    phases=PHASES,
    endings=ENDINGS,
    reasons=REASONS,
    pointer=pointer,
    scored_at=scored_at,
    own={TILE_PLACED: tile_placed, LINE_REACHED: line_reached, IDLE_ROUNDS_COUNTED: idle_rounds_counted},
)
