"""Set-up: R1 and R2 of docs/rules/duel.md, and the table cleared between turns and rounds."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.verbs import DEAL
from tilewright.games.duel.components import (
    CHIPS_PER_KIND,
    EMPTY,
    NOBODY,
    PLATES,
    START_SCORE,
    TILES_PER_COLOUR,
    TOKENS,
    TOP_AWAITED,
    UNSEEN,
    Board,
    State,
)
from tilewright.games.duel.steps import FILL


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """R1.1-R1.8, R2.5 All tiles in the bag, all plates in the stack, every board empty."""
    state.goals = choices[0]
    state.players = players
    state.first = first
    state.round_number = 0
    state.ending = 0
    state.bag[:] = TILES_PER_COLOUR
    state.tower[:] = 0
    state.unseen_chips[:] = CHIPS_PER_KIND
    state.place[:] = UNSEEN
    state.stack = PLATES
    state.top = TOP_AWAITED
    clear_offer(state)
    for board in state.boards:
        clear(board)
    await_fill(state)


@rule
def clear_offer(state: State) -> None:
    """Nothing under the stack, nothing in a hand, nothing on the factories."""
    state.under_count = 0
    state.under[:] = EMPTY
    state.under_owner[:] = EMPTY
    state.under_last[:] = 0
    state.hand_unknown[:] = 0
    state.back[:] = EMPTY
    state.tiles_on_offer = 0
    state.sun[:] = 0
    state.pile[:] = EMPTY
    state.pile_height[:] = 0
    state.moon[:] = 0
    state.chip[:] = EMPTY


@rule
def clear(board: Board) -> None:
    """R1.6 An empty board; the score begins at 5."""
    board.plates[:] = EMPTY
    board.turns[:] = 0
    board.spaces[:] = EMPTY
    board.dome[:] = EMPTY
    board.line_colour[:] = EMPTY
    board.line_count[:] = 0
    board.broken[:] = 0
    board.chips[:] = 0
    board.tokens = TOKENS[1]
    board.taken = 0
    board.score = START_SCORE
    board.tile_points = 0
    board.special_points = 0
    board.broken_loss = 0
    board.marker_loss = 0
    board.plate_cost = 0


@rule
def await_fill(state: State) -> None:
    """R12.8 The first-player tile lies on the large factory; display and suns wait to be filled."""
    state.awaiting = DEAL
    state.step = FILL
    state.marker = NOBODY
    state.to_move = state.first
    clear_turn(state)


@rule
def clear_turn(state: State) -> None:
    """Nobody is in the middle of anything."""
    state.line = 0
    state.factory = 0
    state.plate = EMPTY
    state.spent[:] = 0
