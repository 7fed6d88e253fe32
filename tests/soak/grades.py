"""Grades put to the test.

    python -m tests.soak.grades brute-force --positions 2000   # the grade of every move beside plain working-out
    python -m tests.soak.grades levels --games 10 --levels 4 10  # what levels lose in games against themselves
    python -m tests.soak.grades errors --positions 20          # how far an estimated loss is from a longer search's

Late positions of every rule set without secrets, for 2 players by minimax, for 3 and 4 by everyone doing best for
themselves; nothing is pruned or remembered, every line is played to the end of the drafting and evaluated there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

import tilewright
from tests.kit.evaluators import evaluator_of
from tests.search.test_solver import brute_force, positions, utilities_of
from tilewright.bots.bot import Choice
from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import COUNT, Records, rule
from tilewright.play.position import Position
from tilewright.review.analysis import decisions, grade, lead, review
from tilewright.review.grades import Graded, grade_of
from tilewright.search.alphabeta import bound_of, distinct_moves
from tilewright.search.utility import two_seat_utility
from tilewright.search.variations import Outlook, play_one

KINDS = (
    ("classic", 2, 4),
    ("classic-grey", 2, 4),
    ("crystal-1", 2, 4),
    ("crystal-2", 2, 4),
    ("pavilion", 2, 3),
    ("pavilion-mono", 2, 3),
    ("classic", 3, 3),
    ("classic", 4, 3),
    ("pavilion", 3, 3),
)
"""Rule set, players, and moves left at most."""

NODES = 60_000
THINKER = Thinker()  # judges as those do whose choices are graded
CLOSE = 0.006  # points; the search counts in whole units of utility


class Worth(NamedTuple):
    """What a move is worth to who plays it."""

    utility: float
    lead: float
    chance: float


class BruteForce:
    """Works positions of one kind out in full."""

    def __init__(self, game: tilewright.Game) -> None:
        self.most_moves, self.evaluators = game.room.moves.most, evaluator_of(game)

    def moves(self, states: Records) -> list[int]:
        moves = np.zeros(self.most_moves, dtype=COUNT)
        return list(moves[: int(distinct_moves(states, moves))].tolist())

    def after(self, states: Records, move: int) -> Records:
        after = states.copy()
        play_one(after, move)
        return after

    # -- two players ------------------------------------------------------------------------------

    def utility(self, states: Records) -> int:
        """To seat 0."""
        if bound_of(states) > 0:
            return int(brute_force(states, self.most_moves, self.evaluators))
        return int(leaf_utility(np.concatenate([states, states]), self.evaluators))

    def leaves(self, states: Records, utility: int) -> Iterator[Records]:
        """Every end of the drafting that best play of both may lead to."""
        if bound_of(states) == 0:
            yield states
            return
        for move in self.moves(states):
            after = self.after(states, move)
            if self.utility(after) == utility:
                yield from self.leaves(after, utility)

    def worths(self, states: Records, seat: int) -> list[Worth]:
        """What a position is worth; several where equal utilities stand for different leads."""
        utility, sign = self.utility(states), 1 if seat == 0 else -1
        found = []
        for leaf in self.leaves(states, utility):
            at_end = Outlook(leaf, [], self.evaluators)
            lead_of_0 = float(at_end.points[0] - at_end.points[1])
            worth = Worth(sign * utility, sign * lead_of_0, at_end.chances[seat])
            if worth not in found:
                found.append(worth)
        return found

    # -- three and four ---------------------------------------------------------------------------

    def everyones_best(self, states: Records) -> tuple[list[float], Records]:
        """Utilities of all seats and the leaf that leads to, when each does best for itself; of equals the first."""
        if bound_of(states) == 0:
            found = np.zeros(4)
            utilities_of(np.concatenate([states, states]), found, self.evaluators)
            return found.tolist(), states
        mover, best = int(states[0].to_move), None
        for move in self.moves(states):
            value = self.everyones_best(self.after(states, move))
            if best is None or value[0][mover] > best[0][mover]:
                best = value
        assert best is not None
        return best

    def worth_to(self, states: Records, seat: int) -> Worth:
        utilities, leaf = self.everyones_best(states)
        at_end = Outlook(leaf, [], self.evaluators)
        others = max(points for k, points in enumerate(at_end.points) if k != seat)
        return Worth(utilities[seat], at_end.points[seat] - others, at_end.chances[seat])

    def every_move(self, view: Position) -> dict[str, list[Worth]]:
        seat, found = view.to_move or 0, {}
        for move in view.legal_moves:
            after = self.after(view.state, move.code)
            found[move.notation] = self.worths(after, seat) if view.players == 2 else [self.worth_to(after, seat)]
        return found


@rule
def leaf_utility(states: Records, evaluators: Records) -> int:
    return two_seat_utility(states[0], states[1:2], np.zeros(4), evaluators[0])


def fault_of(graded: Graded, own: list[Worth], best: list[Worth]) -> str | None:
    """What is wrong with a grade; None when plain working-out gives the same."""
    for one in own:
        for top in best:
            points, chance = max(0.0, top.lead - one.lead), max(0.0, top.chance - one.chance)
            close = abs(points - graded.points_lost) < CLOSE and abs(chance - graded.chance_lost) < 0.001
            if close and grade_of(points, chance, graded.error).name == graded.grade:
                return None
    return f"lost {graded.points_lost:.3f} and {graded.chance_lost:.4f}, worked out: {own} beside {best}"


def check(view: Position, choice: Choice, force: BruteForce) -> tuple[int, list[str]]:
    """How many moves were graded, and what was wrong with any."""
    worths = force.every_move(view)
    best = max((worth for found in worths.values() for worth in found), key=lambda one: one.utility)
    tops = [one for found in worths.values() for one in found if one.utility == best.utility]
    wrong = []
    for move, own in worths.items():
        graded = grade(view, move, choice, THINKER)
        if fault := fault_of(graded, own, tops):
            wrong.append(f"{view.text} {move} ({graded.grade}, {graded.badge}): {fault}")
    if lead(choice.candidates[0], view.to_move or 0) and grade(view, choice.move.notation, choice, THINKER).points_lost:
        wrong.append(f"{view.text}: the best move loses something")
    return len(worths), wrong


def late_views(rule_set: str, players: int, few: int, count: int, seed: int) -> Iterator[tuple[Position, BruteForce]]:
    """Late positions in which there is something to decide."""
    game, found = positions(rule_set, 3 * count, players=players, few=few, seed=seed)
    force = BruteForce(game)
    views = (Position(game.rule_set, found[k : k + 1].copy()).view(int(found[k].to_move)) for k in range(len(found)))
    for _, view in zip(range(count), (view for view in views if len(view.legal_moves) > 1), strict=False):
        yield view, force


def run_brute_force(wanted: int, seed: int = 7) -> list[str]:
    """Grade late positions of every kind; prints a line for each."""
    wrong: list[str] = []
    thinker = Thinker(nodes=NODES, learned=False)
    for rule_set, players, few in KINDS:
        moves, badges, faults = 0, Counter[str](), list[str]()
        for view, force in late_views(rule_set, players, few, -(-wanted // len(KINDS)), seed):
            choice = thinker.appraise(view)
            badges[choice.badge] += 1
            graded, bad = check(view, choice, force)
            moves, faults = moves + graded, faults + bad
        wrong += faults
        print(f"{rule_set}/{players}: {badges.total()} positions, {moves} moves, {len(faults)} wrong, {dict(badges)}")
        sys.stdout.flush()
    return wrong


# -- what players lose --------------------------------------------------------------------------------


def lost_by(level: int, games: int, rule_set: str, nodes: int) -> tuple[float, float, int]:
    """Points lost a game and a move by a level that plays against itself, and moves graded."""
    lost, moves = [], 0
    for seed in range(games):
        game = tilewright.new_game(rule_set, seed=seed)
        players = [tilewright.bot(f"thinker:{level}", seed=10 * seed + seat) for seat in (0, 1)]
        while game.to_move is not None:
            game.play(players[game.to_move].choose(game.view(game.to_move)).move)
        _, summaries = review(game.record(), Thinker(nodes=nodes), reasons=False)
        lost.append(sum(one.points_lost for one in summaries))
        moves += sum(one.moves for one in summaries)
    return float(np.mean(lost)), sum(lost) / moves, moves


def run_levels(rule_set: str, levels: list[int], games: int, nodes: int) -> None:
    print(f"{rule_set}, {games} games of each level against itself, graded with {nodes} positions")
    for level in levels:
        a_game, a_move, moves = lost_by(level, games, rule_set, nodes)
        print(
            f"  level {level}: {a_game:.1f} points a game of both seats, {a_move:.3f} a move ({moves} moves)",
            flush=True,
        )


# -- the error of a loss ------------------------------------------------------------------------------


ERROR_KINDS = (
    ("classic", 2),
    ("classic", 3),
    ("classic", 4),
    ("classic-grey", 2),
    ("classic-grey", 3),
    ("crystal-1", 2),
    ("crystal-2", 2),
    ("pavilion", 2),
    ("pavilion", 3),
    ("pavilion", 4),
    ("pavilion-mono", 2),
    ("duel", 2),
)


def some_decisions(rule_set: str, players: int, wanted: int) -> Iterator[tuple[Position, list[str]]]:
    """Positions of games in which somebody plays well and somebody does not; each with the move made and another."""
    rolled, taken, seed = np.random.default_rng(3), 0, 0
    while taken < wanted:
        game = tilewright.new_game(rule_set, players, seed=seed)
        bots = [tilewright.bot("greedy" if (seat + seed) % 2 else "thinker:5", seed=seed) for seat in range(players)]
        while game.to_move is not None:
            game.play(bots[game.to_move].choose(game.view(game.to_move)).move)
        for one in decisions(game)[seed % 5 :: 11][: wanted - taken]:
            legal = [str(move) for move in one.view.legal_moves]
            yield one.view, [one.move, legal[int(rolled.integers(len(legal)))]]
            taken += 1
        seed += 1


def run_errors(rule_set: str, players: int, wanted: int, seconds: float, times: int) -> None:
    """The spread of losses around those of a search so many times as long, by badge of the shorter."""
    differences: dict[str, list[float]] = {}
    bias: dict[str, list[float]] = {}
    for view, moves in some_decisions(rule_set, players, wanted):
        short, long = (Thinker(seconds=s, seed=k).appraise(view) for k, s in enumerate((seconds, times * seconds)))
        for move in moves:
            graded, truth = (grade(view, move, one, THINKER) for one in (short, long))
            differences.setdefault(graded.badge, []).append(graded.points_lost - truth.points_lost)
            bias.setdefault(graded.badge, []).append(truth.points_lost)
    print(f"{rule_set}/{players}, {seconds:g} seconds beside {times * seconds:g}")
    for badge, found in sorted(differences.items()):
        spread, typical = np.sqrt(np.mean(np.square(found))), np.median(np.abs(found))
        two_thirds = np.quantile(np.abs(found), 0.68)
        print(
            f"  {badge}: {len(found)} losses of {np.mean(bias[badge]):.1f} points, off by {np.mean(found):+.2f};"
            f" root mean square {spread:.2f}, two of three within {two_thirds:.2f}, median {typical:.2f}",
            flush=True,
        )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("brute-force", "levels", "errors"))
    asked.add_argument("--positions", type=int, default=2_000)
    asked.add_argument("--games", type=int, default=10)
    asked.add_argument("--rule-set", default="classic")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--levels", type=int, nargs="+", default=[4, 10])
    asked.add_argument("--nodes", type=int, default=20_000)
    asked.add_argument("--times", type=int, default=6)
    asked.add_argument("--seconds", type=float, default=0.2, help="errors: of a move, as reviews in the page think")
    wanted = asked.parse_args()
    if wanted.what == "levels":
        run_levels(wanted.rule_set, wanted.levels, wanted.games, wanted.nodes)
    elif wanted.what == "errors":
        for rule_set, players in ERROR_KINDS:
            run_errors(rule_set, players, min(wanted.positions, 200), wanted.seconds, wanted.times)
    else:
        wrong = run_brute_force(wanted.positions)
        for fault in wrong[:20]:
            print(fault)
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
