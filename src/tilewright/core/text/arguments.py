"""What a caller hands in, checked for its kind before anything is done with it."""

from __future__ import annotations

import os
from numbers import Real
from operator import index
from pathlib import Path

from tilewright.core.errors import BadArgument

MOST_SEED = (1 << 63) - 1  # what files hold, too


def text(value: object, what: str) -> str:
    """The value, if it is text."""
    if not isinstance(value, str):
        raise BadArgument(f"{what} is given as text, not as {kind(value)}")
    return value


def written(value: object, what: str) -> str:
    """The value, if it is text that a file can hold."""
    found = text(value, what)
    try:
        found.encode()
    except UnicodeEncodeError:
        raise BadArgument(f"{what} has a character that cannot be written as UTF-8: {found!a}") from None
    return found


def number(value: object, what: str) -> int:
    """The value as a plain whole number; NumPy's are welcome too, True and False are not."""
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise BadArgument(f"{what} is a whole number, not {kind(value)}")


def amount(value: object, what: str) -> float:
    """The value as a plain number, whole or not."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadArgument(f"{what} is a number, not {kind(value)}")
    return float(value)


def seed(value: object) -> int:
    """The value as a seed of draws: what a record and the command line take, too."""
    if not 0 <= (found := number(value, "a seed")) <= MOST_SEED:
        raise BadArgument(f"a seed is a whole number from 0 to {MOST_SEED}, not {found}")
    return found


def path(value: object) -> Path:
    """The value as a path."""
    if not isinstance(value, (str, os.PathLike)):
        raise BadArgument(f"a file is given by its path, not by {kind(value)}")
    return Path(value)


def kind(value: object) -> str:
    """What to call a value of the wrong kind."""
    return "None" if value is None else f"a value of type {type(value).__name__}"
