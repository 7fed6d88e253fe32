"""Positions of played games with what they led to: round ends, and positions inside rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import Integers, Reals, Records
from tilewright.core.contract.verbs import DEAL, MAX_PLAYERS
from tilewright.training.selfplay import NO_MOVE, replay
from tilewright.tuning.fit import evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from tilewright.core.contract.learning import Learning
    from tilewright.training.selfplay import Games, Replayed

LAST = -1  # no round end follows: the game is over
TWINS = 3  # of a game whose colours are but names: the same with colours exchanged, learned from besides


@dataclass(frozen=True)
class RoundEnds:
    """Positions between rounds, in the order of play."""

    states: Records
    games: Integers  # the number of the game each is from
    following: Integers  # the next round end of the same game, or LAST
    finals: Reals  # the points each seat had in the end


@dataclass(frozen=True)
class Insides:
    """Positions inside rounds that were played on without a move left to chance, and where their rounds ended."""

    states: Records
    games: Integers
    ends: Records  # where rounds ended
    end_of: Integers  # which of them is each position's


def points_of(states: Records, evaluators: Records) -> tuple[Reals, Reals]:
    """What each seat may expect in each position, and the rounds to come."""
    points, left = np.zeros((len(states), MAX_PLAYERS)), np.zeros(len(states))
    evaluate_all(states, np.zeros(1, dtype=states.dtype), evaluators, points, left)
    return points[:, : int(states[0].players)], left


class _Collected:
    """What is taken from one game after the other."""

    def __init__(self, learning: Learning) -> None:
        self.learning = learning
        self.games = 0
        self.between: list[Records] = []
        self.between_games: list[int] = []
        self.following: list[int] = []
        self.finals: list[Reals] = []
        self.inside: list[Records] = []
        self.inside_games: list[int] = []
        self.ends: list[Records] = []
        self.end_of: list[int] = []

    def add(self, game: Replayed) -> None:
        """Take the positions of a game, one round after the other."""
        states, players = game.states, int(game.states[0].players)
        finals = states[-1].boards["score"][:players].astype(np.float64)
        is_inside = np.zeros(len(states), dtype=np.bool_)
        self.learning.note_insides(states, is_inside)
        by_chance = (game.plies != NO_MOVE) & game.is_random[game.plies]
        rounds = states["round_number"]
        closing = np.flatnonzero((states["awaiting"][1:] == DEAL) & (rounds[1:] != rounds[:-1])) + 1
        begin = 0
        for end in [*closing.tolist(), len(states) - 1]:
            inside = np.flatnonzero(is_inside[begin:end]) + begin
            self.add_inside(states, inside, by_chance[inside], end)
            if end != len(states) - 1:
                self.between.append(states[end : end + 1].copy())
                self.between_games.append(self.games)
                self.finals.append(finals)
                self.following.append(len(self.between) if end != closing[-1] else LAST)
            begin = end

    def add_inside(self, states: Records, inside: Integers, by_chance: NDArray[np.bool_], end: int) -> None:
        """Positions after the last move of the round that was left to chance: from there on it was well played."""
        chance = np.flatnonzero(by_chance)
        kept = inside[chance[-1] + 1 :] if len(chance) else inside
        if len(kept):
            self.inside.append(states[kept])
            self.inside_games += [self.games] * len(kept)
            self.end_of += [len(self.ends)] * len(kept)
            self.ends.append(states[end : end + 1].copy())


def gather(batches: Iterable[Games], learning: Learning) -> tuple[RoundEnds, Insides]:
    """All round ends and positions inside rounds of these games; a game and its twins have one number."""
    found, chance = _Collected(learning), np.random.default_rng(0)
    for games in batches:
        relabel = learning.relabel.get(games.rule_set)
        for game in replay(games):
            found.add(game)
            if relabel:
                for _ in range(TWINS):
                    found.add(replace(game, states=relabel(game.states, chance)))
            found.games += 1
    return (
        RoundEnds(
            np.concatenate(found.between),
            np.array(found.between_games),
            np.array(found.following),
            np.array(found.finals),
        ),
        Insides(
            np.concatenate(found.inside),
            np.array(found.inside_games),
            np.concatenate(found.ends),
            np.array(found.end_of),
        ),
    )
