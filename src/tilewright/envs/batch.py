"""A batch of games stepped together: the arrays that compiled stepping works on, behind a few plain calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright import games
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadArgument, BadOption, IllegalMove, UnknownSeat
from tilewright.core.text import arguments
from tilewright.envs import stepping
from tilewright.envs.layout import layout_of
from tilewright.play import entries
from tilewright.play.position import Position, rule_set_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.core.compiling.compiled import Counts, Records

REWARDS = {"win": stepping.WIN, "margin": stepping.MARGIN}
ILLEGALS = {"lose": stepping.LOSE, "replace": stepping.REPLACE}
MOST_ACTIONS = np.iinfo(np.int32).max
SET_UPS = 64  # how many set-ups many games at once choose from, where a rule set leaves them to chance


def choose(what: str, among: dict[str, int], name: str) -> int:
    """The number behind a word that came from outside."""
    if not isinstance(name, str) or name not in among:
        raise BadArgument(f"no {what} {name!r}: there are {', '.join(among)}")
    return among[name]


def one_action(action: Any, what: str = "an action") -> int:
    """An action that came from outside; numbers beyond all actions are illegal ones."""
    return min(max(arguments.number(action, what), -1), MOST_ACTIONS)


def many_actions(actions: Any, number: int) -> NDArray[np.int64]:
    """An action for each game, from outside; an array of whole numbers is taken as it is."""
    try:
        found = np.asarray(actions)
    except (TypeError, ValueError) as bad:
        raise BadArgument(f"actions are an array of whole numbers, one for each game: {bad}") from None
    if found.shape != (number,):
        what = f"an array of shape {found.shape}" if found.ndim else arguments.kind(actions)
        raise IllegalMove(f"{number} games need one action each, not {what}")
    if found.dtype.kind not in "iu":
        found = np.array([one_action(action, f"the action of game {game}") for game, action in enumerate(found)])
    return np.ascontiguousarray(found, dtype=np.int64)


class Batch:
    """``number`` games of one kind, stepped together."""

    def __init__(
        self,
        rule_set: str,
        players: int,
        number: int = 1,
        *,
        reward: str = "win",
        illegal: str = "lose",
        first: int | None = 0,
        auto_reset: bool = False,
        options: dict[str, str] | None = None,
    ) -> None:
        self.rule_set = rule_set_for(rule_set, players)
        self.room = games.room(self.rule_set)
        self.players, self.number, self.options = players, number, options or {}
        if first is not None and not 0 <= (first := arguments.number(first, "the first seat")) < players:
            raise UnknownSeat(f"seat {first} cannot be first: seats are 0 to {players - 1}")
        known = {option.name for option in self.rule_set.options}
        if unknown := sorted(set(self.options) - known):
            raise BadOption(f"{rule_set} has no option {unknown[0]!r}")
        self.layout = layout_of(self.rule_set, players)
        most_drawn, most_places = self.room.deals.most, self.layout.places.shape[1]
        self.works = np.zeros(1, dtype=stepping.workspace_layout(self.room.state, most_drawn, most_places))
        work: stepping.Workspace = self.works[0]
        work.plan, work.places[:] = self.layout.plan[0], self.layout.places
        work.settings.players = players
        work.settings.reward = choose("reward", REWARDS, reward)
        work.settings.illegal = choose("way with illegal actions", ILLEGALS, illegal)
        work.settings.first = stepping.ROLLED_FIRST if first is None else first
        work.settings.auto_reset = auto_reset
        self.records = np.zeros(number, dtype=self.room.state)
        self._tables = np.zeros(number, dtype=stepping.table_layout(self.room.moves.most))
        self._chooser = dice(0)
        self._choices = np.zeros((0, 0), dtype=COUNT)  # until the first reset
        self.observations: NDArray[np.int16]
        self.masks: NDArray[np.int8]
        self.rewards: NDArray[np.float32]
        self.scores: NDArray[np.int16]
        self.movers: NDArray[np.int64]
        self.fates: NDArray[np.int64]

    def reset(self, seed: int) -> None:
        """Begin every game; one game alone gives the game that ``new_game`` gives for the same seed."""
        ways = 1 if self.number == 1 else SET_UPS
        choices = [tuple(self.room.setup.choices(self.rule_set, self.options, seed + k)) for k in range(ways)]
        self._choices = np.array(list(dict.fromkeys(choices)), dtype=COUNT)
        self._tables["dice"] = [dice(seed, stream) for stream in range(self.number)]
        self._chooser = dice(seed, self.number)
        self._step(np.empty(0, dtype=np.int64))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action at every game; what came of it lies in the arrays."""
        self._begun()
        self._step(actions)

    def _begun(self) -> None:
        if not len(self._choices):
            raise BadArgument("reset begins the games: call it before the first move")

    def _step(self, actions: NDArray[np.int64]) -> None:
        """New arrays for all that is handed out: whoever got the old ones may keep them."""
        self.observations = np.empty((self.number, self.layout.length), dtype=COUNT)
        self.masks = np.empty((self.number, self.room.moves.actions), dtype=np.int8)
        results = np.zeros(self.number, dtype=stepping.RESULT)
        self.movers, self.fates = results["mover"], results["fate"]
        self.rewards, self.scores = results["rewards"][:, : self.players], results["scores"][:, : self.players]
        stepping.step_games(
            self.works, self.records, self._tables, self._choices, actions, results, self.observations, self.masks
        )

    def any_moves(self) -> NDArray[np.int64]:
        """A legal move for every game, all alike likely."""
        self._begun()
        actions = np.empty(self.number, dtype=np.int64)
        stepping.any_moves(self._tables, self._chooser, actions)
        return actions

    def legal_moves(self, game: int = 0) -> NDArray[np.int16]:
        """The legal moves at a game, in rising order."""
        table: stepping.Table = self._tables[game]
        return table.moves[: table.move_count].copy()

    def to_move(self, game: int = 0) -> int:
        """The seat to move."""
        return int(self.records["to_move"][game])

    def look(self, seat: int, game: int = 0) -> NDArray[np.int16]:
        """What a seat sees."""
        observation = np.empty(self.layout.length, dtype=COUNT)
        self.look_at(self.records, game, seat, observation)
        return observation

    def look_at(self, records: Records, game: int, seat: int, observation: Counts) -> None:
        """Write what a seat sees of any record of the same kind."""
        stepping.look_once(self.works, records, game, seat, observation)

    def mask_of(self, records: Records) -> NDArray[np.int8]:
        """The mask of any record of the same kind."""
        mask, moves = np.zeros(self.room.moves.actions, dtype=np.int8), np.empty(self.room.moves.most, dtype=COUNT)
        mask[moves[: entries.legal_moves(records, moves)]] = 1
        return mask

    def rewards_of(self, records: Records) -> NDArray[np.float64]:
        """What the end of a game is worth to each seat."""
        rewards = np.zeros(self.players)
        stepping.judge_once(self.works, records, rewards)
        return rewards

    def view(self, seat: int, game: int = 0) -> Position:
        """What a seat may know, as a position; -1 is a spectator."""
        view = self.records[game : game + 1].copy()
        entries.observe(view, seat)
        return Position(self.rule_set, view)
