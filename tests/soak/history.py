"""What clients saw against what the log says: one check for every soak, in the manner of Jepsen.

Clients note what they sent, what was acknowledged and which events reached them. Every game is one append-only log,
so all of it can be checked in one pass:

H1  every acknowledged command is in the log exactly once, at the acknowledged number;
H2  the numbers of a game are 1..n, without gaps or repeats;
H3  the log replays by the rules, and its moves and draws are those that were announced;
H4  a command without an acknowledgement is either wholly in the log or not at all, and never twice;
H5  what a client received is 1..k without gaps or repeats, over all its reconnections;
H6  a read that began after an acknowledgement shows at least that number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.soak.measuring import Waits
from tilewright.server import log
from tilewright.server.log import Entry, entry_from_row
from tilewright.server.store.database import connect
from tilewright.server.store.schema import event
from tilewright.server.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass
class History:
    """Everything the clients of a run noted."""

    sent: list[tuple[str, str]] = field(default_factory=list)  # game, command
    acks: list[tuple[str, str, int]] = field(default_factory=list)  # game, command, seq
    events: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    announced: dict[tuple[str, int], str] = field(default_factory=dict)  # game, seq -> its move and draws
    reads: list[tuple[str, int, int]] = field(default_factory=list)  # game, acknowledged before, seq shown

    waits: Waits = field(default_factory=Waits)  # from sending a command to its acknowledgement
    surprises: list[str] = field(default_factory=list)  # answers that a client which follows the contract cannot get

    def received(self, client: str, game: str, events: Iterable[dict[str, Any]]) -> None:
        for one in events:
            self.events[client, game].append(one["seq"])
            told = " ".join([one.get("move") or "", *one.get("draws", ())])
            self.announced[game, one["seq"]] = told


def entries_in(database: str) -> dict[str, list[Entry]]:
    """Every log of a database, in the order of its numbers."""
    engine = connect(database)
    found: dict[str, list[Entry]] = defaultdict(list)
    with engine.connect() as connection:
        for row in connection.execute(event.select().order_by(event.c.game, event.c.seq)).mappings():
            found[row["game"]].append(entry_from_row(dict(row)))
    engine.dispose()
    return found


def faults(history: History, logs: dict[str, list[Entry]]) -> list[str]:
    """All that is wrong, each with the letter of what it breaks; nothing when all promises were kept."""
    return [
        *_acknowledged(history, logs),
        *_numbers(logs),
        *_replays(history, logs),
        *_once(history, logs),
        *_received(history),
        *_reads(history),
        *history.surprises,
    ]


def _acknowledged(history: History, logs: dict[str, list[Entry]]) -> Iterable[str]:
    where = {(game, entry.command): entry.seq for game, entries in logs.items() for entry in entries if entry.command}
    for game, command, seq in history.acks:
        found = where.get((game, command))
        if found != seq:
            yield f"H1 {game}: {command} was acknowledged at {seq}, the log has it at {found}"


def _numbers(logs: dict[str, list[Entry]]) -> Iterable[str]:
    for game, entries in logs.items():
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            yield f"H2 {game}: its numbers are {[entry.seq for entry in entries]}"


def _replays(history: History, logs: dict[str, list[Entry]]) -> Iterable[str]:
    for game, entries in logs.items():
        try:
            table = Table(game, entries[0])
            for entry in entries[1:]:
                table.apply(entry)
        except Exception as bad:  # noqa: BLE001 - whatever it is, the log does not replay
            yield f"H3 {game}: the log does not replay: {bad}"
        for entry in entries:
            told = history.announced.get((game, entry.seq))
            body = entry.body
            draws = body.draws if isinstance(body, log.Opened | log.Sat | log.Played) else []
            written = " ".join([body.move if isinstance(body, log.Played) else "", *draws])
            if told is not None and told != written:
                yield f"H3 {game}: {entry.seq} was announced as {told!r}, the log says {written!r}"


def _once(history: History, logs: dict[str, list[Entry]]) -> Iterable[str]:
    sent = set(history.sent)
    for game, entries in logs.items():
        times = Counter(entry.command for entry in entries if entry.command)
        for command, count in times.items():
            if count > 1:
                yield f"H4 {game}: {command} is in the log {count} times"
            elif sent and (game, command) not in sent:
                yield f"H4 {game}: nobody sent {command}"


def _received(history: History) -> Iterable[str]:
    for (client, game), numbers in history.events.items():
        if numbers != list(range(1, len(numbers) + 1)):
            gap = next(k for k, seq in enumerate(numbers, start=1) if k != seq)
            yield f"H5 {game}: {client} received {numbers[gap - 1]} where {gap} was due"


def _reads(history: History) -> Iterable[str]:
    for game, acknowledged, shown in history.reads:
        if shown < acknowledged:
            yield f"H6 {game}: {acknowledged} was acknowledged, a later read showed {shown}"
