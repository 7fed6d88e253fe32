"""Positions of games a thinker plays against itself, each with how its game ended."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import below, dice
from tilewright.play import entries
from tilewright.play.game import new_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tilewright.core.compiling.compiled import Integers, Reals, Records
    from tilewright.play.game import Game

STEPS = 1 << 20
GAMES_A_JOB = 20


@dataclass(frozen=True)
class Plan:
    """How the games are played and what is taken from them."""

    rule_set: str
    players: int
    nodes: int  # positions a move
    random_share: float  # share of moves played at random, so that games differ and mistakes are seen
    inside: float  # share of positions taken inside rounds; those between rounds are all taken
    weights: Path | None = None  # what the players judge by


@dataclass
class Samples:
    """Positions, the game each is from, and the points each seat had in the end."""

    states: Records
    games: Integers
    finals: Reals


def gather(plan: Plan, games: int, seed: int, workers: int, progress: Callable[[int], None]) -> Samples:
    """Play all games, in as many processes as there are workers."""
    jobs = [range(first, min(games, first + GAMES_A_JOB)) for first in range(0, games, GAMES_A_JOB)]
    parts = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for part, job in zip(pool.map(play_some, [plan] * len(jobs), jobs, [seed] * len(jobs)), jobs, strict=True):
            parts.append(part)
            progress(len(job))
    return Samples(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.finals for part in parts]),
    )


def play_some(plan: Plan, numbers: range, seed: int) -> Samples:
    """Play the games with these numbers; the same ones whichever process plays them."""
    thinker = Thinker(nodes=plan.nodes, weights=plan.weights)
    states, games, finals = [], [], []
    for number in numbers:
        found, scores = play_one(plan, thinker, seed + number)
        states += found
        games += [number] * len(found)
        finals += [scores] * len(found)
    return Samples(np.concatenate(states), np.array(games), np.array(finals, dtype=np.float64))


def play_one(plan: Plan, thinker: Thinker, seed: int) -> tuple[list[Records], tuple[int, ...]]:
    """One game, and the positions taken from it."""
    rolls = dice(seed, stream=6)
    game = new_game(plan.rule_set, plan.players, seed=seed, first=seed % plan.players, auto_deal=False)
    thinker.seed = seed
    found: list[Records] = []
    last_round = 0
    while game.awaiting != "end":
        if game.awaiting == "deal":
            if game.round_number > 0 and is_between_rounds(game, last_round):
                found.append(game.state.copy())
            last_round = game.round_number
            game.deal()
            continue
        if below(rolls, STEPS) < plan.inside * STEPS:
            found.append(game.state.copy())
        moves = game.legal_moves
        if below(rolls, STEPS) < plan.random_share * STEPS:
            game.play(moves[below(rolls, len(moves))])
        else:
            game.play(thinker.choose(game.view(game.to_move or 0)).move)
    return found, game.scores


def is_between_rounds(game: Game, last_round: int) -> bool:
    """Does this deal begin a round? Games draw inside rounds too."""
    after = game.state.copy()
    drawn = np.zeros(game.room.deals.most, dtype=COUNT)
    entries.deal(after, dice(1), drawn)
    return int(after[0].round_number) > last_round
