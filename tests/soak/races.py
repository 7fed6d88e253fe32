"""B10 and B11: commands sent many times, seats that many act for at once, and talk while they move.

    python -m tests.soak.races duplicates --commands 100000
    python -m tests.soak.races seats --commands 100000 --postgres
    python -m tests.soak.races talk --commands 100000 [--postgres]
    python -m tests.soak.races duplicates --commands 200 --break no-dedupe      # must fail
    python -m tests.soak.races seats --commands 50 --break no-constraint        # must fail
    python -m tests.soak.races talk --commands 50 --break talk-counts           # must fail

Duplicates: every command is sent 1 to 5 times, shuffled among others, old ones too; each has one effect and one answer.
Seats: eight different commands for the same number, released together on two workers; exactly one wins.
Talk: both talk while either moves, on one worker or two; every move is taken at the first try.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import inspect, text

from tests.soak.history import History, entries_in, faults
from tilewright.server import log, messages, table_cache
from tilewright.server import table_commands as service
from tilewright.server.guests import Guest, Guests
from tilewright.server.hub import Hub
from tilewright.server.log import Entry
from tilewright.server.problems import Problem
from tilewright.server.store.database import sqlite_url
from tilewright.server.store.store import Store
from tilewright.server.table import Table
from tilewright.server.table_cache import TableCache
from tilewright.server.table_commands import TableCommands

TALKERS = 5  # words beside a move, at most
OLD = 50  # commands kept to be sent once more, much later
RACERS = 8
GAMES = 32  # at once
NO_CONSTRAINT = "no-constraint"  # a database that lets two workers write the same number of a log


class Match:
    """Games of two guests, one after the other, on one or more workers; others of theirs may go on beside them."""

    def __init__(self, url: str, workers: int, seed: int, rule_set: str = "classic") -> None:
        self.rng, self.history, self.url = random.Random(seed), History(), url
        self.stores = [Store(url) for _ in range(workers)]
        self.workers = [TableCommands(TableCache(store, Hub())) for store in self.stores]
        self.people: list[Guest] = []
        self.rule_set = rule_set
        self.table = ""

    async def beside(self, number: int) -> list[Match]:
        """So many matches of the same two on the same workers: games that share commits take less time."""
        await self.begin()
        others = [copy(self) for _ in range(number)]
        for other in others:
            other.rng = random.Random(self.rng.getrandbits(64))
        return others

    async def begin(self) -> None:
        if not self.people:
            guests = Guests(self.stores[0])
            self.people = [(await guests.create(name))[0] for name in ("Ann", "Ben")]
        request = messages.TableRequest(rule_set=self.rule_set, seats=["me", "open"])
        opened = await self.workers[0].open(self.people[0], request)
        self.table = opened["id"]
        await self.workers[0].join(self.table, 1, self.people[1], opened["invitation"])

    async def turn(self) -> tuple[int, int, list[str]] | None:
        """The number, the seat to move and its moves; None when the game is over."""
        async with self.workers[0].table_cache.locked(self.table) as table:
            if table.to_move is None:
                return None
            return table.seq, table.to_move, [move.notation for move in table.game.legal_moves]

    def command(self, seq: int, move: str) -> messages.Play:
        made = messages.Play(id=UUID(int=self.rng.getrandbits(128), version=4), expect=seq, kind="play", move=move)
        self.history.sent.append((self.table, str(made.id)))
        return made

    def word(self, seq: int) -> messages.Say:
        made = messages.Say(id=UUID(int=self.rng.getrandbits(128), version=4), expect=seq, kind="say", text="hello")
        self.history.sent.append((self.table, str(made.id)))
        return made

    async def send(self, worker: int, seat: int, command: messages.AnyCommand, table: str | None = None) -> int | str:
        """The number it got, or the code of the problem."""
        try:
            return await self.workers[worker].execute(table or self.table, self.people[seat], command)
        except Problem as bad:
            return bad.code

    def close(self) -> list[str]:
        for store in self.stores:
            store.close()
        return faults(self.history, entries_in(self.url))


async def duplicates(url: str, commands: int, seed: int = 1) -> dict[str, Any]:
    match = Match(url, 1, seed)
    done = Counter[str]()

    async def play(match: Match) -> None:
        old: list[tuple[str, int, messages.Play, int]] = []
        while done["commands"] < commands:
            await match.begin()
            while done["commands"] < commands and (turn := await match.turn()):
                seq, seat, moves = turn
                command = match.command(seq, match.rng.choice(moves))
                copies = [match.send(0, seat, command) for _ in range(match.rng.randint(1, 5))]
                again = match.rng.sample(old, min(len(old), match.rng.randint(0, 2)))
                late = [match.send(0, one[1], one[2], one[0]) for one in again]
                done["commands"] += 1
                answers = await asyncio.gather(*copies, *late)
                done["sent"] += len(answers)
                match.history.acks.append((match.table, str(command.id), seq + 1))
                if set(answers[: len(copies)]) != {seq + 1}:
                    match.history.surprises.append(f"copies of one command were answered {answers[: len(copies)]}")
                for one, answer in zip(again, answers[len(copies) :], strict=True):
                    if answer != one[3]:
                        match.history.surprises.append(f"a late copy was answered {answer}, first {one[3]}")
                old = [*old[-OLD:], (match.table, seat, command, seq + 1)]

    await asyncio.gather(*(play(one) for one in await match.beside(GAMES)))
    return {"bar": "B10", **done, "faults": match.close()}


async def seats(url: str, commands: int, seed: int = 1, *, without_constraint: bool = False) -> dict[str, Any]:
    match, rounds, codes = Match(url, 2, seed), 0, Counter[str]()
    if without_constraint:
        engine = match.stores[0].engine
        with engine.begin() as connection:
            connection.execute(
                text(f"ALTER TABLE event DROP CONSTRAINT {inspect(engine).get_pk_constraint('event')['name']}")
            )

    async def play(match: Match) -> None:
        nonlocal rounds
        while rounds < commands and not match.history.surprises:
            await match.begin()
            while rounds < commands and (turn := await match.turn()):
                rounds += 1
                seq, seat, moves = turn
                racing = [match.command(seq, match.rng.choice(moves)) for _ in range(RACERS)]
                answers = await asyncio.gather(*(match.send(k % 2, seat, one) for k, one in enumerate(racing)))
                won = [(one, answer) for one, answer in zip(racing, answers, strict=True) if isinstance(answer, int)]
                codes.update(answer for answer in answers if not isinstance(answer, int))
                match.history.acks += [(match.table, str(one.id), answer) for one, answer in won]
                if len(won) != 1:
                    match.history.surprises.append(f"{len(won)} of {RACERS} won the race for {seq + 1}: {answers}")

    await asyncio.gather(*(play(one) for one in await match.beside(GAMES)))
    return {"bar": "B11", "rounds": rounds, "refused as": dict(codes), "faults": match.close()}


async def talk(url: str, commands: int, workers: int = 1, seed: int = 1) -> dict[str, Any]:
    match, done = Match(url, workers, seed), Counter[str]()

    async def play(match: Match) -> None:
        while done["moves"] < commands and not match.history.surprises:
            await match.begin()
            while done["moves"] < commands and not match.history.surprises and (turn := await match.turn()):
                seq, seat, moves = turn
                sent: list[tuple[int, messages.AnyCommand]] = [
                    (match.rng.randrange(2), match.word(seq)) for _ in range(match.rng.randint(0, TALKERS))
                ]
                sent.insert(match.rng.randint(0, len(sent)), (seat, match.command(seq, match.rng.choice(moves))))
                answers = await asyncio.gather(*(match.send(k % workers, *one) for k, one in enumerate(sent)))
                done["moves"] += 1
                done["said"] += len(sent) - 1
                for (_, one), answer in zip(sent, answers, strict=True):
                    if isinstance(answer, int):
                        match.history.acks.append((match.table, str(one.id), answer))
                    else:
                        match.history.surprises.append(f"{one.kind} at {seq} was answered {answer}")

    await asyncio.gather(*(play(one) for one in await match.beside(GAMES)))
    return {"bar": "talk", **done, "faults": match.close()}


def inject_fault(name: str) -> None:
    """Deliberate faults, to see that the checks bite."""
    if name == "no-dedupe":  # commands are forgotten as soon as they are answered
        whole = Table.apply

        def forgetful(self: Table, entry: Entry) -> None:
            whole(self, entry)
            self.commands.clear()

        Table.apply = forgetful  # type: ignore[method-assign]
    elif name == "talk-counts":  # whatever is in the log counts as the game having gone on
        log.changes_game = lambda body: body is not None
    elif name == "one-try":  # a worker that was overtaken gives up
        table_cache.TRIES = 1
    elif name and name != NO_CONSTRAINT:
        raise SystemExit(f"no such fault: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["duplicates", "seats", "talk"])
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--break", dest="broken", default="")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    inject_fault(told.broken)
    service.MOST_OPEN = 10**9
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        url = sqlite_url(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        if told.postgres or told.what == "seats":
            from tests.kit.postgres import running_postgres

            url = stack.enter_context(running_postgres())
        if told.what == "duplicates":
            soak = duplicates(url, told.commands, told.seed)
        elif told.what == "talk":
            soak = talk(url, told.commands, 2 if told.postgres else 1, told.seed)
        else:
            soak = seats(url, told.commands, told.seed, without_constraint=told.broken == NO_CONSTRAINT)
        report = asyncio.run(soak)
    report |= {"seconds": round(time.monotonic() - began), "faults": report["faults"][:10]}
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
