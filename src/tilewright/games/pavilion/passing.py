"""Passing, and what is kept: R5.1 and R5.2 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.effects import Effects, tiles_moved
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import COLOURS, KEEPING, MOST_KEPT, Board, State, count, count_from
from tilewright.games.pavilion.effects import FOR_DISCARDED, HAND, KEPT, TOWER, place_of
from tilewright.games.pavilion.ending import lose
from tilewright.games.pavilion.turns import end_turn, enter


@rule
def may_keep_all(board: Board) -> bool:
    """R5.2 Up to four tiles may all be kept at once."""
    return count(board.hand) <= MOST_KEPT


@rule
def pass_turn(state: State, keep_all: bool, effects: Effects | None) -> None:
    """R5.1, R5.2 Few tiles may all be kept at once; otherwise the player chooses."""
    board = state.boards[state.to_move]
    if keep_all and may_keep_all(board):
        for colour in range(COLOURS):
            to_corner(state, board, colour, board.hand[colour], effects)
        finish_passing(state, effects)
    else:
        enter(state, KEEPING, effects)
        state.from_colour = 0
        end_choice_if_over(state, board, effects)


@rule
def to_corner(state: State, board: Board, colour: int, tiles: int, effects: Effects | None) -> None:
    """R5.2 Tiles of a colour go from the hand to the corner spaces."""
    board.hand[colour] -= tiles
    board.kept[colour] += tiles
    tiles_moved(effects, colour, tiles, place_of(state.to_move, HAND), place_of(state.to_move, KEPT))


@rule
def keep_limit(board: Board) -> int:
    """R5.2 At most four of many tiles; all but one of few, since keeping all needs no choice."""
    tiles = count(board.hand) + count(board.kept)
    return MOST_KEPT if tiles > MOST_KEPT else tiles - 1


@rule
def keeping_moves(state: State, moves: Counts) -> int:
    """R5.2 Every colour that may be kept; keeping no more is always possible."""
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.keep(colour)
        n += may_keep(state, colour)
    moves[n] = codes.DONE
    return n + 1


@rule
def may_keep(state: State, colour: int) -> bool:
    """R5.2 Colours in their order."""
    return colour >= state.from_colour and state.boards[state.to_move].hand[colour] > 0


@rule
def keep(state: State, colour: int, effects: Effects | None) -> None:
    """R5.2 One tile from the hand to a corner space."""
    board = state.boards[state.to_move]
    to_corner(state, board, colour, 1, effects)
    state.from_colour = colour
    end_choice_if_over(state, board, effects)


@rule
def end_choice_if_over(state: State, board: Board, effects: Effects | None) -> None:
    """R5.2 The choice is over when no more may be kept, or nothing is left to be named."""
    if is_choice_over(board, state.from_colour):
        finish_passing(state, effects)


@rule
def is_choice_over(board: Board, from_colour: int) -> bool:
    """R5.2 May no more be kept, or is nothing left to be named?"""
    return count_from(board.hand, from_colour) == 0 or count(board.kept) == keep_limit(board)


@rule
def finish_passing(state: State, effects: Effects | None) -> None:
    """R5.2 All tiles not kept go to the tower and cost 1 point each; R5.4 no more turns this round."""
    hand = state.boards[state.to_move].hand
    lose(state, state.to_move, count(hand), FOR_DISCARDED, effects)
    for colour in range(COLOURS):
        tiles_moved(effects, colour, hand[colour], place_of(state.to_move, HAND), TOWER)
        state.tower[colour] += hand[colour]
        hand[colour] = 0
    state.passed |= 1 << state.to_move
    end_turn(state, effects)
