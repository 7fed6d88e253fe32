"""Train a policy by self-play on the vector environment, with NumPy alone, and see whether it beats the bots.

    python examples/train_linear.py                      # a few minutes on one core
    python examples/train_linear.py --rule-set crystal-1 --save policy.npz

The policy is linear: a preference for every action is a weighted sum of what the seat sees. It learns by the
policy gradient: after each batch, moves that were followed by more points than usual become more likely.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import tilewright
import tilewright.envs  # registers the environments
from tilewright.envs.names import env_id
from tilewright.envs.policy import PolicyBot, win_rate

GAMES, STEPS = 256, 96  # games side by side, and moves in each between two lessons
PATIENCE = 0.9  # what points are worth one move later: a move is judged by its round, not by the whole game
STRIDE, DRAG, BRAKE, TINY = 0.02, 0.9, 0.99, 1e-8  # Adam
FAR = -1e9


def features(observations: Any) -> Any:
    """Small numbers for the policy: sizes, what is missing, and a one."""
    observation = observations.astype(np.float32)
    ones = np.ones((len(observation), 1), dtype=np.float32)
    return np.concatenate([np.clip(observation, 0, 10) / 5, (observation < 0).astype(np.float32), ones], axis=1)


class Linear:
    """Preferences for all actions, one weighted sum for each."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.weights = np.zeros((inputs, actions), dtype=np.float32)
        self._drift, self._size, self._lessons = np.zeros_like(self.weights), np.zeros_like(self.weights), 0

    def __call__(self, observations: Any) -> Any:
        """Preferences, as ``PolicyBot`` wants them."""
        return features(observations) @ self.weights

    def learn(self, gradient: Any) -> None:
        """One stride uphill (Adam)."""
        self._lessons += 1
        self._drift = DRAG * self._drift + (1 - DRAG) * gradient
        self._size = BRAKE * self._size + (1 - BRAKE) * gradient**2
        drift = self._drift / (1 - DRAG**self._lessons)
        size = self._size / (1 - BRAKE**self._lessons)
        self.weights += STRIDE * drift / (np.sqrt(size) + TINY)


def lead(scores: Any) -> Any:
    """By how much seat 0 leads."""
    return scores[:, 0].astype(np.float32) - scores[:, 1]


def lesson(env: Any, policy: Linear, observation: Any, mask: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """Play a batch of moves and learn from it; return what is observed next."""
    inputs, chosen, chances, gains, seats, ends = [], [], [], [], [], []
    for _ in range(STEPS):
        x = features(observation)
        preferences = np.where(mask, x @ policy.weights, FAR)
        chance = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        noise = -np.log(-np.log(rng.random(chance.shape, dtype=np.float32) + 1e-12) + 1e-12)
        action = np.argmax(np.where(mask, preferences + noise, FAR), axis=1)
        scores = env.records["boards"]["score"]
        before = lead(scores)
        observation, _, over, _, info = env.step(action)
        after = lead(scores)  # the records are not copied: these are the scores now
        if over.any():
            after = np.where(over, lead(info["final_scores"]), after)
        inputs.append(x)
        chosen.append(action)
        chances.append(chance)
        gains.append(after - before)
        seats.append(info["mover"])
        ends.append(over)
        mask = info["action_mask"]
    worth = np.zeros((STEPS, GAMES), dtype=np.float32)
    later = np.zeros(GAMES, dtype=np.float32)
    for step in reversed(range(STEPS)):
        later = gains[step] + PATIENCE * np.where(ends[step], 0, later)
        worth[step] = later
    own = np.where(np.array(seats) == 0, worth, -worth).ravel()
    own = (own - own.mean()) / (own.std() + TINY)
    surprise = -np.concatenate(chances)
    surprise[np.arange(len(surprise)), np.concatenate(chosen)] += 1
    policy.learn(np.concatenate(inputs).T @ (surprise * own[:, None]) / len(own))
    return observation, mask


def train(rule_set: str, lessons: int, seed: int) -> Linear:
    """Train for so many lessons, and say how it goes."""
    env: Any = gymnasium.make_vec(env_id(rule_set), num_envs=GAMES).unwrapped
    observation, info = env.reset(seed=seed)
    policy, rng = Linear(features(observation).shape[1], env.single_action_space.n), np.random.default_rng(seed)
    mask, began = info["action_mask"], time.perf_counter()
    for number in range(1, lessons + 1):
        observation, mask = lesson(env, policy, observation, mask, rng)
        if number % max(1, lessons // 5) == 0:
            won = win_rate(PolicyBot(policy), tilewright.bot("random"), rule_set=rule_set, games=20)
            print(f"lesson {number:4}  {time.perf_counter() - began:6.1f} s  wins {won:.0%} against random")
    return policy


def main() -> None:
    """Train, measure, save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rule-set", default="classic")
    parser.add_argument("--lessons", type=int, default=150)
    parser.add_argument("--games", type=int, default=400, help="played to measure the result")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="write the weights here")
    given = parser.parse_args()
    policy = train(given.rule_set, given.lessons, given.seed)
    for name in ("random", "greedy"):
        won = win_rate(PolicyBot(policy), tilewright.bot(name), rule_set=given.rule_set, games=given.games)
        print(f"wins {won:.1%} of {given.games} games against {name}")
    if given.save:
        np.savez(given.save, weights=policy.weights)


if __name__ == "__main__":
    main()
