"""What a move costs the server, step by step: python -m benchmarks.move_cost [--games 40] [--rule-set duel].

Whole games are played in one process, straight on the parts of the server that a move passes, each under its own clock.
Printed are microseconds, the mean without the dearest tenth, which other programs had a part in. Every move is
committed by itself, so the commit is the dearest it can be: under load many share one. What is missing is what an echo
server has as well: sockets, and the loop that waits for them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import TypeAdapter

from tilewright.server import messages, table_commands, views
from tilewright.server.guests import Guest, Guests
from tilewright.server.hub import Hub
from tilewright.server.log import Entry
from tilewright.server.store.database import sqlite_url
from tilewright.server.store.store import Store
from tilewright.server.store.writer import WriteBatch
from tilewright.server.table_cache import TableCache
from tilewright.server.table_queries import TableQueries
from tilewright.server.table_setup import game_row

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS: TypeAdapter[messages.AnyCommand] = TypeAdapter(messages.AnyCommand)
KEPT = 0.9  # of the measurements


class Costs(defaultdict[str, list[float]]):
    """Seconds each step took, move by move."""

    @contextmanager
    def of(self, step: str) -> Iterator[None]:
        before = time.perf_counter()
        yield
        self[step].append(time.perf_counter() - before)

    def told(self) -> dict[str, float]:
        kept = {step: sorted(took)[: int(KEPT * len(took))] for step, took in self.items()}
        return {step: round(1e6 * sum(took) / len(took), 1) for step, took in kept.items()}


async def play(store: Store, games: int, rule_set: str) -> dict[str, float]:
    """Play so many games; what each step cost."""
    table_cache, costs = TableCache(store, Hub()), Costs(list)
    people = [(await Guests(store).welcome(name))[0] for name in ("Ann", "Ben")]
    acting = table_commands.TableCommands(table_cache)
    for _ in range(games):
        opened = await acting.open(people[0], messages.TableRequest(rule_set=rule_set, seats=["me", "open"]))
        await acting.join(opened["id"], 1, people[1], opened["invitation"])
        while await _move(table_cache, opened["id"], people, costs):
            pass
    return costs.told()


async def _move(table_cache: TableCache, id_: str, people: list[Guest], costs: Costs) -> bool:
    """One move at random, as a command makes it; False when the game is over."""
    async with table_cache.locked(id_) as table:
        if (seat := table.to_move) is None:
            return False
        move = random.choice(table.game.legal_moves).notation
        text = json.dumps({"id": str(uuid4()), "expect": table.seq, "kind": "play", "move": move})
        with costs.of("read the command"):
            command = COMMANDS.validate_json(text)
        with costs.of("understand, check, draw"):
            body = table.propose_play(seat, move)
        with costs.of("let it happen"):
            entry = Entry(table.seq + 1, 0, body, seat, str(command.id), "")
            table.apply(entry)
        with costs.of("make rows"):
            writes = WriteBatch(events=[entry.row(id_)], game_changes=[{"of": id_, **game_row(table)}])
    with costs.of("commit, with its flush and two changes of thread"):
        await table_cache.store.commit(writes)
    looking = TableQueries(table_cache)
    for frames in (views.MOVES, views.EVENTS, views.VIEWS):
        with costs.of(f"two frames of {frames}"):
            for guest in people:
                await looking.frame(id_, guest, entry.seq - 1, frames)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rule-set", default="classic")
    told = parser.parse_args()
    table_commands.MOST_OPEN = 10**9
    with tempfile.TemporaryDirectory() as folder:
        store = Store(sqlite_url(Path(folder)))
        print(json.dumps(asyncio.run(play(store, told.games, told.rule_set)), indent=1))
        store.close()


if __name__ == "__main__":
    main()
