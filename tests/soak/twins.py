"""B23: two worlds that differ only in what a seat cannot know must look the same to it, byte for byte.

    python -m tests.soak.twins --frames 100000
    python -m tests.soak.twins --frames 500 --break whole-state      # must fail

A game is played; at every position everything outside one seat's knowledge is drawn anew, and all that the server
would send to that seat is compared: views, frames, choices, lists of moves, refusals, hints' views and records.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright import games
from tilewright.core.contract.dice import dice
from tilewright.play import entries
from tilewright.play.position import SPECTATOR
from tilewright.server import log, views
from tilewright.server.draws import draws_from
from tilewright.server.log import Entry
from tilewright.server.opponents import pack_view
from tilewright.server.problems import Problem
from tilewright.server.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Compared:
    """How many frames were alike, and which were not."""

    frames: int = 0
    worlds: int = 0  # in which something hidden was another
    differences: list[str] = field(default_factory=list)


def open_table(rule_set: str, players: int) -> Table:
    chairs = [log.SeatEntry("person", f"P{n}", f"P{n}") for n in range(players)]
    opening = log.Opened(rule_set, players, 0, {}, chairs, {"forecasts": True, "hints": True}, "P0")
    drawn = draws_from(Table("a table", Entry(1, 0, opening)).game, {})
    opening.draws = drawn
    return Table("a table", Entry(1, 0, opening))


def sent_to(table: Table, seat: int, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Everything a seat can get out of a table, as bytes."""
    who = None if seat == SPECTATOR else table.chairs[seat].guest
    yield "view", msgspec.json.encode(views.view_of(table, who, seat, 0))
    yield "tail", msgspec.json.encode(views.view_of(table, who, seat, max(0, table.seq - 1)))
    for frames in (views.EVENTS, views.MOVES):
        yield frames, msgspec.json.encode(views.frame_of(table, who, seat, 0, frames))
    yield "thinker", pack_view(table.game.view(seat)).encode()
    for so_far in ({}, {"kind": rng.choice(["draft", "place", "draw", "pass"])}):
        yield "choices", _outcome(lambda so_far=so_far: views.choices_for(table, seat, so_far))
    if seat != SPECTATOR:
        for _ in range(3):
            wrong = "".join(rng.choices("0123456789BYRKWPF+:abcde", k=rng.randint(1, 5)))
            yield "refusal", _outcome(lambda wrong=wrong: table.propose_play(seat, wrong).move)


def _outcome(asked: Any) -> bytes:
    try:
        return msgspec.json.encode(asked())
    except Problem as bad:
        return msgspec.json.encode([bad.code, str(bad), bad.more])
    except ValueError as bad:
        return str(bad).encode()


def compare(rule_set: str, players: int, frames: int, seed: int = 1) -> Compared:
    """Play games until so many frames have been compared."""
    found, rng = Compared(), random.Random(seed)
    while found.frames < frames:
        table = open_table(rule_set, players)
        while table.to_move is not None and found.frames < frames:
            for seat in range(SPECTATOR, players):
                _compare_seat(table, seat, rng, found)
            move = rng.choice(table.game.legal_moves)
            body = log.Played(move.notation, draws_from(table.game, {}, move))
            table.apply(Entry(table.seq + 1, 0, body, table.to_move))
    return found


def _compare_seat(table: Table, seat: int, rng: random.Random, found: Compared) -> None:
    true = table.game.state.copy()
    twin = table.game.view(seat).state.copy()
    entries.determinise(twin, dice(rng.getrandbits(60)))
    if twin.tobytes() == true.tobytes():
        return  # the same world: nothing is hidden from this seat now, or it was guessed
    guesses = rng.getrandbits(32)
    here = list(sent_to(table, seat, random.Random(guesses)))
    table.game.state[:] = twin
    table.cache.clear()
    there = list(sent_to(table, seat, random.Random(guesses)))
    table.game.state[:] = true
    table.cache.clear()
    found.worlds += 1
    found.frames += len(here)
    for (channel, one), (_, other) in zip(here, there, strict=True):
        if one != other:
            found.differences.append(f"seat {seat} at {table.seq}: {channel}")


def inject_fault(name: str) -> None:
    """Deliberate leaks, to see that the comparison bites."""
    if name == "whole-state":
        views.position_of = lambda table, seat: table.game.as_data() | {"seat": seat}
    elif name:
        raise SystemExit(f"no such fault: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--rule-set", default="duel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    inject_fault(told.broken)
    players = games.rule_set(told.rule_set).players[0]
    found = compare(told.rule_set, players, told.frames, told.seed)
    shown = {"bar": "B23", "rule_set": told.rule_set, **vars(found), "differences": found.differences[:10]}
    print(json.dumps(shown, indent=1))
    raise SystemExit(bool(found.differences))


if __name__ == "__main__":
    main()
