"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.language import _, ngettext
from tilewright.core.text.reader import write_counts
from tilewright.core.text.terminal_flow import Flow, Line, Picture, Scene, Span, row_label, short_name
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
from tilewright.games.classic.meta import COLOURED

if TYPE_CHECKING:
    from tilewright.games.classic.components import Board, State

WALL_AT = 2 + 2 * LINES + 1  # the columns before a board's wall


def _loss(state: State, board: Board) -> int:
    return int(FLOOR_LOSS[state.face, board.floor])


def scene(state: State, names: Sequence[str]) -> Scene:
    """The whole table: what is going on, the offer, and the boards."""
    seats = range(state.players)
    return Scene(
        head=[Flow([_headline(state, names)]), Flow([]), *_offer(state)],
        boards=[[_board(state, seat, names[seat])] for seat in seats],
        brief=[_brief(state, seat, names[seat]) for seat in seats],
    )


def _headline(state: State, names: Sequence[str]) -> Line:
    if state.awaiting == END:
        what = _("The game is over: {ending}.").format(ending=_(ENDINGS[state.ending]))
    elif state.awaiting == DEAL:
        what = _("The factories wait to be filled.")
    elif state.phase == DRAFTING:
        what = _("to move: {name}").format(name=names[state.to_move])
    else:
        about = {"line": state.tiling_line + 1, "name": names[state.to_move]}
        what = _("to choose the column of line {line}: {name}").format(**about)
    return [(_("Round {round}").format(round=state.round_number), "strong"), (f"  {what}", "")]


def _tiles(tiles: object) -> Line:
    spans: Line = []
    for letter, n in zip(LETTERS, tiles, strict=True):  # type: ignore[call-overload]
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def _offer(state: State) -> list[Flow]:
    factories: list[Line] = [
        [(f"{factory}:", "faint"), *_tiles(state.offer[factory])]
        for factory in range(1, int(FACTORIES_FOR[state.players]) + 1)
    ]
    marker: Line = [("M ", "strong")] if state.marker < 0 and state.awaiting == MOVE else []
    return [
        Flow(factories, row_label(_("Factories"))),
        Flow([[("0:", "faint"), *marker, *_tiles(state.offer[CENTRE])]], row_label(_("Centre"))),
        Flow(
            [
                [(write_counts(LETTERS, state.bag), "faint")],
                [(_("Lid {tiles}").format(tiles=write_counts(LETTERS, state.lid)), "faint")],
            ],
            row_label(_("Bag")),
        ),
    ]


def _title(state: State, seat: int, name: str) -> Span:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    points = ngettext("{count} point", "{count} points", int(board.score)).format(count=board.score)
    return (f"{turn} " + _("{name}: {what}").format(name=short_name(name), what=points), "strong")


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    lines: Picture = [[_title(state, seat, name)]]
    if state.face != COLOURED:
        lines.append([(" " * WALL_AT + "".join(f" {column + 1} " for column in range(COLUMNS)), "faint")])
    lines += [_board_row(state, board, row) for row in range(LINES)]
    lines.append([(_("floor") + " ", "faint"), *_floor(state, board)])
    return lines


def _board_row(state: State, board: Board, row: int) -> Line:
    spans: Line = [(f"{row + 1} " + " " * 2 * (LINES - 1 - row), "faint")]
    for tile in _line(board, row):
        spans += [tile, (" ", "")]
    spans.append(("|", "faint"))
    for column in range(COLUMNS):
        spans.append(_cell(state, board, row, column))
    return spans


def _line(board: Board, row: int) -> Line:
    """A line fills from the right."""
    filled = int(board.line_count[row])
    letter = LETTERS[board.line_colour[row]]
    return [("_", "faint")] * (row + 1 - filled) + [(letter, letter)] * filled


def _cell(state: State, board: Board, row: int, column: int) -> Span:
    """A tile in brackets; an empty cell shows its print small, doubled cells marked."""
    tile, printed = board.wall[row, column], PRINTED[state.face, row, column]
    if tile != EMPTY:
        return (f"[{LETTERS[tile]}]", LETTERS[tile])
    if printed == EMPTY:
        return (" . ", "faint")
    return (f" {LETTERS[printed].lower()}{'2' if MULTIPLIER[state.face] > 1 else ' '}", "faint")


def _floor(state: State, board: Board) -> Line:
    tiles = _tiles(board.floor_tiles) if board.floor_tiles.any() else []
    marker: Line = [("M", "strong")] if board.floor > len(tiles) else []
    empty: Line = [("_" * (FLOOR_SPACES - int(board.floor)), "faint")]
    return [*marker, *tiles, *empty, (f" -{_loss(state, board)}" if board.floor else "", "")]


def _brief(state: State, seat: int, name: str) -> list[Flow]:
    """A board in two lines: points and lines, then the tiles on the wall row by row, and the floor."""
    board = state.boards[seat]
    lines: list[Line] = [_line(board, row) for row in range(LINES)]
    lines[0] = [(_("lines") + " ", "faint"), *lines[0]]
    rows: list[Line] = [
        [(LETTERS[tile], LETTERS[tile]) if tile != EMPTY else (".", "faint") for tile in board.wall[row]]
        for row in range(LINES)
    ]
    return [
        Flow([[_title(state, seat, name)], *lines]),
        Flow([*rows, [(_("floor") + " ", "faint"), *_floor(state, board)]], "  " + _("wall") + " "),
    ]
