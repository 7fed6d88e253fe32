#!/usr/bin/env python3
"""A trained policy as an engine, so that it can be measured in the arena beside every other opponent.

python examples/train_linear.py --save policy.npz
tilewright arena classic "engine:python examples/policy_engine.py policy.npz" random --pairs 50
"""

import json
import sys

import numpy as np

import tilewright
from tilewright.envs.policy import PolicyBot
from train_linear import Linear

weights = np.load(sys.argv[1])["weights"]
policy = Linear(*weights.shape)
policy.weights = weights
bot = PolicyBot(policy, "trained")
view = ""


def choose(view: str) -> str:
    """The policy's move for a view as the host sends it."""
    return str(bot.choose(tilewright.from_data(json.loads(view))).move)


def prepare(rule_set: str, players: int) -> str:
    """Choose a first move of such a game: that compiles all that is needed, before any clock runs."""
    try:
        game = tilewright.new_game(rule_set, players, seed=0)
        choose(json.dumps(game.view(game.to_move or 0).as_data()))
    except ValueError as bad:  # also of NumPy, when the policy was trained on another game
        return f"error this policy does not play {rule_set} with {players} players: {bad}"
    return "ready"


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "hello":
        print("name Trained Policy\nwant view\nready", flush=True)
    elif word == "newgame":  # rest: classic players 2 seat 0 seed 7
        words = rest.split()
        print(prepare(words[0], int(words[2])), flush=True)
    elif word == "view":  # what the seat may see, also where something is hidden
        view = rest
    elif word == "go":
        print(f"bestmove {choose(view)}", flush=True)
    elif word == "quit":
        break
