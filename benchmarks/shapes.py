"""Data that must lose nothing, counted: views read back, and plies replayed from their events.

python benchmarks/shapes.py [RULE_SET ...] [--views 100000] [--plies 100000]

Plays random games of every rule set, with each number of players in turn. Every position is written as data, as
JSON and back, whole and as each seat and a spectator see it; every ply's events are applied to the view before it,
and must give the view after it; where something is hidden, for every seat. Prints how many of each there were and
how many failed; fails if any did.
"""

import argparse
import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec

import tilewright
from tilewright.play.game import Game
from tilewright.play.position import SPECTATOR, Position


def games(rule_set: str) -> Iterator[Game]:
    """Random games without end, each shown before its first event and after every one."""
    known = next(one for one in tilewright.rule_sets() if one.id == rule_set)
    for number in itertools.count():
        players = known.players[number % len(known.players)]
        rng = random.Random(f"{rule_set} {number}")
        game = tilewright.new_game(rule_set, players, seed=number, first=number % players, auto_deal=False)
        yield game
        while game.awaiting != "end":
            if game.awaiting == "deal":
                game.deal()
            else:
                game.play(rng.choice(game.legal_moves))
            yield game


def survives(view: Position) -> bool:
    """Whether a view is the same after it was data."""
    data = view.as_data()
    again = tilewright.from_data(msgspec.json.decode(msgspec.json.encode(data)))
    return again.state.tobytes() == view.state.tobytes() and again.as_data() == data


def round_trips(rule_set: str, wanted: int) -> tuple[int, int]:
    """Views read back, and how many of them were not the same."""
    done = failed = 0
    for game in games(rule_set):
        for view in (game, *(game.view(seat) for seat in (SPECTATOR, *range(game.players)))):
            failed += not survives(view)
            done += 1
        if done >= wanted:
            return done, failed
    raise AssertionError


def replays(rule_set: str, wanted: int) -> tuple[int, int]:
    """Plies told as events, and how often these did not lead to the next view of everybody who sees another one."""
    done = failed = 0
    before: list[dict[str, Any]] = []
    for game in games(rule_set):
        watchers = (None, SPECTATOR, *range(game.players)) if game.room.hidden else (None,)
        after = [(game if watcher is None else game.view(watcher)).as_data() for watcher in watchers]
        if game.events:
            for watcher, data, next_data in zip(watchers, before, after, strict=True):
                told = game.effects(len(game.events) - 1, watcher)
                failed += (
                    game.room.effects.kinds.apply(data, msgspec.json.decode(msgspec.json.encode(told))) != next_data
                )
            done += 1
        before = after
        if done >= wanted:
            return done, failed
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = [known.id for known in tilewright.rule_sets()]
    parser.add_argument("rule_sets", nargs="*", default=every, metavar="RULE_SET")
    parser.add_argument("--views", type=int, default=100_000)
    parser.add_argument("--plies", type=int, default=100_000)
    given = parser.parse_args()
    total = 0
    for rule_set in given.rule_sets:
        began = time.process_time()
        views, lost = round_trips(rule_set, given.views)
        plies, astray = replays(rule_set, given.plies)
        seconds = time.process_time() - began
        total += lost + astray
        print(
            f"{rule_set:13} {views} views read back, {lost} not the same;"
            f" {plies} plies replayed from their events, {astray} astray; {seconds:.0f} s",
            flush=True,
        )
    raise SystemExit(bool(total))


if __name__ == "__main__":
    main()
