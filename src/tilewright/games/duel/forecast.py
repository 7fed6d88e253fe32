"""What a move gives and costs, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    BROKEN,
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIPS,
    EMPTY,
    JOKER,
    LARGE,
    LETTERS,
    MARKER_LOSS,
    MOONS,
    NAMES,
    NOBODY,
    PRINTED,
    SHOWN,
    STATE,
)
from tilewright.games.duel.decorate import place_on_dome
from tilewright.games.duel.factories import count
from tilewright.games.duel.notation import tiles_at
from tilewright.games.duel.picture import plate_spaces

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State


def forecast(state: State, move: int) -> str:
    """What a move gives and costs, in a few words."""
    if move < codes.CHIP_AT:
        return _of_take(state, codes.source_of(move), codes.colour_of(move), codes.destination_of(move))
    if move < codes.PLATE_AT:
        shown = SHOWN[state.chip[move - codes.CHIP_AT]]
        return f"shows {' and '.join(name for k, name in enumerate(NAMES) if shown >> k & 1)}"
    if move < codes.DRAW:
        return f"shows {plate_spaces(move - codes.PLATE_AT)}"
    if move == codes.DRAW:
        return "costs 1 point" if state.boards[state.to_move].score else "free, and the only plate"
    if move == codes.STOP:
        return "no further cost"
    if move < codes.RETURN_AT:
        return _of_laying(state, codes.slot_of(move), codes.turn_of(move))
    if move < codes.PILE_AT:
        return f"shows {plate_spaces(move - codes.RETURN_AT)}"
    if move < codes.SPEND_AT:
        return "lies over the tiles piled so far"
    if move < codes.TARGET_AT:
        kind = move - codes.SPEND_AT
        return f"leaves {state.boards[state.to_move].chips[kind] - 1} chips {CHIPS[kind]}"
    return _of_target(state, codes.line_of(move), codes.column_of(move))


def _of_take(state: State, source: int, colour: int, line: int) -> str:
    board, taken = state.boards[state.to_move], tiles_at(state, source, colour)
    parts = []
    fits = 0
    if line != BROKEN:
        filled = min(line + 1, int(board.line_count[line]) + taken)
        fits = filled - int(board.line_count[line])
        space = "" if _has_space(board, line, colour) else ", no space in its row yet"
        what = f"fills line {line + 1}" if filled > line else f"line {line + 1}: {filled} of {line + 1}"
        parts.append(what + space)
    already = int(count(board.broken))
    after = min(BROKEN_SPACES, already + taken - fits)
    if cost := BROKEN_POINTS[after] - BROKEN_POINTS[already]:
        parts.append(f"broken -{cost}")
    if takes_marker(state, source, colour):
        parts.append(f"first-player tile -{MARKER_LOSS}, starts the next round")
    return ", ".join(parts) or "no points lost"


def takes_marker(state: State, source: int, colour: int) -> bool:
    """R5.3, R5.6 Does this take bring the first-player tile?"""
    if source == MOONS:
        return bool(state.marker == NOBODY and state.moon[colour])
    return bool(source - 1 == LARGE and state.sun[LARGE].sum() == state.sun[LARGE, colour])


def _has_space(board: Board, row: int, colour: int) -> bool:
    return any(
        tile == EMPTY and space in (colour, JOKER)
        for tile, space in zip(board.dome[row], board.spaces[row], strict=True)
    )


def _of_laying(state: State, slot: int, turn: int) -> str:
    """Which waiting lines find a space on the plate."""
    board = state.boards[state.to_move]
    helped = []
    for row in range(slot // 3 * 2, slot // 3 * 2 + 2):
        spaces = PRINTED[state.plate, turn][row % 2 * 2 : row % 2 * 2 + 2]
        if board.line_count[row] and (board.line_colour[row] in spaces or JOKER in spaces):
            helped.append(f"line {row + 1} {LETTERS[board.line_colour[row]]}")
    shown = plate_spaces(state.plate, turn)
    return f"{shown}, a space for {' and '.join(helped)}" if helped else shown


def _of_target(state: State, line: int, column: int) -> str:
    after = np.zeros(1, dtype=STATE)
    after[0] = state
    board, before = after[0].boards[state.to_move], state.boards[state.to_move]
    place_on_dome(after[0], board, line, column)
    special = board.special_points - before.special_points
    tile = f"+{board.tile_points - before.tile_points} now"
    return f"{tile}, special tile +{special}" if special else tile
