"""What nets see of a board: told once more, naively, and compared on positions from inside and between rounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.kit.nets import plainly, some_nets
from tests.kit.pace import paced
from tilewright.core.compiling.compiled import Records, rule
from tilewright.core.contract.dice import below, dice
from tilewright.core.contract.evaluator import SCRATCH
from tilewright.core.contract.verbs import evaluate
from tilewright.games.pavilion.components import COST, NUMBER_BONUS, STAR_BONUS, STRUCTURES
from tilewright.games.pavilion.features import ROUND_END
from tilewright.games.pavilion.inside import BLOCKS_A_BOARD, INSIDE, NOTED, block_inputs
from tilewright.games.pavilion.learning import LEARNING
from tilewright.games.pavilion.weights import ALIKE, EVALUATION, MIXED, NUMBER, STRUCTURE
from tilewright.search.weights_file import weights_of

pytestmark = pytest.mark.rules

DRAFTING, PLACING, BONUS, KEEPING, PASSED = range(5)
GAMES = [("pavilion", 2, 1), ("pavilion", 3, 2), ("pavilion-mono", 2, 3), ("pavilion-mono", 4, 4)]


@rule
def evaluate_one(states: Records, points: Any, evaluators: Records) -> float:
    return evaluate(states[0], points, evaluators[0])


@cache
def positions(rule_set: str, players: int, seed: int) -> list[tilewright.Position]:
    """All positions of a game of chance, deals included; tiles are placed while they can be, so that stars grow."""
    game = tilewright.new_game(rule_set, players, seed=seed, auto_deal=False)
    rolls = dice(seed, stream=9)
    found = []
    while game.awaiting != "end":
        found.append(game.view(0))
        if game.awaiting == "deal":
            game.deal()
        else:
            moves = game.legal_moves
            placing = [move for move in moves if "pass" not in str(move)]
            game.play((placing or moves)[below(rolls, len(placing or moves))])
    return found


def is_between(one: tilewright.Position) -> bool:
    return one.awaiting == "deal" and int(one.state[0].phase) != 2


def inside(rule_set: str, players: int, seed: int) -> Records:
    """Positions of a round under way, also while its supply is filled."""
    return np.concatenate([one.state for one in positions(rule_set, players, seed) if not is_between(one)])


def between(rule_set: str, players: int, seed: int) -> Records:
    return np.concatenate([one.state for one in positions(rule_set, players, seed) if is_between(one)])


def grouped(sizes: dict[str, int], inputs: Any) -> dict[str, list[float]]:
    """Inputs by the name of their group; every one belongs to one."""
    ends = np.cumsum(list(sizes.values()))
    assert ends[-1] == len(inputs)
    return {name: inputs[end - size : end].tolist() for (name, size), end in zip(sizes.items(), ends, strict=True)}


def one_of(n: int, k: int) -> list[float]:
    return [float(i == k) for i in range(n)]


def up_to(n: int, k: int, start: int = 1) -> list[float]:
    """Is it this or more? From ``start`` on, n times."""
    return [float(k >= i) for i in range(start, start + n)]


def twice(told: list[float], counts: float) -> list[float]:
    """The same once more, if that counts."""
    return told + [counts * one for one in told]


def colours_on(board: Any, star: int) -> set[int]:
    return {int(tile) for tile in board.tiles[star] if tile >= 0}


def covered_on(board: Any, star: int) -> int:
    return int((board.tiles[star] >= 0).sum())


def naive_own_stars(state: Any, board: Any) -> list[int | None]:
    """The star of each colour; on the monochrome side the fullest one of that colour alone that is not complete."""
    if state.side == 0:
        return list(range(6))
    found: list[int | None] = []
    for colour in range(6):
        fitting = [star for star in range(7) if colours_on(board, star) == {colour} and covered_on(board, star) < 6]
        found.append(max(fitting, key=lambda star: covered_on(board, star)) if fitting else None)
    return found


def naive_empty_costs(state: Any, board: Any, star: int | None) -> list[int]:
    """What the empty spaces of a star cost, each another number; of the star where all cost 3, their positions."""
    if star is None:
        return [1, 2, 3, 4, 5, 6]
    costs = range(1, 7) if state.side == 1 and star == 6 else COST[state.side, star].tolist()
    return [cost for k, cost in enumerate(costs) if board.tiles[star, k] < 0]


def naive_manner(state: Any, board: Any, star: int) -> int:
    """0 for a star without tiles that may become anything, 1 for one colour, 2 for different ones."""
    if state.side == 0:
        return 2 if star == 6 else 1
    return min(2, len(colours_on(board, star)))


def naive_on_turn(state: Any) -> int | None:
    if state.awaiting == 0:
        return int(state.to_move)
    order = [(int(state.to_move) + k) % int(state.players) for k in range(1, int(state.players) + 1)]
    return next((seat for seat in order if not state.passed >> seat & 1), None)


def naive_phase(state: Any, seat: int) -> int:
    if state.passed >> seat & 1:
        return PASSED
    if state.phase == 1:
        return DRAFTING
    return {2: PLACING, 3: BONUS, 4: KEEPING}[int(state.phase)] if state.to_move == seat else PLACING


def naive_inside(state: Any, seat: int) -> dict[str, list[float]]:
    """What a net sees inside a round, in the words of its inputs."""
    board, players = state.boards[seat], int(state.players)
    hand, joker = [int(tiles) for tiles in board.hand], int(state.round_number) - 1
    mover, phase = float(naive_on_turn(state) == seat), naive_phase(state, seat)
    offer = state.offer[: {2: 5, 3: 7, 4: 9}[players] + 1]
    total, once = offer.sum(axis=0).tolist(), offer.max(axis=0).tolist()
    payable: list[float] = []
    needs: list[float] = []
    for colour, star in enumerate(naive_own_stars(state, board)):
        tiles, jokers = min(6, hand[colour]), 0 if colour == joker else min(3, hand[joker])
        empty = naive_empty_costs(state, board, star)
        payable += [float(cost in empty and tiles > 0 and cost <= tiles + jokers) for cost in range(1, 7)]
        missing = max(0, sum(empty) - tiles - jokers, len(empty) - tiles)
        step = missing if missing < 5 else 5 if missing < 7 else 6 if missing < 10 else 7
        needs += twice(one_of(8, step) if empty else [0.0] * 8, float(joker == 5))
    manners = [naive_manner(state, board, star) for star in range(7)]
    wanting = [
        sum(m == 2 and covered_on(board, s) < 6 and c not in colours_on(board, s) for s, m in enumerate(manners))
        for c in range(6)
    ]
    tiles = int(state.tiles_on_offer)
    step = tiles if tiles <= 10 else min(15, 11 + (tiles - 11) // 3)
    token = min(9, int(state.offer[0].sum())) if state.token < 0 else 10 if state.token == seat else 11

    def for_colours(told: Any) -> list[float]:
        return [one for colour in range(6) for one in told(colour)]

    def both(colour: int) -> list[float]:
        return up_to(5, min(4, hand[colour]) + min(4, once[colour]) if once[colour] else 0, start=2)

    return {
        "space of the colour's own star is empty and can be paid, by cost": payable,
        "tiles missing to complete the colour's own star, the same in the last round": needs,
        "tiles in hand of colour: 1 or more, to 6": for_colours(lambda colour: up_to(6, hand[colour])),
        "space is covered": (board.tiles >= 0).astype(float).ravel().tolist(),
        "star has no tile, to 6 tiles": [one for star in range(7) for one in one_of(7, covered_on(board, star))],
        "star has one colour, different colours": [float(m == k) for m in manners for k in (1, 2)],
        "colour is wanted by a star of different colours, by more": for_colours(
            lambda colour: one_of(2, min(2, wanting[colour]) - 1)
        ),
        "wanted colour in hand: 1 tile or more, to 3": for_colours(
            lambda colour: up_to(3, hand[colour] if wanting[colour] else 0)
        ),
        "tiles on offer of colour: 1 or more, to 7": for_colours(lambda colour: up_to(7, total[colour])),
        "at one source of colour: 1 or more, to 4, the same if to move": for_colours(
            lambda colour: twice(up_to(4, once[colour]), mover)
        ),
        "in hand and at one source of colour: 2 or more, to 6, the same if to move": for_colours(
            lambda colour: twice(both(colour), mover)
        ),
        "jokers in hand": one_of(7, min(6, hand[joker])),
        "jokers on offer": one_of(8, min(7, total[joker])),
        "phase, mover, round": one_of(60, (phase * 2 + int(mover)) * 6 + joker),
        "tiles on offer, the same if to move": twice(one_of(16, step), mover),
        "token, the same if to move": twice(one_of(12, token), mover),
        "tiles in hand, the same in the last round": twice(one_of(16, min(15, sum(hand))), float(joker == 5)),
        "bonus tiles to be taken": one_of(8, int(state.bonus_left) if phase == BONUS else 0),
    }


def nearly(most: int, missing: int) -> list[float]:
    return [float(missing == k) for k in range(most, 0, -1)]


def naive_round_end(state: Any, seat: int, left: int, starts: bool, weights: Any) -> dict[str, list[float]]:
    """What a net sees between rounds, in the words of its inputs."""
    board, side = state.boards[seat], int(state.side)
    own = naive_own_stars(state, board)
    kept = [int(board.hand[colour] + board.kept[colour]) for colour in range(6)]
    covered = board.tiles >= 0
    open_spaces = [
        [(star, k) for star in range(7) for k in range(6) if COST[side, star, k] == cost and not covered[star, k]]
        for cost in range(1, 5)
    ]
    around = [[space for space in structure if not covered[space]] for structure in STRUCTURES]
    fits = [star is None or covered_on(board, star) < 6 for star in own]
    own_tiles = [0 if star is None else covered_on(board, star) for star in own]
    return {
        "space is covered": covered.astype(float).ravel().tolist(),
        "star has colour": [float(colour in colours_on(board, star)) for star in range(7) for colour in range(6)],
        "star misses 2 tiles, 1 tile": [one for star in range(7) for one in nearly(2, 6 - covered_on(board, star))],
        "the colour's own star has 1 tile, to 6 tiles": [one for n in own_tiles for one in one_of(6, n - 1)],
        "half of the kept tiles of colour": [tiles / 2 for tiles in kept],
        "kept of colour, and its own star is open": [
            float(tiles > 0 and fit) for tiles, fit in zip(kept, fits, strict=True)
        ],
        "quarter of the kept tiles": [sum(kept) / 4],
        "half of the kept tiles that are the next jokers": [kept[6 - left] / 2],
        "rounds left": one_of(7, left),
        "starts the next round": [float(starts)],
        "tenth of the spaces missing of number": [len(spaces) / 10 for spaces in open_spaces],
        "number misses 3 spaces, 2 spaces, 1 space": [one for spaces in open_spaces for one in nearly(3, len(spaces))],
        "structure is complete": [float(not spaces) for spaces in around],
        "structure misses 1 space": [float(len(spaces) == 1) for spaces in around],
        "tenth of what the weights expect of stars, numbers, structures": [
            *(naive_star(state, board, star, left, weights) / 10 for star in range(7)),
            *(
                NUMBER_BONUS[cost] * weights.chance[NUMBER, left, cost * len(spaces)] / 10
                for cost, spaces in enumerate(open_spaces, start=1)
            ),
            sum(naive_structure(side, k, spaces, left, weights) for k, spaces in enumerate(around)) / 10,
        ],
    }


def naive_star(state: Any, board: Any, star: int, left: int, weights: Any) -> float:
    """What the weights expect of a star: pairs of neighbours, and its bonus by its chance."""
    tiles = board.tiles[star] >= 0
    missing = sum(int(COST[state.side, star, k]) for k in range(6) if not tiles[k])
    pairs = sum(bool(tiles[k] and tiles[(k + 1) % 6]) for k in range(6))
    arcs = float(weights.arc[left] * pairs) if missing else 0.0
    colours = colours_on(board, star)
    if state.side == 1 and tiles.sum() < 2:
        return float(arcs + weights.open_star * weights.chance[ALIKE, left, missing])
    if (state.side == 0 and star == 6) or len(colours) > 1:
        return float(arcs + 12 * weights.chance[MIXED, left, missing])
    bonus = STAR_BONUS[star if state.side == 0 else min(colours)]
    return float(arcs + bonus * weights.chance[ALIKE, left, missing])


def naive_structure(side: int, structure: int, spaces: list[tuple[int, int]], left: int, weights: Any) -> float:
    if not spaces:
        return 0.0
    missing = sum(int(COST[side, star, k]) for star, k in spaces)
    return float(weights.bonus_tile[left] * (3 - structure % 3) * weights.chance[STRUCTURE, left, missing])


@pytest.mark.parametrize("game", GAMES)
def test_inside_a_round_the_net_sees_what_lies_there(game: tuple[str, int, int]) -> None:
    states = inside(*game)[:: paced(1, 3)]
    blocks = LEARNING.insides(states)
    for k in range(len(states)):
        for seat in range(game[1]):
            seen = grouped(INSIDE, block_inputs()[blocks[k, seat]].sum(axis=0))
            naive = naive_inside(states[k], seat)
            assert naive.keys() == seen.keys()
            for name in naive:
                assert seen[name] == pytest.approx(naive[name]), (k, seat, name)


@pytest.mark.parametrize("game", GAMES)
def test_between_rounds_the_net_sees_what_lies_there(game: tuple[str, int, int]) -> None:
    states = between(*game)
    evaluators = EVALUATION.evaluator(weights_of(EVALUATION, game[0]))
    for k in range(len(states)):
        one = states[k : k + 1]
        left = evaluate_one(one.copy(), np.zeros(4), evaluators)
        inputs = np.zeros((1, game[1], sum(ROUND_END.values())), dtype=np.float32)
        LEARNING.round_ends(one, np.array([left]), evaluators, inputs)
        for seat in range(game[1]):
            seen = grouped(ROUND_END, inputs[0, seat])
            naive = naive_round_end(one[0], seat, int(left), seat == one[0].first, evaluators[0].weights)
            assert naive.keys() == seen.keys()
            for name in naive:
                assert seen[name] == pytest.approx(naive[name], abs=1e-5), (k, seat, name)
            assert np.abs(inputs[0, seat]).max() < 4, "an input that is much larger than others learns badly"


def test_when_all_have_passed_nobody_is_to_move() -> None:
    """The supply is filled once more after the last pass, when the tiles given up are all there are."""
    state = next(one.state.copy() for one in positions("pavilion", 2, 1) if is_between(one) and one.round_number == 3)
    state[0].phase, state[0].passed = 2, 3
    for seat in range(2):
        seen = grouped(INSIDE, block_inputs()[LEARNING.insides(state)[0, seat]].sum(axis=0))
        assert seen["phase, mover, round"] == naive_inside(state[0], seat)["phase, mover, round"]
        assert seen["phase, mover, round"] == one_of(60, PASSED * 12 + 2)


def test_training_is_told_every_position_of_a_round_under_way() -> None:
    for game in GAMES:
        found = np.ones(len(positions(*game)), dtype=np.bool_)
        LEARNING.note_insides(np.concatenate([one.state for one in positions(*game)]), found)
        assert found.tolist() == [not is_between(one) for one in positions(*game)]


def test_an_evaluator_has_room_for_what_is_noted_on_the_way() -> None:
    """Compiled code would write behind the end without a word."""
    assert NOTED + BLOCKS_A_BOARD <= SCRATCH


def test_games_here_have_every_phase() -> None:
    """Else the others would compare less than they say."""
    seen = {naive_phase(state, seat) for game in GAMES for state in inside(*game) for seat in range(game[1])}
    assert seen == {DRAFTING, PLACING, BONUS, KEEPING, PASSED}
    assert any(state.awaiting == 1 for game in GAMES for state in inside(*game))


def first_of_their_kind(state: Any) -> list[int]:
    """Seats with a board that no earlier seat has: a second one is remembered, and nothing is done to it."""
    boards = [(board.hand.tolist(), board.kept.tolist(), board.tiles.tolist()) for board in state.boards]
    return [seat for seat in range(state.players) if boards.index(boards[seat]) == seat]


@pytest.mark.parametrize("game", GAMES)
def test_play_adds_what_the_nets_say_of_the_board_before_and_after_its_hand_is_spent(
    game: tuple[str, int, int],
) -> None:
    """The points of play, with nets, are those without and what a textbook's nets make of the training's inputs."""
    numbers, nets = weights_of(EVALUATION, game[0]), some_nets(EVALUATION)
    for states in (inside(*game)[:: paced(3, 27)], between(*game)):
        for k in range(len(states)):
            learned = EVALUATION.evaluator(numbers, nets)
            spent, plain, points = states[k : k + 1].copy(), np.zeros(4), np.zeros(4)
            left = evaluate_one(spent, plain, EVALUATION.evaluator(numbers))
            assert evaluate_one(states[k : k + 1].copy(), points, learned) == left
            wanted = plain[: game[1]].copy()
            if states[k].awaiting == 0 or states[k].phase == 2:
                seen = block_inputs()[LEARNING.insides(states[k : k + 1])[0]].sum(axis=1)
                wanted += [plainly(nets["inside"], one) for one in seen]
                spent[0].boards["hand"] = 0  # what is left of it is given up
            if left >= 1:
                inputs = np.zeros((1, game[1], sum(ROUND_END.values())), dtype=np.float32)
                LEARNING.round_ends(spent, np.array([left]), learned, inputs)
                wanted += [plainly(nets["round_end"], one) for one in inputs[0]]
            for seat in first_of_their_kind(states[k]):
                assert points[seat] == pytest.approx(wanted[seat], abs=2e-4), (k, seat)


def test_what_is_remembered_is_what_is_computed() -> None:
    """One evaluator for all positions of several games says what a fresh one says of each."""
    for rule_set in ("pavilion", "pavilion-mono"):
        numbers, nets = weights_of(EVALUATION, rule_set), some_nets(EVALUATION)
        used = EVALUATION.evaluator(numbers, nets)
        for seed in (1, 3):
            for one in positions(rule_set, 2, seed)[:: paced(2, 15)]:
                remembered, fresh = np.zeros(4), np.zeros(4)
                evaluate_one(one.state.copy(), remembered, used)
                evaluate_one(one.state.copy(), fresh, EVALUATION.evaluator(numbers, nets))
                assert remembered.tolist() == fresh.tolist()


def test_who_starts_and_which_round_are_part_of_what_is_remembered() -> None:
    """The same board is worth another sum to the one who starts, and with more rounds to come."""
    numbers, nets = weights_of(EVALUATION, "pavilion"), some_nets(EVALUATION)
    used = EVALUATION.evaluator(numbers, nets)
    state = between("pavilion", 2, 1)[2:3]
    found = set()
    for first in (0, 1):
        for round_number in (3, 4, 5):
            turned, remembered, fresh = state.copy(), np.zeros(4), np.zeros(4)
            turned[0].first = turned[0].to_move = first
            turned[0].round_number = round_number
            evaluate_one(turned.copy(), remembered, used)
            evaluate_one(turned, fresh, EVALUATION.evaluator(numbers, nets))
            assert remembered.tolist() == fresh.tolist()
            found.add(tuple(remembered))
    assert len(found) == 6
