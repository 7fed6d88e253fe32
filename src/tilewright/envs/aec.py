"""PettingZoo: every seat an agent, one move at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tilewright.core.errors import IllegalMove
from tilewright.envs import rendering
from tilewright.envs.batch import Batch, one_action
from tilewright.envs.names import env_id
from tilewright.envs.spaces import action_space, observation_box
from tilewright.envs.stepping import RUNNING

Observation = dict[str, Any]


class TableAEC(AECEnv):  # type: ignore[misc]
    """One game. Agents are ``player_0`` and so on; chance is resolved inside, with the environment's own dice."""

    def __init__(
        self,
        rule_set: str = "classic",
        players: int = 2,
        *,
        reward: str = "win",
        illegal: str = "lose",
        first: int | None = 0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        super().__init__()
        self.batch = Batch(rule_set, players, reward=reward, illegal=illegal, first=first, options=options)
        self.render_mode = rendering.check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = {
            "name": env_id(rule_set),
            "render_modes": rendering.MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = Box(0, 1, (self.batch.room.moves.actions,), dtype=np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": observation_box(self.batch), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.batch) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._action = np.zeros(1, dtype=np.int64)
        self._no_moves = np.zeros(self.batch.room.moves.actions, dtype=np.int8)
        self._no_moves.flags.writeable = False

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game: with a seed the one that ``new_game`` gives for it, without one the next of a row."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.batch.reset(int(self._seeds.integers(2**63)) if seed is None else seed)
        self.cycles = 0
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._pass_turn()

    def step(self, action: int | None) -> None:
        """Play an action for the selected agent; None once the agent's game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{agent} must play a move, not None")
        self._action[0] = one_action(action)
        self.batch.step(self._action)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        if self.batch.fates[0] != RUNNING:
            for seat, each in enumerate(self.possible_agents):
                self.rewards[each] = float(self.batch.rewards[0, seat])
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._pass_turn()

    def _pass_turn(self) -> None:
        self.agent_selection = self.possible_agents[self.batch.to_move()]
        self.infos = {agent: {"action_mask": self._no_moves} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self.batch.masks[0]}

    def observe(self, agent: str) -> Observation:
        """What an agent sees; the mask is empty unless it is to move."""
        seat = self._seat[agent]
        if seat == self.batch.to_move():
            return {"observation": self.batch.observations[0], "action_mask": self.batch.masks[0]}
        return {"observation": self.batch.look(seat), "action_mask": self._no_moves}

    def action_name(self, action: int) -> str:
        """An action in notation."""
        return self.batch.room.moves.name(self.batch.records[0], action)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return rendering.show(self.batch.view(-1), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def env(**settings: Any) -> TableAEC:
    """An environment of one game."""
    return TableAEC(**settings)


def parallel_env(**settings: Any) -> ParallelEnv:
    """The same game for programs that want an action of every agent in every step: only the mover's counts."""
    return turn_based_aec_to_parallel(TableAEC(**settings))
