"""The documentation at docs/: what a browser is given, and what it is told where nothing was built."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from fastapi.testclient import TestClient

from tests.server.conftest import ORIGIN, settings_in
from tilewright.server.edge.app import make_app
from tilewright.server.service import Service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

POLICY = "content-security-policy"


@contextmanager
def server_of(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose package lies there."""
    monkeypatch.setattr("tilewright.server.edge.documentation.package_folder", lambda: package)
    with TestClient(make_app(Service(settings_in(package / "data"))), base_url=ORIGIN) as client:
        yield client


def test_pages_are_served_and_run_no_script_that_stands_inside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site" / "guide").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<h1>Tilewright</h1>")
    (tmp_path / "site" / "guide" / "bot.html").write_text("<h1>A bot</h1>")
    with server_of(tmp_path, monkeypatch) as client:
        assert client.get("/docs", follow_redirects=False).headers["location"] == "docs/"
        assert client.get("/docs/").text == "<h1>Tilewright</h1>"
        page = client.get("/docs/guide/bot.html")
        assert (page.text, page.headers["cache-control"]) == ("<h1>A bot</h1>", "no-cache")
        assert "script-src 'self';" in page.headers[POLICY]
        assert "trusted-types" not in page.headers[POLICY]
        assert "trusted-types" in client.get("/api/openapi.json").headers[POLICY]
        assert client.get("/docs/nothing.html").status_code == 404
        assert client.get("/docs/%2e%2e/data/server.lock").status_code == 404


def test_where_nothing_was_built_a_page_says_how_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server_of(tmp_path, monkeypatch) as client:
        assert "<code>scripts/docs</code>" in client.get("/docs").text
