"""Whole games in a real browser: every rule set by mouse, one by touch, one by keys, one by typed moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import tilewright
from tests.web.conftest import PHONE, Visit
from tests.web.playing import (
    IDLE,
    open_table,
    play_to_the_end,
    wait_for_more,
    wait_for_turn,
    what_the_server_says,
)

WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift" });
}"""
MOST_SHIFT = {"duel": 0.15}
"""What moves within half a second of a press is forgiven; a busy machine answers later. Duel's plates still move."""
WORDS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "0": "centre", "F": "floor"}


def assert_scores_agree(page: Page) -> None:
    """What the page shows at the end is what the server says."""
    view = what_the_server_says(page)
    assert view["status"] == "over"
    shown = page.locator(".result .sum td").all_inner_texts()
    assert [int(text) for text in shown] == view["result"]["scores"]


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_a_whole_game_by_mouse(visit: Visit, rule_set: str) -> None:
    with visit() as page:
        open_table(page, rule_set, ["me", "random"])
        wait_for_turn(page)
        page.evaluate(WATCH_SHIFTS)
        assert play_to_the_end(page, seed=7) > 10
        assert page.evaluate("window.shift") < MOST_SHIFT.get(rule_set, 0.02)
        assert_scores_agree(page)


def test_a_whole_game_by_touch_on_a_phone(visit: Visit) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_table(page, "classic", ["me", "random"])
        assert play_to_the_end(page, seed=3, touch=True) > 10
        assert_scores_agree(page)


def test_a_whole_game_by_keys_alone(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        while wait_for_turn(page):
            view = what_the_server_says(page)
            for key in view["legal"][-1]["notation"]:
                page.keyboard.press(key.lower())
                page.wait_for_function(IDLE)
            page.locator(".commit:enabled").wait_for()
            page.keyboard.press("Enter")
            wait_for_more(page, view["seq"])
        assert_scores_agree(page)


def test_a_whole_game_by_typed_words_with_the_tree_that_screen_readers_see(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        tree = page.locator("main").aria_snapshot()
        for name in ("Factory 1 of 5", "Centre", "Line 1, empty", "Floor, 0 of 7", "Wall", "You, 0 points", "Random"):
            assert name in tree, name
        box = page.get_by_role("textbox", name="Type a move")
        while wait_for_turn(page):
            view = what_the_server_says(page)
            box.fill(" ".join(WORDS.get(part, part) for part in view["legal"][0]["notation"]))
            box.press("Enter")
            wait_for_more(page, view["seq"])
        assert_scores_agree(page)


def test_an_impossible_move_is_explained_in_words(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        page.get_by_role("textbox", name="Type a move").fill("0 blue 1")
        page.keyboard.press("Enter")
        answer = page.locator("#command-answer")
        answer.filter(has_text="blue").wait_for()
        assert "R2.3" in answer.inner_text()


def test_the_keys_that_speak_and_the_table_in_sentences(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        heard = page.locator("[aria-live=polite].said")
        for key, expected in (("s", "Your turn"), ("b", "Line 1, empty"), ("c", "Factory 1 of 5"), ("o", "Random")):
            page.keyboard.press(key)
            heard.filter(has_text=expected).wait_for(state="attached")
        page.keyboard.press("v")
        page.get_by_role("heading", name="The table in sentences").wait_for()
        page.locator("main p").first.wait_for()
        assert "factory 1" in page.locator("main").inner_text().lower()
        page.keyboard.press("v")
        page.locator(".near-area").wait_for()


@pytest.mark.parametrize("seats", [3, 4])
def test_more_players_have_room(visit: Visit, seats: int) -> None:
    with visit() as page:
        open_table(page, "crystal-1", ["me"] + ["random"] * (seats - 1))
        page.locator(".others-area .player").nth(seats - 2).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
