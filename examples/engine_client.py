#!/usr/bin/env python3
"""The smallest engine for Tilewright: it plays the first legal move, whatever the game.

tilewright arena classic "engine:python3 examples/engine_client.py" random --pairs 10
"""

import sys

moves: list[str] = []

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "hello":
        answers = ["name First Move", "want moves", "ready"]
    elif word == "newgame":  # rest: classic players 2 seat 0 seed 7
        answers = ["ready"]
    elif word == "moves":  # the legal moves, after each position
        moves, answers = rest.split(" | "), []
    elif word == "go":
        answers = [f"bestmove {moves[0]}"]
    elif word == "quit":
        break
    else:  # position and stop need no answer
        answers = []
    for answer in answers:
        print(answer, flush=True)
