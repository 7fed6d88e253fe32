"""What a seat may see. Nothing else turns a table into something that leaves the server."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tilewright.core.text.language import _, language
from tilewright.core.text.names import isolated
from tilewright.play.position import SPECTATOR
from tilewright.server import log
from tilewright.server.limits import RENDERED_BYTES
from tilewright.server.rendered_cache import RenderedCache
from tilewright.server.table import COMPUTER, OPEN, OVER, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.core.contract.room import Room
    from tilewright.play.choices import Option
    from tilewright.play.position import Position
    from tilewright.server.table import Chair, Line

Data = dict[str, Any]
rendered = RenderedCache(RENDERED_BYTES)
"""Events and frames as they are sent: each is rendered once for all who may see the same, in their language."""

VIEWS, EVENTS, MOVES = "views", "events", "moves"
"""What a follower may ask for: whole views, events, or events without what only people need."""


def frame_of(table: Table, guest: str | None, seat: int, since: int, frames: str) -> Data:
    """The frame that brings a follower from ``since`` to the present."""
    if frames == VIEWS:
        return {"type": "view", "view": view_of(table, guest, seat, since)}
    events = events_for(table, guest, seat, since, is_plain=frames == MOVES)
    return {"type": "events", "seq": table.seq, "events": events}


class Sitter(NamedTuple):
    """What followers are sent of a seat besides the game."""

    name: str
    guest: str | None  # whom the others wait for there


def sitters_of(table: Table) -> list[Sitter]:
    return [Sitter(name_of(chair), guest) for chair, guest in zip(table.chairs, table.sitters, strict=True)]


def is_same_for_all(table: Table, since: int, frames: str) -> bool:
    """Whether a frame has nothing in it that only some may see: events of a game without secrets, and no hint."""
    if frames == VIEWS or table.game.room.hidden:
        return False
    return not any(isinstance(line.entry.body, log.Hinted) for line in table.lines[since:])


def view_of(table: Table, guest: str | None, seat: int, since: int) -> Data:
    """The whole table for one seat (or SPECTATOR), with what happened since."""
    game = table.game
    return {
        "id": table.id,
        "rule_set": game.rule_set.id,
        "players": game.players,
        "seq": table.seq,
        "status": table.status,
        "seat": None if seat == SPECTATOR else seat,
        "seats": [_chair(chair, guest) for chair in table.chairs],
        "aids": table.opening.aids,
        "awaiting": {OPEN: "seats", OVER: "end"}.get(table.status, "move"),
        "to_move": table.to_move,
        "scores": list(table.scores),
        "position": position_of(table, seat),
        "legal": legal_for(table, seat),
        "choices": _first_choices(table, seat) if _may_move(table, seat) else None,
        "events": events_for(table, guest, seat, since),
        "result": outcome_of(table),
        "takeback": table.takeback,
        "rematch": table.rematch,
        "thinking": table.computer_to_move,
    }


def _chair(chair: Chair, guest: str | None) -> Data:
    return {
        "kind": chair.kind,
        "name": name_of(chair),
        "opponent": chair.opponent,
        "yours": guest is not None and chair.guest == guest,
    }


def name_of(chair: Chair) -> str:
    """The name of a seat; those of computers are translated."""
    return _(chair.name) if chair.kind == COMPUTER else chair.name


def _may_move(table: Table, seat: int) -> bool:
    return seat != SPECTATOR and seat == table.to_move


def position_of(table: Table, seat: int) -> Data:
    """The position as this seat knows it, in the shape docs/schema describes."""
    key = ("position", seat, language())
    if key not in table.cache:
        table.cache[key] = table.game.view(seat).as_data()
    return table.cache[key]


def legal_for(table: Table, seat: int) -> list[Data]:
    """Every move the seat may make now, with what it brings if the table's aids allow forecasts."""
    if not _may_move(table, seat):
        return []
    if "legal" not in table.cache:
        tells = table.opening.aids.get("forecasts", True)
        table.cache["legal"] = legal_of(table.game.view(seat), tells_forecasts=tells)
    return table.cache["legal"]


def legal_of(view: Position, *, tells_forecasts: bool = True) -> list[Data]:
    """The legal moves of a position, with what each brings."""
    return [
        {
            "notation": move.notation,
            "parts": dict(move.parts),
            "forecast": view.forecast(move).as_data() if tells_forecasts else None,
        }
        for move in view.legal_moves
    ]


def _first_choices(table: Table, seat: int) -> Data:
    key = ("choices", language())
    if key not in table.cache:
        table.cache[key] = choices_for(table, seat, {})
    return table.cache[key]


def choices_for(table: Table, seat: int, so_far: Mapping[str, str]) -> Data:
    """The next part of a move to choose at a table, with forecasts if its aids allow them."""
    tells = table.opening.aids.get("forecasts", True)
    return choices_of(table.game.view(seat), so_far, tells_forecasts=tells)


def choices_of(view: Position, so_far: Mapping[str, str], *, tells_forecasts: bool = True) -> Data:
    """The next part of a move to choose, with reasons why the rest cannot be chosen."""
    choices = view.choices(so_far)
    return {
        "part": choices.part,
        "options": [
            option.as_data()
            | ({} if tells_forecasts else {"forecast": None})
            | {"text": _option_text(view.room, option, tells_forecasts=tells_forecasts)}
            for option in choices.options
        ],
    }


def _option_text(room: Room, option: Option, *, tells_forecasts: bool) -> str | None:
    if option.refusal:
        return room.sentences.refusal(option.refusal)
    return room.sentences.forecast(option.forecast) if option.forecast and tells_forecasts else None


def events_for(table: Table, guest: str | None, seat: int, since: int, *, is_plain: bool = False) -> list[msgspec.Raw]:
    """Everything after ``since`` as this seat may see it, each event as JSON."""
    return [_event(table, line, guest, seat, is_plain=is_plain) for line in table.lines[since:]]


def time_text(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")


def _event(table: Table, line: Line, guest: str | None, seat: int, *, is_plain: bool) -> msgspec.Raw:
    body = line.entry.body
    if isinstance(body, log.Hinted) and line.entry.seat in table.seats_of(guest):
        data = _event_data(table, line, seat, is_plain=is_plain)
        return msgspec.Raw(
            msgspec.json.encode(data | {"candidates": [candidate_data(candidate) for candidate in body.candidates]})
        )
    viewer = seat if table.game.room.hidden else SPECTATOR
    key = (table.render_key, line.entry.seq, line.taken_back, viewer, language(), is_plain)
    return msgspec.Raw(
        rendered.get(key, lambda: msgspec.json.encode(_event_data(table, line, seat, is_plain=is_plain)))
    )


def _event_data(table: Table, line: Line, seat: int, *, is_plain: bool) -> Data:
    """An event as a seat may see it; what only one guest may see is left out."""
    entry, body = line.entry, line.entry.body
    data: Data = {"seq": entry.seq, "at": time_text(entry.at), "kind": body.__struct_config__.tag, "seat": entry.seat}
    match body:
        case log.Opened() | log.Played():
            data |= _moves_and_draws(table, line, seat, is_plain=is_plain)
        case log.Sat():
            data |= {"name": body.name} | _moves_and_draws(table, line, seat, is_plain=is_plain)
        case log.TakebackAnswered():
            data |= {"accept": body.accept, "back_to": body.back_to}
        case log.Said():
            data["text"] = body.text
        case log.Rematched():
            data["table"] = body.table
        case log.Hinted():
            data["candidates"] = None
        case _:
            pass
    return data


def candidate_data(candidate: log.Candidate) -> Data:
    return {"move": candidate.move, "points": candidate.points, "chances": candidate.chances}


def _moves_and_draws(table: Table, line: Line, seat: int, *, is_plain: bool) -> Data:
    """The move and the draws it caused, with what they did; only the texts of what was taken back."""
    shown = list(line.shown.get(seat, line.shown[SPECTATOR]))
    data: Data = {"move": shown.pop(0)} if isinstance(line.entry.body, log.Played) else {}
    data["draws"] = shown
    if is_plain:
        return data
    if "move" in data:
        data["text"] = data["move"] if line.taken_back else _sentence(table, line, data["move"])
        data["brought"] = "" if line.taken_back else _consequences(table, line, data["move"])
    data["happenings"] = [] if line.taken_back else _happenings(table, line, seat)
    return data


def _sentence(table: Table, line: Line, shown: str) -> str:
    """The move in a sentence; only its notation if something of it is hidden."""
    name, before = isolated(name_of(table.chairs[line.entry.seat or 0])), table.game.before(line.numbers.start)
    if _is_hidden(table, line, shown):
        return f"{name}: {shown}"
    return f"{name} {before.describe(before.move(before.room.moves.parse(before.state[0], shown)))}"


def _consequences(table: Table, line: Line, shown: str) -> str:
    """What everybody saw a move bring: a line filled, tiles fallen, the marker; not what it may score later."""
    if _is_hidden(table, line, shown):
        return ""
    before = table.game.before(line.numbers.start).view(SPECTATOR)
    forecast = before.forecast(before.move(before.room.moves.parse(before.state[0], shown)))
    return before.room.sentences.forecast(msgspec.structs.replace(forecast, points_round_end=None))


def _is_hidden(table: Table, line: Line, shown: str) -> bool:
    return shown != table.game.events[line.numbers.start].notation


def view_after(table: Table, seat: int, seq: int) -> Position:
    """The position after an entry of the log, as a seat may know it, without moves that were taken back since."""
    played = [line.numbers.stop for line in table.lines[:seq] if line.numbers and not line.taken_back]
    return table.game.before(max(played, default=0)).view(seat)


def sentences_of(table: Table, seat: int, seq: int) -> Data:
    """The table in sentences after an entry of the log."""
    return {
        "seq": seq,
        "sentences": view_after(table, seat, seq).tell([isolated(name_of(chair)) for chair in table.chairs]),
    }


def _happenings(table: Table, line: Line, seat: int) -> list[Data]:
    return [step for number in line.numbers for step in table.game.effects(number, seat)]


def outcome_of(table: Table) -> Data | None:
    if table.status != OVER:
        return None
    return {
        "scores": list(table.scores),
        "winners": table.winners,
        "ending": table.ending,
        "resigned": table.resigned[-1] if table.resigned else None,
    }
