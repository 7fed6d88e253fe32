"""A server inside the test's own process, with everything but the network real."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient

from tests.server.house import House
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service
from tilewright.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
