"""How long somebody waits who presses Play at once on a machine where nothing is compiled.

python -m tests.web.first_press [CLONE] [--game Classic] [--shots FOLDER]

Starts `./tilewright` of a clone of this repository, or of the one named, with an empty home, opens its page as soon as
it answers, presses Play, and waits for the first move that can be made. Prints JSON: seconds of the clock, and CPU
seconds of the server and all it started; ends with an error where the console has one, or a share that is said falls.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from tests.web.browser import find_browser, launch
from tests.web.playing import WHAT_TO_PRESS

ROOT = Path(__file__).parents[2]
LONGEST = 900.0  # seconds
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
LOOKS = {"desktop": (1280, 720), "phone": (390, 844)}
SHARE = "() => document.querySelector('progress')?.value ?? null"


def clone(into: Path) -> Path:
    """A fresh clone of what is committed here."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(into)], check=True)
    return into


def environment(home: Path) -> dict[str, str]:
    """Nothing of ours is found; no browser is opened where there is no display."""
    gone = ("NUMBA_", "XDG_", "DISPLAY", "WAYLAND_DISPLAY", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(gone)} | {"HOME": str(home)}


def address_said(server: subprocess.Popen[str]) -> str:
    for line in server.stdout or ():
        if found := ADDRESS.search(line):
            return found.group()
    raise SystemExit("the server ended before it answered")


def press(page: Page, game: str, shots: Path | None) -> dict[str, Any]:
    """Press Play at once; seconds until the press was possible, the table was there, and a move could be made."""
    began = time.monotonic()
    if game != "Classic":
        page.locator(".game", has=page.get_by_text(game, exact=True)).click()
    page.get_by_role("button", name=f"Play {game}").click()
    shares: list[float] = []
    pressed, taken = time.monotonic(), False
    while "table=" not in page.url:
        if time.monotonic() - pressed > LONGEST:
            raise SystemExit("no table")
        with suppress(Error):  # the page is leaving for the table
            share = page.evaluate(SHARE)
            shares += [share] if share is not None and shares[-1:] != [share] else []
        if shots and len(shares) > 1 and not taken:
            taken = take_pictures(page, shots)
        page.wait_for_timeout(100)
    page.wait_for_function(WHAT_TO_PRESS, timeout=1000 * LONGEST)
    moves = time.monotonic()
    if shares != sorted(shares):
        raise SystemExit(f"what was said to be compiled became less: {shares}")
    return {"shown after": pressed - began, "first move after": moves - pressed, "steps said": len(shares)}


def take_pictures(page: Page, folder: Path) -> bool:
    """The waiting page at both sizes, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (width, height) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"waiting-{name}-{scheme}.png")
    return True


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("clone", nargs="?", type=Path)
    options.add_argument("--game", default="Classic", help="as its card says")
    options.add_argument("--shots", type=Path)
    given = options.parse_args()
    find_browser()  # looks for one with a driver of its own
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        place = given.clone or clone(Path(folder, "clone"))
        home = Path(folder, "home")
        home.mkdir()
        began = time.monotonic()
        server = subprocess.Popen(["./tilewright"], cwd=place, env=environment(home), stdout=subprocess.PIPE, text=True)
        try:
            address = address_said(server)
            figures: dict[str, Any] = {"answers after, with setting up": time.monotonic() - began}
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            errors: list[str] = []
            page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(address)
            figures |= press(page, given.game, given.shots)
        finally:
            browser.close()
            server.terminate()
            server.wait(60)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures |= {"CPU seconds of all": used.ru_utime + used.ru_stime, "load": os.getloadavg()[0], "errors": errors}
    told = {name: round(one, 1) if isinstance(one, float) else one for name, one in figures.items()}
    sys.stdout.write(json.dumps(told, indent=1) + "\n")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
