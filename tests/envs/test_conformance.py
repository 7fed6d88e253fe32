"""The conformance suites that Gymnasium, PettingZoo and OpenSpiel ship, for every rule set and number of players."""

from __future__ import annotations

import random
from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.env_registry.exceptions import VersionNotFound
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import tilewright.envs
from tests.envs.kinds import RULE_SETS, every_kind
from tilewright.core.errors import BadArgument
from tilewright.envs.names import env_id, spiel_name

# PettingZoo's own classic games observe through a dict with a mask too; its tests know those by name only.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def make_aec(rule_set: str, players: int, **settings: Any) -> Any:
    return pettingzoo.make("aec", env_id(rule_set), players=players, **settings)


def test_everything_installed_is_registered() -> None:
    assert tilewright.envs.registered == ("gymnasium", "pettingzoo", "pyspiel")


def test_versions_stand_in_every_name() -> None:
    """Only what would give other observations, actions or rewards is another version."""
    assert {env_id(rule_set) for rule_set in RULE_SETS} == {
        *(f"tilewright/{rule_set}-v1" for rule_set in RULE_SETS if rule_set != "duel"),
        "tilewright/duel-v2",
    }
    assert (spiel_name("duel"), spiel_name("crystal-1")) == ("tilewright_duel_v2", "tilewright_crystal_1")


@pytest.mark.filterwarnings("ignore:.*out of date:DeprecationWarning")
def test_an_earlier_version_is_refused_and_names_the_one_of_today() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(gymnasium.error.DeprecatedEnv, match="Please use `tilewright/duel-v2` instead"):
            make("tilewright/duel-v1")
    for kind in ("aec", "parallel"):
        with pytest.raises(VersionNotFound, match=r"v1 for 'tilewright/duel' not found. Available version: v2"):
            pettingzoo.make(kind, "tilewright/duel-v1")
    for settings in ({}, {"players": 2}):
        with pytest.raises(BadArgument, match=r"tilewright_duel is an earlier version.*: load tilewright_duel_v2"):
            pyspiel.load_game("tilewright_duel", settings)
    loadable = {kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable}
    assert "tilewright_duel_v2" in loadable
    assert "tilewright_duel" not in loadable


@every_kind
# The mask of an agent whose game is over is empty, as it should be.
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_pettingzoo_api(rule_set: str, players: int) -> None:
    api_test(make_aec(rule_set, players), num_cycles=300)


@every_kind
def test_pettingzoo_seed(rule_set: str, players: int) -> None:
    seed_test(partial(make_aec, rule_set, players), num_cycles=100)


@every_kind
def test_pettingzoo_render(rule_set: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(make_aec, rule_set, players))
    assert "Round" in capsys.readouterr().out


@every_kind
def test_pettingzoo_max_cycles(rule_set: str, players: int) -> None:
    """The test plays unmasked and counts on every agent acting in every cycle: so does the parallel form."""

    def parallel_env(max_cycles: int) -> Any:
        settings = {"players": players, "max_cycles": max_cycles, "illegal": "replace"}
        return pettingzoo.make("parallel", env_id(rule_set), **settings)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel_env, env=lambda **given: parallel_to_aec(parallel_env(**given)))
    )


@every_kind
def test_pettingzoo_parallel_api(rule_set: str, players: int) -> None:
    env = pettingzoo.make("parallel", env_id(rule_set), players=players, illegal="replace")
    parallel_api_test(env, num_cycles=100)


@every_kind
def test_gymnasium_check_env(rule_set: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The checker plays unmasked: an illegal action must end an episode in good order."""
    made = gymnasium.make(env_id(rule_set), players=players, opponent="greedy")
    check_env(made.unwrapped)
    made.close()
    capsys.readouterr()


@every_kind
def test_openspiel_random_simulation(rule_set: str, players: int) -> None:
    game = pyspiel.load_game(spiel_name(rule_set), {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_kind
def test_openspiels_own_mcts_bot_plays(rule_set: str, players: int) -> None:
    game = pyspiel.load_game(spiel_name(rule_set), {"players": players})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 3, evaluator, random_state=np.random.RandomState(1))
    state, rng = game.new_initial_state(), random.Random(1)
    moves = 0
    while moves < 3:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])  # always the first could be drawn again for ever
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1
