"""The end of a game and the way to the next one: never missed, never cut off, one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Visit
from tests.web.playing import PLAY, VIEW, open_late_table, open_table, play_quietly, wait_for_turn
from tests.web.serving import Server
from tests.web.test_nothing_is_lost import Guest

SIZES = [(1280, 720), (1024, 768), (844, 390), (390, 844), (320, 640)]
HIDDEN = """() => [...document.querySelectorAll(".result :is(h2, .btn)")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const corners = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
  if (one.tagName === "H2") corners.splice(1, 3); // the end of its line may be empty
  return !corners.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}).map((one) => one.textContent)"""
"""What of the result cannot be seen whole, or pressed."""
RESIGN = """async ([table, seat]) => {
  const { seq } = await (await fetch(`api/v1/tables/${table}`)).json();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ id: crypto.randomUUID(), expect: seq, kind: "resign", seat });
  await fetch(`api/v1/tables/${table}/commands`, { method: "POST", headers, body });
}"""


@pytest.mark.parametrize("tab", ["Moves", "Chat", "Stock", "Scores"])
def test_the_result_is_seen_whatever_tab_was_open(visit: Visit, tab: str) -> None:
    with visit() as page:
        open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        page.get_by_role("tab", name=tab).click()
        if tab == "Chat":
            page.get_by_label("Say something").fill("well pl")
        play_quietly(page, 600)
        page.locator(".result h2").wait_for()
        assert page.evaluate(HIDDEN) == []
        if tab == "Chat":  # whoever is writing goes on writing
            expect(page.get_by_label("Say something")).to_have_value("well pl")


@pytest.mark.parametrize(
    ("rule_set", "players"),
    [("classic", 2), ("classic", 3), ("classic", 4), ("pavilion", 2), ("pavilion", 4), ("duel", 2)],
)
def test_the_buttons_of_the_result_are_whole_at_every_size(visit: Visit, rule_set: str, players: int) -> None:
    with visit() as page:
        table = open_table(page, rule_set, ["me"] + ["here"] * (players - 1), moves=4)
        wait_for_turn(page)
        for seat in range(1, players):
            page.evaluate(RESIGN, [table, seat])
        page.locator(".result h2").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(HIDDEN) == [], (width, height)


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_longer_words_leave_the_buttons_whole(visit: Visit, language: str) -> None:
    with visit(locale=language) as page:
        table = open_late_table(page, ["me", "here"])
        page.evaluate(PLAY, [600, table])
        page.locator(".result h2").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(HIDDEN) == [], (width, height)


# -- the next game -----------------------------------------------------------------------------------


def address_of(page: Page) -> str:
    return str(page.evaluate("new URLSearchParams(location.search).get('table')"))


@pytest.mark.parametrize("seats", [["me", "here"], ["me", "random"]])
def test_one_press_opens_the_next_game(visit: Visit, seats: list[str]) -> None:
    with visit() as page:
        table = open_late_table(page, seats)
        page.evaluate(PLAY, [600, table])
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function("(old) => !location.search.includes(old)", arg=table)
        wait_for_turn(page)
        assert page.evaluate(VIEW)["status"] == "playing"


def finished_by_friends(ann: Guest, ben: Guest) -> str:
    """A table of two friends whose game is over."""
    open_table(ann.page, "classic", ["me", "open"])
    link = ann.page.get_by_label("Invitation")
    link.wait_for()
    ben.accept(link.input_value())
    wait_for_turn(ann.page)
    table = address_of(ann.page)
    ann.page.evaluate(RESIGN, [table, 0])
    for guest in (ann, ben):
        guest.page.locator(".result h2").wait_for()
    return table


def test_who_did_not_press_is_told_and_can_follow(browser: Browser, server: Server) -> None:
    ann, ben = Guest(browser, server), Guest(browser, server)
    try:
        table = finished_by_friends(ann, ben)
        ann.page.get_by_role("button", name="Play again").press("Enter")
        ann.page.wait_for_function("(old) => !location.search.includes(old)", arg=table)
        expect(ben.page.locator("[aria-live=polite].said")).to_contain_text("plays again")
        assert address_of(ben.page) == table, "nobody is taken away from what they look at"
        ben.page.get_by_role("link", name="To the next game").click()
        ben.page.wait_for_function("(old) => !location.search.includes(old)", arg=table)
        wait_for_turn(ben.page)
        assert address_of(ben.page) == address_of(ann.page)
    finally:
        ann.context.close()
        ben.context.close()


def test_two_who_press_at_once_come_to_the_same_game(browser: Browser, server: Server) -> None:
    ann, ben = Guest(browser, server), Guest(browser, server)
    try:
        table = finished_by_friends(ann, ben)
        ben.cut()  # Ben's page does not hear of Ann's press before he presses too
        ben.page.locator(".top .line").wait_for()
        ben.page.get_by_role("button", name="Play again").click()
        ann.page.get_by_role("button", name="Play again").click()
        for guest in (ann, ben):
            guest.page.wait_for_function("(old) => !location.search.includes(old)", arg=table)
            guest.page.locator(".near-area").wait_for()
        assert address_of(ben.page) == address_of(ann.page)
    finally:
        ann.context.close()
        ben.context.close()
