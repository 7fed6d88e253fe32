"""The WebSocket: the same commands and events, resumed from any number."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.server.local_server import API
from tilewright.server import limits
from tilewright.server.edge.guard import COOKIE

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession

    from tests.server.local_server import LocalServer, Person


def live(person: Person, table: str, **query: Any) -> WebSocketTestSession:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return person.client.websocket_connect(f"{API}/tables/{table}/live?{words}", headers=person.headers)


def command(kind: str, expect: int, **more: Any) -> dict[str, Any]:
    return {"id": str(uuid.uuid4()), "expect": expect, "kind": kind, **more}


def test_moves_go_in_and_views_come_out(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    with live(ann, table) as hers, live(ben, table, since=2) as his:
        view = hers.receive_json()["view"]
        assert his.receive_json()["view"]["events"] == []
        sent = command("play", view["seq"], move=view["legal"][0]["notation"])
        hers.send_json(sent)
        frames = {frame["type"]: frame for frame in (hers.receive_json(), hers.receive_json())}
        his_view = his.receive_json()["view"]

    assert frames["ack"] == {"type": "ack", "id": sent["id"], "seq": 3}
    assert frames["view"]["view"]["seq"] == 3
    assert [event["seq"] for event in frames["view"]["view"]["events"]] == [3]
    assert his_view["legal"]
    assert his_view["events"][0]["move"] == sent["move"]


def test_a_follower_resumes_from_any_number(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    for _ in range(3):
        ann.play_first(table)
        ben.play_first(table)
    whole = ann.view(table)["events"]

    for since in range(len(whole) + 1):
        with live(ann, table, since=since, frames="events") as socket:
            frame = socket.receive_json()
        assert frame == {"type": "events", "seq": len(whole), "events": whole[since:]}
    with live(ann, table, since=10**9, frames="events") as socket:
        assert socket.receive_json()["seq"] == len(whole), "a number from the future is set right"


def test_a_command_sent_again_on_another_socket_gets_the_same_answer(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    view = ann.view(table)
    sent = command("play", view["seq"], move=view["legal"][0]["notation"])
    answers = []
    for _ in range(3):
        with live(ann, table, since=view["seq"], frames="events") as socket:
            socket.send_json(sent)
            frames = [socket.receive_json()]
            while frames[-1]["type"] != "ack":
                frames.append(socket.receive_json())
            answers.append(frames[-1])

    assert answers == [{"type": "ack", "id": sent["id"], "seq": view["seq"] + 1}] * 3
    assert ann.view(table)["seq"] == view["seq"] + 1


def test_problems_come_back_with_the_commands_id(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    with live(ben, table, since=2) as socket:
        socket.receive_json()
        bad = command("play", 2, move="1B1")
        socket.send_json(bad)
        refused = socket.receive_json()
        socket.send_text("nonsense")
        garbled = socket.receive_json()

    assert (refused["type"], refused["id"], refused["problem"]["code"]) == ("problem", bad["id"], "not_now")
    assert garbled["problem"]["code"] == "bad_request"
    assert ann.view(table)["seq"] == 2


def test_who_watches_cannot_act(server: LocalServer) -> None:
    _, _, table = server.two_at_a_table()
    with server.client.websocket_connect(f"{API}/tables/{table}/live") as socket:
        assert socket.receive_json()["view"]["seat"] is None
        socket.send_json(command("say", 2, text="hello"))
        assert socket.receive_json()["type"] == "problem"


@pytest.mark.parametrize("asked", ["since=-1", "frames=zz", "language=xx"])
def test_what_is_wrong_with_a_question_is_said_before_the_upgrade(server: LocalServer, asked: str) -> None:
    _, _, table = server.two_at_a_table()
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        server.client.websocket_connect(f"{API}/tables/{table}/live?{asked}"),
    ):
        pass
    assert denied.value.status_code == 422
    assert denied.value.json()["where"] == f"/query/{asked.partition('=')[0]}"


def test_a_command_that_is_not_understood_is_pointed_into(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    with server.client.websocket_connect(
        f"{API}/tables/{table}/live", headers={"Authorization": f"Bearer {ann.token}"}
    ) as socket:
        socket.receive_json()
        for text, where in (
            ('{"id": "0e3a", "kind": "play", "move": 5}', "/id"),
            (json.dumps(command("play", 2, move=5)), "/move"),
            (json.dumps(command("play", 2)), "/move"),
            ("what?", "/"),
        ):
            socket.send_text(text)
            assert socket.receive_json()["problem"]["where"] == where


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer nobody"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://testserver"}, None),
        ({}, None),
    ],
)
def test_the_upgrade_is_refused_to_other_sites_and_forged_tokens(
    server: LocalServer, headers: dict[str, str], status: int | None
) -> None:
    ann, _, table = server.two_at_a_table()
    with_cookie = {"Cookie": f"{COOKIE}={ann.token}"} if "Origin" in headers else {}
    path = f"{API}/tables/{table}/live"
    if status is None:
        with server.client.websocket_connect(path, headers=headers | with_cookie) as socket:
            assert socket.receive_json()["view"]["seat"] == (0 if with_cookie else None)
        return
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        server.client.websocket_connect(path, headers=headers | with_cookie),
    ):
        pass
    assert denied.value.status_code == status


def test_a_table_that_is_not_there_is_refused_at_the_door(server: LocalServer) -> None:
    with pytest.raises(WebSocketDenialResponse) as denied, live(server.person(), "A" * 16):
        pass
    assert denied.value.status_code == 404


def test_long_and_binary_frames_end_the_connection(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    for send, code in (("text", 1009), ("bytes", 1008)):
        with live(ann, table) as socket:
            socket.receive_json()
            if send == "text":
                socket.send_text("x" * (limits.FRAME_BYTES + 1))
            else:
                socket.send_bytes(b"x")
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == code


def flood(socket: Any, count: int, text: str | None = None) -> list[str]:
    """Send so many without waiting; the codes of the answers."""
    for _ in range(count):
        socket.send_text(text or json.dumps(command("answer_takeback", 2, accept=True)))
    return [socket.receive_json()["problem"]["code"] for _ in range(count)]


@pytest.fixture
def stopped_clock(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    server.service.limits.off = False
    monkeypatch.setattr(server.service.limits, "clock", lambda: now[0])
    return now


def test_who_sends_too_much_and_then_waits_is_not_cut(server: LocalServer, stopped_clock: list[float]) -> None:
    ann, _, table = server.two_at_a_table()
    with live(ann, table, since=2, frames="events") as socket:
        socket.receive_json()
        before = flood(socket, limits.COMMANDS.amount)
        for _ in range(3 * limits.MOST_IGNORED_WAITS):
            socket.send_text(json.dumps(command("say", 2, text="hello")))
            told = socket.receive_json()["problem"]
            assert told["code"] == "too_many"
            stopped_clock[0] += told["retry_after"]
            after = flood(socket, 10)
            assert set(after) == {"not_now"}
        stopped_clock[0] += 5
        socket.send_text(json.dumps(command("say", 2, text="hello")))
        kinds = {socket.receive_json()["type"] for _ in range(2)}

    assert set(before) == {"not_now"}
    assert kinds == {"ack", "events"}


@pytest.mark.usefixtures("stopped_clock")
@pytest.mark.parametrize("text", [None, "nonsense"])
def test_a_flood_that_goes_on_after_it_was_told_to_wait_is_cut(server: LocalServer, text: str | None) -> None:
    ann, ben, table = server.two_at_a_table()
    with live(ann, table, since=2, frames="events") as socket:
        socket.receive_json()
        flood(socket, limits.COMMANDS.amount, text)
        told = flood(socket, 1 + limits.MOST_IGNORED_WAITS, text)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert set(told) == {"too_many"}
    assert closed.value.code == 1008
    assert ben.get(f"/tables/{table}").status_code == 200


@pytest.mark.usefixtures("stopped_clock")
def test_a_stranger_who_floods_is_cut_too(server: LocalServer) -> None:
    _, _, table = server.two_at_a_table()
    with server.client.websocket_connect(f"{API}/tables/{table}/live?frames=moves") as socket:
        socket.receive_json()
        flood(socket, limits.COMMANDS.amount + 1 + limits.MOST_IGNORED_WAITS, "nonsense")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert closed.value.code == 1008


def test_who_looks_on_is_told_when_the_server_stops(server: LocalServer) -> None:
    ann, _, table = server.two_at_a_table()
    with live(ann, table) as socket:
        socket.receive_json()
        assert server.client.portal
        server.client.portal.call(server.service.hub.close)
        frame = socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert frame["type"] == "closing"
    assert frame["retry_after"] > 0
    assert closed.value.code == 1012
    assert server.client.get("/healthz").status_code == 503
