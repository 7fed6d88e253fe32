"""Games that are still being compiled: in which order, how far they are, and what is told meanwhile."""

from __future__ import annotations

import asyncio
import dis
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.kit.waiting import soon
from tilewright import games
from tilewright.core.contract.meta import RuleSet
from tilewright.server import readiness
from tilewright.server.problems import CompilationFailed, NotReady
from tilewright.server.readiness import Readiness

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer

PATIENCE = 60.0  # seconds


class Workshop:
    """Stands in for the compiler: what it is to compile stands still until a test lets it go on."""

    PROGRAM = """
import pathlib, sys, time
folder, name, layers = pathlib.Path(sys.argv[1]), sys.argv[2], "-".join(sys.argv[4::2])
with (folder / "begun").open("a") as begun:
    print(name, layers, file=begun, flush=True)
ends = time.monotonic() + 60
while not (verdict := folder / f"{name}-{layers}").exists() and time.monotonic() < ends:
    time.sleep(0.01)
sys.exit(int(verdict.read_text()))
"""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: set[tuple[str, tuple[str, ...]]] = set()
        self.compiled: dict[str, int] = {}
        self.loaded: list[str] = []

    @property
    def command(self) -> tuple[str, ...]:
        return (sys.executable, "-c", self.PROGRAM, str(self.folder))

    def finish(self, name: str, layers: str, code: int = 0) -> None:
        (self.folder / f"{name}-{layers}").write_text(str(code))

    def finish_all(self) -> None:
        for rule_set in readiness.prepared().values():
            for layers in (readiness.TO_PLAY, readiness.TO_THINK):
                self.finish(rule_set.id, "-".join(layers))

    def begun(self) -> list[str]:
        """What was begun, in its order."""
        path = self.folder / "begun"
        return path.read_text().splitlines() if path.exists() else []

    def go_further(self, room: str) -> None:
        self.compiled[room] = self.compiled.get(room, 0) + 1


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    shop = Workshop(tmp_path)
    monkeypatch.setattr(readiness, "COMPILE", shop.command)
    monkeypatch.setattr(readiness, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(readiness, "_lock_folder", lambda: tmp_path)
    monkeypatch.setattr(readiness, "_is_compiled", lambda rule_set, layers: (rule_set.room, layers) in shop.done)
    monkeypatch.setattr(readiness, "_compiled", lambda rule_set: shop.compiled.get(rule_set.room, 0))
    monkeypatch.setattr(readiness, "load", lambda rule_set: shop.loaded.append(rule_set.room))
    return shop


async def until(true: Callable[[], bool]) -> None:
    await soon(true, "the server to come to this", seconds=PATIENCE)


def while_preparing(*prepared: Readiness, deed: Callable[[], Awaitable[None]]) -> None:
    """Do this while a server, or several, compile behind it."""

    async def both() -> None:
        tasks = [asyncio.create_task(one.prepare()) for one in prepared]
        try:
            await deed()
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    asyncio.run(both())


CLASSIC, PAVILION, DUEL = "crystal-2", "pavilion-mono", "duel"  # the last of each room stands for all of it


def test_the_game_that_was_asked_for_last_is_compiled_first(workshop: Workshop) -> None:
    ours = Readiness()

    async def deed() -> None:
        await until(lambda: workshop.begun() == [f"{CLASSIC} rules-table"])
        ours.ask_for("pavilion")
        ours.ask_for("duel")
        workshop.go_further("classic")  # nothing is interrupted before it has got further
        await until(lambda: len(workshop.begun()) == 2)
        workshop.finish_all()
        await until(lambda: not ours._steps)

    while_preparing(ours, deed=deed)

    assert workshop.begun()[1:4] == [f"{DUEL} rules-table", f"{PAVILION} rules-table", f"{DUEL} opponents"]
    assert workshop.loaded == ["duel", "pavilion", "classic"]
    assert all(ours.by_rule_set().values())


def test_what_nobody_waits_for_any_more_does_not_come_first(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = Readiness()
    ours.ask_for("duel")
    assert ours._next() == readiness.CompileStep("duel", readiness.TO_PLAY)
    monkeypatch.setattr(readiness, "WAITER_SECONDS", 0.0)
    assert ours._next() == readiness.CompileStep("classic", readiness.TO_PLAY)
    assert workshop.begun() == []


def test_two_who_wait_do_not_interrupt_each_other_again_and_again(workshop: Workshop) -> None:
    ours = Readiness()
    ours.ask_for("pavilion")
    ours.ask_for("duel")
    assert workshop.begun() == []
    for _ in range(3):
        for name in ("pavilion", "duel"):
            ours.wait_for(name)
            assert ours._next() == readiness.CompileStep("duel", readiness.TO_PLAY)


def test_how_far_a_game_is_is_told(workshop: Workshop) -> None:
    ours = Readiness()
    told: list[Any] = []

    async def deed() -> None:
        await until(lambda: bool(workshop.begun()))
        workshop.compiled["classic"] = 43
        told.append(ours.progress())
        workshop.finish_all()
        await until(lambda: not ours._steps)
        told.append(ours.progress())

    while_preparing(ours, deed=deed)
    functions = games.rule_set("classic").functions
    assert told[0]["classic-grey"] == {"state": "compiling", "compiled": 43, "functions": functions}
    assert told[0]["duel"]["state"] == "waiting"
    assert told[1]["classic-grey"] == {"state": "ready", "compiled": functions, "functions": functions}


def test_a_game_that_cannot_be_compiled_is_told_and_tried_again_when_asked_for(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = Readiness()
    workshop.finish_all()
    workshop.finish(CLASSIC, "rules-table", 3)

    async def deed() -> None:
        await until(lambda: ours.by_rule_set()["duel"] and ours.progress()["classic"]["state"] == "failed")
        ours.wait_for("classic")  # somebody who waits must learn of it
        ours.ask_for("classic")  # nor is it tried again and again
        assert ours.progress()["classic"]["state"] == "failed"
        with pytest.raises(CompilationFailed, match="could not be made ready"):
            ours.expect_ready("classic")
        workshop.finish(CLASSIC, "rules-table")
        monkeypatch.setattr(readiness, "RETRY_SECONDS", 0.0)
        ours.ask_for("classic")
        await until(lambda: ours.by_rule_set()["classic"])

    while_preparing(ours, deed=deed)
    assert workshop.loaded == ["pavilion", "duel", "classic"]


def test_a_compiler_that_stands_still_has_failed(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "STUCK_SECONDS", 0.05)
    ours = Readiness()

    async def deed() -> None:
        await until(lambda: len(ours._failed) == len(readiness.prepared()))

    while_preparing(ours, deed=deed)
    assert workshop.loaded == []


def test_what_is_compiled_already_is_only_loaded(workshop: Workshop) -> None:
    workshop.done = {(step.room, step.layers) for step in readiness.steps()}
    ours = Readiness()

    async def deed() -> None:
        await until(lambda: not ours._steps)

    while_preparing(ours, deed=deed)
    assert workshop.begun() == []
    assert workshop.loaded == ["classic", "pavilion", "duel"]


def test_two_workers_do_not_compile_the_same_game(workshop: Workshop) -> None:
    one, two = Readiness(), Readiness()

    async def deed() -> None:
        await until(lambda: one._now is not None and two._now is not None and bool(workshop.begun()))
        two.ask_for("duel")
        await until(lambda: len(workshop.begun()) == 2)
        for room, name in (("classic", CLASSIC), ("duel", DUEL), ("pavilion", PAVILION)):
            for layers in (readiness.TO_PLAY, readiness.TO_THINK):
                workshop.done.add((room, layers))
                workshop.finish(name, "-".join(layers))
        await until(lambda: not one._steps and not two._steps)

    while_preparing(one, two, deed=deed)
    assert sorted(workshop.begun()) == [f"{CLASSIC} rules-table", f"{DUEL} rules-table"]
    assert all(one.by_rule_set().values())
    assert all(two.by_rule_set().values())


def test_a_stop_ends_the_compiler(workshop: Workshop) -> None:
    ours = Readiness()
    started: list[asyncio.subprocess.Process] = []
    watch = ours._wait_for_process

    async def noted(process: asyncio.subprocess.Process, step: readiness.CompileStep) -> bool:
        started.append(process)
        return await watch(process, step)

    ours._wait_for_process = noted  # type: ignore[method-assign]

    async def deed() -> None:
        await until(lambda: bool(workshop.begun()))

    while_preparing(ours, deed=deed)
    assert [process.returncode for process in started] == [-9]


def test_whoever_prefers_to_wait_is_told_without_an_error(server: LocalServer) -> None:
    ann = server.person()
    server.service.readiness._ready.discard("classic")
    seats = {"seats": ["me", "here"]}
    refused = ann.post("/tables", seats)
    waits = server.client.post("/api/v1/tables", json=seats, headers={**ann.headers, "Prefer": "respond-async"})

    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "not_ready")
    assert (waits.status_code, waits.json()["code"]) == (HTTPStatus.ACCEPTED, "not_ready")
    assert waits.json()["rule_set"] == "classic"
    assert list(server.service.readiness._waited_for) == ["classic"]


def test_readiness_can_be_asked_for(server: LocalServer) -> None:
    everything = server.client.get("/api/v1/readiness").json()
    server.service.readiness._ready.discard("duel")
    duel = server.client.get("/api/v1/readiness", params={"waiting": "duel"}).json()["duel"]
    nonsense = server.client.get("/api/v1/readiness", params={"waiting": "chess"})

    assert {one["state"] for one in everything.values()} == {"ready"}
    assert set(everything) == {rule_set.id for rule_set in games.rule_sets()}
    assert duel["state"] == "waiting"
    assert nonsense.status_code == HTTPStatus.OK
    assert list(server.service.readiness._waited_for) == ["duel"]


def test_whoever_follows_a_table_is_told_to_come_back(server: LocalServer) -> None:
    ann = server.person()
    table = ann.open("me", "here")["id"]
    server.service.table_commands.table_cache._tables.clear()
    server.service.readiness._ready.clear()
    with server.client.websocket_connect(f"/api/v1/tables/{table}/live", headers=ann.headers) as socket:
        assert socket.receive_json()["type"] == "closing"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_sentence_says_what_is_not_ready() -> None:
    with pytest.raises(NotReady, match="Duel") as refused:
        Readiness().expect_ready("duel")
    assert refused.value.more["rule_set"] == "duel"


COUNT = """
import sys
from tilewright import games
from tilewright.cli.warm import LAYERS
from tilewright.core.compiling.compiler import CACHE
asked, load = set(), CACHE.load
CACHE.load = lambda name: (asked.add(name), load(name))[1]
rule_set = games.rule_set(sys.argv[1])
for layer in ("rules", "table"):
    LAYERS[layer](rule_set)
print(*(name for name in asked if "-entry-" in name))
"""


@pytest.mark.parametrize("rule_set", readiness.prepared().values(), ids=lambda one: one.room)
def test_as_many_functions_are_compiled_as_is_said(rule_set: RuleSet) -> None:
    """Entries that a warm cache is asked for, and all that these call."""
    said = subprocess.run([sys.executable, "-c", COUNT, rule_set.id], capture_output=True, text=True, check=True)
    entries = said.stdout.split()
    inner: set[Any] = set()
    waiting = [_function(name.rpartition("-entry-")[0]) for name in entries]
    while waiting:
        for called in _called_by(waiting.pop(), games.room(rule_set).state) - inner:
            inner.add(called)
            waiting.append(called)

    assert len(entries) + len(inner) == rule_set.functions, "write this number into the room's meta.py"


def _function(name: str) -> Any:
    module, _, what = name.partition("/")
    return getattr(__import__(module, fromlist=[what]), what)


def _called_by(function: Any, layout: Any) -> set[Any]:
    """The compiled functions that a compiled function names, by themselves, through a module or by a word."""
    from tilewright.core.compiling.compiler import PythonDispatcher
    from tilewright.core.compiling.sources import IMPLEMENTATIONS

    plain = function.py_func
    steps = list(dis.get_instructions(plain))
    known = [plain.__globals__.get(step.argval) for step in steps if step.opname == "LOAD_GLOBAL"]
    attributes = {step.argval for step in steps if step.opname in ("LOAD_ATTR", "LOAD_METHOD")}
    known += [getattr(one, name, None) for one in known if hasattr(one, "__file__") for name in attributes]
    meant = [IMPLEMENTATIONS[one.__name__].get(layout) if hasattr(one, "means") else one for one in known]
    return {one for one in meant if isinstance(one, PythonDispatcher)}
