"""Continuing a game from an earlier moment of another: who may do so, and what led there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tilewright.core.text.language import _
from tilewright.server import log
from tilewright.server.problems import BadRequest, WrongState
from tilewright.server.table import EMPTY, OVER

if TYPE_CHECKING:
    from tilewright.server.table import Table


class GameHistory(NamedTuple):
    """The events of another game up to some moment."""

    opening: log.Opened
    draws: list[str]
    """The draws when it began."""
    moves: list[tuple[int | None, log.Played]]
    """Each move with its seat and the draws it caused, without those that were taken back."""

    def continue_in(self, opening: log.Opened) -> log.Opened:
        """The opening of a new table, with the rules and the start of the other game."""
        old = self.opening
        return msgspec.structs.replace(
            opening, rule_set=old.rule_set, first=old.first, options=old.options, position=old.position, seed=old.seed
        )


def history_of(origin: Table, at: int, guest: str, players: int) -> GameHistory:
    """What led to an entry of a log. Games that others still play are refused, and those with secrets."""
    is_alone = all(chair.guest in (guest, None) and chair.kind != EMPTY for chair in origin.chairs)
    if origin.status != OVER and (not is_alone or origin.game.room.hidden):
        why = _("a game can be branched when it is over; before that only one without secrets, against computers")
        raise WrongState(why)
    if at > origin.seq:
        raise BadRequest(f"that table's log ends at {origin.seq}", where="/branch/at")
    if origin.game.players != players:
        raise BadRequest(f"that game has {origin.game.players} seats, not {players}", where="/seats")
    entries = [line.entry for line in origin.lines[:at] if not line.taken_back]
    first_draws = [entry.body.draws for entry in entries if isinstance(entry.body, log.Opened | log.Sat)]
    moves = [(entry.seat, entry.body) for entry in entries if isinstance(entry.body, log.Played)]
    return GameHistory(origin.opening, [draw for draws in first_draws for draw in draws], moves)
