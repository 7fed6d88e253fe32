"""What a match is: who meets whom, on which seeds, in which seats. Plain data, so that it travels to workers."""

from __future__ import annotations

import hashlib
import json
from itertools import combinations, permutations
from math import factorial
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

GameKey = tuple[int, int, int]
"""A game within a match: seed, line-up, rotation."""


class Match(msgspec.Struct, frozen=True):
    """Everything that decides the games of a match, but for their seeds."""

    rule_set: str
    players: int
    entrants: tuple[str, ...]
    options: dict[str, str] = {}

    @property
    def id(self) -> str:
        """A short name; the same for the same match on every machine."""
        parts = [self.rule_set, self.players, self.entrants, sorted(self.options.items())]
        return hashlib.blake2b(json.dumps(parts).encode(), digest_size=6).hexdigest()

    @property
    def labels(self) -> list[str]:
        """The entrants' names; one that enters twice gets a number."""
        labels: list[str] = []
        for entrant in self.entrants:
            count = self.entrants[: len(labels)].count(entrant)
            labels.append(f"{entrant} #{count + 1}" if count else entrant)
        return labels

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """Who sits down together: every choice of as many entrants as there are seats.

        Where there are fewer entrants than seats, copies of the last one fill the table.
        """
        entered = range(len(self.entrants))
        if len(entered) < self.players:
            return [(*entered, *[entered[-1]] * (self.players - len(entered)))]
        return list(combinations(entered, self.players))

    def seating(self, line_up: int, seed: int, rotation: int) -> tuple[int, ...]:
        """The entrant in each seat.

        Over all rotations of a seed everybody has every seat. Who sits after whom changes from seed to seed.
        """
        first, *others = self.line_ups[line_up]
        orders = list(permutations(others))
        around = (first, *orders[seed % factorial(len(others))])
        return tuple(around[(seat - rotation) % self.players] for seat in range(self.players))


class Job(msgspec.Struct, frozen=True):
    """Work for one worker: one seed and line-up in all rotations that are still to be played.

    Playing a job twice gives the same games, so a lost job is simply played again.
    """

    match: Match
    seed: int
    line_up: int
    rotations: tuple[int, ...]
    patience: float
    records: bool
    log: str | None = None  # a file for what engines and host say

    @property
    def keys(self) -> list[GameKey]:
        return [(self.seed, self.line_up, rotation) for rotation in self.rotations]


class Played(msgspec.Struct, frozen=True):
    """A finished game: one line of a results file. Lists have one entry for each seat."""

    match: str
    rule_set: str
    options: dict[str, str]
    players: int
    seed: int
    line_up: int
    rotation: int
    seats: list[str]
    scores: list[int]
    winners: list[int]
    ending: str
    rounds: int
    plies: int
    moves: list[int]
    cpu_seconds: list[float]
    positions: list[int]
    build: str  # of the program that played it
    forfeit: int | None = None  # the seat that could not go on
    reason: str = ""  # why it could not

    @property
    def key(self) -> GameKey:
        return self.seed, self.line_up, self.rotation

    def victory(self, seat: int) -> float:
        """A seat's part of the victory: those who share it share this too."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def comparison(self, seat: int, other: int) -> float:
        """1 if the seat did better than the other, 0 if worse, a half if neither.

        Winners did better than all others, who are compared by points.
        After a forfeit only the seat at fault did worse; the others did equally well.
        """
        if self.forfeit is not None:
            mine, theirs = int(seat != self.forfeit), int(other != self.forfeit)
            return 0.5 + (mine - theirs) / 2
        mine_, theirs_ = (seat in self.winners, self.scores[seat]), (other in self.winners, self.scores[other])
        return 0.5 if mine_ == theirs_ or (mine_[0] and theirs_[0]) else float(mine_ > theirs_)


class Finished(msgspec.Struct, frozen=True):
    """A game and, on demand, its record as JSON."""

    played: Played
    record: str | None = None


def all_jobs(match: Match, seeds: range, *, patience: float, records: bool, log: str | None = None) -> Iterator[Job]:
    """Every job of a match, seed by seed, so that a match cut short is balanced."""
    rotations = tuple(range(match.players))
    line_ups = range(len(match.line_ups))
    for seed in seeds:
        for line_up in line_ups:
            yield Job(match, seed, line_up, rotations, patience, records, log)
