"""The table and the rules, in the order of pluck.md, and what a search asks besides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, Reals, layout, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.effects import (
    Effects,
    awaited,
    game_ended,
    points_scored,
    round_began,
    tiles_moved,
    turn_passed,
)
from tilewright.core.contract.evaluator import Evaluation
from tilewright.core.contract.hashing import random_words
from tilewright.core.contract.protocols import Evaluator
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.shapes.moves import Kind, Moves, Part

LETTERS = "WYBR"
COLOURS, PILES, HEIGHT, ROUNDS, TILES = 4, 6, 3, 2, 9
WORTH = np.array([1, 2, 4, 7])
LAST = 2
NAMES = ("white", "yellow", "blue", "red")
EMPTY = -1
SEATS = 2
ENDINGS = ("", "two rounds are over")
BAG, BOX, FIRST_CELL = 0, 1, 2
BY_TILE, BY_LAST = 0, 1

MOVES = Moves([Kind("take", (Part("pile", "123456"),), "{pile}")])


class Board:
    """What lies in front of one player."""

    score: int
    last_points: int


BOARD = layout(Board)


class State:
    """The whole table."""

    players: int
    first: int
    to_move: int
    awaiting: int
    round_number: int
    ending: int
    piles: Annotated[Counts, (PILES, HEIGHT)]  # from the bottom to the top
    bag: Annotated[Counts, (COLOURS,)]
    box: Annotated[Counts, (COLOURS,)]
    boards: Annotated[Sequence[Board], (SEATS,), BOARD]


STATE = layout(State)


class Weights:
    """What positions are judged by."""

    spread: float
    spread_per_round: float
    temperature: float
    explore: float
    starter: float


EVALUATION = Evaluation(layout(Weights), Path(__file__).with_name("weights.json"))


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:  # noqa: ARG001 - there are none
    """R1.1"""
    state.players = players
    state.first = first
    state.to_move = first
    state.awaiting = DEAL
    state.round_number = 1
    state.ending = 0
    state.piles[:] = EMPTY
    state.bag[:] = TILES
    state.box[:] = 0
    for seat in range(SEATS):
        state.boards[seat].score = 0
        state.boards[seat].last_points = 0


@rule
def deal(state: State, rng: Dice, drawn: Counts) -> int:
    """R1.2"""
    for k in range(PILES * HEIGHT):
        pick = below(rng, PILES * HEIGHT * (ROUNDS - state.round_number + 1) - k)
        colour = 0
        while pick >= state.bag[colour]:
            pick -= state.bag[colour]
            colour += 1
        drawn[k] = colour
        state.bag[colour] -= 1
        state.piles[k // HEIGHT, k % HEIGHT] = colour
    state.awaiting = MOVE
    return PILES * HEIGHT


@rule
def deal_exactly(state: State, drawn: Counts, n: int, effects: Effects | None = None) -> None:
    """R1.2"""
    for k in range(n):
        state.bag[drawn[k]] -= 1
        state.piles[k // HEIGHT, k % HEIGHT] = drawn[k]
        tiles_moved(effects, drawn[k], 1, BAG, FIRST_CELL + k)
    state.awaiting = MOVE
    awaited(effects, MOVE)


@rule
def tiles_in(state: State, pile: int) -> int:
    """How many tiles a pile still has; the top one lies below that."""
    n = 0
    while n < HEIGHT and state.piles[pile, n] != EMPTY:
        n += 1
    return n


@rule
def tiles_left(state: State) -> int:
    """How many tiles lie on all piles."""
    n = 0
    for pile in range(PILES):
        n += tiles_in(state, pile)
    return n


@rule
def legal_moves(state: State, moves: Counts) -> int:
    """R2.1"""
    n = 0
    if state.awaiting != MOVE:
        return n
    for pile in range(PILES):
        if tiles_in(state, pile) > 0:
            moves[n] = pile
            n += 1
    return n


@rule
def play(state: State, move: int, effects: Effects | None = None) -> None:
    """R2.1, R2.2"""
    seat, place = state.to_move, tiles_in(state, move) - 1
    colour, board = state.piles[move, place], state.boards[seat]
    state.piles[move, place] = EMPTY
    state.box[colour] += 1
    board.score += WORTH[colour]
    tiles_moved(effects, colour, 1, FIRST_CELL + move * HEIGHT + place, BOX)
    points_scored(effects, seat, WORTH[colour], BY_TILE, move * HEIGHT + place)
    if tiles_left(state) > 0:
        state.to_move = 1 - seat
        turn_passed(effects, state.to_move)
    else:
        board.score += LAST
        board.last_points += LAST
        points_scored(effects, seat, LAST, BY_LAST, move * HEIGHT + place)
        end_round(state, effects)


@rule
def end_round(state: State, effects: Effects | None) -> None:
    """R3.1"""
    if state.round_number == ROUNDS:
        state.awaiting = END
        state.ending = 1
        game_ended(effects, 1)
        return
    state.round_number += 1
    state.first = 1 - state.first
    state.to_move = state.first
    state.awaiting = DEAL
    round_began(effects, state.round_number, state.first)
    turn_passed(effects, state.to_move)
    awaited(effects, DEAL)


@rule
def winners(state: State) -> int:
    """R3.1"""
    if state.awaiting != END:
        return 0
    ahead = state.boards[0].score - state.boards[1].score
    if ahead == 0:
        return 3
    return 1 if ahead > 0 else 2


@rule
def observe(state: State, seat: int) -> None:
    """Everybody sees everything."""


@rule
def determinise(state: State, rng: Dice) -> None:
    """Nothing is hidden."""


@rule
def violations(state: State) -> int:
    """A bit for each colour that has not all its tiles, and one for points that nothing brought."""
    broken = 0
    for colour in range(COLOURS):
        n = state.bag[colour] + state.box[colour]
        for pile in range(PILES):
            for place in range(HEIGHT):
                n += state.piles[pile, place] == colour
        if n != TILES:
            broken |= 1 << colour
    earned = 0
    for colour in range(COLOURS):
        earned += state.box[colour] * WORTH[colour]
    for seat in range(SEATS):
        earned -= state.boards[seat].score - state.boards[seat].last_points
    return broken | (earned != 0) << COLOURS


MEANINGS = (*(f"{name} tiles are not {TILES}" for name in NAMES), "points are not those of tiles")


# -- searching --------------------------------------------------------------------------------------


@rule
def prospect(state: State, seat: int) -> float:
    """The points so far."""
    return 1.0 * state.boards[seat].score


@rule
def plies_left(state: State) -> int:
    """A tile is taken with every move."""
    return tiles_left(state) if state.awaiting == MOVE else 0


CELL_WORDS = random_words((PILES, HEIGHT, COLOURS + 1), 71)
TURN_WORDS = random_words((SEATS,), 72)
MOST_POINTS = int(TILES * WORTH.sum() + LAST * ROUNDS)
SCORE_WORDS = random_words((SEATS, MOST_POINTS + 1), 73)


@rule
def key(state: State) -> int:
    """What lies there, who is to move, and the points, which change with every move."""
    found = TURN_WORDS[state.to_move]
    for seat in range(SEATS):
        found ^= SCORE_WORDS[seat, state.boards[seat].score]
    for pile in range(PILES):
        for place in range(HEIGHT):
            found ^= CELL_WORDS[pile, place, state.piles[pile, place] + 1]
    return found


@rule
def prior(state: State, move: int, evaluator: Evaluator[Weights]) -> float:  # noqa: ARG001 - the verb's words
    """The points at once."""
    return 1.0 * WORTH[state.piles[move, tiles_in(state, move) - 1]]


@rule
def evaluate(state: State, points: Reals, evaluator: Evaluator[Weights]) -> float:
    """The points so far, half of what lies there, and a little for whoever begins the next round."""
    lying = 0
    for pile in range(PILES):
        for place in range(tiles_in(state, pile)):
            lying += WORTH[state.piles[pile, place]]
    for seat in range(SEATS):
        points[seat] = state.boards[seat].score + 0.5 * lying
    if state.awaiting == END:
        return 0.0
    if state.awaiting == DEAL:
        points[state.first] += evaluator.weights.starter
    return ROUNDS - state.round_number + 0.5
