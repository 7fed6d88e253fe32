"""Round search as Python uses it: deeper and deeper until time, nodes or the round run out."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import COUNT, Records, rule
from tilewright.core.verbs import plies_left, search_moves
from tilewright.search.round_search import (
    CUT_SHORT,
    INFINITE,
    LEAVES,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    OPEN_LEAVES,
    STOP,
    Workspace,
    new_transpositions,
    search_round,
)
from tilewright.search.utility import lead_of
from tilewright.search.variations import evaluate_variation, play_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.room import Room

WINDOW = 400  # around the last value; a search that falls outside is repeated with the full window


@rule
def bound_of(states: Records) -> int:
    """Moves at most before the round's drafting is over."""
    return plies_left(states[0])


@rule
def distinct_moves(states: Records, moves: Any) -> int:
    return search_moves(states[0], moves)


@dataclass
class Found:
    """What a search found about one move, or about a position."""

    utility: int  # to seat 0
    variation: list[int]
    depth: int
    solved: bool = False  # every variation was followed to the end of the round
    final: bool = False  # and every one of them ended the game
    nodes: int = 0
    points: list[float] = field(default_factory=list)
    rounds_left: float = 0.0


class RoundSearch:
    """Searches positions of one game; keeps its memory while the round lasts. One thread for each evaluator."""

    def __init__(self, room: Room, evaluators: list[Records]) -> None:
        self.room = room
        self.transpositions = new_transpositions()
        self.workspaces = [
            Workspace(room.state, room.most_moves, room.actions, self.transpositions, evaluator)
            for evaluator in evaluators
        ]
        self.main = self.workspaces[0]
        self._round: tuple[int, ...] | None = None

    def begin(self, states: Records, node_limit: int) -> int:
        """Lay the position on the stack; returns the most moves that can follow in this round."""
        this_round = (int(states[0].round_number), *(int(board.score) for board in states[0].boards))
        if self._round != this_round:
            self.transpositions[:] = 0
            self._round = this_round
        for workspace in self.workspaces:
            workspace.stack[0] = states[0]
            for count in (NODES, CUT_SHORT, OPEN_LEAVES, LEAVES):  # a stop that came already still holds
                workspace.counts[count] = 0
            workspace.counts[NODE_LIMIT] = node_limit
            workspace.killers[:] = -1
            workspace.history *= 0.25
        return int(bound_of(states))

    def ready(self) -> None:
        """Forget an earlier stop."""
        for workspace in self.workspaces:
            workspace.counts[STOP] = 0

    def stop(self) -> None:
        """Make every thread return soon; may be called from another thread."""
        for workspace in self.workspaces:
            workspace.counts[STOP] = 1

    def deepen(self, workspace: Workspace, depth: int, bound: int, last: Found | None) -> Found | None:
        """One more depth; None when it was cut short before it found anything."""
        reduce = depth < bound
        windows = [(-INFINITE, INFINITE)]
        if last is not None and reduce:
            windows.insert(0, (last.utility - WINDOW, last.utility + WINDOW))
        if workspace.stack[0].to_move == 1:
            windows = [(-high, -low) for low, high in windows]
        for low, high in windows:
            workspace.variation[:, 0] = -1
            workspace.counts[OPEN_LEAVES] = 0
            utility = int(search_round(depth, low, high, reduce, *workspace.arrays()))
            variation = _moves_of(workspace.variation[0])
            mine = utility if workspace.stack[0].to_move == 0 else -utility
            if workspace.counts[CUT_SHORT] or low < mine < high:
                break
        if workspace.counts[CUT_SHORT]:
            # A move found better before the cut is still better; its utility is that of the last full depth.
            return Found(last.utility, variation, depth - 1) if variation and last else None
        solved = not reduce
        return Found(utility, variation, depth, solved=solved, final=solved and not workspace.counts[OPEN_LEAVES])

    def best(self, states: Records, node_limit: int, progress: Callable[[Found], None] | None = None) -> Found:
        """Search deeper and deeper; the best variation when nodes, time or the round run out."""
        bound = self.begin(states, node_limit)
        helpers = [
            threading.Thread(target=self._help, args=(workspace, bound, k + 1), daemon=True)
            for k, workspace in enumerate(self.workspaces[1:])
        ]
        for helper in helpers:
            helper.start()
        found = self._deepen_all(self.main, bound, 1, progress)
        for workspace in self.workspaces[1:]:
            workspace.counts[STOP] = 1
        for helper in helpers:
            helper.join()
        found.nodes = sum(int(workspace.counts[NODES]) for workspace in self.workspaces)
        return self.evaluated(states, found)

    def _help(self, workspace: Workspace, bound: int, ahead: int) -> None:
        """A helping thread searches one depth ahead and leaves what it sees in the shared transposition table."""
        self._deepen_all(workspace, bound, min(bound, 1 + ahead), None)

    def _deepen_all(
        self, workspace: Workspace, bound: int, start: int, progress: Callable[[Found], None] | None
    ) -> Found:
        found: Found | None = None
        for depth in range(start, min(bound, MOST_PLIES) + 1):
            deeper = self.deepen(workspace, depth, bound, found)
            if deeper is None:
                break
            found = deeper
            if workspace.counts[CUT_SHORT]:
                break
            if progress:
                progress(found)
        if found is None:  # cut short at once: any move is better than none
            moves = np.zeros(self.room.most_moves, dtype=COUNT)
            distinct_moves(workspace.stack[:1], moves)
            found = Found(0, [int(moves[0])], 0)
        return found

    def every_move(
        self, states: Records, node_limit: int, progress: Callable[[int], None] | None = None
    ) -> dict[int, Found]:
        """Search every move to the same depth with the same care, so that they can be compared."""
        bound = self.begin(states, node_limit)
        moves = np.zeros(self.room.most_moves, dtype=COUNT)
        n = int(distinct_moves(states, moves))
        sign = 1 if states[0].to_move == 0 else -1  # the best of the last depth first
        found: dict[int, Found] = {}
        for depth in range(1, min(bound, MOST_PLIES) + 1):
            this_depth: dict[int, Found] = {}
            order = sorted(moves[:n].tolist(), key=lambda move: -sign * found[move].utility if move in found else 0)
            for move in order:
                searched = self._one_move(states, move, depth, bound)
                if searched is None:
                    return self._judge_all(states, found or this_depth, moves[:n])
                this_depth[move] = searched
            found = this_depth
            if progress:
                progress(depth)
        return self._judge_all(states, found, moves[:n])

    def _one_move(self, states: Records, move: int, depth: int, bound: int) -> Found | None:
        workspace = self.main
        workspace.stack[0] = states[0]
        play_one(workspace.stack[:1], move)
        workspace.variation[:, 0] = -1
        workspace.counts[OPEN_LEAVES] = 0
        reduce = depth < bound
        utility = int(search_round(depth - 1, -INFINITE, INFINITE, reduce, *workspace.arrays()))
        if workspace.counts[CUT_SHORT]:
            return None
        variation = [move, *_moves_of(workspace.variation[0])]
        return Found(
            utility, variation, depth, solved=not reduce, final=not reduce and not workspace.counts[OPEN_LEAVES]
        )

    def _judge_all(self, states: Records, found: dict[int, Found], moves: Any) -> dict[int, Found]:
        for move in moves.tolist():
            found.setdefault(move, Found(0, [move], 0))
        return {move: self.evaluated(states, one) for move, one in found.items()}

    def evaluated(self, states: Records, found: Found) -> Found:
        """Add the points each seat may expect: those at the end of the variation, with the lead the search found.

        The variation may stop early where the transposition table knew the rest, so its own lead is not the search's.
        """
        points = np.zeros(4)
        variation = np.array([*found.variation, -1], dtype=np.int64)
        found.rounds_left = float(evaluate_variation(states.copy(), variation, points, self.main.evaluators))
        middle, lead = (points[0] + points[1]) / 2, lead_of(found.utility, found.rounds_left, self.main.evaluators)
        found.points = [float(middle + lead / 2), float(middle - lead / 2)]
        return found


def _moves_of(variation: Any) -> list[int]:
    moves: list[int] = []
    for move in variation.tolist():
        if move < 0:
            break
        moves.append(move)
    return moves
