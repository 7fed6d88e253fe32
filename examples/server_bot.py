"""A bot in a process of its own that takes a seat at somebody's table and plays it over the WebSocket.

    python examples/server_bot.py http://127.0.0.1:8000 TABLE SEAT INVITATION [thinker:5]

The table's view becomes a position again (`tilewright.from_data`), any of our opponents chooses, and the choice goes
back as notation. When the connection breaks, it comes back and goes on from the number it had. When the server says
that it asks too much (`too_many`), it waits for as long as the server says, and sends the same again.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import tilewright

TOO_MANY = 429


def post(url: str, data: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(url, json.dumps(data).encode(), headers)  # noqa: S310 - the address is the user's
    while True:
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310
                return json.load(answer)
        except HTTPError as bad:
            if bad.code != TOO_MANY:
                raise
            time.sleep(json.load(bad)["retry_after"])


class Bot:
    """Plays one seat to the end of the game."""

    def __init__(self, address: str, table: str, opponent: str) -> None:
        self.api = f"{address.rstrip('/')}/api/v1"
        self.table, self.opponent = table, tilewright.bot(opponent)
        self.token = post(f"{self.api}/guests", {"name": f"Bot {opponent}"})["token"]
        self.seq = 0

    def sit_down(self, seat: int, invitation: str) -> None:
        post(f"{self.api}/tables/{self.table}/seats/{seat}", {"invitation": invitation}, self.token)

    def play(self) -> dict[str, Any]:
        """Follow the table until the game is over, through every interruption; returns the last view."""
        while True:
            live = f"{self.api.replace('http', 'ws', 1)}/tables/{self.table}/live?since={self.seq}"
            try:
                with connect(live, additional_headers={"Authorization": f"Bearer {self.token}"}) as socket:
                    return self._follow(socket)
            except (OSError, WebSocketException):
                time.sleep(1)

    def _follow(self, socket: ClientConnection) -> dict[str, Any]:
        command: dict[str, Any] = {}
        for text in socket:
            frame = json.loads(text)
            if frame["type"] == "problem" and frame["problem"]["status"] == TOO_MANY:
                time.sleep(frame["problem"]["retry_after"])
                socket.send(json.dumps(command))  # with the same id, so that it is done once
                continue
            if frame["type"] == "problem" and frame["problem"]["status"] == 503:
                raise OSError(frame["problem"]["detail"])  # not now: come back, look again, move again
            if frame["type"] != "view":
                continue
            view = frame["view"]
            self.seq = view["seq"]
            if view["awaiting"] == "end":
                return view
            if view["legal"]:
                position = tilewright.from_data(view["position"])
                move = self.opponent.choose(position).move.notation
                command = {"id": str(uuid.uuid4()), "expect": self.seq, "kind": "play", "move": move}
                socket.send(json.dumps(command))
        raise OSError("the connection ended")


def main() -> None:
    address, table, seat, invitation = sys.argv[1:5]
    bot = Bot(address, table, sys.argv[5] if len(sys.argv) > 5 else "thinker:3")
    bot.sit_down(int(seat), invitation)
    view = bot.play()
    print(f"{view['scores']}, won by {view['result']['winners']} ({view['result']['ending']})")


if __name__ == "__main__":
    main()
