"""Queries about tables: what a guest may see of one, and the list of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import _, language
from tilewright.server import views
from tilewright.server.messages import MOST_SEQ
from tilewright.server.problems import BadRequest, WrongState
from tilewright.server.store import queries
from tilewright.server.table import OVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.records.record import Record
    from tilewright.server import messages
    from tilewright.server.guests import Guest
    from tilewright.server.table import Table
    from tilewright.server.table_cache import TableCache
    from tilewright.server.views import Sitter

PAGE = 50  # tables in a list


class FollowerUpdate(NamedTuple):
    """What a follower is sent."""

    seq: int  # how far the table is
    frame: str
    sitters: list[Sitter]


class TableQueries:
    """Everything that can be read of tables without changing them."""

    def __init__(self, table_cache: TableCache) -> None:
        self._table_cache = table_cache

    async def view(
        self, id_: str, guest: Guest | None, since: int = 0, seat: int | None = None, at: int | None = None
    ) -> dict[str, Any]:
        """The table as a guest may see it; with ``at`` the position as it was after that entry of the log."""
        async with self._table_cache.locked(id_) as table:
            who = guest.id if guest else None
            viewer = table.seat_for(who, seat)
            view = views.view_of(table, who, viewer, _clamp_seq(table, since))
            if at is not None and at < table.seq:
                view |= {"position": views.view_after(table, viewer, at).as_data(), "legal": [], "choices": None}
            return view

    async def sentences(self, id_: str, guest: Guest | None, at: int | None) -> dict[str, Any]:
        """The table in sentences."""
        async with self._table_cache.locked(id_) as table:
            seat = table.seat_for(guest.id if guest else None)
            return views.sentences_of(table, seat, table.seq if at is None else _clamp_seq(table, at))

    async def expect_table(self, id_: str) -> None:
        """Raise if there is no such table, or none that can be read now."""
        async with self._table_cache.locked(id_, at_least=1):
            pass

    async def frame(
        self, id_: str, guest: Guest | None, since: int, frames: str, *, most: int = MOST_SEQ
    ) -> FollowerUpdate:
        """The frame that brings a follower up to date; an empty one if more than ``most`` events are missing."""
        async with self._table_cache.locked(id_) as table:
            frame = _frame(table, guest, since, frames) if table.seq - since <= most else ""
            return FollowerUpdate(table.seq, frame, views.sitters_of(table))

    async def next_frame(self, id_: str, guest: Guest | None, since: int, frames: str, *, most: int) -> FollowerUpdate:
        """The same for a follower who has everything up to ``since``; also empty if nothing has happened."""
        async with self._table_cache.locked(id_) as table:
            frame = _frame(table, guest, since, frames) if 0 < table.seq - since <= most else ""
            return FollowerUpdate(table.seq, frame, views.sitters_of(table))

    async def choices(self, id_: str, guest: Guest, request: messages.ChoicesRequest) -> dict[str, Any]:
        """The next part of a move."""
        async with self._table_cache.locked(id_) as table:
            seat = table.acting_seat(guest.id, request.seat)
            if seat != table.to_move:
                raise WrongState(_("it is not your turn"), seq=table.seq)
            try:
                return views.choices_for(table, seat, request.so_far)
            except TilewrightError as bad:
                raise BadRequest(str(bad), where="/so_far") from None

    async def record(self, id_: str) -> Record:
        """The game as a record; refused while a game with secrets is played."""
        async with self._table_cache.locked(id_) as table:
            if table.game.room.hidden and table.status != OVER:
                raise WrongState(_("this game has secrets: its record is available when it is over"), seq=table.seq)
            return table.game.record([chair.name for chair in table.chairs])

    async def tables_of(self, guest: Guest, before: str | None) -> dict[str, Any]:
        """A guest's tables, those that wait for the guest first."""
        store = self._table_cache.store
        rows = await store.read(queries.games_of, guest.id, _cursor(before), PAGE)
        seats = await store.read(queries.seats_of, [row["id"] for row in rows])
        listed = [_summary(row, [seat for seat in seats if seat["game"] == row["id"]], guest.id) for row in rows]
        listed.sort(key=lambda one: not one["your_turn"])
        last = rows[-1] if len(rows) == PAGE else None
        return {"tables": listed, "next": f"{last['changed_at']}-{last['id']}" if last else None}


def _frame(table: Table, guest: Guest | None, since: int, frames: str) -> str:
    who = guest.id if guest and table.seats_of(guest.id) else None
    viewer = None if views.is_same_for_all(table, since, frames) else who

    def write() -> str:
        seat = table.seat_for(viewer)
        return msgspec.json.encode(views.frame_of(table, viewer, seat, _clamp_seq(table, since), frames)).decode()

    if since != table.seq - 1:  # an arbitrary number: nobody else waits for that frame
        return write()
    return views.rendered.get((table.render_key, table.seq, frames, viewer, language()), write)


def _clamp_seq(table: Table, seq: int) -> int:
    """A number from the future is not an error: the client gets nothing new, and the true ``seq``."""
    return min(seq, table.seq)


def _cursor(before: str | None) -> tuple[int, str] | None:
    """Where a list continues, as ``tables_of`` returned it."""
    if before is None:
        return None
    at, _, id_ = before.partition("-")
    if not at.isdigit() or len(at) > 15:
        raise BadRequest("this place in the list cannot be read", where="/before")
    return int(at), id_


def _summary(row: Mapping[str, Any], seats: list[Mapping[str, Any]], guest: str) -> dict[str, Any]:
    own = [seat["number"] for seat in seats if seat["guest"] == guest]
    to_move = row["to_move"]
    return {
        "id": row["id"],
        "rule_set": row["rule_set"],
        "players": row["players"],
        "seq": row["seq"],
        "status": row["status"],
        "seat": to_move if to_move in own else own[0],
        "seats": [
            {
                "kind": seat["kind"],
                "name": seat["name"],
                "opponent": seat["opponent"],
                "yours": seat["guest"] == guest,
            }
            for seat in seats
        ],
        "to_move": to_move,
        "your_turn": to_move in own,
        "scores": [int(points) for points in row["scores"].split(",")],
        "changed": views.time_text(row["changed_at"]),
    }
