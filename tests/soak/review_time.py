"""How long a review takes in the page, and if the server stays quick: ``python -m tests.soak.review_time``.

A game of about fifty moves is brought to a server and its review opened in a browser. Somebody else plays at another
table all the while; their moves are timed before and during the review.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import tilewright
from tests.web.browser import launch
from tests.web.serving import Server
from tilewright.play.game import Game
from tilewright.records.record import write_json

BRING = """async (record) => {
  const headers = { "content-type": "application/json" };
  const sent = (body) => ({ method: "POST", headers, body: JSON.stringify(body) });
  const ask = async (path, body) => (await fetch(`api/v1/${path}`, sent(body))).json();
  await ask("guests", { name: "Ann" });
  localStorage.setItem("tilewright.guest", "yes");
  return (await ask("records", { record, seat: 0 })).id;
}"""
ALL_GRADED = """() => {
  const told = document.querySelector(".moves [role=status]")?.textContent ?? "";
  const [graded, total] = told.match(/\\d+/g) ?? [];
  return graded && graded !== "0" && graded === total;
}"""


def game_of_about(moves: int, rule_set: str, players: int) -> Game:
    """A game of two quick levels, as near to so many moves as one of twenty is."""
    found: list[Game] = []
    for seed in range(20):
        game, bots = (
            tilewright.new_game(rule_set, players, seed=seed),
            [tilewright.bot("thinker:4"), tilewright.bot("greedy")],
        )
        while game.to_move is not None:
            game.play(bots[game.to_move % 2].choose(game.view(game.to_move)).move)
        found.append(game)
        if abs(len(game.moves) - moves) <= 1:
            break
    return min(found, key=lambda one: abs(len(one.moves) - moves))


class Somebody(threading.Thread):
    """Plays at another table, for as long as it is let, and notes how long each move takes."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address, self.token, self.seconds, self.ends = address, "", list[float](), False

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.token}"}
        asked = urllib.request.Request(  # noqa: S310 - our own address
            f"{self.address}api/v1/{path}", data, headers if self.token else {"content-type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - our own address
            return json.load(answer)

    def run(self) -> None:
        self.token = self.ask("guests", {"name": "Ben"})["token"]
        while not self.ends:
            table = self.ask("tables", {"seats": ["me", "here"]})["id"]
            view = self.ask(f"tables/{table}")
            while view["legal"] and not self.ends:
                command = {
                    "id": str(uuid.uuid4()),
                    "expect": view["seq"],
                    "kind": "play",
                    "move": view["legal"][-1]["notation"],
                }
                began = time.perf_counter()
                self.ask(f"tables/{table}/commands", command)
                self.seconds.append(time.perf_counter() - began)
                time.sleep(0.05)
                view = self.ask(f"tables/{table}")

    def told(self, since: int) -> str:
        found = sorted(self.seconds[since:])
        if len(found) < 2:
            return "too few moves"
        return (
            f"{len(found)} moves, median {1000 * statistics.median(found):.0f} ms,"
            f" 95 of 100 within {1000 * found[int(0.95 * len(found))]:.0f} ms, slowest {1000 * found[-1]:.0f} ms"
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--moves", type=int, default=50)
    words.add_argument("--rule-set", default="classic")
    words.add_argument("--players", type=int, default=2)
    wanted = words.parse_args()
    game = game_of_about(wanted.moves, wanted.rule_set, wanted.players)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            other = Somebody(server.address)
            page = browser.new_context(base_url=server.address, reduced_motion="reduce").new_page()
            page.set_default_timeout(600_000)
            page.goto("./")
            table = page.evaluate(BRING, write_json(game.record([f"Seat {k}" for k in range(game.players)])))
            other.start()
            time.sleep(10)
            before = other.told(0)
            mark, began = len(other.seconds), time.perf_counter()
            page.goto(f"./?review={table}")
            page.locator(".moves li button").first.wait_for()
            first = time.perf_counter() - began
            page.wait_for_function(ALL_GRADED)
            every = time.perf_counter() - began
            page.locator(".ledger rect.result").first.wait_for()
            luck = time.perf_counter() - began
            other.ends = True
            other.join(60)
        finally:
            browser.close()
            server.stop()
    kind, load = f"{wanted.rule_set}/{game.players}", os.getloadavg()[0]
    print(f"{kind}, {len(game.moves)} moves; load {load:.1f} on {os.cpu_count()} cores")
    print(f"  first grades after {first:.1f} s, all after {every:.1f} s, luck too after {luck:.1f} s")
    print(f"  moves at another table before: {before}")
    print(f"  and meanwhile: {other.told(mark)}")


if __name__ == "__main__":
    main()
