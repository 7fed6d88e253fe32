"""What must hold in each step of a turn and of a round; part of the invariants."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.games.duel.components import (
    CHIPS_PER_ROUND,
    COLOURS,
    COLUMNS,
    DISPLAY,
    DISPLAY_PLACES,
    EMPTY,
    FACE_DOWN,
    JOKER,
    KINDS,
    LARGE,
    LINES,
    NOBODY,
    PILE_SPACES,
    PLATES,
    ROUNDS,
    SEATS,
    SLOT_COLUMNS,
    SMALL,
    Board,
    State,
)
from tilewright.games.duel.steps import (
    ACT,
    AWAITING,
    DRAWING,
    FILL,
    OVER,
    PILE,
    PLACE,
    REFILL,
    REVEAL,
    SPEND,
    START,
    TARGET,
    TOP,
)


@rule
def plates_at(state: State, where: int) -> int:
    n = 0
    for plate in range(PLATES):
        n += state.place[plate] == where
    return n


@rule
def tiles_on_sun(state: State, factory: int) -> int:
    """The tiles of a sun; a number far below 0 when it has less than none of a colour."""
    n = 0
    for colour in range(COLOURS):
        n += state.sun[factory, colour] if state.sun[factory, colour] >= 0 else -99
    return n


@rule
def tiles_on_moon(state: State, factory: int) -> int:
    """The tiles of the large moon or of a pile; a number far below 0 when they do not lie as they should."""
    n = 0
    if factory == LARGE:
        for colour in range(COLOURS):
            n += state.moon[colour] if state.moon[colour] >= 0 else -99
        return n
    height = state.pile_height[factory]
    for k in range(PILE_SPACES):
        lies = 0 <= state.pile[factory, k] < COLOURS
        n += 1 if lies else 0
        if lies != (k < height):
            return -99
    return n


@rule
def turn_violations(state: State) -> int:
    """Each step happens when it can, and what it is about is there."""
    fits = state.awaiting == AWAITING[state.step] and (state.ending != 0) == (state.step == OVER)
    fits = fits and fits_round(state) and fits_phase(state) and fits_step(state)
    return 0 if fits else 1


@rule
def fits_round(state: State) -> bool:
    """The set-up has its own steps; the game ends in round 5."""
    step, shown = state.step, plates_at(state, DISPLAY)
    if step == OVER:
        return state.round_number == ROUNDS
    if state.round_number > 0:
        return step != START and step != REFILL
    if state.marker != NOBODY:
        return False
    if step == START:
        return shown == DISPLAY_PLACES
    return (step == FILL and shown == 0) or ((step == REFILL or step == PLACE) and shown == DISPLAY_PLACES - 1)


@rule
def fits_phase(state: State) -> bool:
    """No tile is on offer between rounds; phase 2 begins when no tile, chip or token is left."""
    step = state.step
    between = step == FILL or step == OVER
    if between and (state.to_move != state.first or (step == FILL and state.marker != NOBODY)):
        return False
    if not between and step != SPEND and step != TARGET:
        return True
    over = state.tiles_on_offer == 0
    for seat in range(SEATS):
        over = over and (step == FILL or state.boards[seat].tokens == 0)
    for factory in range(SMALL):
        over = over and state.chip[factory] == EMPTY
    return over


@rule
def fits_step(state: State) -> bool:
    """What the step is about is there."""
    step, board = state.step, state.boards[state.to_move]
    if step == ACT:
        return has_something_to_do(state, board)
    if step == REVEAL:
        return bare_factories(state) > 0
    if step == DRAWING:
        return board.score > 0 and state.stack + state.under_count > 0
    if step == TOP:
        return board.score > 0 and state.stack > 0
    if step == PLACE:
        return state.plate != EMPTY
    if step == PILE:
        colours = 0
        for colour in range(COLOURS):
            colours += state.sun[state.factory, colour] > 0
        return colours > 1
    return choices_left(state, board) if step == SPEND or step == TARGET else True


@rule
def has_something_to_do(state: State, board: Board) -> bool:
    """A tile, a token, or a chip that may be taken."""
    chip = False
    for factory in range(SMALL):
        chip = chip or 0 <= state.chip[factory] < KINDS
    return state.tiles_on_offer > 0 or board.tokens > 0 or (chip and board.taken < CHIPS_PER_ROUND)


@rule
def bare_factories(state: State) -> int:
    """Small factories without tiles whose chip is face down."""
    n = 0
    for factory in range(SMALL):
        tiles = tiles_on_sun(state, factory) + tiles_on_moon(state, factory)
        n += tiles == 0 and state.chip[factory] == FACE_DOWN
    return n


@rule
def open_spaces(board: Board, row: int) -> int:
    """Empty spaces that could take the tile of a line."""
    n = 0
    for column in range(COLUMNS):
        space = board.spaces[row, column]
        n += board.dome[row, column] == EMPTY and (space == board.line_colour[row] or space == JOKER)
    return n


@rule
def choices_left(state: State, board: Board) -> bool:
    """A line that is being completed has a space, one whose column is asked for has several."""
    line = state.line
    tiles = board.line_count[line]
    if state.step == TARGET:
        return tiles > 0 and open_spaces(board, line) > 1
    chips = 0
    for kind in range(KINDS):
        chips += state.spent[kind] + board.chips[kind]
    return 0 < tiles <= line and open_spaces(board, line) > 0 and chips >= 2 * (line + 1 - tiles)


@rule
def done_violations(state: State) -> int:
    """After phase 2 a line with tiles waits for a plate, or for tiles; nothing lies broken."""
    broken = 0
    step = state.step
    for seat in range(SEATS):
        lines = 0
        if step == OVER or (step == FILL and state.round_number > 1):
            lines = LINES
        elif step == SPEND or step == TARGET:
            lines = state.line if state.to_move == seat else (LINES if seat == state.first else 0)
        board = state.boards[seat]
        if lines == LINES:
            for colour in range(COLOURS):
                if board.broken[colour]:
                    broken = 1
        for line in range(lines):
            if board.line_count[line] > 0 and not is_done(board, line):
                broken = 1
    return broken


@rule
def is_done(board: Board, line: int) -> bool:
    """No space yet but a slot for a plate, or a space but not enough tiles."""
    if open_spaces(board, line) > 0:
        return board.line_count[line] <= line
    for slot in range(line // 2 * SLOT_COLUMNS, line // 2 * SLOT_COLUMNS + SLOT_COLUMNS):
        if board.plates[slot] == EMPTY:
            return True
    return False
