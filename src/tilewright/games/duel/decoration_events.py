"""Phase 2 and what follows it, step by step: the functions of decorate.py, points.py and goals.py in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.games.duel import decorate, goals, points, setup
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMNS,
    EMPTY,
    ENDINGS,
    JOKERS_GOAL,
    KINDS,
    LETTERS,
    LINES,
    MARKER_LOSS,
    NOBODY,
    ROUNDS,
    SEATS,
    SPECIAL,
    SPECIALS_GOAL,
)
from tilewright.games.duel.factories import count
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.points import FLOOR, tiles_beyond
from tilewright.games.duel.steps import SPEND, TARGET
from tilewright.games.duel.watching import Watched

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State


def start_decorating(log: Watched, state: State) -> None:
    """R8.1"""
    setup.clear_turn(state)
    if state.to_move != state.first:
        log.turn_to(int(state.first))
    state.to_move = state.first
    go_on_decorating(log, state)


def go_on_decorating(log: Watched, state: State) -> None:
    """R8.1, R8.7 As far as the rules decide."""
    while True:
        while state.line < LINES:
            if _must_choose(log, state, int(state.line)):
                return
            state.line += 1
        _pay_losses(log, state, int(state.to_move))
        if state.to_move != state.first:
            break
        state.to_move = 1 - state.to_move
        log.turn_to(int(state.to_move))
        state.line = 0
    _end_round(log, state)


def _must_choose(log: Watched, state: State, line: int) -> bool:
    """R8.3-R8.6"""
    board = state.boards[state.to_move]
    if board.line_count[line] == 0:
        return False
    if decorate.available_columns(board, line) == 0:
        if decorate.is_walled(board, line):
            _break_line(log, state, board, line)
        return False
    if board.line_count[line] > line:
        return _must_choose_column(log, state, line)
    if decorate.may_complete(board, line):
        decorate.await_choice(state, SPEND)
        return True
    return False


def _break_line(log: Watched, state: State, board: Board, line: int) -> None:
    """R8.3, R6.5"""
    colour = int(board.line_colour[line])
    in_zone, in_tower = int(board.broken[colour]), int(state.tower[colour])
    decorate.break_line(state, board, line)
    where, mine = f"/boards/{state.to_move}/lines/{line}", f"/boards/{state.to_move}"
    log.move_tiles(LETTERS[colour], board.broken[colour] - in_zone, where, f"{mine}/broken")
    log.move_tiles(LETTERS[colour], state.tower[colour] - in_tower, where, "/tower")


def _must_choose_column(log: Watched, state: State, line: int) -> bool:
    """R8.5"""
    columns = int(decorate.available_columns(state.boards[state.to_move], line))
    if columns & (columns - 1):
        decorate.await_choice(state, TARGET)
        return True
    _place_on_dome(log, state, line, columns.bit_length() - 1)
    return False


def choose_column(log: Watched, state: State, column: int) -> None:
    """R8.5"""
    _place_on_dome(log, state, int(state.line), column)
    state.line += 1
    go_on_decorating(log, state)


def _place_on_dome(log: Watched, state: State, row: int, column: int) -> None:
    """R8.5, R10.1-R10.3"""
    seat = int(state.to_move)
    board, mine = state.boards[seat], f"/boards/{seat}"
    letter, tiles = LETTERS[board.line_colour[row]], int(board.line_count[row])
    tile_points, special_points, before = int(board.tile_points), int(board.special_points), board.dome.tolist()
    across = 1 + tiles_beyond(board, row, column, 0, -1) + tiles_beyond(board, row, column, 0, 1)
    down = 1 + tiles_beyond(board, row, column, -1, 0) + tiles_beyond(board, row, column, 1, 0)
    decorate.place_on_dome(state, board, row, column)
    line, cell = f"{mine}/lines/{row}", f"{mine}/dome/{row}/{column}"
    scored = int(board.tile_points) - tile_points
    log.move_tiles(letter, 1, line, cell, points=scored, runs={"across": int(across), "down": int(down)})
    log.score(seat, scored, "tiles", "R10.1", [cell])
    log.move_tiles(letter, tiles - 1, line, "/tower")
    for k, tile in enumerate(board.dome.ravel()):
        if tile == SPECIAL and before[k // COLUMNS][k % COLUMNS] == EMPTY:
            at = f"{mine}/dome/{k // COLUMNS}/{k % COLUMNS}"
            log.note("place_special", at=at, value="*")
            log.score(seat, int(board.special_points) - special_points, "specials", "R10.2", [at])


# -- chips ----------------------------------------------------------------------------------------


def spend(log: Watched, state: State, kind: int) -> None:
    """R9.2, R9.5"""
    board, mine = state.boards[state.to_move], f"/boards/{state.to_move}"
    while True:
        board.chips[kind] -= 1
        state.spent[kind] += 1
        log.move_chip(kind, f"{mine}/chips", "/spent")
        finished = bool(decorate.is_set(state, board))
        further = [other for other in range(KINDS) if decorate.may_spend(state, board, other)]
        if finished + len(further) > 1:
            return
        if finished:
            complete_line(log, state)
            return
        kind = further[-1]


def stop_spending(log: Watched, state: State) -> None:
    """R8.6"""
    if decorate.chips_spent(state) > 0:
        complete_line(log, state)
    else:
        state.line += 1
        go_on_decorating(log, state)


def complete_line(log: Watched, state: State) -> None:
    """R9.4-R9.6"""
    state.spent[:] = 0
    log.set("/spent", {})
    if not _must_choose_column(log, state, int(state.line)):
        state.line += 1
        go_on_decorating(log, state)


# -- losses, and the end of a round and of the game -----------------------------------------------


def _pay_losses(log: Watched, state: State, seat: int) -> None:
    """R11.1-R11.3"""
    board, zone = state.boards[seat], f"/boards/{seat}/broken"
    before, tiles = int(board.score), board.broken.tolist()
    broken = int(BROKEN_POINTS[count(board.broken)])
    marker = MARKER_LOSS if state.marker == seat else 0
    points.pay_losses(state, seat)
    log.score(seat, -broken, "broken", "R11.1", [zone])
    log.score(seat, -marker, "first_player_tile", "R11.2")
    log.score(seat, int(board.score) - (before - broken - marker), FLOOR, "R11.3")
    for colour, n in enumerate(tiles):
        log.move_tiles(LETTERS[colour], n, zone, "/tower")


def _end_round(log: Watched, state: State) -> None:
    """R12.1, R12.8, R13.1"""
    if state.round_number == ROUNDS:
        _end_game(log, state)
        return
    if state.marker != NOBODY:
        log.move_marker(f"/boards/{state.marker}", "/moons", None)
    decorate.end_round(state)
    for seat, board in enumerate(state.boards):
        log.set(f"/boards/{seat}/tokens", int(board.tokens))
        log.set(f"/boards/{seat}/chips_taken", int(board.taken))


def _end_game(log: Watched, state: State) -> None:
    """R13.1, R13.2"""
    before = [int(board.score) for board in state.boards]
    goals.end_game(state)
    for seat in range(SEATS):
        board = state.boards[seat]
        for goal in goals.goals_of(state):
            gained = int(goals.goal_points(board, goal))
            before[seat] += gained
            log.score(seat, gained, GOALS[goal], "R13.2", _goal_cells(board, goal, f"/boards/{seat}/dome"))
        log.score(seat, int(board.score) - before[seat], FLOOR, "R13.2")
    won = int(goals.winners(state))
    log.note("end", ending=ENDINGS[state.ending], winners=[seat for seat in range(SEATS) if won >> seat & 1])


def _goal_cells(board: Board, goal: int, dome: str) -> list[str]:
    """The cells a goal was counted on: those that brought points, or that lost them."""
    every = [(row, column) for row in range(LINES) for column in range(COLUMNS)]
    if goal in goals.GROUPS:
        cells = [cell for group in goals.GROUPS[goal] if not goals.missing(board, group) for cell in group]
    elif goal == COLOURS_GOAL:
        rows = [row for row in range(LINES) if goals.colours_shown(board, row) >= COLOURS_WANTED]
        cells = [(row, column) for row, column in every if row in rows]
    elif goal == JOKERS_GOAL:
        cells = goals.joker_cells(board)
    elif goal == SPECIALS_GOAL:
        cells = [cell for cell in every if board.spaces[cell] == SPECIAL and board.dome[cell] == EMPTY]
    else:
        edge = (0, LINES - 1)
        cells = [cell for cell in every if set(cell) & set(edge) and board.dome[cell] != EMPTY]
    return [f"{dome}/{row}/{column}" for row, column in dict.fromkeys(cells)]
