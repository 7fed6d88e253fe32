"""What can go wrong at a table. Each problem has a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from tilewright.core.errors import TilewrightError


class Problem(TilewrightError):  # noqa: N818 - named after what happened, like the other errors of the family
    """Something the caller asked for cannot be done; nothing has changed."""

    code = "problem"
    status = 400  # of HTTP

    def __init__(self, detail: str, **more: Any) -> None:
        self.more = {name: value for name, value in more.items() if value is not None}
        super().__init__(detail)


class BadRequest(Problem):
    code, status = "bad_request", 422


class BadName(BadRequest):
    """A name with characters that cannot be seen, or that turn text around."""

    code = "bad_name"


class Unauthenticated(Problem):
    """There is no token, or it is unknown or has ended."""

    code, status = "who_are_you", 401


class Forbidden(Problem):
    """The caller does not hold the seat this needs."""

    code, status = "not_yours", 403


class NotFound(Problem):
    code, status = "no_such_thing", 404


class Stale(Problem):
    """The table has moved on since; ``seq`` says how far."""

    code, status = "stale", 409


class WrongState(Problem):
    """The command makes sense, but not at this moment of the game."""

    code, status = "not_now", 409


class Refused(Problem):
    """The rules refuse the move; ``refusal`` says by which of them."""

    code, status = "refused", 422


class TooLarge(Problem):
    """The request has more bytes than any valid one."""

    code, status = "too_large", 413


class CommandReused(Problem):
    """A command's id was used before, for another command."""

    code, status = "command_reused", 422


class LogFull(Problem):
    """The table keeps no more of this from the seat. Moves are never refused for this reason."""

    code, status = "full", 409


class TooManyRequests(Problem):
    """A limit was met; ``retry_after`` says when to try again."""

    code, status = "too_many", 429


class NotReady(Problem):
    """The server is still compiling this game, which ``rule_set`` names, or closing down."""

    code, status = "not_ready", 503


class CompilationFailed(NotReady):
    """Compiling this game has failed; it is tried again a while later, when somebody asks for it."""


class Busy(Problem):
    """The thinking processes cannot take more jobs."""

    code, status = "busy", 503


class ReadOnly(Problem):
    """Nothing can be stored just now, so nothing is accepted; reading goes on."""

    code, status = "read_only", 503


class UnknownOutcome(Problem):
    """The connection to the database was lost: send the same command again to learn what became of it."""

    code, status = "unknown_outcome", 503


class Quarantined(Problem):
    """The stored game does not replay. It is kept as it is, and no other game is affected."""

    code, status = "quarantined", 503
