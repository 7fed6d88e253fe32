"""What every opponent offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position


PROVED, PROVED_ROUND, ESTIMATE = "proved", "proved to the end of the round", "estimate"
"""How sure a value is: of the whole game, of this round, or not at all."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was considered, and what each seat may expect after it."""

    move: Move
    points: tuple[float, ...]  # expected final points, one for each seat
    chances: tuple[float, ...]  # of winning; they add up to 1
    positions: int = 0  # seen below this move


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent decided. One that does not think says only its move."""

    move: Move
    points: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()
    variation: tuple[str, ...] = ()  # the expected course of play, in notation
    candidates: tuple[Candidate, ...] = ()  # best first
    badge: str = ESTIMATE
    positions: int = 0
    seconds: float = 0.0  # of CPU time


class Bot(Protocol):
    """An opponent. It sees a view, never the state behind it."""

    name: str

    def choose(self, view: Position) -> Choice:
        """Choose one of the view's legal moves."""
        ...
