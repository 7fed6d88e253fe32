"""How soon a newcomer can play: python benchmarks/first_move.py [CHECKOUT].

Starts `./tilewright` of a checkout (this one without an argument) with an empty home and an empty cache, so that
everything is compiled, and prints as JSON the seconds until the page answers, until a first move of each game can be
made, and until a computer has answered it. A checkout without its `.venv` is set up first; that is told apart.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

NOT_YET = 503


def ask(address: str, path: str, data: Any = None, token: str = "") -> Any:
    """Ask until the server is ready for it."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if data is None else json.dumps(data).encode()
    while True:
        try:
            with urlopen(Request(address + path, body, headers), timeout=600) as answer:  # noqa: S310 - our own server
                text = answer.read()
                return json.loads(text) if path else text
        except HTTPError as bad:
            if bad.code != NOT_YET:
                raise
            time.sleep(0.05)


def first_move(address: str, token: str, rule_set: str, since: float) -> dict[str, float]:
    """Seconds until a move was accepted, and until a computer had answered it."""
    while not any(one["ready"] for one in ask(address, "api/v1/rule-sets") if one["id"] == rule_set):
        time.sleep(0.1)  # as a page does: tables that cannot be laid yet count against those a guest may open
    table = ask(address, "api/v1/tables", {"rule_set": rule_set, "seats": ["me", "thinker:3"]}, token)["id"]
    moved = 0.0
    while True:
        view = ask(address, f"api/v1/tables/{table}", token=token)
        played = {event["seat"] for event in view["events"] if event["kind"] == "played"}
        if moved and 1 in played:
            return {"first move": round(moved, 2), "its answer": round(time.monotonic() - since, 2)}
        if view["legal"]:
            command = {"kind": "play", "move": view["legal"][0]["notation"], "expect": view["seq"]}
            ask(address, f"api/v1/tables/{table}/commands", {"id": str(uuid.uuid4()), **command}, token)
            moved = moved or time.monotonic() - since
        time.sleep(0.1)


def measure(checkout: Path) -> dict[str, Any]:
    """Start, play a move of each room, stop."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
        folders = {"HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "XDG_DATA_HOME": f"{home}/data"}
        began = time.monotonic()
        if not (checkout / ".venv").is_dir():
            subprocess.run([checkout / "tilewright", "--version"], check=True, stdout=subprocess.DEVNULL)
        set_up = time.monotonic() - began
        began = time.monotonic()
        server = subprocess.Popen(
            [checkout / "tilewright", "--no-open"], env=kept | folders, stdout=subprocess.PIPE, text=True
        )
        try:
            address = _address(server)
            ask(address, "")
            told: dict[str, Any] = {"set up": round(set_up, 1), "page": round(time.monotonic() - began, 2)}
            token = ask(address, "api/v1/guests", {})["token"]
            rooms = {one["room"]: one["id"] for one in reversed(ask(address, "api/v1/rule-sets"))}
            for rule_set in reversed(list(rooms.values())):
                told[rule_set] = first_move(address, token, rule_set, began)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)
        return told | {"load": round(os.getloadavg()[0], 2)}


def _address(server: subprocess.Popen[str]) -> str:
    for line in server.stdout or ():
        if "http://" in line:
            return line.split()[-1]
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]
    print(json.dumps(measure(chosen.resolve()), indent=1))
