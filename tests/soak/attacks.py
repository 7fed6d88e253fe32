"""D1 to D5, D8 and F6: frames without measure, much to be sent, silence, floods, rude good-byes, no files left.

    python -m tests.soak.attacks frames
    python -m tests.soak.attacks silent --sockets 5000
    python -m tests.soak.attacks flood
    python -m tests.soak.attacks resets --sockets 100000
    python -m tests.soak.attacks files --sockets 400
    python -m tests.soak.attacks memory --sockets 300 --messages 1600
    python -m tests.soak.attacks silent --sockets 50 --break patient           # must fail, like each with its fault:
                                              # frames long, flood unlimited, resets talkative, memory hoarding

While each attack lasts, honest people go on: how long they wait stands beside how long they wait without it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import select
import socket
import struct
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.client import connect

from tests.soak.fork_server import ForkServer
from tests.soak.history import History
from tests.soak.measuring import Waits, busy, memory
from tests.soak.players import GONE, Endpoint, sit_down
from tests.soak.wire import closed_with, frame, upgraded
from tilewright.server.limits import COMMANDS

MOST_GROWTH = 1 << 20  # bytes of the server's memory one attack may cost it, 256 KiB and what games take meanwhile
FEW_FILES = 90
REAPED = 30.0  # seconds until silent sockets are gone
CLOSE = b"\x88"  # how a closing frame begins; no text of ours has such a byte
MIB = 1 << 20
MOST_MEANWHILE, MOST_LASTING = 96 * MIB, 32 * MIB  # that may be added while strangers read much, and afterwards
AT_ONCE = COMMANDS.amount - 10  # messages in one go
STAY = 5.0  # seconds that strangers stay when all have come
SETTLED = 30.0  # seconds until what is no longer needed is given back
PROMPT = 1.0  # seconds in which somebody new is answered meanwhile


@dataclass
class Siege:
    """A server, a table, and honest people at another."""

    folder: Path
    broken: str
    files: int = 0  # that the server may have open at once; 0 as many as the system lets it
    faults: list[str] = field(default_factory=list)
    told: dict[str, Any] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        self.log = self.folder / "log"
        self.fork_server = await asyncio.to_thread(
            lambda: ForkServer(self.folder / "data", broken=self.broken, limits=True, log=self.log, files=self.files)
        )
        self.process = self.fork_server.start()
        self.endpoint, self.stop = Endpoint([self.fork_server.port]), asyncio.Event()
        self.honest = await sit_down(self.endpoint, History())
        self.table, self.token = self.honest[0].table, self.honest[0].token
        self.guest = (await self.endpoint.post("/guests", {"name": "Eve"}))["token"]
        self.playing = [asyncio.create_task(player.run(self.stop)) for player in self.honest]
        for player in self.honest:
            player.pace.seconds = 0.12  # keeps within what a person may send
        await asyncio.sleep(1)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop.set()
        await asyncio.gather(*self.playing)
        await self.endpoint.close()
        await asyncio.to_thread(self.fork_server.close)

    def expect(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    def upgraded(self) -> socket.socket:
        return upgraded(self.fork_server.port, f"/api/v1/tables/{self.table}/live?frames=moves", self.guest)

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.fork_server.port), 30)

    async def honest_wait(self) -> float:
        """How long somebody new waits for an answer."""
        began = time.monotonic()
        while True:
            with contextlib.suppress(*GONE):
                await self.endpoint.http.get(f"http://127.0.0.1:{self.fork_server.port}/healthz")
                return time.monotonic() - began
            await asyncio.sleep(0.01)

    def waits(self) -> Waits:
        return self.honest[0].history.waits


async def frames(siege: Siege) -> None:
    """D1: one frame of a mebibyte, 100,000 fragments of a byte, and a compressed frame nobody agreed to."""

    def attack(data: bytes) -> tuple[int | None, float]:
        with siege.upgraded() as raw:
            began = time.monotonic()
            with contextlib.suppress(OSError):
                raw.sendall(data)
            return closed_with(raw), time.monotonic() - began

    parts = frame(b"x", final=False) + frame(b"x", opcode=0, final=False) * 100_000
    for name, data in (
        ("a mebibyte", frame(b"x" * (1 << 20))),
        ("fragments", parts),
        ("compressed", frame(b"\x00" * 100, rsv=0x40)),
    ):
        await asyncio.to_thread(attack, data)  # memory that is used for the first time stays; more must not be added
        before = memory(siege.process)
        code, took = await asyncio.to_thread(attack, data)
        growth = memory(siege.process) - before
        siege.told[name] = {"closed with": code, "seconds": round(took, 3), "memory": growth}
        siege.expect(code is not None, f"{name}: the connection stayed open")
        siege.expect(growth < MOST_GROWTH, f"{name}: the server grew by {growth} bytes")


async def silent(siege: Siege, sockets: int) -> None:
    """D3: sockets that connect and say nothing, or half a request."""

    def connect_all() -> list[socket.socket]:
        found = []
        for k in range(sockets):
            raw = siege.connected()
            if k % 2:
                raw.sendall(b"GET /api/v1/rule-sets HTTP/1.1\r\nHost: 127")
            found.append(raw)
        return found

    alone = await siege.honest_wait()
    open_ = await asyncio.to_thread(connect_all)
    among = await siege.honest_wait()
    until, left = time.monotonic() + REAPED, len(open_)
    while left and time.monotonic() < until:
        await asyncio.sleep(0.5)
        left = sum(not _is_over(raw) for raw in open_)
    siege.told |= {"sockets": sockets, "alone": round(alone, 4), "among them": round(among, 4), "left": left}
    siege.expect(among < PROMPT, f"somebody new waited {among:.2f} seconds")
    siege.expect(left == 0, f"{left} silent sockets are still open after {REAPED:g} seconds")
    for raw in open_:
        raw.close()


def _is_over(raw: socket.socket) -> bool:
    raw.setblocking(False)  # with a timeout Python waits for it, whatever the flags say
    try:
        return raw.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


async def flood(siege: Siege) -> None:
    """D4: one guest sends as fast as the wire takes it."""
    quiet = siege.waits().since_last()
    said = frame(json.dumps({"id": "0" * 8 + "-0000-4000-8000-" + "0" * 12, "expect": 1, "kind": "resign"}).encode())

    def attack() -> float | None:
        """Seconds until the connection is closed, None when it is not; to be read slowly is not to be cut off."""
        with siege.upgraded() as raw:
            began, unsent = time.monotonic(), b""
            raw.setblocking(False)
            while time.monotonic() - began < 5:
                unsent = unsent or said * 50
                try:
                    unsent = unsent[raw.send(unsent) :]
                except BlockingIOError:
                    time.sleep(0.005)
                except OSError:
                    return round(time.monotonic() - began, 3)
                if _is_closed(raw):
                    return round(time.monotonic() - began, 3)
        return None

    cut = []
    for _ in range(5):
        cut.append(await asyncio.to_thread(attack))
        await asyncio.sleep(0.5)
    loud = siege.waits().since_last()
    siege.told |= {"cut after": cut, "waits before": quiet, "waits meanwhile": loud}
    siege.expect(all(one is not None for one in cut), "a flood went on for five seconds")


def _is_closed(raw: socket.socket) -> bool:
    """Whether the other side has said good-bye, or is gone."""
    try:
        heard = raw.recv(65536)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return not heard or CLOSE in heard


async def resets(siege: Siege, sockets: int) -> None:
    """D8: sockets that end without a word; the log must not grow with them."""

    def attack(n: int) -> None:
        for _ in range(n):
            raw = siege.upgraded()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raw.close()

    before = siege.log.stat().st_size
    for _ in range(0, sockets, 100):
        try:
            await asyncio.to_thread(attack, min(sockets, 100))
        except ConnectionError:  # as many as one address may open in so many seconds
            await asyncio.sleep(5)
    grown = siege.log.stat().st_size - before
    siege.told |= {"resets": sockets, "log grew by": grown}
    siege.expect(grown <= max(2000, 10 * sockets), f"the log grew by {grown} bytes")


async def files(siege: Siege, sockets: int) -> None:
    """F6: more sockets than the server may have files open; the games it has go on."""

    def fill() -> list[socket.socket]:
        found: list[socket.socket] = []
        with contextlib.suppress(OSError):
            for _ in range(sockets):
                path = f"/api/v1/tables/{siege.table}/live?frames=moves"
                found.append(upgraded(siege.fork_server.port, path, siege.guest, patience=3))
        return found

    open_ = await asyncio.to_thread(fill)
    siege.waits().since_last()
    await asyncio.sleep(3)
    meanwhile = siege.waits().since_last()
    for raw in open_:
        raw.close()
    after = await siege.honest_wait()
    siege.told |= {"sockets": len(open_), "meanwhile": meanwhile, "answered again after": round(after, 2)}
    siege.expect(len(open_) < sockets, "there were files enough for all")
    siege.expect(meanwhile["moves"] > 0, "the game stood still while there were no files left")
    siege.expect(after < 60, f"nobody new was answered for {after:.0f} seconds")


async def memory_filled(siege: Siege, sockets: int, messages: int) -> None:
    """D2 and D5: as much talk as is taken, then strangers who each ask for it from another number; half never read."""
    for player in siege.honest:
        player.pace.seconds = 0.5  # so that their game lasts as long
    await asyncio.sleep(STAY)
    quiet, before, seen = siege.waits().since_last(), memory(siege.process), Peak(siege.process)
    table, said = await _talk(siege, messages)
    talked = memory(siege.process)
    with seen:
        open_ = await asyncio.to_thread(_strangers, siege, table, sockets)
        await asyncio.to_thread(_read_some, open_[::2], STAY)
    for raw in open_:
        raw.close()
    after, until = memory(siege.process), time.monotonic() + SETTLED
    while after - before > MOST_LASTING and time.monotonic() < until:
        await asyncio.sleep(0.5)
        after = memory(siege.process)
    figures = {"before": before, "with the talk": talked, "at the peak": seen.most, "after": after}
    siege.told |= {"messages": said, "sockets": len(open_)}
    siege.told |= {f"MiB {name}": round(figure / MIB) for name, figure in figures.items()}
    siege.told |= {"waits before": quiet, "waits meanwhile": siege.waits().since_last()}
    siege.expect(seen.most - before < MOST_MEANWHILE, f"the server grew by {(seen.most - before) // MIB} MiB")
    siege.expect(after - before < MOST_LASTING, f"of which {(after - before) // MIB} MiB stay")


class Peak:
    """The most memory a process had while the block went on."""

    def __init__(self, process: int) -> None:
        self.process, self.most, self._over = process, 0, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.05):
            self.most = max(self.most, memory(self.process))


async def _talk(siege: Siege, messages: int) -> tuple[str, int]:
    """Four guests at a table say long things, each as often as anybody may; how many were taken."""
    tokens = [(await siege.endpoint.post("/guests", {"name": f"Eve {k}"}))["token"] for k in range(4)]
    opened = await siege.endpoint.post("/tables", {"seats": ["me", "open", "open", "open"]}, tokens[0])
    for seat, token in enumerate(tokens[1:], 1):
        path = f"/tables/{opened['id']}/seats/{seat}"
        await siege.endpoint.post(path, {"invitation": opened["invitation"]}, token)
    said, wanted = 0, messages
    while wanted > 0:
        each = min(AT_ONCE, -(-wanted // 4))
        taken = sum(await asyncio.gather(*(_say(siege, opened["id"], token, each) for token in tokens)))
        said, wanted = said + taken, wanted - 4 * each
        if taken < 4 * each:
            break
        if wanted > 0:
            await asyncio.sleep(COMMANDS.seconds)
    return opened["id"], said


async def _say(siege: Siege, table: str, token: str, times: int) -> int:
    url = f"{siege.endpoint.url('ws')}/tables/{table}/live?frames=moves&since=1000000"
    async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, compression=None) as socket:
        for k in range(times):
            said = {"id": str(uuid.uuid4()), "expect": 1, "kind": "say", "text": f"{k} ".ljust(500, "x")}
            await socket.send(json.dumps(said))
            while (answer := json.loads(await socket.recv()))["type"] == "events":
                pass
            if answer["type"] != "ack":
                return k
    return times


def _strangers(siege: Siege, table: str, sockets: int) -> list[socket.socket]:
    """Nobody of them has an account."""
    found = []
    for k in range(sockets):
        path = f"/api/v1/tables/{table}/live?since={k}&frames={('views', 'events')[k // 2 % 2]}"
        with contextlib.suppress(OSError):  # refused: as many as one address may have
            found.append(upgraded(siege.fork_server.port, path, buffer=None if k % 2 == 0 else 4096))
    return found


def _read_some(readers: list[socket.socket], seconds: float) -> None:
    """Read for so long whatever comes."""
    until = time.monotonic() + seconds
    for raw in readers:
        raw.setblocking(False)
    while time.monotonic() < until:
        for raw in select.select(readers, [], [], 0.1)[0]:
            with contextlib.suppress(OSError):
                if not raw.recv(1 << 20):
                    readers = [one for one in readers if one is not raw]


async def besiege(what: str, sockets: int, broken: str = "", *, messages: int = 1600) -> dict[str, Any]:
    """One attack; what it did, and what it should not have."""
    with tempfile.TemporaryDirectory() as folder:
        async with Siege(Path(folder), broken, FEW_FILES if what == "files" else 0) as siege:
            if what in ("frames", "flood"):
                await (frames if what == "frames" else flood)(siege)
            elif what == "memory":
                await memory_filled(siege, sockets, messages)
            else:
                await {"silent": silent, "resets": resets, "files": files}[what](siege, sockets)
        surprises = siege.honest[0].history.surprises
    bar = {"frames": "D1", "silent": "D3", "flood": "D4", "resets": "D8", "files": "F6", "memory": "D2"}[what]
    return {"bar": bar, **siege.told, "load": busy(), "faults": siege.faults + surprises}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["frames", "silent", "flood", "resets", "files", "memory"])
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--messages", type=int, default=1600)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    report = asyncio.run(besiege(told.what, told.sockets, told.broken, messages=told.messages))
    print(json.dumps(report, indent=1))
    raise SystemExit(bool(report["faults"]))


if __name__ == "__main__":
    main()
