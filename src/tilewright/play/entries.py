"""The verbs as Python calls them: compiled entry points that take an array of one state."""

from __future__ import annotations

from typing import Any

from tilewright.core.compiling.compiled import Counts, Records, rule
from tilewright.core.contract import verbs


@rule
def set_up(states: Records, players: int, first: int, choices: Counts) -> None:
    verbs.set_up(states[0], players, first, choices)


@rule
def legal_moves(states: Records, moves: Counts) -> int:
    return verbs.legal_moves(states[0], moves)


@rule
def play(states: Records, move: int) -> None:
    verbs.play(states[0], move)


@rule
def deal(states: Records, rng: Any, drawn: Counts) -> int:
    return verbs.deal(states[0], rng, drawn)


@rule
def deal_exactly(states: Records, drawn: Counts, n: int) -> None:
    verbs.deal_exactly(states[0], drawn, n)


@rule
def winners(states: Records) -> int:
    return verbs.winners(states[0])


@rule
def observe(states: Records, seat: int) -> None:
    verbs.observe(states[0], seat)


@rule
def determinise(states: Records, rng: Any) -> None:
    verbs.determinise(states[0], rng)


@rule
def violations(states: Records) -> int:
    return verbs.violations(states[0])
