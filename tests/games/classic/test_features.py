"""What nets see of a board: told once more, naively, and compared on positions from inside and between rounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.kit.nets import plainly, some_nets
from tests.kit.pace import paced
from tilewright.core.compiling.compiled import COUNT, Records, rule
from tilewright.core.contract.dice import below, dice
from tilewright.core.contract.verbs import MOVE, evaluate
from tilewright.games.classic.features import INSIDE, ROUND_END, block_inputs
from tilewright.games.classic.learning import LEARNING
from tilewright.games.classic.weights import EVALUATION
from tilewright.play import entries
from tilewright.search.weights_file import weights_of

pytestmark = pytest.mark.rules


@rule
def evaluate_one(states: Records, points: Any, evaluators: Records) -> float:
    return evaluate(states[0], points, evaluators[0])


@cache
def positions(rule_set: str, players: int, seed: int) -> list[tilewright.Position]:
    """All positions of a random game, deals included."""
    game = tilewright.new_game(rule_set, players, seed=seed, auto_deal=False)
    rolls = dice(seed, stream=9)
    found = []
    while game.awaiting != "end":
        found.append(game.view(0))
        if game.awaiting == "deal":
            game.deal()
        else:
            moves = game.legal_moves
            game.play(moves[below(rolls, len(moves))])
    return found


GAMES = [("classic", 2, 1), ("classic", 3, 2), ("classic-grey", 2, 3), ("crystal-1", 4, 4)]


def inside(rule_set: str, players: int, seed: int) -> Records:
    found = [one.state for one in positions(rule_set, players, seed) if one.state[0].tiles_on_offer > 0]
    return np.concatenate(found)


def between(rule_set: str, players: int, seed: int) -> Records:
    found = [one.state for one in positions(rule_set, players, seed) if one.awaiting == "deal"]
    return np.concatenate(found[1:])


def grouped(sizes: dict[str, int], inputs: Any) -> dict[str, list[float]]:
    """Inputs by the name of their group; every one belongs to one."""
    ends = np.cumsum(list(sizes.values()))
    assert ends[-1] == len(inputs)
    return {name: inputs[end - size : end].tolist() for (name, size), end in zip(sizes.items(), ends, strict=True)}


def one_of(n: int, k: int) -> list[float]:
    return [float(i == k) for i in range(n)]


def nearly(counts: list[int]) -> list[float]:
    return [float(count == wanted) for count in counts for wanted in (3, 4)]


def naive_lines(board: Any) -> tuple[list[float], list[float]]:
    shares, begun = [0.0] * 25, [0.0] * 25
    for row in range(5):
        if board.line_count[row]:
            at = row * 5 + int(board.line_colour[row])
            shares[at], begun[at] = int(board.line_count[row]) / (row + 1), 1.0
    return shares, begun


def naive_inside(state: Any, seat: int) -> dict[str, list[float]]:
    """What a net sees inside a round, in the words of its inputs."""
    board = state.boards[seat]
    has = [[float((board.wall[row] == colour).any()) for colour in range(5)] for row in range(5)]
    shares, begun = naive_lines(board)
    offered: list[float] = []
    for row in range(5):
        missing, held = row + 1 - int(board.line_count[row]), int(board.line_colour[row])
        takes = [held] if held >= 0 else [colour for colour in range(5) if not has[row][colour]]
        best = min(missing, max((int(state.offer[:, colour].max()) for colour in takes), default=0))
        told = [float(best == 0), best / missing, float(best == missing)] if missing else [0.0, 0.0, 0.0]
        offered += [0.0, 0.0, 0.0, *told] if held >= 0 else [*told, 0.0, 0.0, 0.0]
    tiles, factories = int(state.offer.sum()), {2: 5, 3: 7, 4: 9}[int(state.players)]
    step = tiles - 1 if tiles <= 5 else min(9, 5 + (tiles - 6) * 5 // (4 * factories - 5))
    groups = min(15, int((state.offer > 0).sum()))
    marker = 0 if state.marker < 0 else 1 if state.marker == seat else 2
    to_move = float(state.to_move == seat)

    def twice(n: int, k: int) -> list[float]:
        return one_of(n, k) + [to_move * one for one in one_of(n, k)]

    return {
        "row has colour": [one for row in has for one in row],
        "share of the line that is filled, by colour": shares,
        "line is begun, by colour": begun,
        "line is full": [float(board.line_count[row] == row + 1) for row in range(5)],
        "quarter of the tiles missing on a begun line": [
            (row + 1 - int(board.line_count[row])) / 4 if board.line_count[row] else 0.0 for row in range(5)
        ],
        "row has 3 tiles, 4 tiles": nearly([int(sum(row)) for row in has]),
        "line not begun, begun: nothing on offer, share of what is missing, all of it": offered,
        "floor": one_of(8, int(board.floor)),
        "groups on offer, the same if to move": twice(16, groups),
        "tiles on offer, the same if to move": twice(10, step),
        "marker, the same if to move": twice(3, marker),
        "round": one_of(6, min(5, int(state.round_number) - 1)),
    }


def naive_round_end(state: Any, seat: int, left: int, expected: float) -> dict[str, list[float]]:
    """What a net sees between rounds, in the words of its inputs."""
    board = state.boards[seat]
    wall = np.asarray(board.wall)
    has = np.array([[(wall[row] == colour).any() for colour in range(5)] for row in range(5)])
    a_round = {2: 20, 3: 28, 4: 36}[int(state.players)]
    supply = np.asarray(state.bag, dtype=float)
    if supply.sum() < a_round:
        supply = supply + state.lid
    share = 5 * supply / max(1.0, supply.sum()) - 1
    shares, begun = naive_lines(board)
    return {
        "row has colour": has.astype(float).ravel().tolist(),
        "cell is filled": (wall >= 0).astype(float).ravel().tolist(),
        "share of the line that is filled, by colour": shares,
        "line is begun, by colour": begun,
        "rounds left": one_of(6, left),
        "starts the next round": [float(state.first == seat)],
        "supply of colour": share.tolist(),
        "supply of colour where the row misses it": np.where(has, 0.0, share).ravel().tolist(),
        "row has 3 tiles, 4 tiles": nearly((wall >= 0).sum(axis=1).tolist()),
        "column has 3 tiles, 4 tiles": nearly((wall >= 0).sum(axis=0).tolist()),
        "colour has 3 tiles, 4 tiles": nearly([int((wall == colour).sum()) for colour in range(5)]),
        "tenth of what the weights expect": [expected / 10],
        "rounds in the bag": [supply.sum() / (5 * a_round)],
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_position_lies_inside_a_round_while_tiles_are_on_offer(game: tuple[str, int, int]) -> None:
    states = np.concatenate([one.state for one in positions(*game)])
    found = np.zeros(len(states), dtype=np.bool_)
    LEARNING.note_insides(states, found)
    assert found.tolist() == (states["tiles_on_offer"] > 0).tolist()


def test_with_colours_exchanged_a_game_goes_on_as_it_did() -> None:
    """Where a position led to another by a move, its twin leads to the other's twin by as many moves."""
    played = [one.state for one in positions("classic-grey", 2, 3)]
    twins = LEARNING.relabel["classic-grey"](np.concatenate(played), np.random.default_rng(5))
    moves = np.zeros(400, dtype=COUNT)
    compared = 0
    for k in range(len(played) - 1):
        before, after = twins[k : k + 1], twins[k + 1 : k + 2]
        assert entries.violations(before) == 0
        if before[0].awaiting != MOVE:
            continue
        n = int(entries.legal_moves(before, moves))
        reached = [before.copy() for _ in range(n)]
        for state, move in zip(reached, moves[:n].tolist(), strict=True):
            entries.play(state, move)
        assert after.tobytes() in {state.tobytes() for state in reached}
        assert n == entries.legal_moves(played[k], moves)
        compared += before.tobytes() != played[k].tobytes()
    assert compared > 30


@pytest.mark.parametrize("game", GAMES)
def test_inside_a_round_the_net_sees_what_lies_there(game: tuple[str, int, int]) -> None:
    states = inside(*game)
    blocks = LEARNING.insides(states)
    for k in range(len(states)):
        for seat in range(game[1]):
            seen = grouped(INSIDE, block_inputs()[blocks[k, seat]].sum(axis=0))
            for name, naive in naive_inside(states[k], seat).items():
                assert seen[name] == pytest.approx(naive), (k, seat, name)


@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_the_net_sees_what_lies_there(game: tuple[str, int, int]) -> None:
    states = between(*game)
    numbers = weights_of(EVALUATION, game[0])
    evaluators = EVALUATION.evaluator(numbers)
    for k in range(len(states)):
        one, points = states[k : k + 1], np.zeros(4)
        left = evaluate_one(one.copy(), points, evaluators)
        inputs = np.zeros((1, game[1], sum(ROUND_END.values())), dtype=np.float32)
        LEARNING.round_ends(one, np.array([left]), evaluators, inputs)
        for seat in range(game[1]):
            board, starts = one[0].boards[seat], seat == one[0].first
            expected = points[seat] - board.score - numbers["starter"] * starts
            seen = grouped(ROUND_END, inputs[0, seat])
            for name, naive in naive_round_end(one[0], seat, int(left), expected).items():
                assert seen[name] == pytest.approx(naive, abs=1e-5), (k, seat, name)


@pytest.mark.parametrize("game", GAMES)
def test_play_adds_what_the_nets_say_of_the_board_before_and_after_its_tiling(game: tuple[str, int, int]) -> None:
    """The points of play, with nets, are those without and what a textbook's nets make of the training's inputs."""
    numbers, nets = weights_of(EVALUATION, game[0]), some_nets(EVALUATION)
    for states in (inside(*game)[:: paced(9, 27)], between(*game)[:: paced(3, 4)]):
        for k in range(len(states)):
            learned = EVALUATION.evaluator(numbers, nets)
            tiled, plain, points = states[k : k + 1].copy(), np.zeros(4), np.zeros(4)
            left = evaluate_one(tiled, plain, EVALUATION.evaluator(numbers))
            tiled[0].lid[:] = states[k].lid  # supply is what it was before tiles fell
            assert evaluate_one(states[k : k + 1].copy(), points, learned) == left
            wanted = plain[: game[1]].copy()
            if states[k].tiles_on_offer:
                seen = block_inputs()[LEARNING.insides(states[k : k + 1])[0]].sum(axis=1)
                wanted += [plainly(nets["inside"], one) for one in seen]
            if left > 0:
                inputs = np.zeros((1, game[1], sum(ROUND_END.values())), dtype=np.float32)
                LEARNING.round_ends(tiled, np.array([left]), learned, inputs)
                wanted += [plainly(nets["round_end"], one) for one in inputs[0]]
            assert points[: game[1]] == pytest.approx(wanted, abs=1e-4)


def test_what_is_remembered_is_what_is_computed() -> None:
    """One evaluator for all positions of several games says what a fresh one says of each."""
    numbers, nets = weights_of(EVALUATION, "classic"), some_nets(EVALUATION)
    used = EVALUATION.evaluator(numbers, nets)
    for seed in (1, 7):
        for one in positions("classic", 2, seed)[:: paced(3, 9)]:
            remembered, fresh = np.zeros(4), np.zeros(4)
            evaluate_one(one.state.copy(), remembered, used)
            evaluate_one(one.state.copy(), fresh, EVALUATION.evaluator(numbers, nets))
            assert remembered.tolist() == fresh.tolist()
