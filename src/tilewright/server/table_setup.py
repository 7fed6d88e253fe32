"""New tables: their options, resolved before anything is drawn, and the rows they begin with."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from tilewright.core.contract.dice import dice
from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import _
from tilewright.play import entries
from tilewright.play.game import set_up_game
from tilewright.play.position import Position
from tilewright.server import log
from tilewright.server.guests import hashed, new_id, now
from tilewright.server.log import Entry
from tilewright.server.problems import BadRequest
from tilewright.server.store.writer import WriteBatch
from tilewright.server.table import OPEN, PERSON, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.server.branching import GameHistory
    from tilewright.server.store.writer import Row
    from tilewright.server.table import Chair


def with_hidden_drawn(position: Position) -> Position:
    """A position that a game can begin from: what a view hides is drawn."""
    if position.awaiting == "end":
        raise BadRequest(_("the game is over in this position"), where="/position")
    states = position.state.copy()
    entries.determinise(states, dice(secrets.randbits(63)))
    return Position(position.rule_set, states)


def with_options_resolved(opening: log.Opened) -> log.Opened:
    """The opening with random options resolved, so that the log alone says what is played."""
    if opening.position is not None:
        return opening
    try:
        game = set_up_game(
            opening.rule_set,
            opening.players,
            opening.options,
            seed=secrets.randbits(63) if opening.seed is None else opening.seed,
            first=opening.first,
            auto_deal=False,
        )
    except TilewrightError as bad:
        raise BadRequest(str(bad)) from None
    return msgspec.structs.replace(opening, options=dict(game.options))


def create_table(
    opening: log.Opened, id_: str | None = None, history: GameHistory | None = None
) -> tuple[Table, WriteBatch, str | None]:
    """A new table, its rows and, if a seat is open, the invitation to it."""
    id_, opening = id_ or new_id(), with_options_resolved(opening)
    table = Table(id_, Entry(1, now(), opening))
    invitation = new_id() if table.status == OPEN else None
    if history is not None:
        if invitation is not None:
            raise BadRequest(_("a game that continues from another cannot have open seats"), where="/seats")
        table = Table(id_, Entry(1, now(), msgspec.structs.replace(opening, draws=history.draws)))
        for seat, played in history.moves:
            table.apply(Entry(table.seq + 1, now(), played, seat))
    elif invitation is None:
        table = Table(id_, Entry(1, now(), msgspec.structs.replace(opening, draws=table.draws())))
    row = {
        "id": id_,
        "rule_set": opening.rule_set,
        "players": opening.players,
        "invitation_hash": hashed(invitation) if invitation else None,
        **game_row(table),
    }
    writes = WriteBatch(
        games=[row],
        seats=[{"game": id_, "number": n, **seat_row(table, n)} for n in range(opening.players)],
        events=[line.entry.row(id_) for line in table.lines],
    )
    return table, writes, invitation


def next_game(table: Table, id_: str, names: Mapping[str, str]) -> tuple[Table, WriteBatch]:
    """The game after this one: the same people, by their current names, the same opponents, the next seat first."""
    old = table.opening
    chairs = [
        log.SeatEntry(chair.kind, _name_today(chair, opening, names), chair.guest, opening.opponent, opening.given)
        for chair, opening in zip(table.chairs, old.seats, strict=True)
    ]
    opening = msgspec.structs.replace(
        old, seats=chairs, first=(old.first + 1) % old.players, draws=[], again=table.id, seed=None
    )
    following, writes, _ = create_table(opening, id_)
    return following, writes


def _name_today(chair: Chair, opening: log.SeatEntry, names: Mapping[str, str]) -> str:
    if chair.kind != PERSON or chair.guest is None or opening.given:
        return chair.name
    return names.get(chair.guest, chair.name)


def game_row(table: Table) -> Row:
    """What lists and sweeps need to know of a game, without its log."""
    return {
        "seq": table.seq,
        "status": table.status,
        "to_move": table.to_move,
        "computer_to_move": table.computer_to_move,
        "scores": ",".join(map(str, table.scores)),
        "changed_at": table.lines[-1].entry.at,
    }


def seat_row(table: Table, seat: int) -> Row:
    chair = table.chairs[seat]
    return {"kind": chair.kind, "name": chair.name, "opponent": chair.opponent, "guest": chair.guest}
