"""Tree search for any number of players, with chance and hidden things inside the round.

Every simulation starts from the root, fills in what the seat may not know, walks down by PUCT (priors of the
move against how well it has done), adds one position and carries its utility to each seat back up.
The tree ends where the round does: what a new deal brings is left to the evaluation.

Of the moves that have not been tried at a position only the most promising can be chosen next, so only moves that were
tried are nodes; the others wait as edges, a sixth of the size. When memory is full, simulations go on in what there is.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from functools import cache
from typing import Annotated

import numpy as np

from tilewright.core.compiling.compiled import Counts, Integers, Layout, Reals, Records, Wide, layout, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.protocols import Evaluator, State, Weights
from tilewright.core.contract.verbs import (
    DEAL,
    END,
    MAX_PLAYERS,
    deal,
    determinise,
    legal_moves,
    play,
    prior,
    search_moves,
)
from tilewright.search.limits import SEARCH_LIMITS, SEARCH_STATS, SearchLimits, SearchStats, must_end
from tilewright.search.utility import seat_utilities, still_open_chances

FIRST_LOOK = 0.08  # a move not tried yet is taken to be so much worse than its position
WIDENING = 1.5  # outcomes of chance kept: this times the root of the visits
DEEPEST = 96
LEAST = 4  # simulations that even a stop does not prevent, so that there is an answer
NONE = -1
TRIED = -1.0


# -- what a search works with ---------------------------------------------------------------------


class Node:
    """A position of the tree."""

    visits: Annotated[int, (), np.int32]
    move: Annotated[int, (), np.int32]  # that led here; behind chance, the number of the outcome
    first_child: Annotated[int, (), np.int32]
    sibling: Annotated[int, (), np.int32]
    children: Annotated[int, (), np.int32]
    first_edge: Annotated[int, (), np.int32]  # its moves, once it was visited twice; NONE before
    edges: Annotated[int, (), np.int32]
    next_edge: Annotated[int, (), np.int32]  # the most promising move not tried; NONE when all are
    prior: Annotated[float, (), np.float32]
    total: Annotated[Reals, (MAX_PLAYERS,), np.float32]  # utilities of all visits, added up


class Edge:
    """A move of a position."""

    move: Annotated[int, (), np.int32]
    prior: Annotated[float, (), np.float32]  # TRIED when it has a node


class FirstMove:
    """What simulations saw behind a first move, in sums."""

    simulations: float
    points: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    chances: Annotated[Reals, (MAX_PLAYERS,), np.float64]


NODE, EDGE, FIRST_MOVE = layout(Node), layout(Edge), layout(FirstMove)
Nodes = Records
Edges = Records


class Tree:
    """The memory of one searching thread, but for the nodes themselves."""

    limits: Annotated[SearchLimits, (), SEARCH_LIMITS]
    stats: Annotated[SearchStats, (), SEARCH_STATS]
    hidden: Wide  # the seat to move does not know everything
    used: Wide  # nodes in use
    edges_used: Wide
    root_node: Wide
    path: Annotated[Integers, (DEEPEST + 2,), np.int64]  # the nodes of the simulation under way
    marks: Annotated[Integers, ("actions",), np.int64]
    priors: Annotated[Reals, ("most_moves",), np.float64]
    points: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    chances: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    utilities: Annotated[Reals, (MAX_PLAYERS,), np.float64]
    first_moves: Annotated[MutableSequence[FirstMove], ("actions",), FIRST_MOVE]
    moves: Annotated[Counts, ("most_moves",)]
    drawn: Annotated[Counts, ("most_drawn",)]
    root: Annotated[MutableSequence[State], (1,), "state"]
    walker: Annotated[MutableSequence[State], (1,), "state"]  # the position of the simulation under way
    scratch: Annotated[Records, (1,), "state"]


@cache
def tree_layout(state: Layout, most_moves: int, most_drawn: int, actions: int) -> Layout:
    """One object for each game: the compiler knows a layout again by that."""
    return layout(Tree, state=state, most_moves=most_moves, most_drawn=most_drawn, actions=actions)


# -- growing --------------------------------------------------------------------------------------


@rule
def clear_tree(trees: Records, nodes: Nodes) -> None:
    """An empty tree with its root."""
    tree: Tree = trees[0]
    tree.used = tree.edges_used = 0
    tree.root_node = add_node(tree, nodes, NONE, 1.0)


@rule
def add_node(tree: Tree, nodes: Nodes, move: int, prior: float) -> int:
    """A new node; NONE when the tree is full."""
    at = tree.used
    if at == len(nodes):
        return NONE
    node: Node = nodes[at]
    node.visits = 0
    node.move = move
    node.first_child = NONE
    node.sibling = NONE
    node.children = 0
    node.first_edge = node.next_edge = NONE
    node.edges = 0
    node.prior = prior
    for seat in range(MAX_PLAYERS):
        node.total[seat] = 0.0
    tree.used = at + 1
    return at


@rule
def add_child(tree: Tree, nodes: Nodes, parent: int, move: int, prior: float) -> int:
    child = add_node(tree, nodes, move, prior)
    if child != NONE:
        nodes[child].sibling = nodes[parent].first_child
        nodes[parent].first_child = child
        nodes[parent].children += 1
    return child


@rule
def priors_of(state: State, moves: Counts, n: int, priors: Reals, evaluator: Evaluator[Weights]) -> None:
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
def expand(tree: Tree, nodes: Nodes, edges: Edges, at: int, evaluator: Evaluator[Weights]) -> None:
    """Give a node an edge for each move, if there is room for all of them."""
    state, moves, priors = tree.walker[0], tree.moves, tree.priors
    n = search_moves(state, moves)
    first = tree.edges_used
    if first + n > len(edges):
        return
    priors_of(state, moves, n, priors, evaluator)
    for k in range(n):
        edges[first + k].move = moves[k]
        edges[first + k].prior = priors[k]
    tree.edges_used = first + n
    node: Node = nodes[at]
    node.first_edge, node.edges = first, n
    find_next_edge(node, edges)


@rule
def find_next_edge(node: Node, edges: Edges) -> None:
    """The most promising of the moves not tried, the first of equals."""
    node.next_edge = NONE
    most = TRIED
    for k in range(node.first_edge, node.first_edge + node.edges):
        if edges[k].prior > most:
            node.next_edge, most = k, edges[k].prior


@rule
def try_next_edge(tree: Tree, nodes: Nodes, edges: Edges, at: int) -> int:
    """A node for the most promising of the moves not tried; NONE when the tree is full."""
    node: Node = nodes[at]
    edge: Edge = edges[node.next_edge]
    child = add_child(tree, nodes, at, edge.move, edge.prior)
    if child != NONE:
        edge.prior = TRIED
        find_next_edge(node, edges)
    return child


# -- walking down ---------------------------------------------------------------------------------


@rule
def choose_child(tree: Tree, nodes: Nodes, edges: Edges, at: int, explore: float) -> int:
    """PUCT: the move with the best of experience and prior for the player to move; of equals the first move."""
    mover = tree.walker[0].to_move
    node: Node = nodes[at]
    effort = explore * math.sqrt(node.visits + 1.0)
    best = NONE
    most = -1e9
    child = node.first_child
    while child != NONE:
        tried: Node = nodes[child]
        score = tried.total[mover] / tried.visits + effort * tried.prior / (1.0 + tried.visits)
        if score > most or (score == most and tried.move < nodes[best].move):
            best, most = child, score
        child = tried.sibling
    if node.next_edge != NONE:
        edge: Edge = edges[node.next_edge]
        score = node.total[mover] / max(1, node.visits) - FIRST_LOOK + effort * edge.prior
        if score > most or (score == most and edge.move < nodes[best].move):
            new = try_next_edge(tree, nodes, edges, at)
            if new != NONE:
                return new
    return best


@rule
def choose_possible_child(tree: Tree, nodes: Nodes, at: int, evaluator: Evaluator[Weights]) -> int:
    """PUCT where hidden things make some moves possible in one world and not in another, so none can wait as edges."""
    state, moves, priors, marks = tree.walker[0], tree.moves, tree.priors, tree.marks
    n = legal_moves(state, moves)
    priors_of(state, moves, n, priors, evaluator)
    for k in range(n):
        marks[moves[k]] = 1
    mover = state.to_move
    node: Node = nodes[at]
    effort = evaluator.weights.explore * math.sqrt(node.visits + 1.0)
    best = NONE
    most = -1e9
    child = node.first_child
    while child != NONE:
        tried: Node = nodes[child]
        if marks[tried.move] == 1:
            marks[tried.move] = 2
            score = tried.total[mover] / tried.visits + effort * tried.prior / (1.0 + tried.visits)
            if score > most or (score == most and tried.move < nodes[best].move):
                best, most = child, score
        child = tried.sibling
    untried = NONE
    for k in range(n):
        if marks[moves[k]] == 1 and (untried == NONE or priors[k] > priors[untried]):
            untried = k
        marks[moves[k]] = 0
    if untried != NONE:
        at_first = node.total[mover] / max(1, node.visits) - FIRST_LOOK
        if at_first + effort * priors[untried] > most:
            new = add_child(tree, nodes, at, moves[untried], priors[untried])
            if new != NONE:
                return new
    return best


@rule
def choose_outcome(tree: Tree, nodes: Nodes, at: int, rng: Dice) -> int:
    """Chance: a new outcome while the position is young, else the one seen least."""
    node: Node = nodes[at]
    if node.children < WIDENING * math.sqrt(node.visits + 1.0):
        new = add_child(tree, nodes, at, below(rng, 1 << 30), 1.0)
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
def roll_again(outcome: int, dice: Dice) -> None:
    """Dice that fall as they did when this outcome was first seen."""
    word = np.uint64(outcome)
    dice[0] = word << np.uint64(33) ^ word << np.uint64(7) ^ np.uint64(0x9E3779B97F4A7C15)
    for _ in range(4):
        below(dice, 2)


@rule
def is_leaf(tree: Tree, nodes: Nodes, depth: int) -> bool:
    """Does a simulation end here: at a new position, or with the round?"""
    state = tree.walker[0]
    if state.awaiting == END or state.round_number != tree.root[0].round_number or depth >= DEEPEST:
        return True
    return depth > 0 and nodes[tree.path[depth]].visits == 0


@rule
def step_down(
    tree: Tree, nodes: Nodes, edges: Edges, at: int, evaluator: Evaluator[Weights], rng: Dice, dice: Dice
) -> int:
    """Go to a child of this node, by chance or by a move; NONE when there is none and the tree is full."""
    state = tree.walker[0]
    if state.awaiting == DEAL:
        child = choose_outcome(tree, nodes, at, rng)
        if child != NONE:
            roll_again(nodes[child].move, dice)
            deal(state, dice, tree.drawn)
        return child
    if tree.hidden != 0:
        child = choose_possible_child(tree, nodes, at, evaluator)
    else:
        if nodes[at].first_edge == NONE:
            expand(tree, nodes, edges, at, evaluator)
        child = choose_child(tree, nodes, edges, at, evaluator.weights.explore)
    if child != NONE:
        play(state, nodes[child].move)
    return child


# -- and back up ----------------------------------------------------------------------------------


@rule
def carry_back(tree: Tree, nodes: Nodes, depth: int) -> None:
    """Add what the simulation found to every node on its way."""
    for step in range(depth + 1):
        node: Node = nodes[tree.path[step]]
        node.visits += 1
        for seat in range(tree.walker[0].players):
            node.total[seat] += tree.utilities[seat]


@rule
def note_first_move(tree: Tree, move: int) -> None:
    """Add what the simulation found to the sums of its first move."""
    sums = tree.first_moves[move]
    sums.simulations += 1.0
    for seat in range(tree.walker[0].players):
        sums.points[seat] += tree.points[seat]
        sums.chances[seat] += tree.chances[seat]


@rule
def simulate(tree: Tree, nodes: Nodes, edges: Edges, evaluator: Evaluator[Weights], rng: Dice, dice: Dice) -> None:
    """One walk from the root to a new position and back."""
    tree.walker[0] = tree.root[0]
    state = tree.walker[0]
    if tree.hidden != 0:
        determinise(state, rng)
    tree.path[0] = tree.root_node
    depth = 0
    while not is_leaf(tree, nodes, depth):
        child = step_down(tree, nodes, edges, tree.path[depth], evaluator, rng, dice)
        if child == NONE:
            break
        depth += 1
        tree.path[depth] = child
    left = seat_utilities(state, tree.scratch, tree.points, tree.chances, tree.utilities, evaluator)
    carry_back(tree, nodes, depth)
    if depth > 0:
        still_open_chances(state, tree.points, left, tree.chances, evaluator)
        note_first_move(tree, nodes[tree.path[1]].move)


@rule
def search_tree(trees: Records, nodes: Nodes, edges: Edges, stop: Integers, evaluators: Records, rng: Dice) -> None:
    """Simulate until the limit or a stop."""
    tree: Tree = trees[0]
    dice = np.zeros(1, dtype=np.uint64)
    while tree.stats.nodes < tree.limits.node_limit:
        if must_end(tree.limits, stop) and tree.stats.nodes >= LEAST:
            break
        tree.stats.nodes += 1
        simulate(tree, nodes, edges, evaluators[0], rng, dice)
    tree.stats.cut_short = tree.stats.nodes < tree.limits.node_limit
