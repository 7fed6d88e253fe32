"""What a move gives and costs, as data: it is played on a copy."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tilewright.core.shapes.forecast import Bonus, Forecast
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    COST,
    COSTING,
    LETTERS,
    NUMBER_BONUS,
    POSITIONS,
    STAR_BONUS,
    STARS,
)
from tilewright.games.pavilion.ending import lost_points
from tilewright.games.pavilion.passing import is_choice_over, keep_limit, may_keep_all
from tilewright.games.pavilion.placing import lay_tile
from tilewright.games.pavilion.rules import play

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

NEAR = 1  # a bonus is in reach when this move leaves no more tiles missing


def forecast(state: State, move: int) -> Forecast:
    """What a move brings, itself alone."""
    if move < codes.DRAFTS or codes.BONUSES <= move < codes.KEEPS:
        return _forecast_taking(state, move)
    if move < codes.PASS:
        return _forecast_place(state, move)
    return _forecast_keeping(state, move)


def by_letter(tiles: list[int]) -> dict[str, int]:
    """Tiles counted by colour; colours without tiles are left out."""
    return {letter: n for letter, n in zip(LETTERS, tiles, strict=True) if n}


def _forecast_taking(state: State, move: int) -> Forecast:
    """R2.4-R2.8, R4.5 What comes to the hand, and what the token costs."""
    seat, after = state.to_move, copy(state)
    play(after, move)
    before, board = state.boards[seat], after.boards[seat]
    token = bool(after.token != state.token)
    return Forecast(
        gains=by_letter((board.hand - before.hand).tolist()),
        hand=by_letter(board.hand.tolist()),
        marker=token,
        loses=int(before.score - board.score) if token else None,
    )


def _forecast_place(state: State, move: int) -> Forecast:
    """R3.8, R4.2-R4.6, R7.2, R7.3"""
    after = copy(state)
    earned = lay_tile(after, move)
    before, board = state.boards[state.to_move], after.boards[state.to_move]
    star, position = int(codes.star_of(move)), int(codes.position_of(move))
    return Forecast(
        points_now=int(board.tile_points - before.tile_points),
        cost=by_letter((before.hand - board.hand).tolist()),
        hand=by_letter(board.hand.tolist()),
        bonus_tiles=int(earned) or None,
        bonuses=_bonuses(board, star, state.side, int(COST[state.side, star, position])),
    )


def _bonuses(board: Board, star: int, side: int, cost: int) -> list[Bonus]:
    """R7.2, R7.3 The bonuses that are complete or in reach with the tile of this cost in this star."""
    found = []
    covered, colours = board.covered.tolist(), int(board.colours[star])
    missing = POSITIONS - covered[star].bit_count()
    if missing <= NEAR:
        alike = colours.bit_count() == 1
        points = int(STAR_BONUS[colours.bit_length() - 1]) if alike else ALL_DIFFERENT_BONUS
        found.append(Bonus("star", points, missing))
    wanted = COSTING[side, cost].tolist()
    missing = sum((wanted[k] & ~covered[k]).bit_count() for k in range(STARS))
    if missing <= NEAR and NUMBER_BONUS[cost]:
        found.append(Bonus("number", int(NUMBER_BONUS[cost]), missing))
    return found


def _forecast_keeping(state: State, move: int) -> Forecast:
    """R5.2 What is kept so far, and what giving up the rest costs when the choice ends with this move."""
    board, colour = copy(state.boards[state.to_move]), 0
    if move == codes.PASS and may_keep_all(board):
        return Forecast(kept=by_letter(board.hand.tolist()))
    if codes.KEEPS <= move < codes.DONE:
        colour = move - codes.KEEPS
        board.hand[colour] -= 1
        board.kept[colour] += 1
    kept = by_letter(board.kept.tolist())
    if move == codes.DONE or is_choice_over(board, colour):
        return Forecast(kept=kept, loses=int(lost_points(board, board.hand.sum())))
    return Forecast(kept=kept, may_keep=int(keep_limit(board) - board.kept.sum()))
