"""Writes the finished games of a server as records: for mining puzzles, for statistics, or for another server."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.errors import BadArgument
from tilewright.records.files import write_whole
from tilewright.records.record import write_json
from tilewright.server.archive import Archive, BrokenLog

if TYPE_CHECKING:
    from pathlib import Path


class ExportResult(NamedTuple):
    """The result of an export."""

    written: int  # that were not there before
    broken: list[str]  # games whose logs do not replay; a server keeps them away from others too


def export_games(url: str, folder: Path) -> ExportResult:
    """Write the record of every game that is over, also while a server runs."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise BadArgument(f"{folder}: {bad.strerror}") from None
    written, broken = 0, list[str]()
    with Archive(url) as archive:
        for id_ in archive.finished():
            path = folder / f"{id_}.json"
            if path.exists():
                continue
            try:
                record = archive.record(id_)
            except BrokenLog:
                broken.append(id_)
                continue
            if record is not None:
                write_whole(path, write_json(record))
                written += 1
    return ExportResult(written, broken)
