"""Where games and settings are kept, and how they are written so that nothing is ever half there."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tilewright.cli.places import games_folder, settings_file
from tilewright.core.errors import BadArgument, CannotWrite, TilewrightError
from tilewright.core.text.language import _
from tilewright.play.replay import read_file
from tilewright.records.files import cannot_write, write_whole
from tilewright.records.record import FORMAT, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.records.record import Record


def check_path(path: Path) -> None:
    """Raise unless a record could be written here; a file that is something else is not written over."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and path.stat().st_size and FORMAT not in path.read_text(encoding="utf-8", errors="replace"):
            raise BadArgument(f"{path} already exists and is not a record: choose another name")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as bad:
        raise cannot_write(path, bad) from None


# -- games --------------------------------------------------------------------------------------


def new_file(rule_set: str) -> Path:
    """A name for a game that begins now."""
    began = time.strftime("%Y-%m-%d-%H%M%S")
    folder = games_folder()
    names = (f"{began}-{rule_set}{extra}.json" for extra in ("", *(f"-{k}" for k in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the folder."""

    path: Path
    record: Record

    @property
    def is_over(self) -> bool:
        return self.record.result is not None


def kept_games() -> list[Kept]:
    """All games, the one touched last first; those that cannot be read are named on standard error."""
    found = []
    for path in sorted(games_folder().glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True):
        try:
            found.append(Kept(path, read_file(path)))
        except TilewrightError as bad:
            print(f"left out: {path} cannot be read: {bad}", file=sys.stderr)  # noqa: T201
    return found


class Keeper:
    """Writes the record after every move: into the user's own folder, and where it was asked to."""

    def __init__(self, own: Path, asked: Path | None, say: Callable[[str], None]) -> None:
        self.own, self.asked, self._say = own, asked, say
        self.kept = own.exists()  # is there something to go on with?
        self.failed: CannotWrite | None = None  # of the file that was asked for, when it was last tried
        self._complained: set[str] = set()

    def keep(self, record: Record) -> None:
        """Write; what cannot be written is said once, and tried again with the next move."""
        text = write_json(record)
        try:
            self.own.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.own, text)
            self.kept = True
        except (OSError, CannotWrite) as bad:
            self.kept = False
            self._complain(_("This game is not kept: {reason}.").format(reason=bad))
        if self.asked:
            self.failed = None
            try:
                write_whole(self.asked, text)
            except CannotWrite as bad:
                self.failed = bad
                self._complain(_("{reason}; it is tried again after every move.").format(reason=bad))

    def _complain(self, reason: str) -> None:
        if reason not in self._complained:
            self._complained.add(reason)
            self._say(reason)


# -- settings -----------------------------------------------------------------------------------


class Settings(msgspec.Struct, omit_defaults=True):
    """What a person answered once."""

    name: str | None = None
    level: int | None = None


def read_settings() -> Settings:
    """What was remembered; empty settings where the file is missing or cannot be read."""
    try:
        return msgspec.json.decode(settings_file().read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def remember(settings: Settings) -> None:
    """Remember for the next time; a folder that cannot be written is no reason not to play."""
    with suppress(OSError, CannotWrite):
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(settings_file(), msgspec.json.encode(settings).decode() + "\n")
