"""Random games with every invariant checked after every ply, and a fingerprint of what was seen."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Records, Wide, layout, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.protocols import State
from tilewright.core.contract.verbs import DEAL, END, deal, legal_moves, play, set_up, violations, winners

ENDINGS = 8


class Soaking:
    """What a soak is told."""

    players: Wide
    games: Wide
    most_moves: Wide  # that there can be at a time, and things drawn
    most_drawn: Wide
    fault_at: Wide  # the ply at which a tile is duplicated on purpose, to show that the checks bite; never, if below 0


class Tally:
    """What a soak saw, in sums."""

    games: Wide
    plies: Wide
    rounds: Wide
    moves: Wide  # legal moves, added up over all decisions
    points: Wide
    winning_points: Wide
    shared: Wide  # victories
    longest: Wide  # plies of the longest game
    most_rounds: Wide
    most_moves: Wide
    violations: Wide
    broken: Wide  # the invariants that did not hold, as a bit set
    endings: Annotated[Integers, (ENDINGS,), np.int64]  # games by how they ended


SOAKING, TALLY = layout(Soaking), layout(Tally)


@rule
def soak(states: Records, tally: Records, soaking: Records, choices: Counts, rng: Dice) -> None:
    """Play games in ``states[0]`` and add to ``tally[0]``."""
    told: Soaking = soaking[0]
    sums: Tally = tally[0]
    state: State = states[0]
    moves = np.empty(told.most_moves, dtype=COUNT)
    drawn = np.empty(told.most_drawn, dtype=COUNT)
    for _ in range(told.games):
        set_up(state, told.players, below(rng, told.players), choices)
        started = sums.plies
        while state.awaiting != END:
            if state.awaiting == DEAL:
                deal(state, rng, drawn)
            else:
                n = legal_moves(state, moves)
                sums.moves += n
                sums.most_moves = max(sums.most_moves, n)
                sums.plies += 1
                if n == 0:
                    sums.violations += 1
                    break
                play(state, moves[below(rng, n)])
                if sums.plies == told.fault_at:
                    state.bag[0] += 1
            broken = violations(state)
            if broken:
                sums.violations += 1
                sums.broken |= broken
                break
        note_end(state, sums)
        sums.longest = max(sums.longest, sums.plies - started)


@rule
def note_end(state: State, sums: Tally) -> None:
    """Add a finished game to the sums."""
    sums.games += 1
    sums.rounds += state.round_number
    sums.most_rounds = max(sums.most_rounds, state.round_number)
    sums.endings[state.ending] += 1
    won = winners(state)
    best = 0
    sharing = 0
    for seat in range(state.players):
        sums.points += state.boards[seat].score
        if won >> seat & 1:
            best = max(best, state.boards[seat].score)
            sharing += 1
    sums.winning_points += best
    sums.shared += sharing > 1
