"""A move, as people and programs hand it round."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.core.shapes.moves import Parts


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its number in the game's action space, and its notation."""

    code: int
    notation: str
    parts: Parts = field(default_factory=dict, repr=False, compare=False)
    """What it is made of: its kind, and the value of each part."""

    def __str__(self) -> str:
        return self.notation
