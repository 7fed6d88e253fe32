"""Phase 1, acquisition: R3 to R7 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiled import Counts, rule
from tilewright.core.verbs import DEAL, MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.decorate import break_tiles, start_decorating
from tilewright.games.duel.setup import (
    clear_turn,
    count,
    count_in,
    in_stack,
    must_turn_up,
    see_top,
    take_from_under,
)
from tilewright.games.duel.table import (
    ACT,
    ALL_COLOURS,
    BACK,
    BROKEN,
    CHIPS_PER_ROUND,
    CHOSEN,
    COLOURS,
    DESTINATIONS,
    DISPLAY,
    DRAWING,
    EMPTY,
    FACE_DOWN,
    FRONTS,
    HAND,
    HIDDEN,
    IS_JOKER,
    IS_SPECIAL,
    KEEP,
    KNOWN,
    LAID,
    LARGE,
    LINES,
    MOONS,
    NOBODY,
    PILE,
    PLACE,
    PLATES,
    PRINTED,
    REFILL,
    RETURN,
    REVEAL,
    SLOT_COLUMNS,
    SLOTS,
    SMALL,
    SOURCES,
    STACK_DRAW_COST,
    START,
    TOP,
    TOP_AWAITED,
    TURNS,
    TYPE_OF,
    UNDER,
    Board,
    State,
)

# -- R3 turns -----------------------------------------------------------------------------------


@rule
def begin_turn(state: State, seat: int) -> None:
    """R3.2 This seat is to choose one of the four actions."""
    clear_turn(state)
    state.awaiting = MOVE
    state.step = ACT
    state.to_move = seat


@rule
def has_action(state: State, seat: int) -> bool:
    """R3.3-R3.5 Tiles are there for both; chips up to the second; plates while a token is left."""
    board = state.boards[seat]
    if state.tiles_on_offer > 0 or board.tokens > 0:
        return True
    return board.taken < CHIPS_PER_ROUND and any_chip_up(state)


@rule
def any_chip_up(state: State) -> bool:
    """R7.1 Is a chip turned up on a factory?"""
    for factory in range(SMALL):
        if state.chip[factory] != EMPTY and state.chip[factory] != FACE_DOWN:
            return True
    return False


@rule
def end_turn(state: State) -> None:
    """R3.2, R3.4, R3.6 The other player's turn; or one's own again; or the phase is over."""
    if has_action(state, 1 - state.to_move):
        begin_turn(state, 1 - state.to_move)
    elif has_action(state, state.to_move):
        begin_turn(state, state.to_move)
    else:
        start_decorating(state)


@rule
def action_moves(state: State, moves: Counts) -> int:
    """R3.3 Every take of tiles, every chip, every plate of the display, and the first draw."""
    board = state.boards[state.to_move]
    n = take_moves(state, moves)
    if board.taken < CHIPS_PER_ROUND:
        for factory in range(SMALL):
            moves[n] = codes.CHIP_AT + factory
            n += (state.chip[factory] != EMPTY) & (state.chip[factory] != FACE_DOWN)
    if board.tokens > 0:
        n = plate_moves(state, moves, n, codes.PLATE_AT, DISPLAY)
        moves[n] = codes.DRAW
        n += may_begin_to_draw(state, board)
    return n


# -- R4 taking a plate --------------------------------------------------------------------------


@rule
def plate_moves(state: State, moves: Counts, n: int, first_move: int, where: int) -> int:
    """R4.2, R4.6 One move for each plate at a place."""
    for plate in range(PLATES):
        moves[n] = first_move + plate
        n += state.place[plate] == where
    return n


@rule
def may_begin_to_draw(state: State, board: Board) -> bool:
    """R4.4, R4.5 With points, or without when there is nothing else."""
    return in_stack(state) > 0 and (board.score >= STACK_DRAW_COST or count_in(state, DISPLAY) == 0)


@rule
def may_draw_again(state: State, board: Board) -> bool:
    """R4.4 Each further draw needs a plate and a point."""
    return in_stack(state) > 0 and board.score >= STACK_DRAW_COST


@rule
def choose_plate(state: State, plate: int) -> None:
    """R2.6, R4.1, R4.2, R4.6 This plate is taken from the display, or kept from the hand."""
    if state.step == ACT:
        state.boards[state.to_move].tokens -= 1
    state.place[plate] = CHOSEN
    state.plate = plate
    state.step = PLACE
    state.awaiting = MOVE


@rule
def draw_from_stack(state: State) -> None:
    """R4.1, R4.3-R4.5 Pay a point, take the top plate unseen; then draw again, stop, or have to stop."""
    board = state.boards[state.to_move]
    if state.step == ACT:
        board.tokens -= 1
    cost = min(STACK_DRAW_COST, board.score)
    board.score -= cost
    board.plate_cost += cost
    take_top(state)
    if not may_draw_again(state, board):
        stop_drawing(state)
    elif state.top == TOP_AWAITED:
        state.awaiting = DEAL
        state.step = TOP
    else:
        state.step = DRAWING


@rule
def take_top(state: State) -> None:
    """R14.5, R14.11 An unseen plate is known by its type; one put back is known to who put it there."""
    plate = EMPTY
    owner = NOBODY
    if state.stack == 0:
        owner = state.under_owner[0]
        plate = take_from_under(state)
    else:
        state.stack -= 1
    if plate == EMPTY or plate >= HIDDEN:
        state.hand_unknown[state.top] += 1
    else:
        state.place[plate] = KNOWN + owner
    see_top(state)


@rule
def stop_drawing(state: State) -> None:
    """R4.4, R4.6 The player looks at the plates drawn; fronts nobody knew come to light."""
    if state.hand_unknown[IS_SPECIAL] + state.hand_unknown[IS_JOKER] > 0:
        state.awaiting = DEAL
        state.step = FRONTS
    else:
        look(state)


@rule
def look(state: State) -> None:
    """R4.6 All plates drawn are known to the player, who keeps one; a single one is kept unasked."""
    last = EMPTY
    n = 0
    for plate in range(PLATES):
        if state.place[plate] == HAND or state.place[plate] >= KNOWN:
            state.place[plate] = HAND
            last = plate
            n += 1
    state.step = KEEP
    state.awaiting = MOVE
    if n == 1:
        choose_plate(state, last)


@rule
def laying_moves(state: State, moves: Counts) -> int:
    """R4.7 Any empty slot, turned in four ways."""
    board = state.boards[state.to_move]
    n = 0
    for slot in range(SLOTS):
        if board.plates[slot] == EMPTY:
            for turn in range(TURNS):
                moves[n + turn] = codes.lay(slot, turn)
            n += TURNS
    return n


@rule
def lay_plate(state: State, slot: int, turn: int) -> None:
    """R2.6, R4.7, R4.8 The plate lies for good; then the display is filled, or other plates go back."""
    lay(state.boards[state.to_move], state.plate, slot, turn)
    state.place[state.plate] = LAID
    state.plate = EMPTY
    if state.round_number == 0:
        state.awaiting = DEAL
        state.step = REFILL
    else:
        go_on_returning(state)


@rule
def lay(board: Board, plate: int, slot: int, turn: int) -> None:
    """R4.7 The four spaces of a plate become part of the dome."""
    board.plates[slot] = plate
    board.turns[slot] = turn
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    for k in range(4):
        board.spaces[row + k // 2, column + k % 2] = PRINTED[plate, turn, k]


@rule
def go_on_returning(state: State) -> None:
    """R4.6 The plates left over go back one by one; the last one goes unasked and ends the turn."""
    left = count_in(state, HAND)
    if left > 1:
        state.step = RETURN
        return
    if left == 1:
        for plate in range(PLATES):
            if state.place[plate] == HAND:
                put_back(state, plate)
        end_lot(state)
    end_turn(state)


@rule
def return_plate(state: State, plate: int) -> None:
    """R4.6 The next plate to lie under the stack."""
    put_back(state, plate)
    go_on_returning(state)


@rule
def put_back(state: State, plate: int) -> None:
    """R4.6 Below those chosen before it."""
    k = 0
    while state.back[k] != EMPTY:
        k += 1
    state.back[k] = plate
    state.place[plate] = BACK


@rule
def end_lot(state: State) -> None:
    """R4.6, R14.7 The plates put back are the lowest lot of the stack."""
    k = 0
    while state.back[k] != EMPTY:
        n = state.under_count
        state.under[n] = state.back[k]
        state.under_owner[n] = state.to_move
        state.place[state.back[k]] = UNDER
        state.back[k] = EMPTY
        state.under_count += 1
        k += 1
    state.under_last[state.under_count - 1] = 1
    if state.stack == 0:
        state.top = TYPE_OF[state.under[0]]


@rule
def after_refill(state: State) -> None:
    """R2.6, R2.8 The first player takes a starting plate too; then round 1 begins."""
    if state.to_move != state.first:
        await_start(state, state.first)
    else:
        begin_round(state)


@rule
def await_start(state: State, seat: int) -> None:
    """R2.6, R2.7 This seat takes a starting plate from the display."""
    state.awaiting = MOVE
    state.step = START
    state.to_move = seat


@rule
def begin_round(state: State) -> None:
    """R2.8, R3.2 The first player begins phase 1."""
    state.round_number = max(1, state.round_number)
    begin_turn(state, state.first)


# -- R5 taking tiles ----------------------------------------------------------------------------


@rule
def take_moves(state: State, moves: Counts) -> int:
    """R5.1, R5.4, R6.1 Every colour at every source, to every destination open to it."""
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
    """R5.1, R5.4 Note every source and colour with tiles, behind the moves; return how many there are."""
    on_moons = colours_on_moons(state)
    groups = 0
    for colour in range(COLOURS):
        moves[codes.GROUPS_AT + groups] = colour
        groups += on_moons >> colour & 1
    for source in range(1, SOURCES):
        for colour in range(COLOURS):
            moves[codes.GROUPS_AT + groups] = codes.group(source, colour)
            groups += state.sun[source - 1, colour] > 0
    return groups


@rule
def colours_on_moons(state: State) -> int:
    """R5.4 The colours on top of a small pile or on the large moon, as a set."""
    colours = 0
    for colour in range(COLOURS):
        colours |= int(state.moon[colour] > 0) << colour
    for factory in range(SMALL):
        height = state.pile_height[factory]
        colours |= int(height > 0) << (state.pile[factory, max(height - 1, 0)] & 7)
    return colours


@rule
def take_tiles(state: State, source: int, colour: int, destination: int) -> None:
    """R5, R6.1 All tiles of the take go to one destination; then what is left over is seen to."""
    board = state.boards[state.to_move]
    if source == MOONS:
        taken = take_from_moons(state, colour)
    else:
        taken = state.sun[source - 1, colour]
        state.sun[source - 1, colour] = 0
    state.tiles_on_offer -= taken
    put_tiles(state, board, destination, colour, taken)
    if source == MOONS:
        end_take(state)
    elif source - 1 == LARGE:
        clear_large_sun(state)
        end_take(state)
    else:
        go_on_piling(state, source - 1)


@rule
def take_from_moons(state: State, colour: int) -> int:
    """R5.4-R5.6 One tile of every pile that shows the colour, and all of it on the large moon."""
    taken = state.moon[colour]
    if taken > 0 and state.marker == NOBODY:
        state.marker = state.to_move
    state.moon[colour] = 0
    for factory in range(SMALL):
        top = state.pile_height[factory] - 1
        if top >= 0 and state.pile[factory, top] == colour:
            state.pile[factory, top] = EMPTY
            state.pile_height[factory] = top
            taken += 1
    return taken


@rule
def clear_large_sun(state: State) -> None:
    """R5.3 What is left goes to the moon; who leaves nothing takes the first-player tile."""
    left = count(state.sun[LARGE])
    for colour in range(COLOURS):
        state.moon[colour] += state.sun[LARGE, colour]
        state.sun[LARGE, colour] = 0
    if left == 0:
        state.marker = state.to_move


@rule
def go_on_piling(state: State, factory: int) -> None:
    """R5.2 The player piles the tiles left over; when they have one colour there is nothing to choose."""
    colours = 0
    last = 0
    for colour in range(COLOURS):
        if state.sun[factory, colour] > 0:
            colours += 1
            last = colour
    if colours > 1:
        state.step = PILE
        state.factory = factory
        return
    while state.sun[factory, last] > 0:
        pile_up(state, factory, last)
    end_take(state)


@rule
def piling_moves(state: State, moves: Counts) -> int:
    """R5.2 Any colour that is left."""
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.PILE_AT + colour
        n += state.sun[state.factory, colour] > 0
    return n


@rule
def pile_up(state: State, factory: int, colour: int) -> None:
    """R5.2 One tile from the sun to the top of the pile."""
    state.sun[factory, colour] -= 1
    state.pile[factory, state.pile_height[factory]] = colour
    state.pile_height[factory] += 1


@rule
def end_take(state: State) -> None:
    """R5.7 Chips of factories without tiles are turned up before the turn is over."""
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            state.awaiting = DEAL
            state.step = REVEAL
            state.factory = 0
            return
    end_turn(state)


# -- R6 where tiles go --------------------------------------------------------------------------


@rule
def open_destinations(board: Board) -> int:
    """R6.2, R6.3 The colours open at every line and at the broken zone, five bits for each."""
    opened = ALL_COLOURS << BROKEN * COLOURS
    for line in range(LINES):
        held = board.line_colour[line]
        more_of_it = (1 if board.line_count[line] <= line else 0) << (held & 7)
        # Both worked out: faster than a branch.
        opened |= int(ALL_COLOURS if held == EMPTY else more_of_it) << line * COLOURS
    return opened


@rule
def put_tiles(state: State, board: Board, destination: int, colour: int, taken: int) -> None:
    """R6.1, R6.4 The tiles fill the line; what finds no room is broken."""
    fits = 0
    if destination != BROKEN:
        fits = min(taken, destination + 1 - board.line_count[destination])
        board.line_colour[destination] = colour
        board.line_count[destination] += fits
    break_tiles(state, board, colour, taken - fits)


# -- R7 taking a chip ---------------------------------------------------------------------------


@rule
def take_chip(state: State, factory: int) -> None:
    """R7.1, R7.2 A chip that is turned up goes to the player."""
    board = state.boards[state.to_move]
    board.chips[state.chip[factory]] += 1
    board.taken += 1
    state.chip[factory] = EMPTY
    end_turn(state)
