"""Moves and draws as people write and type them; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.errors import BadText
from tilewright.core.shapes.moves import KIND, Parts
from tilewright.games.pavilion import sentences
from tilewright.games.pavilion.components import CENTRE_STAR, COLOURS, LETTERS, STAR_LETTERS
from tilewright.games.pavilion.deals import group_name, groups_due
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.moves import MOVES
from tilewright.games.pavilion.position import letters

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State


def _implied(state: State, parts: Parts) -> dict[str, str]:
    """What goes without saying: no jokers, and the colour of a star that takes only one."""
    if parts[KIND] != "place":
        return {}
    if state.side == COLOURED and parts["star"] != STAR_LETTERS[CENTRE_STAR]:
        return {"jokers": "0", "colour": parts["star"]}
    return {"jokers": "0"}


def name_move(state: State, move: int) -> str:
    """The short form of a move."""
    return MOVES.write(move, _implied(state, MOVES.parts(move)))


def parse_move(state: State, text: str) -> int:
    """Understand a move in short form or in words."""
    parts = MOVES.read(text)
    if parts is None:
        raise BadText(sentences.no_move(text))
    parts = _implied(state, parts) | parts
    if parts[KIND] == "place" and "colour" not in parts:
        raise BadText(sentences.no_colour(text, parts))
    return MOVES.code(parts)


def name_deal(state: State, drawn: Sequence[int]) -> str:
    """The tiles drawn, group by group, each in the order of the colours."""
    groups = []
    rest = list(drawn)
    for size in groups_due(state):
        group, rest = rest[:size], rest[size:]
        if group:
            groups.append(letters([group.count(colour) for colour in range(COLOURS)]))
    return " ".join(groups) or "-"


def parse_deal(state: State, text: str) -> list[int]:
    """Understand the tiles of a draw, group by group."""
    drawn: list[int] = []
    if text.strip() == "-":
        return drawn
    sizes = groups_due(state)
    short = -1  # the group that has too few tiles; only the last one may
    for number, match in enumerate(re.finditer(r"\S+", text)):
        group, column = match.group().upper(), match.start() + 1
        for k, letter in enumerate(group):
            if letter not in LETTERS:
                raise BadText(sentences.not_a_colour(letter), column=column + k)
        if number >= len(sizes):
            raise BadText(sentences.nothing_after(group_name(state, number - 1)), column=column)
        wrong = number if len(group) > sizes[number] else short
        if wrong >= 0:
            raise BadText(sentences.must_get(group_name(state, wrong), sizes[wrong]), column=column)
        short = number if len(group) < sizes[number] else -1
        drawn += [LETTERS.index(letter) for letter in group]
    return drawn
