"""Players that go on through anything: they follow their table, move in turn, and resend what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import random
import time
import uuid
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any, Self

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tilewright.play.game import set_up_game

if TYPE_CHECKING:
    from tests.soak.history import History
    from tilewright.play.game import Game

GONE = (OSError, WebSocketException, httpx2.HTTPError, EOFError, TimeoutError)


class Replica:
    """The game as its public events tell it; of rule sets without secrets that is all of it."""

    def __init__(self, rule_set: str, players: int) -> None:
        self.seq, self.is_lost = 0, False  # lost: the server contradicted itself, there is no point in going on
        self.game: Game = set_up_game(rule_set, players, {}, seed=0, first=0, auto_deal=False)

    def follow(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["seq"] == self.seq + 1:
                self.seq += 1
                if event["kind"] == "played":
                    self.game.play(event["move"])
                for drawn in event.get("draws", ()):
                    self.game.deal(drawn)


class Endpoint:
    """The addresses of a server, which may be down for a while."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        nothing = DefaultCookiePolicy(allowed_domains=[])  # programs show their token; a cookie needs an origin
        self.http = httpx2.AsyncClient(timeout=20, cookies=CookieJar(nothing))

    def url(self, kind: str, player: int = 0) -> str:
        return f"{kind}://127.0.0.1:{self.ports[player % len(self.ports)]}/api/v1"

    async def post(self, path: str, data: Any, token: str = "", player: int = 0) -> dict[str, Any]:
        """Ask until there is an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            try:
                answer = await self.http.post(self.url("http", player) + path, json=data, headers=headers)
            except GONE:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code != 503:
                assert answer.status_code < 300, answer.text
                return answer.json()
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        await self.http.aclose()


@dataclass
class Pace:
    """How long players wait before each move; may be changed while they play."""

    seconds: float = 0.0


class Player:
    """One seat of one table, over one socket at a time."""

    def __init__(
        self, endpoint: Endpoint, history: History, token: str, table: str, seat: int, replica: Replica
    ) -> None:
        self.endpoint, self.history, self.token = endpoint, history, token
        self.table, self.seat, self.replica = table, seat, replica
        self.seq, self.pending, self.frames = 0, "", "events"
        self.acknowledged, self.last_acknowledged = 0, 0
        self.copies = 1  # how often each command is sent
        self.reads = 0.02  # how often an acknowledgement is looked at from outside
        self.pace = Pace()
        self._sent_at = 0.0

    async def run(self, stop: asyncio.Event) -> None:
        """Play until the game is over or the run is."""
        while not stop.is_set() and not self._is_done():
            try:
                async with connect(
                    f"{self.endpoint.url('ws', self.seat)}/tables/{self.table}/live"
                    f"?frames={self.frames}&since={self.seq}",
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    compression=None,
                    open_timeout=5,
                    ping_interval=None,
                ) as socket:
                    await self._play_over(socket, stop)
            except GONE:
                await asyncio.sleep(0.01)

    def _is_done(self) -> bool:
        return self.replica.is_lost or self.replica.game.awaiting == "end"

    async def _play_over(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        first = json.loads(await socket.recv())
        await self._take(first)
        if first["type"] == "events" and self.seq < self.last_acknowledged:
            self.replica.is_lost = True  # the table is not where it was acknowledged to be
        if self.pending:
            await socket.send(self.pending)
        while not stop.is_set() and not self._is_done():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self._take(json.loads(await socket.recv()))
            if not self.pending and self._is_on_turn():
                if self.pace.seconds:
                    await asyncio.sleep(random.uniform(0.5, 1.5) * self.pace.seconds)
                await self._move(socket)

    def _is_on_turn(self) -> bool:
        """Only once one's own last move has been seen to happen: its acknowledgement may come before the event."""
        is_current = self.replica.seq == self.seq >= self.last_acknowledged
        return is_current and self.replica.game.to_move == self.seat

    async def _move(self, socket: ClientConnection) -> None:
        game = self.replica.game
        move = game.move(int(random.choice(game._legal_codes())))  # to name them all would take longest
        id_ = str(uuid.uuid4())
        self.pending = json.dumps({"id": id_, "expect": self.seq, "kind": "play", "move": move.notation})
        self.history.sent.append((self.table, id_))
        self._sent_at = time.monotonic()
        for _ in range(self.copies):
            await socket.send(self.pending)

    async def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "events":
            self.history.received(f"{self.token}", self.table, frame["events"])
            self.replica.follow(frame["events"])
            self.seq = frame["seq"]
        elif frame["type"] == "ack":
            self.history.acks.append((self.table, frame["id"], frame["seq"]))
            self.acknowledged += 1
            self.last_acknowledged = max(self.last_acknowledged, frame["seq"])
            if frame["id"] in self.pending:
                self.pending = ""
                self.history.waits.append(time.monotonic() - self._sent_at)
            if random.random() < self.reads:
                await self._look(frame["seq"])
        elif frame["type"] == "problem" and frame["problem"]["status"] == 503:
            await asyncio.sleep(0.05)
            raise EOFError  # come back and send it again
        elif frame["type"] == "problem":
            self.history.surprises.append(f"{self.table}: {frame['problem']['detail']}")
            self.replica.is_lost = True

    async def _look(self, acknowledged: int) -> None:
        """A read after an acknowledgement, by somebody who only watches."""
        with contextlib.suppress(*GONE):
            answer = await self.endpoint.http.get(f"{self.endpoint.url('http', self.seat + 1)}/tables/{self.table}")
            if answer.status_code == 200:
                self.history.reads.append((self.table, acknowledged, answer.json()["seq"]))


async def sit_down(endpoint: Endpoint, history: History, rule_set: str = "classic") -> list[Player]:
    """Two new guests at a new table."""
    tokens = [(await endpoint.post("/guests", {"name": name}))["token"] for name in ("Ann", "Ben")]
    while True:
        opened = await endpoint.post("/tables", {"rule_set": rule_set, "seats": ["me", "open"]}, tokens[0])
        await endpoint.post(f"/tables/{opened['id']}/seats/1", {"invitation": opened["invitation"]}, tokens[1])
        replica = Replica(rule_set, 2)
        return [Player(endpoint, history, tokens[seat], opened["id"], seat, replica) for seat in range(2)]


class LoadGenerator:
    """Keeps so many games going at once; when one ends, its players begin the next."""

    def __init__(self, endpoint: Endpoint, history: History, games: int, *, frames: str = "events") -> None:
        self.endpoint, self.history, self.games, self.frames = endpoint, history, games, frames
        self.pace, self._stop = Pace(), asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []
        self.tables: list[str] = []

    async def __aenter__(self) -> Self:
        self._playing = [asyncio.create_task(self._for_ever(await self._pair())) for _ in range(self.games)]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.set()
        await asyncio.gather(*self._playing)

    async def _pair(self) -> list[Player]:
        pair = await sit_down(self.endpoint, self.history)
        for player in pair:
            player.pace, player.reads, player.frames = self.pace, 0, self.frames
        self.tables.append(pair[0].table)
        return pair

    async def _for_ever(self, pair: list[Player]) -> None:
        while not self._stop.is_set():
            await asyncio.gather(*(player.run(self._stop) for player in pair))
            if not self._stop.is_set():
                pair = await self._pair()

    async def play(self, seconds: float) -> dict[str, float]:
        """Let them play so long; the distribution of waits, and moves a second."""
        gc.collect()
        gc.freeze()  # or the players' own collector is taken for a wait at the server
        self.history.waits.since_last()
        began = time.monotonic()
        await asyncio.sleep(seconds)
        told = self.history.waits.since_last()
        return told | {"moves a second": round(told["moves"] / (time.monotonic() - began), 1)}
