"""What must hold in every position, told bit by bit; written apart from the rules it watches."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.games.classic.components import (
    ALL_COLOURS,
    CENTRE,
    COLOURS,
    COLUMNS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    FLOOR_SPACES,
    IDLE_ROUNDS_TO_END,
    LINES,
    NAMES,
    NO_PROGRESS,
    NO_TILES,
    NOBODY,
    PRINTED,
    ROW_COMPLETE,
    SOURCES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TILING,
    Board,
    State,
)
from tilewright.games.classic.meta import COLOURED

MEANINGS = (
    "a colour does not have 20 tiles",
    "a line holds more tiles than it has spaces, or tiles without a colour",
    "a line holds a colour that its wall row already has",
    "a wall row has a colour twice, or its set of colours is wrong",
    "a wall column has a colour twice",
    "a tile lies on a cell printed in another colour",
    "a floor has more than seven spaces filled, or does not match its tiles and the marker",
    "a score is below 0",
    "a factory holds more than four tiles, or one that is not in use holds any",
    "the number of tiles on offer is wrong",
    "phase, turn and what is awaited do not fit together",
    "a full line or a floor is left by a seat that has finished tiling",
    "a wall row is complete while the game goes on, or the game ended for a reason that is not there",
    "the centre holds more tiles than the empty factories can have left there",
)
(
    TILES, LINE, LINE_ON_WALL, ROW, COLUMN, PRINT, FLOOR, SCORE,
    FACTORY, OFFER, TURN, TILED, ENDING, CENTRAL,
) = range(len(MEANINGS))  # fmt: skip


def faults(state: State) -> list[str]:
    """All that is wrong with a position, in words."""
    broken = violations(state)
    found = [meaning for bit, meaning in enumerate(MEANINGS) if broken >> bit & 1 and bit != TILES]
    counts = [int(tiles_of(state, colour)) for colour in range(COLOURS)]
    wrong = [
        f"there are {n} {name} tiles, not {TILES_PER_COLOUR}"
        for name, n in zip(NAMES, counts, strict=True)
        if n != TILES_PER_COLOUR
    ]
    return wrong + found


@rule
def violations(state: State) -> int:
    """All that is wrong with a position, one bit each."""
    broken = 0
    for colour in range(COLOURS):
        if tiles_of(state, colour) != TILES_PER_COLOUR:
            broken |= 1 << TILES
    for seat in range(state.players):
        broken |= line_violations(state.boards[seat])
        broken |= wall_violations(state, state.boards[seat])
        broken |= floor_violations(state, seat)
        broken |= tiled_violations(state, seat)
    return broken | offer_violations(state) | turn_violations(state) | ending_violations(state)


@rule
def tiles_of(state: State, colour: int) -> int:
    """Every tile of a colour, wherever it lies."""
    n = state.bag[colour] + state.lid[colour]
    if state.bag[colour] < 0 or state.lid[colour] < 0:
        return -1
    for source in range(SOURCES):
        n += state.offer[source, colour]
    for seat in range(state.players):
        board = state.boards[seat]
        n += board.floor_tiles[colour]
        for row in range(LINES):
            if board.line_colour[row] == colour:
                n += board.line_count[row]
            for column in range(COLUMNS):
                n += board.wall[row, column] == colour
    return n


@rule
def line_violations(board: Board) -> int:
    broken = 0
    for line in range(LINES):
        tiles, colour = board.line_count[line], board.line_colour[line]
        if not 0 <= tiles <= line + 1 or (tiles == 0) != (colour == EMPTY) or not EMPTY <= colour < COLOURS:
            broken |= 1 << LINE
        for column in range(COLUMNS):
            if tiles > 0 and board.wall[line, column] == colour:
                broken |= 1 << LINE_ON_WALL
    return broken


@rule
def wall_violations(state: State, board: Board) -> int:
    broken = 0
    for row in range(LINES):
        met = 0
        for column in range(COLUMNS):
            colour = board.wall[row, column]
            if colour == EMPTY:
                continue
            if met >> colour & 1:
                broken |= 1 << ROW
            met |= 1 << colour
            printed = PRINTED[state.face, row, column]
            if printed != EMPTY and printed != colour:
                broken |= 1 << PRINT
            for above in range(row):
                if board.wall[above, column] == colour:
                    broken |= 1 << COLUMN
        if met != board.row_colours[row]:
            broken |= 1 << ROW
    return broken


@rule
def floor_violations(state: State, seat: int) -> int:
    board = state.boards[seat]
    broken = 0
    tiles = 0
    for colour in range(COLOURS):
        tiles += board.floor_tiles[colour]
        if board.floor_tiles[colour] < 0:
            broken |= 1 << FLOOR
    marker = board.floor - tiles
    holds = state.marker == seat
    if board.floor > FLOOR_SPACES or not 0 <= marker <= holds:
        broken |= 1 << FLOOR
    # A holder with space on the floor has put the marker there; a paid floor is empty again.
    if holds and marker == 0 and 0 < board.floor < FLOOR_SPACES:
        broken |= 1 << FLOOR
    if board.score < 0:
        broken |= 1 << SCORE
    return broken


@rule
def offer_violations(state: State) -> int:
    broken = 0
    total = 0
    emptied = 0
    for source in range(SOURCES):
        tiles = 0
        for colour in range(COLOURS):
            tiles += state.offer[source, colour]
            if state.offer[source, colour] < 0:
                broken |= 1 << OFFER
        if source != CENTRE:
            in_use = source <= FACTORIES_FOR[state.players]
            if tiles > (TILES_PER_FACTORY if in_use else 0):
                broken |= 1 << FACTORY
            emptied += in_use and tiles == 0
        total += tiles
    in_centre = 0
    for colour in range(COLOURS):
        in_centre += state.offer[CENTRE, colour]
    if in_centre > emptied * (TILES_PER_FACTORY - 1):  # whoever empties a factory takes a tile
        broken |= 1 << CENTRAL
    if total != state.tiles_on_offer:
        broken |= 1 << OFFER
    return broken


@rule
def lines_tiled(state: State, seat: int) -> int:
    """How many of a seat's lines this round's tiling has come past."""
    if state.awaiting != MOVE:
        return LINES
    if state.phase == DRAFTING:
        return 0
    turn = (seat - state.first) % state.players
    if turn == state.tiled:
        return state.tiling_line
    return LINES if turn < state.tiled else 0


@rule
def tiled_violations(state: State, seat: int) -> int:
    """Tiling empties full lines and then the floor; a row may be complete only since then, and only until the end."""
    board = state.boards[seat]
    tiled = lines_tiled(state, seat)
    broken = 0
    for row in range(LINES):
        if row < tiled and board.line_count[row] > row:
            broken |= 1 << TILED
        if (row >= tiled or state.awaiting == DEAL) and board.row_colours[row] == ALL_COLOURS:
            broken |= 1 << ENDING
    if tiled == LINES and board.floor != 0:
        broken |= 1 << TILED
    return broken


@rule
def ending_violations(state: State) -> int:
    """A complete row, a table without tiles or ten idle rounds: what ended the game is there to be seen."""
    if state.awaiting != END:
        return 0
    rows, tiles = 0, 0
    for seat in range(state.players):
        for row in range(LINES):
            rows += state.boards[seat].row_colours[row] == ALL_COLOURS
    for colour in range(COLOURS):
        tiles += state.bag[colour] + state.lid[colour]
    fits = (state.ending == ROW_COMPLETE) == (rows > 0)
    fits = fits and (state.ending != NO_TILES or tiles == 0)
    fits = fits and (state.ending == NO_PROGRESS) == (state.idle_rounds == IDLE_ROUNDS_TO_END)
    return 0 if fits else 1 << ENDING


@rule
def turn_violations(state: State) -> int:
    """Somebody drafts exactly while tiles are on offer, and tiles exactly while a full line is left."""
    fits = 0 <= state.to_move < state.players and 0 <= state.first < state.players
    fits = fits and NOBODY <= state.marker < state.players and 0 <= state.idle_rounds <= IDLE_ROUNDS_TO_END
    fits = fits and (state.awaiting == END) == (state.ending != 0)
    if state.awaiting == MOVE and state.phase == DRAFTING:
        fits = fits and state.tiles_on_offer > 0
    else:
        fits = fits and state.tiles_on_offer == 0
    if state.awaiting == MOVE and state.phase == TILING:
        line = state.tiling_line
        fits = fits and 0 <= line < LINES and state.to_move == (state.first + state.tiled) % state.players
        fits = fits and state.boards[state.to_move].line_count[line] == line + 1
        fits = fits and has_cell(state, state.boards[state.to_move], line)
    elif state.awaiting != END:  # a round may begin only while idle rounds do not end the game
        fits = fits and state.idle_rounds < IDLE_ROUNDS_TO_END
    if state.awaiting != MOVE:
        fits = fits and state.marker == NOBODY and state.to_move == state.first
    return 0 if fits else 1 << TURN


@rule
def has_cell(state: State, board: Board, row: int) -> bool:
    """Whether the row has a cell to choose for its line's tile; on the coloured wall nobody chooses."""
    if state.face == COLOURED:
        return False
    colour = board.line_colour[row]
    for column in range(COLUMNS):
        printed = PRINTED[state.face, row, column]
        free = board.wall[row, column] == EMPTY and (printed == EMPTY or printed == colour)
        for other in range(LINES):
            if board.wall[other, column] == colour:
                free = False
        if free:
            return True
    return False
