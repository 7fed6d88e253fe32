"""What can be wrong with what somebody hands in. Every door raises one of these and nothing else."""

from __future__ import annotations


class TilewrightError(ValueError):
    """Bad input: the text says what was wrong and where."""


class UnknownRuleSet(TilewrightError):  # noqa: N818 - named after what happened, like the others
    """No such rule set, player count, seat or option."""


class IllegalMove(TilewrightError):  # noqa: N818
    """The move is not possible now; the text says why."""


class IllegalDeal(TilewrightError):  # noqa: N818
    """These tiles cannot be drawn now."""


class BadText(TilewrightError):  # noqa: N818
    """A text that cannot be read, with the place where reading stopped."""

    def __init__(self, reason: str, *, line: int = 1, column: int = 1) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(f"line {line}, column {column}: {reason}")


class BadPosition(TilewrightError):  # noqa: N818
    """A position that no game can reach: the text lists what is wrong with it."""


class BadRecord(TilewrightError):  # noqa: N818
    """A record that does not follow the rules, with the round and event where it leaves them."""


class BadWeights(TilewrightError):  # noqa: N818
    """Weights for an evaluation that cannot be used."""
