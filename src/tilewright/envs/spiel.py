"""OpenSpiel: every rule set as a Python game with explicit chance.

A chance node is one roll of a deal, most often one tile. Its outcomes are numbered from 0 in the order of the
things that may be drawn, and named by what has been drawn so far. Nothing on the table changes before the deal
is complete.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyspiel

from tilewright import games
from tilewright.core.compiling.compiled import COUNT, Counts, Records, rule
from tilewright.core.contract.dice import loaded_dice
from tilewright.core.contract.verbs import DEAL, MOVE
from tilewright.core.errors import BadArgument
from tilewright.envs.batch import Batch
from tilewright.envs.chance import Chance, Roll
from tilewright.envs.names import retired_spiel_names, spiel_name
from tilewright.envs.stepping import look
from tilewright.play import entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.core.contract.meta import RuleSet

LONGEST_GAME = 10_000  # moves; a hundred times more than any game seen
MOST_OUTCOMES = 256  # of one roll
MOST_POINTS = 1_000.0  # no margin is larger
MEMORY_BITS = 64
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
AND = "+"  # between the parts of an option: OpenSpiel keeps the comma for itself

_ODD, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@rule
def remember(
    works: Records, states: Records, observation: Counts, mover: int, move: int, memory: NDArray[np.uint64]
) -> None:
    """Stir what each seat sees now, and the mover's own move, into all it has seen before."""
    for seat in range(len(memory)):
        look(works[0], states, 0, seat, observation)
        word = memory[seat]
        for k in range(len(observation)):
            word = (word ^ np.uint64(observation[k] + 32768)) * _ODD
            word ^= word >> _SHIFT
        if seat == mover:
            word = (word ^ np.uint64(move + 1)) * _ODD
            word ^= word >> _SHIFT
        memory[seat] = word


class Setting:
    """What all states of one game share; never copied."""

    def __init__(
        self, rule_set: str, players: int, reward: str, seed: int, options: tuple[tuple[str, str], ...]
    ) -> None:
        self.made_of = (rule_set, players, reward, seed, options)
        self.batch = Batch(rule_set, players, reward=reward, options=dict(options))
        self.rule_set, self.room, self.layout = self.batch.rule_set, self.batch.room, self.batch.layout
        self.players = players
        self.choices = np.array(self.room.setup.choices(self.rule_set, dict(options), seed), dtype=COUNT)
        self.moves = np.zeros(self.room.moves.most, dtype=COUNT)
        self.observation = np.zeros(self.layout.length, dtype=COUNT)
        self.start = np.zeros(1, dtype=self.room.state)
        entries.set_up(self.start, players, 0, self.choices)
        self.chance = Chance(self.room)
        self.first_roll = self.chance.next_roll(self.start, [])
        self._awaiting, self._to_move = (self._place(name) for name in ("awaiting", "to_move"))

    def __deepcopy__(self, memo: object) -> Self:
        """States are cloned by copying all they have; this is not theirs alone."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return setting, self.made_of

    def _place(self, name: str) -> int:
        """Where a field lies, counted in numbers: a field of a record is a hundred times as slow to ask for."""
        fields: Any = self.room.state.fields
        return int(fields[name][1]) // np.dtype(COUNT).itemsize

    def player(self, states: Records) -> int:
        """The seat to move, or OpenSpiel's number for chance or nobody."""
        flat = states.view(COUNT)
        awaiting = flat[self._awaiting]
        if awaiting == MOVE:
            return int(flat[self._to_move])
        return CHANCE if awaiting == DEAL else TERMINAL

    def legal_moves(self, states: Records) -> list[int]:
        n = entries.legal_moves(states, self.moves)
        return self.moves[:n].tolist()

    def look(self, states: Records, seat: int) -> NDArray[np.int16]:
        """What a seat sees; the array is used again for the next look."""
        batch = self.batch
        batch.look_at(states, 0, seat, self.observation)
        return self.observation

    def remember(self, states: Records, mover: int, move: int, memory: NDArray[np.uint64]) -> None:
        remember(self.batch.works, states, self.observation, mover, move, memory)


@lru_cache(maxsize=32)
def setting(rule_set: str, players: int, reward: str, seed: int, options: tuple[tuple[str, str], ...]) -> Setting:
    """The setting of a game, made once."""
    return Setting(rule_set, players, reward, seed, options)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A game in OpenSpiel's words."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._setting = game.setting
        self._states = game.setting.start.copy()
        self._rolls: list[int] = []  # of the deal that is under way
        self._memory = np.ones(game.setting.players, dtype=np.uint64)
        self._text = ""  # the whole position, once somebody has asked for it
        self._roll: Roll | None = game.setting.first_roll
        self._player = CHANCE
        if self._roll is None:
            self._await_chance()

    def _await_chance(self) -> None:
        """List what chance may do; a deal of which nothing is left to roll happens at once."""
        while (player := self._setting.player(self._states)) == CHANCE:
            self._roll = self._setting.chance.next_roll(self._states, self._rolls)
            if self._roll:
                self._player = player
                return
            drawn = np.empty(self._setting.room.deals.most, dtype=COUNT)
            entries.deal(self._states, loaded_dice(self._rolls), drawn)
            self._rolls, self._text = [], ""
            self._setting.remember(self._states, -1, 0, self._memory)
        self._roll, self._player = None, player

    def current_player(self) -> int:
        """The seat to move, or chance, or nobody."""
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - asked for the seat to move only
        return self._setting.legal_moves(self._states)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come of the next roll."""
        return list(enumerate(self._roll.chances)) if self._roll else []

    def _apply_action(self, action: int) -> None:
        if self._roll:
            self._rolls.append(self._roll.rolls[action])
        else:
            entries.play(self._states, action)
            self._text = ""
            self._setting.remember(self._states, self._player, action, self._memory)
        self._await_chance()

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in notation; a roll by what has been drawn so far."""
        if player != pyspiel.PlayerId.CHANCE:
            return self._setting.room.moves.name(self._states[0], action)
        return self._name_outcomes()[action]

    def _name_outcomes(self) -> list[str]:
        drawn = self._setting.chance.drawn(self._states, self._rolls) if self._roll else []
        try:
            names = [f"= {self._setting.room.deals.name(self._states[0], list(things))}" for things in drawn]
        except Exception:  # noqa: BLE001 - a room need not be able to name half a deal, and fails in its own way
            names = []
        return names if len(set(names)) == len(drawn) else [f"= {' '.join(map(str, things))}" for things in drawn]

    def returns(self) -> list[float]:
        """What the game has brought each seat."""
        if not self.is_terminal():
            return [0.0] * self._setting.players
        return self._setting.batch.rewards_of(self._states).tolist()

    def position(self, player: int) -> str:
        """The position as a seat may know it, in notation."""
        if not self._setting.room.hidden:
            return self._whole_position()
        view = self._states.copy()
        entries.observe(view, player)
        return self._setting.room.positions.write(view[0])

    def _whole_position(self) -> str:
        if not self._text:
            self._text = self._setting.room.positions.write(self._states[0])
        return self._text

    def look(self, player: int) -> NDArray[np.int16]:
        """What a seat sees."""
        return self._setting.look(self._states, player)

    def memory(self, player: int) -> int:
        """A number that stands for everything a seat has seen and done."""
        return int(self._memory[player])

    def __str__(self) -> str:
        drawn = f" | drawing after {len(self._rolls)} rolls" if self._rolls else ""
        return f"{self._setting.rule_set.id} {self._setting.players} | {self._whole_position()}{drawn}"


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A rule set in OpenSpiel's words; each rule set has a class of its own."""

    rule_set: RuleSet

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rule_set = self.rule_set
        given = {**parameters(rule_set), **(params or {})}
        named = [(option.name, str(given[option.name]).replace(AND, ",")) for option in rule_set.options]
        options = tuple((name, value) for name, value in named if value)
        self.setting = setting(rule_set.id, given["players"], given["reward"], given["seed"], options)
        most = 1.0 if given["reward"] == "win" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.room.moves.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.setting.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(game_type(rule_set, spiel_name(rule_set.id)), info, params or {})

    def new_initial_state(self) -> TableState:
        """A game before its first deal."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        """Eyes for a seat: with perfect recall they remember."""
        if params:
            raise ValueError(f"observers of this game have no parameters, found {params}")
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return TableObserver(self.setting, recall=recall)


class RetiredGame(pyspiel.Game):  # type: ignore[misc]
    """A version of the past: OpenSpiel itself would only list all the games it knows."""

    name: str
    instead: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - OpenSpiel gives them
        raise BadArgument(f"{self.name} is an earlier version, which gave other observations: load {self.instead}")


class TableObserver:
    """What a seat sees, as tensor and text.

    With perfect recall 64 more numbers, each 0 or 1, stand for everything the seat has seen and done before.
    """

    def __init__(self, of: Setting, *, recall: bool) -> None:
        self._setting, self._recall = of, recall
        length = of.layout.length
        self.tensor = np.zeros(length + MEMORY_BITS * recall, dtype=np.float32)
        self.dict = {"observation": self.tensor[:length]}
        if recall:
            self.dict["memory"] = self.tensor[length:]

    def set_from(self, state: TableState, player: int) -> None:
        self.dict["observation"][:] = state.look(player)
        if self._recall:
            memory = np.array([state.memory(player)], dtype="<u8")
            self.dict["memory"][:] = np.unpackbits(memory.view(np.uint8), bitorder="little")

    def string_from(self, state: TableState, player: int) -> str:
        text = f"seat {player} | {state.position(player)}"
        return f"{text} | memory {state.memory(player):016x}" if self._recall else text


def parameters(rule_set: RuleSet) -> dict[str, Any]:
    """What may be said when a game is loaded; the seed is for what a rule set's options leave to chance."""
    settings: dict[str, Any] = {"players": rule_set.players[0], "reward": "win", "seed": 1}
    return settings | {option.name: option.default.replace(",", AND) for option in rule_set.options}


@lru_cache(maxsize=64)
def game_type(rule_set: RuleSet, name: str) -> Any:
    """OpenSpiel's description of a rule set; under a name of the past it is not one to try out."""
    information = pyspiel.GameType.Information
    hidden = games.room(rule_set).hidden
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Tilewright: {rule_set.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rule_set.players),
        min_num_players=min(rule_set.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rule_set),
        default_loadable=name == spiel_name(rule_set.id),
    )


def register(rule_set: RuleSet) -> None:
    """Make a rule set known to OpenSpiel.

    A class, not a closure: OpenSpiel lets go of it after Python has shut down, and only a class survives that.
    """
    name = spiel_name(rule_set.id)
    pyspiel.register_game(game_type(rule_set, name), type("TableGame", (TableGame,), {"rule_set": rule_set}))
    for retired in retired_spiel_names(rule_set.id):
        pyspiel.register_game(
            game_type(rule_set, retired), type("RetiredGame", (RetiredGame,), {"name": retired, "instead": name})
        )
