"""What a move gives and costs, as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.shapes.forecast import Bonus
from tilewright.core.shapes.moves import KIND, Parts
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIPS,
    COLUMN_GOAL,
    COLUMNS,
    COLUMNS_GOAL,
    CORNER_POINTS,
    CORNERS_GOAL,
    DIAGONAL_GOAL,
    DIAGONALS_GOAL,
    JOKER,
    LETTERS,
    MARKER_LOSS,
    PLATE_NAMES,
    PRINTED,
    ROW_GOAL,
    ROWS_GOAL,
    SLOT_NAMES,
    SPACES_LETTERS,
    STATE,
)
from tilewright.games.duel.interface.plate_forecast import PlateForecast as Forecast
from tilewright.games.duel.interface.plate_forecast import WaitingLine
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.moves import MOVES, SOURCE_LETTERS
from tilewright.games.duel.rules.decorate import columns_for, place_on_dome
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.goals import GROUPS, goals_of, missing
from tilewright.games.duel.rules.plates import draw_cost
from tilewright.games.duel.rules.points import placement_points
from tilewright.games.duel.rules.tiles import takes_marker, tiles_at

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

NEAR = 1  # a goal is in reach when this move leaves no more cells empty


def forecast(state: State, move: int) -> Forecast:
    """What a legal move brings; the round does not end under it."""
    parts = MOVES.parts(move)
    return _FORECAST[parts[KIND]](state, parts)


def plate_spaces(plate: int, turn: int = 0) -> str:
    """The spaces of a plate, row by row: coloured, s special, j joker."""
    cells = "".join(SPACES_LETTERS[space] for space in PRINTED[plate, turn])
    return f"{cells[:2]}/{cells[2:]}"


def _take(state: State, parts: Parts) -> Forecast:
    """R5, R6"""
    board, colour = state.boards[state.to_move], LETTERS.index(parts["colour"])
    source = SOURCE_LETTERS.index(parts["source"])
    taken, marker = tiles_at(state, source, colour), bool(takes_marker(state, source, colour))
    before = int(count(board.broken))
    if parts["destination"] == "X":
        after = min(BROKEN_SPACES, before + taken)
        return Forecast(
            spills=taken, floor_before=before, floor_after=after, marker=marker, loses=_loss(before, after, marker)
        )
    line = int(parts["destination"]) - 1
    spaces = line + 1 - int(board.line_count[line])
    fills = min(taken, spaces)
    after = min(BROKEN_SPACES, before + taken - fills)
    opened = columns_for(board, line, colour)
    points = [int(placement_points(board, line, column)) for column in range(COLUMNS) if opened >> column & 1]
    return Forecast(
        line=line + 1,
        fills=fills,
        spaces_left=spaces - fills,
        has_space=bool(points),
        spills=taken - fills,
        floor_before=before,
        floor_after=after,
        marker=marker,
        points_round_end=max(points) if points and fills == spaces else None,
        loses=_loss(before, after, marker),
    )


def _loss(before: int, after: int, marker: bool) -> int:
    """R11.1, R11.2"""
    return int(BROKEN_POINTS[after] - BROKEN_POINTS[before]) + MARKER_LOSS * marker


def _chip(state: State, parts: Parts) -> Forecast:
    return Forecast(shows=CHIPS[state.chip[int(parts["factory"]) - 1]])


def _plate(state: State, parts: Parts) -> Forecast:  # noqa: ARG001 - its face is printed
    return Forecast(shows=plate_spaces(PLATE_NAMES.index(parts["plate"])))


def _draw(state: State, parts: Parts) -> Forecast:  # noqa: ARG001 - a draw has no parts
    """R4.3, R4.5"""
    return Forecast(plates=1, loses=int(draw_cost(state.boards[state.to_move])))


def _stop(state: State, parts: Parts) -> Forecast:  # noqa: ARG001 - nothing changes
    return Forecast()


def _lay(state: State, parts: Parts) -> Forecast:
    """Which waiting lines find a space on the plate."""
    board, slot, turn = state.boards[state.to_move], SLOT_NAMES.index(parts["slot"]), int(parts["turn"])
    waiting = []
    for row in range(slot // 3 * 2, slot // 3 * 2 + 2):
        spaces = PRINTED[state.plate, turn][row % 2 * 2 : row % 2 * 2 + 2]
        if board.line_count[row] and (board.line_colour[row] in spaces or JOKER in spaces):
            waiting.append(WaitingLine(row + 1, LETTERS[board.line_colour[row]]))
    return Forecast(shows=plate_spaces(state.plate, turn), opens=waiting)


def _pile(state: State, parts: Parts) -> Forecast:  # noqa: ARG001 - any colour covers the others
    return Forecast(covers=int(state.pile_height[state.factory]))


def _spend(state: State, parts: Parts) -> Forecast:
    left = int(state.boards[state.to_move].chips[CHIPS.index(parts["chip"])]) - 1
    return Forecast(leaves={parts["chip"]: left})


def _target(state: State, parts: Parts) -> Forecast:
    """R10.1, R10.2, R13.2"""
    after = np.zeros(1, dtype=STATE)
    after[0] = state
    board, before = after[0].boards[state.to_move], state.boards[state.to_move]
    place_on_dome(after[0], board, int(parts["line"]) - 1, int(parts["column"]) - 1, None)
    special = int(board.special_points - before.special_points)
    tile = int(board.tile_points - before.tile_points)
    return Forecast(points_now=tile + special, of_special=special or None, bonuses=_bonuses(state, before, board))


def _bonuses(state: State, before: Board, after: Board) -> list[Bonus]:
    """R13.2 Goals that come into reach, or are reached, by what was placed."""
    found = []
    for goal in goals_of(state):
        for k, cells in enumerate(GROUPS.get(goal, [])):
            left = missing(after, cells)
            if left <= NEAR and left < missing(before, cells):
                found.append(Bonus(GOALS[goal], _points(goal, k), left))
    return found


_CORNERS = [int(points) for points in CORNER_POINTS if points]


def _points(goal: int, group: int) -> int:
    if goal == CORNERS_GOAL:
        return _CORNERS[group]
    return {ROWS_GOAL: ROW_GOAL, COLUMNS_GOAL: COLUMN_GOAL, DIAGONALS_GOAL: DIAGONAL_GOAL}[goal]


_FORECAST: dict[str, Callable[[State, Parts], Forecast]] = {
    "take": _take,
    "chip": _chip,
    "plate": _plate,
    "draw": _draw,
    "stop": _stop,
    "lay": _lay,
    "return": _plate,
    "pile": _pile,
    "spend": _spend,
    "target": _target,
}
