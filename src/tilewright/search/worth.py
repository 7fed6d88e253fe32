"""From expected points to what a seat wants: to win, and then to win by more."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tilewright.core.compiled import Records, rule
from tilewright.core.verbs import END, evaluate, winners

SPREAD, SPREAD_PER_ROUND = 7.0, 4.5  # points by which a margin may still swing
WIN = 10_000  # the worth of a sure victory
PER_POINT = 10  # and of one point more, so that a won game is still played well
MEMO_SIZE = 1 << 15


def new_memo() -> Any:
    """Room for a game's evaluation to remember boards in."""
    return np.zeros((MEMO_SIZE, 2), dtype=np.int64)


@rule
def lead_worth(lead: float, left: float) -> int:
    """What a lead of so many points is worth with so many rounds to come, from -WIN to WIN and a bit."""
    if left > 0.0:
        return int(WIN * math.tanh(lead / (SPREAD + SPREAD_PER_ROUND * left)) + PER_POINT * lead)
    return int(WIN * (0 if lead == 0.0 else (1 if lead > 0.0 else -1)) + PER_POINT * lead)


def lead_of(worth: int, left: float) -> float:
    """The lead that is worth so much: ``lead_worth`` backwards, by halving."""
    if left == 0.0:
        won = (worth > WIN // 2) - (worth < -WIN // 2)
        return (worth - WIN * won) / PER_POINT
    low, high = -300.0, 300.0
    for _ in range(40):
        middle = (low + high) / 2
        if lead_worth(middle, left) < worth:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@rule
def duel_worth(state: Any, scratch: Records, points: Any, memo: Any) -> int:
    """What a position is worth to seat 0 against seat 1."""
    scratch[0] = state
    left = evaluate(scratch[0], points, memo)
    if left == 0.0 and points[0] == points[1] and state.awaiting == END:
        won = winners(state)
        return (won & 1) - (won >> 1 & 1)
    return lead_worth(points[0] - points[1], left)


@rule
def win_chances(points: Any, left: float, players: int, chances: Any) -> None:
    """Each seat's chance to win, from what all may expect; they add up to 1."""
    spread = 0.5 * (SPREAD + SPREAD_PER_ROUND * left) if left > 0.0 else 1e-3
    most = points[0]
    for seat in range(players):
        most = max(most, points[seat])
    total = 0.0
    for seat in range(players):
        chances[seat] = math.exp(max(-60.0, (points[seat] - most) / spread))
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total


@rule
def seat_worths(state: Any, scratch: Records, points: Any, chances: Any, worths: Any, memo: Any) -> float:
    """What a position is worth to each seat, from 0 to 1; returns the rounds to come."""
    players = state.players
    scratch[0] = state
    left = evaluate(scratch[0], points, memo)
    win_chances(points, left, players, chances)
    if state.awaiting == END:
        share_victory(state, chances)
    for seat in range(players):
        others = 0.0
        for other in range(players):
            if other != seat:
                others = max(others, points[other])
        lead = points[seat] - others
        worths[seat] = 0.9 * chances[seat] + 0.1 * (0.5 + 0.5 * math.tanh(lead / 30.0))
    return left


@rule
def share_victory(state: Any, chances: Any) -> None:
    """When the game is over there is nothing left to chance."""
    won = winners(state)
    sharing = 0
    for seat in range(state.players):
        sharing += won >> seat & 1
    for seat in range(state.players):
        chances[seat] = (won >> seat & 1) / sharing
