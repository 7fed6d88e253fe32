"""Alpha-beta to the end of the round, for two players where no chance lies between.

Principal-variation search with an explicit stack: null windows, late-move reductions, killers, history and
a transposition table. Values are what the position is worth to seat 0; inside a node they are turned to
the view of the player to move. Depth counts moves. A leaf is the end of the round, or depth 0, and is judged
as if the round ended there.

A search tells a utility and a variation; the points, the rounds to come and the winners are those of the leaf where
the variation ends. So it must end at the leaf that has the utility, even where the transposition table cut the search
short. Only exact entries can answer inside a window. Each names the variation it was found with, and it answers only
if that still leads to its utility (``follow_variation``).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import cache
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, Integers, Layout, Reals, Records, Wide, layout, rule
from tilewright.core.contract.protocols import Evaluator, State, Weights
from tilewright.core.contract.verbs import END, MAX_PLAYERS, MOVE, key, play, plies_left, prior, search_moves
from tilewright.search.limits import SEARCH_LIMITS, SEARCH_STATS, SearchLimits, SearchStats, must_end
from tilewright.search.utility import two_seat_utility

MOST_PLIES = 40
LEVELS = MOST_PLIES + 2
INFINITE = 1_000_000  # any utility fits into UTILITY bits when this is added
UTILITY = 21
PROVING = 64  # added to the depth remembered by a search without reductions
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
VARIATIONS = 1 << 14  # kept at a time: a search keeps one for every 200 positions it sees, or fewer

# What was still open at a leaf, as bits.
GAME_OPEN, ROUND_OPEN = 1, 2

FULL_WIDTH_MOVES = 4  # that are never reduced
FULL_WIDTH_DEPTH = 3

REDUCED, NARROW, WIDE = 0, 1, 2  # how the child under way is searched


# -- what a search works with ---------------------------------------------------------------------


class Level:
    """A position on the way down, and how far its search has come."""

    key: Wide
    mover: Wide
    depth: Wide
    alpha: Wide
    beta: Wide
    first_alpha: Wide
    best: Wide
    best_move: Wide
    hint: Wide  # the move to try first, or -1
    move_count: Wide
    next_move: Wide  # the place in order of the child under way
    stage: Wide  # REDUCED, NARROW or WIDE
    open_bits: Wide


class Workspace:
    """The memory of one searching thread. Python says in the first level what is searched, and how."""

    limits: Annotated[SearchLimits, (), SEARCH_LIMITS]
    stats: Annotated[SearchStats, (), SEARCH_STATS]
    reduce: Wide  # late moves less deep; without, nothing but alpha-beta's own cuts is left out
    value: Wide  # of the position left last, to seat 0
    levels: Annotated[MutableSequence[Level], (LEVELS,), layout(Level)]
    killers: Annotated[Integers, (LEVELS, 2), np.int64]
    variation: Annotated[Integers, (LEVELS, LEVELS), np.int64]
    history: Annotated[Reals, (2, "actions"), np.float64]
    order: Annotated[Reals, (LEVELS, "most_moves"), np.float64]
    points: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    moves: Annotated[Counts, (LEVELS, "most_moves")]
    stack: Annotated[MutableSequence[State], (LEVELS,), "state"]
    scratch: Annotated[Records, (1,), "state"]
    next_variation: Wide  # where the next one is kept; the oldest makes way
    variations: Annotated[Counts, (VARIATIONS, LEVELS)]  # those exact entries name; a number below 0 ends each


@cache
def workspace_layout(state: Layout, most_moves: int, actions: int) -> Layout:
    """One object for each game: the compiler knows a layout again by that."""
    return layout(Workspace, state=state, most_moves=most_moves, actions=actions)


def new_transpositions(bits: int = 18) -> Integers:
    """Transpositions: a key mixed with its data, and the data, so that a torn entry is never believed."""
    return np.zeros((1 << bits, 2), dtype=np.int64)


# -- what is remembered of positions --------------------------------------------------------------


@rule
def pack(utility: int, open_bits: int, depth: int, bound: int, move: int, variation: int) -> int:
    """What is remembered of a position, in one word."""
    return (((((variation << UTILITY | utility + INFINITE) << 2 | open_bits) << 7 | depth) << 2 | bound) << 16) | move


@rule
def unpack(data: int) -> tuple[int, int, int, int, int, int]:
    """``pack`` backwards."""
    utility = (data >> 27 & (1 << UTILITY) - 1) - INFINITE
    return utility, data >> 25 & 3, data >> 18 & 127, data >> 16 & 3, data & 0xFFFF, data >> 27 + UTILITY


@rule
def remember(transpositions: Integers, key: int, data: int) -> None:
    slot = key & (transpositions.shape[0] - 1)
    transpositions[slot, 0] = key ^ data
    transpositions[slot, 1] = data


@rule
def recall(transpositions: Integers, key: int) -> int:
    """What is remembered of a position; 0 if nothing."""
    slot = key & (transpositions.shape[0] - 1)
    data = transpositions[slot, 1]
    return data if transpositions[slot, 0] ^ data == key else 0


@rule
def is_decisive(bound: int, utility: int, alpha: int, beta: int) -> bool:
    """Does what is remembered settle a position for this window?"""
    if bound == EXACT:
        return True
    return utility >= beta if bound == AT_LEAST else utility <= alpha


@rule
def trusted_depth(depth: int, reduce: int) -> int:
    """How deep what is remembered was searched: only what a search without reductions left behind is proof."""
    return depth - PROVING if reduce == 0 or depth >= PROVING else depth


@rule
def keep_variation(work: Workspace, level: int) -> int:
    """Keep the expected course of play from a level; returns its place."""
    place = work.next_variation
    work.next_variation = (place + 1) & (VARIATIONS - 1)
    k = 0
    while work.variation[level, k] >= 0:
        work.variations[place, k] = work.variation[level, k]
        k += 1
    work.variations[place, k] = -1
    return place


@rule
def follow_variation(work: Workspace, level: int, place: int, utility: int, evaluator: Evaluator[Weights]) -> bool:
    """Go on from a level by a variation that was kept; False unless it ends at a leaf of this utility to seat 0.

    Newer variations overwrite older ones, and an entry of another thread names one of its own. Positions share a key
    that number their factories differently, or differ in what has fallen from a full floor. So nothing is taken on
    trust: the moves are checked and the leaf is evaluated. Few positions need this, because few entries are exact.
    """
    kept, variation, moves = work.variations[place], work.variation[level], work.moves[level + 1]
    work.stack[level + 1] = work.stack[level]
    state = work.stack[level + 1]
    k = 0
    while kept[k] >= 0:
        if plies_left(state) == 0 or not is_among(kept[k], moves, search_moves(state, moves)):
            variation[0] = -1
            return False
        play(state, kept[k])
        variation[k] = kept[k]
        k += 1
    variation[k] = -1
    if two_seat_utility(state, work.scratch, work.points, evaluator) == utility:
        return True
    variation[0] = -1
    return False


@rule
def is_among(move: int, moves: Counts, n: int) -> bool:
    for k in range(n):
        if moves[k] == move:
            return True
    return False


# -- moves in the order worth trying --------------------------------------------------------------


@rule
def order_moves(work: Workspace, level: int, evaluator: Evaluator[Weights]) -> None:
    """Give every move a number to be tried by: the remembered move first, then killers, then promise."""
    here, state = work.levels[level], work.stack[level]
    moves, order, killers = work.moves[level], work.order[level], work.killers[level]
    for k in range(here.move_count):
        move = moves[k]
        if move == here.hint:
            order[k] = 1e9
        else:
            order[k] = prior(state, move, evaluator) + work.history[here.mover, move]
            if move == killers[0] or move == killers[1]:
                order[k] += 3.0


@rule
def bring_best(moves: Counts, order: Reals, start: int, n: int) -> None:
    """Swap the most promising of the moves left to the front: most nodes never need the others sorted."""
    best = start
    for k in range(start + 1, n):
        if order[k] > order[best]:
            best = k
    moves[start], moves[best] = moves[best], moves[start]
    order[start], order[best] = order[best], order[start]


@rule
def note_cut(work: Workspace, level: int, move: int) -> None:
    """A move that refuted its position is tried early elsewhere."""
    here, killers = work.levels[level], work.killers[level]
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    gain = 0.02 * here.depth * here.depth
    work.history[here.mover, move] += gain * (1.0 - work.history[here.mover, move] / 4.0)


@rule
def note_variation(variation: Integers, level: int, move: int) -> None:
    """The expected course of play from a level: the move, then the course below it."""
    variation[level, 0] = move
    k = 0
    while variation[level + 1, k] >= 0:
        variation[level, k + 1] = variation[level + 1, k]
        k += 1
    variation[level, k + 1] = -1


# -- the search -----------------------------------------------------------------------------------


@rule
def search_round(workspaces: Records, transpositions: Integers, stop: Integers, evaluators: Records) -> int:
    """Search ``stack[0]`` as the first level says; returns its utility to seat 0.

    The course of play is then in ``variation[0]``, up to the leaf that has this utility if it lies inside the window.
    Without ``reduce`` a search deep enough proves.
    """
    work: Workspace = workspaces[0]
    level = 0
    is_new = True
    while level >= 0:
        if is_new:
            work.stats.nodes += 1
            if work.stats.nodes >= work.limits.node_limit or must_end(work.limits, stop):
                work.stats.cut_short = 1
                break
            goes_on = enter(work, level, transpositions, evaluators[0])
        else:
            goes_on = take_value(work, level, transpositions)
        if goes_on:
            play_next(work, level)
            level += 1
        else:
            level -= 1
        is_new = goes_on
    return work.value


@rule
def enter(work: Workspace, level: int, transpositions: Integers, evaluator: Evaluator[Weights]) -> bool:
    """Come to a position; False when its value is known at once."""
    here, state = work.levels[level], work.stack[level]
    work.variation[level, 0] = -1
    bound = plies_left(state)
    if bound == 0 or here.depth <= 0:
        evaluate_leaf(work, level, evaluator)
        return False
    here.mover = state.to_move
    here.key = key(state)
    if level > 0:
        here.hint = -1  # the root is told, whatever became of its entry
    known = recall(transpositions, here.key)
    if known != 0 and is_known(work, level, known, bound, evaluator):
        return False
    here.move_count = search_moves(state, work.moves[level])
    order_moves(work, level, evaluator)
    bring_best(work.moves[level], work.order[level], 0, here.move_count)
    here.next_move, here.stage, here.open_bits = 0, WIDE, 0
    here.best, here.best_move, here.first_alpha = -INFINITE, -1, here.alpha
    return True


@rule
def evaluate_leaf(work: Workspace, level: int, evaluator: Evaluator[Weights]) -> None:
    """Nothing below is searched: the position is worth what the evaluation says."""
    state = work.stack[level]
    work.stats.leaves += 1
    work.stats.open_bits = open_at(state)
    work.value = two_seat_utility(state, work.scratch, work.points, evaluator)


@rule
def open_at(state: State) -> int:
    """What is still to be played when the search ends here; a move still to come belongs to this round."""
    if state.awaiting == END:
        return 0
    return GAME_OPEN | ROUND_OPEN if state.awaiting == MOVE else GAME_OPEN


@rule
def is_known(work: Workspace, level: int, known: int, bound: int, evaluator: Evaluator[Weights]) -> bool:
    """Does what is remembered settle this position? Its move is the one to try first in any case."""
    here = work.levels[level]
    utility, open_bits, depth, kind, move, place = unpack(known)
    if here.hint < 0:
        here.hint = move
    if level == 0 or trusted_depth(depth, work.reduce) < min(here.depth, bound):
        return False
    if not is_decisive(kind, utility, here.alpha, here.beta):
        return False
    to_seat_0 = (1 - 2 * here.mover) * utility
    if here.alpha < utility < here.beta and not follow_variation(work, level, place, to_seat_0, evaluator):
        return False
    work.value = to_seat_0
    work.stats.open_bits = open_bits
    return True


@rule
def take_value(work: Workspace, level: int, transpositions: Integers) -> bool:
    """A child has been searched; False when its parent is done."""
    here = work.levels[level]
    utility = (1 - 2 * here.mover) * work.value
    here.open_bits |= work.stats.open_bits
    if here.stage == REDUCED and utility > here.alpha:
        here.stage = NARROW  # once more, as deep as the others
        return True
    if here.stage == NARROW and here.alpha < utility < here.beta:
        here.stage = WIDE  # once more, for its exact value
        return True
    compare(work, level, utility)
    here.next_move += 1
    if here.alpha >= here.beta or here.next_move == here.move_count:
        leave(work, level, transpositions)
        return False
    bring_best(work.moves[level], work.order[level], here.next_move, here.move_count)
    is_late = work.reduce != 0 and here.depth >= FULL_WIDTH_DEPTH and here.next_move >= FULL_WIDTH_MOVES
    here.stage = REDUCED if is_late else NARROW
    return True


@rule
def compare(work: Workspace, level: int, utility: int) -> None:
    """Hold a move against the best of its position."""
    here = work.levels[level]
    move = work.moves[level, here.next_move]
    if utility > here.best:
        here.best, here.best_move = utility, move
        if utility > here.alpha:
            here.alpha = utility
            note_variation(work.variation, level, move)
    if here.alpha >= here.beta:
        note_cut(work, level, move)


@rule
def leave(work: Workspace, level: int, transpositions: Integers) -> None:
    """Remember a position that is done, and tell its value to the one above."""
    here = work.levels[level]
    kind, move = EXACT, here.best_move
    if here.best <= here.first_alpha:
        kind = AT_MOST
        if here.hint >= 0:  # no move beat anything: the one that did earlier stays remembered
            move = here.hint
    elif here.best >= here.beta:
        kind = AT_LEAST
    place = keep_variation(work, level) if kind == EXACT else 0
    reached = here.depth if work.reduce != 0 else here.depth + PROVING
    remember(transpositions, here.key, pack(here.best, here.open_bits, reached, kind, move, place))
    work.value = (1 - 2 * here.mover) * here.best
    work.stats.open_bits = here.open_bits


@rule
def play_next(work: Workspace, level: int) -> None:
    """Play the move under way, and say how deep and within which window what follows is searched."""
    here, below = work.levels[level], work.levels[level + 1]
    work.stack[level + 1] = work.stack[level]
    play(work.stack[level + 1], work.moves[level, here.next_move])
    low, high = here.alpha, here.beta
    if here.stage != WIDE:
        high = low + 1
    below.depth = here.depth - 1
    if here.stage == REDUCED:
        below.depth -= 1 + (here.next_move >= 3 * FULL_WIDTH_MOVES)
    if work.stack[level + 1].to_move == here.mover:
        below.alpha, below.beta = low, high
    else:
        below.alpha, below.beta = -high, -low
