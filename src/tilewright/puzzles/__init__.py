"""Positions with one best move that is not the obvious one: found in games, checked by command, solved by people."""
