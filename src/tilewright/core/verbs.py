"""The words every game of the family understands.

A state is one record. Besides what its game needs, every layout has these fields:
``players``, ``first`` (who started the round), ``to_move``, ``awaiting`` (one of the three below),
``round_number``, ``ending`` (0 while the game runs), ``bag`` and ``boards``, each board with its ``score``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.compiled import Verb, verb

MOVE, DEAL, END = 0, 1, 2
"""What a state waits for: a player's move, a chance event, or nothing more."""

AWAITING = ("move", "deal", "end")

MAX_PLAYERS = 4


@verb
def set_up(state: Any, players: int, first: int, choices: Any) -> None:
    """Lay the table for a new game; the state then waits for its first deal."""
    raise NotImplementedError


@verb
def legal_moves(state: Any, moves: Any) -> int:
    """Write the legal moves into ``moves`` in rising order; return how many there are."""
    raise NotImplementedError


@verb
def play(state: Any, move: int) -> None:
    """Play one legal move. Never draws: the state may be left waiting for a deal."""
    raise NotImplementedError


@verb
def deal(state: Any, rng: Any, drawn: Any) -> int:
    """Resolve the chance event at random; write what was drawn, return how many things were."""
    raise NotImplementedError


@verb
def deal_exactly(state: Any, drawn: Any, n: int) -> None:
    """Resolve the chance event with these ``n`` things drawn, in this order."""
    raise NotImplementedError


@verb
def winners(state: Any) -> int:
    """The seats that win or share the victory, as a bit set; 0 while the game runs."""
    raise NotImplementedError


@verb
def observe(state: Any, seat: int) -> None:
    """Blank what this seat may not know; seat -1 is a spectator."""
    raise NotImplementedError


@verb
def determinise(state: Any, rng: Any) -> None:
    """Fill in at random what ``observe`` has blanked: a full state that fits the view, each as likely as any other."""
    raise NotImplementedError


@verb
def violations(state: Any) -> int:
    """The invariants of the game that do not hold, as a bit set; 0 for every reachable state."""
    raise NotImplementedError


@verb
def prospect(state: Any, seat: int) -> float:
    """The points this seat would have if the round ended now, with a little for what is half done."""
    raise NotImplementedError


# -- for searching --------------------------------------------------------------------------------


@verb
def search_moves(state: Any, moves: Any) -> int:
    """The legal moves without those that only a symmetry of the table tells from an earlier one."""
    raise NotImplementedError


@verb
def plies_left(state: Any) -> int:
    """At most so many moves come before chance or a new phase; 0 where moves and chance mix."""
    raise NotImplementedError


@verb
def key(state: Any) -> int:
    """A number that positions share when they play alike, whatever the order of their factories."""
    raise NotImplementedError


@verb
def prior(state: Any, move: int, evaluator: Any) -> float:
    """A quick guess, in points, how good a move looks to the player to move."""
    raise NotImplementedError


@verb
def evaluate(state: Any, points: Any, evaluator: Any) -> float:
    """Write the final points each seat may expect; return the rounds that are still to come.

    The round is judged as if it ended now. Exact, with 0 rounds to come, when the game is over then.
    Spoils the state, so hand in a copy; ``evaluator`` holds the weights, and a memo of boards judged before.
    """
    raise NotImplementedError


# -- giving them their meanings ---------------------------------------------------------------------


VERBS: dict[str, Verb] = {name: word for name, word in vars().items() if hasattr(word, "means")}
"""Listed without saying them: whoever says a word depends on its meanings (core/sources.py)."""


def bind(state: np.dtype[Any], **meanings: Any) -> None:
    """Say what every word means for the states of one game; a word that is missing or unknown is named."""
    if missing := [name for name in VERBS if name not in meanings]:
        raise TypeError(f"a game must say what these words mean: {', '.join(missing)}")
    if unknown := [name for name in meanings if name not in VERBS]:
        raise TypeError(f"no game knows these words: {', '.join(unknown)}")
    for name, meaning in meanings.items():
        VERBS[name].means(state, meaning)
