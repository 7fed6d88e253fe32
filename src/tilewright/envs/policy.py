"""Policies at the table: a function from observations to preferences sits down as an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Choice
from tilewright.core.compiling.compiled import COUNT
from tilewright.envs.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tilewright.bots.bot import Bot, Budget
    from tilewright.play.position import Position
    from tilewright.search.stop import Stop

    Policy = Callable[[NDArray[np.int16]], NDArray[np.floating]]


class PolicyBot:
    """Plays the legal move a policy prefers; it sits wherever a bot may sit.

    The policy is given observations, one a row, and gives back a preference for every action.
    """

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.policy, self.name = policy, name
        self._batches: dict[tuple[str, int], Batch] = {}

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:  # noqa: ARG002
        """Choose one of the view's legal moves; a policy answers at once."""
        kind = (view.rule_set.id, view.players)
        if kind not in self._batches:
            self._batches[kind] = Batch(*kind)
        batch = self._batches[kind]
        observation = np.empty((1, batch.layout.length), dtype=COUNT)
        batch.look_at(view.state, 0, view.to_move or 0, observation[0])
        moves = view.legal_moves
        preferences = self.policy(observation)[0]
        return Choice(moves[int(np.argmax(preferences[[move.code for move in moves]]))])


def win_rate(first: Bot, second: Bot, *, rule_set: str = "classic", games: int = 100, seed: int = 1) -> float:
    """How much of the victories the first of two bots wins, each deal played twice with seats exchanged."""
    from tilewright.play.game import new_game

    won = 0.0
    for number in range(games):
        seats = (first, second) if number % 2 == 0 else (second, first)
        game = new_game(rule_set, 2, seed=seed + number // 2)
        while game.to_move is not None:
            game.play(seats[game.to_move].choose(game.view(game.to_move)).move)
        won += (number % 2 in game.winners) / len(game.winners)
    return won / games
