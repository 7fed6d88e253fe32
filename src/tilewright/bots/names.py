"""Opponents by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.errors import UnknownRuleSet

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot

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
