"""Proofs: the pruned search, the transposition table and plain working-out must tell the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

import tilewright
from tests.kit.evaluators import evaluator_of
from tilewright.core.compiling.compiled import COUNT, Counts, Reals, Records, rule
from tilewright.core.contract.dice import Dice, below, dice
from tilewright.core.contract.verbs import DEAL, END, deal, key, legal_moves, play, plies_left, set_up
from tilewright.games.classic.components import ALL_COLOURS
from tilewright.search import alphabeta_kernel
from tilewright.search.alphabeta import RoundSearch, Searcher, SearchResult, distinct_moves
from tilewright.search.alphabeta_kernel import INFINITE, MOST_PLIES, VARIATIONS, new_transpositions
from tilewright.search.max_n import MaxN, evaluate_last, max_n
from tilewright.search.stop import Stop
from tilewright.search.utility import (
    PER_POINT,
    WIN,
    chances_of,
    lead_utility,
    seat_utilities,
    two_seat_utility,
)
from tilewright.search.variations import Outlook, play_one

RUN_ON = np.zeros(1, dtype=np.int64)  # a stop that never comes
FEW = 4
"""Moves left at most, so that plain working-out takes milliseconds."""


@rule
def brute_force(state: Records, most_moves: int, evaluators: Records) -> int:
    """Minimax without any pruning: the utility to seat 0."""
    stack = np.zeros(MOST_PLIES, dtype=state.dtype)
    moves = np.zeros((MOST_PLIES, most_moves), dtype=COUNT)
    left = np.zeros(MOST_PLIES, dtype=np.int64)
    best = np.zeros(MOST_PLIES, dtype=np.int64)
    points = np.zeros(4)
    scratch = np.zeros(1, dtype=state.dtype)
    stack[0] = state[0]
    left[0] = legal_moves(stack[0], moves[0])
    best[0] = INFINITE * (2 * stack[0].to_move - 1)
    level = 0
    while True:
        if left[level] == 0:
            value = best[level]
            level -= 1
            if level < 0:
                return value
        else:
            left[level] -= 1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, left[level]])
            if plies_left(stack[level + 1]) > 0:
                level += 1
                left[level] = legal_moves(stack[level], moves[level])
                best[level] = INFINITE * (2 * stack[level].to_move - 1)
                continue
            value = two_seat_utility(stack[level + 1], scratch, points, evaluators[0])
        if stack[level].to_move == 0:
            best[level] = max(best[level], value)
        else:
            best[level] = min(best[level], value)


@rule
def late_positions(
    found: Records, players: int, choices: Counts, most_moves: int, most_drawn: int, few: int, rng: Dice
) -> None:
    """Random positions in which a round is nearly drafted."""
    moves = np.zeros(most_moves, dtype=COUNT)
    drawn = np.zeros(most_drawn, dtype=COUNT)
    states = np.zeros(1, dtype=found.dtype)
    state = states[0]
    k = 0
    while k < found.shape[0]:
        set_up(state, players, below(rng, players), choices)
        while state.awaiting != END and k < found.shape[0]:
            if state.awaiting == DEAL:
                deal(state, rng, drawn)
            else:
                bound = plies_left(state)
                if 0 < bound <= few and below(rng, 2) == 0:
                    found[k] = state
                    k += 1
                play(state, moves[below(rng, legal_moves(state, moves))])


def positions(
    rule_set: str, count: int, *, players: int = 2, few: int = FEW, seed: int = 1
) -> tuple[tilewright.Game, Records]:
    game = tilewright.new_game(rule_set, players, seed=1)
    found = np.zeros(count, dtype=game.room.state)
    choices = np.array(game.rule_set.choices, dtype=COUNT)
    late_positions(found, players, choices, game.room.moves.most, game.room.deals.most, few, dice(seed))
    return game, found


class Solver:
    """The search as the tests use it: to the end of the round, nothing reduced."""

    def __init__(self, game: tilewright.Game) -> None:
        room = game.room
        self.evaluators = evaluator_of(game)
        self.searcher = Searcher(room, new_transpositions(12), self.evaluators)
        self.most_moves = room.moves.most

    def solve(
        self,
        state: Records,
        *,
        reduce: bool = False,
        low: int = -INFINITE,
        high: int = INFINITE,
        depth: int = MOST_PLIES - 1,
    ) -> int:
        self.searcher.begin(state[0], 1 << 40, history_kept=1.0)
        utility, _ = self.searcher.search(depth, low, high, reduce=reduce)
        return utility


@pytest.mark.parametrize(
    ("rule_set", "count"),
    [
        ("classic", 7000),
        ("classic-grey", 1000),
        ("crystal-1", 1000),
        ("crystal-2", 1000),
        ("pavilion", 500),
        ("pavilion-mono", 500),
    ],
)
def test_ten_thousand_late_positions_agree_with_brute_force(rule_set: str, count: int) -> None:
    game, found = positions(rule_set, count)
    solver = Solver(game)
    wrong = 0
    for k in range(count):
        state = found[k : k + 1]
        solver.searcher.transpositions[:] = 0  # free walls: other rounds may share a key
        wrong += solver.solve(state) != brute_force(state, solver.most_moves, solver.evaluators)
    assert wrong == 0


def test_nothing_is_called_final_that_leaves_the_game_open() -> None:
    """Where the best variation ends before the game does, some of what was searched was open."""
    game, found = positions("classic", 4000, few=6)
    solver = Solver(game)
    ends = 0
    for k in range(len(found)):
        state = found[k : k + 1].copy()
        solver.searcher.transpositions[:] = 0
        solver.searcher.begin(state[0], 1 << 40, history_kept=1.0)
        _, variation = solver.searcher.search(MOST_PLIES - 1, -INFINITE, INFINITE, reduce=False)
        is_final = not solver.searcher.work.stats.open_bits
        for move in variation:
            play_one(state, move)
        ends += state[0].awaiting == END
        assert state[0].awaiting != DEAL or not is_final  # a variation may end where the rest is remembered
    assert 100 < ends < 3900


def test_a_remembered_table_changes_nothing() -> None:
    """Positions of one round searched one after the other, with what the earlier ones left behind."""
    game, _ = positions("classic", 1)
    solver = Solver(game)
    for seed in range(30):
        game = tilewright.new_game("classic", seed=seed)
        solver.searcher.transpositions[:] = 0
        while game.round_number == 1:
            if plies_bound(game.state) <= FEW:
                assert solver.solve(game.state) == brute_force(game.state, solver.most_moves, solver.evaluators)
            game.play(game.legal_moves[(seed * 5 + len(game.events)) % len(game.legal_moves)])


@rule
def plies_bound(states: Records) -> int:
    return plies_left(states[0])


def test_a_broken_pruning_rule_is_noticed() -> None:
    """The comparison bites: with a window that is too narrow the values are no longer the truth."""
    game, found = positions("classic", 300)
    solver = Solver(game)
    wrong = 0
    for k in range(len(found)):
        state = found[k : k + 1]
        solver.searcher.transpositions[:] = 0
        wrong += solver.solve(state, low=-50, high=50) != brute_force(state, solver.most_moves, solver.evaluators)
    assert wrong > 0


@rule
def moves_and_bound(states: Records, moves: Counts) -> tuple[int, int]:
    return legal_moves(states[0], moves), plies_left(states[0])


@rule
def utilities_of(states: Records, found: Reals, evaluators: Records) -> None:
    points, chances = np.zeros(4), np.zeros(4)
    seat_utilities(states[0], states[1:2], points, chances, found, evaluators[0])


def everyone_for_themselves(states: Records, most_moves: int, evaluators: Records) -> list[float]:
    """max^n as the page of a book has it: what each seat gets when all play best for themselves."""
    moves = np.zeros(most_moves, dtype=COUNT)
    n, bound = moves_and_bound(states, moves)
    if bound == 0:
        found = np.zeros(4)
        utilities_of(np.concatenate([states, states]), found, evaluators)
        return found.tolist()
    best: list[float] = []
    for move in moves[:n].tolist():
        after = states.copy()
        play_one(after, move)
        value = everyone_for_themselves(after, most_moves, evaluators)
        if not best or value[states[0].to_move] > best[states[0].to_move]:
            best = value
    return best


def after_each(game: tilewright.Game, states: Records, evaluators: Records) -> Iterator[tuple[int, list[float]]]:
    """Every move that is searched, in its order, and what each seat gets after it."""
    moves = np.zeros(game.room.moves.most, dtype=COUNT)
    for move in moves[: distinct_moves(states, moves)].tolist():
        after = states.copy()
        play_one(after, move)
        yield move, everyone_for_themselves(after, game.room.moves.most, evaluators)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic", 3), ("classic", 4), ("pavilion", 3)])
def test_max_n_finds_what_everyone_gets_and_a_move_that_leads_there(rule_set: str, players: int) -> None:
    game, found = positions(rule_set, 12, players=players, few=3)
    evaluators = evaluator_of(game)
    choices = 0
    for k in range(len(found)):
        state = found[k : k + 1]
        search = MaxN(game.room, evaluators)
        search.work.stack[0] = state[0]
        search.work.limits.node_limit = 1 << 40
        code = int(max_n(search.workspaces, RUN_ON, evaluators))

        wanted = everyone_for_themselves(state, game.room.moves.most, evaluators)
        assert search.work.best[0].tolist() == pytest.approx(wanted)
        mover = int(state[0].to_move)
        best = [move for move, value in after_each(game, state, evaluators) if value[mover] >= wanted[mover] - 1e-12]
        assert code == best[0], "of equals the first in order"
        choices += int(search.work.stats.leaves) > 1
    assert choices > 3


def test_one_variation_that_goes_on_is_enough_for_max_n_to_call_a_game_open() -> None:
    """An end that comes after it closes nothing."""
    game, found = positions("classic", 1, players=3)
    over = play_on_to_the_end(tilewright.new_game("classic", 3, seed=2))
    search = MaxN(game.room, evaluator_of(game))
    search.work.stats.open_bits = 0
    for state in (found, over.state):
        search.work.stack[0] = state[0]
        evaluate_last(search.workspaces, search.evaluators)
    assert int(search.work.stats.open_bits) & alphabeta_kernel.GAME_OPEN


def play_on_to_the_end(game: tilewright.Game) -> tilewright.Game:
    """By the line that fills soonest, so that it ends."""
    while game.awaiting != "end":
        game.play(game.legal_moves[0])
    return game


def test_max_n_gives_up_at_its_limit_and_when_stopped() -> None:
    game, found = positions("classic", 1, players=3)
    for limit, stop in ((2, RUN_ON), (1 << 40, np.ones(1, dtype=np.int64))):
        search = MaxN(game.room, evaluator_of(game))
        search.work.stack[0] = found[0]
        search.work.limits.node_limit = limit
        assert max_n(search.workspaces, stop, search.evaluators) == -1


# -- searches that are cut short ------------------------------------------------------------------


def test_a_search_that_fails_low_keeps_the_move_it_knew() -> None:
    """Where no move beats anything, which of them looked best says nothing."""
    wrong = tried = 0
    for seed in range(12):
        game = tilewright.new_game("classic", seed=seed)
        solver = Solver(game)
        value = solver.solve(game.state, depth=3)
        known = move_of(solver, game)
        solver.solve(game.state, depth=4, low=abs(value) + 500, high=INFINITE)
        tried += 1
        wrong += move_of(solver, game) != known
    assert tried == 12
    assert wrong == 0


def move_of(solver: Solver, game: tilewright.Game) -> int:
    return int(alphabeta_kernel.recall(solver.searcher.transpositions, int(key_of(game.state)))) & 0xFFFF


@rule
def key_of(states: Records) -> int:
    return key(states[0])


def searcher(game: tilewright.Game) -> tuple[RoundSearch, SearchResult, list[int]]:
    """A search that knows a best move from the last depth, and two others."""
    search = RoundSearch(game.room, [evaluator_of(game)])
    search.begin(game.state, 1 << 40, Stop(), fresh=True)
    codes = [move.code for move in game.legal_moves[:3]]
    return search, SearchResult(100, [codes[0]], 3), codes


def play_back(monkeypatch: pytest.MonkeyPatch, search: RoundSearch, *answers: tuple[int, int, int, bool]) -> None:
    """Let searches answer: utility, best move (-1 for none), root moves finished, cut short."""
    told = iter(answers)

    def answer(*_: object) -> int:
        utility, move, finished, cut = next(told)
        search.main.work.variation[0, :2] = move, -1
        search.main.work.levels[0].next_move, search.main.work.levels[0].best = finished, 700
        search.main.work.stats.cut_short = cut
        return utility

    monkeypatch.setattr("tilewright.search.alphabeta.search_round", answer)


def test_a_repeat_that_is_cut_short_after_its_first_move_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    search, last, moves = searcher(tilewright.new_game("classic", seed=1))
    play_back(monkeypatch, search, (-5000, -1, 9, False), (0, moves[1], 1, True))

    assert search.deepen(search.main, 4, 9, last) is None


@pytest.mark.parametrize(("seat", "sign"), [(0, 1), (1, -1)])
def test_a_move_that_beat_another_before_the_cut_counts(monkeypatch: pytest.MonkeyPatch, seat: int, sign: int) -> None:
    search, last, moves = searcher(tilewright.new_game("classic", seed=1, first=seat))
    play_back(monkeypatch, search, (-5000 * sign, -1, 9, False), (0, moves[1], 2, True))

    found = search.deepen(search.main, 4, 9, last)
    assert found is not None
    assert (found.variation, found.depth) == ([moves[1]], 3)
    assert found.utility == 700 * sign  # to seat 0; its own, not that of the last depth, found on another line


def test_what_was_remembered_of_the_same_tiles_with_other_scores_does_not_count() -> None:
    """Between two positions of one round the memory is kept; with other scores it is another round."""
    game, found = positions("classic", 40, few=6)
    evaluators = [evaluator_of(game)]
    going_on, wrong = RoundSearch(game.room, evaluators), 0
    for k in range(len(found)):
        ahead = found[k : k + 1].copy()
        ahead[0].boards[0].score += 40
        going_on.best(found[k : k + 1], 1 << 40, Stop(), fresh=False)
        told = going_on.best(ahead, 1 << 40, Stop(), fresh=False)
        wrong += told.utility != RoundSearch(game.room, evaluators).best(ahead, 1 << 40, Stop()).utility
    assert wrong == 0


def test_a_move_that_beat_the_window_counts_though_its_repeat_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    search, last, moves = searcher(tilewright.new_game("classic", seed=1))
    play_back(monkeypatch, search, (5000, moves[2], 3, False), (0, -1, 0, True))

    found = search.deepen(search.main, 4, 9, last)
    assert found is not None
    assert (found.variation, found.utility) == ([moves[2]], 5000)


def test_moves_that_no_depth_reached_are_evaluated() -> None:
    """A search of every move, stopped before its first depth was done, still tells good from bad."""
    game = tilewright.new_game("classic", seed=3)
    found = RoundSearch(game.room, [evaluator_of(game)]).every_move(game.state, 3, Stop())

    assert len({one.utility for one in found.values()}) > 5
    assert all(one.depth == 0 and len(one.points) == 2 for one in found.values())


def test_a_move_that_no_depth_reached_wins_by_complete_rows_too() -> None:
    """R7.3 The last tile: 0K5 ends the game 40:40 with one row more, 0KF 38:40."""
    game = tilewright.from_text(
        "classic 2 | round 5 first 1 marker 0 turn 0 draft idle 0 | centre K1 | factories - - - - - | bag -"
        " | lid B9 Y9 R10 K8 W12 | score 28 tiles 45 wall BYRK. WBYR. .WBY. .K... ...W. lines W1 K2 R1 B3 - floor M W2"
        " | score 33 tiles 40 wall .YRKW .BYRK .WB.. RK... .R... lines B1 - R2 Y4 K4 floor B2 Y2 R1",
        auto_deal=False,
    )
    found = RoundSearch(game.room, [evaluator_of(game)]).every_move(game.state, 1, Stop())
    worths = {str(move): found[move.code] for move in game.legal_moves}

    assert {one.depth for one in worths.values()} == {0}
    assert (worths["0K5"].utility, worths["0K5"].chances) == (WIN, [1.0, 0.0])
    assert (worths["0KF"].utility, worths["0KF"].chances) == (-WIN - 2 * PER_POINT, [0.0, 1.0])


def test_a_search_stops_at_its_limit_and_says_so() -> None:
    game = tilewright.new_game("classic", seed=1)
    solver = Solver(game)
    solver.searcher.begin(game.state[0], 500, history_kept=1.0)
    solver.searcher.search(8, -INFINITE, INFINITE, reduce=True)

    assert solver.searcher.is_cut_short
    assert solver.searcher.work.stats.nodes == 500


@rule
def utility_of_lead(lead: float, left: float, evaluators: Records) -> int:
    return lead_utility(lead, left, 0, evaluators[0].weights)


def test_a_lead_is_worth_more_when_less_is_to_come() -> None:
    evaluators = evaluator_of(tilewright.new_game())
    utilities = [int(utility_of_lead(8.0, left, evaluators)) for left in (4.0, 3.0, 2.0, 1.0, 0.0)]

    assert utilities == sorted(utilities)
    assert utility_of_lead(-8.0, 2.0, evaluators) == -utility_of_lead(8.0, 2.0, evaluators)


def test_chances_add_up_to_one_and_follow_the_points() -> None:
    chances = np.zeros(4)
    chances_of(np.array([30.0, 40.0, 35.0, 0.0]), 2.0, 3, chances, evaluator_of(tilewright.new_game()))

    assert chances[:3].sum() == pytest.approx(1.0)
    assert chances[1] > chances[2] > chances[0] > 0.0
    assert chances[3] == 0.0


def test_what_is_remembered_comes_back_and_a_torn_entry_does_not() -> None:
    transpositions = new_transpositions(4)
    entry = (-1234, 1, 9, alphabeta_kernel.EXACT, 77, VARIATIONS - 1)
    data = int(alphabeta_kernel.pack(*entry))
    alphabeta_kernel.remember(transpositions, 0x123456789, data)

    assert alphabeta_kernel.recall(transpositions, 0x123456789) == data
    assert alphabeta_kernel.unpack(data) == entry
    assert alphabeta_kernel.recall(transpositions, 0x123456799) == 0
    transpositions[9, 1] ^= 1 << 20
    assert alphabeta_kernel.recall(transpositions, 0x123456789) == 0


@rule
def utility_to_seat_0(states: Records, evaluators: Records) -> int:
    return two_seat_utility(states[0], states[1:2], np.zeros(4), evaluators[0])


def ended(game: tilewright.Game, scores: Sequence[int], rows: Sequence[int]) -> Records:
    """The game as if it were over with these points and complete rows; the second record is to be spoiled."""
    states = np.zeros(2, dtype=game.state.dtype)
    states[0] = game.state[0]
    states[0]["awaiting"] = END
    for seat, (score, complete) in enumerate(zip(scores, rows, strict=True)):
        board = states[0]["boards"][seat]
        board["score"] = score
        for row in range(complete):
            board["wall"][row], board["row_colours"][row] = range(5), ALL_COLOURS
    return states


@pytest.mark.parametrize(
    ("scores", "rows", "utility", "chances"),
    [
        ((40, 40), (1, 0), WIN, [1.0, 0.0]),
        ((40, 40), (0, 1), -WIN, [0.0, 1.0]),
        ((40, 40), (2, 1), WIN, [1.0, 0.0]),
        ((0, 0), (0, 1), -WIN, [0.0, 1.0]),
        ((40, 40), (1, 1), 0, [0.5, 0.5]),
        ((41, 40), (0, 1), WIN + PER_POINT, [1.0, 0.0]),
        ((40, 43), (1, 0), -WIN - 3 * PER_POINT, [0.0, 1.0]),
    ],
)
def test_equal_points_are_won_by_more_complete_rows(
    scores: tuple[int, int], rows: tuple[int, int], utility: int, chances: list[float]
) -> None:
    """R7.3 Whichever way a game is won, its worth is that of a victory."""
    game = tilewright.new_game("classic", seed=1)
    evaluators = evaluator_of(game)
    states = ended(game, scores, rows)
    outlook = Outlook(states, [], evaluators)

    assert utility_to_seat_0(states, evaluators) == utility
    assert outlook.utility == utility
    assert outlook.chances == chances


def test_equal_points_in_summer_pavilion_share_the_victory() -> None:
    """R7.5 Nothing but points counts there."""
    game = tilewright.new_game("pavilion", seed=1)
    states = np.concatenate([game.state, game.state])
    states[0]["awaiting"] = END
    states[0]["boards"]["score"][:2] = 50
    evaluators = evaluator_of(game)

    assert utility_to_seat_0(states, evaluators) == 0
    assert Outlook(states, [], evaluators).chances == [0.5, 0.5]


@pytest.mark.parametrize(
    ("scores", "rows", "chances"),
    [
        ((30, 30, 30), (1, 0, 0), (1.0, 0.0, 0.0)),
        ((30, 20, 30), (1, 3, 1), (0.5, 0.0, 0.5)),
        ((30, 30, 30, 20), (0, 2, 1, 3), (0.0, 1.0, 0.0, 0.0)),
    ],
)
def test_with_more_players_too_equal_points_are_won_by_more_complete_rows(
    scores: tuple[int, ...], rows: tuple[int, ...], chances: tuple[float, ...]
) -> None:
    """R7.3 Nine tenths of a seat's utility are its chance to win."""
    game = tilewright.new_game("classic", len(scores), seed=1)
    evaluators = evaluator_of(game)
    states, utilities = ended(game, scores, rows), np.zeros(4)
    utilities_of(states, utilities, evaluators)

    assert tuple(Outlook(states, [], evaluators).chances) == chances
    for utility, chance in zip(utilities, chances, strict=False):
        assert 0.9 * chance < utility < 0.9 * chance + 0.1
