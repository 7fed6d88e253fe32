"""A server inside the test's own process, with everything but the network real."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient

from tests.server.local_server import LocalServer
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service
from tilewright.server.settings import Settings
from tilewright.server.thinking_process import think

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.server.thinking import Job, Thought

ORIGIN = "http://testserver"


def settings_in(folder: Path, **more: Any) -> Settings:
    return Settings(folder, port=80, origins=(ORIGIN,), compile_ahead=False, thinkers=1, **more)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A running server, limits off: what they do has its own tests."""
    service = Service(settings_in(tmp_path / "data"))
    service.limits.off = True
    with TestClient(make_app(service), base_url=ORIGIN) as client:
        found = LocalServer(client, service)
        found.wait_until_ready()
        yield found


@pytest.fixture
def inline_server(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    """A server that thinks in the test's process, without the seconds that it takes to start another."""

    async def ask(job: Job, progress: Any = None, **_: object) -> Thought:
        return await asyncio.to_thread(think, job, {}, progress or (lambda _: None))

    monkeypatch.setattr(server.service.thinking, "ask", ask)
    monkeypatch.setattr(server.service.proofs._thinking, "ask", ask)
    return server
