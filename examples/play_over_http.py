"""Play whole games over HTTP alone, against computer opponents, with nothing but Python's own library.

    tilewright serve --port 8000 --no-open &
    python examples/play_over_http.py http://127.0.0.1:8000 classic thinker:3
    python examples/play_over_http.py http://127.0.0.1:8000 classic greedy random thinker:2     # four players
    python examples/play_over_http.py http://127.0.0.1:8000 all                                 # every rule set

It plays any rule set: what may be done comes from the server, so nothing here knows the rules.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Server:
    """A server, and who we are there."""

    def __init__(self, address: str) -> None:
        self.api = f"{address.rstrip('/')}/api/v1"
        self.token = ""
        self.token = self.ask("POST", "/guests", {"name": "Example"})["token"]

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        """Ask once more whenever the server says that it is not ready yet."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        body = None if data is None else json.dumps(data).encode()
        while True:
            request = Request(self.api + path, body, headers, method=method)  # noqa: S310 - the address is the user's
            try:
                with urlopen(request, timeout=60) as answer:  # noqa: S310
                    return json.load(answer)
            except HTTPError as bad:
                problem = json.load(bad)
                if bad.code not in (429, 503):
                    raise SystemExit(f"{problem['code']}: {problem['detail']}") from None
                time.sleep(problem.get("retry_after", 1))


def choose(legal: list[dict[str, Any]]) -> str:
    """The move that loses least and brings most, by what the forecasts say."""

    def worth(move: dict[str, Any]) -> int:
        forecast = move["forecast"] or {}
        return (
            forecast.get("points_now", 0)
            + forecast.get("points_round_end", 0)
            + forecast.get("fills", 0)
            - forecast.get("loses", 0)
        )

    return max(legal, key=worth)["notation"]


def play(server: Server, rule_set: str, opponents: list[str]) -> dict[str, Any]:
    """A game to its end; returns the last view."""
    table = server.ask("POST", "/tables", {"rule_set": rule_set, "seats": ["me", *opponents]})["id"]
    seq = 0
    while True:
        view = server.ask("GET", f"/tables/{table}?since={seq}")
        for event in view["events"]:
            if event["kind"] == "played":
                print(f"{event['seq']:4} seat {event['seat']}  {event['move']}")
        seq = view["seq"]
        if view["awaiting"] == "end":
            return view
        if view["legal"]:
            command = {"id": str(uuid.uuid4()), "expect": seq, "kind": "play", "move": choose(view["legal"])}
            server.ask("POST", f"/tables/{table}/commands", command)
        else:
            time.sleep(0.05)  # a program that minds the wait follows /live instead: see server_bot.py


def main() -> None:
    address, rule_set, *opponents = [*sys.argv[1:], *["http://127.0.0.1:8000", "classic"][len(sys.argv) - 1 :]]
    server = Server(address)
    chosen = [one["id"] for one in server.ask("GET", "/rule-sets")] if rule_set == "all" else [rule_set]
    for name in chosen:
        view = play(server, name, opponents or ["greedy"])
        print(f"{name}: {view['scores']}, won by {view['result']['winners']} ({view['result']['ending']})", flush=True)


if __name__ == "__main__":
    main()
