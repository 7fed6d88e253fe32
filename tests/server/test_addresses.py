"""Where a server can be reached, by which names it answers, and whose word on an address counts."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import socket
import subprocess
import sys
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.listening import listening
from tilewright.server import limits, settings
from tilewright.server.limits import Limit
from tilewright.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.listening import Listening


EVERYWHERE = "0.0.0.0"  # noqa: S104 - in network namespaces of our own


@pytest.mark.parametrize(
    ("host", "reached_at", "own"),
    [
        ("127.0.0.1", "192.168.1.5", False),
        ("127.0.0.1", "127.0.0.1", False),
        (EVERYWHERE, "192.168.1.5", True),
        ("::", "::ffff:192.168.1.5", True),
        (EVERYWHERE, "10.0.0.1", False),
        (EVERYWHERE, "testserver", False),
        (EVERYWHERE, None, False),
    ],
)
def test_an_address_of_this_machine_is_ours_where_all_are_listened_at(
    tmp_path: Path, host: str, reached_at: str | None, own: bool
) -> None:
    served = Settings(tmp_path, host=host, port=8000)

    assert ("192.168.1.5:8000" in served.own_hosts(reached_at)) is own
    assert ("http://192.168.1.5:8000" in served.own_origins(reached_at)) is own
    assert "evil.example:8000" not in served.own_hosts(reached_at)
    assert "127.0.0.1:8000" in served.own_hosts(reached_at)


def test_new_addresses_stand_in_brackets(tmp_path: Path) -> None:
    assert "[fd00::1]:80" in Settings(tmp_path, host="fd00::1", port=80).own_hosts()
    assert "[fd00::1]:80" in Settings(tmp_path, host="::", port=80).own_hosts("fd00::1%eth0")
    assert Settings(tmp_path, host="fd00::1", port=80).addresses() == ["http://[fd00::1]:80/"]


def test_what_to_open_on_a_phone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {socket.AF_INET: "192.168.1.5", socket.AF_INET6: "fd00::1"}
    monkeypatch.setattr(settings, "_address_towards_others", known.get)

    def told(host: str) -> list[str]:
        return Settings(tmp_path, host=host, port=80).addresses()

    assert told("127.0.0.1") == ["http://127.0.0.1:80/"]
    assert told(EVERYWHERE) == ["http://127.0.0.1:80/", "http://192.168.1.5:80/"]
    assert told("::") == ["http://127.0.0.1:80/", "http://192.168.1.5:80/", "http://[fd00::1]:80/"]


def ask(server: Listening, path: str, headers: dict[str, str], body: Any = None, peer: str = "127.0.0.1") -> int:
    """The status of an answer to a request from this address of the machine."""
    port = int(server.address.rpartition(":")[2])
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(peer, 0))
    with contextlib.closing(line):
        line.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
        return line.getresponse().status


@pytest.fixture
def behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    """A server behind the proxies 127.0.1.0/24, which lets in two guests from one address."""
    monkeypatch.setattr(limits, "GUESTS", Limit("guests", 2, 1e6))
    with listening(tmp_path, trusted_proxies=("127.0.1.0/24",)) as server:
        server.service.limits.off = False
        yield server


def new_guests(server: Listening, forwarded: str, peer: str) -> list[int]:
    headers = {"Content-Type": "application/json", "X-Forwarded-For": forwarded}
    return [ask(server, "/api/v1/guests", headers, {}, peer) for _ in range(3)]


def test_guests_behind_a_trusted_proxy_are_counted_each_by_their_own_address(behind: Listening) -> None:
    for client in ("203.0.113.1", "203.0.113.2"):
        assert new_guests(behind, client, "127.0.1.7") == [201, 201, 429]
    assert new_guests(behind, "203.0.113.9, 203.0.113.3, 127.0.1.8", "127.0.1.7") == [201, 201, 429]
    assert new_guests(behind, "203.0.113.10, 203.0.113.3", "127.0.1.7") == [429, 429, 429], (
        "what a client wrote itself stands left of what the proxy saw, and counts for nothing"
    )


def test_a_forged_header_of_an_untrusted_peer_counts_for_nothing(behind: Listening) -> None:
    assert new_guests(behind, "203.0.113.1", "127.0.2.1") == [201, 201, 429]
    assert new_guests(behind, "203.0.113.2", "127.0.2.1") == [429, 429, 429]


def test_this_machine_is_trusted_without_being_named_and_others_are_not(tmp_path: Path) -> None:
    assert Settings(tmp_path).proxies == ["127.0.0.1/32", "::1/128", "::ffff:7f00:1/128"]
    assert "::ffff:ac12:0/112" in Settings(tmp_path, trusted_proxies=("172.18.0.5/16",)).proxies


IP, UNSHARE = shutil.which("ip"), shutil.which("unshare")


def in_namespace(*words: str, of: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ("nsenter", "-t", str(of), "-n", *words), capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture
def two_machines() -> Iterator[tuple[int, int]]:
    """Two network namespaces with a line between them, named by a process in each; the first is 10.77.0.1."""
    if not IP or not UNSHARE or subprocess.run((UNSHARE, "-n", "true"), capture_output=True, check=False).returncode:
        pytest.skip("no network namespaces here")
    stays = (UNSHARE, "-n", "sh", "-c", "echo here; exec cat")
    held = [subprocess.Popen(stays, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    try:
        first, second = (one.pid for one in held)
        name = f"t{uuid.uuid4().hex[:8]}"
        for one in held:
            assert one.stdout
            assert one.stdout.readline() == b"here\n"
        steps = [
            (first, f"link add {name}a type veth peer name {name}b netns {second}"),
            *((pid, "link set lo up") for pid in (first, second)),
            (first, f"addr add 10.77.0.1/24 dev {name}a"),
            (second, f"addr add 10.77.0.2/24 dev {name}b"),
            (first, f"link set {name}a up"),
            (second, f"link set {name}b up"),
            (first, "route add default via 10.77.0.2"),
        ]
        for pid, step in steps:
            done = in_namespace(IP, *step.split(), of=pid)
            if done.returncode:
                pytest.skip(f"no lines between network namespaces here: {done.stderr}")
        yield first, second
    finally:
        for one in held:
            one.kill()
            one.communicate()


GET = "import sys, urllib.request as u; print(u.urlopen(u.Request(sys.argv[1], headers={'Host': sys.argv[2]})).status)"


def test_a_phone_reaches_a_server_that_listens_everywhere(tmp_path: Path, two_machines: tuple[int, int]) -> None:
    first, phone = two_machines
    words = ("serve", "--no-open", "--host", EVERYWHERE, "--data", str(tmp_path), "--log", "error")
    server = subprocess.Popen(
        ("nsenter", "-t", str(first), "-n", sys.executable, "-m", "tilewright", *words),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        here, there = (server.stdout.readline().split()[-1] for _ in range(2))
        own = there.removeprefix("http://").rstrip("/")
        answers = [
            in_namespace(sys.executable, "-c", GET, f"{there}healthz", host, of=phone)
            for host in (own, own.replace("10.77.0.1", "evil.example"), own.replace("10.77.0.1", "10.77.0.2"))
        ]
    finally:
        server.terminate()
        server.communicate(timeout=60)

    assert here.startswith("http://127.0.0.1:")
    assert there.startswith("http://10.77.0.1:")
    assert answers[0].stdout == "200\n", answers[0].stderr
    assert all("421" in one.stderr for one in answers[1:])
