"""The data folder: made when it is missing, and held by one server at a time where its database is a file."""

from __future__ import annotations

import contextlib
import os
from typing import IO, TYPE_CHECKING

from tilewright.core.errors import TilewrightError
from tilewright.server.store.database import PRIVATE

if TYPE_CHECKING:
    from pathlib import Path

LOCK = "server.lock"


class FolderInUse(TilewrightError):  # noqa: N818 - one of the family
    """Another server works in this data folder."""


class Folder:
    """A data folder, held until closed."""

    def __init__(self, path: Path, *, is_shared: bool) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_shared:
                self._hold()
        except OSError as bad:
            raise TilewrightError(f"the data folder {path} cannot be used: {bad.strerror}") from None

    def _hold(self) -> None:
        """Two programs that keep positions of one file in memory would not see each other's moves."""
        try:
            import fcntl
        except ImportError:
            return  # where there is no such lock, the log's own numbers still keep two servers from one move
        lock = (self.path / LOCK).open("a+")
        (self.path / LOCK).chmod(PRIVATE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            other = lock.read(200).strip() or "somewhere"
            lock.close()
            raise FolderInUse(f"a server works in {self.path} already ({other}); give --data another folder") from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()}\n")
        lock.flush()
        self._lock = lock

    def note_address(self, address: str) -> None:
        """Write down the server's address, for a second server that tries to use the folder."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.truncate(0)
                self._lock.write(f"{address}, process {os.getpid()}\n")
                self._lock.flush()

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def noted_address(path: Path) -> str | None:
    """Where the last server that worked in a data folder answered; whether it still does is not known."""
    try:
        noted = (path / LOCK).read_text()
    except OSError:
        return None
    address = noted.partition(",")[0]
    return address if address.startswith("http") else None
