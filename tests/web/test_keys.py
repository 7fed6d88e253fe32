"""Keys do what was announced, and leave every button what it is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.playing import IDLE, open_table, wait_for_turn, what_the_server_says
from tests.web.test_aloud import hear, listen


def spell(page: Page, keys: str) -> None:
    """Type a move part by part, as somebody who listens does."""
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_function(IDLE)


def moves_at(page: Page) -> list[str]:
    return [event["move"] for event in what_the_server_says(page)["events"] if event["kind"] == "played"]


def test_enter_makes_the_announced_move_though_a_tile_has_the_focus(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        listen(page)
        page.locator('[data-at^="/factories/4"]:is(button)').first.focus()
        spell(page, "2y1")
        hear(page, "Enter makes the move")
        page.keyboard.press("Enter")
        page.locator(".log li button").first.wait_for()
        assert moves_at(page) == ["2Y1"]


def test_enter_makes_the_move_whose_button_was_pressed(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "duel", ["me", "here"], seed=2, moves=4)
        wait_for_turn(page)
        before = len(moves_at(page))
        page.locator(".actions .choice", has_text="stack").click(timeout=15_000)
        page.locator(".commit:enabled").wait_for()
        page.keyboard.press("Enter")
        expect(page.locator(".log li button")).to_have_count(before + 1)
        assert len(moves_at(page)) == before + 1


def test_a_button_that_was_gone_to_is_still_pressed_by_enter(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        spell(page, "2y1")
        page.locator(".commit:enabled").wait_for()
        page.locator(".actions .back").focus()
        page.keyboard.press("Enter")
        page.locator(".commit:disabled").wait_for()
        assert moves_at(page) == []


def test_space_presses_what_has_the_focus(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        tile = page.locator('[data-at^="/factories/4"]:is(button)').first
        tile.focus()
        spell(page, "2y1")
        page.locator(".commit:enabled").wait_for()
        page.keyboard.press("Space")  # another tile is chosen in place of the move
        page.locator(".commit:disabled").wait_for()
        assert moves_at(page) == []
