"""What a caller hands in, checked for its kind before anything is done with it."""

from __future__ import annotations

import os
from operator import index
from pathlib import Path

from tilewright.core.errors import BadArgument


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
    """The value as a plain whole number; NumPy's are welcome too."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadArgument(f"{what} is a whole number, not {kind(value)}") from None


def path(value: object) -> Path:
    """The value as a path."""
    if not isinstance(value, (str, os.PathLike)):
        raise BadArgument(f"a file is given by its path, not by {kind(value)}")
    return Path(value)


def kind(value: object) -> str:
    """What to call a value of the wrong kind."""
    return "None" if value is None else f"a value of type {type(value).__name__}"
