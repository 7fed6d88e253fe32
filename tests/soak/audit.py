"""B26: a server that is watched. Python tells of every file, connection, program and unpickling; misdeeds are noted.

    python -m tests.soak.audit FOLDER [--moves 3] [--break pickle,connect,read,write,program]

plays a game of every room (or so many moves) against a computer, and prints, as JSON, what was done that may not be.
Thinking processes are watched in the same way.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import socket
import subprocess
import sys
import sysconfig
import threading
import traceback
import uuid
from pathlib import Path
from typing import Any

THINKER = "--thinker"
WATCHED = "TILEWRIGHT_WATCHED"  # the data folder and the file that faults go to, for thinking processes
SYSTEM = ("/proc", "/dev/urandom", "/sys", "/etc/mime.types", "/etc/localtime", "/usr/share")
"""What the system's own libraries read: time zones, kinds of files, how many processors there are."""


class Watch:
    """Says of every deed whether it may be."""

    def __init__(self, folder: Path, notes: Path) -> None:
        self.folder, self.notes = folder.resolve(), notes
        import tilewright
        from tilewright.core.compiling.cache import chosen_root, private_root

        caches = [chosen_root().resolve(), *filter(None, [private_root()])]
        self.may_write = [str(self.folder), *map(str, caches), "/dev/null", str(notes)]
        package = Path(tilewright.__file__).resolve().parents[2]
        homes = {sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), str(package)}
        self.may_read = [*self.may_write, *homes, *SYSTEM]
        self._busy = threading.local()

    def __call__(self, event: str, words: tuple[Any, ...]) -> None:
        if getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            if fault := self._fault(event, words):
                with self.notes.open("a") as notes:
                    notes.write(json.dumps(fault) + "\n")
        finally:
            self._busy.now = False

    def _fault(self, event: str, words: tuple[Any, ...]) -> str | None:
        if event == "open":
            return self._file(words)
        if event == "pickle.find_class":
            return None if _loads_compiled_code() else f"unpickled {words[0]}.{words[1]}"
        if event == "socket.connect":
            return None if _is_here(words[1]) else f"connected to {words[1]}"
        if event in ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system"):
            return None if str(words[0]) == sys.executable else f"started {words[0]}"
        return None

    def _file(self, words: tuple[Any, ...]) -> str | None:
        path, mode, flags = words
        if isinstance(path, int):
            return None  # a file that is open already
        resolved = str(Path(os.fsdecode(path)).resolve())
        writes = (isinstance(mode, str) and mode[:1] in "wax") or (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        allowed = self.may_write if writes else self.may_read
        if any(resolved == one or resolved.startswith(f"{one}/") for one in allowed):
            return None
        return f"{'wrote' if writes else 'read'} {resolved}"


def _loads_compiled_code() -> bool:
    """Compiled code comes from our own cache, behind a checksum; numba reads it with pickle."""
    return any("numba" in frame.filename or "llvmlite" in frame.filename for frame in traceback.extract_stack())


def _is_here(address: Any) -> bool:
    """This machine: a socket of the system, or the loopback."""
    return isinstance(address, (str, bytes)) or str(address[0]) in ("127.0.0.1", "::1", "localhost")


def inject_fault(names: list[str], outside: Path) -> None:
    """Deliberate misdeeds in the middle of a move, to see that they are noted."""
    from tilewright.server.table import Table

    whole = Table.propose_play

    def misbehave(name: str) -> None:
        if name == "pickle":
            pickle.loads(pickle.dumps(Path))  # noqa: S301 - the misdeed itself
        elif name == "connect":
            with socket.socket() as far:
                far.setblocking(False)
                far.connect_ex(("192.0.2.1", 9))  # an address for examples, which is nobody's
        elif name == "read":
            Path("/etc/passwd").read_bytes()
        elif name == "write":
            (outside / "written").write_text("x")
        else:
            subprocess.run(["true"], check=True)

    def playing(self: Table, seat: int, text: str) -> Any:
        for name in names:
            misbehave(name)
        return whole(self, seat, text)

    Table.propose_play = playing  # type: ignore[method-assign]


def play(folder: Path, most: int) -> int:
    """Games of every room over HTTP and a WebSocket; returns how many moves there were."""
    from websockets.sync.client import connect

    from tests.server.listening import listening, post
    from tilewright.games import rule_sets
    from tilewright.server import thinking

    vars(thinking)["COMMAND"] = (sys.executable, "-m", "tests.soak.audit", THINKER)
    moves = 0
    with listening(folder) as server:
        token = post(server.address, "/guests", {"name": "Ann"})["token"]
        for rule_set in {one.room: one.id for one in rule_sets()}.values():
            table = post(server.address, "/tables", {"rule_set": rule_set, "seats": ["me", "random"]}, token)["id"]
            live = f"{server.address.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
            with connect(live, additional_headers={"Authorization": f"Bearer {token}"}) as socket_:
                for text in socket_:
                    view = json.loads(text).get("view")
                    if moves >= most or (view and view["awaiting"] == "end"):
                        break
                    if view and view["legal"]:
                        move = {"kind": "play", "move": view["legal"][0]["notation"]}
                        socket_.send(json.dumps({"id": str(uuid.uuid4()), "expect": view["seq"], **move}))
                        moves += 1
    return moves


def main() -> None:
    if THINKER in sys.argv:
        folder, notes = map(Path, os.environ[WATCHED].split(os.pathsep))
        sys.addaudithook(Watch(folder, notes))
        from tilewright.server import thinking_process

        thinking_process.main()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--moves", type=int, default=10**9)
    parser.add_argument("--break", dest="broken", default="")
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    notes = told.folder / "notes"
    notes.touch()
    os.environ[WATCHED] = f"{told.folder}{os.pathsep}{notes}"
    sys.addaudithook(Watch(told.folder, notes))
    if told.broken:
        inject_fault(told.broken.split(","), told.folder.parent)
    moves = play(told.folder / "data", told.moves)
    faults = sorted({json.loads(line) for line in notes.read_text().splitlines()})
    print(json.dumps({"bar": "B26", "moves": moves, "faults": faults}, indent=1))
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
