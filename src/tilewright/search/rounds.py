"""Round search as Python uses it: deeper and deeper until time, nodes or the round run out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import COUNT, Records, rule
from tilewright.core.verbs import plies_left, search_moves
from tilewright.search.helpers import Helper
from tilewright.search.round_search import (
    CUT_SHORT,
    GAME_OPEN,
    HALT,
    HINT,
    INFINITE,
    LEAVES,
    MOST_PLIES,
    NEXT,
    NODE_LIMIT,
    NODES,
    OPEN_LEAVES,
    ROUND_OPEN,
    Workspace,
    new_transpositions,
    search_round,
)
from tilewright.search.utility import lead_of, utility_of_lead
from tilewright.search.variations import Outlook, play_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.room import Room
    from tilewright.search.stop import Stop

LEAST_ENTRIES = 1 << 10  # of the transposition table, for the smallest of searches
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
    depth: int  # 0 when it was evaluated and not searched
    solved: bool = False  # every variation was followed until no more moves could be searched
    open_bits: int = GAME_OPEN | ROUND_OPEN  # and what was still open there
    nodes: int = 0
    points: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)

    @property
    def is_final(self) -> bool:
        """Is this the truth about the whole game?"""
        return self.solved and not self.open_bits

    @property
    def ends_round(self) -> bool:
        """Is this the truth about the round, nobody having a choice left in it?"""
        return self.solved and not self.open_bits & ROUND_OPEN


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
        self.helped = 0.0  # CPU seconds of the helping threads of the last search

    def begin(self, states: Records, node_limit: int, stop: Stop, *, fresh: bool) -> int:
        """Lay the position on the stack; returns the most moves that can follow in this round.

        A ``fresh`` search remembers nothing, so it depends on nothing but its position and limit.
        """
        this_round = (int(states[0].round_number), *(int(board.score) for board in states[0].boards))
        memory = self.transpositions[: entries_for(node_limit, len(self.transpositions))]
        if fresh or self._round != this_round:
            memory[:] = 0
        self._round = None if fresh else this_round
        for workspace in self.workspaces:
            workspace.stack[0] = states[0]
            workspace.transpositions, workspace.stop = memory, stop.flag
            for count in (NODES, CUT_SHORT, OPEN_LEAVES, LEAVES):
                workspace.counts[count] = 0
            workspace.counts[NODE_LIMIT] = node_limit
            workspace.killers[:] = -1
            workspace.history *= 0.0 if fresh else 0.25
        return int(bound_of(states))

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        for workspace in self.workspaces:
            workspace.counts[HALT] = 0

    def halt(self) -> None:
        """Make every thread of the search under way return soon: its time is over."""
        for workspace in self.workspaces:
            workspace.counts[HALT] = 1

    def deepen(self, workspace: Workspace, depth: int, bound: int, last: Found | None) -> Found | None:
        """One more depth; None when it was cut short before it found anything."""
        reduce = depth < bound
        windows = [(-INFINITE, INFINITE)]
        if last is not None and reduce:
            windows.insert(0, (last.utility - WINDOW, last.utility + WINDOW))
        if workspace.stack[0].to_move == 1:
            windows = [(-high, -low) for low, high in windows]
        to_beat = last.variation[0] if last else -1
        for low, high in windows:
            utility, variation = self._search(workspace, depth, low, high, reduce=reduce, first=to_beat)
            mine = utility if workspace.stack[0].to_move == 0 else -utility
            if workspace.counts[CUT_SHORT] or low < mine < high:
                break
            if mine >= high:
                to_beat = variation[0]  # better than the last best by more than the window
        if not workspace.counts[CUT_SHORT]:
            return Found(utility, variation, depth, solved=not reduce, open_bits=int(workspace.counts[OPEN_LEAVES]))
        if last is None:
            return None
        # What was found before the cut counts only when it beat the last best move at this depth, or is that move.
        is_compared = variation[:1] == [to_beat] or workspace.levels[0, NEXT] >= 2
        if variation and is_compared:
            return Found(last.utility, variation, depth - 1)
        return Found(last.utility, [to_beat], depth - 1) if to_beat != last.variation[0] else None

    def _search(
        self, workspace: Workspace, depth: int, low: int, high: int, *, reduce: bool, first: int = -1
    ) -> tuple[int, list[int]]:
        """The utility of the position on the stack to seat 0 and the variation; ``first`` is tried first."""
        workspace.variation[:, 0] = -1
        workspace.counts[OPEN_LEAVES] = 0
        workspace.levels[0, HINT] = first
        workspace.levels[0, NEXT] = 0
        utility = int(search_round(depth, low, high, reduce, *workspace.arrays()))
        return utility, _moves_of(workspace.variation[0])

    def best(
        self,
        states: Records,
        node_limit: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[Found], None] | None = None,
    ) -> Found:
        """Search deeper and deeper; the best variation when nodes, time or the round run out."""
        bound = self.begin(states, node_limit, stop, fresh=fresh)
        helpers = [
            Helper(target=self._help, args=(workspace, bound, k + 1), daemon=True)
            for k, workspace in enumerate(self.workspaces[1:])
        ]
        for helper in helpers:
            helper.start()

        def tell(found: Found) -> None:
            if progress:
                found.nodes = self.nodes
                progress(self.evaluated(states, found))

        found = self._deepen_all(self.main, bound, 1, tell)
        for workspace in self.workspaces[1:]:
            workspace.counts[HALT] = 1
        for helper in helpers:
            helper.join()
        self.helped = sum(helper.seconds for helper in helpers)
        found.nodes = self.nodes
        return self.evaluated(states, found)

    @property
    def nodes(self) -> int:
        """Positions seen by the last search."""
        return sum(int(workspace.counts[NODES]) for workspace in self.workspaces)

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
            found = Found(0, _moves_of(workspace.variation[0]) or [int(moves[0])], 0)
        return found

    def every_move(
        self,
        states: Records,
        node_limit: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[dict[int, Found]], None] | None = None,
    ) -> dict[int, Found]:
        """Search every move to the same depth with the same care, so that they can be compared."""
        bound = self.begin(states, node_limit, stop, fresh=fresh)
        moves = np.zeros(self.room.most_moves, dtype=COUNT)
        n = int(distinct_moves(states, moves))
        sign = 1 if states[0].to_move == 0 else -1  # the best of the last depth first
        found = {move: self.evaluated(states, Found(0, [move], 0)) for move in moves[:n].tolist()}
        for depth in range(1, min(bound, MOST_PLIES) + 1):
            this_depth: dict[int, Found] = {}
            for move in sorted(found, key=lambda move: -sign * found[move].utility):
                searched = self._one_move(states, move, depth, bound)
                if searched is None:
                    return found
                this_depth[move] = self.evaluated(states, searched)
            found = this_depth
            if progress:
                progress(found)
        return found

    def _one_move(self, states: Records, move: int, depth: int, bound: int) -> Found | None:
        workspace = self.main
        workspace.stack[0] = states[0]
        play_one(workspace.stack[:1], move)
        reduce = depth < bound
        before = self.nodes
        utility, variation = self._search(workspace, depth - 1, -INFINITE, INFINITE, reduce=reduce)
        if workspace.counts[CUT_SHORT]:
            return None
        left_open = int(workspace.counts[OPEN_LEAVES])
        return Found(
            utility, [move, *variation], depth, solved=not reduce, open_bits=left_open, nodes=self.nodes - before
        )

    def evaluated(self, states: Records, found: Found) -> Found:
        """Add the points each seat may expect: those at the end of the variation, with the lead the search found.

        The variation may stop early where the transposition table knew the rest, so its own lead is not the search's.
        """
        at_end = Outlook(states, found.variation, self.main.evaluators)
        points, left = at_end.points, at_end.rounds_left
        if found.depth == 0:
            found.utility = int(utility_of_lead(points[0] - points[1], left, self.main.evaluators))
        else:
            middle, lead = (points[0] + points[1]) / 2, lead_of(found.utility, left, self.main.evaluators)
            points = [float(middle + lead / 2), float(middle - lead / 2)]
        found.points = points
        found.chances = at_end.chances(points, certain=found.is_final)
        return found


def entries_for(node_limit: int, most: int) -> int:
    """A search of few positions remembers few: a table too large costs more to empty than it gains."""
    return int(min(most, max(LEAST_ENTRIES, 1 << (4 * node_limit).bit_length())))


def _moves_of(variation: Any) -> list[int]:
    moves: list[int] = []
    for move in variation.tolist():
        if move < 0:
            break
        moves.append(move)
    return moves
