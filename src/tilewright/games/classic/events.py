"""What a move or a draw did, step by step.

The ply is played slowly: the functions of rules.py are called one after the other in the order in which
``play`` and ``deal_exactly`` call them, and what each of them does is noted. The state is changed as they
change it; a test compares the two byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.core.events import Event, Log
from tilewright.core.verbs import AWAITING, DEAL, END
from tilewright.games.classic import deals, rules
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import (
    CENTRE,
    COLOUR_BONUS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    EMPTY,
    ENDINGS,
    FLOOR,
    IDLE_ROUNDS_TO_END,
    LETTERS,
    LINES,
    NO_PROGRESS,
    NO_TILES,
    NOBODY,
    PHASES,
    ROW_BONUS,
    ROW_COMPLETE,
    TILES_PER_FACTORY,
    TILING,
)
from tilewright.games.classic.meta import COLOURED

if TYPE_CHECKING:
    from tilewright.games.classic.components import State


def play(state: State, move: int, seat: int | None = None) -> list[Event]:  # noqa: ARG001 - nothing is hidden
    """R2, R4 A turn of the offer, or a tile placed on a free wall, and all that follows from it."""
    log = Log()
    if state.phase == TILING:
        _place_on_wall(log, state, codes.row_of(move), codes.column_of(move))
        state.tiling_line += 1
        _go_on_tiling(log, state)
        return log.events
    _draft(log, state, codes.source_of(move), codes.colour_of(move), codes.destination_of(move))
    if state.tiles_on_offer == 0:
        _start_tiling(log, state)
    else:
        state.to_move = rules.next_seat(state, state.to_move)
        log.note("turn", seat=int(state.to_move))
    return log.events


def deal(state: State, drawn: Sequence[int], seat: int | None = None) -> list[Event]:  # noqa: ARG001
    """R1.6, R6.3 The factories are filled."""
    log = Log()
    if deals.count(state.bag) < len(drawn):
        for colour, letter in enumerate(LETTERS):
            log.move_tiles(letter, state.lid[colour], "/lid", "/bag")
        deals.tip_lid(state)
    for start in range(0, len(drawn), TILES_PER_FACTORY):
        factory = 1 + start // TILES_PER_FACTORY
        for colour, tiles in groupby(sorted(drawn[start : start + TILES_PER_FACTORY])):
            n = len(list(tiles))
            state.bag[colour] -= n
            state.offer[factory, colour] += n
            log.move_tiles(LETTERS[colour], n, "/bag", f"/factories/{factory - 1}")
    log.note("await", awaiting="move")
    if drawn:
        deals.open_offer(state, len(drawn))
    else:
        _end_game(log, state, NO_TILES)
    return log.events


# -- the offer ----------------------------------------------------------------------------------


def _source(source: int) -> str:
    return "/centre" if source == CENTRE else f"/factories/{source - 1}"


def _draft(log: Log, state: State, source: int, colour: int, destination: int) -> None:
    """R2.4-R2.6, R3.1-R3.7"""
    seat = int(state.to_move)
    board, mine = state.boards[seat], f"/boards/{seat}"
    if source == CENTRE and state.marker == NOBODY:
        filled = int(board.floor)
        rules.take_marker(state, board)
        log.move_marker("/centre", f"{mine}/floor" if board.floor > filled else mine, seat)
    others = state.offer[source].tolist() if source != CENTRE else [0] * len(LETTERS)
    taken = rules.take(state, source, colour)
    on_line = int(board.line_count[destination]) if destination != FLOOR else 0
    on_floor, in_lid = int(board.floor_tiles[colour]), int(state.lid[colour])
    rules.place(state, board, destination, colour, taken)
    letter, where = LETTERS[colour], _source(source)
    if destination != FLOOR:
        log.move_tiles(letter, board.line_count[destination] - on_line, where, f"{mine}/lines/{destination}")
    log.move_tiles(letter, board.floor_tiles[colour] - on_floor, where, f"{mine}/floor")
    log.move_tiles(letter, state.lid[colour] - in_lid, where, "/lid")
    for other, n in enumerate(others):
        if other != colour:
            log.move_tiles(LETTERS[other], n, where, "/centre")


# -- tiling -------------------------------------------------------------------------------------


def _start_tiling(log: Log, state: State) -> None:
    """R4.1"""
    state.phase = TILING
    log.note("phase", phase=PHASES[TILING])
    state.idle_rounds += 1
    log.note("set", at="/idle_rounds", value=int(state.idle_rounds))
    _go_on_tiling(log, state)


def _go_on_tiling(log: Log, state: State) -> None:
    """R4.1 As far as the rules decide."""
    while state.tiled < state.players:
        before = state.to_move
        state.to_move = (state.first + state.tiled) % state.players
        if state.to_move != before:
            log.note("turn", seat=int(state.to_move))
        while state.tiling_line < LINES:
            if _must_choose(log, state, int(state.tiling_line)):
                log.note("set", at="/line", value=int(state.tiling_line) + 1)
                return
            state.tiling_line += 1
        _pay_floor(log, state)
        state.tiled += 1
        state.tiling_line = 0
    if state.face != COLOURED:
        log.note("set", at="/line", value=None)
    _end_round(log, state)


def _must_choose(log: Log, state: State, line: int) -> bool:
    """R4.2-R4.6"""
    board = state.boards[state.to_move]
    if board.line_count[line] <= line:
        return False
    colour = int(board.line_colour[line])
    if state.face == COLOURED:
        _place_on_wall(log, state, line, int(COLUMN_OF[line, colour]))
        return False
    if rules.open_columns(state, board, line):
        return True
    on_floor, in_lid = int(board.floor_tiles[colour]), int(state.lid[colour])
    rules.drop(state, board, colour, rules.empty_line(board, line))
    where = f"/boards/{state.to_move}/lines/{line}"
    log.move_tiles(LETTERS[colour], board.floor_tiles[colour] - on_floor, where, f"/boards/{state.to_move}/floor")
    log.move_tiles(LETTERS[colour], state.lid[colour] - in_lid, where, "/lid")
    return False


def _place_on_wall(log: Log, state: State, row: int, column: int) -> None:
    """R4.2, R4.3, R4.8"""
    seat = int(state.to_move)
    board, mine = state.boards[seat], f"/boards/{seat}"
    colour, before, idle = int(board.line_colour[row]), int(board.score), int(state.idle_rounds)
    across = 1 + rules.tiles_beyond(board, row, column, 0, -1) + rules.tiles_beyond(board, row, column, 0, 1)
    down = 1 + rules.tiles_beyond(board, row, column, -1, 0) + rules.tiles_beyond(board, row, column, 1, 0)
    rules.place_on_wall(state, board, row, column)
    line, cell, letter = f"{mine}/lines/{row}", f"{mine}/wall/{row}/{column}", LETTERS[colour]
    points = int(board.score) - before
    log.move_tiles(letter, 1, line, cell, points=points, runs={"across": int(across), "down": int(down)})
    log.score(seat, points, "tiles", "R4.8", [cell])
    log.move_tiles(letter, row, line, "/lid")
    if idle:
        log.note("set", at="/idle_rounds", value=0)


def _pay_floor(log: Log, state: State) -> None:
    """R5.1-R5.4"""
    seat = int(state.to_move)
    board, floor = state.boards[seat], f"/boards/{seat}/floor"
    before, tiles = int(board.score), board.floor_tiles.tolist()
    has_marker = int(board.floor) > sum(tiles)
    rules.pay_floor(state, board)
    log.score(seat, int(board.score) - before, "floor", "R5.1", [floor])
    for colour, n in enumerate(tiles):
        log.move_tiles(LETTERS[colour], n, floor, "/lid")
    if has_marker:
        log.move_marker(floor, f"/boards/{seat}", seat)


# -- the end of a round and of the game ---------------------------------------------------------


def _end_round(log: Log, state: State) -> None:
    """R6.1, R6.2, R7.1, R7.5"""
    if rules.any_complete_row(state):
        _end_game(log, state, ROW_COMPLETE)
    elif state.idle_rounds == IDLE_ROUNDS_TO_END:
        _end_game(log, state, NO_PROGRESS)
    else:
        _return_marker(log, state)
        if state.marker != NOBODY:
            state.first = state.marker
        state.round_number += 1
        rules.await_deal(state)
        log.note("await", awaiting=AWAITING[DEAL])
        log.note("round", round=int(state.round_number), first=int(state.first))
        _note_clear_centre(log, state)


def _return_marker(log: Log, state: State) -> None:
    """R6.1"""
    if state.marker != NOBODY:
        log.move_marker(f"/boards/{state.marker}", "/centre", None)


def _note_clear_centre(log: Log, state: State) -> None:
    log.note("phase", phase=PHASES[state.phase])
    log.note("turn", seat=int(state.to_move))


def _end_game(log: Log, state: State, ending: int) -> None:
    """R7.2"""
    _return_marker(log, state)
    rules.end_game(state, ending)
    for seat in range(state.players):
        _note_bonuses(log, state, seat)
    _note_clear_centre(log, state)
    log.note("await", awaiting=AWAITING[END])
    won = rules.winners(state)
    winners = [seat for seat in range(state.players) if won >> seat & 1]
    log.note("end", ending=ENDINGS[ending], winners=winners)


def _note_bonuses(log: Log, state: State, seat: int) -> None:
    """R7.2 The bonuses that the end of the game has added, one event for each."""
    wall, face = state.boards[seat].wall.tolist(), state.face
    cells = f"/boards/{seat}/wall"
    for row in range(LINES):
        if EMPTY not in wall[row]:
            log.score(seat, ROW_BONUS[face], "rows", "R7.2", [f"{cells}/{row}/{k}" for k in range(COLUMNS)])
    for column in range(COLUMNS):
        if all(row[column] != EMPTY for row in wall):
            log.score(seat, COLUMN_BONUS[face], "columns", "R7.2", [f"{cells}/{k}/{column}" for k in range(LINES)])
    for colour in range(len(LETTERS)):
        if all(colour in row for row in wall):
            at = [f"{cells}/{k}/{row.index(colour)}" for k, row in enumerate(wall)]
            log.score(seat, COLOUR_BONUS[face], "colours", "R7.2", at)
