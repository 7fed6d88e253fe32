"""The end of a round worked out in full, for any number of players: everyone does best for themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.compiled import COUNT, Records, rule
from tilewright.core.verbs import END, MAX_PLAYERS, play, plies_left, search_moves
from tilewright.search.round_search import LEAVES, MOST_PLIES, NODE_LIMIT, NODES, OPEN_LEAVES
from tilewright.search.utility import seat_utilities


@rule
def max_n(states: Records, most_moves: int, utilities: Any, counts: Any, evaluators: Records) -> int:
    """Best move of ``states[0]`` with every variation played to the end of the round, and its utilities.

    Nothing is pruned, so this is also the plain truth that faster searches are tested against.
    Returns -1 when the node limit was reached first.
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
            if counts[NODES] >= counts[NODE_LIMIT]:
                return -1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, left[level] - 1])
            if plies_left(stack[level + 1]) > 0:
                level += 1
                left[level] = search_moves(stack[level], moves[level])
                best_move[level] = -1
                continue
            counts[LEAVES] += 1
            counts[OPEN_LEAVES] += stack[level + 1].awaiting != END
            seat_utilities(stack[level + 1], scratch, points, chances, value, evaluators[0])
        left[level] -= 1
        mover = stack[level].to_move
        if best_move[level] < 0 or value[mover] >= best[level, mover]:  # of equals the first in order
            best[level] = value
            best_move[level] = moves[level, left[level]]
