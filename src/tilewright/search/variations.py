"""Following a variation of play, as Python asks for it."""

from __future__ import annotations

from typing import Any

from tilewright.core.compiled import Records, rule
from tilewright.core.verbs import MOVE, evaluate, play


@rule
def play_one(states: Records, move: int) -> None:
    """Play a move on ``states[0]``."""
    play(states[0], move)


@rule
def evaluate_variation(states: Records, variation: Any, points: Any, evaluators: Records) -> float:
    """Play a variation on ``states[0]`` as far as no chance comes in, and evaluate where it leads.

    Points for each seat; returns the rounds to come. A number below 0 ends the variation.
    """
    for k in range(variation.shape[0]):
        if variation[k] < 0 or states[0].awaiting != MOVE:
            break
        play(states[0], variation[k])
    return evaluate(states[0], points, evaluators[0])
