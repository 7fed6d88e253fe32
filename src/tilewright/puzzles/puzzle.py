"""A puzzle as it is kept: a position, its one best move, and the figures that say so."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from tilewright.play.game import from_text
from tilewright.play.position import Position

ID_LENGTH = 10


class Theme(msgspec.Struct, frozen=True):
    """What a puzzle is about, and the figures that a detector checked with the rules."""

    name: str
    figures: dict[str, Any] = {}


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a collection."""

    id: str
    position: str  # as text; the seat to move sees its own view of it
    best: list[str]  # every notation of the one best move: twins lead to the same position
    line: list[str]  # how play is expected to go on, the best move first, as far as no chance comes in
    margin: float  # points of lead by which it beats every other move: the mean over all looks
    error: float  # how far the looks differ about that: one standard deviation; 0 when it is proved
    badge: str  # how sure the searches are
    lost: dict[str, float]  # points of lead that every other legal move loses
    refutations: dict[str, list[str]]  # how play goes on after the most tempting of them
    themes: list[Theme]
    levels: list[int]  # the opponents' levels that find the move
    rating: int  # how hard that makes it
    source: str  # the game it is from

    @property
    def rule_set(self) -> str:
        return self.position.split(maxsplit=1)[0]

    def laid_out(self) -> Position:
        """The whole position, hidden things too: for the rules, never for who solves it."""
        return from_text(self.position, auto_deal=False)

    def question(self) -> Position:
        """What the seat to move sees."""
        whole = self.laid_out()
        return whole.view(whole.to_move or 0)

    def is_right(self, move: str) -> bool:
        return move in self.best


def id_of(position: str) -> str:
    """The name of a puzzle follows from its position, so that mining anew keeps it."""
    return hashlib.blake2s(position.encode()).hexdigest()[:ID_LENGTH]
