"""Ratings of people and puzzles on one scale: a try is a game between the two (Weng and Lin's Bradley-Terry model)."""

from __future__ import annotations

import msgspec
from openskill.models import BradleyTerryFull

MIDDLE = 1500.0
UNKNOWN = 350.0  # how uncertain the strength of somebody new is: one standard deviation
MINED = 150.0  # and of a puzzle whose solvers among the levels are known
SCALE = 122.8  # as in chess: 400 points more make ten to one
LEAST_CHANGE = 10.0  # added to the uncertainty by every try, so that nobody is ever settled

_MODEL = BradleyTerryFull(mu=MIDDLE, sigma=UNKNOWN, beta=SCALE, tau=LEAST_CHANGE)


class Rating(msgspec.Struct, frozen=True):
    """A strength, how uncertain it is, and from how many tries it is known."""

    rating: float = MIDDLE
    deviation: float = UNKNOWN
    attempts: int = 0


def of_puzzle(rating: int) -> Rating:
    """A puzzle that nobody has tried yet."""
    return Rating(float(rating), MINED)


def after_try(person: Rating, puzzle: Rating, *, right: bool) -> tuple[Rating, Rating]:
    """Both ratings after a try: who is right has won against the puzzle."""
    sides = [[_MODEL.rating(mu=one.rating, sigma=one.deviation)] for one in (person, puzzle)]
    [[new_person], [new_puzzle]] = _MODEL.rate(sides, ranks=[1, 2] if right else [2, 1])
    return (
        Rating(round(new_person.mu, 1), round(new_person.sigma, 1), person.attempts + 1),
        Rating(round(new_puzzle.mu, 1), round(new_puzzle.sigma, 1), puzzle.attempts + 1),
    )
