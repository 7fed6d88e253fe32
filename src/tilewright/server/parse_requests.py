"""Positions and moves that callers send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.errors import IllegalMove, TilewrightError
from tilewright.core.text.language import _
from tilewright.play.game import from_text
from tilewright.play.understanding import understand
from tilewright.server.problems import BadRequest, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.play.move import Move
    from tilewright.play.position import Position

MOST_NAMED = 6  # moves named when a text is ambiguous


def parse_position(given: str | dict[str, Any], expect_ready: Callable[[str], None]) -> Position:
    """The position that a text or the data of a view describes; raise BadRequest with what is wrong with it."""
    name = given.split(maxsplit=1)[0] if isinstance(given, str) and given.strip() else given
    expect_ready(str(name if isinstance(name, str) else name.get("rule_set")))
    try:
        if isinstance(given, str):
            return from_text(given, auto_deal=False)
        from tilewright import from_data

        return from_data(given)
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/position") from None


def parse_move(position: Position, typed: str) -> Move:
    """The move that was typed, as notation or in words of any language; raise Refused if it is not possible."""
    found = understand(position, typed)
    if isinstance(found, IllegalMove):
        raise Refused(str(found), refusal=found.refusal.as_data() if found.refusal else None)
    if isinstance(found, list):
        moves = ", ".join(str(move) for move in found[:MOST_NAMED])
        raise Refused(_("{typed} could be any of: {moves}").format(typed=typed, moves=moves))
    return found
