"""The results file: one JSON line for each finished game, written so that an interrupted match can go on."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tilewright.arena.match import GameKey, Played
from tilewright.core.errors import BadRecord
from tilewright.records.files import cannot_write, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Ledger:
    """A results file; it may hold the games of several matches."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, match: str) -> dict[GameKey, Played]:
        """The games of this match so far. A last line that was cut off is removed: its game is played again."""
        found: dict[GameKey, Played] = {}
        if not self.path.exists():
            return found
        with self._opened() as file:
            content = _read_all(file)
            whole, newline, torn = content.rpartition(b"\n")
            if torn and not torn.startswith(b"{"):
                raise BadRecord(f"{self.path}: not a file of results: {torn[:40]!r}")
            for number, line in enumerate((whole + newline).splitlines(), start=1):
                played = self._understand(number, line)
                if played.match == match:
                    found.setdefault(played.key, played)
            if torn:
                os.ftruncate(file, len(whole) + len(newline))
        return found

    def every_game(self) -> list[Played]:
        """The games of all matches in the file, which stays as it is; a last line that was cut off is left out."""
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except OSError as bad:
            raise BadRecord(f"{self.path} cannot be read: {bad.strerror}") from None
        whole = [line for line in lines if line.endswith(b"\n")]
        if lines and not whole:
            raise BadRecord(f"{self.path}: not a file of results: {lines[0][:40]!r}")
        return [self._understand(number, line) for number, line in enumerate(whole, start=1)]

    def _understand(self, number: int, line: bytes) -> Played:
        try:
            return msgspec.json.decode(line, type=Played)
        except (msgspec.DecodeError, UnicodeDecodeError) as bad:
            raise BadRecord(f"{self.path}, line {number}: not the result of a game: {bad}") from None

    def append(self, games: Sequence[Played]) -> None:
        """Add games in one piece: after a crash all of a line is there, or it is the last and torn."""
        lines = b"".join(msgspec.json.encode(played) + b"\n" for played in games)
        with self._opened() as file:
            before = os.fstat(file).st_size
            try:
                while lines:
                    lines = lines[os.write(file, lines) :]
                os.fsync(file)
            except OSError as bad:
                with contextlib.suppress(OSError):
                    os.ftruncate(file, before)
                raise cannot_write(self.path, bad) from None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        """The file, ours alone until it is closed."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as bad:
            raise cannot_write(self.path, bad) from None
        try:
            with contextlib.suppress(ImportError):  # Windows has no such locks; there one match writes one file
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)


def _read_all(file: int) -> bytes:
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def keep_record(folder: Path, played: Played, record: str) -> None:
    """Write a game's record; it appears whole or not at all. The folder is made if only it is missing."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as bad:
        raise cannot_write(folder, bad) from None
    write_whole(folder / f"{played.match}-{played.seed}-{played.line_up}-{played.rotation}.json", record)
