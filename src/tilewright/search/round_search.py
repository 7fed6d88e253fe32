"""Alpha-beta to the end of the round, for two players where no chance lies between.

Principal-variation search with an explicit stack: null windows, late-move reductions, killers, history and
a transposition table. Values are what the position is worth to seat 0; inside a node they are turned to
the view of the player to move. Depth counts moves. A leaf is the end of the round, or depth 0, and is judged
as if the round ended there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.verbs import END, MOVE, key, play, plies_left, prior, search_moves
from tilewright.search.utility import two_seat_utility

MOST_PLIES = 40
INFINITE = 1_000_000
PROVING = 64  # added to the depth remembered by a search without reductions
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# What a search counts and is told, in one array so that another thread can read it and end it (``HALT``).
NODES, NODE_LIMIT, HALT, CUT_SHORT, OPEN_LEAVES, LEAVES = range(6)

# What was still open at a leaf, as bits.
GAME_OPEN, ROUND_OPEN = 1, 2

FULL_WIDTH_MOVES = 4  # that are never reduced
FULL_WIDTH_DEPTH = 3

# Fields of a level of the stack.
MOVER, DEPTH, ALPHA, BETA, FIRST_ALPHA, BEST, BEST_MOVE, MOVES, NEXT, STAGE, OPEN, KEY, HINT = range(13)
REDUCED, NARROW, WIDE = 0, 1, 2  # how the child under way is searched


class Workspace:
    """The memory of one searching thread; the transposition table may be shared between threads."""

    def __init__(
        self, state_layout: np.dtype[Any], most_moves: int, actions: int, transpositions: Any, evaluators: Records
    ) -> None:
        self.stack = np.zeros(MOST_PLIES + 2, dtype=state_layout)
        self.levels = np.zeros((MOST_PLIES + 2, 13), dtype=np.int64)
        self.levels[0, HINT] = -1
        self.moves = np.zeros((MOST_PLIES + 2, most_moves), dtype=COUNT)
        self.order = np.zeros((MOST_PLIES + 2, most_moves), dtype=np.float64)
        self.killers = np.zeros((MOST_PLIES + 2, 2), dtype=np.int64)
        self.history = np.zeros((2, actions), dtype=np.float64)
        self.variation = np.zeros((MOST_PLIES + 2, MOST_PLIES + 2), dtype=np.int64)
        self.counts = np.zeros(6, dtype=np.int64)
        self.stop = np.zeros(1, dtype=np.int64)  # the caller's, from the moment a search begins
        self.points = np.zeros(4)
        self.scratch = np.zeros(1, dtype=state_layout)
        self.transpositions, self.evaluators = transpositions, evaluators

    def arrays(self) -> tuple[Any, ...]:
        """Everything, in the order the compiled search takes it."""
        return (
            self.stack,
            self.levels,
            self.moves,
            self.order,
            self.killers,
            self.history,
            self.variation,
            self.counts,
            self.stop,
            self.points,
            self.scratch,
            self.transpositions,
            self.evaluators,
        )


def new_transpositions(bits: int = 18) -> Any:
    """Transpositions: a key mixed with its data, and the data, so that a torn entry is never believed."""
    return np.zeros((1 << bits, 2), dtype=np.int64)


@rule
def pack(utility: int, open_bits: int, depth: int, bound: int, move: int) -> int:
    """What is remembered of a position, in one word."""
    return ((((utility + INFINITE) << 2 | open_bits) << 7 | depth) << 2 | bound) << 16 | move


@rule
def remember(transpositions: Any, key: int, data: int) -> None:
    slot = key & (transpositions.shape[0] - 1)
    transpositions[slot, 0] = key ^ data
    transpositions[slot, 1] = data


@rule
def recall(transpositions: Any, key: int) -> int:
    """What is remembered of a position; 0 if nothing."""
    slot = key & (transpositions.shape[0] - 1)
    data = transpositions[slot, 1]
    return data if transpositions[slot, 0] ^ data == key else 0


@rule
def open_at(state: Any) -> int:
    """What is still to be played when the search ends here; a move still to come belongs to this round."""
    if state.awaiting == END:
        return 0
    return GAME_OPEN | ROUND_OPEN if state.awaiting == MOVE else GAME_OPEN


@rule
def is_decisive(bound: int, utility: int, alpha: int, beta: int) -> bool:
    """Does what is remembered settle a position for this window?"""
    if bound == EXACT:
        return True
    return utility >= beta if bound == AT_LEAST else utility <= alpha


@rule
def order_moves(
    state: Any, moves: Counts, order: Any, n: int, hint: int, killers: Any, history: Any, evaluator: Any
) -> None:
    """Give every move a number to be tried by: the remembered move first, then killers, then promise."""
    mover = state.to_move
    for k in range(n):
        move = moves[k]
        if move == hint:
            order[k] = 1e9
        else:
            order[k] = prior(state, move, evaluator) + history[mover, move]
            if move == killers[0] or move == killers[1]:
                order[k] += 3.0


@rule
def bring_best(moves: Counts, order: Any, start: int, n: int) -> None:
    """Swap the most promising of the moves left to the front: most nodes never need the others sorted."""
    best = start
    for k in range(start + 1, n):
        if order[k] > order[best]:
            best = k
    moves[start], moves[best] = moves[best], moves[start]
    order[start], order[best] = order[best], order[start]


@rule
def note_cut(levels: Any, killers: Any, history: Any, level: int, move: int) -> None:
    """A move that refuted its position is tried early elsewhere."""
    if killers[level, 0] != move:
        killers[level, 1] = killers[level, 0]
        killers[level, 0] = move
    depth = levels[level, DEPTH]
    mover = levels[level, MOVER]
    gain = 0.02 * depth * depth
    history[mover, move] += gain * (1.0 - history[mover, move] / 4.0)


@rule
def note_variation(variation: Any, level: int, move: int) -> None:
    """The expected course of play from a level: the move, then the course below it."""
    variation[level, 0] = move
    k = 0
    while variation[level + 1, k] >= 0:
        variation[level, k + 1] = variation[level + 1, k]
        k += 1
    variation[level, k + 1] = -1


@rule
def search_round(
    depth: int,
    alpha: int,
    beta: int,
    reduce: bool,
    stack: Records,
    levels: Any,
    moves: Counts,
    order: Any,
    killers: Any,
    history: Any,
    variation: Any,
    counts: Any,
    stop: Any,
    points: Any,
    scratch: Records,
    transpositions: Any,
    evaluators: Records,
) -> int:
    """Search ``stack[0]`` to a depth; returns its utility to seat 0. The course of play is in ``variation[0]``.

    With ``reduce`` off nothing but alpha-beta's own cuts is left out, so a search deep enough proves.
    """
    level = 0
    value = 0
    open_bits = 0  # what was open where the variations below end
    entering = True
    levels[0, DEPTH], levels[0, ALPHA], levels[0, BETA] = depth, alpha, beta
    while True:
        state = stack[level]
        here = levels[level]
        if entering:
            counts[NODES] += 1
            if counts[NODES] >= counts[NODE_LIMIT] or counts[HALT] != 0 or stop[0] != 0:
                counts[CUT_SHORT] = 1
                return value
            variation[level, 0] = -1
            bound = plies_left(state)
            if bound == 0 or here[DEPTH] <= 0:
                counts[LEAVES] += 1
                open_bits = open_at(state)
                value = two_seat_utility(state, scratch, points, evaluators[0])
                if level == 0:
                    counts[OPEN_LEAVES] = open_bits
                    return value
                level -= 1
                entering = False
                continue
            here[MOVER] = state.to_move
            sign = 1 - 2 * here[MOVER]
            here[KEY] = key(state)
            known = recall(transpositions, here[KEY])
            hint = levels[0, HINT] if level == 0 else -1  # the root is told, whatever became of its entry
            if known != 0:
                if hint < 0:
                    hint = known & 0xFFFF
                known_bound = known >> 16 & 3
                known_depth = known >> 18 & 127
                known_utility = (known >> 27) - INFINITE
                if not reduce:
                    known_depth -= PROVING  # only what a search without reductions left behind counts as proof
                elif known_depth >= PROVING:
                    known_depth -= PROVING
                enough = level > 0 and known_depth >= min(here[DEPTH], bound)
                if enough and is_decisive(known_bound, known_utility, here[ALPHA], here[BETA]):
                    value = sign * known_utility
                    open_bits = known >> 25 & 3
                    level -= 1
                    entering = False
                    continue
            n = search_moves(state, moves[level])
            order_moves(state, moves[level], order[level], n, hint, killers[level], history, evaluators[0])
            here[MOVES], here[NEXT], here[STAGE] = n, 0, WIDE
            here[BEST], here[BEST_MOVE], here[FIRST_ALPHA] = -INFINITE, -1, here[ALPHA]
            here[OPEN], here[HINT] = 0, hint
            bring_best(moves[level], order[level], 0, n)
        else:
            # A child has been searched: value is its utility to seat 0.
            sign = 1 - 2 * here[MOVER]
            utility = sign * value
            here[OPEN] |= open_bits
            if here[STAGE] == REDUCED and utility > here[ALPHA]:
                here[STAGE] = NARROW
            elif here[STAGE] == NARROW and here[ALPHA] < utility < here[BETA]:
                here[STAGE] = WIDE
            else:
                move = moves[level, here[NEXT]]
                if utility > here[BEST]:
                    here[BEST], here[BEST_MOVE] = utility, move
                    if utility > here[ALPHA]:
                        here[ALPHA] = utility
                        note_variation(variation, level, move)
                here[NEXT] += 1
                if here[ALPHA] >= here[BETA]:
                    note_cut(levels, killers, history, level, move)
                if here[ALPHA] >= here[BETA] or here[NEXT] == here[MOVES]:
                    bound_kind, best_move = EXACT, here[BEST_MOVE]
                    if here[BEST] <= here[FIRST_ALPHA]:
                        bound_kind = AT_MOST
                        if here[HINT] >= 0:  # no move beat anything: the one that did earlier stays remembered
                            best_move = here[HINT]
                    elif here[BEST] >= here[BETA]:
                        bound_kind = AT_LEAST
                    reached = here[DEPTH] if reduce else here[DEPTH] + PROVING
                    remember(transpositions, here[KEY], pack(here[BEST], here[OPEN], reached, bound_kind, best_move))
                    value = sign * here[BEST]
                    open_bits = here[OPEN]
                    if level == 0:
                        counts[OPEN_LEAVES] = open_bits
                        return value
                    level -= 1
                    continue
                bring_best(moves[level], order[level], here[NEXT], here[MOVES])
                late = reduce and here[DEPTH] >= FULL_WIDTH_DEPTH and here[NEXT] >= FULL_WIDTH_MOVES
                here[STAGE] = REDUCED if late else NARROW
        # Search the next child of this level.
        below = levels[level + 1]
        stack[level + 1] = stack[level]
        play(stack[level + 1], moves[level, here[NEXT]])
        low, high = here[ALPHA], here[BETA]
        if here[STAGE] != WIDE:
            high = low + 1
        below[DEPTH] = here[DEPTH] - 1
        if here[STAGE] == REDUCED:
            below[DEPTH] -= 1 + (here[NEXT] >= 3 * FULL_WIDTH_MOVES)
        if stack[level + 1].to_move == here[MOVER]:
            below[ALPHA], below[BETA] = low, high
        else:
            below[ALPHA], below[BETA] = -high, -low
        level += 1
        entering = True
