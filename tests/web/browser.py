"""Where a browser is, and how it is started."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

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
    """The path of a browser: one that is installed, Playwright's own, or Debian's where we may install it."""
    return _installed() or _own() or _from_debian()


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None  # noqa: PTH110 - a text for Playwright


def _from_debian() -> str:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (("apt-get", "update"), ("apt-get", "install", "-y", "chromium")):
            subprocess.run(command, check=False, capture_output=True)
    if found := _installed():
        return found
    raise NoBrowserError(
        f"no browser: install Chromium, or run ./test --without-browser; looked for {', '.join(NAMES)}"
    )
