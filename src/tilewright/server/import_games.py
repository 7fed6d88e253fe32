"""Games from elsewhere: records, cardboard games typed in event by event, and tables opened with both.

A table with an imported game is like any other: it can be reviewed, branched, shared and counted.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from tilewright.core.contract.dice import dice
from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import _
from tilewright.play.game import from_text, set_up_game
from tilewright.play.replay import read, replay
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json
from tilewright.server import log
from tilewright.server.branching import GameHistory
from tilewright.server.draws import draw, draws_from
from tilewright.server.messages import Name
from tilewright.server.parse_requests import parse_move
from tilewright.server.problems import BadRequest, Refused
from tilewright.server.table import HOTSEAT, PERSON
from tilewright.server.table_commands import check_open_games
from tilewright.server.table_setup import create_table
from tilewright.server.views import choices_of, legal_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.shapes.data import Data
    from tilewright.play.game import Game
    from tilewright.records.record import Record
    from tilewright.server.guests import Guest
    from tilewright.server.study_messages import RecordRequest, TypedRequest
    from tilewright.server.table_cache import TableCache

AIDS = {"bag_counts": True, "forecasts": True, "evaluation": True, "hints": True, "takebacks": True}
"""All, since an imported game has no opponent to be fair to."""

NAME = TypeAdapter(Name)


class GameImporter:
    """Opens tables with imported games."""

    def __init__(self, table_cache: TableCache) -> None:
        self._table_cache = table_cache

    async def import_record(self, guest: Guest, request: RecordRequest) -> Data:
        """Open a table with a recorded game. ``seat`` is the guest's own; if the game is not over, all seats are."""
        record, game = await asyncio.to_thread(_replay_record, request.record, self._table_cache.expect_ready)
        own = request.seat
        if own is not None and own >= record.players:
            raise BadRequest(_("there is no seat {seat}").format(seat=own), where="/seat")
        is_over = game.awaiting == "end"
        if not is_over:
            await check_open_games(self._table_cache, guest)
        chairs = [
            log.SeatEntry(
                PERSON if seat == own else HOTSEAT,
                name,
                guest.id if seat == own or not is_over else None,
                given=seat == own,
            )
            for seat, name in enumerate(_checked_names(record))
        ]
        if own is None and is_over:  # the guest must find it in a list
            chairs = [log.SeatEntry(HOTSEAT, chair.name, guest.id) for chair in chairs]
        opening = log.Opened(
            rule_set=record.rule_set,
            players=record.players,
            first=0 if record.position else record.first,  # a position contains both
            options={} if record.position else dict(record.options),
            seats=chairs,
            aids=AIDS,
            owner=guest.id,
            position=record.position,
        )
        table, writes, _invitation = create_table(opening, history=_history(opening, game))
        await self._table_cache.add(table, writes)
        return {"id": table.id, "seat": own, "seq": table.seq}


def _replay_record(text: str, expect_ready: Callable[[str], None]) -> tuple[Record, Game]:
    try:
        record = read(text)
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/record") from None
    _checked_names(record)
    expect_ready(record.rule_set)
    try:
        return record, replay(record)
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/record") from None


def _checked_names(record: Record) -> list[str]:
    """The names of a record's seats; raise BadRequest for one that a guest may not have."""
    found = []
    for seat, name in enumerate(record.seats):
        try:
            found.append(NAME.validate_python(name))
        except ValidationError:
            why = _("the name of seat {seat} must have 1 to 40 characters, and no control characters")
            raise BadRequest(why.format(seat=seat), where="/record") from None
    return found


def _history(opening: log.Opened, game: Game) -> GameHistory:
    """The events of a game as a log has them: each move with the draws it caused.

    Where the game stops at a draw, tiles are drawn: nobody at a table could do it.
    """
    begun, moves = list[str](), list[tuple[int | None, log.Played]]()
    happened = [(event.seat, event.notation) for event in game.events]
    for seat, notation in [*happened, *((None, drawn) for drawn in draws_from(game, {}))]:
        if seat is not None:
            moves.append((seat, log.Played(notation)))
        elif moves:
            moves[-1][1].draws = [*moves[-1][1].draws, notation]
        else:
            begun.append(notation)
    return GameHistory(opening, begun, moves)


def read_typed_game(request: TypedRequest, expect_ready: Callable[[str], None]) -> Data:
    """A game as far as it is typed in, and what comes next; raise Refused with an event that is not possible."""
    game, names = _start_game(request, expect_ready)
    for number, event in enumerate(request.events):
        try:
            if game.awaiting == "deal":
                game.deal(event)
            else:
                game.play(parse_move(game, event))
        except TilewrightError as bad:
            more = {"refusal": bad.more.get("refusal")} if isinstance(bad, Refused) else {}
            raise Refused(str(bad), where=f"/events/{number}", **more) from None
    return _typed_game_data(game, names, request.so_far)


def _start_game(request: TypedRequest, expect_ready: Callable[[str], None]) -> tuple[Game, list[str]]:
    if request.record is not None:  # continue an unfinished record
        record, game = _replay_record(request.record, expect_ready)
        game.auto_deal = False
        return game, _checked_names(record)
    expect_ready(request.rule_set)
    try:
        if request.start is not None:
            game = from_text(request.start, auto_deal=False)
        else:
            game = set_up_game(
                request.rule_set, request.players, request.options, seed=0, first=request.first, auto_deal=False
            )
    except TilewrightError as bad:
        raise BadRequest(str(bad)) from None
    given = [*request.names, *[None] * game.players]
    return game, [given[seat] or _("Seat {n}").format(n=seat + 1) for seat in range(game.players)]


def _typed_game_data(game: Game, names: list[str], so_far: dict[str, str]) -> Data:
    record, seat = game.record(names), game.to_move
    try:
        choices = choices_of(game, so_far) if seat is not None else None
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/so_far") from None
    return {
        "rule_set": game.rule_set.id,
        "players": game.players,
        "names": names,
        "first": record.first,
        "options": dict(record.options),
        "start": record.position,
        "events": [event.notation for event in game.events],
        "moves": len(game.moves),
        "round": game.round_number,
        "awaiting": game.awaiting,
        "to_move": seat,
        "scores": list(game.scores),
        "example": draw(game, dice(7)) if game.awaiting == "deal" else None,
        "position": game.as_data(),
        "legal": legal_of(game) if seat is not None else [],
        "choices": choices,
        "sentences": game.tell(names),
        "text": game.text,
        "plain": write_plain(record),
        "record": write_json(record),
    }
