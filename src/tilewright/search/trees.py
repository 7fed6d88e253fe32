"""Tree search as Python uses it: one tree for each thread, kept between moves of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiled import Records
from tilewright.core.dice import dice
from tilewright.core.verbs import MAX_PLAYERS, MOVE
from tilewright.search.helpers import Helper
from tilewright.search.round_search import CUT_SHORT, HALT, NODE_LIMIT, NODES
from tilewright.search.tree_search import NONE, ROOT, USED, Tree, clear_tree, search_tree
from tilewright.search.variations import Outlook, play_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.room import Room
    from tilewright.search.stop import Stop

TREE_SIZE = 400_000
TOLD_EVERY = 1_000  # simulations between two words about progress
WORTH_KEEPING = 8  # visits; a smaller tree is not worth looking for


@dataclass(frozen=True, slots=True)
class Tried:
    """What a search found about one move at the root."""

    visits: int
    utilities: list[float]  # one for each seat, as the others below
    points: list[float]
    chances: list[float]


class TreeSearch:
    """Searches positions of one game. One thread for each evaluator."""

    def __init__(self, room: Room, evaluators: list[Records], size: int = TREE_SIZE) -> None:
        self.room = room
        self.trees = [Tree(room.state, room.most_moves, room.most_drawn, room.actions, size) for _ in evaluators]
        self.evaluators = evaluators
        self.helped = 0.0  # CPU seconds of the helping threads of the last search

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        for tree in self.trees:
            tree.counts[HALT] = 0

    def halt(self) -> None:
        """Make every thread of the search under way return soon: its time is over."""
        for tree in self.trees:
            tree.counts[HALT] = 1

    def forget(self) -> None:
        """Keep nothing of what was searched."""
        for tree in self.trees:
            tree.counts[USED] = 0

    def search(
        self,
        states: Records,
        node_limit: int,
        seed: int,
        stop: Stop,
        *,
        fresh: bool = True,
        progress: Callable[[dict[int, Tried]], None] | None = None,
    ) -> dict[int, Tried]:
        """Visits and expectations of every move at the root. A ``fresh`` search depends on nothing before it."""
        for tree in self.trees:
            if fresh or self.room.hidden or not self._keep(tree, states, stop):
                tree.root[0] = states[0]
                clear_tree(tree.nodes, tree.counts)
            tree.counts[NODES] = 0
            tree.counts[NODE_LIMIT] = max(1, node_limit // len(self.trees))
            tree.tally[:] = 0.0
            tree.stop = stop.flag
        helpers = [Helper(target=self._run, args=(k, seed), daemon=True) for k in range(1, len(self.trees))]
        for helper in helpers:
            helper.start()
        if progress is None:
            self._run(0, seed)
        else:
            self._run_in_steps(seed, lambda: progress(self._root_moves(states)))
        for helper in helpers:
            helper.join()
        self.helped = sum(helper.seconds for helper in helpers)
        return self._root_moves(states)

    def _run(self, k: int, seed: int) -> None:
        arguments = (*self.trees[k].arrays(), self.evaluators[k], dice(seed, stream=3 + k))
        search_tree(self.room.hidden, *arguments)

    def _run_in_steps(self, seed: int, tell: Callable[[], None]) -> None:
        """The same simulations as in one go, telling what is known between them."""
        tree = self.trees[0]
        arguments = (*tree.arrays(), self.evaluators[0], dice(seed, stream=3))
        limit = int(tree.counts[NODE_LIMIT])
        while True:
            tree.counts[NODE_LIMIT] = min(limit, int(tree.counts[NODES]) + TOLD_EVERY)
            search_tree(self.room.hidden, *arguments)
            if tree.counts[CUT_SHORT] or tree.counts[NODES] >= limit:
                return
            tell()

    def _keep(self, tree: Tree, states: Records, stop: Stop) -> bool:
        """Go on with the part of the tree that the moves played since have led to, if it is there."""
        if tree.counts[USED] == 0 or tree.counts[USED] > len(tree.nodes) // 2:
            return False
        found = _find(tree, int(tree.counts[ROOT]), tree.root, states[0].tobytes(), int(states[0].players), stop)
        if found is None:
            return False
        tree.root[0] = states[0]
        tree.counts[ROOT] = found
        return True

    def _root_moves(self, states: Records) -> dict[int, Tried]:
        players = int(states[0].players)
        visits: dict[int, int] = {}
        totals: dict[int, list[float]] = {}
        for tree in self.trees:
            found = tree.nodes[children(tree, int(tree.counts[ROOT]))]
            columns = (found["move"].tolist(), found["visits"].tolist(), found["total"][:, :players].tolist())
            for move, seen, total in zip(*columns, strict=True):
                visits[move] = visits.get(move, 0) + seen
                totals[move] = [sum(both) for both in zip(totals.get(move, [0.0] * players), total, strict=True)]
        return {
            move: Tried(visits[move], [one / max(1, visits[move]) for one in total], *self._means(states, move))
            for move, total in totals.items()
        }

    def _means(self, states: Records, move: int) -> tuple[list[float], list[float]]:
        """Points and chances after a move over all simulations of it; a move without any is evaluated."""
        players = int(states[0].players)
        tally = np.sum([tree.tally[move] for tree in self.trees], axis=0)
        if tally[0] == 0.0:
            after = Outlook(states, [move], self.evaluators[0])
            return after.points, after.chances()
        points, chances = tally[1 : 1 + players], tally[1 + MAX_PLAYERS : 1 + MAX_PLAYERS + players]
        return (points / tally[0]).tolist(), (chances / tally[0]).tolist()

    def positions(self) -> int:
        return sum(int(tree.counts[NODES]) for tree in self.trees)

    def principal_variation(self, most: int = 8) -> list[int]:
        """The moves tried most, from the root until chance comes in."""
        tree = self.trees[0]
        at, states = int(tree.counts[ROOT]), tree.root.copy()
        variation: list[int] = []
        while len(variation) < most and states[0].awaiting == MOVE:
            visits = {child: int(tree.nodes[child]["visits"]) for child in children(tree, at)}
            if max(visits.values(), default=0) <= 1:
                break
            at = max(visits, key=visits.__getitem__)
            variation.append(int(tree.nodes[at].move))
            play_one(states, variation[-1])
        return variation


def children(tree: Tree, at: int) -> list[int]:
    """The children of a node, in order."""
    found = []
    siblings = tree.nodes["sibling"]  # a column is read much faster than fields of records
    child = int(tree.nodes["first_child"][at])
    while child != NONE:
        found.append(child)
        child = int(siblings[child])
    return found


def _find(tree: Tree, at: int, states: Records, wanted: bytes, deep: int, stop: Stop) -> int | None:
    """The node with exactly this position, at most so many moves below."""
    if states.tobytes() == wanted:
        return at
    if deep == 0 or states[0].awaiting != MOVE or stop.is_set:
        return None
    for child in children(tree, at):
        if tree.nodes[child].visits >= WORTH_KEEPING:
            after = states.copy()
            play_one(after, int(tree.nodes[child].move))
            found = _find(tree, child, after, wanted, deep - 1, stop)
            if found is not None:
                return found
    return None
