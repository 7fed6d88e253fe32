#!/usr/bin/env python3
"""Think about many positions at the same time, each in a process of its own.

python examples/think_in_processes.py pavilion --positions 8 --processes 2

Positions, views and games are pickled as plain data, so they go to any process; what comes back are moves and points.
"""

import argparse
import multiprocessing

import tilewright


def positions(rule_set: str, count: int, seed: int) -> list[tilewright.Position]:
    """What the seat to move sees, here and there in random games."""
    found: list[tilewright.Position] = []
    player = tilewright.bot("random", seed=seed)
    while len(found) < count:
        game = tilewright.new_game(rule_set, seed=seed + len(found))
        for _ in range(6 + len(found)):
            if game.to_move is not None:
                game.play(player.choose(game.view(game.to_move)).move)
        if game.to_move is not None:
            found.append(game.view(game.to_move))
    return found


def think(view: tilewright.Position) -> tuple[tilewright.Move, tuple[float, ...]]:
    """The best move of a position, and the points each seat may expect; runs in a process of the pool."""
    choice = tilewright.bot("thinker", nodes=500, seed=1).choose(view)
    return choice.move, choice.points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule_set", choices=[known.id for known in tilewright.rule_sets()])
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    views = positions(given.rule_set, given.positions, seed=1)
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for view, (move, points) in zip(views, pool.imap(think, views), strict=True):
            ahead = view.after(move)
            expected = " ".join(f"{one:.1f}" for one in points) or "not asked for"
            print(f"Seat {view.to_move} {view.describe(move)}; points expected: {expected}; then: {ahead.awaiting}")


if __name__ == "__main__":  # every process of the pool reads this file, too
    main()
