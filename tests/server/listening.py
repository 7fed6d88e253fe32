"""A server that listens, in a thread of the test's own process."""

from __future__ import annotations

import contextlib
import json
import threading
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.kit.waiting import wait_for
from tests.server.local_server import COMPILING
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service
from tilewright.server.settings import Settings
from tilewright.server.uvicorn_server import Server, bind, configuration

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Listening:
    """Its address, and its insides."""

    def __init__(self, service: Service, address: str) -> None:
        self.service, self.address = service, address

    def post(self, path: str, data: Any, token: str = "") -> Any:
        return post(self.address, path, data, token)


def post(address: str, path: str, data: Any, token: str = "") -> Any:
    """Ask a server that listens; again while it is not ready."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{address}/api/v1{path}", json.dumps(data).encode(), headers)  # noqa: S310 - our own

    def answered() -> list[Any]:
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310
                return [json.load(answer)]
        except HTTPError as bad:
            if bad.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
        return []

    return wait_for(answered, "a server that is ready", seconds=COMPILING, every=0.1)[0]


@contextlib.contextmanager
def listening(folder: Path, **more: Any) -> Iterator[Listening]:
    socket = bind("127.0.0.1", 0)
    port = socket.getsockname()[1]
    service = Service(Settings(folder, port=port, compile_ahead=False, thinkers=1, **more))
    service.limits.off = True
    server = Server(configuration(make_app(service)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    try:
        wait_for(lambda: all(service.readiness.by_rule_set().values()), "the games", seconds=COMPILING)
        yield Listening(service, f"http://127.0.0.1:{port}")
    finally:
        server.should_exit = True
        thread.join()
        socket.close()
