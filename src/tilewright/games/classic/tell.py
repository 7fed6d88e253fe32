"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.classic.components import (
    CENTRE,
    COLUMNS,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    FLOOR_LOSS,
    LETTERS,
    LINES,
    NAMES,
)
from tilewright.games.classic.rules import open_columns

if TYPE_CHECKING:
    from tilewright.games.classic.components import Board, State


def tell(state: State, names: Sequence[str]) -> list[str]:
    """Everything on the table, the turn last: that is what a listener waits for."""
    sentences = [f"Round {state.round_number}."]
    if state.awaiting == MOVE and state.phase == DRAFTING:
        sentences += _tell_offer(state)
    sentences.append(f"Bag: {_tiles(state.bag)}. Lid: {_tiles(state.lid)}.")
    for seat in range(state.players):
        sentences += _tell_board(state, state.boards[seat], names[seat])
    return [*sentences, _tell_turn(state, names)]


def _tell_turn(state: State, names: Sequence[str]) -> str:
    if state.awaiting == END:
        return f"The game is over: {ENDINGS[state.ending]}."
    if state.awaiting == DEAL:
        return "The factories wait to be filled."
    if state.phase == DRAFTING:
        return f"To move: {names[state.to_move]}."
    return f"To choose a column for line {state.tiling_line + 1}: {names[state.to_move]}."


def _tell_offer(state: State) -> list[str]:
    sentences = [
        f"Factory {factory}: {_tiles(state.offer[factory])}."
        for factory in range(1, int(FACTORIES_FOR[state.players]) + 1)
        if state.offer[factory].any()
    ]
    marker = " with the marker" if state.marker < 0 else ""
    return [*sentences, f"Centre{marker}: {_tiles(state.offer[CENTRE])}."]


def _tiles(tiles: object) -> str:
    counted = [f"{n} {name}" for name, n in zip(NAMES, tiles, strict=True) if n]  # type: ignore[call-overload]
    return ", ".join(counted) or "empty"


def _tell_board(state: State, board: Board, name: str) -> list[str]:
    lines = [
        f"line {line + 1} {board.line_count[line]} of {line + 1} {NAMES[board.line_colour[line]]}"
        for line in range(LINES)
        if board.line_count[line]
    ]
    rows = [
        f"row {row + 1} "
        + ", ".join(f"{NAMES[tile]} in {k + 1}" for k, tile in enumerate(board.wall[row]) if tile != EMPTY)
        for row in range(LINES)
        if board.row_colours[row]
    ]
    points = "1 point" if board.score == 1 else f"{board.score} points"
    sentences = [f"{name}: {points}."]
    sentences.append(f"  Lines: {'; '.join(lines) or 'all empty'}.")
    sentences.append(f"  Wall: {'; '.join(rows) or 'empty'}.")
    if board.floor:
        marker = "the marker, " if board.floor > board.floor_tiles.sum() else ""
        tiles = _tiles(board.floor_tiles) if board.floor_tiles.any() else ""
        held = (marker + tiles).rstrip(", ")
        sentences.append(f"  Floor: {held}, costing {FLOOR_LOSS[state.face, board.floor]}.")
    return sentences


def expects(state: State) -> str:
    """What can be typed now."""
    line = state.tiling_line + 1
    if state.phase != DRAFTING:
        columns = open_columns(state, state.boards[state.to_move], state.tiling_line)
        may = " ".join(str(k + 1) for k in range(COLUMNS) if columns >> k & 1)
        return f"choose the column of line {line}, one of {may}, like {line}@{may[0]}"
    return (
        f"factories are 1 to {FACTORIES_FOR[state.players]} and 0 is the centre, colours are {' '.join(LETTERS)}, "
        f"lines are 1 to {LINES} and F is the floor, all in a row like 3R4"
    )
