"""What is heard at a table by who does not see it: every sentence that the live regions ever held."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page

from tests.web.conftest import PATIENCE, Visit
from tests.web.playing import open_late_table, open_table, play_quietly, wait_for_turn, what_the_server_says
from tests.web.serving import Server
from tests.web.test_nothing_is_lost import Guest

MINUS = "\N{MINUS SIGN}"
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll(".said[aria-live]"))
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes) if (added.tagName === "P") window.heard.push(added.textContent);
    }).observe(region, { childList: true });
}"""
SAY = """async ([text]) => {
  const table = new URLSearchParams(location.search).get("table");
  const { seq } = await (await fetch(`api/v1/tables/${table}`)).json();
  const body = JSON.stringify({ id: crypto.randomUUID(), expect: seq, kind: "say", text });
  const headers = { "content-type": "application/json" };
  await fetch(`api/v1/tables/${table}/commands`, { method: "POST", headers, body });
}"""


def listen(page: Page) -> None:
    wait_for_turn(page)
    page.evaluate(LISTEN)


def hear(page: Page, pattern: str, *, patience: float = 20_000) -> str:
    """Wait until something like this has been said, and tell it."""
    found = "(pattern) => window.heard.find((sentence) => new RegExp(pattern).test(sentence)) ?? false"
    said: str = page.wait_for_function(found, arg=pattern, polling=50, timeout=patience).json_value()
    return said


def test_a_move_by_keys_is_heard_part_by_part_and_then_the_answer(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "random"], seed=3)
        listen(page)
        page.keyboard.press("2")
        assert hear(page, "Factory 2 of 5").endswith("choose a colour")
        page.keyboard.press("y")
        assert hear(page, "Take 1 yellow").endswith("choose a line for yellow")
        page.keyboard.press("1")
        assert "fills line 1" in hear(page, "Place in line 1: .*Enter makes the move")
        page.evaluate("window.heard.length = 0")
        page.keyboard.press("Escape")
        hear(page, "choose a line for yellow$")
        page.keyboard.press("1")
        page.locator(".commit:enabled").wait_for()
        page.keyboard.press("Enter")
        hear(page, "takes 1 yellow from factory 2 to line 1: fills line 1")
        hear(page, r"Random takes .*: (fills line|line|floor)", patience=PATIENCE)
        hear(page, "^Your turn", patience=PATIENCE)


def test_the_scores_of_a_round_and_the_result_are_heard(visit: Visit) -> None:
    with visit() as page:
        open_late_table(page, ["me", "here"])
        listen(page)
        before = what_the_server_says(page)["scores"]
        while what_the_server_says(page)["position"]["round"] == 4:
            play_quietly(page, 1)
        after = what_the_server_says(page)["scores"]
        said = hear(page, "Scores of round 4")
        assert [int(score) for score in re.findall(r"now (\d+)", said)] == after
        gained = [int(points.replace(MINUS, "-")) for points in re.findall(rf"([+{MINUS}]\d+), now", said)]
        assert gained == [now - then for now, then in zip(after, before, strict=True)]
        play_quietly(page, 600)
        result = what_the_server_says(page)["result"]["scores"]
        assert all(str(score) in hear(page, "The game is over") for score in result)


def test_a_move_taken_back_is_heard(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], moves=2)
        listen(page)
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Ask to take the last move back").click()
        hear(page, "The last move was taken back")
        hear(page, "to move")


def test_a_friend_a_word_and_a_broken_line_are_heard(browser: Browser, server: Server) -> None:
    ann, ben = Guest(browser, server), Guest(browser, server)
    try:
        open_table(ann.page, "classic", ["me", "open"])
        link = ann.page.get_by_label("Invitation")
        link.wait_for()
        ann.page.evaluate(LISTEN)
        ben.accept(link.input_value())
        hear(ann.page, "sits down")
        ann.choose()
        ben.page.evaluate(SAY, ["good luck"])
        hear(ann.page, "says: good luck")
        ben.page.evaluate(SAY, ["have fun"])
        hear(ann.page, "says: have fun")  # the first word has come to its end
        assert ann.page.locator(".commit").is_enabled(), "what somebody says takes nothing out of anybody's hand"
        ann.cut()
        hear(ann.page, "connection is lost")
        hear(ann.page, "connection is back")
    finally:
        ann.context.close()
        ben.context.close()


def test_keys_that_ask_are_answered_in_short_sentences(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3, moves=2)
        listen(page)
        page.keyboard.press("Shift+O")
        said = hear(page, "Lines: ")
        assert re.search(r"Lines: line \d \d of \d \w+\. Wall: empty\.", said)
        assert "needs" not in said
        page.keyboard.press("Shift+W")
        hear(page, r"^Wall: empty\.$")
        page.keyboard.press("Shift+C")
        said = hear(page, "Centre: ")
        assert said.count("Factory 3 ") == 1
        assert "Take" not in said
        page.keyboard.press("Shift+G")
        hear(page, r"Bag: \d+ blue, .*lid: no tiles\.")
        row = page.locator(".near-area .rows .gauge").nth(2)
        assert row.get_attribute("aria-label") == "row 3 needs 5"


def test_a_hint_is_heard_and_measured_as_the_evaluation_is(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3, aids={"hints": True, "evaluation": True})
        listen(page)
        page.get_by_role("button", name="Hint").click()
        said = hear(page, "Points ahead after", patience=PATIENCE)
        assert re.search(rf"after \w+: [+{MINUS}]\d+\.\d; \w+: [+{MINUS}]\d+\.\d", said)
        assert page.locator(".ask", has_text=said).is_visible()
        assert page.locator(".log ol").evaluate("(list) => list.clientHeight") >= 3 * 33
