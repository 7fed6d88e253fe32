"""Gymnasium: one seat is yours, bots sit in all the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from tilewright.bots.names import bot
from tilewright.core.errors import UnknownSeat
from tilewright.core.text import arguments
from tilewright.envs import rendering
from tilewright.envs.batch import Batch, one_action
from tilewright.envs.spaces import action_space, observation_box
from tilewright.envs.stepping import FORFEITED, RUNNING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.bots.bot import Bot


class TableEnv(gymnasium.Env["NDArray[np.int16]", np.int64]):
    """One seat against bots; a step is your move and all the replies."""

    metadata = {"render_modes": rendering.MODES, "render_fps": 2}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        rule_set: str = "classic",
        players: int = 2,
        *,
        opponent: str | Bot = "random",
        seat: int = 0,
        reward: str = "win",
        illegal: str = "lose",
        first: int | None = None,
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.batch = Batch(rule_set, players, reward=reward, illegal=illegal, first=first, options=options)
        if not 0 <= (seat := arguments.number(seat, "a seat")) < players:
            raise UnknownSeat(f"there is no seat {seat}: seats are 0 to {players - 1}")
        self.seat, self.opponent = seat, opponent
        self.render_mode = rendering.check_mode(render_mode)
        self.observation_space = observation_box(self.batch)  # type: ignore[assignment]
        self.action_space = action_space(self.batch)
        self._action = np.zeros(1, dtype=np.int64)
        self._bots: dict[int, Bot] = {}
        self._name_bots(0)  # an unknown name is told here, not in the first game

    def _name_bots(self, seed: int) -> None:
        for seat in range(self.batch.players):
            name = self.opponent
            self._bots[seat] = bot(name, seed=seed + seat) if isinstance(name, str) else name

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin a game; the bots move until you are to."""
        super().reset(seed=seed, options=options)
        episode = seed if seed is not None else int(self.np_random.integers(2**63))
        self.batch.reset(episode)
        self._name_bots(episode)
        self._await_own_turn()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Play, and let the bots reply."""
        self._action[0] = one_action(action)
        self.batch.step(self._action)
        self._await_own_turn()
        over = bool(self.batch.fates[0] != RUNNING)
        reward = float(self.batch.rewards[0, self.seat])
        return self._observation(), reward, over, False, self._info()

    def _await_own_turn(self) -> None:
        while self.batch.fates[0] == RUNNING and (seat := self.batch.to_move()) != self.seat:
            self._action[0] = self._bots[seat].choose(self.batch.view(seat)).move.code
            self.batch.step(self._action)

    def _observation(self) -> NDArray[np.int16]:
        return self.batch.look(self.seat)

    def _info(self) -> dict[str, Any]:
        boards = self.batch.records["boards"][0]
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "scores": boards["score"][: self.batch.players].copy(),
            "forfeited": bool(self.batch.fates[0] == FORFEITED),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be played now, as MaskablePPO asks for it."""
        return self.batch.masks[0].astype(bool)

    def action_name(self, action: int) -> str:
        """An action in notation."""
        return self.batch.room.moves.name(self.batch.records[0], action)

    def render(self) -> Any:
        """The table as your seat sees it."""
        return rendering.show(self.batch.view(self.seat), self.render_mode)


def make(**settings: Any) -> TableEnv:
    """An environment of one seat."""
    return TableEnv(**settings)
