"""The rules of Duel, in files by the chapters of docs/rules/duel.md.

The phases are told in setup, turns, plates, tiles, decorate, points, rounds and goals, every draw in deals, and who
knows what in hidden; verbs says which moves are legal and plays them. ``steps``, beside this folder, is the table of
all that the game can wait for.
"""

from tilewright.games.duel.rules.deals import deal, deal_exactly
from tilewright.games.duel.rules.goals import winners
from tilewright.games.duel.rules.hidden import determinise, observe
from tilewright.games.duel.rules.setup import set_up
from tilewright.games.duel.rules.verbs import legal_moves, play

__all__ = ["deal", "deal_exactly", "determinise", "legal_moves", "observe", "play", "set_up", "winners"]
