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

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "hello":
        print("name Trained Policy\nwant view\nready", flush=True)
    elif word == "newgame":
        print("ready", flush=True)
    elif word == "view":  # what the seat may see, also where something is hidden
        view = rest
    elif word == "go":
        print(f"bestmove {bot.choose(tilewright.from_data(json.loads(view))).move}", flush=True)
    elif word == "quit":
        break
