"""Asking a person, with the line editing of their terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from tilewright.cli.screen import clean

if TYPE_CHECKING:
    from collections.abc import Callable

with contextlib.suppress(ImportError):  # not every system has it; input() uses it by itself
    import readline  # noqa: F401


class Leaving(Exception):  # noqa: N818 - nothing is wrong
    """The person has had enough: the end of input, or Ctrl-C."""


def is_interactive() -> bool:
    """Is there somebody to ask?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str) -> str:
    """What is typed after a question."""
    try:
        return input(clean(question)).strip()
    except (EOFError, KeyboardInterrupt):
        raise Leaving from None


def ask_until(question: str, understand: Callable[[str], str]) -> None:
    """Ask again until the answer is understood; ``understand`` returns what is wrong with it, "" when nothing is."""
    while wrong := understand(ask(question)):
        print(wrong)  # noqa: T201
