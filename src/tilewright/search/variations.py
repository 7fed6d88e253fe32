"""Following a variation, as Python asks for it."""

from __future__ import annotations

import numpy as np

from tilewright.core.compiling.compiled import Integers, Reals, Records, rule
from tilewright.core.contract.verbs import MAX_PLAYERS, MOVE, evaluate, key, play, winners
from tilewright.search.utility import LAST_ROUND, chances_of, two_seat_utility


@rule
def play_one(states: Records, move: int) -> None:
    """Play a move on ``states[0]``."""
    play(states[0], move)


@rule
def key_after(states: Records, move: int) -> int:
    """The key of the position that a move on ``states[0]`` leads to."""
    play(states[0], move)
    return key(states[0])


@rule
def winners_of(states: Records) -> int:
    """The seats that win ``states[0]``, as a bit set."""
    return winners(states[0])


@rule
def evaluate_variation(states: Records, variation: Integers, points: Reals, evaluators: Records) -> float:
    """Play a variation on ``states[0]`` as far as no chance comes in, and evaluate where it leads.

    Points for each seat; returns the rounds to come. A number below 0 ends the variation; ``states[1]`` is spoiled.
    """
    for k in range(variation.shape[0]):
        if variation[k] < 0 or states[0].awaiting != MOVE:
            break
        play(states[0], variation[k])
    states[1] = states[0]
    return evaluate(states[1], points, evaluators[0])


@rule
def utility_of(states: Records, points: Reals, evaluators: Records) -> int:
    """What ``states[0]`` is worth to seat 0 against seat 1; ``states[1]`` is spoiled."""
    return two_seat_utility(states[0], states[1:2], points, evaluators[0])


class Outlook:
    """What an evaluation says of each seat where a variation leads."""

    def __init__(self, states: Records, variation: list[int], evaluators: Records) -> None:
        self._evaluators, self._players = evaluators, int(states[0].players)
        self._states = np.zeros(2, dtype=states.dtype)
        self._states[0] = states[0]
        self._points = np.zeros(MAX_PLAYERS)
        moves = np.array([*variation, -1], dtype=np.int64)
        self.rounds_left = float(evaluate_variation(self._states, moves, self._points, evaluators))
        self._winners = int(winners_of(self._states))

    @property
    def points(self) -> list[float]:
        """Final points, one for each seat."""
        return self._points[: self._players].tolist()

    @property
    def utility(self) -> int:
        """What this is worth to seat 0 against seat 1."""
        return int(utility_of(self._states, np.zeros(MAX_PLAYERS), self._evaluators))

    @property
    def chances(self) -> list[float]:
        """Each seat's chance to win; certain only where the game is over."""
        if self._winners:
            return [(self._winners >> seat & 1) / self._winners.bit_count() for seat in range(self._players)]
        chances, left = np.zeros(MAX_PLAYERS), max(self.rounds_left, LAST_ROUND)
        chances_of(self._points, left, self._players, chances, self._evaluators)
        return chances[: self._players].tolist()
