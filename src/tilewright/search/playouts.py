"""Random play, as fast as the rules go."""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Counts, Records, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.protocols import State
from tilewright.core.contract.verbs import DEAL, END, deal, legal_moves, play, set_up


@rule
def play_out(state: State, moves: Counts, drawn: Counts, rng: Dice) -> int:
    """Play uniformly random moves to the end; return how many."""
    plies = 0
    while state.awaiting != END:
        if state.awaiting == DEAL:
            deal(state, rng, drawn)
        else:
            n = legal_moves(state, moves)
            play(state, moves[below(rng, n)])
            plies += 1
    return plies


@rule
def random_games(
    states: Records,
    players: int,
    choices: Counts,
    games: int,
    most_moves: int,
    most_drawn: int,
    rng: Dice,
) -> tuple[int, int]:
    """Play whole games in ``states[0]``; return the plies and a signature of every final score."""
    moves = np.empty(most_moves, dtype=COUNT)
    drawn = np.empty(most_drawn, dtype=COUNT)
    state = states[0]
    plies = 0
    signature = 0
    for game in range(games):
        set_up(state, players, game % players, choices)
        plies += play_out(state, moves, drawn, rng)
        for seat in range(players):
            signature = (signature * 31 + int(state.boards[seat].score) + 7) % 1_000_000_007
    return plies, signature
