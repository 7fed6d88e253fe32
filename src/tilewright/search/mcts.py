"""Tree search as Python uses it: one tree for each thread, kept between moves of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Records
from tilewright.core.contract.dice import Dice, dice
from tilewright.core.contract.verbs import MOVE
from tilewright.search.alphabeta import distinct_moves
from tilewright.search.helpers import Helper
from tilewright.search.mcts_kernel import EDGE, NODE, NONE, Tree, clear_tree, search_tree, tree_layout
from tilewright.search.variations import Outlook, play_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.contract.room import Room
    from tilewright.search.stop import Stop

TREE_SIZE = 120_000  # nodes
EDGES_PER_NODE = 10  # moves that wait to be tried; 16 MB in all
TOLD_EVERY = 1_000  # simulations between two words about progress
WORTH_KEEPING = 8  # visits; a smaller tree is not worth looking for


@dataclass(frozen=True, slots=True)
class RootMove:
    """What a search found about one move at the root."""

    visits: int
    utilities: list[float]  # one for each seat


class Simulator:
    """One searching thread: its tree, and what it is handed for a search."""

    def __init__(self, room: Room, size: int, evaluators: Records) -> None:
        self.nodes: Records = np.zeros(size, dtype=NODE)
        self.edges: Records = np.zeros(max(size * EDGES_PER_NODE, room.moves.most), dtype=EDGE)
        self.trees = np.zeros(1, dtype=tree_layout(room.state, room.moves.most, room.deals.most, room.moves.actions))
        self.tree: Tree = self.trees[0]
        self.tree.hidden = room.hidden
        self.root: Records = self.trees["root"][0]  # the position that is searched
        self.evaluators = evaluators
        self.stop = np.zeros(1, dtype=np.int64)  # the caller's, from the moment a search begins

    def clear(self, state: np.void) -> None:
        """Begin a new tree."""
        self.root[0] = state
        clear_tree(self.trees, self.nodes)

    def begin(self, node_limit: int) -> None:
        """Count anew."""
        self.tree.stats.nodes = 0
        self.tree.limits.node_limit = node_limit
        self.trees["first_moves"] = 0

    def run(self, rng: Dice) -> None:
        """Simulate until the limit or a stop."""
        search_tree(self.trees, self.nodes, self.edges, self.stop, self.evaluators, rng)

    @property
    def simulations(self) -> int:
        return int(self.tree.stats.nodes)

    def keep(self, states: Records, stop: Stop) -> bool:
        """Go on with the part of the tree that the moves played since have led to, if it is there."""
        if not 0 < self.tree.used <= len(self.nodes) // 2 or self.tree.edges_used > len(self.edges) // 2:
            return False
        at, wanted = int(self.tree.root_node), states[0].tobytes()
        found = self._find(at, self.root, wanted, int(states[0].players), stop)
        if found is None:
            return False
        self.root[0] = states[0]
        self.tree.root_node = found
        return True

    def children(self, at: int) -> list[int]:
        """The children of a node, in order."""
        found = []
        siblings = self.nodes["sibling"]  # a column is read much faster than fields of records
        child = int(self.nodes["first_child"][at])
        while child != NONE:
            found.append(child)
            child = int(siblings[child])
        return found

    def _find(self, at: int, states: Records, wanted: bytes, deep: int, stop: Stop) -> int | None:
        """The node with exactly this position, at most so many moves below."""
        if states.tobytes() == wanted:
            return at
        if deep == 0 or states[0].awaiting != MOVE or stop.is_set:
            return None
        for child in self.children(at):
            if self.nodes[child].visits >= WORTH_KEEPING:
                after = states.copy()
                play_one(after, int(self.nodes[child].move))
                found = self._find(child, after, wanted, deep - 1, stop)
                if found is not None:
                    return found
        return None


class TreeSearch:
    """Searches positions of one game. One thread for each evaluator."""

    def __init__(self, room: Room, evaluators: list[Records], size: int = TREE_SIZE) -> None:
        self.room = room
        self.simulators = [Simulator(room, size, evaluator) for evaluator in evaluators]
        self.helped = 0.0  # CPU seconds of the helping threads of the last search

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        for simulator in self.simulators:
            simulator.tree.limits.halt = 0

    def halt(self) -> None:
        """Make every thread of the search under way return soon: its time is over."""
        for simulator in self.simulators:
            simulator.tree.limits.halt = 1

    def search(
        self,
        states: Records,
        node_limit: int,
        seed: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[dict[int, RootMove]], None] | None = None,
    ) -> dict[int, RootMove]:
        """Visits and expectations of every move at the root. A ``fresh`` search depends on nothing before it."""
        for simulator in self.simulators:
            if fresh or self.room.hidden or not simulator.keep(states, stop):
                simulator.clear(states[0])
            simulator.begin(max(1, node_limit // len(self.simulators)))
            simulator.stop = stop.flag
        helpers = [
            Helper(target=simulator.run, args=(dice(seed, stream=4 + k),), daemon=True)
            for k, simulator in enumerate(self.simulators[1:])
        ]
        for helper in helpers:
            helper.start()
        if progress is None:
            self.simulators[0].run(dice(seed, stream=3))
        else:
            self._run_in_steps(dice(seed, stream=3), lambda: progress(self._root_moves(states)))
        for helper in helpers:
            helper.join()
        self.helped = sum(helper.seconds for helper in helpers)
        return self._root_moves(states)

    def _run_in_steps(self, rng: Dice, tell: Callable[[], None]) -> None:
        """The same simulations as in one go, telling what is known between them."""
        main = self.simulators[0]
        limits, most = main.tree.limits, int(main.tree.limits.node_limit)
        while True:
            limits.node_limit = min(most, main.simulations + TOLD_EVERY)
            main.run(rng)
            if main.tree.stats.cut_short or main.simulations >= most:
                return
            tell()

    def _root_moves(self, states: Records) -> dict[int, RootMove]:
        players = int(states[0].players)
        moves = np.zeros(self.room.moves.most, dtype=COUNT)
        possible: list[int] = moves[: int(distinct_moves(states, moves))].tolist()  # tried or not
        visits = dict.fromkeys(possible, 0)
        totals = {move: [0.0] * players for move in possible}
        for simulator in self.simulators:
            found = simulator.nodes[simulator.children(int(simulator.tree.root_node))]
            columns = (found["move"].tolist(), found["visits"].tolist(), found["total"][:, :players].tolist())
            for move, seen, total in zip(*columns, strict=True):
                visits[move] += seen
                totals[move] = [sum(both) for both in zip(totals[move], total, strict=True)]
        return {
            move: RootMove(visits[move], [one / max(1, visits[move]) for one in total])
            for move, total in totals.items()
        }

    def means(self, states: Records, move: int) -> tuple[list[float], list[float]]:
        """Points and chances after a move over all simulations of it; a move without any is evaluated.

        That takes Python long: with four players there are some 160 such moves, and who stops a search waits for it.
        """
        players = int(states[0].players)
        sums = [simulator.tree.first_moves[move] for simulator in self.simulators]
        simulations = sum(one.simulations for one in sums)
        if simulations == 0.0:
            after = Outlook(states, [move], self.simulators[0].evaluators)
            return after.points, after.chances
        points = np.sum([one.points for one in sums], axis=0)[:players] / simulations
        chances = np.sum([one.chances for one in sums], axis=0)[:players] / simulations
        return points.tolist(), chances.tolist()

    def positions(self) -> int:
        return sum(simulator.simulations for simulator in self.simulators)

    def principal_variation(self, most: int = 8) -> list[int]:
        """The moves tried most, from the root until chance comes in."""
        main = self.simulators[0]
        at, states = int(main.tree.root_node), main.root.copy()
        variation: list[int] = []
        while len(variation) < most and states[0].awaiting == MOVE:
            visits = {child: int(main.nodes[child].visits) for child in main.children(at)}
            if max(visits.values(), default=0) <= 1:
                break
            at = max(visits, key=visits.__getitem__)
            variation.append(int(main.nodes[at].move))
            play_one(states, variation[-1])
        return variation
