"""The rules of the classic game, in the order of docs/rules/classic.md; how factories are filled is in deals.py."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.dice import Dice
from tilewright.core.contract.effects import (
    Effects,
    awaited,
    game_ended,
    marker_moved,
    note,
    phase_began,
    points_scored,
    round_began,
    tiles_moved,
    turn_passed,
)
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.games.classic import moves as codes
from tilewright.games.classic.components import (
    ALL_COLOURS,
    BESIDE,
    BY_COLOUR,
    BY_COLUMN,
    BY_FLOOR,
    BY_ROW,
    CENTRE,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMN_OF,
    COLUMNS,
    DESTINATIONS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    FLOOR,
    FLOOR_LOSS,
    FLOOR_SPACES,
    IDLE_ROUNDS_COUNTED,
    IDLE_ROUNDS_TO_END,
    LID,
    LINE_REACHED,
    LINES,
    MULTIPLIER,
    NO_LINE,
    NO_PROGRESS,
    NOBODY,
    PRINTED,
    ROW_BONUS,
    ROW_COMPLETE,
    TILE_PLACED,
    TILES_PER_COLOUR,
    TILING,
    Board,
    State,
    place_of,
)
from tilewright.games.classic.meta import COLOURED

# -- R1 set-up ----------------------------------------------------------------------------------


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """R1.1-R1.5 All tiles in the bag, every board empty, every score 0."""
    state.face = choices[0]
    state.players = players
    state.first = first
    state.round_number = 1
    state.ending = 0
    state.idle_rounds = 0
    state.bag[:] = TILES_PER_COLOUR
    state.lid[:] = 0
    state.offer[:] = 0
    state.tiles_on_offer = 0
    for board in state.boards:
        clear(board)
    await_deal(state, None)


@rule
def clear(board: Board) -> None:
    """R1.3 An empty board."""
    board.wall[:] = EMPTY
    board.row_colours[:] = 0
    board.line_colour[:] = EMPTY
    board.line_count[:] = 0
    board.floor = 0
    board.floor_tiles[:] = 0
    board.score = 0
    board.tile_points = 0


@rule
def await_deal(state: State, effects: Effects | None) -> None:
    """R1.6 The factories wait to be filled."""
    state.awaiting = DEAL
    awaited(effects, DEAL)
    round_began(effects, state.round_number, state.first)
    clear_centre(state, effects)


@rule
def clear_centre(state: State, effects: Effects | None) -> None:
    """R1.6 Between rounds the marker lies in the centre and nobody has begun."""
    state.phase = DRAFTING
    state.marker = NOBODY
    state.to_move = state.first
    state.tiled = 0
    state.tiling_line = 0
    phase_began(effects, DRAFTING)
    turn_passed(effects, state.first)


# -- R2 the factory offer -----------------------------------------------------------------------


@rule
def drafting_moves(state: State, moves: Counts) -> int:
    """R2.2, R2.3, R2.7 Every colour at every source, to every destination open to it."""
    opened = open_destinations(state.boards[state.to_move])
    groups = list_groups(state, moves)
    n = 0
    for k in range(groups):
        group = int(moves[codes.GROUPS_AT + k])
        here = opened >> group % COLOURS
        for destination in range(DESTINATIONS):
            # Written always and kept only if open: faster than a branch.
            moves[n] = group * DESTINATIONS + destination
            n += here >> destination * COLOURS & 1
    return n


@rule
def list_groups(state: State, moves: Counts) -> int:
    """R2.3 Note every source and colour with tiles, behind the moves; return how many there are."""
    groups = 0
    for source in range(FACTORIES_FOR[state.players] + 1):
        for colour in range(COLOURS):
            moves[codes.GROUPS_AT + groups] = codes.group(source, colour)
            groups += state.offer[source, colour] > 0
    return groups


@rule
def next_seat(state: State, seat: int) -> int:
    """R2.1 Clockwise; a comparison, because a division is ten times as slow."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def pass_turn(state: State, seat: int, effects: Effects | None) -> None:
    """R2.1, R4.1 It is this seat's turn."""
    if seat != state.to_move:
        turn_passed(effects, seat)
    state.to_move = seat


@rule
def take(state: State, source: int, colour: int, effects: Effects | None) -> int:
    """R2.4, R2.5 All tiles of the colour; what else lies on a factory moves to the centre."""
    taken = state.offer[source, colour]
    state.offer[source, colour] = 0
    state.tiles_on_offer -= taken
    if source != CENTRE:
        for other in range(COLOURS):
            tiles_moved(effects, other, state.offer[source, other], source, CENTRE)
            state.offer[CENTRE, other] += state.offer[source, other]
            state.offer[source, other] = 0
    return taken


@rule
def take_marker(state: State, board: Board, effects: Effects | None) -> None:
    """R2.6, R3.7 The first to take from the centre has the marker, on the floor if there is space."""
    state.marker = state.to_move
    has_space = board.floor < FLOOR_SPACES
    board.floor += has_space
    marker_moved(effects, CENTRE, place_of(state.to_move, FLOOR if has_space else BESIDE), state.to_move)


# -- R3 destinations ----------------------------------------------------------------------------


@rule
def open_colours(board: Board, line: int) -> int:
    """R3.2 The set of colours a line is open to."""
    held = board.line_colour[line]
    any_new = ALL_COLOURS & ~board.row_colours[line]
    more_of_it = (1 if board.line_count[line] <= line else 0) << (held & 7)
    return any_new if held == EMPTY else more_of_it  # both worked out: faster than a branch


@rule
def open_destinations(board: Board) -> int:
    """R3.2, R3.3 The colours open at every line and at the floor, five bits for each."""
    opened = ALL_COLOURS << FLOOR * COLOURS
    for line in range(LINES):
        opened |= int(open_colours(board, line)) << line * COLOURS
    return opened


@rule
def place(
    state: State, board: Board, destination: int, colour: int, taken: int, source: int, effects: Effects | None
) -> None:
    """R3.1, R3.4 The tiles fill the line; what finds no space falls to the floor."""
    fits = 0
    if destination != FLOOR:
        fits = min(taken, destination + 1 - board.line_count[destination])
        board.line_colour[destination] = colour
        board.line_count[destination] += fits
        tiles_moved(effects, colour, fits, source, place_of(state.to_move, destination))
    drop(state, board, colour, taken - fits, source, effects)


@rule
def drop(state: State, board: Board, colour: int, tiles: int, source: int, effects: Effects | None) -> None:
    """R3.5 Fill the floor from the left; beyond its seven spaces, to the lid."""
    fits = min(tiles, FLOOR_SPACES - board.floor)
    board.floor += fits
    board.floor_tiles[colour] += fits
    state.lid[colour] += tiles - fits
    tiles_moved(effects, colour, fits, source, place_of(state.to_move, FLOOR))
    tiles_moved(effects, colour, tiles - fits, source, LID)


# -- R4 tiling the wall -------------------------------------------------------------------------


@rule
def start_tiling(state: State, effects: Effects | None) -> None:
    """R4.1 Seat by seat from the round's starting player, top to bottom."""
    state.phase = TILING
    phase_began(effects, TILING)
    count_idle_rounds(state, state.idle_rounds + 1, effects)  # until a tile is placed
    go_on_tiling(state, effects)


@rule
def count_idle_rounds(state: State, rounds: int, effects: Effects | None) -> None:
    """R7.5 Rounds in a row without a tile placed."""
    if rounds != state.idle_rounds:
        note(effects, IDLE_ROUNDS_COUNTED, rounds, 0, 0, 0, 0, 0, 0)
    state.idle_rounds = rounds


@rule
def go_on_tiling(state: State, effects: Effects | None) -> None:
    """R4.1 Tile until a player has a column to choose, or until all have finished."""
    while state.tiled < state.players:
        pass_turn(state, (state.first + state.tiled) % state.players, effects)
        board = state.boards[state.to_move]
        while state.tiling_line < LINES:
            if must_choose(state, board, state.tiling_line, effects):
                note(effects, LINE_REACHED, state.tiling_line, 0, 0, 0, 0, 0, 0)
                return
            state.tiling_line += 1
        pay_floor(state, board, effects)
        state.tiled += 1
        state.tiling_line = 0
    note(effects, LINE_REACHED, NO_LINE, 0, 0, 0, 0, 0, 0)
    end_round(state, effects)


@rule
def must_choose(state: State, board: Board, line: int, effects: Effects | None) -> bool:
    """R4.2-R4.6 Deal with a full line as far as the rules decide; say whether the player must."""
    if board.line_count[line] <= line:
        return False
    colour = board.line_colour[line]
    if state.face == COLOURED:
        place_on_wall(state, board, line, COLUMN_OF[line, colour], effects)
        return False
    if open_columns(state, board, line) == 0:
        drop_line(state, board, line, effects)
        return False
    return True


@rule
def open_columns(state: State, board: Board, row: int) -> int:
    """R4.5 The columns that may take the tile of this row's line, one bit for each."""
    colour = board.line_colour[row]
    opened = 0
    for column in range(COLUMNS):
        printed = PRINTED[state.face, row, column]
        if board.wall[row, column] == EMPTY and (printed == EMPTY or printed == colour):
            opened |= 1 << column
    for other in range(LINES):
        if board.row_colours[other] >> colour & 1:
            for column in range(COLUMNS):
                if board.wall[other, column] == colour:
                    opened &= ~(1 << column)
    return opened


@rule
def tiling_moves(state: State, moves: Counts) -> int:
    """R4.5, R4.6 One move for each open column; there is always at least one."""
    row = state.tiling_line
    opened = open_columns(state, state.boards[state.to_move], row)
    n = 0
    for column in range(COLUMNS):
        moves[n] = codes.tile(row, column)
        n += opened >> column & 1
    return n


@rule
def empty_line(board: Board, line: int) -> int:
    """Take all tiles off a line; return how many there were."""
    tiles = board.line_count[line]
    board.line_count[line] = 0
    board.line_colour[line] = EMPTY
    return tiles


@rule
def drop_line(state: State, board: Board, line: int, effects: Effects | None) -> None:
    """R4.6 Without an open column, all tiles of a full line fall to the floor."""
    colour = board.line_colour[line]
    drop(state, board, colour, empty_line(board, line), place_of(state.to_move, line), effects)


@rule
def place_on_wall(state: State, board: Board, row: int, column: int, effects: Effects | None) -> None:
    """R4.2, R4.3 One tile to the wall, scored at once; the others of its line to the lid."""
    colour = board.line_colour[row]
    state.lid[colour] += empty_line(board, row) - 1
    board.wall[row, column] = colour
    board.row_colours[row] |= 1 << colour
    across, down = tiles_across(board, row, column), tiles_down(board, row, column)
    points = run_points(state.face, row, column, across, down)
    board.tile_points += points
    board.score += points
    note(effects, TILE_PLACED, state.to_move, row, column, colour, points, across, down)
    count_idle_rounds(state, 0, effects)


@rule
def tiles_across(board: Board, row: int, column: int) -> int:
    """The length of the run through a cell, which counts as filled, along its row."""
    return 1 + tiles_beyond(board, row, column, 0, -1) + tiles_beyond(board, row, column, 0, 1)


@rule
def tiles_down(board: Board, row: int, column: int) -> int:
    """The same along its column."""
    return 1 + tiles_beyond(board, row, column, -1, 0) + tiles_beyond(board, row, column, 1, 0)


@rule
def tiles_beyond(board: Board, row: int, column: int, down: int, right: int) -> int:
    """How many tiles lie unbroken beyond a cell in one direction."""
    n = 0
    row += down
    column += right
    while 0 <= row < LINES and 0 <= column < COLUMNS and board.wall[row, column] != EMPTY:
        n += 1
        row += down
        column += right
    return n


@rule
def run_points(face: int, row: int, column: int, across: int, down: int) -> int:
    """R4.8, R4.9 The runs through the tile, each only if longer than one; 1 alone; doubled on x2."""
    points = 0
    if across > 1:
        points += across
    if down > 1:
        points += down
    if PRINTED[face, row, column] != EMPTY:
        return max(points, 1) * MULTIPLIER[face]
    return max(points, 1)


@rule
def placement_points(state: State, board: Board, row: int, column: int) -> int:
    """R4.8, R4.9 What a tile on this cell scores."""
    return run_points(state.face, row, column, tiles_across(board, row, column), tiles_down(board, row, column))


# -- R5 paying for the floor --------------------------------------------------------------------


@rule
def pay_floor(state: State, board: Board, effects: Effects | None) -> None:
    """R5.1-R5.4 Lose the points over the filled spaces, never below 0; the tiles go to the lid."""
    seat, floor = state.to_move, place_of(state.to_move, FLOOR)
    loss = min(board.score, FLOOR_LOSS[state.face, board.floor])
    board.score -= loss
    points_scored(effects, seat, -loss, BY_FLOOR, 0)
    has_marker = is_marker_on_floor(board)
    board.floor = 0
    for colour in range(COLOURS):
        tiles_moved(effects, colour, board.floor_tiles[colour], floor, LID)
        state.lid[colour] += board.floor_tiles[colour]
        board.floor_tiles[colour] = 0
    if has_marker:
        marker_moved(effects, floor, place_of(seat, BESIDE), seat)


@rule
def is_marker_on_floor(board: Board) -> bool:
    """R3.7 What fills a space and is no tile."""
    spaces = board.floor
    for colour in range(COLOURS):
        spaces -= board.floor_tiles[colour]
    return spaces > 0


# -- R6 the next round --------------------------------------------------------------------------


@rule
def end_round(state: State, effects: Effects | None) -> None:
    """R6.1, R6.2, R7.1, R7.5 Who has the marker starts the next round, unless the game is over."""
    if state.marker != NOBODY:
        marker_moved(effects, place_of(state.marker, BESIDE), CENTRE, NOBODY)
    if any_complete_row(state):
        end_game(state, ROW_COMPLETE, effects)
    elif state.idle_rounds == IDLE_ROUNDS_TO_END:
        end_game(state, NO_PROGRESS, effects)
    else:
        if state.marker != NOBODY:
            state.first = state.marker
        state.round_number += 1
        await_deal(state, effects)


# -- R7 the end ---------------------------------------------------------------------------------


@rule
def is_row_complete(board: Board, row: int) -> bool:
    """R7.1 A row is complete when it has all five colours: no row takes a colour twice."""
    return board.row_colours[row] == ALL_COLOURS


@rule
def is_column_complete(board: Board, column: int) -> bool:
    """R7.2 A column with five tiles."""
    tiles = 0
    for row in range(LINES):
        tiles += board.wall[row, column] != EMPTY
    return tiles == LINES


@rule
def is_colour_complete(board: Board, colour: int) -> bool:
    """R7.2 A colour with a tile in every row."""
    rows = 0
    for row in range(LINES):
        rows += board.row_colours[row] >> colour & 1
    return rows == LINES


@rule
def complete_rows(board: Board) -> int:
    """R7.1 How many rows are complete."""
    n = 0
    for row in range(LINES):
        n += is_row_complete(board, row)
    return n


@rule
def any_complete_row(state: State) -> bool:
    """R7.1 Has any player completed a row?"""
    for seat in range(state.players):
        if complete_rows(state.boards[seat]):
            return True
    return False


@rule
def complete_columns(board: Board) -> int:
    """R7.2 How many columns are complete."""
    n = 0
    for column in range(COLUMNS):
        n += is_column_complete(board, column)
    return n


@rule
def complete_colours(board: Board) -> int:
    """R7.2 How many colours are complete."""
    n = 0
    for colour in range(COLOURS):
        n += is_colour_complete(board, colour)
    return n


@rule
def end_game(state: State, ending: int, effects: Effects | None) -> None:
    """R7.2 The game is over; rows, columns and colours bring their bonuses."""
    state.awaiting = END
    state.ending = ending
    for seat in range(state.players):
        score_bonuses(state, seat, effects)
    clear_centre(state, effects)
    game_ended(effects, ending)


@rule
def score_bonuses(state: State, seat: int, effects: Effects | None) -> None:
    """R7.2 Each complete row, column and colour brings its bonus."""
    board, face = state.boards[seat], state.face
    for row in range(LINES):
        if is_row_complete(board, row):
            board.score += ROW_BONUS[face]
            points_scored(effects, seat, ROW_BONUS[face], BY_ROW, row)
    for column in range(COLUMNS):
        if is_column_complete(board, column):
            board.score += COLUMN_BONUS[face]
            points_scored(effects, seat, COLUMN_BONUS[face], BY_COLUMN, column)
    for colour in range(COLOURS):
        if is_colour_complete(board, colour):
            board.score += COLOUR_BONUS[face]
            points_scored(effects, seat, COLOUR_BONUS[face], BY_COLOUR, colour)


@rule
def winners(state: State) -> int:
    """R7.3 Most points, then most complete rows, then shared; as a set of seats."""
    if state.awaiting != END:
        return 0
    best = -1
    seats = 0
    for seat in range(state.players):
        board = state.boards[seat]
        rank = int(board.score) * (LINES + 1) + complete_rows(board)
        if rank > best:
            best, seats = rank, 0
        if rank == best:
            seats |= 1 << seat
    return seats


# -- the verbs ----------------------------------------------------------------------------------


@rule
def legal_moves(state: State, moves: Counts) -> int:
    """Everything the player to move may do, in rising order."""
    if state.awaiting != MOVE:
        return 0
    if state.phase == DRAFTING:
        return drafting_moves(state, moves)
    return tiling_moves(state, moves)


@rule
def play(state: State, move: int, effects: Effects | None = None) -> None:
    """One turn of the offer, or one tile placed on a free wall."""
    board = state.boards[state.to_move]
    if state.phase == TILING:
        place_on_wall(state, board, codes.row_of(move), codes.column_of(move), effects)
        state.tiling_line += 1
        go_on_tiling(state, effects)
        return
    source, colour = codes.source_of(move), codes.colour_of(move)
    if source == CENTRE and state.marker == NOBODY:
        take_marker(state, board, effects)
    taken = take(state, source, colour, effects)
    place(state, board, codes.destination_of(move), colour, taken, source, effects)
    if state.tiles_on_offer == 0:
        start_tiling(state, effects)
    else:
        pass_turn(state, next_seat(state, state.to_move), effects)


@rule
def observe(state: State, seat: int) -> None:
    """Nothing is hidden in this game: even the bag is known by counting."""


@rule
def determinise(state: State, rng: Dice) -> None:
    """A view of this game is the whole state: there is nothing to fill in."""
