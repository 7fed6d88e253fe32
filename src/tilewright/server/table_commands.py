"""Commands at tables: open one, sit down, act. This module knows no web framework.

A command is checked by the rules, written to the log, flushed, and only then answered; then the followers are woken.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from tilewright.core.text.language import _
from tilewright.server import log, messages
from tilewright.server.branching import GameHistory, history_of
from tilewright.server.guests import Guest, hashed, new_id
from tilewright.server.parse_requests import parse_position
from tilewright.server.problems import BadRequest, Forbidden, Stale, TooManyRequests, WrongState
from tilewright.server.seats import set_seats
from tilewright.server.store import queries
from tilewright.server.table import EMPTY, OVER, Table
from tilewright.server.table_cache import first_answer
from tilewright.server.table_setup import create_table, with_hidden_drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.play.position import Position
    from tilewright.server.log import AnyBody, Entry
    from tilewright.server.table_cache import TableCache

MOST_OPEN = 200  # games of one guest that are not over
ANY_TIME = ("say", "rematch")
"""Commands that do not depend on how far the game is."""
COMPUTER_COMMANDS = UUID("6f1f2a3e-4f0c-4c0e-9d5d-2f7f6f1c8a55")
"""A computer's command ids follow from the entry they answer, so that two workers cannot move twice for it."""


class TableCommands:
    """The commands at the tables of a server."""

    def __init__(self, table_cache: TableCache, engines: Mapping[str, str] | None = None) -> None:
        self.table_cache, self.engines = table_cache, dict(engines or {})

    # --- opening and sitting down -----------------------------------------------------------------------------------

    async def open(self, guest: Guest, request: messages.TableRequest) -> dict[str, Any]:
        """Set up a table; the game begins as soon as no seat is open."""
        await check_open_games(self.table_cache, guest)
        start = self._start_position(request)
        players = request.players or len(request.seats)
        if players != len(request.seats) or (start is not None and players != start.players):
            needed = start.players if start is not None else players
            raise BadRequest(f"{needed} players but {len(request.seats)} seats", where="/seats")
        if len(request.names) > len(request.seats):
            raise BadRequest(f"{len(request.names)} names but {len(request.seats)} seats", where="/names")
        history = await self._history(request, guest, players)
        chairs = set_seats(request.seats, request.names, guest.id, guest.name, self.engines)
        if all(chair.guest is None and chair.kind != EMPTY for chair in chairs):
            raise BadRequest(_("at least one seat must be me, here or open"), where="/seats")
        if request.seed is not None and any(chair.kind == EMPTY for chair in chairs):
            raise BadRequest(
                _("anyone who knows the seed knows the tiles to come, so it cannot be given where somebody is invited"),
                where="/seed",
            )
        opening = log.Opened(
            rule_set=start.rule_set.id if start is not None else request.rule_set,
            players=players,
            first=request.first,
            options=request.options,
            seats=chairs,
            aids=request.aids.model_dump(),
            owner=guest.id,
            position=start.text if start is not None else None,
            seed=request.seed,
        )
        if history is not None:
            opening = history.continue_in(opening)
        self.table_cache.expect_ready(opening.rule_set)
        table, writes, invitation = create_table(opening, history=history)
        await self.table_cache.add(table, writes)
        held = table.seats_of(guest.id)
        return {"id": table.id, "seat": held[0] if held else None, "seq": table.seq, "invitation": invitation}

    def _start_position(self, request: messages.TableRequest) -> Position | None:
        """The position a game is to begin from; None for an ordinary set-up."""
        if request.position is None:
            return None
        start = with_hidden_drawn(parse_position(request.position, self.table_cache.expect_ready))
        stated = request.model_fields_set & {"options", "first", "branch"}
        if request.rule_set != start.rule_set.id and "rule_set" in request.model_fields_set:
            stated.add("rule_set")
        if stated:
            raise BadRequest(
                f"the position is one of {start.rule_set.id}, and says this itself", where=f"/{min(stated)}"
            )
        return start

    async def _history(self, request: messages.TableRequest, guest: Guest, players: int) -> GameHistory | None:
        if request.branch is None:
            return None
        async with self.table_cache.locked(request.branch.table) as origin:
            if request.rule_set != origin.opening.rule_set and "rule_set" in request.model_fields_set:
                raise BadRequest(f"that table plays {origin.opening.rule_set}", where="/rule_set")
            return history_of(origin, request.branch.at, guest.id, players)

    async def join(self, id_: str, seat: int, guest: Guest, invitation: str) -> dict[str, Any]:
        """Take an open seat with an invitation. A guest who has the seat already gets the same answer."""
        wanted = await self.table_cache.store.read(queries.invitation_of, id_)
        if wanted is None or hashed(invitation) != wanted:
            raise Forbidden(_("this invitation is not valid"))

        def propose(table: Table) -> tuple[int, AnyBody]:
            if table.seats_of(guest.id):
                raise WrongState(_("you sit at this table already"), seq=table.seq)
            return seat, table.propose_sit(seat, guest.id, guest.name)

        async with self.table_cache.locked(id_) as table:
            if seat in table.seats_of(guest.id):
                return {"seat": seat, "seq": table.seq}
        entry = await self.table_cache.append(id_, None, propose)
        return {"seat": seat, "seq": entry.seq}

    # --- acting -----------------------------------------------------------------------------------------------------

    async def execute(self, id_: str, guest: Guest, command: messages.AnyCommand) -> int:
        """Execute a command once; return its number in the log."""
        return (await self._execute(id_, guest.id, command)).seq

    async def _execute(self, id_: str, guest: str, command: messages.AnyCommand) -> Entry:
        if command.kind == "hint":
            raise WrongState("hints are not given here")

        def propose(table: Table) -> tuple[int, AnyBody]:
            seat = table.acting_seat(guest, command.seat)
            if command.kind not in ANY_TIME:
                _expect_not_stale(table, command)
            return seat, _entry_body(table, seat, command)

        return await self.table_cache.append(
            id_, (str(command.id), _digest(guest, command)), propose, seen=command.expect
        )

    async def play_for_computer(self, id_: str, of: int, seat: int, move: str) -> None:
        """Play a computer's move, unless the game has changed since entry ``of``, which it answers."""
        key = str(uuid5(COMPUTER_COMMANDS, f"{id_}/{of}"))

        def propose(fresh: Table) -> tuple[int, AnyBody]:
            if fresh.game_seq != of:
                raise Stale(_("the table has moved on"), seq=fresh.seq)
            return seat, fresh.propose_play(seat, move)

        await self.table_cache.append(id_, (key, ""), propose)

    async def record_hint(
        self, id_: str, guest: Guest, command: messages.Hint, candidates: list[log.Candidate], of: int
    ) -> int:
        """Log that a hint was given; ``of`` is the entry that led to the position it was asked for."""

        def propose(fresh: Table) -> tuple[int, AnyBody]:
            if fresh.game_seq != of:
                raise Stale(_("the table has moved on"), seq=fresh.seq)
            seat = fresh.acting_seat(guest.id, command.seat)
            return seat, fresh.propose_hint(seat, candidates)

        return (await self.table_cache.append(id_, (str(command.id), _digest(guest.id, command)), propose)).seq

    async def prepare_hint(self, id_: str, guest: Guest, command: messages.Hint) -> Entry | tuple[int, Position]:
        """The entry of the same command if it was sent before, or the entry that led here with the view."""
        async with self.table_cache.locked(id_) as table:
            if (before := table.commands.get(str(command.id))) is not None:
                return first_answer(before, _digest(guest.id, command))
            seat = table.acting_seat(guest.id, command.seat)
            if not table.opening.aids.get("hints"):
                raise WrongState(_("hints are not allowed at this table"), seq=table.seq)
            if seat != table.to_move:
                raise WrongState(_("it is not your turn"), seq=table.seq)
            _expect_not_stale(table, command)
            table.propose_hint(seat, [])  # raises before anything is computed in vain
            return table.game_seq, table.game.view(seat)

    async def recheck(self, id_: str) -> None:
        """Treat a table as if it had just changed."""
        async with self.table_cache.locked(id_) as table:
            self.table_cache.on_change(table)


async def check_open_games(table_cache: TableCache, guest: Guest) -> None:
    """Raise if a guest has as many open games as anybody may have."""
    if await table_cache.store.read(queries.count_open, guest.id) >= MOST_OPEN:
        raise TooManyRequests(
            _("you have {count} games that are not over; finish or resign some first").format(count=MOST_OPEN)
        )


def _expect_not_stale(table: Table, command: messages.AnyCommand) -> None:
    """Raise Stale if the game, or the request that is answered, has changed since the sender saw it.

    Messages, requests and hints do not count: otherwise somebody who talks would keep the others from moving.
    """
    answers = isinstance(command, messages.AnswerTakeback)
    needed = max(table.game_seq, table.request_seq) if answers else table.game_seq
    if not needed <= command.expect <= table.seq:
        raise Stale(_("the table has moved on"), seq=table.seq)


def _entry_body(table: Table, seat: int, command: messages.AnyCommand) -> AnyBody:
    match command:
        case messages.Play():
            return table.propose_play(seat, command.move)
        case messages.Resign():
            return table.propose_resign(seat)
        case messages.OfferTakeback():
            return table.propose_takeback(seat)
        case messages.AnswerTakeback():
            return table.propose_takeback_answer(seat, accept=command.accept)
        case messages.Say():
            return table.propose_message(seat, command.text)
        case messages.Rematch():
            if table.status != OVER:
                raise WrongState(_("the game is not over"), seq=table.seq)
            if table.rematch is not None:
                raise WrongState(_("the next game has been opened already"), seq=table.seq)
            if any(chair.guest is None and chair.opponent is None for chair in table.chairs):
                raise WrongState(_("this game was played elsewhere: not all of its seats are taken"), seq=table.seq)
            return log.Rematched(new_id())
    raise TypeError(command.kind)


def _digest(guest: str, command: messages.AnyCommand) -> str:
    """A digest that tells two commands with the same id apart."""
    said = f"{guest} {command.model_dump_json(exclude={'id', 'expect'})}"
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
