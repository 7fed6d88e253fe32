"""Where compiled code is kept between runs.

Every installation has a folder of its own and removes only from that. An entry's name holds a fingerprint of all
that it depends on, so an entry is either the right one or has another name: nothing in the cache can be stale.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tilewright.core.compiling.sources import PACKAGE, SOURCES

KEPT = 4
"""So many versions of one function stay: enough to go back and forth between two states of the sources."""


def chosen_root() -> Path:
    """Where compiled code is kept: the user's cache folder, or what NUMBA_CACHE_DIR names."""
    chosen, home = os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")
    return Path(chosen) if chosen else (Path(home) if home else Path.home() / ".cache") / PACKAGE


def private_root() -> Path | None:
    """A temporary folder that nobody else can write to; what lies there is run, so it must be ours."""
    if not hasattr(os, "getuid"):
        return None
    try:
        folder = Path(tempfile.gettempdir()) / f"{PACKAGE}-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    return folder if status.st_uid == os.getuid() and not status.st_mode & 0o077 and not folder.is_symlink() else None


def write_whole(path: Path, data: bytes) -> None:
    """All of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


class Cache:
    """The compiled code of one installation."""

    def __init__(self, root: Path | None, sources: Path = SOURCES) -> None:
        self.installation = hashlib.sha256(str(sources).encode()).hexdigest()[:16]
        self.root: Path | None = root  # None: nothing can be kept
        self.roots = [root] if root else []  # where to look
        self.listeners: list[Callable[[str], None]] = []  # told the name of what is not there: it is compiled next
        self.kept: list[Callable[[str], None]] = []  # told the name of what was kept: it is compiled now

    def load(self, name: str) -> bytes | None:
        """What was kept under this name. Another installation with the same sources may have it too."""
        for root in self.roots:
            for path in (root / self.installation / name, *root.glob(f"*/{name}")):
                with suppress(OSError):
                    data = unsealed(path.read_bytes())
                    if data is not None:
                        if path.parents[1].name != self.installation:
                            self.save(name, data)
                        return data
        for tell in self.listeners:
            tell(name)
        return None

    def save(self, name: str, data: bytes) -> None:
        """Keep this. A folder that cannot be written is no reason to stop: it is said once."""
        complaint = ""
        while self.root is not None:
            path = self.root / self.installation / name
            try:
                write_whole(path, sealed(data))
                prune(path)
                for tell in self.kept:
                    tell(name)
                break
            except OSError as bad:
                complaint = complaint or f"Compiled code cannot be kept in {self.root} ({bad.strerror})"
                private = private_root()
                self.root = None if private in self.roots else private
                self.roots += [self.root] if self.root else []
        if complaint:
            instead = f"{self.root} serves instead" if self.root else "going on without"
            print(f"{complaint}: {instead}.", file=sys.stderr)  # noqa: T201 - a log would be louder


def sealed(data: bytes) -> bytes:
    """With a checksum, so that a file cut short by a crash is never run."""
    return hashlib.sha256(data).digest() + data


def unsealed(kept: bytes) -> bytes | None:
    data = kept[32:]
    return data if hashlib.sha256(data).digest() == kept[:32] else None


def prune(path: Path) -> None:
    """Remove all but the newest versions of one function; their names differ after the last hyphen."""
    versions = path.parent.glob(f"{path.name.rpartition('-')[0]}-*")
    for old in sorted(versions, key=lambda version: -version.stat().st_mtime_ns)[KEPT:]:
        old.unlink(missing_ok=True)
