"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.room import Picture, Span
from tilewright.core.text import write_counts
from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.classic.components import (
    CENTRE,
    COLUMNS,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    FLOOR_LOSS,
    FLOOR_SPACES,
    LETTERS,
    LINES,
    MULTIPLIER,
    PRINTED,
)

if TYPE_CHECKING:
    from tilewright.games.classic.components import Board, State

BOARD_WIDTH = 38


def _loss(state: State, board: Board) -> int:
    return int(FLOOR_LOSS[state.face, board.floor])


def picture(state: State, names: Sequence[str]) -> Picture:
    """The whole table: what is going on, the offer, then the boards two by two."""
    drawn: Picture = [_headline(state, names), [], *_offer(state), []]
    boards = [_board(state, seat, names[seat]) for seat in range(state.players)]
    for left in range(0, len(boards), 2):
        pair = boards[left : left + 2]
        for lines in zip(*pair, strict=True):
            drawn.append(_beside(lines))
        drawn.append([])
    return drawn


def _headline(state: State, names: Sequence[str]) -> list[Span]:
    spans: list[Span] = [(f"Round {state.round_number}", "strong")]
    if state.awaiting == END:
        return [*spans, (f"  The game is over: {ENDINGS[state.ending]}.", "")]
    if state.awaiting == DEAL:
        return [*spans, ("  The factories wait to be filled.", "")]
    what = "to move" if state.phase == DRAFTING else f"to choose the column of line {state.tiling_line + 1}"
    return [*spans, (f"  {what}: {names[state.to_move]}", "")]


def _tiles(tiles: object) -> list[Span]:
    spans: list[Span] = []
    for letter, n in zip(LETTERS, tiles, strict=True):  # type: ignore[call-overload]
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def _offer(state: State) -> Picture:
    factories: list[Span] = [("Factories ", "")]
    for factory in range(1, int(FACTORIES_FOR[state.players]) + 1):
        factories += [(f" {factory}:", "faint"), *_tiles(state.offer[factory]), ("  ", "")]
    centre: list[Span] = [("Centre     ", ""), ("0:", "faint")]
    if state.marker < 0 and state.awaiting == MOVE:
        centre += [("M ", "strong")]
    centre += _tiles(state.offer[CENTRE])
    stock = f"Bag        {write_counts(LETTERS, state.bag)}    Lid {write_counts(LETTERS, state.lid)}"
    return [factories, centre, [(stock, "faint")]]


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    lines: Picture = [[(f"{turn} {name}: {board.score} points", "strong")]]
    lines += [_board_row(state, board, row) for row in range(LINES)]
    lines.append(_floor(state, board))
    return lines


def _board_row(state: State, board: Board, row: int) -> list[Span]:
    spans: list[Span] = [(f"  {row + 1} " + " " * 2 * (LINES - 1 - row), "faint")]
    filled = board.line_count[row]
    for space in range(row, -1, -1):
        if space < filled:
            letter = LETTERS[board.line_colour[row]]
            spans.append((f"{letter} ", letter))
        else:
            spans.append(("_ ", "faint"))
    spans.append(("| ", "faint"))
    for column in range(COLUMNS):
        spans += _cell(state, board, row, column)
    return spans


def _cell(state: State, board: Board, row: int, column: int) -> list[Span]:
    """A tile in capitals; an empty cell shows its print small, doubled cells marked."""
    tile, printed = board.wall[row, column], PRINTED[state.face, row, column]
    doubled = "2" if printed != EMPTY and MULTIPLIER[state.face] > 1 else " "
    if tile != EMPTY:
        return [(LETTERS[tile], LETTERS[tile]), (doubled + " ", "faint")]
    return [((LETTERS[printed].lower() if printed != EMPTY else ".") + doubled + " ", "faint")]


def _floor(state: State, board: Board) -> list[Span]:
    spans: list[Span] = [("  floor ", "faint")]
    tiles = _tiles(board.floor_tiles) if board.floor_tiles.any() else []
    if board.floor > len(tiles):
        spans.append(("M", "strong"))
    spans += [*tiles, ("_" * (FLOOR_SPACES - int(board.floor)), "faint")]
    return [*spans, (f" -{_loss(state, board)}" if board.floor else "", "")]


def _beside(lines: Sequence[list[Span]]) -> list[Span]:
    """Two boards next to each other."""
    spans: list[Span] = []
    for line in lines[:-1]:
        width = sum(len(text) for text, _ in line)
        spans += [*line, (" " * max(2, BOARD_WIDTH - width), "")]
    return [*spans, *lines[-1]]
