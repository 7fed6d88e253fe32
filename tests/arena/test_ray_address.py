"""Matches on the cluster that RAY_ADDRESS names: one that is guarded by a token, and none at all."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.test_arena import timeless
from tilewright.arena import cluster
from tilewright.arena.ledger import Ledger
from tilewright.core.errors import BadArgument

pytest.importorskip("ray", reason="Ray is not installed: pip install 'tilewright[cluster]'")

TOKEN = "a-token-that-only-this-test-knows-0123456789"  # noqa: S105 - of a cluster that ends with the test
LOOPBACK = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""The second keeps Ray from taking the machine's own address for 127.0.0.1."""
GUARDED = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN}


def surroundings(**settings: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return own | LOOPBACK | settings


@pytest.fixture(scope="module")
def guarded_head(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real head that wants a token, as ``ray start`` begins it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=1"]
    command += ["--node-ip-address=127.0.0.1", f"--port={address.rpartition(':')[2]}", "--include-dashboard=false"]
    command += ["--object-store-memory=83886080", "--disable-usage-stats"]
    log = tmp_path_factory.mktemp("head") / "log"
    with log.open("w") as said:
        head = subprocess.Popen(command, env=surroundings(**GUARDED), stdout=said, stderr=said, start_new_session=True)
    try:
        wait_for(address, head, log)
        yield address
    finally:
        os.killpg(head.pid, signal.SIGTERM)
        try:
            head.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(head.pid, signal.SIGKILL)
            head.wait()


def wait_for(address: str, head: subprocess.Popen[bytes], log: Path) -> None:
    """Until the head says that all of it has started."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    for _ in range(20):
        if head.poll() is not None:
            pytest.skip(f"Ray cannot start a head here: {log.read_text()[-300:]}")
        if "block forever" in log.read_text():
            return
        subprocess.run(command, env=surroundings(**GUARDED), capture_output=True, timeout=60, check=False)
    pytest.fail(f"the head does not start: {log.read_text()}")


def play(out: Path, on: str, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tilewright", "arena", "classic", "greedy", "random", "--pairs", "3"]
    command += ["--on", on, "--out", str(out), "--json"]
    return subprocess.run(
        command, env=surroundings(**settings), capture_output=True, text=True, timeout=240, check=False
    )


def test_a_match_on_a_guarded_cluster_equals_the_local_one(guarded_head: str, tmp_path: Path) -> None:
    local = play(tmp_path / "local.jsonl", "local")
    remote = play(tmp_path / "ray.jsonl", "ray", RAY_ADDRESS=guarded_head, **GUARDED)
    assert (local.returncode, remote.returncode) == (0, 0), remote.stderr
    games, others = (timeless(Ledger(tmp_path / name).every_game()) for name in ("local.jsonl", "ray.jsonl"))
    assert sorted(games, key=str) == sorted(others, key=str)
    assert len(games) == 6


@pytest.mark.parametrize("token", [{}, {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN[::-1]}])
def test_without_its_token_a_guarded_cluster_is_refused_in_one_line(
    guarded_head: str, tmp_path: Path, token: dict[str, str]
) -> None:
    done = play(tmp_path / "games.jsonl", "ray", RAY_ADDRESS=guarded_head, **token)
    assert done.returncode == 2
    expected = (
        f"tilewright: the Ray cluster at RAY_ADDRESS={guarded_head} wants its token: set RAY_AUTH_MODE=token, "
        "and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH to the token of the cluster"
    )
    assert done.stderr.splitlines() == [expected]


def test_an_address_that_cannot_be_reached_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        done = play(tmp_path / "games.jsonl", "ray", RAY_ADDRESS=address)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"no Ray cluster can be reached at RAY_ADDRESS={address}: " in done.stderr


def test_a_port_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(BadArgument, match=f"no Ray cluster answers at RAY_ADDRESS={address}: waited 1 seconds"):
            cluster.check_reachable(address)


@pytest.mark.parametrize("address", ["127.0.0.1:99999", "[::1]:1", "ray://127.0.0.1:1", "no such host:6379"])
def test_addresses_that_lead_nowhere_are_told_as_given(address: str) -> None:
    with pytest.raises(BadArgument) as refused:
        cluster.check_reachable(address)
    assert f"no Ray cluster can be reached at RAY_ADDRESS={address}: " in str(refused.value)
