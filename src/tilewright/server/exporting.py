"""The finished games of a server as records in a folder: for puzzles mined from them, statistics, or another server."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.errors import BadArgument
from tilewright.records.files import write_whole
from tilewright.records.record import write_json
from tilewright.server.log import entry_of
from tilewright.server.store import queries
from tilewright.server.store.database import connect, migrate
from tilewright.server.table import OVER, replayed

if TYPE_CHECKING:
    from pathlib import Path


class Exported(NamedTuple):
    """What came of it."""

    written: int  # that were not there before
    broken: list[str]  # games whose logs do not replay; a server keeps them away from others too


def export_games(url: str, folder: Path) -> Exported:
    """Write the record of every game that is over, also while a server runs."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise BadArgument(f"{folder}: {bad.strerror}") from None
    engine, written, broken = connect(url), 0, list[str]()
    try:
        migrate(engine)
        with engine.connect() as connection:
            for id_ in queries.finished_games(connection):
                path = folder / f"{id_}.json"
                if path.exists():
                    continue
                try:
                    rows, names = queries.table_after(connection, id_, 0)
                    table = replayed(id_, [entry_of(row) for row in rows])
                    table.call_seats(names)
                    record = table.game.record([chair.name for chair in table.chairs])
                except Exception:  # noqa: BLE001 - whatever it is: one log that does not replay must not stop the others
                    broken.append(id_)
                    continue
                if table.status == OVER:
                    write_whole(path, write_json(record))
                    written += 1
    finally:
        engine.dispose()
    return Exported(written, broken)
