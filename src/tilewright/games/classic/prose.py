"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.language import _, ngettext, tiles_of
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
    sentences = [_("Round {number}.").format(number=state.round_number)]
    if state.awaiting == MOVE and state.phase == DRAFTING:
        sentences += _tell_offer(state)
    sentences.append(_("Bag: {bag}. Lid: {lid}.").format(bag=_tiles(state.bag), lid=_tiles(state.lid)))
    for seat in range(state.players):
        sentences += _tell_board(state, state.boards[seat], names[seat])
    return [*sentences, _tell_turn(state, names)]


def _tell_turn(state: State, names: Sequence[str]) -> str:
    if state.awaiting == END:
        return _("The game is over: {ending}.").format(ending=_(ENDINGS[state.ending]))
    if state.awaiting == DEAL:
        return _("The factories wait to be filled.")
    if state.phase == DRAFTING:
        return _("To move: {name}.").format(name=names[state.to_move])
    return _("To choose a column for line {line}: {name}.").format(
        line=state.tiling_line + 1, name=names[state.to_move]
    )


def _tell_offer(state: State) -> list[str]:
    sentences = [
        _("Factory {number}: {tiles}.").format(number=factory, tiles=_tiles(state.offer[factory]))
        for factory in range(1, int(FACTORIES_FOR[state.players]) + 1)
        if state.offer[factory].any()
    ]
    centre = _("Centre with the marker: {tiles}.") if state.marker < 0 else _("Centre: {tiles}.")
    return [*sentences, centre.format(tiles=_tiles(state.offer[CENTRE]))]


def _tiles(tiles: object) -> str:
    counted = [tiles_of(name, n) for name, n in zip(NAMES, tiles, strict=True) if n]  # type: ignore[call-overload]
    return ", ".join(counted) or _("empty")


def _tell_board(state: State, board: Board, name: str) -> list[str]:
    lines = [_tell_line(board, line) for line in range(LINES) if board.line_count[line]]
    rows = [_tell_row(board, row) for row in range(LINES) if board.row_colours[row]]
    points = ngettext("{name}: {count} point.", "{name}: {count} points.", int(board.score))
    sentences = [points.format(name=name, count=board.score)]
    sentences.append(_("  Lines: {lines}.").format(lines="; ".join(lines) or _("all empty")))
    sentences.append(_("  Wall: {rows}.").format(rows="; ".join(rows) or _("empty")))
    if board.floor:
        held = [_("the marker")] if board.floor > board.floor_tiles.sum() else []
        held += [_tiles(board.floor_tiles)] if board.floor_tiles.any() else []
        cost = FLOOR_LOSS[state.face, board.floor]
        sentences.append(_("  Floor: {tiles}, costing {points}.").format(tiles=", ".join(held), points=cost))
    return sentences


def _tell_line(board: Board, line: int) -> str:
    return _("line {line} {count} of {spaces} {colour}").format(
        line=line + 1, count=board.line_count[line], spaces=line + 1, colour=_(NAMES[board.line_colour[line]])
    )


def _tell_row(board: Board, row: int) -> str:
    tiles = [
        _("{colour} in {column}").format(colour=_(NAMES[tile]), column=column + 1)
        for column, tile in enumerate(board.wall[row])
        if tile != EMPTY
    ]
    return _("row {row} {tiles}").format(row=row + 1, tiles=", ".join(tiles))


def expects(state: State) -> str:
    """What can be typed now."""
    if state.phase == DRAFTING:
        return _(
            "factories are 1 to {factories} and 0 is the centre, colours are {colours}, lines are 1 to {lines} and F is"
            " the floor, all in a row like 3R4"
        ).format(factories=FACTORIES_FOR[state.players], colours=" ".join(LETTERS), lines=LINES)
    columns = open_columns(state, state.boards[state.to_move], state.tiling_line)
    may = [column + 1 for column in range(COLUMNS) if columns >> column & 1]
    return _("choose the column of line {line}, one of {columns}, like {line}@{first}").format(
        line=state.tiling_line + 1, columns=" ".join(map(str, may)), first=may[0]
    )
