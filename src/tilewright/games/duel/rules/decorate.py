"""Phase 2, from the lines to the dome: R8 and R9 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.verbs import MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    BROKEN,
    BROKEN_SPACES,
    COLUMNS,
    EMPTY,
    JOKER,
    KINDS,
    LINES,
    SHOWN,
    SLOT_COLUMNS,
    Board,
    State,
)
from tilewright.games.duel.rules.effects import (
    TOWER,
    Effects,
    chip_spent,
    chips_gone,
    place_of,
    tile_placed,
    tiles_moved,
    tiles_put,
    tiles_taken,
    turn_passed,
)
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.points import complete_plate, pay_losses, run_points, tiles_across, tiles_down
from tilewright.games.duel.rules.rounds import end_round
from tilewright.games.duel.rules.setup import clear_turn
from tilewright.games.duel.steps import SPEND, TARGET

# -- R8 from the lines to the dome --------------------------------------------------------------


@rule
def start_decorating(state: State, effects: Effects | None) -> None:
    """R8.1 The round's first player goes through all lines, then the other."""
    clear_turn(state)
    state.to_move = state.first
    turn_passed(effects, state.to_move)
    go_on_decorating(state, effects)


@rule
def go_on_decorating(state: State, effects: Effects | None) -> None:
    """R8.1, R8.7 Line after line until a player has something to choose, or until both have finished."""
    while True:
        while state.line < LINES:
            if must_choose(state, state.boards[state.to_move], state.line, effects):
                return
            state.line += 1
        pay_losses(state, state.to_move, effects)
        if state.to_move != state.first:
            break
        state.to_move = 1 - state.to_move
        state.line = 0
        turn_passed(effects, state.to_move)
    end_round(state, effects)


@rule
def must_choose(state: State, board: Board, line: int, effects: Effects | None) -> bool:
    """R8.3-R8.6 Deal with a line as far as the rules decide; say whether the player must."""
    tiles = board.line_count[line]
    if tiles == 0:
        return False
    if available_columns(board, line) == 0:
        if is_walled(board, line):
            break_line(state, board, line, effects)
        return False
    if tiles > line:
        return must_choose_column(state, board, line, effects)
    if may_complete(board, line):
        await_choice(state, SPEND)
        return True
    return False


@rule
def await_choice(state: State, step: int) -> None:
    """The decorating player is asked."""
    state.awaiting = MOVE
    state.step = step


@rule
def available_columns(board: Board, row: int) -> int:
    """R8.2 Empty spaces of the line's colour and empty joker spaces, one bit for each column."""
    return columns_for(board, row, board.line_colour[row])


@rule
def columns_for(board: Board, row: int, colour: int) -> int:
    """R8.2 The same for a line that would hold this colour."""
    columns = 0
    for column in range(COLUMNS):
        space = board.spaces[row, column]
        fits = (space == colour) | (space == JOKER)
        columns |= int(fits & (board.dome[row, column] == EMPTY)) << column
    return columns


@rule
def is_walled(board: Board, line: int) -> bool:
    """R8.3 All three slots beside a line carry plates."""
    slot = line // 2 * SLOT_COLUMNS
    return board.plates[slot] != EMPTY and board.plates[slot + 1] != EMPTY and board.plates[slot + 2] != EMPTY


@rule
def break_line(state: State, board: Board, line: int, effects: Effects | None) -> None:
    """R8.3 All tiles of a line go to the broken zone."""
    colour = board.line_colour[line]
    tiles = empty_line(board, line)
    tiles_taken(effects, colour, tiles, place_of(state.to_move, line))
    break_tiles(state, board, colour, tiles, effects)


@rule
def empty_line(board: Board, line: int) -> int:
    """Take all tiles off a line; return how many there were."""
    tiles = board.line_count[line]
    board.line_count[line] = 0
    board.line_colour[line] = EMPTY
    return tiles


@rule
def break_tiles(state: State, board: Board, colour: int, tiles: int, effects: Effects | None) -> None:
    """R6.5 Four tiles find space in the broken zone; the others go into the tower."""
    fits = min(tiles, BROKEN_SPACES - count(board.broken))
    board.broken[colour] += fits
    state.tower[colour] += tiles - fits
    tiles_put(effects, colour, fits, place_of(state.to_move, BROKEN))
    tiles_put(effects, colour, tiles - fits, TOWER)


@rule
def must_choose_column(state: State, board: Board, line: int, effects: Effects | None) -> bool:
    """R8.5 A tile must go to the dome; with one space available nobody is asked."""
    columns = int(available_columns(board, line))
    if columns & (columns - 1):
        await_choice(state, TARGET)
        return True
    column = 0
    while columns >> column != 1:
        column += 1
    place_on_dome(state, board, line, column, effects)
    return False


@rule
def target_moves(state: State, moves: Counts) -> int:
    """R8.5 One move for each available space."""
    line = state.line
    columns = available_columns(state.boards[state.to_move], line)
    n = 0
    for column in range(COLUMNS):
        moves[n] = codes.target(line, column)
        n += columns >> column & 1
    return n


@rule
def choose_column(state: State, column: int, effects: Effects | None) -> None:
    """R8.5 The player has chosen; on to the next line."""
    place_on_dome(state, state.boards[state.to_move], state.line, column, effects)
    state.line += 1
    go_on_decorating(state, effects)


# -- R9 chips -----------------------------------------------------------------------------------


@rule
def shows(kind: int, colour: int) -> int:
    """R9.2 1 if a chip shows the colour."""
    return SHOWN[kind] >> colour & 1


@rule
def may_make_set(missing: int, chips: int, showing: int, more_showing: int, more_others: int) -> bool:
    """R9.3 Can these chips, with some of the further ones, replace the missing tiles?"""
    for triples in range(missing + 1):
        further = 2 * missing + triples - chips
        if 0 <= further <= more_showing + more_others and showing + min(further, more_showing) >= 2 * (
            missing - triples
        ):
            return True
    return False


@rule
def may_complete(board: Board, line: int) -> bool:
    """R8.6, R9.1-R9.3 Has the player chips for the missing tiles of a line?"""
    showing = 0
    others = 0
    for kind in range(KINDS):
        shown = shows(kind, board.line_colour[line])
        showing += board.chips[kind] * shown
        others += board.chips[kind] * (1 - shown)
    return may_make_set(line + 1 - board.line_count[line], 0, 0, showing, others)


@rule
def may_spend(state: State, board: Board, kind: int) -> bool:
    """R9.3 A chip may be spent when it and chips of the same or later kinds can still make a set."""
    if board.chips[kind] == 0:
        return False
    colour = board.line_colour[state.line]
    chips, showing, more_showing, more_others = 1, shows(kind, colour), -shows(kind, colour), shows(kind, colour) - 1
    for other in range(KINDS):
        shown = shows(other, colour)
        if state.spent[other] and other > kind:
            return False  # spent in rising order: each set has one sequence
        chips += state.spent[other]
        showing += state.spent[other] * shown
        if other >= kind:
            more_showing += board.chips[other] * shown
            more_others += board.chips[other] * (1 - shown)
    missing = state.line + 1 - board.line_count[state.line]
    return may_make_set(missing, chips, showing, more_showing, more_others)


@rule
def chips_spent(state: State) -> int:
    """How many chips lie ready for the line."""
    n = 0
    for kind in range(KINDS):
        n += state.spent[kind]
    return n


@rule
def is_set(state: State, board: Board) -> bool:
    """R9.3 Do the chips spent so far replace the missing tiles exactly?"""
    colour = board.line_colour[state.line]
    showing = 0
    for kind in range(KINDS):
        showing += state.spent[kind] * shows(kind, colour)
    missing = state.line + 1 - board.line_count[state.line]
    return may_make_set(missing, chips_spent(state), showing, 0, 0)


@rule
def spending_moves(state: State, moves: Counts) -> int:
    """R8.6, R9.4 Stop, where that leaves the line or completes it, and every chip that leads to a set."""
    board = state.boards[state.to_move]
    moves[0] = codes.STOP
    n = int(may_stop_spending(state, board))
    for kind in range(KINDS):
        if may_spend(state, board, kind):
            moves[n] = codes.SPEND_AT + kind
            n += 1
    return n


@rule
def may_stop_spending(state: State, board: Board) -> bool:
    """R8.6, R9.4 With no chip on the line, or with a set that completes it."""
    return chips_spent(state) == 0 or is_set(state, board)


@rule
def spend(state: State, kind: int, effects: Effects | None) -> None:
    """R9.2, R9.5 A chip is spent; where only one way of going on is left, it is gone at once."""
    board = state.boards[state.to_move]
    while True:
        board.chips[kind] -= 1
        state.spent[kind] += 1
        chip_spent(effects, state.to_move, kind)
        ways = 1 if is_set(state, board) else 0
        finished = ways == 1
        for other in range(KINDS):
            if may_spend(state, board, other):
                ways += 1
                kind = other
        if ways > 1:
            return
        if finished:
            complete_line(state, effects)
            return


@rule
def stop_spending(state: State, effects: Effects | None) -> None:
    """R8.6 Without a chip the line stays as it is; with chips it is complete."""
    if chips_spent(state) > 0:
        complete_line(state, effects)
    else:
        state.line += 1
        go_on_decorating(state, effects)


@rule
def complete_line(state: State, effects: Effects | None) -> None:
    """R9.4-R9.6 The chips are gone and the line's tile goes to the dome at once."""
    state.spent[:] = 0
    chips_gone(effects)
    if not must_choose_column(state, state.boards[state.to_move], state.line, effects):
        state.line += 1
        go_on_decorating(state, effects)


# -- a tile on the dome -------------------------------------------------------------------------


@rule
def place_on_dome(state: State, board: Board, row: int, column: int, effects: Effects | None) -> None:
    """R8.5, R9.6 One tile to the dome, scored at once; the others of its line into the tower."""
    colour = board.line_colour[row]
    others = empty_line(board, row) - 1
    across, down = tiles_across(board, row, column), tiles_down(board, row, column)
    points = run_points(across, down)
    board.dome[row, column] = colour
    board.tile_points += points
    board.score += points
    tile_placed(effects, state.to_move, row, column, colour, points, across, down)
    state.tower[colour] += others
    tiles_moved(effects, colour, others, place_of(state.to_move, row), TOWER)
    complete_plate(board, row, column, state.to_move, effects)
