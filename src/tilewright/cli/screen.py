"""What a person sees: pictures turned into coloured text, or told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.room import Picture
    from tilewright.play.position import Position

STYLES = {
    "": "",
    "strong": "bold",
    "faint": "dim",
    "B": "bold white on blue",
    "Y": "bold black on yellow",
    "R": "bold white on red",
    "K": "bold white on grey23",
    "W": "bold black on white",
    "G": "bold black on green",
    "O": "bold black on dark_orange",
    "P": "bold white on purple",
    "T": "bold black on cyan",
}
"""A colour's style by its letter; the letter itself is always there too."""


class Screen:
    """Where the game is shown: a coloured terminal, or plain append-only text."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain
        self._console = Console(highlight=False, color_system=None if plain else "auto", soft_wrap=True)

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line."""
        self._console.print(Text(text, style="" if self.plain else style))

    def print(self, drawn: RenderableType) -> None:
        """Print something rich can draw."""
        self._console.print(drawn)

    def table(self, position: Position, names: Sequence[str]) -> None:
        """Show the whole table: drawn, or told in words."""
        if self.plain:
            for sentence in position.tell(names):
                self.say(sentence)
        else:
            self._console.print(draw(position.picture(names)))


def counting_bar(console: Console) -> Progress:
    """A bar for long work on so many things; nothing where nobody watches."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def draw(picture: Picture) -> Text:
    """A picture as coloured text."""
    drawn = Text()
    for line in picture:
        for text, style in line:
            drawn.append(text, STYLES[style])
        drawn.append("\n")
    drawn.rstrip()
    return drawn
