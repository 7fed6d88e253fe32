"""The documentation in a browser, under the server's content policy: nothing is refused, and its search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.conftest import DESKTOP, PHONE
from tilewright.server.edge.pages import package_folder

if TYPE_CHECKING:
    from tests.web.conftest import Visit

WIDER_THAN_THE_SCREEN = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(autouse=True)
def built() -> None:
    assert (package_folder() / "site" / "index.html").is_file(), "the site is missing: run scripts/docs"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("page", ["", "guide/bot.html", "reference/games.html", "server.html"])
def test_a_page_is_whole_and_fits_the_screen(visit: Visit, page: str, size: dict[str, int]) -> None:
    with visit(f"./docs/{page}", viewport=size) as site:
        expect(site.locator("h1")).to_be_visible()
        site.wait_for_load_state("networkidle")
        assert site.evaluate(WIDER_THAN_THE_SCREEN) <= 0


def test_search_finds_a_page_and_leads_there(visit: Visit) -> None:
    with visit("./docs/") as site:
        site.get_by_role("button", name="Search").first.click()
        field = site.get_by_role("textbox").or_(site.get_by_role("combobox")).or_(site.get_by_role("searchbox"))
        field.last.fill("systemctl")
        expect(site.get_by_text("systemctl").first).to_be_visible()
        site.keyboard.press("Enter")
        expect(site.get_by_role("heading", level=1)).to_contain_text("Hosting")
