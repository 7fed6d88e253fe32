"""Room for everything: nothing is cut off or covered on a phone, or in a language with longer words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.conftest import PHONE, Visit
from tests.web.playing import IDLE, MIDDLE, PLAY, at, open_table, press, wait_for_turn, what_to_press
from tests.web.test_aloud import SAY

SMALLEST = {"width": 320, "height": 640}
LANGUAGES = ["fr", "nl"]
"""Of a hundred texts seven are longest in English; the longest words are as often French as Dutch."""

OUTSIDE = """() => [...document.querySelectorAll(".actions *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
  .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; })
  .map((one) => one.outerHTML.slice(0, 120))"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
"""What does not fit into its own box."""
OPEN_PLACES = """() => [...document.querySelectorAll("main [data-at]:is(button, [role='button'])")]
  .filter((one) => !one.disabled && one.ariaDisabled !== "true")
  .map((one) => one.dataset.at)"""
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def lay_a_plate(page: Page) -> None:
    """To the moment when a plate can be turned before it is laid."""
    for _ in range(12):
        found = what_to_press(page)
        if page.locator(".turner").count():
            return
        press(page, ".commit" if found.get("commit") else at(found["places"][0]))
        page.wait_for_function(IDLE)
    raise AssertionError("no plate was laid")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plate_can_be_turned_on_a_phone(visit: Visit, language: str) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True, locale=language) as page:
        open_table(page, "duel", ["me", "here"], seed=2)
        wait_for_turn(page)
        lay_a_plate(page)
        for size in (PHONE, SMALLEST):
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a width and a height
            assert page.evaluate(OUTSIDE) == []
            assert page.evaluate(CUT, ".actions :is(.btn, .turner > span)") == []


@pytest.mark.parametrize(
    ("rule_set", "moves", "language"),
    [("classic", 0, "fr"), ("pavilion", 14, "nl"), ("duel", 4, "fr"), ("duel", 4, "nl")],
)
def test_what_is_asked_for_can_be_read_on_a_phone(visit: Visit, rule_set: str, moves: int, language: str) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True, locale=language) as page:
        open_table(page, rule_set, ["me", "here"], seed=2, moves=moves)
        found = what_to_press(page)
        for _ in range(3):
            assert page.evaluate(CUT, "h1 span") == []
            if found.get("commit") or not found["places"]:
                break
            press(page, at(found["places"][0]))
            page.wait_for_function(IDLE)
            found = what_to_press(page)


@pytest.mark.parametrize("rule_set", ["crystal-1", "duel"])
def test_what_is_scrolled_to_is_not_covered_on_the_smallest_phone(visit: Visit, rule_set: str) -> None:
    with visit(viewport=SMALLEST, has_touch=True, is_mobile=True) as page:
        open_table(page, rule_set, ["me", "here", "here"] if rule_set == "crystal-1" else ["me", "here"], seed=2)
        wait_for_turn(page)
        if rule_set == "crystal-1":
            page.locator('.disc [data-at^="/factories/"]:is(button)').first.tap()
            page.wait_for_function(IDLE)
        places = page.evaluate(OPEN_PLACES)
        covered = []
        for place in places:
            page.evaluate("scrollTo(0, 0)")
            covered += [place] if not page.evaluate(MIDDLE, at(place))["hit"] else []
        assert places
        assert covered == []


def test_a_bar_with_nothing_in_it_covers_nothing(visit: Visit) -> None:
    with visit(viewport=SMALLEST, has_touch=True, is_mobile=True) as page:
        table = open_table(page, "crystal-1", ["me", "here", "here"], seed=2)
        wait_for_turn(page)
        with visit(f"./?table={table}", viewport=SMALLEST, has_touch=True, is_mobile=True) as watcher:
            watcher.locator(".near-area .floor").wait_for()
            bar = watcher.locator(".actions-area")
            assert bar.evaluate("(bar) => getComputedStyle(bar).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_floor_costs_is_not_covered(visit: Visit, language: str) -> None:
    with visit(locale=language) as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        box = page.locator(".command input")
        for move in ("2WF", "1KF", "0BF"):
            wait_for_turn(page)
            box.fill(move)
            box.press("Enter")
        page.locator(".log li button").nth(2).wait_for()
        wait_for_turn(page)
        page.locator('.disc [data-at^="/factories/"]:is(button)').first.click(timeout=15_000)
        page.wait_for_function(IDLE)
        assert not page.evaluate(OVERLAP, [".near-area .floor .total b", ".actions .back"])


CUT_SELECTS = """() => [...document.querySelectorAll("fieldset select")].map((select) => {
  const style = getComputedStyle(select);
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const widest = Math.max(...[...select.options].map((option) => ink.measureText(option.text).width));
  const arrow = 20;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
  return [select.value, room - widest];
}).filter(([, room]) => room < 0)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_can_be_read(visit: Visit, language: str) -> None:
    with visit(locale=language) as page:
        open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        page.locator("[popovertarget='menu']").click()
        page.locator("fieldset select").first.wait_for()
        assert page.evaluate(CUT_SELECTS) == []


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 3), ("crystal-1", 4), ("pavilion", 2)])
def test_a_whole_table_is_in_sight_on_the_smallest_phone(visit: Visit, rule_set: str, players: int) -> None:
    with visit(viewport=SMALLEST, has_touch=True, is_mobile=True) as page:
        open_table(page, rule_set, ["me"] + ["here"] * (players - 1), seed=2, moves=16)
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


MEETING = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.flatMap((a, k) => boxes.slice(k + 1).filter((b) => meet(a, b))).length;
}"""
"""How many pairs of these lie over one another."""


def test_nobody_hides_another_on_the_scale_of_scores(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "pavilion", ["me", "here", "here", "here"], seed=2, moves=24)
        wait_for_turn(page)
        assert page.locator(".room > .scale .track b").count() == 4
        assert page.evaluate(MEETING, ".room > .scale .track :is(b, span)") == 0


def test_statistics_have_room_on_the_smallest_phone(visit: Visit) -> None:
    with visit("./?statistics", viewport=SMALLEST) as page:
        page.locator("main h1").wait_for()
        assert page.evaluate(CUT, "h1") == []


WORD = "a" * 500
CUT_OFF = """() => [...document.querySelectorAll(".panel, .chat, .chat ol, .chat form, .chat button, .ask, .ask .btn")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const card = document.querySelector(".side").getBoundingClientRect();
    return left < card.left || right > card.right + 1 || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => one.className || one.tagName)"""


def test_a_long_word_and_a_question_have_room_beside_three_boards(visit: Visit) -> None:
    with visit() as page:
        table = open_table(page, "classic", ["me", "open", "here"])
        link = page.get_by_label("Invitation")
        link.wait_for()
        with visit() as ben:
            ben.goto(link.input_value())
            ben.get_by_role("button", name="Sit down").click()
            ben.locator(".near-area").wait_for()
            page.evaluate(PLAY, [1, table])
            wait_for_turn(ben)
            ben.evaluate(SAY, [WORD])
            page.get_by_role("tab", name="Chat").click()
            page.locator(".chat li", has_text=WORD).wait_for()
            ben.evaluate(PLAY, [1, table])
            page.evaluate(PLAY, [1, table])
            page.get_by_role("button", name="Menu").click()
            page.get_by_role("button", name="Ask to take the last move back").click()
            ben.locator(".ask .btn").first.wait_for()
            for one in (page, ben):
                assert one.evaluate(CUT_OFF) == []
            lines = "(ask) => ask.getBoundingClientRect().height / parseFloat(getComputedStyle(ask).fontSize)"
            assert ben.locator(".ask .grow").evaluate(lines) < 4.5, "three lines, not a word in each"
