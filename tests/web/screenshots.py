"""Pictures of every page and game, at three sizes, light and dark: ``python -m tests.web.screenshots FOLDER``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import tilewright
from tests.web.browser import FLAGS, find_browser
from tests.web.playing import open_table, pick_something, play_to_the_end, wait_for_turn
from tests.web.serving import Server

SIZES = ((1280, 720), (390, 844), (320, 640))
THEMES = ("light", "dark")
MOVES_FIRST = 9  # so that there is something on the boards


def lay(page: Page, rule_set: str, players: int) -> str:
    """A table in the middle of a game, with something picked."""
    page.goto("./")
    open_table(page, rule_set, ["me"] + ["random"] * (players - 1))
    play_to_the_end(page, seed=5, most=MOVES_FIRST, or_stop=True)
    wait_for_turn(page)
    return page.url


def take(folder: Path, address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        context = browser.new_context(base_url=address, reduced_motion="reduce")
        page = context.new_page()
        urls = {f"{one.id}-{max(one.players)}": lay(page, one.id, max(one.players)) for one in tilewright.rule_sets()}
        urls |= {f"{one.id}-2": lay(page, one.id, 2) for one in tilewright.rule_sets()}
        for name, url in {"home": address, **urls}.items():
            for width, height in SIZES:
                for theme in THEMES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                    page.goto(url)
                    page.locator(".game, .actions").first.wait_for()
                    if name != "home":
                        pick_something(page)
                    page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
        browser.close()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            take(folder, server.address)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
