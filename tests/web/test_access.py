"""The page for everybody: axe, colours that all eyes tell apart, targets that fingers hit, room at any size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import PHONE, Visit
from tests.web.playing import IDLE, open_table, pick_something, play_quietly, wait_for_turn

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LEAST_TARGET = 24


LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds in each theme."""
    page.evaluate(axe)
    found: list[str] = []
    for theme, look in LOOKS.items():
        page.emulate_media(**look)
        page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        told = page.evaluate("(values) => axe.run(document, { runOnly: { type: 'tag', values } })", TAGS)
        found += [
            f"{theme}: {rule['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
            for rule in told["violations"]
            for node in rule["nodes"]
        ]
    return found


def test_axe_finds_nothing_on_the_first_page(visit: Visit, axe: str) -> None:
    with visit() as page:
        page.locator(".game").first.wait_for()
        assert violations(page, axe) == []


def test_axe_finds_nothing_where_a_friend_is_expected_or_the_network_is_gone(visit: Visit, axe: str) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "open"])
        page.get_by_label("Invitation").wait_for()
        assert violations(page, axe) == []
        page.goto("./offline.html")
        page.evaluate(axe)
        told = page.evaluate("(values) => axe.run(document, { runOnly: { type: 'tag', values } })", TAGS)
        assert told["violations"] == []


@pytest.mark.parametrize("rule_set", ["classic", "crystal-1", "pavilion", "duel"])
def test_axe_finds_nothing_at_a_table(visit: Visit, axe: str, rule_set: str) -> None:
    with visit() as page:
        open_table(page, rule_set, ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 6)
        page.reload()  # instead of watching all of it
        pick_something(page)
        assert violations(page, axe) == []
        for key, heading in (("v", "The table in sentences"), ("?", "How to play here")):
            page.keyboard.press(key)
            page.get_by_role("heading", name=heading).wait_for()
            assert violations(page, axe) == []
            page.keyboard.press(key)
        play_quietly(page, 600)
        page.reload()
        page.locator(".result").wait_for()
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
