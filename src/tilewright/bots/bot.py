"""What every opponent offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tilewright.play.position import Move, Position


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent decided. Opponents that think will say more here."""

    move: Move


class Bot(Protocol):
    """An opponent. It sees a view, never the state behind it."""

    name: str

    def choose(self, view: Position) -> Choice:
        """Choose one of the view's legal moves."""
        ...
