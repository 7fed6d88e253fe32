"""C8: commands that may not be. None is accepted, none changes anything, and each is refused with a reason.

    python -m tests.soak.illegal --commands 1000000
    python -m tests.soak.illegal --commands 2000 --break unchecked        # must fail

Moves against the rules, out of turn, from the wrong seat, of another time, taken back unasked, and plain noise.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import UUID

import tilewright
from tests.soak.races import Match
from tilewright.play.position import Position
from tilewright.server import messages
from tilewright.server import table_commands as service
from tilewright.server.problems import Problem
from tilewright.server.store.database import sqlite_url

NOISE = "0123456789BYRKWPFTGO+:?abcdefs -"


class Forger:
    """Makes commands that cannot be right where the table stands."""

    def __init__(self, rng: random.Random, rule_set: str) -> None:
        self.rng = rng
        self.notations = moves_of(rule_set, rng)

    def forge(self, seq: int, seat: int, legal: set[str]) -> tuple[int, messages.AnyCommand]:
        """Who sends, and what."""
        rng, other = self.rng, 1 - seat
        base: dict[str, Any] = {"id": UUID(int=rng.getrandbits(128), version=4), "expect": seq}
        wrong = next(one for one in iter(self._any_move, "") if one not in legal)
        right = rng.choice(sorted(legal))
        forged: list[tuple[int, messages.AnyCommand]] = [
            (seat, messages.Play(kind="play", move=wrong, **base)),
            (seat, messages.Play(kind="play", move="".join(rng.choices(NOISE, k=rng.randint(1, 9))) + "!", **base)),
            (other, messages.Play(kind="play", move=right, **base)),
            (other, messages.Play(kind="play", move=right, seat=seat, **base)),
            (seat, messages.Play(kind="play", move=right, **(base | {"expect": max(0, seq - rng.randint(1, 9))}))),
            (seat, messages.Play(kind="play", move=right, **(base | {"expect": seq + rng.randint(1, 9)}))),
            (rng.choice([seat, other]), messages.AnswerTakeback(kind="answer_takeback", accept=True, **base)),
            (seat, messages.Resign(kind="resign", seat=other, **base)),
            (seat, messages.Rematch(kind="rematch", **base)),
            (seat, messages.Hint(kind="hint", **base)),
        ]
        return rng.choice(forged)

    def _any_move(self) -> str:
        return self.rng.choice(self.notations)


def moves_of(rule_set: str, rng: random.Random) -> list[str]:
    """Notations that are legal somewhere in a few games."""
    found: set[str] = set()
    for seed in range(3):
        game = tilewright.new_game(rule_set, 2, seed=seed)
        while game.awaiting == "move":
            moves = game.legal_moves
            found.update(map(str, moves))
            game.play(rng.choice(moves))
    return sorted(found)


async def soak(url: str, commands: int, rule_set: str = "classic", seed: int = 1) -> dict[str, Any]:
    match, rng = Match(url, 1, seed, rule_set), random.Random(seed)
    forger, sent, codes = Forger(rng, rule_set), 0, Counter[str]()
    faults: list[str] = []
    while sent < commands and not faults:
        await match.begin()
        while sent < commands and not faults and (turn := await match.turn()):
            seq, seat, moves = turn
            for _ in range(min(25, commands - sent)):
                sent += 1
                who, command = forger.forge(seq, seat, set(moves))
                before = await _state(match)
                try:
                    await match.workers[0].execute(match.table, match.people[who], command)
                    faults.append(f"accepted: {command.model_dump_json()} at {seq} of {match.table}")
                except Problem as bad:
                    codes[bad.code] += 1
                    if not 400 <= bad.status < 500:
                        faults.append(f"{bad.status}: {bad}")
                if await _state(match) != before:
                    faults.append(f"changed by {command.model_dump_json()}")
            await match.send(0, seat, match.command(seq, rng.choice(moves)))
    return {
        "bar": "C8",
        "rule_set": rule_set,
        "commands": sent,
        "refused as": dict(codes),
        "faults": faults + match.close(),
    }


async def _state(match: Match) -> tuple[int, bytes]:
    async with match.workers[0].table_cache.locked(match.table) as table:
        return table.seq, table.game.state.tobytes()


def inject_fault(name: str) -> None:
    """A server that trusts whoever sends."""
    if name == "unchecked":
        Position.check = lambda self, move: None  # type: ignore[method-assign]  # noqa: ARG005 - keeps its name
    elif name:
        raise SystemExit(f"no such fault: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=1_000_000)
    parser.add_argument("--rule-set", default="classic")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    inject_fault(told.broken)
    service.MOST_OPEN = 10**9
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(soak(sqlite_url(Path(folder)), told.commands, told.rule_set, told.seed))
    print(json.dumps(report | {"seconds": round(time.monotonic() - began)}, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
