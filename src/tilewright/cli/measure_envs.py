"""How fast the research environments step, compared with a plain Python loop over the naive oracle."""

from __future__ import annotations

import json
import random
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.cli.measure import oracle_plies_per_second
from tilewright.cli.screen import Screen
from tilewright.core.errors import TilewrightError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.contract.meta import RuleSet

GAMES = 4_096
BATCHES, BATCH_SECONDS = 5, 0.2


def _vector(rule_set: RuleSet, players: int) -> Callable[[], int]:
    """Every game one step, observation, mask, rewards and a random action included."""
    from tilewright.envs.vector import TablesEnv

    env = TablesEnv(rule_set.id, players, num_envs=GAMES)
    env.reset(seed=1)

    def step() -> int:
        env.step(env.any_moves())
        return GAMES

    return step


def _aec(rule_set: RuleSet, players: int) -> Callable[[], int]:
    """One game, the loop PettingZoo's pages show: last, a random legal action, step."""
    from tilewright.envs.aec import TableAEC

    env, rng = TableAEC(rule_set.id, players), random.Random(1)

    def play() -> int:
        steps = 0
        env.reset(seed=rng.getrandbits(32))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return play


def _openspiel(rule_set: RuleSet, players: int) -> Callable[[], int]:
    """One game with its chance nodes and, at every move, the observation tensor; only moves are counted."""
    import pyspiel

    from tilewright.envs import names

    game, rng = pyspiel.load_game(f"{names.spiel_name(rule_set.id)}(players={players})"), random.Random(1)

    def play() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


ENVIRONMENTS = {
    "vector": ("gymnasium", _vector),
    "aec": ("pettingzoo", _aec),
    "openspiel": ("pyspiel", _openspiel),
}


def steps_per_second(run: Callable[[], int]) -> float:
    """The best of a few batches, in CPU time, because shared machines only ever add time."""
    run()
    rates = []
    for _ in range(BATCHES):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < BATCH_SECONDS:
            steps += run()
        rates.append(steps / spent)
    return max(rates)


def measure_envs(rule_set: RuleSet, players: int) -> dict[str, Any]:
    """Steps per CPU-second of each environment whose library is installed, and their ratios to the oracle's."""
    found: dict[str, Any] = {"rule_set": rule_set.id, "players": players, "games": GAMES}
    oracle = oracle_plies_per_second(rule_set, players)
    found["oracle_steps_per_second"] = round(oracle) if oracle else None
    for name, (library, prepare) in ENVIRONMENTS.items():
        if find_spec(library) is None:
            continue
        rate = steps_per_second(prepare(rule_set, players))
        found[f"{name}_steps_per_second"] = round(rate)
        found[f"{name}_ratio_to_oracle"] = round(rate / oracle, 1) if oracle else None
    return found


def run_bench_envs(*, players: int, as_json: bool) -> None:
    """One line for each rule set."""
    if find_spec("gymnasium") is None:
        raise TilewrightError('the environments need their libraries: pip install "tilewright[rl]"')
    import tilewright.envs  # noqa: F401 - registers

    screen = Screen(plain=False)
    for rule_set in games.rule_sets():
        if players not in rule_set.players:
            continue
        found = measure_envs(rule_set, players)
        if as_json:
            print(json.dumps(found), flush=True)  # noqa: T201
            continue
        parts = [
            f"{name} {found[f'{name}_steps_per_second']:,} ({found[f'{name}_ratio_to_oracle']} x)"
            for name in ENVIRONMENTS
            if f"{name}_steps_per_second" in found
        ]
        screen.say(f"{rule_set.id:14} {players} players  steps per CPU-second (x the oracle):  {'  '.join(parts)}")
