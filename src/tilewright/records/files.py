"""Writing files so that nothing is ever half there, and finding out early when that will not be possible."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from tilewright.core.errors import CannotWrite

if TYPE_CHECKING:
    from pathlib import Path


def cannot_write(path: Path, bad: OSError) -> CannotWrite:
    """What is raised when the system refuses."""
    return CannotWrite(f"cannot write {path}: {bad.strerror or bad}")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is the old or the new one at every moment, whatever happens to the machine."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as bad:
        with suppress(OSError):
            beside.unlink()
        raise cannot_write(path, bad) from None


def check_file(path: Path) -> None:
    """Raise CannotWrite unless this file can be written; nothing is made or changed."""
    try:
        if path.exists():
            if not path.is_file() and not path.is_dir():
                raise CannotWrite(f"cannot write {path}: it is not a file")
            with path.open("ab"):
                return
        _check_inside(path.parent, path)
    except OSError as bad:
        raise cannot_write(path, bad) from None


def check_folder(folder: Path) -> None:
    """Raise CannotWrite unless files can be written into this folder, which may still be missing."""
    try:
        if folder.exists() and not folder.is_dir():
            raise CannotWrite(f"cannot write into {folder}: it is not a folder")
        _check_inside(folder if folder.exists() else folder.parent, folder)
    except OSError as bad:
        raise cannot_write(folder, bad) from None


def _check_inside(folder: Path, wanted: Path) -> None:
    if not folder.is_dir():
        raise CannotWrite(f"cannot write {wanted}: there is no folder {folder}")
    with tempfile.TemporaryFile(dir=folder):
        pass
