"""Playing in a browser as a person would: look, press, commit."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

SOMETHING_TO_DO = """() => {
  const shown = (element) => element.checkVisibility();
  const commit = document.querySelector(".commit");
  if (document.querySelector(".result")) return { over: true };
  if (document.querySelector("[data-busy]")) return null;
  if (commit && !commit.disabled) return { commit: true };
  const open = '[data-at]:is(button, [role="button"]):not(:disabled):not([aria-disabled="true"])';
  const places = [...document.querySelectorAll(`main ${open}`)].filter(shown);
  const front = places.filter((place) => place.matches(".ok, .legal, .open"));
  const others = [...document.querySelectorAll(".actions .choice")].filter(shown);
  const wanted = (front.length ? front : places).map((place) => place.dataset.at);
  return wanted.length || others.length ? { places: wanted, others: others.length } : null;
}"""


IDLE = "() => !document.querySelector('[data-busy]')"
OPEN_TABLE = """async (wanted) => {
  const headers = { "content-type": "application/json" };
  const ask = async (path, body) => {
    const answer = await fetch(`api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };
  if (!localStorage.getItem("tilewright.guest")) await ask("guests", { name: "Ann" });
  localStorage.setItem("tilewright.guest", "yes");
  const { id, invitation } = await ask("tables", wanted);
  if (invitation) localStorage.setItem(`tilewright.invitation.${id}`, invitation);
  return id;
}"""
VIEW = """async () => {
  const table = new URLSearchParams(location.search).get("table");
  return (await fetch(`api/v1/tables/${table}`)).json();
}"""


def open_table(page: Page, rule_set: str, seats: list[str], **more: Any) -> str:
    """A table with this page's guest at it; the page goes there."""
    wanted = {"rule_set": rule_set, "players": len(seats), "seats": seats, **more}
    table: str = page.evaluate(OPEN_TABLE, wanted)
    page.goto(f"./?table={table}")
    return table


def play_to_the_end(page: Page, *, seed: int, touch: bool = False, most: int = 400, or_stop: bool = False) -> int:
    """Press places at random, as the page offers them, until the game is over; returns how many moves were made."""
    dice, made = random.Random(seed), 0
    while made < most:
        found = page.wait_for_function(SOMETHING_TO_DO).json_value()
        if found.get("over"):
            return made
        if found.get("commit"):
            made += 1
            press(page, ".commit", touch=touch)
        elif found["others"] and (not found["places"] or dice.random() < 0.1):
            press(page, f".actions .choice >> nth={dice.randrange(found['others'])}", touch=touch)
        else:
            place = dice.choice(found["places"])
            press(page, f'main [data-at="{place}"]:is(button, [role="button"])', touch=touch)
    if or_stop:
        return made
    raise AssertionError(f"not over after {most} moves")


def press(page: Page, selector: str, *, touch: bool = False) -> None:
    first = page.locator(selector).first
    if touch:
        first.tap()
    else:
        first.click()


def what_the_server_says(page: Page) -> dict[str, Any]:
    """The table of this page's address as its guest sees it."""
    view: dict[str, Any] = page.evaluate(VIEW)
    return view


def wait_for_turn(page: Page) -> bool:
    """Whether there is a move to make; False when the game is over."""
    found = page.wait_for_function(SOMETHING_TO_DO).json_value()
    return not found.get("over")


def pick_something(page: Page) -> None:
    """Choose the first place that is open, and no more."""
    found = page.wait_for_function(SOMETHING_TO_DO).json_value()
    for place in found.get("places", [])[:1]:
        page.locator(f'main [data-at="{place}"]:is(button, [role="button"])').first.click()
    page.wait_for_function(IDLE)
