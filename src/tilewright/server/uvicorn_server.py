"""Run a server in this process, with uvicorn."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from tilewright.core.errors import BadArgument
from tilewright.server.edge.app import make_app
from tilewright.server.limits import FRAME_BYTES, Limits
from tilewright.server.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from tilewright.server.rate_counters import RateCounters
    from tilewright.server.settings import Settings

FAREWELL_SECONDS = 0.2  # for closing frames to be sent
DRAIN_SECONDS = 10  # for requests under way
PING_SECONDS = 15.0
CLOSE_SECONDS = 0.5  # for a closing frame to be answered
WRITE_BUFFER_BYTES = 4_096  # that may wait in a socket before its sender has to
READ_CHUNK_BYTES = 4_096  # looked at together
MOST_FRAGMENTS = 64  # of one message
HANDSHAKE_SECONDS = 5.0  # until a first request must have come


class HandshakeTimeoutProtocol(H11Protocol):
    """Closes connections that send no request: they would add up until nobody else could connect."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HANDSHAKE_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if not self.headers:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().handle_websocket_upgrade(event)


class BackpressureWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that makes its sender wait until the last frame was read: frames do not queue up in it.

    It waits only briefly for the other side to close as well: a client that is cut off for a flood goes on flooding.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = CLOSE_SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)

    def data_received(self, data: bytes) -> None:
        """Take small chunks: many fragments read together would become many objects before the first is checked."""
        for k in range(0, len(data), READ_CHUNK_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[k : k + READ_CHUNK_BYTES])

    def handle_cont(self, event: Frame) -> None:
        if self.close_sent:
            return
        if len(self.frames) >= MOST_FRAGMENTS:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    async def send(self, message: Any) -> None:
        await super().send(message)
        await self.writable.wait()


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as bad:
        listening.close()
        raise BadArgument(f"cannot listen on {host} port {port}: {bad.strerror}") from None
    return listening


def run_worker(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None] | None = None,
    counts: RateCounters | None = None,
) -> None:
    """Serve in this process. The workers of one server share ``counts``."""
    service = Service(settings, Limits(counts))
    service.folder.note_address(settings.addresses()[0])
    Server(configuration(make_app(service)), ready).run(sockets=[listening])


def configuration(app: FastAPI) -> uvicorn.Config:
    """No compression, since it costs more than it saves; only small frames; pings that find dead sockets.

    Of X-Forwarded-For, the last address that is not a trusted proxy counts, and only if a trusted proxy sent it.
    """
    settings: Settings = app.state.service.settings
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        http=HandshakeTimeoutProtocol,
        ws=BackpressureWebSocket,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=16_384,
    )


class Server(uvicorn.Server):
    """Tells every socket that the server is closing, before it closes them."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._ready and self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app: Any = self.config.loaded_app
        while not hasattr(app, "state"):
            app = app.app
        app.state.service.announce_shutdown()
        await asyncio.sleep(FAREWELL_SECONDS)
        await super().shutdown(sockets=sockets)
