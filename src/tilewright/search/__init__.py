"""Compiled code that is written once for all games: it knows only the family's verbs."""
