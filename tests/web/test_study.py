"""Learning from a game: play, review, try again, solve a puzzle, analyse; by mouse, by keys, for all eyes."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect

import tilewright
from tests.web.conftest import PHONE, Visit
from tests.web.playing import IDLE, open_late_table, play_quietly, wait_for_turn
from tests.web.test_access import violations

GRADES = """async (table) => {
  const headers = { "content-type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify({ since: 0 }) };
  return (await (await fetch(`api/v1/tables/${table}/review`, asked)).json()).grades;
}"""


def press_move(page: Page, notation: str) -> None:
    """Spell a move on the board, and make it."""
    page.locator(".stage .commit").wait_for()
    page.wait_for_function(IDLE)
    for key in notation:
        page.keyboard.press(key.lower())
        page.wait_for_function(IDLE)
    page.locator(".commit:enabled").press("Enter")


def first_lesson(page: Page, table: str) -> dict[str, Any]:
    """The first mistake of ours, as the server tells it."""
    grades = page.evaluate(GRADES, table)
    return next(one for one in grades if one["points_lost"] > 0.5 and one["grade"] not in ("best", "good"))


def test_a_game_is_played_reviewed_and_its_mistakes_tried_again(visit: Visit, axe: str) -> None:
    with visit() as page:
        table = open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 1_000)
        page.reload()
        page.locator(".result").get_by_role("link", name="Review").click()
        page.locator(".moves li button").first.wait_for()  # the first grades, while the rest is still to come
        page.locator(".ledger rect.result").first.wait_for()
        assert page.locator(".graph polyline").get_attribute("points")
        assert page.locator(".graph .round").count() >= 1

        turning = page.locator(".turning .point")
        turning.first.click()
        page.locator(".fact").first.click()  # every figure opens the line it came from
        page.locator(".ghosts span").first.wait_for()
        assert violations(page, axe) == []

        lesson = first_lesson(page, table)
        page.get_by_role("button", name="Learn from your mistakes").click()
        page.get_by_role("heading", name="Find something better").wait_for()
        press_move(page, lesson["move"])  # the same mistake again is answered with what comes of it
        page.locator(".verdict .loss").wait_for()
        page.locator(".ghosts span").first.wait_for()
        page.get_by_role("button", name="Try again").click()
        page.locator(".verdict .loss").wait_for(state="detached")
        press_move(page, lesson["best"])
        page.locator(".verdict .gain").wait_for()
        expect(page.locator("[aria-live=polite].said")).to_contain_text("Right!")
        assert violations(page, axe) == []


def test_a_puzzle_is_tried_by_keys_and_its_solution_told(visit: Visit, axe: str) -> None:
    with visit("./?puzzles", viewport=PHONE) as page:
        page.get_by_role("heading", name="Today").wait_for()
        page.locator(".near-area").wait_for()
        tree = page.locator("main").aria_snapshot()
        for name in ("Factory 1 of 5", "Line 1", "You, ", "Your answer"):
            assert name in tree, name
        press_move(
            page, page.evaluate("async () => (await (await fetch('api/v1/puzzles/today')).json()).legal[0].notation")
        )
        page.locator(".verdict .headline").wait_for()
        if page.locator(".verdict .right").count() == 0:
            page.get_by_role("button", name="Show the solution").click()
        page.locator(".verdict .line li").first.wait_for()
        page.locator(".ghosts span").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert violations(page, axe) == []
        page.get_by_role("button", name="Next puzzle").click()
        page.get_by_role("heading", name="Find the best move").wait_for()


def test_a_position_is_laid_out_judged_and_played_on(visit: Visit, axe: str) -> None:
    game = tilewright.new_game("classic", seed=5)
    with visit(f"./?analysis&position={quote(game.text)}") as page:
        page.locator("tbody tr").nth(3).wait_for()
        page.locator(".ghosts span").first.wait_for()
        page.locator("tbody .btn").nth(2).click()  # another candidate, another line
        page.locator(".line li").first.wait_for()
        press_move(page, "1K1")
        page.locator(".path").filter(has_text="1K1").wait_for()
        game.play("1K1")
        expect(page.get_by_label("Position", exact=True)).to_have_value(game.text)
        assert violations(page, axe) == []


def test_a_position_that_cannot_be_is_explained(visit: Visit) -> None:
    wrong = tilewright.new_game("classic", seed=5).text.replace("lid -", "lid R3")
    with visit("./?analysis", quiet=False) as page:  # the browser notes the refusal in its console
        page.get_by_label("Position", exact=True).fill(wrong)
        page.get_by_role("button", name="Lay it out").click()
        expect(page.get_by_role("alert")).to_contain_text("red")


def test_another_game_is_laid_out_where_one_lay(visit: Visit) -> None:
    pavilion = tilewright.new_game("pavilion", seed=5).text
    with visit("./?puzzles") as page:
        page.locator(".stage .wall").first.wait_for()
        for game, drawn in (("pavilion", "svg.stars"), ("duel", ".dome"), ("classic", ".wall")):
            page.get_by_role("combobox", name="Game", exact=True).select_option(game)
            page.locator(f".near-area {drawn}").wait_for()
            page.get_by_role("button", name="Show the solution").click()
            page.locator(".ghosts span").first.wait_for()
        page.goto(f"./?analysis&position={quote(tilewright.new_game('classic', seed=5).text)}")
        page.locator(".ghosts span").first.wait_for()  # one question at a time: the first is answered
        page.get_by_label("Position", exact=True).fill(pavilion)
        page.get_by_role("button", name="Lay it out").click()
        page.locator(".near-area svg.stars").wait_for()
        page.locator(".ghosts span").first.wait_for()
        page.get_by_role("button", name="Put together").click()
        page.locator(".brushes label").first.wait_for()
        page.get_by_role("combobox", name="Game", exact=True).select_option("duel")
        page.get_by_role("button", name="Begin anew").click()
        page.locator(".near-area .dome").wait_for()
