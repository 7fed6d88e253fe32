"""The examples that talk to a server, each in a process of its own against one that listens."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import tilewright
from tests.arena.engines import write_engine
from tests.kit.waiting import wait_for
from tests.server.listening import listening, post
from tests.soak.fork_server import ForkServer
from tilewright.server.edge import live
from tilewright.server.limits import Limit, Limits
from tilewright.server.problems import TooManyRequests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.listening import Listening

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 600  # seconds; a busy machine is no fault of the server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    folder = tmp_path_factory.mktemp("data")
    engine = write_engine(folder, 'say("bestmove " + moves[-1])').removeprefix("engine:")
    broken = write_engine(folder, "os._exit(7)", "broken.py").removeprefix("engine:")
    with listening(folder / "served", engines={"tiny": engine, "broken": broken}) as found:
        yield found


def run(example: str, *words: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / example), *words], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_rule_set_is_played_over_http_alone(server: Listening) -> None:
    said = run("play_over_http.py", server.address, "all", "random")

    assert [line.split(":")[0] for line in said.splitlines() if "won by" in line] == [
        known.id for known in tilewright.rule_sets()
    ]


def test_four_play_over_http_alone(server: Listening) -> None:
    said = run("play_over_http.py", server.address, "classic", "greedy", "random", "greedy")

    assert said.splitlines()[-1].startswith("classic: [")
    assert {line.split()[2] for line in said.splitlines() if " seat " in line} == {"0", "1", "2", "3"}


def test_an_engine_of_the_owner_plays_and_one_that_fails_is_stood_in_for(server: Listening) -> None:
    for name in ("tiny", "broken"):
        said = run("play_over_http.py", server.address, "duel" if name == "tiny" else "classic", f"engine:{name}")
        assert "won by" in said.splitlines()[-1], name


def view_of(address: str, table: str) -> dict[str, Any]:
    with urlopen(f"{address}/api/v1/tables/{table}", timeout=60) as answer:  # noqa: S310 - our own address
        return json.load(answer)


def test_a_bot_that_meets_a_limit_waits_and_plays_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused, count = list[str](), Limits.count

    def counted(self: Limits, limit: Limit, who: str) -> None:
        try:
            count(self, limit, who)
        except TooManyRequests:
            refused.append(limit.name)
            raise

    monkeypatch.setattr(live, "COMMANDS", Limit("commands", 2, 3.0))
    monkeypatch.setattr(Limits, "count", counted)
    game = tilewright.new_game("classic", players=2, seed=3)
    while game.round_number < 4:
        game.play(game.legal_moves[0])
    with listening(tmp_path) as server:
        token = server.post("/guests", {"name": "Ann"})["token"]
        opened = server.post("/tables", {"position": game.text, "seats": ["open", "greedy"]}, token)
        server.service.limits.off = False
        said = run("server_bot.py", server.address, opened["id"], "0", opened["invitation"], "greedy")
        view = view_of(server.address, opened["id"])

    assert view["status"] == "over"
    assert "won by" in said
    assert set(refused) == {"commands"}


def test_a_bot_takes_a_seat_and_goes_on_when_the_server_was_killed(tmp_path: Path) -> None:
    fork_server = ForkServer(tmp_path)
    address = f"http://127.0.0.1:{fork_server.port}"
    try:
        fork_server.start()
        token = post(address, "/guests", {"name": "Ann"})["token"]
        opened = post(address, "/tables", {"seats": ["open", "open"]}, token)
        table, bots = opened["id"], []
        for seat in (0, 1):
            words = [address, table, str(seat), opened["invitation"], "greedy"]
            bots.append(
                subprocess.Popen(
                    [sys.executable, str(EXAMPLES / "server_bot.py"), *words], stdout=subprocess.PIPE, text=True
                )
            )
        wait_for(lambda: view_of(address, table)["seq"] >= 10, "the bots' moves", seconds=PATIENCE, every=0.05)
        fork_server.kill()
        fork_server.start()
        said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
        view = view_of(address, table)
    finally:
        fork_server.close()

    assert view["status"] == "over"
    assert said[0] == said[1] == f"{view['scores']}, won by {view['result']['winners']} ({view['result']['ending']})\n"
    assert [seat["name"] for seat in view["seats"]] == ["Bot greedy", "Bot greedy"]
