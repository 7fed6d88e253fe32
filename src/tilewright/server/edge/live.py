"""The WebSocket of a table: commands in, views or events out. A client that reconnects says what it saw last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Annotated, Any, Literal

import anyio
import msgspec
from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from tilewright.core.text.language import _, speaking
from tilewright.server import messages
from tilewright.server.edge.guard import token_of
from tilewright.server.edge.responses import encode, problem_data, problem_from_pydantic, problem_response
from tilewright.server.edge.routes import execute
from tilewright.server.limits import COMMANDS, FRAME_BYTES, MOST_IGNORED_WAITS
from tilewright.server.problems import BadRequest, NotReady, Problem, TooManyRequests, Unauthenticated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from uuid import UUID

    from tilewright.server.guests import Guest
    from tilewright.server.service import Service
    from tilewright.server.table_queries import FollowerUpdate
    from tilewright.server.views import Sitter

logger = logging.getLogger("tilewright.server")

_commands: TypeAdapter[messages.AnyCommand] = TypeAdapter(messages.AnyCommand)
SEND_SECONDS = 20.0  # that a client may take to read a frame
MOST_SENT_AT_ONCE = 20  # events; a client that is further behind waits for a slot
RECONNECT_SECONDS = 2  # seconds
POLICY, TOO_LARGE, GOING, RESTARTING = 1008, 1009, 1001, 1012

live = APIRouter(prefix="/api/v1")


@live.websocket("/tables/{table}/live")
async def live_table(
    socket: WebSocket,
    table: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")],
    since: Annotated[int, Query(ge=0, le=messages.MOST_SEQ)] = 0,
    frames: Literal["views", "events", "moves"] = "views",
    language: messages.Language = "en",
) -> None:
    """Follow a table, and act at it."""
    service: Service = socket.app.state.service
    address = socket.client.host if socket.client else "local"
    try:
        token, _ = token_of(socket.scope)
        guest = None if token is None else await service.guests.authenticate(token)
        with speaking(language), service.limits.socket(address, is_visitor=guest is None):
            await service.table_queries.expect_table(table)
            await socket.accept()
            await _Connection(socket, service, table, guest, frames, address).run(since)
    except NotReady:
        await _ask_to_reconnect(socket)
    except Problem as bad:
        await socket.send_denial_response(problem_response(bad))


async def _ask_to_reconnect(socket: WebSocket) -> None:
    """Accept, then close with a time to return: that a game is still being compiled is not the client's error."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.accept()
        await socket.send_text(_text({"type": "closing", "retry_after": RECONNECT_SECONDS}))
        await socket.close(RESTARTING)


def _read(text: str) -> Any:
    """The message as data, to locate what is wrong in it; None if it is not JSON."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None


def _text(data: dict[str, Any]) -> str:
    return encode(data).decode()


class _Connection:
    """One socket: a task that reads commands, and one that sends updates."""

    def __init__(
        self, socket: WebSocket, service: Service, table: str, guest: Guest | None, frames: str, address: str
    ) -> None:
        self.socket, self.service, self.table = socket, service, table
        self.guest, self.frames, self.address = guest, frames, address
        self._wait_until = self._ignored_waits = 0.0
        self.people: list[tuple[str, bool]] = []  # as last sent

    async def run(self, since: int) -> None:
        """Run until either side closes."""
        async with anyio.create_task_group() as both:
            both.start_soon(self._until_gone, both.cancel_scope, self._send_updates(since))
            both.start_soon(self._until_gone, both.cancel_scope, self._read_commands())

    async def _until_gone(self, both: anyio.CancelScope, work: Coroutine[Any, Any, None]) -> None:
        """Run one of the two tasks; when it ends, or the socket is gone, cancel the other."""
        try:
            await work
        except (WebSocketDisconnect, OSError, RuntimeError) as gone:
            logger.debug("a socket is gone", extra={"reason": type(gone).__name__})
        except Unauthenticated:
            await self.socket.close(POLICY)
        except Exception:  # any error ends this connection and no other; the client reconnects
            logger.exception("a live connection failed")
        both.cancel()

    async def _send_updates(self, since: int) -> None:
        queries, closing = self.service.table_queries, self.service.hub.closing
        who = self.guest.id if self.guest else None
        with self.service.hub.subscription(self.table) as changed, self.service.presence.following(self.table, who):
            seq = await self._send_since(queries.frame, since)
            while not closing.is_set():
                changed.clear()
                await self._expect_valid_token()
                before, seq = seq, await self._send_since(queries.next_frame, seq)
                if seq == before:
                    await changed.wait()
        await self._send(_text({"type": "closing", "retry_after": RECONNECT_SECONDS}))
        await self.socket.close(RESTARTING)

    async def _send_since(self, what: Callable[..., Awaitable[FollowerUpdate]], since: int) -> int:
        """Send what follows ``since``; return how far the client is then. No frame is kept while nothing happens."""
        asked = self.table, self.guest, since, self.frames
        head, frame, sitters = await what(*asked, most=MOST_SENT_AT_ONCE)
        if frame:
            await self._send(frame)
        elif head > since:
            head, sitters = await self._send_large(*asked)
        if self.frames == "views":
            await self._send_people(sitters)
        return head

    async def _send_people(self, sitters: list[Sitter]) -> None:
        """Send names and presence if they have changed. The first view contains the names already."""
        away = self.service.presence.away(self.table, {sitter.guest for sitter in sitters if sitter.guest is not None})
        people = [(sitter.name, sitter.guest in away) for sitter in sitters]
        before, self.people = self.people or [(sitter.name, False) for sitter in sitters], people
        if people != before:
            seats = [{"name": name, "away": is_away} for name, is_away in people]
            await self._send(_text({"type": "people", "seats": seats}))

    async def _send_large(self, *asked: Any) -> tuple[int, list[Sitter]]:
        try:
            async with self.service.catch_up_slots.slot(self.address, is_visitor=self.guest is None):
                head, frame, sitters = await self.service.table_queries.frame(*asked)
                await self._send(frame)
                return head, sitters
        except TooManyRequests as bad:
            await self._send(_text({"type": "problem", "id": None, "problem": problem_data(bad)}))
            await self.socket.close(POLICY)
            raise WebSocketDisconnect(POLICY) from None

    async def _send(self, frame: str) -> None:
        """Send a frame. A client that does not read it in time is disconnected; it can reconnect and resume."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send({"type": "websocket.send", "text": frame})
        except TimeoutError:
            raise WebSocketDisconnect(GOING) from None

    async def _read_commands(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None or len(text) > FRAME_BYTES:
                await self.socket.close(TOO_LARGE if text else POLICY)
                return
            if not await self._handle_command(text):
                return

    async def _expect_valid_token(self) -> None:
        """Raise if the token has ended since this socket was opened with it."""
        token, _ = token_of(self.socket.scope)
        if self.guest is not None:
            await self.service.guests.authenticate(token)

    async def _handle_command(self, text: str) -> bool:
        """Answer a command; False when the connection has to end."""
        id_: UUID | None = None
        try:
            self.service.limits.count(COMMANDS, self.guest.id if self.guest else self.address)  # invalid ones count too
            try:
                command = _commands.validate_json(text)
            except ValidationError as bad:
                raise problem_from_pydantic(bad, _read(text)) from None
            id_ = command.id
            await self._expect_valid_token()
            if self.guest is None:
                raise BadRequest(_("spectators cannot act; become a guest first"))
            seq = await execute(self.service, self.guest, self.table, command)
        except Unauthenticated as bad:
            await self._send(_text({"type": "problem", "id": id_, "problem": problem_data(bad)}))
            await self.socket.close(POLICY)
            return False
        except TooManyRequests as bad:
            await self._send(_text({"type": "problem", "id": id_, "problem": problem_data(bad)}))
            if self._ignores_wait(bad):
                await self.socket.close(POLICY)
                return False
        except Problem as bad:
            await self._send(_text({"type": "problem", "id": id_, "problem": problem_data(bad)}))
        else:
            await self._send(_text({"type": "ack", "id": id_, "seq": seq}))
        return True

    def _ignores_wait(self, problem: TooManyRequests) -> bool:
        """Whether the client ignores ``retry_after``: it has sent more commands than could have been on their way."""
        now = self.service.limits.clock()
        self._ignored_waits = self._ignored_waits + 1 if now < self._wait_until else 0
        self._wait_until = now + problem.more.get("retry_after", 1)
        return self._ignored_waits >= MOST_IGNORED_WAITS
