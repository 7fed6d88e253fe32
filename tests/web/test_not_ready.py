"""A machine on which nothing is compiled yet: a press is kept, what is waited for is told, and opens by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

import tilewright
from tests.web.cold import ColdServer, cold_server
from tests.web.conftest import DESKTOP, PHONE, Visit, visits_to
from tests.web.playing import wait_for_turn
from tilewright import games

DUEL = games.rule_set("duel").functions
SPOKEN = ".said[aria-live]"
LAYOUT = """() => [...document.querySelectorAll(".play, .below, .choice, .games, footer")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, x, y, width, height].join(" ");
})"""


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[ColdServer]:
    with cold_server(tmp_path / "cold") as server:
        yield server


@pytest.fixture
def visit_cold(browser: Browser, cold: ColdServer) -> Visit:
    return visits_to(browser, cold)


def card(page: Page, title: str) -> Locator:
    return page.locator(".game", has=page.get_by_text(title, exact=True))


def press_play(page: Page, title: str) -> None:
    card(page, title).click()
    page.locator(".slider").wait_for()
    page.get_by_role("button", name=f"Play {title}").click()


def test_a_press_is_kept_until_its_table_opens(cold: ColdServer, visit_cold: Visit) -> None:
    with visit_cold("./") as page:
        press_play(page, "Duel")
        button = page.locator(".play.card button.primary")
        expect(button).to_contain_text("Preparing Duel")
        expect(button).to_contain_text("0%")
        expect(page.locator(SPOKEN).first).to_contain_text("Duel is being made ready")
        cold.compile_so_far("classic", 1)  # what is compiled now may be interrupted
        page.wait_for_function("() => document.querySelectorAll('progress').length === 1")
        cold.compile_so_far("duel", DUEL // 2)
        expect(button).to_contain_text("50%")
        expect(card(page, "Duel")).to_contain_text("being made ready, 50%")
        cold.finish("duel")
        page.wait_for_url("**/?table=*")
        assert wait_for_turn(page)
        expect(page.locator(SPOKEN).first).to_contain_text("The table is open.")
    assert cold.begun()[:2] == ["crystal-2 rules", "duel rules"]


def test_a_card_changes_by_itself(cold: ColdServer, visit_cold: Visit) -> None:
    with visit_cold("./") as page:
        expect(card(page, "Classic")).to_contain_text("being made ready")
        cold.finish("crystal-2")
        expect(card(page, "Classic")).to_contain_text(re.compile("for 2.4"))
        expect(card(page, "Pavilion")).to_contain_text("being made ready")


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "fr"), (PHONE, "nl")], ids=["desktop", "phone"])
def test_waiting_moves_nothing(visit_cold: Visit, size: dict[str, int], language: str) -> None:
    with visit_cold("./", viewport=size, locale=language) as page:
        page.locator(".slider").wait_for()
        page.locator(".game").last.wait_for()
        before = page.evaluate(LAYOUT)
        page.locator(".play.card button.primary").click()
        page.locator(".play.card progress").wait_for(state="attached")
        assert page.evaluate(LAYOUT) == before


def test_who_waits_can_stop_and_choose_another_game(cold: ColdServer, visit_cold: Visit) -> None:
    with visit_cold("./") as page:
        press_play(page, "Duel")
        page.get_by_role("button", name="Stop waiting").click()
        expect(page.get_by_role("button", name="Play Duel")).to_be_visible()
        page.get_by_role("button", name="Play Duel").click()
        card(page, "Classic").click()
        expect(page.get_by_role("button", name="Play Classic")).to_be_visible()
        cold.compile_so_far("classic", 1)
        for rule_set in ("crystal-2", "pavilion-mono", "duel"):
            cold.finish(rule_set)
        expect(card(page, "Duel")).to_contain_text("for 2")
        expect(page.get_by_role("button", name="Play Classic")).to_be_visible()


def test_what_cannot_be_compiled_is_said(cold: ColdServer, visit_cold: Visit) -> None:
    with visit_cold("./") as page:
        press_play(page, "Classic")
        cold.finish("crystal-2", 1)
        expect(page.get_by_role("alert")).to_contain_text("Classic could not be made ready")
        expect(card(page, "Classic")).to_contain_text("could not be made ready")
        expect(page.get_by_role("button", name="Play Classic")).to_be_enabled()


PAGES = {
    "puzzles": ("./?puzzles=duel", "duel"),
    "analysis": (f"./?analysis&position={quote(tilewright.new_game('duel', seed=7).text)}", "duel"),
}


@pytest.mark.parametrize("path", PAGES)
def test_a_study_opens_by_itself(cold: ColdServer, visit_cold: Visit, path: str) -> None:
    address, rule_set = PAGES[path]
    with visit_cold(address) as page:
        expect(page.get_by_role("complementary")).to_contain_text("Preparing Duel")
        cold.compile_so_far("classic", 1)
        cold.finish(rule_set)
        expect(page.locator(".stage .near-area")).to_be_visible()
        expect(page.get_by_role("complementary")).to_have_count(0)


def test_a_study_of_what_cannot_be_compiled_says_so(cold: ColdServer, visit_cold: Visit) -> None:
    with visit_cold("./?puzzles=classic") as page:
        cold.finish("crystal-2", 1)
        expect(page.locator(".stage")).to_contain_text("Classic could not be made ready")


def test_a_link_to_a_table_outlives_a_restart_of_the_server(cold: ColdServer, visit_cold: Visit) -> None:
    """The guest of a cold server: invited before it was stopped, there again before its game is compiled."""
    cold.finish("crystal-2")
    cold.wait("classic")
    with visit_cold("./", quiet=False) as host, visit_cold("./", quiet=False) as friend:
        host.locator("input[value=friend]").check()
        host.get_by_role("button", name="Play Classic").click()
        link = host.get_by_role("textbox", name="Invitation").input_value()
        cold.stop()
        for file in cold.gate.iterdir():
            file.unlink()
        cold.begin()
        cold.until_it_answers()
        friend.goto(link)
        friend.get_by_role("button", name="Sit down").click()
        expect(friend.get_by_role("complementary")).to_contain_text("Preparing Classic")
        cold.finish("crystal-2")
        friend.locator(".actions").wait_for()
        assert wait_for_turn(host)


FAILING = """() => {
  const blocked = { get() { throw new DOMException("blocked", "SecurityError"); } };
  Object.defineProperty(window, "localStorage", blocked);
  Object.defineProperty(window, "sessionStorage", blocked);
}"""


def test_a_browser_that_keeps_nothing_can_play(visit: Visit) -> None:
    with visit() as page:
        page.add_init_script(f"({FAILING})()")
        page.goto("./")
        page.locator(".slider").wait_for()
        page.get_by_role("button", name="Play Classic").click()
        page.wait_for_url("**/?table=*")
        assert wait_for_turn(page)
        page.goto("./")
        expect(page.get_by_role("heading", name="Continue")).to_be_visible()


def test_a_browser_that_keeps_not_even_cookies_is_told_why_not(visit: Visit) -> None:
    def without_cookies(route: Route) -> None:
        answer = route.fetch()
        page.context.clear_cookies()  # where this fetch has put them
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        route.fulfill(response=answer, headers=headers)

    with visit(quiet=False) as page:
        page.add_init_script(f"({FAILING})()")
        page.add_init_script("Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })")
        page.route("**/api/v1/**", without_cookies)
        page.goto("./")
        page.locator(".slider").wait_for()
        page.get_by_role("button", name="Play Classic").click()
        expect(page.get_by_role("alert")).to_contain_text("blocks the cookie")
