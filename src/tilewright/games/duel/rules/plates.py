"""Taking a plate: R2.6 to R2.8 and R4 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.verbs import DEAL, MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    BACK,
    CHOSEN,
    DISPLAY,
    EMPTY,
    HAND,
    HIDDEN,
    IS_JOKER,
    IS_SPECIAL,
    KNOWN,
    LAID,
    NOBODY,
    PLATES,
    PRINTED,
    SLOT_COLUMNS,
    SLOTS,
    STACK_DRAW_COST,
    TOP_AWAITED,
    TURNS,
    TYPE_OF,
    UNDER,
    Board,
    State,
)
from tilewright.games.duel.rules.effects import (
    BY_DRAW,
    Effects,
    hand_seen,
    lot_put,
    plate_chosen,
    plate_drawn,
    plate_laid,
    plate_returned,
    points_scored,
    token_used,
)
from tilewright.games.duel.rules.stack import count_in, in_stack, see_top, take_from_under
from tilewright.games.duel.rules.turns import end_turn
from tilewright.games.duel.steps import ACT, DRAWING, FRONTS, KEEP, PLACE, REFILL, RETURN, TOP


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
def use_token(state: State, board: Board, effects: Effects | None) -> None:
    """R4.1 The action costs a token, whatever follows from it."""
    if state.step == ACT:
        board.tokens -= 1
        token_used(effects, state.to_move, board.tokens)


@rule
def choose_plate(state: State, plate: int, effects: Effects | None) -> None:
    """R2.6, R4.1, R4.2, R4.6 This plate is taken from the display, or kept from the hand."""
    plate_chosen(effects, state.to_move, plate, state.step)
    use_token(state, state.boards[state.to_move], effects)
    state.place[plate] = CHOSEN
    state.plate = plate
    state.step = PLACE
    state.awaiting = MOVE


@rule
def draw_from_stack(state: State, effects: Effects | None) -> None:
    """R4.1, R4.3-R4.5 Pay a point, take the top plate unseen; then draw again, stop, or have to stop."""
    board = state.boards[state.to_move]
    plate_drawn(effects, state.to_move, state.top)
    use_token(state, board, effects)
    cost = draw_cost(board)
    board.score -= cost
    board.plate_cost += cost
    points_scored(effects, state.to_move, -cost, BY_DRAW, 0)
    take_top(state)
    if not may_draw_again(state, board):
        stop_drawing(state, effects)
    elif state.top == TOP_AWAITED:
        state.awaiting = DEAL
        state.step = TOP
    else:
        state.step = DRAWING


@rule
def draw_cost(board: Board) -> int:
    """R4.3, R4.5 A point, or nothing when there is none."""
    return min(STACK_DRAW_COST, board.score)


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
def stop_drawing(state: State, effects: Effects | None) -> None:
    """R4.4, R4.6 The player looks at the plates drawn; fronts nobody knew come to light."""
    if state.hand_unknown[IS_SPECIAL] + state.hand_unknown[IS_JOKER] > 0:
        state.awaiting = DEAL
        state.step = FRONTS
    else:
        look(state, effects)


@rule
def look(state: State, effects: Effects | None) -> None:
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
        choose_plate(state, last, effects)
    else:
        hand_seen(effects, state.to_move)


@rule
def laying_moves(state: State, moves: Counts) -> int:
    """R4.7 Any empty slot, turned in four ways."""
    board = state.boards[state.to_move]
    n = 0
    for slot in range(SLOTS):
        if may_lay(board, slot):
            for turn in range(TURNS):
                moves[n + turn] = codes.lay(slot, turn)
            n += TURNS
    return n


@rule
def may_lay(board: Board, slot: int) -> bool:
    """R4.7 The slot is empty."""
    return board.plates[slot] == EMPTY


@rule
def lay_plate(state: State, slot: int, turn: int, effects: Effects | None) -> None:
    """R2.6, R4.7, R4.8 The plate lies for good; then the display is filled, or other plates go back."""
    plate_laid(effects, state.to_move, state.plate, slot, turn)
    lay(state.boards[state.to_move], state.plate, slot, turn)
    state.place[state.plate] = LAID
    state.plate = EMPTY
    if state.round_number == 0:
        state.awaiting = DEAL
        state.step = REFILL
    else:
        go_on_returning(state, effects)


@rule
def lay(board: Board, plate: int, slot: int, turn: int) -> None:
    """R4.7 The four spaces of a plate become part of the dome."""
    board.plates[slot] = plate
    board.turns[slot] = turn
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    for k in range(4):
        board.spaces[row + k // 2, column + k % 2] = PRINTED[plate, turn, k]


@rule
def go_on_returning(state: State, effects: Effects | None) -> None:
    """R4.6 The plates left over go back one by one; the last one goes unasked and ends the turn."""
    left = count_in(state, HAND)
    if left > 1:
        state.step = RETURN
        return
    if left == 1:
        for plate in range(PLATES):
            if state.place[plate] == HAND:
                put_back(state, plate, effects)
        end_lot(state, effects)
    end_turn(state, effects)


@rule
def return_plate(state: State, plate: int, effects: Effects | None) -> None:
    """R4.6 The next plate to lie under the stack."""
    put_back(state, plate, effects)
    go_on_returning(state, effects)


@rule
def put_back(state: State, plate: int, effects: Effects | None) -> None:
    """R4.6 Below those chosen before it."""
    plate_returned(effects, state.to_move, plate)
    k = 0
    while state.back[k] != EMPTY:
        k += 1
    state.back[k] = plate
    state.place[plate] = BACK


@rule
def end_lot(state: State, effects: Effects | None) -> None:
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
    lot_put(effects, state.to_move, k)
