"""The queries, each a function of a connection. All values are bound, never pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, or_, select

from tilewright.server.store.schema import attempt, event, game, guest, seat

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

Row = dict[str, Any]


def _rows(connection: Connection, asked: Select[Any]) -> list[Row]:
    return [dict(row) for row in connection.execute(asked).mappings()]


def guest_by_token(connection: Connection, token_hash: str) -> Row | None:
    found = _rows(connection, select(guest).where(guest.c.token_hash == token_hash))
    return found[0] if found else None


def events_after(connection: Connection, of: str, seq: int) -> list[Row]:
    asked = select(event).where(event.c.game == of, event.c.seq > seq).order_by(event.c.seq)
    return _rows(connection, asked)


def table_after(connection: Connection, of: str, seq: int) -> tuple[list[Row], dict[int, str]]:
    """The log after a number, and the current names of the seats: read after it, so not older."""
    names = select(seat.c.number, seat.c.name).where(seat.c.game == of)
    return events_after(connection, of, seq), {row.number: row.name for row in connection.execute(names)}


def head_of(connection: Connection, of: str) -> int | None:
    """The highest number in a log; None when there is no such game."""
    return connection.execute(select(func.max(event.c.seq)).where(event.c.game == of)).scalar()


def invitation_of(connection: Connection, of: str) -> str | None:
    return connection.execute(select(game.c.invitation_hash).where(game.c.id == of)).scalar()


def count_open(connection: Connection, guest_id: str) -> int:
    """The games a guest sits at that are not over."""
    asked = (
        select(func.count(func.distinct(game.c.id)))
        .join(seat, seat.c.game == game.c.id)
        .where(seat.c.guest == guest_id, game.c.status != "over")
    )
    return connection.execute(asked).scalar() or 0


def open_games_of(connection: Connection, guest_id: str) -> list[str]:
    """The ids of those games."""
    asked = (
        select(game.c.id)
        .distinct()
        .join(seat, seat.c.game == game.c.id)
        .where(seat.c.guest == guest_id, game.c.status != "over")
    )
    return list(connection.execute(asked).scalars())


def names_of(connection: Connection, guests: list[str]) -> dict[str, str]:
    """The current names of guests."""
    asked = select(guest.c.id, guest.c.name).where(guest.c.id.in_(guests))
    return {row.id: row.name for row in connection.execute(asked)}


def games_of(connection: Connection, guest_id: str, before: tuple[int, str] | None, limit: int) -> list[Row]:
    """A guest's games, the last changed first, older than the one named."""
    mine = select(seat.c.game).where(seat.c.guest == guest_id)
    asked = select(game).where(game.c.id.in_(mine))
    if before:
        at, last = before
        asked = asked.where(or_(game.c.changed_at < at, and_(game.c.changed_at == at, game.c.id < last)))
    asked = asked.order_by(game.c.changed_at.desc(), game.c.id.desc()).limit(limit)
    return _rows(connection, asked)


def seats_of(connection: Connection, games: list[str]) -> list[Row]:
    asked = select(seat).where(seat.c.game.in_(games)).order_by(seat.c.game, seat.c.number)
    return _rows(connection, asked)


def waiting_for_computer(connection: Connection, not_since: int, limit: int) -> list[str]:
    """Games in which a computer is to move and that have not changed for a while: their worker is gone."""
    asked = (
        select(game.c.id)
        .where(game.c.computer_to_move.is_(True), game.c.changed_at <= not_since)
        .order_by(game.c.changed_at)
        .limit(limit)
    )
    return list(connection.execute(asked).scalars())


def attempts_of(connection: Connection, guest_id: str, rule_set: str) -> list[Row]:
    """A guest's tries at puzzles of a rule set, oldest first."""
    mine = select(attempt).where(attempt.c.guest == guest_id, attempt.c.rule_set == rule_set)
    return _rows(connection, mine.order_by(attempt.c.number))


def puzzle_rating(connection: Connection, puzzle: str) -> Row | None:
    """The last try at a puzzle that changed its rating."""
    asked = select(attempt).where(attempt.c.puzzle == puzzle)
    found = _rows(connection, asked.order_by(attempt.c.puzzle_attempts.desc(), attempt.c.at.desc()).limit(1))
    return found[0] if found else None


def puzzle_ratings(connection: Connection, rule_set: str) -> list[Row]:
    """The ratings of all puzzles of a rule set that were tried; of those tried at the same time, several."""
    last = (
        select(attempt.c.puzzle, func.max(attempt.c.puzzle_attempts).label("most"))
        .where(attempt.c.rule_set == rule_set)
        .group_by(attempt.c.puzzle)
        .subquery()
    )
    newest = and_(attempt.c.puzzle == last.c.puzzle, attempt.c.puzzle_attempts == last.c.most)
    return _rows(connection, select(attempt.c.puzzle, attempt.c.puzzle_rating).join(last, newest))


def finished_games_of(connection: Connection, guest_id: str, limit: int) -> list[Row]:
    """The games that a guest has played to their end or imported, the last one first."""
    mine = select(seat.c.game).where(seat.c.guest == guest_id, seat.c.kind == "person")
    asked = select(game.c.id).where(game.c.id.in_(mine), game.c.status == "over")
    return _rows(connection, asked.order_by(game.c.changed_at.desc(), game.c.id.desc()).limit(limit))


def finished_games(connection: Connection) -> list[str]:
    """All games that are over, the first one first."""
    asked = select(game.c.id).where(game.c.status == "over").order_by(game.c.changed_at, game.c.id)
    return list(connection.execute(asked).scalars())


def latest_games(connection: Connection, limit: int | None) -> list[Row]:
    """The games changed last, of everybody, the latest first."""
    asked = select(game).order_by(game.c.changed_at.desc(), game.c.id.desc())
    return _rows(connection, asked.limit(limit))


def game_of(connection: Connection, of: str) -> Row | None:
    found = _rows(connection, select(game).where(game.c.id == of))
    return found[0] if found else None


def count_games(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(game)).scalar_one()
