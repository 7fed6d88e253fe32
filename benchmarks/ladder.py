"""How strong so many positions a move are: python -m benchmarks.ladder FOLDER [PAIRS] [RULE_SET ...].

Every rung plays the next one on identical deals: the fourth level, which does not search, then three times as many
positions a rung by the weights alone, then the net where there is one. Prints the Elo of each rung and the positions
that levels 5 to 10 would need for even steps; ``bots/opponents.py`` has what was chosen from that.
Results go into the folder, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import accumulate, pairwise
from pathlib import Path

import tilewright
from tilewright import games
from tilewright.arena.arena import Arena
from tilewright.arena.match import Match

FIRST, TIMES, LAST = 6, 3, 40_000
SEARCHING_LEVELS = 6  # the levels above the fourth


def rungs(rule_set: str) -> list[tuple[int, str]]:
    """Positions a move and who looks at so many, the weakest first."""
    evaluation = games.room(games.rule_set(rule_set)).search.evaluation
    found = [(0, "thinker:4")]
    nodes = FIRST
    while nodes < LAST // 2:
        found.append((nodes, f"thinker@{nodes}n+{evaluation.data}"))
        nodes *= TIMES
    found.append((LAST, f"thinker@{LAST}n+{evaluation.data}"))
    if (rule_set, 2) in evaluation.shipped:
        found.append((LAST, f"thinker@{LAST}n"))
    return found


def step(rule_set: str, lower: str, upper: str, pairs: int, out: Path) -> tuple[float, tuple[float, float]]:
    """How many Elo the upper one is stronger, with the interval."""
    arena = Arena(Match(rule_set, 2, (upper, lower)), pairs, 31, out, workers=1)
    with closing(arena.play()) as jobs:
        for _ in jobs:
            pass
    found = arena.summary().as_data()
    return found["elo"], tuple(found["elo_interval"])


def even(ladder: list[tuple[int, float]]) -> list[int]:
    """Positions a move for levels 5 to 10, the last as it is: even steps, read off between two rungs of the ladder.

    A rung that lost to the one below counts as equal to it: matches are short, and more thought does no harm.
    """
    bottom, *rest = accumulate(ladder, lambda before, rung: (rung[0], max(before[1], rung[1])))
    found = []
    for k in range(1, SEARCHING_LEVELS):
        elo = bottom[1] + (rest[-1][1] - bottom[1]) * k / SEARCHING_LEVELS
        steps = [(low, high) for low, high in pairwise(rest) if low[1] < elo <= high[1]]
        if not steps:
            found.append(rest[0][0])
            continue
        (low, below), (high, above) = steps[0]
        found.append(round(low * (high / low) ** ((elo - below) / (above - below))))
    return [*found, LAST]


def main() -> None:
    """Climb the ladder of each rule set."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 25
    for rule_set in sys.argv[3:] or [one.id for one in tilewright.rule_sets()]:
        elo = 0.0
        ladder = [(0, elo)]
        for (_, lower), (more, upper) in pairwise(rungs(rule_set)):
            gain, (low, high) = step(rule_set, lower, upper, pairs, folder / f"{rule_set}.jsonl")
            elo += gain
            ladder.append((more, elo))
            print(f"{rule_set:14} {more:6,} positions {gain:+5.0f} ({low:+.0f} to {high:+.0f}) {upper}", flush=True)
        print(f"{rule_set:14} {elo:+.0f} in all; even steps: {even(ladder)}", flush=True)


if __name__ == "__main__":
    main()
