"""The round search of the classic game: python benchmarks/round_search.py [GAMES] [SECONDS].

Nodes for each CPU-second, depth from fresh deals, and the share of positions solved to the end of the round, by the
tiles left on the table. Every position is searched from an empty memory.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict

import tilewright
from tilewright.bots.bot import ESTIMATE
from tilewright.bots.thinker import Thinker


def main() -> None:
    """Print what was measured."""
    games = max(1, int(sys.argv[1])) if len(sys.argv) > 1 else 10
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.3
    Thinker(nodes=1000).choose(tilewright.new_game("classic", seed=0).view(0))  # compiled now, not while measuring
    nodes = spent = 0.0
    depths: list[int] = []
    solved: dict[int, list[bool]] = defaultdict(list)
    player = Thinker(nodes=3000)
    for seed in range(1, games + 1):
        game = tilewright.new_game("classic", seed=seed)
        fresh = 0
        while game.awaiting != "end":
            view = game.view(game.to_move or 0)
            tiles = int(view.state[0].tiles_on_offer)
            if len(view.legal_moves) > 1:
                reached: list[object] = []
                began = time.process_time()
                choice = Thinker(seconds=seconds).choose(view, progress=reached.append)
                took = time.process_time() - began
                solved[tiles].append(choice.badge != ESTIMATE)
                if choice.badge == ESTIMATE:  # a solved position ends early, and most of its time is setting up
                    nodes, spent = nodes + choice.positions, spent + took
                if game.round_number != fresh:
                    depths.append(len(reached))
            fresh = game.round_number
            game.play(player.choose(view).move)
    print(f"{nodes / spent:,.0f} nodes a CPU-second over {spent:.0f} s")
    print(f"depth {sum(depths) / len(depths):.2f} completed from {len(depths)} fresh deals in {seconds:g} s")
    for tiles in sorted(solved, reverse=True):
        share = sum(solved[tiles]) / len(solved[tiles])
        print(f"{tiles:2} tiles left: {share:4.0%} of {len(solved[tiles])} positions solved")


if __name__ == "__main__":
    main()
