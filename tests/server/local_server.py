"""A server for tests, and people who use it."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from tests.kit.waiting import wait_for
from tilewright.server import grading

if TYPE_CHECKING:
    import pytest
    from fastapi.testclient import TestClient
    from httpx2 import Response

    from tilewright.server.service import Service

API = "/api/v1"
COMPILING = 600.0  # seconds, on a cold cache


def grade_quickly(monkeypatch: pytest.MonkeyPatch, positions: int) -> None:
    """Grade moves at tables by so few positions, if a test is about something else."""
    monkeypatch.setattr(grading, "positions_to_grade", lambda _rule_set: positions)
    monkeypatch.setattr(grading, "NODES", positions)


class Person:
    """A guest with a token."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        made = client.post(f"{API}/guests", json={"name": name})
        assert made.status_code == 201, made.text
        client.cookies.clear()
        self.id, self.token = made.json()["id"], made.json()["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **query: Any) -> Response:
        return self.client.get(f"{API}{path}", params=query, headers=self.headers)

    def post(self, path: str, data: Any) -> Response:
        return self.client.post(f"{API}{path}", json=data, headers=self.headers)

    def open(self, *seats: str, rule_set: str = "classic", **more: Any) -> dict[str, Any]:
        opened = self.post("/tables", {"rule_set": rule_set, "seats": list(seats), **more})
        assert opened.status_code == 201, opened.text
        return opened.json()

    def join(self, table: dict[str, Any], seat: int) -> dict[str, Any]:
        joined = self.post(f"/tables/{table['id']}/seats/{seat}", {"invitation": table["invitation"]})
        assert joined.status_code == 200, joined.text
        return joined.json()

    def view(self, table: str, **query: Any) -> dict[str, Any]:
        found = self.get(f"/tables/{table}", **query)
        assert found.status_code == 200, found.text
        return found.json()

    def send(self, table: str, kind: str, expect: int, **more: Any) -> Response:
        command = {"id": str(uuid.uuid4()), "expect": expect, "kind": kind, **more}
        return self.post(f"/tables/{table}/commands", command)

    def do(self, table: str, kind: str, **more: Any) -> int:
        """Act on the newest view; returns the new number."""
        done = self.send(table, kind, self.view(table)["seq"], **more)
        assert done.status_code == 200, done.text
        return int(done.json()["seq"])

    def play_first(self, table: str) -> int:
        """Play the first legal move."""
        view = self.view(table)
        done = self.send(table, "play", view["seq"], move=view["legal"][0]["notation"])
        assert done.status_code == 200, done.text
        return int(done.json()["seq"])


class LocalServer:
    """A server and its guests."""

    def __init__(self, client: TestClient, service: Service) -> None:
        self.client, self.service = client, service

    def wait_until_ready(self) -> None:
        wait_for(lambda: all(self.service.readiness.by_rule_set().values()), "the games", seconds=COMPILING)

    def person(self, name: str = "Ann") -> Person:
        return Person(self.client, name)

    def two_at_a_table(self, rule_set: str = "classic", **more: Any) -> tuple[Person, Person, str]:
        ann, ben = self.person("Ann"), self.person("Ben")
        table = ann.open("me", "open", rule_set=rule_set, **more)
        ben.join(table, 1)
        return ann, ben, table["id"]
