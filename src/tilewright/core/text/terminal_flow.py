"""Putting the parts of a table together in the space a terminal has."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

Span = tuple[str, str]
"""A piece of a picture: text and style; the style is "", "strong", "faint" or a colour's letter."""

Line = list[Span]
Picture = list[Line]
"""Lines of spans. Letters carry the meaning, styles only help."""

GAP = 4
NARROW_GAP = 2
LONGEST_NAME = 14
LABEL_WIDTH = 10


@dataclass(frozen=True, slots=True)
class Flow:
    """Things in a row behind a label; where the row is too long, it is broken between them."""

    items: Sequence[Line]
    label: str = ""
    gap: int = 2


@dataclass(frozen=True, slots=True)
class Scene:
    """A table in parts: what goes on and what is on offer, then the boards, each in full and in brief."""

    head: Sequence[Flow]
    boards: Sequence[Sequence[Picture]]  # the blocks of each board: side by side where they fit
    brief: Sequence[Sequence[Flow]]  # of each board, the most telling first


def width_of(text: str) -> int:
    """The columns a text takes: wide characters take two, marks over others none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def short_name(name: str) -> str:
    """A name that fits over a board."""
    while width_of(name) > LONGEST_NAME:
        name = name.removesuffix("…")[:-1] + "…"
    return name


def row_label(text: str) -> str:
    """The beginning of a row of the table; all rows of a table begin in the same column."""
    return text + " " * max(1, LABEL_WIDTH - width_of(text))


def line_width(line: Line) -> int:
    return sum(width_of(text) for text, _ in line)


def flow(row: Flow, width: int) -> Picture:
    """A row within so many columns."""
    lines: Picture = [[(row.label, "")] if row.label else []]
    for item in row.items:
        begun = len(lines[-1]) > bool(row.label)
        if begun and line_width(lines[-1]) + row.gap + line_width(item) > width:
            lines.append([(" " * width_of(row.label), "")] if row.label else [])
            begun = False
        lines[-1] += [*([(" " * row.gap, "")] if begun else []), *item]
    return lines


def beside(blocks: Sequence[Picture], width: int) -> Picture:
    """Blocks side by side, as many as fit; the others below."""
    widths = [max((line_width(line) for line in block), default=0) for block in blocks]
    for gap in (GAP, NARROW_GAP):
        fit = max(1, (width + gap) // (max(widths) + gap))
        if fit >= len(blocks) or sum(widths) + gap * (len(blocks) - 1) <= width:
            fit = len(blocks)
            break
    drawn: Picture = []
    for left in range(0, len(blocks), fit):
        if left:
            drawn.append([])
        drawn += _row(blocks[left : left + fit], widths[left : left + fit], gap)
    return drawn


def _row(blocks: Sequence[Picture], widths: Sequence[int], gap: int) -> Picture:
    drawn: Picture = []
    for k in range(max(len(block) for block in blocks)):
        line: Line = []
        for number, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            part = block[k] if k < len(block) else []
            line += part
            if number < len(blocks) - 1:
                line.append((" " * (width - line_width(part) + gap), ""))
        drawn.append(line)
    return drawn


def arrange(scene: Scene, *, width: int, height: int | None, eye: int) -> Picture:
    """All boards in full where they fit; else only the board of the seat that looks, and the others in brief."""
    head = [line for row in scene.head for line in flow(row, width)]
    boards = [beside(blocks, width) for blocks in scene.boards]
    everything = [*head, [], *beside(boards, width)]
    if height is None or len(everything) <= height:
        return everything
    own = boards[max(eye, 0)]
    others = [brief for seat, brief in enumerate(scene.brief) if seat != max(eye, 0)]
    briefly = [line for brief in others for row in brief for line in flow(row, width)]
    at_least = [line for brief in others for line in flow(brief[0], width)]
    for below in (briefly, at_least):
        spaced = [*head, [], *below, [], *own]
        tight = [line for line in spaced if line]
        for drawn in (spaced, tight):
            if len(drawn) <= height:
                return drawn
    return tight
