"""The games of a database, as a list and as records. A server may be using it: nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.core.errors import TilewrightError
from tilewright.server.log import entry_from_row
from tilewright.server.store import queries
from tilewright.server.store.reader import Reader
from tilewright.server.table import OVER, replay_log

if TYPE_CHECKING:
    from tilewright.records.record import Record

TOGETHER = 500
"""Games whose seats are read with one query."""


class BrokenLog(TilewrightError):  # noqa: N818 - one of the family
    """A game whose log does not replay."""


class ArchivedGame(NamedTuple):
    """What a list says of a game."""

    id: str
    rule_set: str
    seats: list[str]
    scores: list[int]
    is_over: bool
    changed_at: float  # seconds since 1970


class Archive(Reader):
    """The games of one database, open until the end of a ``with``."""

    def count(self) -> int:
        return self.read(queries.count_games)

    def latest(self, limit: int | None = None) -> list[ArchivedGame]:
        """The games changed last, the latest first."""
        return self._with_seats(self.read(queries.latest_games, limit))

    def get(self, id_: str) -> ArchivedGame | None:
        """The game with this id."""
        row = self.read(queries.game_of, id_)
        return self._with_seats([row])[0] if row else None

    def finished(self) -> list[str]:
        """The ids of the games that are over, the first one first."""
        return self.read(queries.finished_games)

    def record(self, id_: str) -> Record | None:
        """The record of a game that is over; None of one that is not, because it may have secrets."""
        try:
            rows, names = self.read(queries.table_after, id_, 0)
            table = replay_log(id_, [entry_from_row(row) for row in rows])
            table.set_names(names)
            record = table.game.record([chair.name for chair in table.chairs])
        except Exception as bad:  # noqa: BLE001 - whatever it is, the log is to blame, and other games are not
            raise BrokenLog(f"the log of game {id_} does not replay: {bad}") from None
        return record if table.status == OVER else None

    def _with_seats(self, rows: list[queries.Row]) -> list[ArchivedGame]:
        names: dict[str, list[str]] = {row["id"]: [] for row in rows}
        ids = list(names)
        for k in range(0, len(ids), TOGETHER):
            for chair in self.read(queries.seats_of, ids[k : k + TOGETHER]):
                names[chair["game"]].append(chair["name"])
        return [
            ArchivedGame(
                row["id"],
                row["rule_set"],
                names[row["id"]],
                [int(points) for points in row["scores"].split(",")],
                row["status"] == OVER,
                row["changed_at"] / 1000,
            )
            for row in rows
        ]
