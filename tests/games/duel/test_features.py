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
from tilewright.core.contract.verbs import END, evaluate
from tilewright.games.duel.components import EMPTY, JOKER, SPECIAL
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.search import searching
from tilewright.games.duel.search.features import INSIDE, ROUND_END
from tilewright.games.duel.search.learning import LEARNING
from tilewright.games.duel.search.weights import EVALUATION
from tilewright.games.duel.steps import FILL, OVER, STEPS
from tilewright.search.weights_file import weights_of

pytestmark = pytest.mark.rules

NUMBERS = weights_of(EVALUATION, "duel")
SETS = ["H,V,D", "C5,OUT,COR,MULTI", "H,OUT,D,SPE"]
SHOWN = ["B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT"]


@rule
def evaluate_one(states: Records, points: Any, evaluators: Records) -> float:
    return evaluate(states[0], points, evaluators[0])


@cache
def positions(goals: str) -> tuple[Records, ...]:
    """All positions of a game of moves that look good and some that do not, deals included."""
    seed = SETS.index(goals)
    game = tilewright.new_game("duel", 2, seed=seed, auto_deal=False, goals=goals)
    rolls, evaluators, found = dice(seed, stream=9), EVALUATION.evaluator(NUMBERS), []
    while game.awaiting != "end":
        found.append(game.state.copy())
        if game.awaiting == "deal":
            game.deal()
            continue
        moves = game.legal_moves
        if below(rolls, 5) == 0:
            game.play(moves[below(rolls, len(moves))])
        else:
            game.play(max(moves, key=lambda move: searching.prior(game.state[0], move.code, evaluators[0])))
    return tuple(found)


def inside(goals: str) -> Records:
    return np.concatenate([one for one in positions(goals) if not is_between(one)])


def between(goals: str) -> Records:
    return np.concatenate([one for one in positions(goals)[1:] if is_between(one)])


def is_between(states: Records) -> bool:
    """The suns are to be filled."""
    return STEPS[states[0].step] == "deal"


def grouped(sizes: dict[str, int], inputs: Any) -> dict[str, list[float]]:
    """Inputs by the name of their group; every one belongs to one."""
    ends = np.cumsum(list(sizes.values()))
    assert ends[-1] == len(inputs)
    return {name: inputs[end - size : end].tolist() for (name, size), end in zip(sizes.items(), ends, strict=True)}


def one_of(n: int, k: int) -> list[float]:
    return [float(i == k) for i in range(n)]


def flags(which: Any) -> list[float]:
    return [float(one) for one in which]


def open_spaces(board: Any, row: int) -> list[int]:
    """What lies open in a row: colours and jokers, EMPTY where a plate is to come."""
    cells = zip(board.spaces[row].tolist(), board.dome[row].tolist(), strict=True)
    return [space for space, tile in cells if tile == EMPTY and space != SPECIAL]


def line_shares(board: Any) -> list[float]:
    shares = np.zeros((6, 5))
    for line in range(6):
        if board.line_count[line]:
            shares[line, board.line_colour[line]] = board.line_count[line] / (line + 1)
    return [float(one) for one in shares.ravel()]


def begun(board: Any) -> list[bool]:
    return [bool(tiles) for tiles in board.line_count]


def has_space(board: Any) -> list[bool]:
    fits = [{int(board.line_colour[line]), JOKER} & set(open_spaces(board, line)) for line in range(6)]
    return [is_begun and bool(one) for is_begun, one in zip(begun(board), fits, strict=True)]


def chips_do(board: Any) -> list[bool]:
    """R9.2 Lines that are not full and can be completed with two chips of the colour or any three for each tile."""
    found = []
    for line in range(6):
        missing, letter = line + 1 - int(board.line_count[line]), "BYRKT"[int(board.line_colour[line])]
        fitting = sum(int(chips) for chips, kind in zip(board.chips, SHOWN, strict=True) if letter in kind)
        pairs = min(missing, fitting // 2)
        enough = int(board.chips.sum()) >= 2 * pairs + 3 * (missing - pairs)
        found.append(has_space(board)[line] and enough)
    return found


def no_plates(board: Any) -> list[float]:
    return flags(plate == EMPTY for plate in board.plates)


def supply(state: Any) -> Any:
    """The share of each colour in what the next deal is drawn from, against a fair one."""
    tiles = np.asarray(state.bag, dtype=float)
    if tiles.sum() < 21:
        tiles = tiles + state.tower
    return 5 * tiles / max(1.0, tiles.sum()) - 1


def naive_round_end(state: Any, seat: int, later: int, expected: float, chances: Any) -> dict[str, list[float]]:
    """What a net sees between rounds, in the words of its inputs."""
    board = state.boards[seat]
    dome, spaces = np.asarray(board.dome), np.asarray(board.spaces)
    used = [bool(state.goals >> goal & 1) for goal in range(8)]
    filled = dome != EMPTY
    jokers, specials = (spaces == JOKER) & ~filled, (spaces == SPECIAL) & ~filled
    runs = {
        "H": filled.sum(axis=1).tolist(),
        "V": filled.sum(axis=0).tolist(),
        "D": [np.diag(filled).sum(), np.diag(filled[:, ::-1]).sum()],
    }
    nearly = [
        float(used[GOALS.index(goal)] * tiles.count(wanted)) for goal, tiles in runs.items() for wanted in (6, 5, 4)
    ]
    colours = [len(set(row[row != EMPTY].tolist())) for row in dome]
    others = [
        float(used[GOALS.index("MULTI")] * jokers.sum()),
        float(used[GOALS.index("SPE")] * specials.sum()),
        float(used[GOALS.index("C5")] * colours.count(4)),
        float(used[GOALS.index("C5")] * sum(one >= 5 for one in colours)),
    ]
    of_colour = supply(state)
    return {
        "sixth of the chances of the row, of the column": [
            *(chances.sum(axis=1) / 6).tolist(),
            *(chances.sum(axis=0) / 6).tolist(),
        ],
        "cell is filled": flags(filled.ravel()),
        "open spaces of the row, by colour": [
            float(open_spaces(board, row).count(colour)) for row in range(6) for colour in range(5)
        ],
        "open joker spaces of the row": flags(jokers.sum(axis=1)),
        "special space of the slot is open": flags(
            specials[row : row + 2, column : column + 2].any() for row in (0, 2, 4) for column in (0, 2, 4)
        ),
        "slot has no plate": no_plates(board),
        "share of the line that is filled, by colour": line_shares(board),
        "line is begun": flags(begun(board)),
        "begun line has a space": flags(has_space(board)),
        "chips could complete the line": flags(chips_do(board)),
        "supply for the begun line": [
            float(of_colour[colour]) if colour != EMPTY else 0.0 for colour in board.line_colour.tolist()
        ],
        "supply of colour": of_colour.tolist(),
        "half of the chips that show the colour": [
            sum(int(chips) for chips, kind in zip(board.chips, SHOWN, strict=True) if letter in kind) / 2
            for letter in "BYRKT"
        ],
        "quarter of the chips": [int(board.chips.sum()) / 4],
        "rounds left": one_of(5, later),
        "starts the next round": [float(seat == (state.first if state.marker < 0 else state.marker))],
        "goal in use": flags(used),
        "full, one short, two short, if a goal: rows, columns, diagonals": nearly,
        "open joker spaces, open special spaces, rows one colour short, rows with all: if a goal": others,
        "tenth of what the weights expect": [expected / 10],
    }


def takes(state: Any, colour: int) -> int:
    """The most tiles of a colour that one take brings."""
    tops = [pile[height - 1] for pile, height in zip(state.pile, state.pile_height, strict=True) if height]
    return max(int(state.sun[:, colour].max()), int(state.moon[colour]) + tops.count(colour))


def naive_inside(state: Any, seat: int) -> dict[str, list[float]]:
    """What a net sees inside a round, in the words of its inputs."""
    board, other = state.boards[seat], state.boards[1 - seat]
    counts, colours = board.line_count.tolist(), board.line_colour.tolist()
    missing = [line + 1 - counts[line] for line in range(6)]
    places = []
    for line in range(6):
        walled = (board.plates[line // 2 * 3 :][:3] != EMPTY).all()
        places += one_of(3, 0 if has_space(board)[line] else 2 if walled else 1) if counts[line] else [0.0] * 3
    begun_offer: list[float] = []
    empty_offer: list[float] = []
    in_all: list[float] = []
    for line in range(6):
        wanted = set(open_spaces(board, line))
        fitting = set(range(5)) if wanted & {JOKER, EMPTY} else wanted
        best = takes(state, colours[line]) if counts[line] else max((takes(state, one) for one in fitting), default=0)
        best = min(best, missing[line])
        told = [float(best == 0), best / missing[line], float(best == missing[line])] if missing[line] else [0.0] * 3
        begun_offer += told if counts[line] else [0.0] * 3
        empty_offer += [0.0] * 3 if counts[line] else told
        lying = int(state.sun[:, colours[line]].sum() + state.moon[colours[line]] + (state.pile == colours[line]).sum())
        in_all.append(min(lying, missing[line]) / missing[line] if counts[line] and missing[line] else 0.0)
    tiles = int(state.sun.sum() + state.moon.sum() + (state.pile != EMPTY).sum())
    steps = [[n] for n in range(6)] + [range(6, 10), range(10, 14), range(14, 18), range(18, 22)]
    to_move = float(state.to_move == seat)

    def twice(n: int, k: int) -> list[float]:
        return one_of(n, k) + [to_move * one for one in one_of(n, k)]

    return {
        "share of the line that is filled, by colour": line_shares(board),
        "line is full": flags(one == 0 for one in missing),
        "sixth of the tiles missing on a begun line": [
            one / 6 if tiles else 0.0 for one, tiles in zip(missing, counts, strict=True)
        ],
        "begun line has a space, waits for one, gets none": places,
        "chips could complete the line": flags(
            does and short > 0 for does, short in zip(chips_do(board), missing, strict=True)
        ),
        "begun line: nothing on offer, share of what is missing, all of it": begun_offer,
        "empty line: nothing on offer for its spaces, share of it, all of it": empty_offer,
        "share of what a begun line misses in all tiles on offer": in_all,
        "sixth of the tiles in the row": ((board.dome != EMPTY).sum(axis=1) / 6).tolist(),
        "slot has no plate": no_plates(board),
        "tokens, the same if to move": twice(3, int(board.tokens)),
        "tokens of the other": one_of(3, int(other.tokens)),
        "quarter of the chips": [int(board.chips.sum()) / 4],
        "chips taken": one_of(3, int(board.taken)),
        "quarter of the chips turned up, face down": [
            int(((state.chip >= 0) & (state.chip < 10)).sum()) / 4,
            int((state.chip == 10).sum()) / 4,
        ],
        "plates shown": one_of(4, int((state.place == 1).sum())),
        "broken tiles": one_of(5, int(board.broken.sum())),
        "tiles on offer, the same if to move": twice(10, next(k for k, step in enumerate(steps) if tiles in step)),
        "tenth of the tiles on suns, on piles, on the large moon": [
            int(state.sun.sum()) / 10,
            int((state.pile != EMPTY).sum()) / 10,
            int(state.moon.sum()) / 10,
        ],
        "marker, the same if to move": twice(3, 0 if state.marker < 0 else 1 if state.marker == seat else 2),
        "step, the same if to move": twice(15, int(state.step)),
        "began the round": [float(state.first == seat)],
        "round": one_of(5, max(1, int(state.round_number)) - 1),
    }


def chances_of(evaluators: Records) -> Any:
    """What the weights noted of the cells of the board they judged last."""
    return evaluators[0].scratch[:36].reshape(6, 6) / 1e6


def test_a_position_lies_inside_a_round_from_one_filling_of_the_suns_to_the_next() -> None:
    """Draws in between too; nothing lies inside a round when the game is over."""
    states = np.concatenate(positions(SETS[0]))
    over = states[-1:].copy()
    over["awaiting"], over["step"] = END, OVER
    found = np.ones(len(states) + 1, dtype=np.bool_)
    LEARNING.note_insides(np.concatenate([states, over]), found)
    assert found.tolist() == [*(states["step"] != FILL).tolist(), False]


@pytest.mark.parametrize("goals", SETS)
def test_inside_a_round_the_net_sees_what_lies_there(goals: str) -> None:
    states = inside(goals)
    inputs = LEARNING.insides(states)
    for k in range(0, len(states), paced(1, 3)):
        for seat in range(2):
            seen = grouped(INSIDE, inputs[k, seat])
            for name, naive in naive_inside(states[k], seat).items():
                assert seen[name] == pytest.approx(naive, abs=1e-6), (k, seat, name)


@pytest.mark.parametrize("goals", SETS)
def test_between_rounds_the_net_sees_what_lies_there(goals: str) -> None:
    states = between(goals)
    assert len(states) == 4
    for k in range(4):
        one, points, evaluators = states[k : k + 1], np.zeros(4), EVALUATION.evaluator(NUMBERS)
        left = evaluate_one(one.copy(), points, evaluators)
        assert left == 4 - k
        chances = chances_of(evaluators)
        inputs = np.zeros((1, 2, sum(ROUND_END.values())), dtype=np.float32)
        LEARNING.round_ends(one, np.array([left]), evaluators, inputs)
        for seat in range(2):
            seen = grouped(ROUND_END, inputs[0, seat])
            expected = points[seat] - static_part(one[0], seat)
            told = naive_round_end(one[0], seat, int(left), expected, chances)
            if seat == 0:  # the scratch space is of the board judged last
                del told["sixth of the chances of the row, of the column"]
            for name, naive in told.items():
                assert seen[name] == pytest.approx(naive, abs=1e-5), (k, seat, name)


def static_part(state: Any, seat: int) -> float:
    """What the weights count beside their expectation, between two rounds."""
    board = state.boards[seat]
    tokens, shown = int(state.boards["tokens"].sum()), int((state.place == 1).sum())
    shortage = (tokens - shown) / tokens if tokens > shown else 0.0
    value = float(board.score) + NUMBERS["starter"] * (state.first == seat)
    return float(value + NUMBERS["chip_value"] * board.chips.sum() - NUMBERS["plate_cost"] * shortage * board.tokens)


@pytest.mark.parametrize("goals", SETS)
def test_inside_a_round_play_adds_what_a_net_says_of_the_board_before_it_is_settled(goals: str) -> None:
    nets = some_nets(EVALUATION)
    states = inside(goals)[:: paced(3, 23)]
    for k in range(len(states)):
        one, plain, points = states[k : k + 1], np.zeros(4), np.zeros(4)
        left = evaluate_one(one.copy(), plain, EVALUATION.evaluator(NUMBERS))
        assert evaluate_one(one.copy(), points, EVALUATION.evaluator(NUMBERS, nets)) == left
        for seat in range(2):
            added = plainly(nets["inside"], told(INSIDE, naive_inside(one[0], seat)))
            assert points[seat] - plain[seat] == pytest.approx(added, abs=1e-4), (k, seat)


@pytest.mark.parametrize("goals", SETS)
def test_between_rounds_play_adds_what_the_other_net_says(goals: str) -> None:
    nets = some_nets(EVALUATION)
    states = between(goals)
    for k in range(len(states)):
        one, plain, points = states[k : k + 1], np.zeros(4), np.zeros(4)
        left = evaluate_one(one.copy(), plain, EVALUATION.evaluator(NUMBERS))
        assert evaluate_one(one.copy(), points, EVALUATION.evaluator(NUMBERS, nets)) == left
        inputs = np.zeros((1, 2, sum(ROUND_END.values())), dtype=np.float32)
        LEARNING.round_ends(one, np.array([left]), EVALUATION.evaluator(NUMBERS), inputs)
        added = [plainly(nets["round_end"], one) for one in inputs[0]]
        assert points[:2] - plain[:2] == pytest.approx(added, abs=1e-4)


def told(sizes: dict[str, int], naive: dict[str, list[float]]) -> list[float]:
    """Naive inputs, in the order of the net's."""
    assert {name: len(naive[name]) for name in sizes} == sizes
    return [one for name in sizes for one in naive[name]]
