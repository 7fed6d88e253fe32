"""What may be played, and playing it: each step of a turn is told in a file of its own."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.effects import Effects
from tilewright.core.contract.verbs import MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import DISPLAY, HAND, SMALL, State
from tilewright.games.duel.rules.decorate import choose_column, spend, spending_moves, stop_spending, target_moves
from tilewright.games.duel.rules.factories import is_chip_up
from tilewright.games.duel.rules.plates import (
    choose_plate,
    draw_from_stack,
    lay_plate,
    laying_moves,
    may_begin_to_draw,
    plate_moves,
    return_plate,
    stop_drawing,
)
from tilewright.games.duel.rules.tiles import go_on_piling, pile_up, piling_moves, take_chip, take_moves, take_tiles
from tilewright.games.duel.rules.turns import may_take_chip, may_take_plate
from tilewright.games.duel.steps import ACT, DRAWING, KEEP, PILE, PLACE, RETURN, SPEND, START


@rule
def legal_moves(state: State, moves: Counts) -> int:
    """Everything the player to move may do, in rising order."""
    if state.awaiting != MOVE:
        return 0
    step = state.step
    if step == ACT:
        return action_moves(state, moves)
    if step == PILE:
        return piling_moves(state, moves)
    if step == PLACE:
        return laying_moves(state, moves)
    if step == START:
        return plate_moves(state, moves, 0, codes.PLATE_AT, DISPLAY)
    if step == DRAWING:
        moves[0], moves[1] = codes.DRAW, codes.STOP
        return 2
    if step == KEEP:
        return plate_moves(state, moves, 0, codes.PLATE_AT, HAND)
    if step == RETURN:
        return plate_moves(state, moves, 0, codes.RETURN_AT, HAND)
    if step == SPEND:
        return spending_moves(state, moves)
    return target_moves(state, moves)


@rule
def action_moves(state: State, moves: Counts) -> int:
    """R3.3 Every take of tiles, every chip, every plate of the display, and the first draw."""
    board = state.boards[state.to_move]
    n = take_moves(state, moves)
    if may_take_chip(board):
        for factory in range(SMALL):
            moves[n] = codes.CHIP_AT + factory
            n += is_chip_up(state, factory)
    if may_take_plate(board):
        n = plate_moves(state, moves, n, codes.PLATE_AT, DISPLAY)
        moves[n] = codes.DRAW
        n += may_begin_to_draw(state, board)
    return n


@rule
def play(state: State, move: int, effects: Effects | None = None) -> None:
    """One step of a turn."""
    if move < codes.CHIP_AT:
        take_tiles(state, codes.source_of(move), codes.colour_of(move), codes.destination_of(move), effects)
    elif move < codes.PLATE_AT:
        take_chip(state, move - codes.CHIP_AT, effects)
    elif move < codes.DRAW:
        choose_plate(state, move - codes.PLATE_AT, effects)
    elif move == codes.DRAW:
        draw_from_stack(state, effects)
    elif move == codes.STOP:
        stop(state, effects)
    elif move < codes.RETURN_AT:
        lay_plate(state, codes.slot_of(move), codes.turn_of(move), effects)
    elif move < codes.PILE_AT:
        return_plate(state, move - codes.RETURN_AT, effects)
    elif move < codes.SPEND_AT:
        pile_up(state, state.factory, move - codes.PILE_AT, effects)
        go_on_piling(state, state.factory, effects)
    elif move < codes.TARGET_AT:
        spend(state, move - codes.SPEND_AT, effects)
    else:
        choose_column(state, codes.column_of(move), effects)


@rule
def stop(state: State, effects: Effects | None) -> None:
    """R4.4, R8.6 Draw no further plate, or spend no further chip."""
    if state.step == DRAWING:
        stop_drawing(state, effects)
    else:
        stop_spending(state, effects)
