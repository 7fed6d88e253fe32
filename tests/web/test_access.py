"""The page for everybody: axe, colours that all eyes tell apart, targets that fingers hit, room at any size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import PHONE, Visit
from tests.web.playing import IDLE, open_table, pick_something, wait_for_turn

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
THEMES = ["light", "dark", "contrast"]
LEAST_TARGET = 24


def choose_theme(page: Page, theme: str) -> None:
    page.evaluate("(theme) => localStorage.setItem('tilewright.settings', JSON.stringify({ theme }))", theme)
    page.reload()


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("(values) => axe.run(document, { runOnly: { type: 'tag', values } })", TAGS)
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_first_page(visit: Visit, axe: str, theme: str) -> None:
    with visit() as page:
        choose_theme(page, theme)
        page.locator(".game").first.wait_for()
        assert violations(page, axe) == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_axe_finds_nothing_at_a_table(visit: Visit, axe: str, rule_set: str, theme: str) -> None:
    with visit() as page:
        open_table(page, rule_set, ["me", "random"])
        choose_theme(page, theme)
        wait_for_turn(page)
        assert violations(page, axe) == []
        pick_something(page)
        assert violations(page, axe) == []
        for key, heading in (("v", "The table in sentences"), ("?", "How to play here")):
            page.keyboard.press(key)
            page.get_by_role("heading", name=heading).wait_for()
            assert violations(page, axe) == []


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}])
def test_what_can_be_pressed_can_be_hit_and_nothing_needs_sideways_scrolling(
    visit: Visit, rule_set: str, size: dict[str, int]
) -> None:
    with visit(viewport=size, has_touch=True) as page:
        open_table(page, rule_set, ["me", "random"])
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        small = page.evaluate(
            """(least) => [...document.querySelectorAll("button, a, input, select")]
              .filter((one) => one.checkVisibility() && !one.closest("[popover]"))
              .map((one) => [one.dataset.at ?? one.className, one.getBoundingClientRect()])
              .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
              .map(([name, box]) => `${name} ${box.width} x ${box.height}`)""",
            LEAST_TARGET,
        )
        assert small == []


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
