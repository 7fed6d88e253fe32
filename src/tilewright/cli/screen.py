"""The terminal: what it shows, what it asks, and what it says while a person waits."""

from __future__ import annotations

import sys
import unicodedata
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from tilewright.core.text.language import N_, _, addressing
from tilewright.core.text.styles import STYLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tilewright.core.text.terminal_flow import Picture
    from tilewright.play.move import Move
    from tilewright.play.position import Position

WIDTH = 80  # where the output is not a terminal
LINES_BESIDE = 3  # the last event and the prompt stay in sight with the table
PREPARING = N_("Preparing {what} for this machine; this happens once and takes a moment.")
_KEPT = "\n\t"
_STEERING = {"Cc", "Cf"}  # control and format characters: they move the cursor, or turn text round


# -- showing --------------------------------------------------------------------------------------


def clean(text: str) -> str:
    """Text from anywhere, without the control characters that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(c) in _STEERING and c not in _KEPT else c for c in text)


class Screen:
    """Where the game is shown: a coloured terminal, or plain append-only text."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self._console = Console(highlight=False, color_system=None if plain else "auto")

    @property
    def is_terminal(self) -> bool:
        return self._console.is_terminal

    @property
    def width(self) -> int:
        """Columns."""
        return self._console.width

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line; in a terminal it is broken between words."""
        told = Text(clean(text), style="" if self.plain else style)
        self._console.print(told, soft_wrap=not self._console.is_terminal)

    def item(self, name: str, text: str) -> None:
        """Print a line of a list; in a terminal a long text is continued below the text, not below the name."""
        head = f"  {clean(name):6} "
        if not self.is_terminal:
            self.say(f"{head}{text}")
            return
        row = Table.grid()
        row.add_column(width=len(head))
        row.add_row(Text(head), Text(clean(text)))
        self.print(row)

    def print(self, drawn: RenderableType) -> None:
        """Print something rich can draw."""
        self._console.print(drawn)

    def clear(self) -> None:
        """Wipe the screen, where there is one."""
        self._console.clear()

    def table(self, position: Position, names: Sequence[str], *, eye: int | None = None, full: bool = False) -> None:
        """Show the table: drawn, or told in words.

        Where the terminal is too small for all boards, only the one of the seat ``eye`` is drawn in full, unless asked.
        """
        if self.plain:
            for sentence in position.tell(names):
                self.say(sentence)
            return
        terminal = self._console.is_terminal
        width = self._console.width if terminal else WIDTH
        height = self._console.height - LINES_BESIDE if terminal and not full else None
        drawn = draw(position.picture(names, width=width, height=height, eye=eye))
        self._console.print(drawn, no_wrap=True, overflow="ignore", crop=False)


def draw(picture: Picture) -> Text:
    """A picture as coloured text."""
    drawn = Text()
    for line in picture:
        for text, style in line:
            drawn.append(clean(text), STYLES[style].terminal)
        drawn.append("\n")
    drawn.rstrip()
    return drawn


# -- while a person waits --------------------------------------------------------------------------


def counting_bar(console: Console) -> Progress:
    """A progress bar for long work; nothing where the output is not a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def moving_line() -> Progress:
    """A line for each thing under way: a spinner, what it is, and for how long."""
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def waiting(what: str, *, at_once: bool = False) -> Iterator[None]:
    """Say what is being compiled meanwhile, from the first function on; say nothing if everything is ready."""
    from tilewright.core.compiling.compiled import CACHE  # loads the compiler, which only some commands need

    line = moving_line()
    task = line.add_task("")
    functions = 0
    beginning = _("Preparing {what} for this machine, once").format(what=what)

    def show() -> None:
        if line.console.is_terminal:
            line.start()
        else:
            line.console.print(_(PREPARING).format(what=what), soft_wrap=True)

    def tell(_name: str) -> None:
        nonlocal functions
        functions += 1
        counted = _("{beginning}: function {number}").format(beginning=beginning, number=functions)
        line.update(task, description=counted)
        if functions == 1 and not at_once:
            show()

    line.update(task, description=beginning)
    if at_once:
        show()
    CACHE.listeners.append(tell)
    try:
        yield
    finally:
        CACHE.listeners.remove(tell)
        if line.live.is_started:
            line.stop()


# -- asking ---------------------------------------------------------------------------------------


class Leaving(Exception):  # noqa: N818 - nothing is wrong
    """The person leaves: the end of input, or Ctrl-C."""


def is_interactive() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(question: str) -> str:
    """The answer to a question."""
    with suppress(ImportError):  # not every system has it; input() uses it by itself
        import readline  # noqa: F401
    try:
        return input(clean(question)).strip()
    except (EOFError, KeyboardInterrupt):
        raise Leaving from None


def ask_until(question: str, understand: Callable[[str], str]) -> None:
    """Ask until the answer is understood; ``understand`` returns what is wrong with it, or ""."""
    while wrong := understand(ask(question)):
        print(wrong)  # noqa: T201


# -- who does what --------------------------------------------------------------------------------


def you() -> str:
    """The name of the only person at the table."""
    return _("You")


def does(name: str, position: Position, move: Move) -> str:
    """A name with what its owner does: "Ann takes 2 red", "You take 2 red"."""
    if name != you():
        return f"{name} {position.describe(move)}"
    with addressing():
        return f"{name} {position.describe(move)}"
