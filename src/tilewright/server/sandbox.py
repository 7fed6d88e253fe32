"""An analysis board: what moves do to a position, and what can be played next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import _
from tilewright.play import entries
from tilewright.play.position import Position
from tilewright.server.parse_requests import parse_move, parse_position
from tilewright.server.problems import BadRequest, WrongState
from tilewright.server.views import choices_of, legal_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.server.messages import PositionRequest

Data = dict[str, Any]


def try_moves(request: PositionRequest, expect_ready: Callable[[str], None]) -> Data:
    """The position after the requested moves, what each of them did, and the choices of the seat then to move."""
    position, steps = _play_moves(parse_position(request.position, expect_ready), request.moves)
    seat = position.to_move
    whole = not position.room.hidden or position.seat is None
    view = position.view(seat) if whole and seat is not None else position
    may = seat is not None and (whole or seat == position.seat)  # what others hold is not known
    try:
        choices = choices_of(view, request.so_far) if may else None
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/so_far") from None
    return {
        "position": view.as_data(),
        "text": position.text if whole else None,
        "legal": legal_of(view) if may else [],
        "choices": choices,
        "steps": steps,
        "sentences": view.tell(),
    }


def _play_moves(position: Position, moves: Sequence[str]) -> tuple[Position, list[Data]]:
    steps = []
    for typed in moves:
        if position.awaiting != "move":
            raise WrongState(_("nobody is to move in this position"))
        move = parse_move(position, typed)
        step = {"seat": position.to_move, "move": move.notation, "text": position.describe(move)}
        steps.append(step | {"happenings": position.effects_of(move)})
        states = position.state.copy()
        entries.play(states, move.code)
        position = Position(position.rule_set, states, position.seat)
    return position, steps
