"""The page is drawn with the typefaces it ships, whatever a machine has, and never shifts when they come."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.playing import open_table, pick_something, wait_for_turn

if TYPE_CHECKING:
    from tests.web.serving import Server

ROOT = Path(__file__).parents[2]
SAID = [
    "web/src/**/*.ts",
    "web/src/**/*.svelte",
    "web/public/*.html",
    "docs/rules/**/*.md",
    "src/tilewright/locale/**/*.po",
]
IN_THE_TITLE_ALONE = "●"  # drawn by the browser, not by the page
NOTHING_KEPT = "./healthz"
"""A page without typefaces: where they are asked for afterwards, they come over the line."""
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
NOTE_SHIFTS = """() => {
  window.shifts = [];
  const note = (list) => window.shifts.push(...list.getEntries().map(({ value }) => value));
  new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
}"""
WITH_TEXT = """() => {
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const shown = (one) => one.checkVisibility() && !one.closest("option");
  for (const one of document.querySelectorAll("body *")) if (own(one) && shown(one)) one.dataset.text = "";
}"""
FIGURES = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest(".sprite"))
  .filter((one) => getComputedStyle(one).fontVariantNumeric !== "lining-nums tabular-nums")
  .map((one) => one.outerHTML.slice(0, 120))"""
WIDTHS = """([family, signs]) => {
  const probe = document.createElement("span");
  probe.style.font = `700 100px ${family}`;
  document.body.append(probe);
  const wide = (sign) => { probe.textContent = sign; return probe.getBoundingClientRect().width; };
  const found = [...signs].map(wide);
  probe.remove();
  return found;
}"""
LOADED = """() => Promise.all([...document.fonts].map((face) => face.load().then(({ status }) => status)))"""
CUT = """() => {
  for (const one of document.querySelectorAll(".said")) one.remove(); // one pixel high, and never seen
  return [...document.querySelectorAll("main *, header *")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() && getComputedStyle(one).overflowY === "hidden")
    .filter((one) => one.scrollHeight > one.clientHeight)
    .map((one) => one.outerHTML.slice(0, 120));
}"""


def signs() -> list[str]:
    """Every character that the page, its rules and its sentences use."""
    files = {file for pattern in SAID for file in ROOT.glob(pattern)}
    return sorted({sign for file in files for sign in file.read_text() if sign.isprintable()} - set(IN_THE_TITLE_ALONE))


def foreign_fonts(page: Page, selector: str) -> dict[str, set[str]]:
    """What is drawn with fonts of the machine, by text."""
    line = page.context.new_cdp_session(page)
    line.send("DOM.enable")
    line.send("CSS.enable")
    root = line.send("DOM.getDocument")["root"]["nodeId"]
    found: dict[str, set[str]] = {}
    for node in line.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]:
        used = line.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        others = {font["familyName"] for font in used if not font["isCustomFont"]}
        if others:
            found[line.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"][:120]] = others
    return found


@pytest.mark.parametrize("family", ["Asap", "Vollkorn"])
def test_every_sign_that_is_used_is_in_the_typefaces(visit: Visit, family: str) -> None:
    with visit("./") as page:
        page.locator(".game").first.wait_for()
        page.evaluate(
            """async ([family, signs]) => {
              await document.fonts.load(`700 16px ${family}`);
              document.body.style.font = `700 16px ${family}`;
              const span = (sign) =>
                Object.assign(document.createElement("span"), { className: "sign", textContent: sign });
              document.body.replaceChildren(...signs.map(span));
            }""",
            [family, signs()],
        )
        assert page.locator(".sign").count() > 100
        assert foreign_fonts(page, ".sign") == {}


def create_table(page: Page, name: str) -> None:
    if name in ("classic", "pavilion", "duel"):
        open_table(page, name, ["me", "here"], seed=2, moves=7)
        wait_for_turn(page)
        pick_something(page)
    else:
        page.goto(name)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("./", DESKTOP),
        ("./", PHONE),
        ("classic", PHONE),
        ("pavilion", DESKTOP),
        ("duel", PHONE),
        ("./?analysis", DESKTOP),
        ("./?bring", PHONE),
    ],
    ids=lambda one: one if isinstance(one, str) else str(one["width"]),
)
def test_the_page_is_drawn_with_its_own_typefaces_alone(visit: Visit, name: str, size: dict[str, int]) -> None:
    with visit(viewport=size, locale="fr") as page:
        create_table(page, name)
        page.locator("h1").first.wait_for()
        page.evaluate("document.fonts.ready")
        page.evaluate(WITH_TEXT)
        assert page.locator("[data-text]").count() > 3
        assert foreign_fonts(page, "[data-text]") == {}
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("name", ["./", "classic"])
def test_figures_are_lining_and_of_one_width(visit: Visit, name: str) -> None:
    with visit() as page:
        create_table(page, name)
        assert page.evaluate(FIGURES) == []
        for family in ("Asap", "Vollkorn"):
            assert len({round(width, 2) for width in page.evaluate(WIDTHS, [family, "0123456789"])}) == 1


@pytest.mark.parametrize("name", ["./rules/classic", "./rules/duel?language=fr", "./offline.html"])
def test_pages_without_a_script_ask_for_them_too(visit: Visit, name: str) -> None:
    with visit(name) as page:
        page.evaluate(WITH_TEXT)
        families = page.eval_on_selector_all(
            "[data-text]", "(all) => all.map((one) => getComputedStyle(one).fontFamily)"
        )
        assert set(families) == {"Asap, sans-serif", "Vollkorn, serif"}
        assert page.evaluate(LOADED) == ["loaded", "loaded"]


def slow_line(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)


def test_nothing_shifts_on_a_slow_line(visit: Visit) -> None:
    with visit(NOTHING_KEPT, service_workers="block", quiet=False) as page:
        slow_line(page)
        page.add_init_script(f"({NOTE_SHIFTS})()")
        page.goto("./")
        page.locator(".game").first.wait_for()
        page.evaluate("document.fonts.ready")
        page.evaluate(WITH_TEXT)
        assert foreign_fonts(page, "[data-text]") == {}
        assert sum(page.evaluate("window.shifts")) == 0


@pytest.mark.parametrize("fate", ["refused", "never answered"])
def test_a_typeface_that_does_not_come_holds_nothing_back(visit: Visit, fate: str) -> None:
    held: list[Route] = []
    with visit(NOTHING_KEPT, service_workers="block", quiet=False) as page:
        page.route("**/*.woff2", lambda route: route.abort() if fate == "refused" else held.append(route))
        page.add_init_script(f"({NOTE_SHIFTS})()")
        page.goto("./", wait_until="commit")
        page.locator(".game").first.wait_for()
        shown = page.locator(".game").first.bounding_box()
        for route in held:
            route.continue_()
        page.evaluate("document.fonts.ready")
        assert page.locator(".game").first.bounding_box() == shown
        assert sum(page.evaluate("window.shifts")) == 0


def test_typefaces_are_asked_for_at_once_and_kept(visit: Visit, server: Server) -> None:
    with visit("./") as page:
        wanted: list[dict[str, Any]] = page.eval_on_selector_all(
            "link[rel='preload'][as='font']",
            "(links) => links.map(({ href, type, crossOrigin }) => ({ href, type, crossOrigin }))",
        )
        assert len(wanted) == 2
        for link in wanted:
            assert re.search(r"/assets/\w+-[\w-]{8}\.woff2$", link["href"])
            answer = page.request.get(link["href"])
            assert answer.headers["content-type"] == link["type"] == "font/woff2"
            assert "immutable" in answer.headers["cache-control"]
            assert link["crossOrigin"] == "anonymous"
        told = page.request.get(server.address + "fonts.css").text()
        assert all(Path(link["href"]).name in told for link in wanted)


def test_their_licences_go_with_them(visit: Visit) -> None:
    with visit() as page:
        for family in ("asap", "vollkorn"):
            assert "SIL OPEN FONT LICENSE Version 1.1" in page.request.get(f"./licences/{family}.txt").text()
