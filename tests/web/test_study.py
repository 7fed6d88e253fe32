"""Learning from a game: play, review, try again, solve a puzzle, analyse; by mouse, by keys, for all eyes."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

import tilewright
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.playing import IDLE, open_late_table, play_quietly, wait_for_turn
from tests.web.test_access import violations

GRADES = """async (table) => {
  const headers = { "content-type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify({ since: 0 }) };
  return (await (await fetch(`api/v1/tables/${table}/review`, asked)).json()).grades;
}"""

# How much longer the page is than what stands on it.
BELOW_THE_END = """() => {
  const main = document.querySelector("main").getBoundingClientRect();
  return document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(main.bottom + scrollY));
}"""
# What lies over something else, or is cut off, on a board of one's own.
CROWDED = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const boxes = (selector) => shown(selector).map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const over = (some, others) =>
    boxes(some).some((a) => boxes(others).some((b) => meet(a, b))) ? [`${some} over ${others}`] : [];
  const beyond = (inner, outer) =>
    boxes(inner).some((a) => boxes(outer).every((b) => a.right > b.right)) ? [`${inner} beyond ${outer}`] : [];
  return [
    ...over(".stage .corner", ".near-area .hand button"),
    ...over(".stage .corner", ".near-area .space"),
    ...over(".near-area .own > *", ".near-area .who h2"),
    ...beyond(".stage .centre .place", ".stage .centre"),
    ...beyond(".stage .board", ".stage"),
    ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
  ];
}"""


def after_moves(rule_set: str, moves: int) -> str:
    """A position on the way through a game, as one line."""
    game, dice = tilewright.new_game(rule_set, seed=0), random.Random(0)
    for _ in range(moves):
        game.play(dice.choice(list(game.legal_moves)))
    return game.text


def press_move(page: Page, notation: str) -> None:
    """Spell a move on the board, and make it."""
    page.locator(".stage .commit").wait_for()
    page.wait_for_function(IDLE)
    for key in notation:
        page.keyboard.press(key.lower())
        page.wait_for_function(IDLE)
    page.locator(".commit:enabled").press("Enter")


COVERED = """() => {
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const signs = [...document.querySelectorAll(".graph g svg")].map((sign) => sign.getBoundingClientRect());
  return [...document.querySelectorAll(".graph .lost")].filter((figure) => {
    const { left, right, top, bottom } = figure.getBoundingClientRect();
    return signs.some((sign) => meet({ left: left + 2, right: right - 2, top: top + 3, bottom: bottom - 3 }, sign));
  }).map((figure) => figure.textContent);
}"""
"""Figures of the graph that lie over a sign of it; the box of a text is higher than its digits."""


def worst_mistake(page: Page, table: str) -> dict[str, Any]:
    """What cost most, as the server tells it; both seats are ours."""
    grades: list[dict[str, Any]] = page.evaluate(GRADES, table)
    return max(grades, key=lambda one: one["points_lost"])


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
        assert page.evaluate(BELOW_THE_END) <= 0
        ledger = page.locator(".ledger")
        has_drift = "Drift" in (page.locator(".ledger svg[role]").first.get_attribute("aria-label") or "")
        assert ("+ drift" in ledger.inner_text()) == has_drift

        lesson = worst_mistake(page, table)
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


def test_figures_of_the_graph_cover_none_of_its_signs(visit: Visit) -> None:
    def worse(route: Route) -> None:
        """The first move over and over: the lead goes up and down, and every move is a blunder."""
        told = route.fetch().json()
        leads = [3.0 * min(k % 6, 6 - k % 6) for k in range(24)] if told["grades"] else []
        first = {**(told["grades"] or [{}])[0], "grade": "blunder"}
        told["grades"] = [
            {**first, "number": k + 1, "points_lost": 10.0 + lead, "points": [lead, 0.0]}
            for k, lead in enumerate(leads)
        ]
        route.fulfill(json=told)

    with visit(viewport=PHONE, service_workers="block", quiet=False) as page:
        table = open_late_table(page, ["me", "here"])
        play_quietly(page, 1_000)
        page.route("**/review*", worse)
        page.goto(f"./?review={table}")
        page.locator(".graph .lost").first.wait_for()
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a width and a height
            assert page.locator(".graph g svg").count() >= 24
            assert page.evaluate(COVERED) == []
            assert "19.0" in "".join(page.locator(".graph .lost").all_text_contents())


def test_a_puzzle_is_tried_by_keys_and_its_solution_told(visit: Visit, axe: str) -> None:
    with visit("./?puzzles", viewport=PHONE) as page:
        page.get_by_role("heading", name="Today").wait_for()
        page.locator(".near-area").wait_for()
        tree = page.locator("main").aria_snapshot()
        for name in ("Factory 1 of 5", "Line 1", "You, ", "Your answer"):
            assert name in tree, name
        solution = page.get_by_role("button", name="Show the solution")
        expect(solution).to_have_accessible_description("Showing the solution counts as not solved.")
        press_move(
            page, page.evaluate("async () => (await (await fetch('api/v1/puzzles/today')).json()).legal[0].notation")
        )
        page.locator(".verdict .headline").wait_for()
        if page.locator(".verdict .right").count() == 0:
            expect(solution).to_have_accessible_description("")  # the first try has counted already
            solution.click()
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


@pytest.mark.parametrize(("rule_set", "moves"), [("classic", 16), ("pavilion", 16), ("duel", 66)])
def test_nothing_lies_over_anything_else_on_a_board_of_ones_own(visit: Visit, rule_set: str, moves: int) -> None:
    with visit(f"./?analysis&position={quote(after_moves(rule_set, moves))}") as page:
        page.locator(".near-area").wait_for()
        for width, height in ((1280, 720), (1024, 768), (390, 844), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CROWDED) == [], (width, height)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("?review=xyz", "There is no such game here."),
        ("?review=AAAAAAAAAAAAAAAA", "There is no such game here."),
        ("?puzzles=xyz", "There is no such game here."),
        ("?puzzle=xyz", "There is no such puzzle here."),
        ("?puzzle=0123456789", "There is no such puzzle here."),
    ],
)
def test_a_broken_link_says_so_and_leads_home(visit: Visit, axe: str, address: str, sentence: str) -> None:
    with visit(f"./{address}", quiet=False) as page:
        expect(page.locator("main")).to_contain_text(sentence)
        assert page.locator("main :is(button, .stage, .alert)").count() == 0
        assert violations(page, axe) == []
        page.get_by_role("link", name="To the first page").click()
        page.locator(".game").first.wait_for()


def test_the_list_and_the_ghosts_tell_the_same_line(visit: Visit) -> None:
    with visit(f"./?analysis&position={quote(tilewright.new_game('classic', seed=5).text)}") as page:
        page.locator(".ghosts span").first.wait_for()
        other = page.locator(".side tbody .btn").nth(2).inner_text()
        done = {
            "state": "done",
            "proved": True,
            "plies": 4,
            "depth": 4,
            "positions": 9,
            "seconds": 1,
            "most_seconds": 60,
        }
        done |= {"move": other, "points": [1, 0], "chances": [0.6, 0.4], "variation": [other], "badge": "round proved"}

        def proofs(route: Route) -> None:
            route.fulfill(json=done)

        page.route("**/api/v1/proofs*", proofs)
        page.get_by_role("button", name="Prove", exact=True).click()
        expect(page.locator(".line li code").first).to_have_text(other)
        expect(page.locator(".side tbody .btn[aria-pressed=true]")).to_have_text(other)
        page.get_by_role("heading", name="Odds of the next deal").click()
        page.locator(".odds tbody tr").first.wait_for()
        assert page.locator(".odds").evaluate("(odds) => odds.scrollWidth - odds.clientWidth") <= 0
