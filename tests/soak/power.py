"""B8: power cuts. Every write and flush of the real store is recorded; then the power is cut at any moment of it.

    python -m tests.soak.power --cuts 1000
    python -m tests.soak.power --cuts 200 --break normal        # must fail: SQLite with synchronous=NORMAL

A process commits through the server's own writer, under strace, and notes each acknowledgement. At a cut, what was
flushed is on the disk; of what was not, any part may be, in any order, torn at any sector. SQLite must open it whole,
and every acknowledged event must be there. Needs strace, so Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512
TRACED = "pwrite64,write,fdatasync,fsync,ftruncate,unlink"
_CALL = re.compile(r"^(\d+) +(\w+)\(\d+<([^>]*)>(?:, )?(.*)$")
_REMOVED = re.compile(r'^\d+ +unlink\("([^"]*)"\)')
_RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>")
_WRITTEN = re.compile(r'"((?:\\x[0-9a-f]{2})*)", \d+(?:, (\d+))?')


@dataclass
class Disk:
    """What lies on the disk for certain, and what is only on its way."""

    safe: defaultdict[str, bytearray] = field(default_factory=lambda: defaultdict(bytearray))
    waiting: defaultdict[str, list[tuple[int, bytes | None]]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: int = 0

    def flush(self, path: str) -> None:
        for offset, data in self.waiting.pop(path, ()):
            put(self.safe[path], offset, data)

    def remove(self, path: str) -> None:
        self.safe.pop(path, None)
        self.waiting.pop(path, None)

    def after_a_cut(self, rng: random.Random) -> dict[str, bytes]:
        """The files as they might be found."""
        found = {path: bytearray(data) for path, data in self.safe.items()}
        for path, writes in self.waiting.items():
            target = found.setdefault(path, bytearray())
            for offset, data in writes:
                if rng.random() < 0.5:
                    continue
                if data is None:
                    put(target, offset, None)
                    continue
                for start in range(0, len(data), SECTOR):
                    if rng.random() < 0.8:
                        put(target, offset + start, data[start : start + SECTOR])
        return {path: bytes(data) for path, data in found.items()}


def put(target: bytearray, offset: int, data: bytes | None) -> None:
    """Write, or cut off behind ``offset``."""
    if data is None:
        del target[offset:]
        return
    if len(target) < offset:
        target.extend(bytes(offset - len(target)))
    target[offset : offset + len(data)] = data


def unescaped(text: str) -> bytes:
    """What strace wrote in hexadecimal: it does so with everything here, names of files too."""
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def replay(trace: Path, folder: Path, cuts: set[int], rng: random.Random) -> tuple[int, list[str]]:
    """Go through the trace, and cut the power after the steps named; returns how many steps there were, and faults."""
    disk, number = Disk(), 0
    faults: list[str] = []
    syncing: dict[str, str] = {}  # flushes under way, by process
    for line in trace.read_text().splitlines():
        if resumed := _RESUMED.match(line):
            path = syncing.pop(resumed[1], None)
            if path is None:
                continue
            disk.flush(path)
        elif removed := _REMOVED.match(line):
            disk.remove(unescaped(removed[1]).decode())
        elif call := _CALL.match(line):
            process, name, path, rest = call.groups()
            path = unescaped(path).decode()
            if not path.startswith(str(folder)):
                continue
            if name in ("fdatasync", "fsync"):
                if "unfinished" in line:
                    syncing[process] = path
                    continue
                disk.flush(path)
            elif name == "ftruncate":
                disk.waiting[path].append((int(re.match(r"\d+", rest)[0]), None))  # type: ignore[index]
            elif written := _WRITTEN.match(rest):
                data = unescaped(written[1])
                if path.endswith("acks"):
                    disk.acknowledged = int(data.split()[-1])
                elif written[2] is not None:
                    disk.waiting[path].append((int(written[2]), data))
        else:
            continue
        number += 1
        if number in cuts:
            faults += [f"after step {number}: {fault}" for fault in examine(disk, rng)]
    return number, faults


def examine(disk: Disk, rng: random.Random) -> list[str]:
    """Open what a cut left, as a server would after the power is back."""
    with tempfile.TemporaryDirectory() as found:
        for path, data in disk.after_a_cut(rng).items():
            if not path.endswith("-shm"):
                (Path(found) / Path(path).name).write_bytes(data)
        try:
            connection = sqlite3.connect(Path(found) / "tilewright.sqlite3")
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
            kept = [seq for (seq,) in connection.execute("SELECT seq FROM event")] if "event" in tables else []
            connection.close()
        except sqlite3.DatabaseError as bad:
            return [f"the database does not open: {bad}"]
    faults = [] if whole == "ok" else [f"the database is damaged: {whole}"]
    if lost := set(range(1, disk.acknowledged + 1)) - set(kept):
        faults.append(f"{len(lost)} of {disk.acknowledged} acknowledged events are lost")
    return faults


def record(folder: Path, events: int, broken: str) -> Path:
    """Let a process commit so many events, and write down all that it did to its files."""
    if shutil.which("strace") is None:
        raise SystemExit("strace is missing; on Debian and Ubuntu: apt install strace")
    trace = folder.with_suffix(".trace")
    words = [sys.executable, "-m", "tests.soak.power", "--child", str(folder), "--events", str(events)]
    words += ["--break", broken] if broken else []
    strace = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={TRACED}", "-o", str(trace)]
    subprocess.run([*strace, *words], check=True)
    return trace


def commit_events(folder: Path, events: int, broken: str) -> None:
    """The recorded process: groups of commits through the server's writer, each acknowledged when it is answered."""
    from tests.server.test_store import a_game, an_event
    from tilewright.server.store import database
    from tilewright.server.store.store import Store
    from tilewright.server.store.writer import WriteBatch

    if broken == "normal":
        whole = database._prepare_sqlite

        def hasty(connection: Any, _: Any) -> None:
            whole(connection, _)
            connection.execute("PRAGMA synchronous=NORMAL")

        database._prepare_sqlite = hasty
        database._check_durable = lambda connection: None  # noqa: ARG005 - keeps its name
    store = Store(database.sqlite_url(folder))
    acks = os.open(folder / "acks", os.O_WRONLY | os.O_CREAT)

    async def run() -> None:
        await store.commit(WriteBatch(games=[a_game()]))
        for seq in range(1, events + 1):
            await store.commit(WriteBatch(events=[an_event(seq) | {"body": "x" * random.randint(10, 3000)}]))
            os.write(acks, f"{seq}\n".encode())

    asyncio.run(run())
    os._exit(0)  # no orderly end, so no last checkpoint


def cut(cuts: int, *, events: int = 150, broken: str = "", seed: int = 1) -> tuple[int, list[str]]:
    """Record once, cut many times."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as found:
        folder = Path(found) / "data"
        folder.mkdir()
        trace = record(folder, events, broken)
        number, _ = replay(trace, folder, set(), rng)
        return replay(trace, folder, set(rng.sample(range(1, number + 1), min(cuts, number))), rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--events", type=int, default=150)
    parser.add_argument("--break", dest="broken", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    told = parser.parse_args()
    if told.child:
        commit_events(told.child, told.events, told.broken)
    steps, faults = cut(told.cuts, events=told.events, broken=told.broken, seed=told.seed)
    print(json.dumps({"bar": "B8", "cuts": min(told.cuts, steps), "steps": steps, "faults": faults[:10]}, indent=1))
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
