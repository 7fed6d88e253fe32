"""What every opponent offers, and how to ask for one by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tilewright.core.errors import UnknownRuleSet

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


BOTS = {
    "greedy": "takes what brings most if the round ended now",
    "random": "plays any legal move",
}


def bot(name: str, *, seed: int = 0) -> Bot:
    """The opponent with this name; the seed decides what it leaves to chance."""
    if name not in BOTS:
        raise UnknownRuleSet(f"no opponent {name!r}: there are {', '.join(BOTS)}")
    from tilewright.bots.simple import Greedy, Random

    return Greedy(seed) if name == "greedy" else Random(seed)
