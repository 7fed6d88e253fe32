"""Who may do what: every route for every role, made from the router, so that a new route is asked about at once."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.routing import APIRoute
from starlette.websockets import WebSocketDisconnect

from tilewright.puzzles.collection import collection
from tilewright.server.edge.guard import COOKIE
from tilewright.server.edge.puzzle_routes import puzzles
from tilewright.server.edge.routes import api, health
from tilewright.server.guests import TRUSTED_SECONDS, Guests

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from tests.server.local_server import LocalServer, Person
    from tilewright.server.store.writer import WriteBatch

OWNER, OPPONENT, STRANGER, NOBODY, FORGED = "owner", "opponent", "stranger", "nobody", "forged"
ROLES = (OWNER, OPPONENT, STRANGER, NOBODY, FORGED)
ALL = set(ROLES)
KNOWN = {OWNER, OPPONENT, STRANGER}
PUBLIC = {OWNER, OPPONENT, STRANGER, NOBODY}

MAY: dict[tuple[str, str], set[str]] = {
    ("GET", "/healthz"): ALL,
    ("GET", "/api/v1/rule-sets"): ALL,
    ("GET", "/api/v1/readiness"): ALL,
    ("GET", "/api/v1/opponents"): ALL,
    ("POST", "/api/v1/guests"): ALL,
    ("GET", "/api/v1/guests/me"): KNOWN,
    ("POST", "/api/v1/guests/me"): KNOWN,
    ("DELETE", "/api/v1/guests/me/token"): KNOWN,
    ("GET", "/api/v1/tables"): KNOWN,
    ("POST", "/api/v1/tables"): KNOWN,
    ("POST", "/api/v1/tables/{table}/seats/{seat}"): set(),  # with a wrong invitation nobody
    ("GET", "/api/v1/tables/{table}"): PUBLIC,
    ("GET", "/api/v1/tables/{table}/text"): PUBLIC,
    ("GET", "/api/v1/tables/{table}/evaluation"): PUBLIC,
    ("POST", "/api/v1/tables/{table}/choices"): {OWNER},  # whose turn it is
    ("POST", "/api/v1/tables/{table}/commands"): {OWNER, OPPONENT},  # who sits there may talk
    ("GET", "/api/v1/tables/{table}/record"): PUBLIC,
    ("GET", "/api/v1/tables/{table}/live"): set(),  # asks for an upgrade
    ("POST", "/api/v1/tables/{table}/review"): set(),  # while people play, nobody; test_reviewing has the rest
    ("POST", "/api/v1/analysis"): KNOWN,
    ("POST", "/api/v1/positions"): KNOWN,
    ("GET", "/api/v1/puzzles"): PUBLIC,
    ("GET", "/api/v1/puzzles/today"): PUBLIC,
    ("GET", "/api/v1/puzzles/next"): KNOWN,
    ("GET", "/api/v1/puzzles/{puzzle}"): PUBLIC,
    ("POST", "/api/v1/puzzles/{puzzle}/choices"): PUBLIC,
    ("POST", "/api/v1/puzzles/{puzzle}/attempts"): KNOWN,
}
ROUTES = [
    (method, route.path)
    for route in (*api.routes, *health.routes, *puzzles.routes)
    if isinstance(route, APIRoute)
    for method in sorted(route.methods or ())
]


def test_every_route_has_its_row() -> None:
    assert set(ROUTES) == set(MAY)


class Roles:
    """A table with its people, and somebody in every role."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.ann, self.ben, self.table = server.two_at_a_table(aids={"evaluation": True})
        self.tokens = {
            OWNER: self.ann.token,
            OPPONENT: self.ben.token,
            STRANGER: server.person("Cleo").token,
            FORGED: "A" * 43,
        }

    def ask(self, role: str, method: str, path: str, data: Any) -> Response:
        headers = {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}
        answer = self.server.client.request(method, path, json=data if method == "POST" else None, headers=headers)
        self.server.client.cookies.clear()
        return answer

    def body(self, path: str) -> Any:
        if path.endswith("/token"):
            return {}
        position = self.ann.view(self.table)
        if path.endswith("/commands"):
            return {"id": str(uuid.uuid4()), "expect": position["seq"], "kind": "say", "text": "hello"}
        if path.endswith("/seats/{seat}"):
            return {"invitation": "A" * 16}
        if path.endswith("/tables"):
            return {"seats": ["me", "here"]}
        if path.endswith("/positions"):
            return {"position": position["position"]}
        if path.endswith("/attempts"):
            return {"move": None}
        if path.endswith("/analysis"):
            return {"position": position["position"], "seconds": 0.05}
        return {}


@pytest.fixture
def roles(server: LocalServer) -> Roles:
    return Roles(server)


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_only_who_may_gets_through(roles: Roles, method: str, route: str) -> None:
    path = route.replace("{table}", roles.table).replace("{seat}", "1").replace("{puzzle}", collection("classic")[0].id)
    allowed = {role for role in ROLES if roles.ask(role, method, path, roles.body(route)).status_code < 300}

    assert allowed == MAY[method, route]


COMMANDS: dict[str, dict[str, Any]] = {
    "play": {"move": "1B1"},
    "resign": {},
    "offer_takeback": {},
    "answer_takeback": {"accept": True},
    "say": {"text": "hello"},
    "rematch": {},
    "hint": {},
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_nobody_acts_for_another_seat(server: LocalServer, kind: str) -> None:
    ann, ben, table = server.two_at_a_table(aids={"hints": True})
    view = ann.view(table)
    more = COMMANDS[kind] | ({"move": view["legal"][0]["notation"]} if kind == "play" else {})

    def refused(person: Person, seat: int | None) -> str:
        answer = person.send(table, kind, view["seq"], **more, **({} if seat is None else {"seat": seat}))
        return str(answer.json().get("code", "accepted"))

    stranger = server.person("Cleo")
    assert [refused(stranger, seat) for seat in (None, 0, 1)] == ["not_yours"] * 3
    assert refused(ben, 0) == "not_yours"
    assert refused(ann, 1) == "not_yours"
    if kind in ("play", "hint"):
        assert refused(ben, None) == "not_now", "it is the other's turn"
    assert ann.view(table)["seq"] == view["seq"], "nothing has happened"


def test_every_kind_of_command_is_asked_about() -> None:
    from typing import get_args

    from tilewright.server.messages import AnyCommand

    kinds = {one.model_fields["kind"].annotation.__args__[0] for one in get_args(get_args(AnyCommand)[0])}
    assert kinds == set(COMMANDS)


ORIGINS = {
    None: False,
    "null": False,
    "http://evil.example": False,
    "http://testserver.evil.example": False,
    "http://eviltestserver": False,
    "https://testserver": False,
    "http://testserver:8080": False,
    "http://testserver": True,
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_cookie_works_only_from_our_own_pages(server: LocalServer, origin: str | None) -> None:
    ann = server.person()
    headers = {"Cookie": f"{COOKIE}={ann.token}"} | ({"Origin": origin} if origin else {})

    for path, data in (("/tables", {"seats": ["me", "here"]}), ("/guests", {}), ("/analysis", {"position": "x"})):
        answer = server.client.post(f"/api/v1{path}", json=data, headers=headers)
        server.client.cookies.clear()
        assert (answer.status_code != 403) is ORIGINS[origin], (path, answer.text)


def test_another_name_for_this_machine_is_not_served(server: LocalServer) -> None:
    answer = server.client.get("/api/v1/rule-sets", headers={"Host": "evil.example"})

    assert answer.status_code == 421
    assert answer.json()["code"] == "wrong_host"


def test_every_answer_has_its_headers(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    for path in ("/", "/healthz", "/api/openapi.json", f"/api/v1/tables/{table}", "/nothing-here", "/metrics"):
        answer = server.client.get(path, headers=ann.headers)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy, path
        assert "default-src 'none'" in policy, path
        assert "frame-ancestors 'none'" in policy, path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert answer.headers["referrer-policy"] == "no-referrer", path
        assert answer.headers["cache-control"] in ("no-store", "no-cache"), path
    assert "swagger" not in server.client.get("/docs").text, "FastAPI's own page loads scripts from elsewhere"
    assert server.client.get("/redoc").status_code == 404


def test_the_cookie_cannot_be_read_by_scripts(server: LocalServer) -> None:
    answer = server.client.post("/api/v1/guests", json={})
    cookie = answer.headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_the_database_has_no_token(server: LocalServer) -> None:
    ann = server.person()
    folder = server.service.settings.data
    kept = b"".join(file.read_bytes() for file in folder.iterdir())

    assert ann.id.encode() in kept
    assert ann.token.encode() not in kept


def test_strangers_names_stay_text(server: LocalServer) -> None:
    bad = "<script>alert(1)</script>"
    ann = server.person(bad)
    view = ann.view(ann.open("me", "here")["id"])
    answer = ann.get(f"/tables/{view['id']}")

    assert view["seats"][0]["name"] == bad
    assert answer.headers["content-type"] == "application/json"
    refused = server.client.post("/api/v1/guests", json={"name": "a\nb"})
    assert refused.status_code == 422


DAY = 24 * 3600


@pytest.fixture
def later(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let so many days pass; what is remembered of tokens is forgotten, as after any minute."""
    passed = [0.0]
    true = time.time_ns
    monkeypatch.setattr("tilewright.server.guests.time.time_ns", lambda: true() + int(passed[0] * DAY * 10**9))

    def pass_days(days: float) -> None:
        passed[0] += days
        server.service.guests._cache.clear()

    return pass_days


def test_a_token_ends_a_year_after_it_was_last_used(server: LocalServer, later: Callable[[float], None]) -> None:
    used, unused = server.person("Ann"), server.person("Ben")
    for _ in range(4):
        later(100)
        assert used.get("/guests/me").status_code == 200, "each use makes it last"
    refused = unused.get("/guests/me")

    assert refused.status_code == 401
    assert refused.json()["code"] == "who_are_you"
    assert unused.post("/tables", {"seats": ["me", "here"]}).status_code == 401


def test_to_use_a_token_is_written_down_once_a_day(server: LocalServer, later: Callable[[float], None]) -> None:
    ann, commits = server.person("Ann"), []
    commit = server.service.store.commit

    async def counted(writes: WriteBatch) -> None:
        commits.append(writes)
        await commit(writes)

    server.service.store.commit = counted  # type: ignore[method-assign]
    for hours in (1, 2, 30, 1, 30):
        later(hours / 24)
        assert ann.get("/guests/me").status_code == 200

    assert len(commits) == 2


def test_a_browser_that_comes_back_keeps_its_cookie(server: LocalServer) -> None:
    ann = server.person()
    for path in ("/guests/me", "/tables"):
        told = server.client.get(f"/api/v1{path}", headers={"Cookie": f"{COOKIE}={ann.token}"})
        server.client.cookies.clear()
        assert f"{COOKIE}={ann.token}" in told.headers["set-cookie"], path
        assert f"Max-Age={365 * DAY}" in told.headers["set-cookie"], path
        assert "set-cookie" not in ann.get(path).headers, "a program keeps its token itself"


def test_a_token_that_was_ended_is_nobodys_everywhere(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    path = f"/api/v1/tables/{table}/live?frames=events"
    with server.client.websocket_connect(path, headers=ann.headers) as socket:
        socket.receive_json()
        ended = server.client.delete("/api/v1/guests/me/token", headers=ann.headers)
        socket.send_json({"id": str(uuid.uuid4()), "expect": 2, "kind": "resign"})
        told = socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert ended.status_code == 204
    assert f'{COOKIE}=""' in ended.headers["set-cookie"]
    assert told["problem"]["code"] == "who_are_you"
    assert closed.value.code == 1008
    assert ann.get("/tables").status_code == 401
    assert server.client.delete("/api/v1/guests/me/token", headers=ann.headers).status_code == 401
    view = ben.view(table)
    assert (view["status"], view["seats"][0]["name"]) == ("playing", "Ann"), "the game stays as it was"


def test_another_worker_hears_of_an_ended_token_before_long(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Guests(server.service.store)
    ann, now = server.person("Ann"), [time.monotonic()]
    monkeypatch.setattr("tilewright.server.guests.time.monotonic", lambda: now[0])
    assert server.client.portal

    def known() -> bool:
        assert server.client.portal
        return server.client.portal.call(other.find, ann.token) is not None

    before = known()
    server.client.delete("/api/v1/guests/me/token", headers=ann.headers)
    meanwhile = known()
    now[0] += TRUSTED_SECONDS

    assert (before, meanwhile, known()) == (True, True, False)
