"""Tree search as Python uses it: one tree for each thread, kept between moves of a round."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiled import Records
from tilewright.core.dice import dice
from tilewright.search.round_search import NODE_LIMIT, NODES, STOP
from tilewright.search.tree_search import NONE, ROOT, USED, Tree, clear_tree, search_tree
from tilewright.search.utility import chances_of
from tilewright.search.variations import evaluate_variation, play_one

if TYPE_CHECKING:
    from tilewright.core.room import Room

TREE_SIZE = 400_000
WORTH_KEEPING = 8  # visits; a smaller tree is not worth looking for


class TreeSearch:
    """Searches positions of one game. One thread for each evaluator."""

    def __init__(self, room: Room, evaluators: list[Records], size: int = TREE_SIZE) -> None:
        self.room = room
        self.trees = [Tree(room.state, room.most_moves, room.most_drawn, room.actions, size) for _ in evaluators]
        self.evaluators = evaluators

    def ready(self) -> None:
        """Forget an earlier stop."""
        for tree in self.trees:
            tree.counts[STOP] = 0

    def forget(self) -> None:
        """Keep nothing of what was searched."""
        for tree in self.trees:
            tree.counts[USED] = 0

    def stop(self) -> None:
        """Make every thread return soon; may be called from another thread."""
        for tree in self.trees:
            tree.counts[STOP] = 1

    def search(self, states: Records, node_limit: int, seed: int) -> dict[int, tuple[int, list[float]]]:
        """Visits and utilities to each seat of every move at the root."""
        for tree in self.trees:
            if self.room.hidden or not self._keep(tree, states):
                tree.root[0] = states[0]
                clear_tree(tree.nodes, tree.counts)
            tree.counts[NODES] = 0
            tree.counts[NODE_LIMIT] = max(1, node_limit // len(self.trees))
        jobs = [threading.Thread(target=self._run, args=(k, seed), daemon=True) for k in range(1, len(self.trees))]
        for job in jobs:
            job.start()
        self._run(0, seed)
        for job in jobs:
            job.join()
        return self._root_moves(int(states[0].players))

    def _run(self, k: int, seed: int) -> None:
        tree = self.trees[k]
        arguments = (*tree.arrays(), self.evaluators[k], dice(seed, stream=3 + k))
        search_tree(self.room.hidden, *arguments)

    def _keep(self, tree: Tree, states: Records) -> bool:
        """Go on with the part of the tree that the moves played since have led to, if it is there."""
        if tree.counts[USED] == 0 or tree.counts[USED] > len(tree.nodes) // 2:
            return False
        found = _find(tree, int(tree.counts[ROOT]), tree.root, states[0].tobytes(), int(states[0].players))
        if found is None:
            return False
        tree.root[0] = states[0]
        tree.counts[ROOT] = found
        return True

    def _root_moves(self, players: int) -> dict[int, tuple[int, list[float]]]:
        together: dict[int, tuple[int, np.ndarray[Any, Any]]] = {}
        for tree in self.trees:
            for child in children(tree, int(tree.counts[ROOT])):
                node = tree.nodes[child]
                visits, total = together.get(int(node.move), (0, np.zeros(players)))
                together[int(node.move)] = (visits + int(node.visits), total + node.total[:players])
        return {move: (visits, (total / max(1, visits)).tolist()) for move, (visits, total) in together.items()}

    def positions(self) -> int:
        return sum(int(tree.counts[NODES]) for tree in self.trees)

    def expected(self, states: Records, variation: list[int]) -> tuple[list[float], list[float], float]:
        """Points and chances of each seat where a variation leads, and the rounds to come."""
        points, chances = np.zeros(4), np.zeros(4)
        after = states.copy()
        players = int(states[0].players)
        left = float(
            evaluate_variation(after, np.array([*variation, NONE], dtype=np.int64), points, self.evaluators[0])
        )
        chances_of(points, left, players, chances, self.evaluators[0])
        return points[:players].tolist(), chances[:players].tolist(), left

    def principal_variation(self, most: int = 8) -> list[int]:
        """The moves tried most, from the root until chance comes in."""
        tree = self.trees[0]
        at, states = int(tree.counts[ROOT]), tree.root.copy()
        variation: list[int] = []
        while len(variation) < most and states[0].awaiting == 0:
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
    child = int(tree.nodes[at].first_child)
    while child != NONE:
        found.append(child)
        child = int(tree.nodes[child].sibling)
    return found


def _find(tree: Tree, at: int, states: Records, wanted: bytes, deep: int) -> int | None:
    """The node with exactly this position, at most so many moves below."""
    if states.tobytes() == wanted:
        return at
    if deep == 0 or states[0].awaiting != 0:
        return None
    for child in children(tree, at):
        if tree.nodes[child].visits >= WORTH_KEEPING:
            after = states.copy()
            play_one(after, int(tree.nodes[child].move))
            found = _find(tree, child, after, wanted, deep - 1)
            if found is not None:
                return found
    return None
