"""Counting lines of play: two programs that agree on the counts agree on the rules."""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Records, rule
from tilewright.core.contract.verbs import MOVE, legal_moves, play


@rule
def perft(states: Records, depth: int, most_moves: int) -> int:
    """Lines of that many moves from ``states[0]``; one that meets a deal or the end earlier counts once.

    An explicit stack: compiled functions that call themselves break when loaded from the cache.
    """
    if depth == 0 or states[0].awaiting != MOVE:
        return 1
    stack = np.zeros(depth, dtype=states.dtype)
    moves = np.empty((depth, most_moves), dtype=COUNT)
    left = np.zeros(depth, dtype=np.int64)
    stack[0] = states[0]
    left[0] = legal_moves(stack[0], moves[0])
    if depth == 1:
        return left[0]
    leaves = 0
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        play(stack[level + 1], moves[level, left[level]])
        if stack[level + 1].awaiting != MOVE:
            leaves += 1
            continue
        n = legal_moves(stack[level + 1], moves[level + 1])
        if level + 2 == depth:
            leaves += n
        else:
            level += 1
            left[level] = n
    return leaves
