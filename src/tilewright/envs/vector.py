"""Gymnasium's vector interface for self-play: thousands of games stepped in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tilewright.envs import rendering
from tilewright.envs.batch import Batch, many_actions
from tilewright.envs.spaces import action_space, observation_box
from tilewright.envs.stepping import FORFEITED, RUNNING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.core.compiling.compiled import Records


class TablesEnv(VectorEnv["NDArray[np.int16]", "NDArray[np.int64]", "NDArray[Any]"]):
    """Each step plays one move for the seat to move in every game.

    Observations are those of the seat to move next. A game that ends gives way to a new one in the same step.
    """

    def __init__(
        self,
        rule_set: str = "classic",
        players: int = 2,
        *,
        num_envs: int = 1,
        reward: str = "win",
        illegal: str = "lose",
        first: int | None = 0,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.batch = Batch(
            rule_set, players, num_envs, reward=reward, illegal=illegal, first=first, auto_reset=True, options=options
        )
        self.num_envs, self.players = num_envs, players
        self.render_mode = rendering.check_mode(render_mode)
        self.metadata = {"render_modes": rendering.MODES, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_box(self.batch)
        self.single_action_space = action_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = np.arange(num_envs)
        self._never = np.zeros(num_envs, dtype=bool)

    @property
    def records(self) -> Records:
        """The games themselves, one record each, not copied: all that lies on the table, hidden things too."""
        return self.batch.records

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin every game."""
        super().reset(seed=seed, options=options)
        self.batch.reset(seed if seed is not None else int(self.np_random.integers(2**62)))
        return self.batch.observations, self._infos()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks, "to_move": self.records["to_move"].copy()}

    def step(self, actions: Any) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one move in every game; the rewards are those of the seats that moved."""
        batch = self.batch
        batch.step(many_actions(actions, self.num_envs))
        infos = self._infos()
        infos["mover"], infos["rewards"] = batch.movers, batch.rewards
        over = batch.fates != RUNNING
        if over.any():
            infos["final_scores"], infos["_final_scores"] = batch.scores, over
            infos["forfeited"] = batch.fates == FORFEITED
        rewards = batch.rewards[self._games, batch.movers]
        return batch.observations, rewards, over, self._never.copy(), infos

    def any_moves(self) -> NDArray[np.int64]:
        """A legal move for every game, all alike likely: a policy to begin with, in one compiled call."""
        return self.batch.any_moves()

    def action_name(self, game: int, action: int) -> str:
        """An action in notation."""
        return self.batch.room.moves.name(self.records[game], action)

    def render(self) -> Any:
        """Every game as a spectator sees it."""
        return tuple(rendering.show(self.batch.view(-1, game), self.render_mode) for game in range(self.num_envs))


def make(**settings: Any) -> TablesEnv:
    """An environment of many games."""
    return TablesEnv(**settings)
