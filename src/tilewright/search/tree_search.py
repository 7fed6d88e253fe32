"""Tree search for any number of players, with chance and hidden things inside the round.

Every simulation starts from the root, fills in what the seat may not know, walks down by PUCT (priors of the
move against how well it has done), adds one position and carries its utility to each seat back up.
The tree ends where the round does: what a new deal brings is left to the evaluation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Records, rule
from tilewright.core.dice import below
from tilewright.core.verbs import DEAL, END, MAX_PLAYERS, deal, determinise, legal_moves, play, prior, search_moves
from tilewright.search.round_search import CUT_SHORT, HALT, NODE_LIMIT, NODES
from tilewright.search.utility import seat_utilities, still_open_chances

FIRST_LOOK = 0.08  # a move not tried yet is taken to be so much worse than its position
WIDENING = 1.5  # outcomes of chance kept: this times the root of the visits
DEEPEST = 96
LEAST = 4  # simulations that even a stop does not prevent, so that there is an answer
NONE = -1

NODE = np.dtype(
    (
        np.record,
        [
            ("visits", np.int32),
            ("move", np.int32),  # that led here; behind chance, the number of the outcome
            ("first_child", np.int32),
            ("sibling", np.int32),
            ("children", np.int32),
            ("prior", np.float32),
            ("total", np.float32, (MAX_PLAYERS,)),
        ],
    )
)


class Tree:
    """The memory of one searching thread."""

    def __init__(self, state_layout: np.dtype[Any], most_moves: int, most_drawn: int, actions: int, size: int) -> None:
        self.nodes = np.zeros(size, dtype=NODE)
        self.root = np.zeros(1, dtype=state_layout)
        self.states = np.zeros(2, dtype=state_layout)  # the one walking down, and one to be spoiled by evaluation
        self.moves = np.zeros(most_moves, dtype=COUNT)
        self.priors = np.zeros(most_moves)
        self.drawn = np.zeros(most_drawn, dtype=COUNT)
        self.marks = np.zeros(actions, dtype=np.int64)
        self.path = np.zeros(DEEPEST + 2, dtype=np.int64)
        self.seats = np.zeros((3, MAX_PLAYERS))  # points, chances, utilities
        self.tally = np.zeros((actions, 1 + 2 * MAX_PLAYERS))  # by first move: simulations, points, chances
        self.counts = np.zeros(8, dtype=np.int64)
        self.stop = np.zeros(1, dtype=np.int64)  # the caller's, from the moment a search begins

    def arrays(self) -> tuple[Any, ...]:
        """Everything, in the order the compiled search takes it."""
        return (
            self.nodes,
            self.root,
            self.states,
            self.moves,
            self.priors,
            self.drawn,
            self.marks,
            self.path,
            self.seats,
            self.tally,
            self.counts,
            self.stop,
        )


USED, ROOT = 6, 7  # in counts: nodes of the tree in use, and the one the search starts from


@rule
def clear_tree(nodes: Any, counts: Any) -> None:
    """An empty tree with its root."""
    counts[USED] = 0
    counts[ROOT] = add_node(nodes, counts, NONE, 1.0)


@rule
def add_node(nodes: Any, counts: Any, move: int, prior: float) -> int:
    """A new node; NONE when the tree is full."""
    at = counts[USED]
    if at == nodes.shape[0]:
        return NONE
    node = nodes[at]
    node.visits = 0
    node.move = move
    node.first_child = NONE
    node.sibling = NONE
    node.children = 0
    node.prior = prior
    for seat in range(MAX_PLAYERS):
        node.total[seat] = 0.0
    counts[USED] = at + 1
    return at


@rule
def add_child(nodes: Any, counts: Any, parent: int, move: int, prior: float) -> int:
    child = add_node(nodes, counts, move, prior)
    if child != NONE:
        nodes[child].sibling = nodes[parent].first_child
        nodes[parent].first_child = child
        nodes[parent].children += 1
    return child


@rule
def priors_of(state: Any, moves: Counts, n: int, priors: Any, evaluator: Any) -> None:
    """How promising each move looks, as shares of 1."""
    most = -1e9
    for k in range(n):
        priors[k] = prior(state, moves[k], evaluator) / evaluator.weights.temperature
        most = max(most, priors[k])
    total = 0.0
    for k in range(n):
        priors[k] = math.exp(priors[k] - most)
        total += priors[k]
    for k in range(n):
        priors[k] /= total


@rule
def expand(state: Any, nodes: Any, counts: Any, at: int, moves: Counts, priors: Any, evaluator: Any) -> None:
    """Give a node a child for each move; the last added is found first, so add from the end."""
    n = search_moves(state, moves)
    priors_of(state, moves, n, priors, evaluator)
    for k in range(n):
        if add_child(nodes, counts, at, moves[n - 1 - k], priors[n - 1 - k]) == NONE:
            return


@rule
def choose_child(nodes: Any, at: int, mover: int, explore: float) -> int:
    """PUCT: the child with the best of experience and prior for the player to move."""
    node = nodes[at]
    effort = explore * math.sqrt(node.visits + 1.0)
    at_first = node.total[mover] / max(1, node.visits) - FIRST_LOOK
    best = NONE
    most = -1e9
    child = node.first_child
    while child != NONE:
        tried = nodes[child]
        known = tried.total[mover] / tried.visits if tried.visits > 0 else at_first
        score = known + effort * tried.prior / (1.0 + tried.visits)
        if score > most:
            best, most = child, score
        child = tried.sibling
    return best


@rule
def choose_possible_child(
    state: Any, nodes: Any, counts: Any, at: int, moves: Counts, priors: Any, marks: Any, evaluator: Any
) -> int:
    """PUCT where hidden things make some moves possible in one world and not in another."""
    n = legal_moves(state, moves)
    priors_of(state, moves, n, priors, evaluator)
    for k in range(n):
        marks[moves[k]] = 1
    mover = state.to_move
    node = nodes[at]
    effort = evaluator.weights.explore * math.sqrt(node.visits + 1.0)
    at_first = node.total[mover] / max(1, node.visits) - FIRST_LOOK
    best = NONE
    most = -1e9
    child = node.first_child
    while child != NONE:
        tried = nodes[child]
        if marks[tried.move] == 1:
            marks[tried.move] = 2
            known = tried.total[mover] / tried.visits if tried.visits > 0 else at_first
            score = known + effort * tried.prior / (1.0 + tried.visits)
            if score > most:
                best, most = child, score
        child = tried.sibling
    for k in range(n):
        if marks[moves[k]] == 1:
            new = add_child(nodes, counts, at, moves[k], priors[k])
            score = at_first + effort * priors[k]
            if new != NONE and score > most:
                best, most = new, score
        marks[moves[k]] = 0
    return best


@rule
def choose_outcome(nodes: Any, counts: Any, at: int, rng: Any) -> int:
    """Chance: a new outcome while the position is young, else the one seen least."""
    node = nodes[at]
    if node.children < WIDENING * math.sqrt(node.visits + 1.0):
        new = add_child(nodes, counts, at, below(rng, 1 << 30), 1.0)
        if new != NONE:
            return new
    least = node.first_child
    child = least
    while child != NONE:
        if nodes[child].visits < nodes[least].visits:
            least = child
        child = nodes[child].sibling
    return least


@rule
def roll_again(outcome: int, dice: Any) -> None:
    """Dice that fall as they did when this outcome was first seen."""
    word = np.uint64(outcome)
    dice[0] = word << np.uint64(33) ^ word << np.uint64(7) ^ np.uint64(0x9E3779B97F4A7C15)
    for _ in range(4):
        below(dice, 2)


@rule
def simulate(
    hidden: bool,
    nodes: Any,
    root: Records,
    states: Records,
    moves: Counts,
    priors: Any,
    drawn: Counts,
    marks: Any,
    path: Any,
    seats: Any,
    tally: Any,
    counts: Any,
    evaluators: Records,
    rng: Any,
    dice: Any,
) -> None:
    """One walk from the root to a new position and back."""
    states[0] = root[0]
    state = states[0]
    if hidden:
        determinise(state, rng)
    at = counts[ROOT]
    depth = 0
    path[0] = at
    while True:
        node = nodes[at]
        if state.awaiting == END or state.round_number != root[0].round_number or depth >= DEEPEST:
            break
        if node.visits == 0 and depth > 0:
            break
        if state.awaiting == DEAL:
            child = choose_outcome(nodes, counts, at, rng)
            if child == NONE:
                break
            roll_again(nodes[child].move, dice)
            deal(state, dice, drawn)
        else:
            if node.first_child == NONE:
                expand(state, nodes, counts, at, moves, priors, evaluators[0])
            if hidden:
                child = choose_possible_child(state, nodes, counts, at, moves, priors, marks, evaluators[0])
            else:
                child = choose_child(nodes, at, state.to_move, evaluators[0].weights.explore)
            if child == NONE:
                break
            play(state, nodes[child].move)
        depth += 1
        path[depth] = child
        at = child
    left = seat_utilities(state, states[1:2], seats[0], seats[1], seats[2], evaluators[0])
    for step in range(depth + 1):
        node = nodes[path[step]]
        node.visits += 1
        for who in range(state.players):
            node.total[who] += seats[2, who]
    if depth > 0:
        still_open_chances(state, seats[0], left, seats[1], evaluators[0])
        first = tally[nodes[path[1]].move]
        first[0] += 1.0
        for who in range(state.players):
            first[1 + who] += seats[0, who]
            first[1 + MAX_PLAYERS + who] += seats[1, who]


@rule
def search_tree(
    hidden: bool,
    nodes: Any,
    root: Records,
    states: Records,
    moves: Counts,
    priors: Any,
    drawn: Counts,
    marks: Any,
    path: Any,
    seats: Any,
    tally: Any,
    counts: Any,
    stop: Any,
    evaluators: Records,
    rng: Any,
) -> None:
    """Simulate until the limit, a stop, or a full tree."""
    dice = np.zeros(1, dtype=np.uint64)
    while counts[NODES] < counts[NODE_LIMIT] and counts[USED] < nodes.shape[0]:
        if (counts[HALT] != 0 or stop[0] != 0) and counts[NODES] >= LEAST:
            break
        counts[NODES] += 1
        simulate(
            hidden, nodes, root, states, moves, priors, drawn, marks, path, seats, tally, counts, evaluators, rng, dice
        )
    counts[CUT_SHORT] = counts[NODES] < counts[NODE_LIMIT]
