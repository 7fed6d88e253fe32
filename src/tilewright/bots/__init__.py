"""Opponents: give one a view of the game and it gives back a move."""
