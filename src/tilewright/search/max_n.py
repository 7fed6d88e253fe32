"""The end of a round worked out in full, for any number of players: everyone does best for themselves."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Layout, Reals, Records, layout, rule
from tilewright.core.contract.protocols import Evaluator, State, Weights
from tilewright.core.contract.verbs import MAX_PLAYERS, play, plies_left, search_moves
from tilewright.search.alphabeta import bound_of, distinct_moves
from tilewright.search.alphabeta_kernel import LEVELS, open_at
from tilewright.search.limits import SEARCH_LIMITS, SEARCH_STATS, SearchLimits, SearchStats, must_end
from tilewright.search.utility import seat_utilities
from tilewright.search.variations import play_one

if TYPE_CHECKING:
    from tilewright.core.contract.room import Room
    from tilewright.search.stop import Stop


class Workspace:
    """What is worked with; each level is a position on the way down."""

    limits: Annotated[SearchLimits, (), SEARCH_LIMITS]
    stats: Annotated[SearchStats, (), SEARCH_STATS]
    left: Annotated[Integers, (LEVELS,), np.int64]  # moves that are not worked out yet; the last comes first
    best_move: Annotated[Integers, (LEVELS,), np.int64]  # -1 before there is one
    best: Annotated[Reals, (LEVELS, MAX_PLAYERS), np.float64]  # its utilities
    value: Annotated[Reals, (MAX_PLAYERS,), np.float64]  # utilities of the position left last
    points: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    chances: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    moves: Annotated[Counts, (LEVELS, "most_moves")]
    stack: Annotated[MutableSequence[State], (LEVELS,), "state"]
    scratch: Annotated[Records, (1,), "state"]


@cache
def workspace_layout(state: Layout, most_moves: int) -> Layout:
    """One object for each game: the compiler knows a layout again by that."""
    return layout(Workspace, state=state, most_moves=most_moves)


@rule
def max_n(workspaces: Records, stop: Integers, evaluators: Records) -> int:
    """Best move of ``stack[0]`` with every variation played to the end of the round; its utilities are ``best[0]``.

    Nothing is pruned, so this is also the plain truth that faster searches are tested against.
    Returns -1 when the node limit was reached or a stop came first.
    """
    work: Workspace = workspaces[0]
    level = 0
    enter(work, level)
    while level > 0 or work.left[0] > 0:
        if work.left[level] == 0:
            work.value[:] = work.best[level]
            level -= 1
        else:
            work.stats.nodes += 1
            if work.stats.nodes >= work.limits.node_limit or must_end(work.limits, stop):
                return -1
            work.stack[level + 1] = work.stack[level]
            play(work.stack[level + 1], work.moves[level, work.left[level] - 1])
            if plies_left(work.stack[level + 1]) > 0:
                level += 1
                enter(work, level)
                continue
            evaluate_leaf(work, level + 1, evaluators[0])
        take_value(work, level)
    return work.best_move[0]


@rule
def enter(work: Workspace, level: int) -> None:
    """Come to a position whose moves must be worked out."""
    work.left[level] = search_moves(work.stack[level], work.moves[level])
    work.best_move[level] = -1


@rule
def evaluate_leaf(work: Workspace, level: int, evaluator: Evaluator[Weights]) -> None:
    """The round is over here: it is worth what the evaluation says."""
    state = work.stack[level]
    work.stats.leaves += 1
    work.stats.open_bits |= open_at(state)
    seat_utilities(state, work.scratch, work.points, work.chances, work.value, evaluator)


@rule
def take_value(work: Workspace, level: int) -> None:
    """A move has been worked out: is it the best for who plays it? Of equals the first in order."""
    work.left[level] -= 1
    mover = work.stack[level].to_move
    if work.best_move[level] < 0 or work.value[mover] >= work.best[level, mover]:
        work.best[level] = work.value
        work.best_move[level] = work.moves[level, work.left[level]]


@rule
def evaluate_last(workspaces: Records, evaluators: Records) -> None:
    """``evaluate_leaf`` of ``stack[0]``, as Python asks for it."""
    evaluate_leaf(workspaces[0], 0, evaluators[0])


class Solution(NamedTuple):
    """A variation in which everybody does best for themselves."""

    variation: list[int]
    open_bits: int  # what is open where any variation ends
    utilities: list[float]  # to each seat


class MaxN:
    """max^n as Python uses it."""

    def __init__(self, room: Room, evaluators: Records) -> None:
        self.evaluators = evaluators
        self.workspaces = np.zeros(1, dtype=workspace_layout(room.state, room.moves.most))
        self.work: Workspace = self.workspaces[0]
        self.nodes = 0  # positions seen by the last search

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        self.work.limits.halt = 0

    def halt(self) -> None:
        """Make the search under way return soon: its time is over."""
        self.work.limits.halt = 1

    def best(self, states: Records, node_limit: int, stop: Stop) -> Solution | None:
        """The best variation; None when the limit, the time or a stop came first, or nothing is left to work out."""
        self.nodes = 0
        first: Solution | None = None
        after, variation = states.copy(), list[int]()
        self.work.limits.node_limit = node_limit
        while bound_of(after) > 0:  # what follows the best move is worked out anew: each step is far smaller
            self.work.stats.nodes = self.work.stats.open_bits = 0
            self.work.stack[0] = after[0]
            move = int(max_n(self.workspaces, stop.flag, self.evaluators))
            self.nodes += int(self.work.stats.nodes)
            if move < 0:
                return None
            first = first or Solution(variation, int(self.work.stats.open_bits), self.work.best[0].tolist())
            variation.append(move)
            play_one(after, move)
        return first

    def every_move(self, states: Records, node_limit: int, stop: Stop) -> dict[int, Solution] | None:
        """Every move worked out as the best is; None when the limit, the time or a stop came first."""
        moves = np.zeros(self.work.moves.shape[1], dtype=COUNT)
        found: dict[int, Solution] = {}
        nodes = 0
        for move in moves[: int(distinct_moves(states, moves))].tolist():
            after = states.copy()
            play_one(after, move)
            worked_out = self.best(after, node_limit - nodes, stop) if bound_of(after) > 0 else self._leaf(after)
            if worked_out is None:
                return None
            nodes += max(1, self.nodes)
            found[move] = Solution([move, *worked_out.variation], worked_out.open_bits, worked_out.utilities)
        self.nodes = nodes
        return found

    def _leaf(self, states: Records) -> Solution:
        """A position in which the drafting is over."""
        self.nodes = self.work.stats.open_bits = 0
        self.work.stack[0] = states[0]
        evaluate_last(self.workspaces, self.evaluators)
        return Solution([], int(self.work.stats.open_bits), self.work.value.tolist())
