"""Round search as Python uses it: deeper and deeper until time, nodes or the round run out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Records, rule
from tilewright.core.contract.verbs import plies_left, search_moves
from tilewright.search.alphabeta_kernel import (
    GAME_OPEN,
    INFINITE,
    MOST_PLIES,
    ROUND_OPEN,
    Workspace,
    new_transpositions,
    search_round,
    workspace_layout,
)
from tilewright.search.helpers import Helper
from tilewright.search.variations import Outlook, play_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.contract.room import Room
    from tilewright.search.stop import Stop

LEAST_ENTRIES = 1 << 10  # of the transposition table, for the smallest of searches
WINDOW = 400  # around the last value; a search that falls outside is repeated with the full window


@rule
def bound_of(states: Records) -> int:
    """Moves at most before the round's drafting is over."""
    return plies_left(states[0])


@rule
def distinct_moves(states: Records, moves: Counts) -> int:
    return search_moves(states[0], moves)


@dataclass
class SearchResult:
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


class Searcher:
    """One searching thread: its workspace, and what it is handed for a search."""

    def __init__(self, room: Room, transpositions: Integers, evaluators: Records) -> None:
        self.workspaces = np.zeros(1, dtype=workspace_layout(room.state, room.moves.most, room.moves.actions))
        self.work: Workspace = self.workspaces[0]
        self.transpositions, self.evaluators = transpositions, evaluators
        self.stack: Records = self.workspaces["stack"][0, :1]  # where the position to be searched lies
        self.stop = np.zeros(1, dtype=np.int64)  # the caller's, from the moment a search begins

    def begin(self, state: np.void, node_limit: int, history_kept: float) -> None:
        """Lay the position on the stack, and count anew."""
        work = self.work
        self.stack[0] = state
        work.stats.nodes = work.stats.leaves = work.stats.open_bits = work.stats.cut_short = 0
        work.limits.node_limit = node_limit
        work.variation[:, 0] = work.killers[:] = -1
        work.history[:] *= history_kept

    def search(self, depth: int, low: int, high: int, *, reduce: bool, first: int = -1) -> tuple[int, list[int]]:
        """The utility of the position on the stack to seat 0 and the variation; ``first`` is tried first."""
        self.work.variation[:, 0] = -1
        self.work.reduce = reduce
        root = self.work.levels[0]
        root.depth, root.alpha, root.beta, root.hint, root.next_move = depth, low, high, first, 0
        utility = int(search_round(self.workspaces, self.transpositions, self.stop, self.evaluators))
        return utility, self.variation

    @property
    def variation(self) -> list[int]:
        """The expected course of play, as far as it is known."""
        moves: list[int] = self.work.variation[0].tolist()
        return moves[: moves.index(-1)]

    @property
    def best_so_far(self) -> int:
        """The utility, to seat 0, of the variation that was best when a search was cut short."""
        best = int(self.work.levels[0].best)
        return best if self.to_move == 0 else -best

    @property
    def to_move(self) -> int:
        return int(self.stack[0].to_move)

    @property
    def is_cut_short(self) -> bool:
        return bool(self.work.stats.cut_short)


class RoundSearch:
    """Searches positions of one game; keeps its memory while the round lasts. One thread for each evaluator."""

    def __init__(self, room: Room, evaluators: list[Records]) -> None:
        self.room = room
        self.transpositions = new_transpositions()
        self.searchers = [Searcher(room, self.transpositions, evaluator) for evaluator in evaluators]
        self.main = self.searchers[0]
        self._memory_of: tuple[int, ...] = ()  # the round that is remembered, and in how many entries
        self.helped = 0.0  # CPU seconds of the helping threads of the last search

    def begin(self, states: Records, node_limit: int, stop: Stop, *, fresh: bool) -> int:
        """Lay the position on the stack; returns the most moves that can follow in this round.

        A ``fresh`` search remembers nothing, so it depends on nothing but its position and limit.
        """
        memory = self.transpositions[: entries_for(node_limit, len(self.transpositions))]
        scores = (int(board.score) for board in states[0].boards)
        memory_of = (len(memory), int(states[0].round_number), *scores)
        if fresh or self._memory_of != memory_of:
            memory[:] = 0
        self._memory_of = memory_of
        for searcher in self.searchers:
            searcher.transpositions, searcher.stop = memory, stop.flag
            searcher.begin(states[0], node_limit, history_kept=0.0 if fresh else 0.25)
        return int(bound_of(states))

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        for searcher in self.searchers:
            searcher.work.limits.halt = 0

    def halt(self) -> None:
        """Make every thread of the search under way return soon: its time is over."""
        for searcher in self.searchers:
            searcher.work.limits.halt = 1

    def deepen(self, searcher: Searcher, depth: int, bound: int, last: SearchResult | None) -> SearchResult | None:
        """One more depth; None when it was cut short before it found anything."""
        reduce = depth < bound
        windows = [(-INFINITE, INFINITE)]
        if last is not None and reduce:
            windows.insert(0, (last.utility - WINDOW, last.utility + WINDOW))
        if searcher.to_move == 1:
            windows = [(-high, -low) for low, high in windows]
        to_beat = last.variation[0] if last else -1
        raised: SearchResult | None = None
        for low, high in windows:
            utility, variation = searcher.search(depth, low, high, reduce=reduce, first=to_beat)
            mine = utility if searcher.to_move == 0 else -utility
            if searcher.is_cut_short or low < mine < high:
                break
            if mine >= high:  # better than the last best by more than the window
                to_beat, raised = variation[0], SearchResult(utility, variation, depth - 1)
        if not searcher.is_cut_short:
            open_bits = int(searcher.work.stats.open_bits)
            return SearchResult(utility, variation, depth, solved=not reduce, open_bits=open_bits)
        if last is None:
            return None
        # What was found before the cut counts only when it beat the last best move at this depth, or is that move.
        is_compared = variation[:1] == [to_beat] or searcher.work.levels[0].next_move >= 2
        return SearchResult(searcher.best_so_far, variation, depth - 1) if variation and is_compared else raised

    def best(
        self,
        states: Records,
        node_limit: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Search deeper and deeper; the best variation when nodes, time or the round run out."""
        bound = self.begin(states, node_limit, stop, fresh=fresh)
        helpers = [
            Helper(target=self._help, args=(searcher, bound, k + 1), daemon=True)
            for k, searcher in enumerate(self.searchers[1:])
        ]
        for helper in helpers:
            helper.start()

        def tell(found: SearchResult) -> None:
            if progress:
                found.nodes = self.nodes
                progress(self.evaluated(states, found))

        found = self._deepen_all(self.main, bound, 1, tell)
        for searcher in self.searchers[1:]:
            searcher.work.limits.halt = 1
        for helper in helpers:
            helper.join()
        self.helped = sum(helper.seconds for helper in helpers)
        found.nodes = self.nodes
        return self.evaluated(states, found)

    def best_move(self, states: Records, node_limit: int, stop: Stop) -> int:
        """The move that ``best`` finds with one thread; nothing else is worked out about it."""
        bound = self.begin(states, node_limit, stop, fresh=True)
        return self._deepen_all(self.main, bound, 1, None).variation[0]

    @property
    def nodes(self) -> int:
        """Positions seen by the last search."""
        return sum(int(searcher.work.stats.nodes) for searcher in self.searchers)

    def _help(self, searcher: Searcher, bound: int, ahead: int) -> None:
        """A helping thread searches one depth ahead and leaves what it sees in the shared transposition table."""
        self._deepen_all(searcher, bound, min(bound, 1 + ahead), None)

    def _deepen_all(
        self, searcher: Searcher, bound: int, start: int, progress: Callable[[SearchResult], None] | None
    ) -> SearchResult:
        found: SearchResult | None = None
        for depth in range(start, min(bound, MOST_PLIES) + 1):
            deeper = self.deepen(searcher, depth, bound, found)
            if deeper is None:
                break
            found = deeper
            if searcher.is_cut_short:
                break
            if progress:
                progress(found)
        if found is None:  # cut short at once: any move is better than none
            moves = np.zeros(self.room.moves.most, dtype=COUNT)
            distinct_moves(searcher.stack, moves)
            found = SearchResult(0, searcher.variation or [int(moves[0])], 0)
        return found

    def every_move(
        self,
        states: Records,
        node_limit: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[dict[int, SearchResult]], None] | None = None,
    ) -> dict[int, SearchResult]:
        """Search every move to the same depth with the same care, so that they can be compared."""
        bound = self.begin(states, node_limit, stop, fresh=fresh)
        moves = np.zeros(self.room.moves.most, dtype=COUNT)
        n = int(distinct_moves(states, moves))
        sign = 1 if states[0].to_move == 0 else -1  # the best of the last depth first
        found = {move: self.evaluated(states, SearchResult(0, [move], 0)) for move in moves[:n].tolist()}
        for depth in range(1, min(bound, MOST_PLIES) + 1):
            this_depth: dict[int, SearchResult] = {}
            for move in sorted(found, key=lambda move: -sign * found[move].utility):
                searched = self._one_move(states, move, depth, bound)
                if searched is None:
                    return self._all_evaluated(states, found)
                this_depth[move] = searched
            found = this_depth
            if progress:
                progress(self._all_evaluated(states, found))
        return self._all_evaluated(states, found)

    def _all_evaluated(self, states: Records, found: dict[int, SearchResult]) -> dict[int, SearchResult]:
        """With points, which only the last depth is asked for: in Python they cost more than most searches."""
        return {move: one if one.points else self.evaluated(states, one) for move, one in found.items()}

    def _one_move(self, states: Records, move: int, depth: int, bound: int) -> SearchResult | None:
        main = self.main
        main.stack[0] = states[0]
        play_one(main.stack, move)
        reduce = depth < bound
        before = self.nodes
        utility, variation = main.search(depth - 1, -INFINITE, INFINITE, reduce=reduce)
        if main.is_cut_short:
            return None
        open_bits = int(main.work.stats.open_bits)
        return SearchResult(
            utility, [move, *variation], depth, solved=not reduce, open_bits=open_bits, nodes=self.nodes - before
        )

    def evaluated(self, states: Records, found: SearchResult) -> SearchResult:
        """Add what is to be expected at the end of the variation, which is where its utility was found."""
        leaf = Outlook(states, found.variation, self.main.evaluators)
        if found.depth == 0:
            found.utility = leaf.utility
        found.points, found.chances = leaf.points, leaf.chances
        return found


def entries_for(node_limit: int, most: int) -> int:
    """A search of few positions remembers few: a table too large costs more to empty than it gains."""
    return int(min(most, max(LEAST_ENTRIES, 1 << (4 * node_limit).bit_length())))
