"""A server with the built page, and a browser that looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.web.browser import WITHOUT, NoBrowserError, find_browser, launch
from tests.web.serving import Server, shared_server

DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}

LIGHT = "./offline.html"
"""A page that asks the server for nothing: where tests begin that go on to a table at once."""

PATIENCE = 40_000
"""Milliseconds: a busy machine is no reason to fail, and what takes longer still is."""

Visit = Callable[..., AbstractContextManager[Page]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/web/" in item.nodeid and os.environ.get(WITHOUT):
            item.add_marker(pytest.mark.skip(reason="--without-browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        find_browser()  # looks for one with a driver of its own
    except NoBrowserError as none:
        pytest.fail(str(none), pytrace=False)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Server]:
    """One server for all processes that test."""
    alone = worker_id == "master"
    folder = tmp_path_factory.getbasetemp() if alone else tmp_path_factory.getbasetemp().parent
    with shared_server(folder / "served") as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Visit:
    """Open the page as somebody new; afterwards nothing may stand in the console."""
    return visits_to(browser, server)


def visits_to(browser: Browser, server: Server) -> Visit:
    """How a page of this server is opened."""

    @contextmanager
    def visiting(path: str = LIGHT, *, quiet: bool = True, **options: Any) -> Iterator[Page]:
        settings = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        complaints: list[str] = []
        with browser.new_context(base_url=server.address, **settings) as context:
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.on("console", lambda said: complaints.append(said.text) if _is_complaint(said) else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("request", lambda asked: complaints.append(asked.url) if _is_foreign(asked.url, server) else None)
            page.goto(path)
            try:
                yield page
            finally:
                page.unroute_all(behavior="wait")  # an answer still on its way would fail in the next visit
        assert not (quiet and complaints), "\n".join(complaints)

    return visiting


def _is_complaint(said: ConsoleMessage) -> bool:
    """What a driven browser preloaded in one of its two worlds and asked for in the other says nothing of the page."""
    return said.type in ("error", "warning") and "preload" not in said.text


def _is_foreign(url: str, server: Server) -> bool:
    return not url.startswith((server.address, "ws://" + server.address.removeprefix("http://"), "data:", "blob:"))


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as text to be run in a page."""
    path = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    assert path.is_file(), f"{path} is missing: run ./test, which builds the page"
    return path.read_text()
