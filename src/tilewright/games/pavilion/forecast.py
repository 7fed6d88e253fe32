"""What a move gives and costs, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.forecast import Bonus, Forecast
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    ARC,
    AROUND,
    BONUS_TILES,
    CENTRE,
    COLOURS,
    COST,
    COSTING,
    LEAST_SCORE,
    LETTERS,
    MOST_KEPT,
    NO_STRUCTURE,
    NOBODY,
    NUMBER_BONUS,
    POSITIONS,
    STAR_BONUS,
    STARS,
    TOUCHED,
    joker_of,
)

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

NEAR = 1  # a bonus is in reach when this move leaves no more tiles missing


def forecast(state: State, move: int) -> Forecast:
    """What a move brings, itself alone."""
    if move < codes.DRAFTS:
        return _forecast_draft(state, int(codes.source_of(move)), int(codes.drafted(move)))
    if move < codes.PASS:
        return _forecast_place(state, move)
    if codes.BONUSES <= move < codes.KEEPS:
        hand = state.boards[state.to_move].hand.tolist()
        hand[move - codes.BONUSES] += 1
        return Forecast(gains={LETTERS[move - codes.BONUSES]: 1}, hand=by_letter(hand))
    return _forecast_keeping(state, move)


def by_letter(tiles: list[int]) -> dict[str, int]:
    """Tiles counted by colour; colours without tiles are left out."""
    return {letter: n for letter, n in zip(LETTERS, tiles, strict=True) if n}


def _lost(board: Board, points: int) -> int:
    """R5.6"""
    return min(points, int(board.score) - LEAST_SCORE)


def _forecast_draft(state: State, source: int, colour: int) -> Forecast:
    """R2.4-R2.8"""
    board, joker = state.boards[state.to_move], int(joker_of(state))
    tiles = state.offer[source].tolist()
    gains = [0] * COLOURS
    gains[joker] = min(1, tiles[joker])
    if colour != joker:
        gains[colour] = tiles[colour]
    token = source == CENTRE and bool(state.token == NOBODY)
    return Forecast(
        gains=by_letter(gains),
        hand=by_letter([had + n for had, n in zip(board.hand.tolist(), gains, strict=True)]),
        marker=token,
        loses=_lost(board, sum(gains)) if token else None,
    )


def _forecast_place(state: State, move: int) -> Forecast:
    """R3.8, R4.2-R4.6, R7.2, R7.3"""
    star, position, colour = int(codes.star_of(move)), int(codes.position_of(move)), int(codes.placed(move))
    board, jokers = state.boards[state.to_move], int(codes.jokers_of(move))
    cost = int(COST[state.side, star, position])
    price = [0] * COLOURS
    price[colour] += cost - jokers
    price[joker_of(state)] += jokers
    covered = board.covered.tolist()
    covered[star] |= 1 << position
    earned = sum(int(BONUS_TILES[k]) for k in completed_structures(covered, star, position))
    return Forecast(
        points_now=int(ARC[covered[star], position]),
        cost=by_letter(price),
        hand=by_letter([had - n for had, n in zip(board.hand.tolist(), price, strict=True)]),
        bonus_tiles=min(earned, int(state.supply.sum())) or None,
        bonuses=_bonuses(state.side, covered, star, int(board.colours[star]) | 1 << colour, cost),
    )


def completed_structures(covered: list[int], star: int, position: int) -> list[int]:
    """R4.3, R4.4 The structures beside a space that are complete when these positions are covered."""
    beside = [k for k in TOUCHED[star, position].tolist() if k != NO_STRUCTURE]
    return [k for k in beside if all(covered[at] & wanted == wanted for at, wanted in AROUND[k].tolist())]


def _bonuses(side: int, covered: list[int], star: int, colours: int, cost: int) -> list[Bonus]:
    """R7.2, R7.3 The bonuses that a tile on this space completes or leaves in reach."""
    found = []
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
    board = state.boards[state.to_move]
    hand, kept = board.hand.tolist(), board.kept.tolist()
    limit = MOST_KEPT if sum(hand) + sum(kept) > MOST_KEPT else sum(hand) + sum(kept) - 1
    if move == codes.PASS and sum(hand) <= MOST_KEPT:
        return Forecast(kept=by_letter(hand))
    earliest = 0
    if codes.KEEPS <= move < codes.DONE:
        earliest = move - codes.KEEPS
        hand[earliest] -= 1
        kept[earliest] += 1
    more = limit - sum(kept)
    if move == codes.DONE or more == 0 or not any(hand[earliest:]):
        return Forecast(kept=by_letter(kept), loses=_lost(board, sum(hand)))
    return Forecast(kept=by_letter(kept), may_keep=more)
