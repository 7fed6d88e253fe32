"""Two browsers at one table: the line is cut, the server is killed, and the game goes on where it was."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.web.playing import IDLE, at, open_table, press, what_the_server_says, what_to_press
from tests.web.serving import Server


class Guest:
    """Somebody at a browser whose line can be cut."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.context = browser.new_context(base_url=server.address, reduced_motion="reduce")
        self.context.set_default_timeout(90_000)
        self.page: Page = self.context.new_page()
        self._lines: list[WebSocketRoute] = []
        self.page.route_web_socket("**/live?**", self._through)
        self.page.goto("./")

    def _through(self, line: WebSocketRoute) -> None:
        line.connect_to_server()
        self._lines.append(line)

    def cut(self) -> None:
        """The line breaks without a word."""
        for line in self._lines:
            line.close()
        self._lines.clear()

    def accept(self, link: str) -> None:
        """Sit down where a link leads."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down").click()

    def choose(self) -> None:
        """Choose the first whole move that is offered, without making it."""
        for _ in range(6):
            found = what_to_press(self.page)
            if found.get("commit"):
                return
            press(self.page, at(found["places"][0]))
            self.page.wait_for_function(IDLE)

    def play(self) -> None:
        self.choose()
        self.page.locator(".commit").click()


def moves_at(page: Page) -> list[str]:
    return [event["move"] for event in what_the_server_says(page)["events"] if event["kind"] == "played"]


def test_two_browsers_a_cut_line_and_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start("classic")
    ann, ben = Guest(browser, server), Guest(browser, server)
    try:
        open_table(ann.page, "classic", ["me", "open"])
        link = ann.page.get_by_label("Invitation")
        link.wait_for()
        ben.accept(link.input_value())
        ann.play()
        ben.play()

        ann.choose()
        ann.cut()  # what was chosen is not lost, and the table comes back by itself
        ann.page.locator(".commit:enabled").click()
        ben.play()
        assert len(moves_at(ann.page)) == 4

        ann.choose()
        server.kill()
        ann.page.locator(".top .line").wait_for()
        ann.page.locator(".commit").click()  # made without a line: kept, shown as not yet sent
        ann.page.locator(".sending").wait_for()
        assert ann.page.evaluate("Object.values(sessionStorage).some((kept) => kept.includes('play'))"), (
            "a reload keeps it"
        )
        server.start("classic")
        ben.play()
        assert len(moves_at(ben.page)) == 6
        assert ann.page.locator(".sending").count() == 0
    finally:
        ann.context.close()
        ben.context.close()
        server.stop()


def test_a_reload_in_the_middle_of_a_choice_and_a_second_tab(browser: Browser, server: Server) -> None:
    ann = Guest(browser, server)
    try:
        open_table(ann.page, "classic", ["me", "random"])
        ann.choose()
        second = ann.context.new_page()
        second.goto(ann.page.url)
        ann.page.reload()
        ann.play()
        what_to_press(ann.page)
        what_to_press(second)
        assert what_the_server_says(second)["seq"] == what_the_server_says(ann.page)["seq"] >= 2
    finally:
        ann.context.close()
