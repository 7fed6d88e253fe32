"""The service: open a table, sit down, look, act. Knows no web framework.

A command is checked by the rules, written to the log, flushed, and only then answered; then everybody who looks on is
woken. Positions in memory are a cache of the log and can be dropped at any time.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5
from weakref import WeakValueDictionary

import msgspec

from tilewright.core.errors import TilewrightError
from tilewright.core.language import language
from tilewright.play.game import set_up_game
from tilewright.server import log, messages, views
from tilewright.server.branching import Past, past_of
from tilewright.server.draws import draws_from
from tilewright.server.guests import Guest, hashed, new_id, now
from tilewright.server.log import Entry, entry_of
from tilewright.server.problems import (
    BadRequest,
    CommandReused,
    NoSuchThing,
    NotNow,
    NotYours,
    Quarantined,
    Stale,
    TooMany,
)
from tilewright.server.seats import set_seats
from tilewright.server.store import queries
from tilewright.server.store.writer import Conflict, Writes
from tilewright.server.table import EMPTY, OVER, Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from tilewright.play.position import Position
    from tilewright.records.record import Record
    from tilewright.server.hub import Hub
    from tilewright.server.log import AnyBody
    from tilewright.server.store.store import Store

logger = logging.getLogger("tilewright.server")

MOST_IN_MEMORY = 1_000  # tables; those somebody looks at stay beyond this
MOST_OPEN = 200  # games of one guest that are not over
PAGE = 50  # tables in a list
ANY_TIME = ("say", "rematch")
"""Commands that do not depend on how far the game is."""
TRIES = 3  # when another worker was faster
COMPUTER_COMMANDS = UUID("6f1f2a3e-4f0c-4c0e-9d5d-2f7f6f1c8a55")
"""A computer's command ids follow from the place in the log, so that two workers cannot move twice for it."""


class Tables:
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        engines: Mapping[str, str] | None = None,
        expect_ready: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store, self._hub = store, hub
        self._expect_ready = expect_ready  # raises for a rule set that is still being compiled
        self.engines = dict(engines or {})
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as somebody holds one
        self._broken: dict[str, str] = {}
        self.changed: Callable[[Table], None] = lambda _: None
        """Told of every table that has grown; computers begin to think here."""

    # --- opening and sitting down -----------------------------------------------------------------------------------

    async def open(self, guest: Guest, request: messages.TableRequest) -> dict[str, Any]:
        """Set up a table; the game begins as soon as no seat is open."""
        if await self._store.read(queries.count_open, guest.id) >= MOST_OPEN:
            raise TooMany(f"you have {MOST_OPEN} games that are not over; finish or resign some first")
        players = request.players or len(request.seats)
        if players != len(request.seats):
            raise BadRequest(f"{players} players but {len(request.seats)} seats", where="/seats")
        chairs = set_seats(request.seats, request.names, guest.id, guest.name, self.engines)
        past = await self._past(request.branch, guest, players) if request.branch else None
        if all(chair.guest is None and chair.kind != EMPTY for chair in chairs):
            chairs_of_people = "at least one seat must be me, here or open"
            raise BadRequest(chairs_of_people, where="/seats")
        origin = past.opening if past else None
        opening = log.Opened(
            rule_set=origin.rule_set if origin else request.rule_set,
            players=players,
            first=origin.first if origin else request.first,
            options=origin.options if origin else request.options,
            seats=chairs,
            aids=request.aids.model_dump(),
            owner=guest.id,
        )
        table, writes, invitation = self._lay(opening, past=past)
        await self._store.commit(writes)
        self._keep(table)
        self.changed(table)
        held = table.seats_of(guest.id)
        return {"id": table.id, "seat": held[0] if held else None, "seq": table.seq, "invitation": invitation}

    async def _past(self, branch: messages.Branch, guest: Guest, players: int) -> Past:
        async with self._at(branch.table) as origin:
            self._expect_ready(origin.opening.rule_set)
            return past_of(origin, branch.at, guest.id, players)

    def _lay(
        self, opening: log.Opened, id_: str | None = None, past: Past | None = None
    ) -> tuple[Table, Writes, str | None]:
        """A new table with its rows and, where a seat is open, the invitation to it."""
        settled = self._settle(opening)
        id_ = id_ or new_id()
        table = Table(id_, Entry(1, now(), settled))
        invitation = new_id() if table.status == "open" else None
        if past is not None:
            if invitation is not None:
                raise BadRequest("a game that goes on has no open seats", where="/seats")
            table = Table(id_, Entry(1, now(), msgspec.structs.replace(settled, draws=past.draws)))
            for seat, played in past.moves:
                table.apply(Entry(table.seq + 1, now(), played, seat))
        elif invitation is None:
            drawn = draws_from(table.game, {})
            settled = msgspec.structs.replace(settled, draws=drawn)
            table = Table(id_, Entry(1, now(), settled))
        row = {
            "id": id_,
            "rule_set": settled.rule_set,
            "players": settled.players,
            "invitation_hash": hashed(invitation) if invitation else None,
            **_game_row(table),
        }
        writes = Writes(
            games=[row],
            seats=[{"game": id_, "number": n, **_seat_row(table, n)} for n in range(settled.players)],
            events=[line.entry.row(id_) for line in table.lines],
        )
        return table, writes, invitation

    @staticmethod
    def _settle(opening: log.Opened) -> log.Opened:
        """Options with chance taken out, so that the log alone says what is played."""
        try:
            game = set_up_game(
                opening.rule_set,
                opening.players,
                opening.options,
                seed=secrets.randbits(63),
                first=opening.first,
                auto_deal=False,
            )
        except TilewrightError as bad:
            raise BadRequest(str(bad)) from None
        return msgspec.structs.replace(opening, options=dict(game.options))

    async def join(self, id_: str, seat: int, guest: Guest, invitation: str) -> dict[str, Any]:
        """Take an open seat with an invitation; the seat one has already is answered as it is."""
        wanted = await self._store.read(queries.invitation_of, id_)
        if wanted is None or hashed(invitation) != wanted:
            raise NotYours("this invitation does not fit")

        def propose(table: Table) -> tuple[int, AnyBody]:
            if table.seats_of(guest.id):
                raise NotNow("you sit at this table already", seq=table.seq)
            return seat, table.sitting_down(seat, guest.id, guest.name)

        async with self._at(id_) as table:
            if seat in table.seats_of(guest.id):
                return {"seat": seat, "seq": table.seq}
        entry = await self._append(id_, None, propose)
        return {"seat": seat, "seq": entry.seq}

    # --- looking ----------------------------------------------------------------------------------------------------

    async def view(
        self, id_: str, guest: Guest | None, since: int = 0, seat: int | None = None, at: int | None = None
    ) -> dict[str, Any]:
        """The table as a guest may see it; with ``at`` the position as it was after that entry of the log."""
        async with self._at(id_) as table:
            who = guest.id if guest else None
            looking = table.seat_for(who, seat)
            view = views.view_of(table, who, looking, self._since(table, since))
            if at is not None and at < table.seq:
                view |= {"position": views.view_after(table, looking, at).as_data(), "legal": [], "choices": None}
            return view

    async def told(self, id_: str, guest: Guest | None, at: int | None) -> dict[str, Any]:
        """The table in sentences."""
        async with self._at(id_) as table:
            seat = table.seat_for(guest.id if guest else None)
            return views.sentences_of(table, seat, table.seq if at is None else self._since(table, at))

    async def frame(self, id_: str, guest: Guest | None, since: int, frames: str) -> tuple[int, bytes]:
        """How far the table is, and the frame that brings a follower there; written once for all who watch."""
        async with self._at(id_) as table:
            who = guest.id if guest and table.seats_of(guest.id) else None
            key = (frames, who, since, language())
            if key not in table.kept:
                seat, since = table.seat_for(who), self._since(table, since)
                if frames == "events":
                    frame = {"type": "events", "seq": table.seq, "events": views.events_for(table, who, seat, since)}
                else:
                    frame = {"type": "view", "view": views.view_of(table, who, seat, since)}
                table.kept[key] = msgspec.json.encode(frame)
            return table.seq, table.kept[key]

    async def choices(self, id_: str, guest: Guest, request: messages.ChoicesRequest) -> dict[str, Any]:
        async with self._at(id_) as table:
            seat = table.acting_seat(guest.id, request.seat)
            if seat != table.to_move:
                raise NotNow("it is not your turn", seq=table.seq)
            try:
                return views.choices_for(table, seat, request.so_far)
            except TilewrightError as bad:
                raise BadRequest(str(bad), where="/so_far") from None

    async def record(self, id_: str) -> Record:
        """The game as a record; while it runs, one with secrets is for nobody."""
        async with self._at(id_) as table:
            if table.game.room.hidden and table.status != OVER:
                raise NotNow("this game has secrets: its record is given out when it is over", seq=table.seq)
            return table.game.record([chair.name for chair in table.chairs])

    async def mine(self, guest: Guest, before: str | None) -> dict[str, Any]:
        """A guest's tables, those that wait for the guest first."""
        rows = await self._store.read(queries.games_of, guest.id, _cursor(before), PAGE)
        seats = await self._store.read(queries.seats_of, [row["id"] for row in rows])
        listed = [_summary(row, [seat for seat in seats if seat["game"] == row["id"]], guest.id) for row in rows]
        listed.sort(key=lambda one: not one["your_turn"])
        last = rows[-1] if len(rows) == PAGE else None
        return {"tables": listed, "next": f"{last['changed_at']}-{last['id']}" if last else None}

    @staticmethod
    def _since(table: Table, since: int) -> int:
        """A number from the future is no reason to fail: whoever asks gets nothing new, and the true ``seq``."""
        return min(since, table.seq)

    # --- acting -----------------------------------------------------------------------------------------------------

    async def command(self, id_: str, guest: Guest, command: messages.AnyCommand) -> int:
        """Do what was asked, once; returns its number in the log."""
        return (await self._act(id_, guest.id, command)).seq

    async def _act(self, id_: str, guest: str, command: messages.AnyCommand) -> Entry:
        if command.kind == "hint":
            raise NotNow("hints are given by who thinks")

        def propose(table: Table) -> tuple[int, AnyBody]:
            seat = table.acting_seat(guest, command.seat)
            if table.seq != command.expect and command.kind not in ANY_TIME:
                raise Stale(f"the table has moved on to {table.seq}", seq=table.seq)
            return seat, _body(table, seat, command)

        return await self._append(id_, (str(command.id), _digest(guest, command)), propose, seen=command.expect)

    async def play_for_computer(self, id_: str, expect: int, seat: int, move: str) -> None:
        """Enter a computer's move, unless the table has moved on since it was asked."""
        key = str(uuid5(COMPUTER_COMMANDS, f"{id_}/{expect}"))

        def propose(fresh: Table) -> tuple[int, AnyBody]:
            if fresh.seq != expect:
                raise Stale("the table has moved on", seq=fresh.seq)
            return seat, fresh.playing(seat, move)

        await self._append(id_, (key, ""), propose)

    async def note_hint(
        self, id_: str, guest: Guest, command: messages.Hint, candidates: list[log.Candidate], of: int
    ) -> int:
        """Write down that a hint was given; ``of`` is the number the table had when it was asked for."""

        def propose(fresh: Table) -> tuple[int, AnyBody]:
            if fresh.seq != of:
                raise Stale(f"the table has moved on to {fresh.seq}", seq=fresh.seq)
            return fresh.acting_seat(guest.id, command.seat), log.Hinted(candidates)

        return (await self._append(id_, (str(command.id), _digest(guest.id, command)), propose)).seq

    async def hint_asked(self, id_: str, guest: Guest, command: messages.Hint) -> Entry | tuple[int, Position]:
        """The answer given before to this very command, or the number and the view to think about."""
        async with self._at(id_) as table:
            if (before := table.commands.get(str(command.id))) is not None:
                return _same(before, _digest(guest.id, command))
            seat = table.acting_seat(guest.id, command.seat)
            if not table.opening.aids.get("hints"):
                raise NotNow("at this table there are no hints", seq=table.seq)
            if seat != table.to_move:
                raise NotNow("it is not your turn", seq=table.seq)
            if command.expect != table.seq:
                raise Stale(f"the table has moved on to {table.seq}", seq=table.seq)
            return table.seq, table.game.view(seat)

    async def wake(self, id_: str) -> None:
        """Look at a table again, as if it had just changed."""
        async with self._at(id_) as table:
            self.changed(table)

    # --- the log and its cache ----------------------------------------------------------------------------------------

    async def _append(
        self,
        id_: str,
        command: tuple[str, str] | None,
        propose: Callable[[Table], tuple[int, AnyBody]],
        *,
        seen: int = 0,
    ) -> Entry:
        """Add to the log what the proposal says; one at a time for each table, and again when others were faster."""
        key, asked = command or (None, None)
        for _ in range(TRIES):
            async with self._at(id_, at_least=seen) as table:
                if key is not None and (before := table.commands.get(key)) is not None:
                    return _same(before, asked or "")
                seat, body = propose(table)
                entry = Entry(table.seq + 1, now(), body, seat, key, asked)
                if await self._commit(table, entry):
                    return entry
        raise Stale("others were faster every time; look at the table and try again")

    async def _commit(self, table: Table, entry: Entry) -> bool:
        """Let an entry happen and store it; False when another worker has written this number before.

        The table's lock is held, so nobody sees it before it is on disk; if it does not get there, the table in
        memory is dropped, and the log tells what is true.
        """
        following, writes = None, Writes()
        if isinstance(entry.body, log.Rematched):
            following, writes = self._next_game(table, entry.body.table)
        table.apply(entry)
        writes.events.append(entry.row(table.id))
        writes.game_changes.append({"of": table.id, **_game_row(table)})
        if isinstance(entry.body, log.Sat) and entry.seat is not None:
            writes.seat_changes.append({"of": table.id, "at_number": entry.seat, **_seat_row(table, entry.seat)})
        try:
            await self._store.commit(writes)
        except Conflict:
            self._tables.pop(table.id, None)
            return False
        except BaseException:
            self._tables.pop(table.id, None)
            raise
        self._hub.ring(table.id)
        for grown in (table, following):
            if grown is not None:
                self.changed(grown)
        return True

    def _next_game(self, table: Table, id_: str) -> tuple[Table, Writes]:
        """The rows of the next game: the same people and opponents, the next seat first."""
        old = table.opening
        chairs = [
            log.SeatEntry(chair.kind, chair.name, chair.guest, opening.opponent)
            for chair, opening in zip(table.chairs, old.seats, strict=True)
        ]
        opening = msgspec.structs.replace(
            old, seats=chairs, first=(old.first + 1) % old.players, draws=[], again=table.id
        )
        following, writes, _ = self._lay(opening, id_)
        return following, writes

    @asynccontextmanager
    async def _at(self, id_: str, *, at_least: int = 0) -> AsyncIterator[Table]:
        """The table as its log says, with nobody else changing it meanwhile."""
        lock = self._locks.get(id_)
        if lock is None:
            lock = self._locks[id_] = asyncio.Lock()
        async with lock:
            yield await self._fresh(id_, at_least)

    async def _fresh(self, id_: str, at_least: int) -> Table:
        if id_ in self._broken:
            raise Quarantined(self._broken[id_])
        table = self._tables.get(id_)
        if table is None:
            return await self._load(id_)
        self._tables.move_to_end(id_)
        if self._store.is_shared and (at_least == 0 or table.seq < at_least):
            await self._catch_up(table)
        return table

    async def _load(self, id_: str) -> Table:
        rows = await self._store.read(queries.events_after, id_, 0)
        if not rows:
            raise NoSuchThing("no such table")
        opening = entry_of(rows[0]).body
        if isinstance(opening, log.Opened):
            self._expect_ready(opening.rule_set)
        try:
            table = Table(id_, entry_of(rows[0]))
            for row in rows[1:]:
                table.apply(entry_of(row))
        except Exception as bad:
            self._broken[id_] = "this game's log does not replay; it is kept as it is, and looked into"
            logger.exception("quarantined", extra={"table": id_})
            raise Quarantined(self._broken[id_]) from bad
        self._keep(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Let happen here what other workers have written."""
        for row in await self._store.read(queries.events_after, table.id, table.seq):
            table.apply(entry_of(row))

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        if len(self._tables) > MOST_IN_MEMORY:
            self._forget_some()

    def _forget_some(self) -> None:
        """Drop the tables nobody has used for longest; those that are looked at or in use stay."""
        for id_ in list(self._tables)[: len(self._tables) - MOST_IN_MEMORY]:
            if not self._hub.is_watched(id_) and id_ not in self._locks:
                del self._tables[id_]


def _body(table: Table, seat: int, command: messages.AnyCommand) -> AnyBody:
    match command:
        case messages.Play():
            return table.playing(seat, command.move)
        case messages.Resign():
            return table.resigning(seat)
        case messages.OfferTakeback():
            return table.offering_takeback(seat)
        case messages.AnswerTakeback():
            return table.answering_takeback(seat, accept=command.accept)
        case messages.Say():
            return log.Said(command.text)
        case messages.Rematch():
            if table.status != OVER:
                raise NotNow("the game is not over", seq=table.seq)
            if table.rematch is not None:
                raise NotNow("the next game is laid out already", seq=table.seq)
            return log.Rematched(new_id())
    raise TypeError(command.kind)


def _same(before: Entry, asked: str) -> Entry:
    """The answer a command got the first time; another command may not use its id."""
    if before.asked != asked:
        raise CommandReused("this id was used before, for another command")
    return before


def _digest(guest: str, command: messages.AnyCommand) -> str:
    """Tells two commands with the same id apart."""
    said = f"{guest} {command.model_dump_json(exclude={'id', 'expect'})}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def _game_row(table: Table) -> dict[str, Any]:
    """What lists and sweeps need to know of a game, without its log."""
    return {
        "seq": table.seq,
        "status": table.status,
        "to_move": table.to_move,
        "computer_to_move": table.computer_to_move,
        "scores": ",".join(map(str, table.scores)),
        "changed_at": table.lines[-1].entry.at,
    }


def _seat_row(table: Table, seat: int) -> dict[str, Any]:
    chair = table.chairs[seat]
    return {"kind": chair.kind, "name": chair.name, "opponent": chair.opponent, "guest": chair.guest}


def _cursor(before: str | None) -> tuple[int, str] | None:
    """Where a list goes on, as ``mine`` gave it out."""
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
