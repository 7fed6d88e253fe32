"""What can be wrong with what somebody hands in. Every door raises one of these and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.core.shapes.refusal import Refusal


class TilewrightError(ValueError):
    """Bad input: the text says what was wrong and where."""


class UnknownRuleSet(TilewrightError):  # noqa: N818 - named after what happened, like the others
    """There is no rule set of this name."""


class BadGame(TilewrightError):  # noqa: N818
    """A package that cannot be registered as a game."""


class WrongPlayers(TilewrightError):  # noqa: N818
    """So many players cannot play this, or do not fit the seats that are named."""


class UnknownSeat(TilewrightError):  # noqa: N818
    """There is no such seat in this game."""


class BadOption(TilewrightError):  # noqa: N818
    """A rule set has no such option, or the option no such value."""


class UnknownBot(TilewrightError):  # noqa: N818
    """No opponent answers to this name, level or limit."""


class BadArgument(TilewrightError):  # noqa: N818
    """A value that a call or command cannot work with."""


class NotInstalled(TilewrightError):  # noqa: N818
    """What was asked for needs a package that is not there; the text says which."""


class IllegalMove(TilewrightError):  # noqa: N818
    """The move is not possible now; the text says why, and so does ``refusal`` where a rule forbids it."""

    def __init__(self, text: str, refusal: Refusal | None = None) -> None:
        self.refusal = refusal
        super().__init__(text)


class IllegalDeal(TilewrightError):  # noqa: N818
    """These tiles cannot be drawn now; ``refusal`` says why as data."""

    def __init__(self, text: str, refusal: Refusal | None = None) -> None:
        self.refusal = refusal
        super().__init__(text)


class BadText(TilewrightError):  # noqa: N818
    """A text that cannot be read, with the place where reading stopped."""

    def __init__(self, reason: str, *, line: int = 1, column: int = 1) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(reason)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class BadData(TilewrightError):  # noqa: N818
    """Data that cannot be read, with the place of what is wrong as a JSON pointer."""

    def __init__(self, reason: str, *, at: str = "") -> None:
        self.reason, self.at = reason, at
        super().__init__(reason)

    def __str__(self) -> str:
        return f"{self.at or 'the data'}: {self.reason}"


class BadPosition(TilewrightError):  # noqa: N818
    """A position that no game can reach: the text lists what is wrong with it."""


class BadRecord(TilewrightError):  # noqa: N818
    """A record that does not follow the rules, with the round and event where it leaves them."""


class CannotWrite(TilewrightError):  # noqa: N818
    """A file or folder that cannot be written: which one, and why."""


class BadWeights(TilewrightError):  # noqa: N818
    """Weights for an evaluation that cannot be used."""


class BadNet(TilewrightError):  # noqa: N818
    """A net for an evaluation that cannot be used: which file, and what is wrong with it."""


class BadArrays(TilewrightError):  # noqa: N818
    """A file of arrays that cannot be read."""
