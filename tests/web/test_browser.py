"""Which browser is taken: one that is installed, else one that can be had, else none, and why. How a visit ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.web import browser
from tests.web.conftest import Visit

INSTALLED, OWN, PACKED = "/usr/bin/chromium", "/home/somebody/playwright/chrome", "/home/somebody/.cache/start"


class Machine:
    """What a machine has, and what can be had for it; notes what was asked of it."""

    def __init__(self, *has: str) -> None:
        self.has = set(has)
        self.ran: list[str] = []

    def which(self, name: str) -> str | None:
        if name == "apt-get":
            return "/usr/bin/apt-get" if "apt" in self.has else None
        return INSTALLED if "installed" in self.has and name == "chromium" else None

    def playwrights(self) -> str | None:
        return OWN if "own" in self.has else None

    def package(self) -> str | None:
        return PACKED if "package" in self.has else None

    def run(self, command: tuple[str, ...]) -> bool:
        told = " ".join(command)
        self.ran.append(told)
        if "playwright install" in told:
            self.has |= {"own"} & {word.removeprefix("fetches ") for word in self.has if word.startswith("fetches")}
            return "own" in self.has
        if "apt-get install" in told:
            self.has.add("installed")
        return True


def found_on(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("shutil.which", machine.which)
    monkeypatch.setattr("os.geteuid", lambda: 0 if "root" in machine.has else 1000)
    monkeypatch.setattr(browser, "_playwrights", machine.playwrights)
    monkeypatch.setattr(browser, "_from_package_index", machine.package)
    monkeypatch.setattr(browser, "_ran", machine.run)
    return browser.find_browser.__wrapped__()


@pytest.mark.parametrize(
    ("machine", "found", "ran"),
    [
        (Machine("installed", "own", "package", "fetches own", "root", "apt"), INSTALLED, 0),
        (Machine("own", "package", "fetches own", "root", "apt"), OWN, 0),
        (Machine("package", "fetches own", "root", "apt"), PACKED, 0),
        (Machine("fetches own", "root", "apt"), OWN, 1),
        (Machine("root", "apt"), INSTALLED, 3),
    ],
    ids=["installed", "Playwright's", "of the package index", "fetched by Playwright", "from Debian"],
)
def test_the_nearest_browser_is_taken(machine: Machine, found: str, ran: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_on(machine, monkeypatch) == found
    assert len(machine.ran) == ran


@pytest.mark.parametrize("has", ["apt", "root"])
def test_without_any_there_is_one_line_that_says_what_to_do(has: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(has)
    with pytest.raises(browser.NoBrowserError) as none:
        found_on(machine, monkeypatch)
    assert len(str(none.value).splitlines()) == 1
    assert "--without-browser" in str(none.value)
    assert not any("apt-get install" in told for told in machine.ran)


def test_the_command_fails_with_that_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none() -> str:
        raise browser.NoBrowserError(f"no browser in {tmp_path}")

    monkeypatch.setattr(browser, "find_browser", none)
    with pytest.raises(SystemExit, match="no browser in"):
        browser.main()


def test_a_visit_ends_when_the_answers_on_their_way_have_come(visit: Visit) -> None:
    """Else they fail later, in the visit of another test."""
    asked, told = [], []

    def passed_on(route: Route) -> None:
        asked.append(route.request.url)
        told.append(route.fetch().json())
        route.fulfill(json=told[-1])

    with visit(service_workers="block") as page:
        page.route("**/api/v1/puzzles/today", passed_on)
        page.evaluate("void fetch('api/v1/puzzles/today')")
        for _ in range(10_000):
            if asked:
                break
            page.wait_for_timeout(1)
    assert len(told) == 1
