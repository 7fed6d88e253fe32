"""The page for everybody: axe, colours that all eyes tell apart, targets that fingers hit, room at any size."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import tilewright
from tests.web.conftest import PHONE, Visit
from tests.web.measure import LOOKS
from tests.web.playing import IDLE, PLAY, open_late_table, open_table, pick_something, wait_for_turn

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LEAST_TARGET = 24
SMALLEST = {"width": 320, "height": 640}


def run_axe(page: Page) -> list[str]:
    """What axe finds in the page as it is."""
    told = page.evaluate("(values) => axe.run(document, { runOnly: { type: 'tag', values } })", TAGS)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for rule in told["violations"]
        for node in rule["nodes"]
    ]


def violations(page: Page, axe: str, *themes: str) -> list[str]:
    """What axe finds in these themes, or in all."""
    page.evaluate(axe)
    found: list[str] = []
    for theme in themes or LOOKS:
        page.emulate_media(**LOOKS[theme])
        page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        found += [f"{theme}: {one}" for one in run_axe(page)]
    return found


def test_axe_finds_nothing_on_the_first_page_and_in_its_settings(visit: Visit, axe: str) -> None:
    with visit("./") as page:
        page.locator(".game").first.wait_for()
        assert violations(page, axe) == []
        for against in ("A friend", "Here"):
            page.get_by_label(against, exact=True).check()
            assert violations(page, axe, "light") == []
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Theme").wait_for()
        assert violations(page, axe) == []


def test_axe_finds_nothing_where_a_friend_is_expected_or_the_network_is_gone(visit: Visit, axe: str) -> None:
    with visit() as page:
        page.evaluate(axe)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert run_axe(page) == []
        open_table(page, "classic", ["me", "open"])
        page.get_by_label("Invitation").wait_for()
        assert violations(page, axe) == []


def test_axe_finds_nothing_in_the_rules(visit: Visit, axe: str) -> None:
    with visit() as page:
        for rules, language in (("classic", "fr"), ("pavilion", "nl"), ("duel", "en")):
            for theme in LOOKS:
                page.goto(f"./rules/{rules}?theme={theme}&language={language}")
                assert page.locator("main h2").count() > 3
                page.evaluate(axe)
                assert run_axe(page) == [], (rules, theme)


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_axe_finds_nothing_at_a_table(visit: Visit, axe: str, rule_set: str) -> None:
    """In all themes for one of each kind of board; the others have the same colours."""
    themes = () if rule_set in ("classic", "crystal-1", "pavilion", "duel") else ("dark",)
    with visit() as page:
        open_table(page, rule_set, ["me", "here"], moves=6, aids={"hints": True, "evaluation": True})
        pick_something(page)
        assert violations(page, axe, *themes) == []


def test_axe_finds_nothing_in_what_all_tables_share(visit: Visit, axe: str) -> None:
    with visit() as page:
        table = open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        for key, heading in (("v", "The table in sentences"), ("?", "How to play here")):
            page.keyboard.press(key)
            page.get_by_role("heading", name=heading).wait_for()
            assert violations(page, axe) == []
            page.keyboard.press(key)
        for tab in ("Chat", "Stock", "Scores"):
            page.get_by_role("tab", name=tab).click()
            assert violations(page, axe) == []
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Resign").wait_for()
        assert violations(page, axe) == []
        page.evaluate(PLAY, [600, table])
        page.reload()
        page.locator(".result").wait_for()
        assert violations(page, axe) == []


def test_axe_finds_nothing_on_a_phone_with_its_drawer_open(visit: Visit, axe: str) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_table(page, "duel", ["me", "here"], moves=6)
        pick_something(page)
        assert violations(page, axe) == []
        page.get_by_role("button", name="Moves, chat and stock").click()
        page.get_by_role("button", name="Close").wait_for()
        assert violations(page, axe) == []


TOO_SMALL = """(least) => [...document.querySelectorAll("button, a, input, select")]
  .filter((one) => one.checkVisibility() && !one.closest("[popover]"))
  .map((one) => [one.dataset.at ?? one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
  .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
BEYOND = """() => [...document.querySelectorAll("button, input, select, h1, h2, .card")]
  .filter((one) => one.checkVisibility() && !one.closest("[popover], .said, .games, .others-area"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.className || one.textContent)"""
"""What begins or ends beyond the right edge, besides what is scrolled sideways by a finger."""


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_what_can_be_pressed_can_be_hit_and_nothing_needs_sideways_scrolling(visit: Visit, rule_set: str) -> None:
    with visit(viewport=PHONE, has_touch=True) as page:
        open_table(page, rule_set, ["me", "random"])
        wait_for_turn(page)
        for size in (PHONE, SMALLEST):
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a width and a height
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert page.evaluate(TOO_SMALL, LEAST_TARGET) == []


def test_pages_are_no_wider_than_a_phone(visit: Visit) -> None:
    with visit("./", viewport=SMALLEST) as page:
        for path, sign in (("./", ".game"), ("./?puzzles", ".near-area"), ("./rules/duel?language=fr", "h2")):
            page.goto(path)
            page.locator(sign).first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
            assert page.evaluate(BEYOND) == [], path


def test_a_table_is_as_long_as_the_window_however_long_the_game(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], moves=16)
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_focus_goes_from_the_offer_to_the_board_to_the_log(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        first = page.locator('[data-at^="/factories/"]:is(button)').first
        first.click()
        page.wait_for_function(IDLE)
        first.focus()
        areas: list[str] = []
        for _ in range(60):
            area = page.evaluate("document.activeElement.closest('main > div')?.className.split(' ')[0] ?? ''")
            if area and (not areas or areas[-1] != area):
                areas.append(area)
            page.keyboard.press("Tab")
        assert [area for area in areas if area != "others-area"][:3] == ["offer-area", "near-area", "side-area"]
