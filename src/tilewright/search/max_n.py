"""The end of a round worked out in full, for any number of players: everyone does best for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import COUNT, Records, rule
from tilewright.core.verbs import MAX_PLAYERS, play, plies_left, search_moves
from tilewright.search.round_search import HALT, LEAVES, MOST_PLIES, NODE_LIMIT, NODES, OPEN_LEAVES, open_at
from tilewright.search.rounds import bound_of
from tilewright.search.utility import seat_utilities
from tilewright.search.variations import play_one

if TYPE_CHECKING:
    from tilewright.core.room import Room
    from tilewright.search.stop import Stop


@rule
def max_n(states: Records, most_moves: int, utilities: Any, counts: Any, stop: Any, evaluators: Records) -> int:
    """Best move of ``states[0]`` with every variation played to the end of the round, and its utilities.

    Nothing is pruned, so this is also the plain truth that faster searches are tested against.
    Returns -1 when the node limit was reached or a stop came first.
    """
    stack = np.zeros(MOST_PLIES + 2, dtype=states.dtype)
    moves = np.zeros((MOST_PLIES + 2, most_moves), dtype=COUNT)
    left = np.zeros(MOST_PLIES + 2, dtype=np.int64)
    best = np.zeros((MOST_PLIES + 2, MAX_PLAYERS), dtype=np.float64)
    best_move = np.full(MOST_PLIES + 2, -1, dtype=np.int64)
    value = np.zeros(MAX_PLAYERS, dtype=np.float64)
    points = np.zeros(MAX_PLAYERS, dtype=np.float64)
    chances = np.zeros(MAX_PLAYERS, dtype=np.float64)
    scratch = np.zeros(1, dtype=states.dtype)
    stack[0] = states[0]
    left[0] = search_moves(stack[0], moves[0])
    level = 0
    while True:
        if left[level] == 0:
            if level == 0:
                utilities[:] = best[0]
                return best_move[0]
            value[:] = best[level]
            level -= 1
        else:
            counts[NODES] += 1
            if counts[NODES] >= counts[NODE_LIMIT] or counts[HALT] != 0 or stop[0] != 0:
                return -1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, left[level] - 1])
            if plies_left(stack[level + 1]) > 0:
                level += 1
                left[level] = search_moves(stack[level], moves[level])
                best_move[level] = -1
                continue
            counts[LEAVES] += 1
            counts[OPEN_LEAVES] |= open_at(stack[level + 1])
            seat_utilities(stack[level + 1], scratch, points, chances, value, evaluators[0])
        left[level] -= 1
        mover = stack[level].to_move
        if best_move[level] < 0 or value[mover] >= best[level, mover]:  # of equals the first in order
            best[level] = value
            best_move[level] = moves[level, left[level]]


class MaxN:
    """max^n as Python uses it."""

    def __init__(self, room: Room, evaluators: Records) -> None:
        self.room, self.evaluators = room, evaluators
        self.counts = np.zeros(6, dtype=np.int64)
        self.nodes = 0  # positions seen by the last search

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        self.counts[HALT] = 0

    def halt(self) -> None:
        """Make the search under way return soon: its time is over."""
        self.counts[HALT] = 1

    def best(self, states: Records, node_limit: int, stop: Stop) -> tuple[list[int], int] | None:
        """The best variation, and what is open where any ends; None when the limit, the time or a stop came first."""
        self.nodes = 0
        open_bits: int | None = None
        after, variation = states.copy(), []
        while bound_of(after) > 0:  # what follows the best move is worked out anew: each step is far smaller
            for count in (NODES, OPEN_LEAVES, LEAVES):
                self.counts[count] = 0
            self.counts[NODE_LIMIT] = node_limit
            utilities = np.zeros(MAX_PLAYERS)
            move = int(max_n(after, self.room.most_moves, utilities, self.counts, stop.flag, self.evaluators))
            self.nodes += int(self.counts[NODES])
            if move < 0:
                return None
            open_bits = int(self.counts[OPEN_LEAVES]) if open_bits is None else open_bits
            variation.append(move)
            play_one(after, move)
        return (variation, open_bits) if open_bits is not None else None
