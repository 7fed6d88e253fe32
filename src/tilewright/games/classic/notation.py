"""Moves and draws as people write, type and hear them; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.errors import BadText
from tilewright.games.classic import sentences
from tilewright.games.classic.components import FACTORIES_FOR, LETTERS, TILES_PER_FACTORY
from tilewright.games.classic.moves import MOVES

if TYPE_CHECKING:
    from tilewright.games.classic.components import State


def name_move(state: State, move: int) -> str:  # noqa: ARG001 - other games need the state here
    """The short form of a move."""
    return MOVES.write(move)


def parse_move(state: State, text: str) -> int:  # noqa: ARG001
    """Understand a move in short form or in words."""
    parts = MOVES.read(text)
    if parts is None:
        raise BadText(sentences.no_move(text))
    return MOVES.code(parts)


def name_deal(state: State, drawn: Sequence[int]) -> str:  # noqa: ARG001
    """The tiles drawn, factory by factory."""
    letters = "".join(LETTERS[colour] for colour in drawn)
    groups = [letters[k : k + TILES_PER_FACTORY] for k in range(0, len(letters), TILES_PER_FACTORY)]
    return " ".join(groups) or "-"


def parse_deal(state: State, text: str) -> list[int]:
    """Understand the tiles of a draw, factory by factory."""
    drawn: list[int] = []
    if text.strip() == "-":
        return drawn
    factories = int(FACTORIES_FOR[state.players])
    for number, match in enumerate(re.finditer(r"\S+", text), start=1):
        group = match.group().upper()
        for k, letter in enumerate(group):
            if letter not in LETTERS:
                raise BadText(sentences.not_a_colour(letter), column=match.start() + k + 1)
        if number > factories:
            raise BadText(sentences.only_factories(factories), column=match.start() + 1)
        if len(drawn) % TILES_PER_FACTORY or len(group) > TILES_PER_FACTORY:
            short = number if len(group) > TILES_PER_FACTORY else number - 1
            raise BadText(sentences.must_get_four(short), column=match.start() + 1)
        drawn += [LETTERS.index(letter) for letter in group]
    return drawn
