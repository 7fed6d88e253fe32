"""The environments beyond what their libraries check: rewards, illegal actions, seeds, truncation, pictures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.vector import AutoresetMode

import tilewright
import tilewright.envs
from tests.envs.kinds import every_kind
from tilewright.core.errors import (
    BadArgument,
    BadOption,
    IllegalMove,
    TilewrightError,
    UnknownBot,
    UnknownRuleSet,
    UnknownSeat,
    WrongPlayers,
)
from tilewright.envs.aec import TableAEC
from tilewright.envs.batch import Batch
from tilewright.envs.names import env_id
from tilewright.envs.single import TableEnv
from tilewright.envs.vector import TablesEnv
from tilewright.play.game import new_game
from tilewright.records.record import write_json


def episode(env: Any, seed: int) -> list[Any]:
    """A random episode, all that was seen of it."""
    seen, info = env.reset(seed=seed)
    rng, over, story = np.random.default_rng(seed), False, []
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, _, info = env.step(action)
        story.append((int(action), seen.tolist(), reward))
    return story


@every_kind
def test_the_same_seed_gives_the_same_episode(rule_set: str, players: int) -> None:
    one, other = (gymnasium.make(env_id(rule_set), players=players, opponent="greedy") for _ in range(2))
    story = episode(one, 3)
    assert episode(other, 3) == story
    assert episode(other, 4) != story
    assert -1 <= story[-1][2] <= 1


@every_kind
def test_rewards_of_all_seats_add_up_to_nothing(rule_set: str, players: int) -> None:
    for reward in ("win", "margin"):
        env = TablesEnv(rule_set, players, num_envs=64, reward=reward)
        env.reset(seed=1)
        ended = 0
        for _ in range(300):
            _, rewards, over, cut, info = env.step(env.any_moves())
            assert np.abs(info["rewards"].sum(axis=1)).max() < 1e-3
            assert not info["rewards"][~over].any()
            assert rewards.tolist() == info["rewards"][np.arange(64), info["mover"]].tolist()
            assert not cut.any()
            if reward == "margin" and over.any():
                scores = info["final_scores"][over].astype(float)
                others = (scores.sum(axis=1, keepdims=True) - scores) / (players - 1)
                assert np.allclose(info["rewards"][over], scores - others, atol=1e-3)
            ended += int(over.sum())
        assert ended


def test_shared_victories_split_the_reward() -> None:
    """Two of three share: half a point each, and the third pays it; all share: nothing."""
    batch = Batch("classic", 3)
    batch.reset(1)
    state = batch.records[0]
    state.awaiting = 2
    for points, wanted in (([5, 5, 1], [0.5, 0.5, -1]), ([7, 7, 7], [0, 0, 0]), ([9, 1, 2], [1, -0.5, -0.5])):
        state.boards["score"][:3] = points
        assert batch.rewards_of(batch.records).tolist() == wanted


@pytest.mark.parametrize(("reward", "stake"), [("win", 1), ("margin", 50)])
def test_an_illegal_action_loses_to_all_others(reward: str, stake: int) -> None:
    env = TableAEC("classic", 3, reward=reward)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {"player_0": -stake, "player_1": stake / 2, "player_2": stake / 2}
    assert all(env.terminations.values())


@pytest.mark.parametrize("action", [-1, 325, 10**9])
def test_actions_out_of_range_are_illegal_too(action: int) -> None:
    env = TableEnv("classic")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info["forfeited"]) == (-1.0, True, True)


def test_illegal_actions_may_be_replaced() -> None:
    env = TablesEnv("classic", num_envs=8, illegal="replace")
    env.reset(seed=1)
    _, _, over, _, _ = env.step(np.full(8, -1))
    assert not over.any()


def test_the_vector_forfeits_and_begins_anew() -> None:
    env = TablesEnv("classic", num_envs=4)
    env.reset(seed=1)
    actions = env.any_moves()
    actions[2] = -1
    _, rewards, over, _, info = env.step(actions)
    assert over.tolist() == [False, False, True, False] == info["forfeited"].tolist()
    assert rewards.tolist() == [0, 0, -1, 0]
    assert env.records["round_number"].tolist() == [1, 1, 1, 1]
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_records_are_not_copied() -> None:
    env = TablesEnv("classic", num_envs=4)
    env.reset(seed=1)
    offer = env.records["tiles_on_offer"]
    before = offer.copy()
    env.step(env.any_moves())
    assert (offer < before).all()


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = TablesEnv("classic", num_envs=4)
    seen, info = env.reset(seed=1)
    kept, mask = seen.copy(), info["action_mask"].copy()
    info["action_mask"][:] = 1  # whoever scribbles on a mask changes nothing in the game
    env.step(env.any_moves())
    assert np.array_equal(kept, seen)
    assert not np.array_equal(mask, info["action_mask"])


def test_a_game_is_truncated_after_so_many_moves() -> None:
    env = pettingzoo.make("aec", "tilewright/classic-v1", max_cycles=5)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_first_seat_may_be_rolled() -> None:
    env = TablesEnv("classic", 4, num_envs=200, first=None)
    _, info = env.reset(seed=1)
    assert set(info["to_move"].tolist()) == {0, 1, 2, 3}
    assert set(TablesEnv("classic", 3, num_envs=9, first=2).reset(seed=1)[1]["to_move"].tolist()) == {2}


def test_episodes_without_a_seed_follow_from_the_last_seed() -> None:
    env = TableAEC("classic")
    stories = []
    for _ in range(2):
        env.reset(seed=5)
        env.reset()
        stories.append(env.last()[0]["observation"].tolist())
    env.reset()
    assert stories[0] == stories[1] != env.last()[0]["observation"].tolist()


def test_actions_are_named_by_their_notation() -> None:
    for env in (TableAEC("classic"), TableEnv("classic", first=0)):
        env.reset(seed=7)
        assert env.action_name(int(env.batch.legal_moves()[0])) == "1Y1"
    many = TablesEnv("classic", num_envs=2)
    many.reset(seed=7)
    assert many.action_name(0, int(many.batch.legal_moves(0)[0])) == "1Y1"


@every_kind
def test_pictures_have_letters_and_pixels(rule_set: str, players: int) -> None:
    shown = {}
    for mode in ("ansi", "rgb_array"):
        env = gymnasium.make(env_id(rule_set), players=players, render_mode=mode, first=0)
        env.reset(seed=1)
        shown[mode] = env.render()
        env.close()
    many = TablesEnv(rule_set, players, num_envs=2, render_mode="ansi")
    many.reset(seed=1)
    assert len(str(shown["ansi"]).splitlines()) > 5
    assert len(many.render()) == 2
    pixels: Any = shown["rgb_array"]
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert len(set(map(tuple, pixels[::3, ::3].reshape(-1, 3).tolist()))) > 4


def test_nothing_is_rendered_unless_asked() -> None:
    env = TableAEC("classic")
    env.reset(seed=1)
    assert env.render() is None


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"rule_set": "chess"}, UnknownRuleSet, "no rule set 'chess'"),
        ({"players": 5}, WrongPlayers, "classic is played by 2 or 3 or 4, not by 5"),
        ({"reward": "money"}, BadArgument, "no reward 'money': there are win, margin"),
        ({"illegal": "shrug"}, BadArgument, "no way with illegal actions 'shrug'"),
        ({"first": 2}, UnknownSeat, "seat 2 cannot be first"),
        ({"render_mode": "hologram"}, BadArgument, "no render mode 'hologram'"),
        ({"wind": "north"}, BadOption, "classic has no option 'wind'"),
        ({"opponent": "nobody"}, UnknownBot, "no opponent 'nobody'"),
        ({"seat": 2}, UnknownSeat, "there is no seat 2"),
    ],
)
def test_bad_settings_say_what_is_wrong(settings: dict[str, Any], error: type[TilewrightError], text: str) -> None:
    with pytest.raises(error, match=text):
        TableEnv(**settings)


def test_moves_must_be_given_and_fit() -> None:
    env = TableAEC("classic")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_0 must play a move, not None"):
        env.step(None)


@pytest.mark.parametrize(
    ("actions", "error", "text"),
    [
        (None, IllegalMove, "3 games need one action each, not None"),
        (7, IllegalMove, "3 games need one action each, not a value of type int"),
        ("xyz", IllegalMove, "3 games need one action each, not a value of type str"),
        (np.zeros(2, dtype=np.int64), IllegalMove, r"3 games need one action each, not an array of shape \(2,\)"),
        (np.zeros((3, 1), dtype=np.int64), IllegalMove, r"not an array of shape \(3, 1\)"),
        ([[0], [0, 1], [2]], BadArgument, "actions are an array of whole numbers"),
        ([0, 1, None], BadArgument, "the action of game 2 is a whole number, not None"),
        ([0, 1.5, 2], BadArgument, "the action of game 0 is a whole number, not a value of type float64"),
        (
            np.zeros(3, dtype=np.float32),
            BadArgument,
            "the action of game 0 is a whole number, not a value of type float32",
        ),
        (np.zeros(3, dtype=bool), BadArgument, "the action of game 0 is a whole number, not a value of type bool"),
    ],
)
def test_the_vector_refuses_what_are_no_actions_and_loses_nothing(
    actions: Any, error: type[TilewrightError], text: str
) -> None:
    many, twin = TablesEnv("classic", num_envs=3), TablesEnv("classic", num_envs=3)
    many.reset(seed=1), twin.reset(seed=1)
    with pytest.raises(error, match=text):
        many.step(actions)
    moves = twin.any_moves()
    assert many.any_moves().tolist() == moves.tolist()
    many.step(moves), twin.step(moves)
    assert many.records.tobytes() == twin.records.tobytes()


@pytest.mark.parametrize(
    "actions",
    [[325, -1, 32_767], [2**62, -(2**62), 65_536], [2**80, -(2**80), 2**64], np.full(3, 2**64 - 1, dtype=np.uint64)],
)
def test_whole_numbers_that_are_no_legal_actions_lose_their_games(actions: Any) -> None:
    many = TablesEnv("classic", num_envs=3)
    many.reset(seed=1)
    _, rewards, over, _, info = many.step(actions)
    assert over.all()
    assert info["forfeited"].all()
    assert rewards.tolist() == [-1, -1, -1]


def test_games_begin_with_a_reset() -> None:
    many = TablesEnv("classic", num_envs=3)
    for call in (lambda: many.step(np.zeros(3, dtype=np.int64)), many.any_moves):
        with pytest.raises(BadArgument, match="reset begins the games"):
            call()


def test_a_bot_may_be_handed_in() -> None:
    env = TableEnv("classic", opponent=tilewright.bot("greedy"), seat=1)
    assert episode(env, 2)


def test_nothing_fails_where_no_library_is_installed() -> None:
    """As if none of the three could be found."""
    code = (
        "import importlib.util as u, sys; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name in ('gymnasium', 'pettingzoo', 'pyspiel') else find(name, *a)\n"
        "import tilewright.envs; assert tilewright.envs.registered == (), tilewright.envs.registered\n"
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_program_that_only_imports_ends_in_good_order() -> None:
    """OpenSpiel frees what was registered after Python has shut down."""
    subprocess.run([sys.executable, "-W", "error", "-c", "import tilewright.envs"], check=True)


@pytest.mark.parametrize("junk", [None, 2.5, "x", [], {}, object(), float("nan")])
def test_junk_is_refused_by_an_error_of_ours(junk: Any) -> None:
    from tilewright.envs.dataset import decisions, load
    from tilewright.envs.layout import layout

    env = pettingzoo.make("aec", "tilewright/classic-v1").unwrapped
    env.reset(seed=1)
    doors: list[Callable[[], object]] = [
        lambda: load(junk),
        lambda: load([junk]),
        lambda: load([], reward=junk),
        lambda: decisions(junk),
        lambda: layout("classic", junk),
        lambda: Batch("classic", 2, reward=junk),
        lambda: Batch("classic", 2, illegal=junk),
        lambda: env.step(junk),
    ]
    doors += [lambda: Batch("classic", 2, first=junk)] if junk is not None else []
    for door in doors:
        with pytest.raises(TilewrightError):
            door()


def test_one_file_may_be_loaded_by_its_path_alone(tmp_path: Path) -> None:
    from tilewright.envs.dataset import load

    game = new_game("classic", seed=1)
    game.play(game.legal_moves[0])
    file = tmp_path / "game.json"
    file.write_text(write_json(game.record()))
    assert len(load(file)) == len(load(str(file))) == len(load([str(file)])) == 1


def test_an_action_beyond_all_numbers_is_an_illegal_one() -> None:
    for action in (2**70, -(2**70)):
        env = gymnasium.make("tilewright/classic-v1", disable_env_checker=True)
        env.reset(seed=1)
        _, reward, over, _, info = env.unwrapped.step(action)
        assert (reward, over, info["forfeited"]) == (-1.0, True, True)
