"""Games in a real browser: boards of every kind by mouse; last rounds by touch, by keys, by typed moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.playing import (
    IDLE,
    open_late_table,
    open_table,
    play_to_the_end,
    wait_for_more,
    wait_for_turn,
    what_the_server_says,
)

WATCH_SHIFTS = """() => {
  window.shifts = [];
  const told = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.outerHTML?.slice(0, 160) ?? node?.textContent} (${from.x},${from.y} ${from.width}x${from.height} -> ` +
    `${to.x},${to.y} ${to.width}x${to.height})`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && !document.querySelector(".result"))
        window.shifts.push(`${value.toFixed(5)}: ${sources.map(told).join(" | ")}`);
  }).observe({ type: "layout-shift" });
}"""
"""What moved without being asked to: not within half a second of a press, as browsers count it. The result may push
what lies below it, which a busy machine shows later than that."""
SEEN = 0.001
"""A whole game's shift is 0 to two places, as browsers tell it; less than this is a digit, not a board."""
WORDS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "0": "centre", "F": "floor"}


def assert_scores_agree(page: Page) -> None:
    """What the page shows at the end is what the server says."""
    view = what_the_server_says(page)
    assert view["status"] == "over"
    table = page.get_by_role("table", name="Points by reason")
    table.wait_for()
    shown = table.locator(".sum td").all_inner_texts()
    assert [int(text) for text in shown] == view["result"]["scores"]


@pytest.mark.parametrize("rule_set", ["classic", "crystal-1", "pavilion", "duel"])
def test_a_whole_game_by_mouse(visit: Visit, rule_set: str) -> None:
    with visit() as page:
        open_table(page, rule_set, ["me", "random"])
        wait_for_turn(page)
        page.evaluate(WATCH_SHIFTS)
        assert play_to_the_end(page, seed=7) > 10
        shifts = page.evaluate("window.shifts")
        assert sum(float(shift.split(":")[0]) for shift in shifts) < SEEN, shifts
        assert_scores_agree(page)


def test_a_game_to_its_end_by_touch_on_a_phone(visit: Visit) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_late_table(page, ["me", "random"])
        assert play_to_the_end(page, seed=3, touch=True) > 5
        assert_scores_agree(page)


def test_a_game_to_its_end_by_keys_alone(visit: Visit) -> None:
    with visit() as page:
        open_late_table(page, ["me", "random"])
        while wait_for_turn(page):
            view = what_the_server_says(page)
            for key in view["legal"][-1]["notation"]:
                page.keyboard.press(key.lower())
                page.wait_for_function(IDLE)
            page.locator(".commit:enabled").wait_for()
            page.keyboard.press("Enter")
            wait_for_more(page, view["seq"])
        assert_scores_agree(page)


def test_the_tree_that_screen_readers_see(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        tree = page.locator("main").aria_snapshot()
        for name in ("Factory 1 of 5", "Centre", "Line 1, empty", "Floor, 0 of 7", "Wall", "You, 0 points", "Random"):
            assert name in tree, name


def test_a_game_to_its_end_by_typed_words(visit: Visit) -> None:
    with visit() as page:
        open_late_table(page, ["me", "random"])
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
        for key, expected in (
            ("s", "Your turn"),
            ("b", "Lines: all empty."),
            ("c", "Factory 1 of 5"),
            ("g", "Bag: "),
            ("o", "Random"),
        ):
            page.keyboard.press(key)
            heard.filter(has_text=expected).wait_for(state="attached")
        page.keyboard.press("v")
        page.get_by_role("heading", name="The table in sentences").wait_for()
        expect(page.locator("main")).to_contain_text("factory 1", ignore_case=True)
        page.keyboard.press("v")
        page.locator(".near-area").wait_for()


def test_more_players_have_room(visit: Visit) -> None:
    with visit() as page:
        for rule_set, seats in (("crystal-1", 3), ("classic", 4), ("pavilion", 4)):
            open_table(page, rule_set, ["me"] + ["random"] * (seats - 1))
            last = page.locator(".others-area .player").nth(seats - 2)
            last.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            box = last.bounding_box()
            assert box
            assert box["y"] + box["height"] <= DESKTOP["height"], rule_set  # the last of them is seen whole
