"""Set-up: R1 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.verbs import DEAL
from tilewright.games.pavilion.components import (
    EMPTY,
    NOBODY,
    SETTING_UP,
    START_SCORE,
    TILES_PER_COLOUR,
    Board,
    State,
)


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """R1.1-R1.7 All tiles in the bag, every board empty, the token in the centre."""
    state.side = choices[0]
    state.players = players
    state.awaiting = DEAL
    state.ending = 0
    state.phase = SETTING_UP
    state.round_number = 1
    state.first = first
    state.to_move = first
    state.token = NOBODY
    state.passed = 0
    state.bonus_left = 0
    state.from_colour = 0
    state.tiles_on_offer = 0
    state.offer[:] = 0
    state.supply[:] = 0
    state.bag[:] = TILES_PER_COLOUR
    state.tower[:] = 0
    for board in state.boards:
        clear(board)


@rule
def clear(board: Board) -> None:
    """R1.3 An empty board, no tiles, 5 points."""
    board.tiles[:] = EMPTY
    board.covered[:] = 0
    board.colours[:] = 0
    board.hand[:] = 0
    board.kept[:] = 0
    board.score = START_SCORE
    board.tile_points = 0
    board.losses = 0
