"""How the styles of a picture look, by name: a colour's own is its letter, which is always there too."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]
PAPER: Colour = (24, 26, 30)
INK: Colour = (214, 216, 220)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Style(NamedTuple):
    """One style: in a terminal, whose own colours those are, and in pixels."""

    terminal: str
    ink: Colour
    ground: Colour = PAPER


STYLES = {
    "": Style("", INK),
    "strong": Style("bold", WHITE),
    "faint": Style("dim", (120, 124, 132)),
    "B": Style("bold white on blue", WHITE, (36, 86, 190)),
    "Y": Style("bold black on yellow", BLACK, (236, 190, 60)),
    "R": Style("bold white on red", WHITE, (190, 48, 44)),
    "K": Style("bold white on grey23", WHITE, (70, 72, 78)),
    "W": Style("bold black on white", BLACK, (226, 232, 236)),
    "G": Style("bold black on green", BLACK, (88, 166, 92)),
    "O": Style("bold black on dark_orange", BLACK, (230, 130, 40)),
    "P": Style("bold white on purple", WHITE, (122, 62, 150)),
    "T": Style("bold black on cyan", BLACK, (64, 182, 190)),
}
