"""Answers that come late, or not at once, and what an earlier choice leaves behind."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.web.conftest import Visit
from tests.web.playing import IDLE, open_late_table, open_table, play_quietly, wait_for_turn
from tests.web.test_keys import moves_at

BUSY = '{"type": "about:blank", "title": "Busy", "status": 503, "detail": "all are thinking", "code": "busy"}'
TRACED = "[...document.querySelectorAll('.traced')].map((one) => one.dataset.at)"


def test_the_answer_to_a_choice_that_was_replaced_is_not_listened_to(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        held: list[Route] = []

        def hold_the_first(route: Route) -> None:
            if held:
                route.continue_()
            else:
                held.append(route)

        page.route("**/choices*", hold_the_first)
        tiles = page.locator('[data-at^="/factories/4/"]:is(button)')
        tiles.nth(0).click()
        wanted = str(tiles.nth(1).get_attribute("data-at")).rpartition("/")[2]
        with page.expect_response("**/choices*"):
            tiles.nth(1).click()
        line = page.locator('button[data-at="/boards/0/lines/0"]')
        expect(line).to_be_enabled()
        with page.expect_response("**/choices*"):
            held[0].continue_()
        page.wait_for_function(IDLE)
        line.click()
        page.locator(".commit:enabled").click()
        page.locator(".log li button").first.wait_for()
        assert moves_at(page) == [f"5{wanted}1"]


def test_a_review_goes_on_when_the_server_was_busy_for_a_moment(visit: Visit) -> None:
    with visit(quiet=False) as page:
        table = open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 1_000)
        refused: list[Route] = []

        def busy_once(route: Route) -> None:
            if refused:
                route.continue_()
            else:
                refused.append(route)
                route.fulfill(status=503, content_type="application/problem+json", body=BUSY)

        page.route("**/review*", busy_once)
        page.goto(f"./?review={table}")
        page.locator(".moves li button").first.wait_for()
        assert refused


def test_another_game_has_no_theme_of_the_last_one(visit: Visit) -> None:
    with visit() as page:
        page.goto("./?puzzles")
        theme = page.locator(".side select").nth(1)
        theme.locator("option").nth(1).wait_for(state="attached")
        theme.select_option(index=1)
        page.get_by_label("Game").select_option("duel")
        expect(theme.locator("option:checked")).to_have_text("any theme")


def test_after_a_take_back_the_move_before_it_is_the_last(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], moves=2, seed=3)
        page.locator(".log li button").nth(1).wait_for()
        wait_for_turn(page)
        before = page.evaluate(TRACED)
        assert any(place.startswith("/boards/1/") for place in before)
        play_quietly(page, 2)
        page.locator(".log li button").nth(3).wait_for()
        wait_for_turn(page)
        assert page.evaluate(TRACED) != before
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Ask to take the last move back").click()
        page.locator(".log .code", has_text="taken back").wait_for()
        assert page.evaluate(TRACED) == before
