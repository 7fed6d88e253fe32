"""Where a browser is, and how it is started: ``python -m tests.web.browser`` finds or fetches one, and says where."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WITHOUT = "TILEWRIGHT_WITHOUT_BROWSER"


class NoBrowserError(Exception):
    """None is installed, and none could be had."""


@cache
def find_browser() -> str:
    """The path of a browser: one that is installed, else Playwright's own, else Debian's where we may install it."""
    found = _installed() or _playwrights() or _fetched_by_playwright() or _from_debian()
    if found:
        return found
    raise NoBrowserError(
        f"no browser: install Chromium, or run ./test --without-browser; looked for {', '.join(NAMES)}, "
        "Playwright's own, and Debian's"
    )


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _fetched_by_playwright() -> str | None:
    fetch = (sys.executable, "-m", "playwright", "install", "chromium")
    return _playwrights() if _ran(fetch) else None


def _from_debian() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    _ran(("apt-get", "update"))
    return _installed() if _ran(("apt-get", "install", "-y", "chromium")) else None


def _ran(command: tuple[str, ...]) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def main() -> None:
    try:
        print(find_browser())  # noqa: T201 -- what it is for
    except NoBrowserError as none:
        sys.exit(str(none))


if __name__ == "__main__":
    main()
