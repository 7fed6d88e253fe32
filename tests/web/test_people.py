"""The people at a table, as two friends see each other: today's names, and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import DESKTOP, PHONE
from tests.web.playing import open_table, wait_for_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.web.serving import Server

RENAME = """async () => {
  const headers = { "content-type": "application/json" };
  await fetch("api/v1/guests/me", { method: "POST", headers, body: JSON.stringify({ name: "Benedict" }) });
}"""
BOX = "(element) => JSON.stringify(element.getBoundingClientRect())"
AWAY_AT_LAST = 30_000
"""Milliseconds: the grace of a server, and much more for a busy machine."""


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def friends(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[Page, Page]]:
    """Two pages at one table."""
    with (
        browser.new_context(base_url=server.address, viewport=request.param, reduced_motion="reduce") as hers,
        browser.new_context(base_url=server.address, viewport=request.param, reduced_motion="reduce") as his,
    ):
        ann, ben = hers.new_page(), his.new_page()
        ann.goto("./offline.html")
        table = open_table(ann, "classic", ["me", "open"])
        invitation = ann.evaluate("(id) => localStorage.getItem(`tilewright.invitation.${id}`)", table)
        ben.goto(f"./?table={table}&invitation={invitation}")
        ben.get_by_label("Your name").fill("Ben")
        ben.keyboard.press("Enter")
        ben.locator(".player").first.wait_for()
        wait_for_turn(ann)
        yield ann, ben


def test_a_new_name_reaches_the_other_page(friends: tuple[Page, Page]) -> None:
    ann, ben = friends
    expect(ann.locator(".others-area h2").first).to_have_text("Ben")
    ben.evaluate(RENAME)
    expect(ann.locator(".others-area h2").first).to_have_text("Benedict")
    ann.reload()
    expect(ann.locator(".others-area h2").first).to_have_text("Benedict")


def test_who_closes_the_page_is_seen_and_heard_to_be_away(friends: tuple[Page, Page]) -> None:
    ann, ben = friends
    other = ann.locator(".others-area .player").first
    before, address = other.evaluate(BOX), ben.url
    ben.goto("./offline.html")
    expect(other.locator("small.away")).to_have_text("away", timeout=AWAY_AT_LAST)
    expect(other).to_have_attribute("aria-label", "Ben, 0 points, away")
    expect(ann.locator(".said[aria-live=polite]").get_by_text("Ben is away.")).to_have_count(1)
    assert other.evaluate(BOX) == before
    ben.goto(address)
    expect(other.locator("small.away")).to_have_count(0)
    expect(other).to_have_attribute("aria-label", "Ben, 0 points")
    assert other.evaluate(BOX) == before
