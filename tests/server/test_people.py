"""The people at a table: the names they go by today, and who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient

from tests.kit.postgres import MISSING, programs, running_postgres
from tests.kit.waiting import soon
from tests.server.conftest import ORIGIN, settings_in
from tests.server.local_server import API, LocalServer, Person
from tests.server.test_live import live
from tilewright.server.edge.app import make_app
from tilewright.server.export_games import export_games
from tilewright.server.presence import GRACE
from tilewright.server.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import WebSocketTestSession


# --- names -----------------------------------------------------------------------------------------------------------


def rename(person: Person, name: str) -> None:
    renamed = person.post("/guests/me", {"name": name})
    assert renamed.status_code == 200, renamed.text


def names_at(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.view(table)["seats"]]


def people_told(socket: WebSocketTestSession, speaker: Person, table: str) -> list[tuple[str, bool]]:
    """The last frame about people; nothing when there was none. Two words are said, so that a frame always comes.

    What changed before a word was said is told before the view with the word behind it.
    """
    told: list[tuple[str, bool]] = []
    for _ in range(2):
        said = speaker.do(table, "say", text="a word")
        frame: dict[str, Any] = {"type": ""}
        while frame["type"] != "view" or frame["view"]["seq"] < said:
            frame = socket.receive_json()
            if frame["type"] == "people":
                told = [(seat["name"], seat["away"]) for seat in frame["seats"]]
    return told


def test_who_follows_hears_a_new_name_and_who_comes_later_reads_it(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    with live(ann, table) as socket:
        assert [seat["name"] for seat in socket.receive_json()["view"]["seats"]] == ["Ann", "Ben"]
        rename(ben, "Benedict")
        assert people_told(socket, ann, table) == [("Ann", False), ("Benedict", False)]
    assert names_at(ann, table) == ["Ann", "Benedict"]
    listed = ann.get("/tables").json()["tables"][0]
    assert [seat["name"] for seat in listed["seats"]] == ["Ann", "Benedict"]


def test_programs_that_ask_for_events_are_sent_nothing_new(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    with live(ann, table, frames="events") as socket:
        socket.receive_json()
        rename(ben, "Benedict")
        ben.do(table, "say", text="it is me")
        assert socket.receive_json()["type"] == "events"


def test_a_new_name_outlives_the_memory_of_a_server(server: LocalServer) -> None:
    ann, ben, table = server.two_at_a_table()
    rename(ben, "Benedict")
    server.service.table_commands.table_cache._tables.clear()
    assert names_at(ann, table) == ["Ann", "Benedict"]
    rename(ben, "B.")
    assert names_at(ann, table) == ["Ann", "B."]


def test_names_the_opener_gave_stay(server: LocalServer) -> None:
    ann = server.person("Ann")
    table = ann.open("me", "here", "here", names=["Captain", None, "Mother"])["id"]
    rename(ann, "Anna")
    assert names_at(ann, table) == ["Captain", "Ann 2", "Mother"]


def test_a_finished_game_keeps_its_names_and_the_next_one_has_todays(server: LocalServer, tmp_path: Path) -> None:
    ann, ben, table = server.two_at_a_table(names=["Captain", None])
    rename(ben, "Benedict")
    ben.do(table, "resign")
    rename(ann, "Anna")
    rename(ben, "Ben again")
    ann.do(table, "rematch")
    following = ann.view(table)["rematch"]

    assert names_at(ann, table) == ["Captain", "Benedict"]
    assert ann.get(f"/tables/{table}/record").json()["seats"] == ["Captain", "Benedict"]
    export_games(server.service.store.engine.url.render_as_string(hide_password=False), tmp_path)
    assert "Benedict" in (tmp_path / f"{table}.json").read_text()
    assert names_at(ann, following) == ["Captain", "Ben again"]
    rename(ben, "Ben")
    assert names_at(ann, following) == ["Captain", "Ben"]


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_other_workers_hear_a_new_name(tmp_path: Path) -> None:
    with running_postgres() as url:
        services = [Service(settings_in(tmp_path / str(k), database=url)) for k in range(2)]
        for service in services:
            service.limits.off = True
        with (
            TestClient(make_app(services[0]), base_url=ORIGIN) as one,
            TestClient(make_app(services[1]), base_url=ORIGIN) as other,
        ):
            here, there = LocalServer(one, services[0]), LocalServer(other, services[1])
            here.wait_until_ready()
            there.wait_until_ready()
            ann, ben, table = here.two_at_a_table()
            ann.client = other
            with live(ann, table) as socket:
                socket.receive_json()
                rename(ben, "Benedict")
                assert people_told(socket, ben, table) == [("Ann", False), ("Benedict", False)]
            assert names_at(ann, table) == ["Ann", "Benedict"]


# --- presence --------------------------------------------------------------------------------------------------------


class Timer:
    """Something to be done later."""

    def __init__(self, at: float, do: Callable[[], None]) -> None:
        self.at, self.do = at, do

    def cancel(self) -> None:
        self.at = float("inf")


class Clock:
    """A clock that goes when a test says so."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[Timer]()

    def later(self, delay: float, do: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + delay, do))
        return self.timers[-1]

    def go(self, seconds: float) -> None:
        self.now += seconds
        due = [timer for timer in self.timers if timer.at <= self.now]
        self.timers = [timer for timer in self.timers if timer.at > self.now]
        for timer in due:
            timer.do()


class Watched:
    """A server whose clock is the test's."""

    def __init__(self, server: LocalServer) -> None:
        self.server, self.clock, self.presence = server, Clock(), server.service.presence
        self.presence._later = self.clock.later

    def go(self, seconds: float) -> None:
        """Let so much time go by, in the server's own thread."""
        assert self.server.client.portal
        self.server.client.portal.call(self.clock.go, seconds)

    def until_left(self, table: str, person: Person, tabs: int = 0) -> None:
        """A socket's end is noticed a moment after it was closed."""

        async def gone() -> None:
            await soon(lambda: self.presence.sockets(table, person.id) <= tabs, "the socket's end")

        assert self.server.client.portal
        self.server.client.portal.call(gone)


@pytest.fixture
def watched(server: LocalServer) -> Watched:
    return Watched(server)


def test_who_closes_the_page_is_away_after_a_while_and_back_at_once(watched: Watched) -> None:
    ann, ben, table = watched.server.two_at_a_table()
    with live(ann, table) as socket:
        socket.receive_json()
        with live(ben, table) as his:
            his.receive_json()
            watched.go(GRACE)
        watched.until_left(table, ben)
        watched.go(GRACE - 0.1)
        assert people_told(socket, ann, table) == [], "nobody is away yet"
        watched.go(0.1)
        assert people_told(socket, ann, table) == [("Ann", False), ("Ben", True)]
        with live(ben, table) as his:
            his.receive_json()
            assert people_told(socket, ann, table) == [("Ann", False), ("Ben", False)]
    assert {event["kind"] for event in ann.view(table)["events"]} == {"opened", "sat", "said"}


def test_a_reload_is_not_noticed(watched: Watched) -> None:
    ann, ben, table = watched.server.two_at_a_table()
    with live(ann, table) as socket:
        socket.receive_json()
        with live(ben, table) as his:
            his.receive_json()
            watched.go(GRACE)
        watched.until_left(table, ben)
        watched.go(GRACE / 2)
        with live(ben, table) as his:
            his.receive_json()
            watched.go(GRACE)
            assert people_told(socket, ann, table) == []


def test_two_tabs_are_one_person(watched: Watched) -> None:
    ann, ben, table = watched.server.two_at_a_table()
    with live(ann, table) as socket, live(ben, table) as his:
        socket.receive_json()
        his.receive_json()
        watched.go(GRACE)
        with live(ben, table) as second:
            second.receive_json()
        watched.until_left(table, ben, tabs=1)
        watched.go(2 * GRACE)
        assert people_told(socket, ann, table) == []


def test_who_never_came_is_away_and_computers_are_not(watched: Watched) -> None:
    ann, ben = watched.server.person("Ann"), watched.server.person("Ben")
    opened = ann.open("me", "open", "random", first=0)
    ben.join(opened, 1)
    table, expected = opened["id"], [("Ann", False), ("Ben", True), ("Random", False)]
    with live(ann, table) as socket, watched.server.client.websocket_connect(f"{API}/tables/{table}/live") as stranger:
        socket.receive_json()
        stranger.receive_json()
        watched.go(GRACE)
        assert people_told(socket, ann, table) == people_told(stranger, ann, table) == expected
    with live(ann, table) as socket:
        assert people_told(socket, ann, table) == expected, "somebody looked on a moment ago"


def test_who_watches_rings_nobody_and_leaves_nothing_behind(watched: Watched) -> None:
    ann, ben, table = watched.server.two_at_a_table()
    cleo = watched.server.person("Cleo")
    with live(ann, table) as socket, live(ben, table) as his:
        socket.receive_json()
        his.receive_json()
        watched.go(GRACE)
        notifications = watched.server.service.hub.notifications
        for _ in range(3):
            with live(cleo, table) as watching:
                watching.receive_json()
            watched.until_left(table, cleo)
        watched.go(GRACE)
        assert watched.server.service.hub.notifications == notifications
    watched.until_left(table, ann)
    watched.until_left(table, ben)
    watched.go(GRACE)
    assert watched.presence._tables == {}


def test_a_game_that_is_over_waits_for_nobody(watched: Watched) -> None:
    ann, _ben, table = watched.server.two_at_a_table()
    with live(ann, table) as socket:
        socket.receive_json()
        watched.go(GRACE)
        assert people_told(socket, ann, table) == [("Ann", False), ("Ben", True)]
        ann.do(table, "resign")
        assert people_told(socket, ann, table) == [("Ann", False), ("Ben", False)]
