"""A server on which no game is compiled, until a test says so: what it would compile is compiled already."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.serving import PATIENCE, UNLIMITED, Server
from tilewright import games

# stands in for the compiler: waits for a file that says how it ends
COMPILER = """
import pathlib, sys, time
folder, name, layer = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[4]
with (folder / "begun").open("a") as begun:
    print(name, layer, file=begun, flush=True)
ends = time.monotonic() + 900
while not (verdict := folder / f"{name}-{layer}").exists() and time.monotonic() < ends:
    time.sleep(0.02)
sys.exit(int(verdict.read_text()))
"""
PROGRAM = """
import pathlib, sys
from tilewright.server import readiness
folder = pathlib.Path({folder!r})
readiness.COMPILE = (sys.executable, "-c", {compiler!r}, str(folder))
readiness._is_compiled = lambda *_: False
readiness._lock_folder = lambda: folder
def compiled(rule_set):
    said = folder / f"{{rule_set.room}}.compiled"
    return int(said.read_text()) if said.exists() else 0
readiness._compiled = compiled
"""


class ColdServer(Server):
    """`tilewright serve` with a compiler that a test holds in its hand."""

    def __init__(self, folder: Path) -> None:
        self.gate = folder / "gate"
        self.gate.mkdir(parents=True)
        program = PROGRAM.format(folder=str(self.gate), compiler=COMPILER) + UNLIMITED
        super().__init__(folder, program=program)

    def compile_so_far(self, rule_set: str, functions: int) -> None:
        """Let so many functions of a game's room be compiled."""
        path = self.gate / f"{games.rule_set(rule_set).room}.new"
        path.write_text(str(functions))
        path.rename(path.with_suffix(".compiled"))

    def finish(self, rule_set: str, code: int = 0) -> None:
        """Let the compiler end; the rule set is the one that stands for its room."""
        for layer in ("opponents", "rules"):
            path = self.gate / f"{layer}.new"
            path.write_text(str(code))
            path.rename(self.gate / f"{rule_set}-{layer}")

    def begun(self) -> list[str]:
        path = self.gate / "begun"
        return path.read_text().splitlines() if path.exists() else []

    def until_it_answers(self) -> None:
        for _ in range(int(PATIENCE * 10)):
            try:
                self.get("api/v1/opponents")
            except OSError:
                threading.Event().wait(0.1)
            else:
                return
        raise TimeoutError("no server")


@contextmanager
def cold_server(folder: Path) -> Iterator[ColdServer]:
    server = ColdServer(folder)
    server.begin()
    try:
        server.until_it_answers()
        yield server
    finally:
        server.stop()
