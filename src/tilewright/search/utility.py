"""From expected points to what a seat wants: to win, and then to win by more."""

from __future__ import annotations

import math

from tilewright.core.compiling.compiled import Reals, Records, rule
from tilewright.core.contract.protocols import Evaluator, State, Weights
from tilewright.core.contract.verbs import END, evaluate, winners

LAST_ROUND = 1e-9  # rounds to come where only the rest of this one is: as uncertain as weights.spread says
WIN = 10_000  # the utility of a sure victory
PER_POINT = 10  # and of one point more, so that a won game is still played well


@rule
def lead_utility(lead: float, left: float, won: int, weights: Weights) -> int:
    """What a lead of so many points is worth with so many rounds to come, from -WIN to WIN and a bit.

    ``won`` is the set of seats that have won, empty while the game goes on: equal points may have one winner.
    """
    if left > 0.0:
        return int(WIN * math.tanh(lead / (weights.spread + weights.spread_per_round * left)) + PER_POINT * lead)
    ahead = (won & 1) - (won >> 1 & 1)
    if won == 0 and lead != 0.0:
        ahead = 1 if lead > 0.0 else -1
    return int(WIN * ahead + PER_POINT * lead)


@rule
def two_seat_utility(state: State, scratch: Records, points: Reals, evaluator: Evaluator[Weights]) -> int:
    """What a position is worth to seat 0 against seat 1."""
    scratch[0] = state
    left = evaluate(scratch[0], points, evaluator)
    return lead_utility(points[0] - points[1], left, winners(state), evaluator.weights)


@rule
def win_chances(points: Reals, left: float, players: int, chances: Reals, weights: Weights) -> None:
    """Each seat's chance to win, from what all may expect; they add up to 1."""
    spread = 0.5 * (weights.spread + weights.spread_per_round * left) if left > 0.0 else 1e-3
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
def chances_of(points: Reals, left: float, players: int, chances: Reals, evaluators: Records) -> None:
    """``win_chances`` as Python asks for it."""
    win_chances(points, left, players, chances, evaluators[0].weights)


@rule
def still_open_chances(state: State, points: Reals, left: float, chances: Reals, evaluator: Evaluator[Weights]) -> None:
    """``win_chances`` for people: no lead is certain while the game goes on, in its last round either."""
    if left == 0.0 and state.awaiting != END:
        win_chances(points, LAST_ROUND, state.players, chances, evaluator.weights)


@rule
def seat_utilities(
    state: State, scratch: Records, points: Reals, chances: Reals, utilities: Reals, evaluator: Evaluator[Weights]
) -> float:
    """What a position is worth to each seat, from 0 to 1; returns the rounds to come."""
    players = state.players
    scratch[0] = state
    left = evaluate(scratch[0], points, evaluator)
    win_chances(points, left, players, chances, evaluator.weights)
    if state.awaiting == END:
        share_victory(state, chances)
    for seat in range(players):
        others = 0.0
        for other in range(players):
            if other != seat:
                others = max(others, points[other])
        lead = points[seat] - others
        utilities[seat] = 0.9 * chances[seat] + 0.1 * (0.5 + 0.5 * math.tanh(lead / 30.0))
    return left


@rule
def share_victory(state: State, chances: Reals) -> None:
    """When the game is over there is nothing left to chance."""
    won = winners(state)
    sharing = 0
    for seat in range(state.players):
        sharing += won >> seat & 1
    for seat in range(state.players):
        chances[seat] = (won >> seat & 1) / sharing
