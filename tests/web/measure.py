"""Figures of the page on this machine: ``python -m tests.web.measure``."""

from __future__ import annotations

import gzip
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from coloraide import Color
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import find_browser, launch
from tests.web.colours import GAMES, VISIONS, least_distances, tile_colours
from tests.web.playing import WHAT_TO_PRESS, open_table, play_quietly, wait_for_turn, what_the_server_says
from tests.web.serving import Server
from tilewright.server.edge.pages import web_folder

PAIRS = [(ink, ground, 4.5) for ink in ("ink", "ink-2", "ink-3") for ground in ("table", "card", "card-2", "well")]
PAIRS += [("socket-ink", "socket", 3.0), ("rim", "card", 3.0), ("accent", "card", 3.0), ("focus", "card", 3.0)]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
# frames and the longest wait between two of them while tiles are scored
WATCH_FRAMES = """() => {
  window.frames_seen = [];
  const note = (at) => {
    if (document.querySelector(".actions[data-busy]")) window.frames_seen.push(at);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
SMALLEST = """() => {
  const shown = [...document.querySelectorAll("button, a, input, select, [role='button']")]
    .filter((one) => one.checkVisibility() && !one.closest("[popover]"));
  const sides = shown.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
  return Math.min(...sides.map(({ width, height }) => Math.min(width, height)));
}"""


def bytes_of_visits(browser: Browser, address: str) -> dict[str, int]:
    """What goes over the line: the first page, then a table."""
    context = browser.new_context(base_url=address, service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    received = [0]
    line.on(
        "Network.loadingFinished", lambda done: received.__setitem__(0, received[0] + int(done["encodedDataLength"]))
    )
    page.goto("./")
    page.locator(".game").first.wait_for()
    found = {"first page": received[0]}
    received[0] = 0
    open_table(page, "classic", ["me", "here"])
    wait_for_turn(page)
    found["then a table"] = received[0]
    context.close()
    return found


def seconds_until_usable(page: Page) -> float:
    """From asking for the table to the first place that can be pressed, with nothing kept from before."""
    open_table(page, "classic", ["me", "here"])
    wait_for_turn(page)
    url = page.url
    page.context.clear_cookies(name="none")
    begun = time.perf_counter()
    page.goto(url)
    page.wait_for_function(WHAT_TO_PRESS)
    return time.perf_counter() - begun


def frames_during_scoring(browser: Browser, address: str) -> tuple[float, float]:
    """Frames a second, and the longest wait for one, while a round is scored tile by tile."""
    context = browser.new_context(
        base_url=address, reduced_motion="no-preference", viewport={"width": 1280, "height": 720}
    )
    page = context.new_page()
    page.goto("./")
    open_table(page, "classic", ["me", "here"])
    wait_for_turn(page)
    while len(what_the_server_says(page)["legal"]) > 6:
        play_quietly(page, 1)
    page.wait_for_function("() => !document.querySelector('.actions[data-busy]')", timeout=120_000)
    page.evaluate(WATCH_FRAMES)
    while what_the_server_says(page)["position"]["round"] == 1:
        play_quietly(page, 1)
    page.wait_for_timeout(9_000)
    seen: list[float] = page.evaluate("window.frames_seen")
    context.close()
    gaps = [later - earlier for earlier, later in pairwise(seen) if later - earlier < 1_000]
    return 1000 * len(gaps) / sum(gaps), max(gaps)


def contrast(page: Page, theme: str) -> list[tuple[str, str, float, float]]:
    """The contrast of what the tokens say, weakest first."""
    page.emulate_media(**LOOKS[theme])
    page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
    names = {name for ink, ground, _ in PAIRS for name in (ink, ground)}
    told = page.evaluate(
        """(names) => Object.fromEntries(names.map((name) => {
          const probe = document.createElement("i");
          probe.style.color = `var(--${name})`;
          document.body.append(probe);
          const colour = getComputedStyle(probe).color;
          probe.remove();
          return [name, colour];
        }))""",
        sorted(names),
    )
    found = [(ink, ground, Color(told[ink]).contrast(Color(told[ground])), least) for ink, ground, least in PAIRS]
    return sorted(found, key=lambda one: one[2] / one[3])


def report(browser: Browser, address: str) -> None:
    assets = sorted((web_folder() / "assets").glob("*.js"))
    print(f"JavaScript, gzipped: {sum(len(gzip.compress(file.read_bytes())) for file in assets) / 1000:.1f} kB in all")
    for name, count in bytes_of_visits(browser, address).items():
        print(f"bytes, {name}: {count / 1000:.1f} kB")
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page = context.new_page()
    page.goto("./")
    page.locator(".game").first.wait_for()
    for game in GAMES:
        found = least_distances(tile_colours(page, game))
        print(f"palette, {game}: " + ", ".join(f"{vision} {found[vision]:.1f}" for vision in VISIONS))
    for theme in LOOKS:
        ink, ground, ratio, least = contrast(page, theme)[0]
        print(f"contrast, {theme}: weakest {ink} on {ground} {ratio:.1f} (needs {least:g})")
    print(f"table usable after {seconds_until_usable(page):.2f} s")
    for width, height in ((1280, 720), (390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        print(f"smallest target at {width} x {height}: {page.evaluate(SMALLEST):.1f} px")
    context.close()
    rate, longest = frames_during_scoring(browser, address)
    print(f"scoring a round: {rate:.0f} frames a second, longest wait {longest:.0f} ms")


def main() -> None:
    find_browser()  # looks for one with a driver of its own
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        try:
            report(launch(playwright), server.address)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
