"""The luck ledger put to the test: python -m tests.soak.luck --games 200 [--rule-set classic].

Games of a quick level against itself are reviewed and settled. The account must add up within its stated error, the
mean luck of a seat must be 0 within its error, and a game told with its seats swapped must swap its luck.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import numpy as np

import tilewright
from tilewright.bots.thinker import Thinker
from tilewright.play.game import Game
from tilewright.records.record import Record
from tilewright.review.analysis import review
from tilewright.review.luck import Account, LuckLedger, luck_ledger

SAME = 0.05  # points


class Effort(NamedTuple):
    """How much is thought about each game."""

    nodes: int = 2_000  # about each move
    samples: int = 16
    positions: int = 2_000  # about each sampled draw


def played(rule_set: str, players: int, seed: int) -> Game:
    game = tilewright.new_game(rule_set, players, seed=seed, first=seed % players)
    bots = [tilewright.bot("thinker:5", seed=10 * seed + seat) for seat in range(players)]
    while game.to_move is not None:
        game.play(bots[game.to_move].choose(game.view(game.to_move)).move)
    return game


def swapped(game: Game) -> Record:
    """The same game told with seat 1 as seat 0."""
    again = tilewright.new_game(game.rule_set.id, 2, seed=0, first=1 - game.first, auto_deal=False, **game.options)
    for event in game.events:
        if event.seat is None:
            again.deal(event.notation)
        else:
            again.play(event.notation)
    return again.record()


def settled(record: Record, effort: Effort) -> LuckLedger:
    thinker = Thinker(nodes=effort.nodes, seed=1)
    graded, _ = review(record, thinker, reasons=False)
    return luck_ledger(record, graded, thinker, samples=effort.samples, positions=effort.positions)


class Figures(NamedTuple):
    """What one game gave, to seat 0 and to all."""

    gap: float  # result less start, luck and errors, in points of lead
    uncertainty: float
    luck: float
    chance_gap: float
    chance_uncertainty: float
    chance_luck: float
    swap: float | None  # the largest difference between a draw's luck and that of the game told the other way round


def figures(game: Game, effort: Effort, *, swap: bool) -> Figures:
    found = settled(game.record(), effort)
    largest = None
    if swap:
        other = settled(swapped(game), effort)
        pairs = zip(found.draws, other.draws, strict=True)
        largest = max(abs(one.lead[0] - again.lead[1]) for one, again in pairs)
    points, chances = found.leads, found.chances
    return Figures(
        gap_of(points),
        points.uncertainty[0],
        points.luck[0],
        gap_of(chances),
        chances.uncertainty[0],
        chances.luck[0],
        largest,
    )


def gap_of(account: Account) -> float:
    """What start, luck and errors do not explain of seat 0's result."""
    return account.result[0] - account.start[0] - account.luck[0] - sum(errors[0] for errors in account.errors)


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    return float(np.mean(numbers)), float(np.std(numbers, ddof=1) / np.sqrt(len(numbers)))


def tell(rule_set: str, players: int, found: list[Figures]) -> bool:
    """Print what was found; is all as it must be?"""
    within = np.mean([abs(one.gap) <= one.uncertainty for one in found])
    chance_within = np.mean([abs(one.chance_gap) <= one.chance_uncertainty for one in found])
    gap, gap_error = mean_and_error([one.gap for one in found])
    luck, error = mean_and_error([one.luck for one in found])
    chance, chance_error = mean_and_error([one.chance_luck for one in found])
    swaps = [one.swap for one in found if one.swap is not None]
    print(f"{rule_set}/{players}, {len(found)} games")
    print(f"  adds up within its error (two standard errors): {within:.1%} in points, {chance_within:.1%} in chances")
    typical, stated = np.std([one.gap for one in found], ddof=1), np.mean([one.uncertainty for one in found])
    print(f"  left unexplained: {gap:+.2f} ± {gap_error:.2f} points, spread {typical:.1f}; stated error ±{stated:.1f}")
    print(f"  mean luck of seat 0: {luck:+.2f} ± {error:.2f} points, {100 * chance:+.2f} ± {100 * chance_error:.2f} %")
    print(f"  spread of luck over games: {np.std([one.luck for one in found], ddof=1):.1f} points")
    alike = float(np.mean([one < SAME for one in swaps])) if swaps else 1.0
    if swaps:
        told = (
            f"{alike:.0%} swap every draw's luck; draws differ by {np.mean(swaps):.2f}, at most {max(swaps):.2f} points"
        )
        print(f"  told with seats swapped ({len(swaps)} games): {told}")
    sys.stdout.flush()
    return bool(within >= 0.9 and abs(luck) <= 3 * error and abs(chance) <= 3 * chance_error and alike >= 0.9)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--rule-set", default="classic")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--swaps", type=int, default=20, help="games that are also told with seats swapped")
    for name, number in Effort()._asdict().items():
        asked.add_argument(f"--{name}", type=int, default=number)
    wanted = asked.parse_args()
    effort = Effort(wanted.nodes, wanted.samples, wanted.positions)
    found = []
    for seed in range(wanted.games):
        game = played(wanted.rule_set, wanted.players, seed)
        found.append(figures(game, effort, swap=seed < wanted.swaps and wanted.players == 2))
        if seed % 20 == 19:
            tell(wanted.rule_set, wanted.players, found)
    sys.exit(not tell(wanted.rule_set, wanted.players, found))


if __name__ == "__main__":
    main()
