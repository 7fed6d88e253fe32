"""Checks that every request passes first: host, size, rate and origin; and the headers of every answer."""

from __future__ import annotations

import asyncio
import logging
import time
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException

from tilewright.core.text.language import ENGLISH, speaking
from tilewright.server.edge.responses import problem_response
from tilewright.server.limits import BODY_BYTES, REQUESTS
from tilewright.server.messages import Language
from tilewright.server.problems import Forbidden, Problem, TooLarge

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tilewright.server.service import Service

COOKIE = "tilewright"
SLOWEST_BODY = 10.0  # seconds to wait for the next part of a request
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "content-security-policy"
HEADERS = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

logger = logging.getLogger("tilewright.access")


class WrongHost(Problem):
    """The request names a host that is not this server."""

    code, status = "wrong_host", 421


def header(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def token_of(scope: Scope) -> tuple[str | None, bool]:
    """The caller's token, and whether it came as a cookie, which browsers send by themselves."""
    authorization = header(scope, b"authorization")
    if authorization is not None:
        kind, _, token = authorization.partition(" ")
        return (token.strip() if kind.lower() == "bearer" else ""), False
    try:
        cookie = SimpleCookie(header(scope, b"cookie") or "").get(COOKIE)
    except CookieError:
        return None, False
    return (cookie.value, True) if cookie else (None, False)


def reached_at(scope: Scope) -> str | None:
    """The address of this machine that the connection was made to, whatever the request says."""
    server = scope.get("server")
    return server[0] if server else None


def check_origin(scope: Scope, service: Service) -> None:
    """Raise if a page of another site acts with a visitor's cookie. Programs have no origin and send their token."""
    origin = header(scope, b"origin")
    _, by_cookie = token_of(scope)
    if origin is None and not by_cookie:
        return
    if origin not in service.settings.own_origins(reached_at(scope)):
        raise Forbidden("requests from this origin are not accepted")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self.app, self.service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with speaking(_language_of(scope)):
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send)
            else:
                await self._request(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_host(scope)
            check_origin(scope, self.service)
            self._count(scope)
        except Problem as bad:
            await problem_response(bad)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _RAW if pair[0] not in present)]
                if b"cache-control" not in present:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            self._check_host(scope)
            if scope["method"] not in SAFE:
                check_origin(scope, self.service)
            self._count(scope)
            receive = _limited(scope, receive)
        except Problem as bad:
            await problem_response(bad)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)
        route = scope.get("route")
        logger.info(
            "request",
            extra={
                "method": scope["method"],
                "route": getattr(route, "path", "-"),  # never the path itself: it contains ids of tables
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
            },
        )

    def _check_host(self, scope: Scope) -> None:
        if header(scope, b"host") not in self.service.settings.own_hosts(reached_at(scope)):
            raise WrongHost("this server does not answer to that host name; its option --origin allows others")

    def _count(self, scope: Scope) -> None:
        client = scope.get("client")
        self.service.limits.count(REQUESTS, client[0] if client else "local")


def _language_of(scope: Scope) -> str:
    """The language the caller asks for, also for problems with the request itself."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [ENGLISH])[0]
    return asked if asked in get_args(Language) else ENGLISH


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Refuse bodies that are too long before they are read in full, with or without a Content-Length."""
    length = header(scope, b"content-length")
    if length is not None and (not length.isdigit() or int(length) > BODY_BYTES):
        raise TooLarge(f"at most {BODY_BYTES} bytes")
    read, is_whole = 0, False

    async def counted() -> Any:
        nonlocal read, is_whole
        try:
            async with asyncio.timeout(None if is_whole else SLOWEST_BODY):
                message = await receive()
        except TimeoutError:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT) from None
        is_whole = not message.get("more_body", False)
        read += len(message.get("body", b""))
        if read > BODY_BYTES:
            raise HTTPException(TooLarge.status)  # FastAPI would report any other error as bad JSON
        return message

    return counted
