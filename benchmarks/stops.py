"""How soon thinking ends when told to, whose time it counts, what it keeps: python benchmarks/stops.py [STOPS].

Every search is stopped so many times, each time after another random wait, and the slowest answers are printed: by the
clock on the wall, which a busy machine makes longer, and by the CPU time of the thread that thinks, which it does not.
"""

from __future__ import annotations

import random
import resource
import sys
import threading
import time

import tilewright
from tilewright.bots.thinker import Thinker
from tilewright.play.game import Game
from tilewright.search.alphabeta import bound_of
from tilewright.search.memory import POOL

LONGEST_WAIT = 0.03
FOREVER = tilewright.Budget(positions=1 << 39)


def until(game: Game, *, plies: int) -> Game:
    """Go on until at most so many moves of drafting are left, and somebody has a choice."""
    greedy = tilewright.bot("greedy", seed=1)
    while bound_of(game.state) > plies or len(game.legal_moves) < 2:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def searches() -> dict[str, tuple[Game, bool]]:
    """A position for every search, and whether every move is to be judged."""
    return {
        "round search, classic": (tilewright.new_game("classic", seed=1), False),
        "round search of every move, classic": (tilewright.new_game("classic", seed=1), True),
        "round search, Summer Pavilion": (tilewright.new_game("pavilion", seed=1), False),
        "max^n and tree, classic, 3 players": (until(tilewright.new_game("classic", 3, seed=1), plies=6), False),
        "tree, classic, 4 players": (tilewright.new_game("classic", 4, seed=1), False),
        "tree, Summer Pavilion, placing": (until(tilewright.new_game("pavilion", seed=1), plies=0), False),
        "tree with hidden plates, Duel": (tilewright.new_game("duel", seed=1), False),
    }


def stop_often(game: Game, stops: int, rolls: random.Random, *, every: bool) -> tuple[float, float]:
    """The slowest answer to a stop on the wall, and the most CPU time after it, in milliseconds."""
    view, thinker = game.view(game.to_move or 0), Thinker(seed=1)
    thinker.choose(view, tilewright.Budget(positions=10))  # compiled now, not while measuring
    slowest = most = 0.0
    for _ in range(stops):
        stop, when = tilewright.Stop(), [0.0, 0.0]
        clock = time.pthread_getcpuclockid(threading.get_ident())

        def end(stop: tilewright.Stop = stop, when: list[float] = when, clock: int = clock) -> None:
            when[:] = time.monotonic(), time.clock_gettime(clock)
            stop.set()

        timer = threading.Timer(rolls.uniform(0.0, LONGEST_WAIT), end)
        timer.start()
        think = thinker.appraise if every else thinker.choose
        think(view, FOREVER, stop)
        answered, used = time.monotonic(), time.thread_time()
        timer.join()
        if answered > when[0]:  # some end by themselves: the search was over
            slowest, most = max(slowest, answered - when[0]), max(most, used - when[1])
    return 1000 * slowest, 1000 * most


def think_beside(seconds: tuple[float, ...]) -> list[float]:
    """CPU seconds that thinkers used who think at the same time, each with a budget of its own."""
    view = tilewright.new_game("classic", seed=1).view(0)
    Thinker(nodes=10).choose(view)
    used = [0.0] * len(seconds)

    def think(k: int) -> None:
        used[k] = Thinker(seconds=seconds[k], seed=k).choose(view).seconds

    threads = [threading.Thread(target=think, args=(k,)) for k in range(len(seconds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return used


def memory() -> float:
    """The most this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print what was measured."""
    stops = max(1, int(sys.argv[1])) if len(sys.argv) > 1 else 1000
    view = tilewright.new_game("classic", 3, seed=1).view(0)
    Thinker(nodes=10).choose(view)
    before, seats = memory(), [Thinker(seconds=0.05, seed=seed) for seed in range(100)]
    seats[0].choose(view)
    one = memory()
    for seat in seats[1:]:
        seat.choose(view)
    print(f"memory above the loaded code: 1 seat {one - before:.1f} MB, 100 seats {memory() - before:.1f} MB")
    print(f"search memories kept for 100 seats: {len(POOL)}")
    for seconds in ((1.0,), (1.0, 1.0), (0.5, 1.0, 1.5)):
        told = ", ".join(f"{given:g} -> {used:.2f}" for given, used in zip(seconds, think_beside(seconds), strict=True))
        print(f"{len(seconds)} thinking at once, CPU seconds given -> used: {told}")
    rolls = random.Random(1)
    for name, (game, every) in searches().items():
        slowest, most = stop_often(game, stops, rolls, every=every)
        print(f"{stops} stops, {name}: slowest answer {slowest:.1f} ms on the wall, {most:.1f} ms of CPU time")


if __name__ == "__main__":
    main()
