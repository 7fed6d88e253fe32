"""Playing in a browser as a person would: look, press, commit."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

import tilewright

# What can be pressed now: the move that is whole, else the places that are open to it, else choices without a place.
# None while the page is busy. A place is pressed where a finger would: in its middle, or
# on one of its tiles; nothing may cover it.
WHAT_TO_PRESS = """() => {
  if (document.querySelector(".result")) return { over: true };
  if (!document.querySelector(".actions") || document.querySelector("[data-busy]")) return null;
  const shown = (element) => element.checkVisibility();
  const commit = document.querySelector(".commit");
  if (commit && !commit.disabled) return { commit: true };
  const open = 'main [data-at]:is(button, [role="button"]):not(:disabled):not([aria-disabled="true"])';
  const places = [...document.querySelectorAll(open)].filter(shown);
  const front = places.filter((place) => place.matches(".ok, .legal, .open"));
  const others = [...document.querySelectorAll(".actions .choice")].filter(shown).length;
  const wanted = (front.length ? front : places).map((place) => place.dataset.at);
  return wanted.length || others ? { places: wanted, others } : null;
}"""
MIDDLE = """(selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  let by = null;
  for (const part of [element, ...element.querySelectorAll("svg")]) { // tiles of one colour may lie around others
    const box = part.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    by = document.elementFromPoint(x, y);
    if (by !== null && element.contains(by)) return { x, y, hit: true };
  }
  return { hit: false, by: by?.outerHTML.slice(0, 200) };
}"""
IDLE = "() => !document.querySelector('[data-busy]')"
OPEN_TABLE = """async (wanted) => {
  const headers = { "content-type": "application/json" };
  const ask = async (path, body) => {
    for (let asked = 0; asked < 600; asked++) {
      const answer = await fetch(`api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (answer.status !== 503) return answer.json(); // 503: that game is still being made ready
      await new Promise((done) => setTimeout(done, 1000));
    }
    throw new Error(`${path}: its game does not become ready`);
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
WENT_ON = """async (seq) => {
  const table = new URLSearchParams(location.search).get("table");
  return (await (await fetch(`api/v1/tables/${table}`)).json()).seq > seq;
}"""
PLAY = """async ([count, named]) => {
  const table = named ?? new URLSearchParams(location.search).get("table");
  const headers = { "content-type": "application/json" };
  for (let made = 0, waited = 0; made < count; ) {
    if (waited > 600) throw new Error(`nobody can play here after ${made} moves`);
    const { seq, status, legal } = await (await fetch(`api/v1/tables/${table}`)).json();
    if (status === "over") return;
    if (legal.length) {
      const move = legal[(7 * made + 3) % legal.length].notation;
      const body = JSON.stringify({ id: crypto.randomUUID(), expect: seq, kind: "play", move });
      const { ok } = await fetch(`api/v1/tables/${table}/commands`, { method: "POST", headers, body });
      if (ok) [made, waited] = [made + 1, 0];
      else waited += 1;
    } else {
      waited += 1;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}"""


def open_table(page: Page, rule_set: str, seats: list[str], *, moves: int = 0, **more: Any) -> str:
    """A table with this page's guest at it, where so many moves have been made; the page goes there."""
    wanted = {"rule_set": rule_set, "players": len(seats), "seats": seats, **more}
    table: str = page.evaluate(OPEN_TABLE, wanted)
    if moves:
        page.evaluate(PLAY, [moves, table])
    page.goto(f"./?table={table}")
    return table


def open_late_table(page: Page, seats: list[str], *, rounds: int = 4, seed: int = 5) -> str:
    """A table whose game begins in a late round, so that its end and its review are near."""
    game = tilewright.new_game("classic", players=len(seats), seed=seed)
    greedy = tilewright.bot("greedy")
    while game.round_number < rounds:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    table: str = page.evaluate(OPEN_TABLE, {"position": game.text, "seats": seats})
    page.goto(f"./?table={table}")
    return table


def play_quietly(page: Page, moves: int) -> None:
    """Play moves of ours without the page, for what comes after them."""
    page.evaluate(PLAY, [moves, None])


def play_to_the_end(page: Page, *, seed: int, touch: bool = False, most: int = 400) -> int:
    """Press places as the page offers them, until the game is over; returns how many moves were made."""
    dice, made = random.Random(seed), 0
    while made < most:
        found = what_to_press(page)
        if found.get("over"):
            return made
        if found.get("commit"):
            made += 1
            press(page, ".commit", touch=touch)
        elif found["others"] and (not found["places"] or dice.random() < 0.1):
            press(page, f".actions .choice:nth-of-type({dice.randrange(found['others']) + 1})", touch=touch)
        else:  # often the first: games that fill the upper lines end sooner
            place = found["places"][0] if dice.random() < 0.8 else dice.choice(found["places"])
            press(page, at(place), touch=touch)
    raise AssertionError(f"not over after {most} moves")


def at(place: str) -> str:
    return f'main [data-at="{place}"]:is(button, [role="button"])'


def press(page: Page, selector: str, *, touch: bool = False) -> None:
    """Press the middle of something with the mouse or a finger."""
    middle = page.evaluate(MIDDLE, selector)
    assert middle["hit"], f"{selector} is covered by {middle['by']}"
    if touch:
        page.touchscreen.tap(middle["x"], middle["y"])
    else:
        page.mouse.click(middle["x"], middle["y"])


def what_to_press(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.wait_for_function(WHAT_TO_PRESS, polling=25).json_value()
    return found


def what_the_server_says(page: Page) -> dict[str, Any]:
    """The table of this page's address as its guest sees it."""
    view: dict[str, Any] = page.evaluate(VIEW)
    return view


def wait_for_turn(page: Page) -> bool:
    """Whether there is a move to make; False when the game is over."""
    return not what_to_press(page).get("over")


def wait_for_more(page: Page, seq: int) -> None:
    """Until the table has gone on from here, and this page has seen it."""
    page.wait_for_function(WENT_ON, arg=seq, polling=60)
    page.wait_for_function(IDLE)


def pick_something(page: Page) -> None:
    """Choose the first place that is open, and no more."""
    for place in what_to_press(page).get("places", [])[:1]:
        press(page, at(place))
    page.wait_for_function(IDLE)
