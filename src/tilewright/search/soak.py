"""Random games with every invariant checked after every ply, and a fingerprint of what was seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.dice import below
from tilewright.core.verbs import DEAL, END, deal, legal_moves, play, set_up, violations, winners

ENDINGS = 8


TALLY = np.dtype(
    (
        np.record,
        [
            (name, np.int64)  # wide, unlike the counts of a game: a soak counts to billions
            for name in (
                "games",
                "plies",
                "rounds",
                "moves",  # legal moves, added up over all decisions
                "points",
                "winning_points",
                "shared",  # victories
                "longest",  # plies of the longest game
                "most_rounds",
                "most_moves",
                "violations",
                "broken",  # the invariants that did not hold, as a bit set
            )
        ],
    )
)
"""What a soak saw, in sums."""


@rule
def soak(
    states: Records,
    tally: Any,
    endings: Any,
    players: int,
    choices: Counts,
    games: int,
    most_moves: int,
    most_drawn: int,
    fault_at: int,
    rng: Any,
) -> None:
    """Play games in ``states[0]`` and add to ``tally[0]``.

    At ply ``fault_at`` (never, if below 0) a tile is duplicated on purpose, to show that the checks bite.
    """
    moves = np.empty(most_moves, dtype=COUNT)
    drawn = np.empty(most_drawn, dtype=COUNT)
    state, sums = states[0], tally[0]
    for _ in range(games):
        set_up(state, players, below(rng, players), choices)
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
                if sums.plies == fault_at:
                    state.bag[0] += 1
            broken = violations(state)
            if broken:
                sums.violations += 1
                sums.broken |= broken
                break
        note_end(state, sums, endings, players)
        sums.longest = max(sums.longest, sums.plies - started)


@rule
def note_end(state: Any, sums: Any, endings: Any, players: int) -> None:
    """Add a finished game to the sums."""
    sums.games += 1
    sums.rounds += state.round_number
    sums.most_rounds = max(sums.most_rounds, state.round_number)
    endings[state.ending] += 1
    won = winners(state)
    best = 0
    sharing = 0
    for seat in range(players):
        sums.points += state.boards[seat].score
        if won >> seat & 1:
            best = max(best, state.boards[seat].score)
            sharing += 1
    sums.winning_points += best
    sums.shared += sharing > 1
