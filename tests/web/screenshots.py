"""Pictures of every page and game, at three sizes, in every theme: ``python -m tests.web.screenshots FOLDER``.

``--only classic-2 home`` takes those alone, ``--language fr`` in another language.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

import tilewright
from tests.web.browser import find_browser, launch
from tests.web.measure import LOOKS
from tests.web.playing import open_late_table, open_table, pick_something, play_quietly, wait_for_turn
from tests.web.serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = ((1280, 720), (390, 844), (320, 640))
STUDY = ("review", "mistake", "puzzle", "solution", "analysis", "editor", "bring", "type-in", "statistics")
MOVES_FIRST = 9  # so that there is something on the boards
ALL_MOVES = 1_000
TEXT = """async (table) => {
  const { position } = await (await fetch(`api/v1/tables/${table}`)).json();
  const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position }) };
  return (await (await fetch("api/v1/positions", asked)).json()).text;
}"""


def pages() -> Iterator[str]:
    """The names of all pictures, without size and theme."""
    yield from ("home", "waiting", "rules", "help", "sentences", "result", *STUDY)
    for rule_set in tilewright.rule_sets():
        for players in rule_set.players:
            yield f"{rule_set.id}-{players}"


def create_table(page: Page, name: str) -> None:
    """Go to what a picture shows."""
    page.goto("./")
    if name == "home":
        page.locator(".game").first.wait_for()
    elif name == "rules":
        page.goto("./rules/classic")
    elif name == "waiting":
        open_table(page, "classic", ["me", "open"])
        page.get_by_role("button", name="Copy").wait_for()
    elif name in ("help", "sentences", "result"):
        open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        if name == "result":
            play_quietly(page, ALL_MOVES)
            page.locator(".result").wait_for()
        else:
            page.keyboard.press("?" if name == "help" else "v")
    elif name in STUDY:
        lay_study(page, name)
    else:
        rule_set, players = name.rsplit("-", 1)
        seats = ["me"] + ["here"] * (int(players) - 1)
        # played before the page goes there: what it offers is then of that position, and of none before
        open_table(page, rule_set, seats, moves=MOVES_FIRST * int(players), aids={"hints": True, "evaluation": True})
        wait_for_turn(page)


def lay_study(page: Page, name: str) -> None:
    """Go to one of the pages for study, with something on it."""
    if name in ("puzzle", "solution"):
        page.goto("./?puzzles")
        page.locator(".near-area").wait_for()
        if name == "solution":
            page.get_by_role("button", name="Show the solution").click()
            page.locator(".ghosts span").first.wait_for()
        return
    if name in ("editor", "bring", "type-in", "statistics"):
        lay_workshop(page, name)
        return
    table = open_late_table(page, ["me", "here"])
    if name == "analysis":
        position = page.evaluate(TEXT, table)
        page.goto(f"./?analysis&position={quote(position)}")
    else:
        play_quietly(page, ALL_MOVES)
        page.goto(f"./?review={table}")
        page.locator(".ledger rect.result").first.wait_for()
        if name == "mistake":
            page.get_by_role("button", name="Learn from your mistakes").click()
            return
        page.locator(".turning .point").first.click()
    page.locator(".ghosts span").first.wait_for()


def lay_workshop(page: Page, name: str) -> None:
    """Go to where positions are put together, or games brought and added up."""
    if name == "editor":
        page.goto("./?analysis&edit")
        page.get_by_role("button", name="Lay one").wait_for()
        page.get_by_label("Place").select_option(index=2)
        page.get_by_role("button", name="Lay one").click()
        page.locator(".faults li").first.wait_for()
    elif name == "type-in":
        page.goto("./?bring=type")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("#typed").fill("BBYR KKWW YYYK RRBW WWWB")
        page.locator("#typed").press("Enter")
        page.locator(".near-area").wait_for()
    elif name == "bring":
        page.goto("./?bring")
        page.get_by_role("heading", name="Bring a game").wait_for()
    else:
        open_late_table(page, ["me", "here"])
        play_quietly(page, ALL_MOVES)
        page.goto("./?statistics")
        page.locator(".of").wait_for()


def take(folder: Path, address: str, wanted: list[str], themes: list[str], language: str) -> None:
    find_browser()  # looks for one with a driver of its own
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(base_url=address, reduced_motion="reduce", locale=language).new_page()
        page.set_default_timeout(600_000)  # a busy machine is no reason to fail
        for name in wanted:
            page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
            create_table(page, name)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                if name.rsplit("-", 1)[-1].isdigit() and width == SIZES[0][0]:
                    pick_something(page)
                for theme in themes:
                    page.emulate_media(**LOOKS[theme])
                    page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
            print(name)
        browser.close()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--only", nargs="+", choices=list(pages()), default=list(pages()), metavar="NAME")
    words.add_argument("--themes", nargs="+", choices=list(LOOKS), default=list(LOOKS))
    words.add_argument("--language", default="en")
    chosen = words.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            take(chosen.folder, server.address, chosen.only, chosen.themes, chosen.language)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
