"""A server inside the test's own process, with everything but the network real."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient

from tests.server.house import House
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
def house(tmp_path: Path) -> Iterator[House]:
    """A running server, limits off: what they do has its own tests."""
    service = Service(settings_in(tmp_path / "data"))
    service.limits.off = True
    with TestClient(make_app(service), base_url=ORIGIN) as client:
        found = House(client, service)
        found.wait_until_ready()
        yield found


@pytest.fixture
def near(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that thinks in its own process, without the seconds that starting another takes."""

    async def ask(job: Job, progress: Any = None, **_: object) -> Thought:
        return await asyncio.to_thread(think, job, {}, progress or (lambda _: None))

    monkeypatch.setattr(house.service.thinking, "ask", ask)
    monkeypatch.setattr(house.service.proofs._thinking, "ask", ask)
    return house
