"""The verbs that every game implements.

A state is one record; which fields it has in every game is said in ``core/contract/protocols.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.compiling.compiled import Counts, Layout, Reals, Verb, verb
from tilewright.core.contract.protocols import Evaluator, State, Weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.contract.dice import Dice
    from tilewright.core.contract.effects import Effects

MOVE, DEAL, END = 0, 1, 2
"""What a state waits for: a player's move, a chance event, or nothing more."""

AWAITING = ("move", "deal", "end")

MAX_PLAYERS = 4


@verb
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """Lay the table for a new game; the state then waits for its first deal."""
    raise NotImplementedError


@verb
def legal_moves(state: State, moves: Counts) -> int:
    """Write the legal moves into ``moves`` in rising order; return how many there are."""
    raise NotImplementedError


@verb
def play(state: State, move: int, effects: Effects | None = None) -> None:
    """Play one legal move. Never draws: the state may be left waiting for a deal."""
    raise NotImplementedError


@verb
def deal(state: State, rng: Dice, drawn: Counts) -> int:
    """Resolve the chance event at random; write what was drawn, return how many things were."""
    raise NotImplementedError


@verb
def deal_exactly(state: State, drawn: Counts, n: int, effects: Effects | None = None) -> None:
    """Resolve the chance event with these ``n`` things drawn, in this order."""
    raise NotImplementedError


@verb
def winners(state: State) -> int:
    """The seats that win or share the victory, as a bit set; 0 while the game runs."""
    raise NotImplementedError


@verb
def observe(state: State, seat: int) -> None:
    """Blank what this seat may not know; seat -1 is a spectator."""
    raise NotImplementedError


@verb
def determinise(state: State, rng: Dice) -> None:
    """Fill in at random what ``observe`` has blanked: a full state that fits the view, each as likely as any other."""
    raise NotImplementedError


@verb
def violations(state: State) -> int:
    """The invariants of the game that do not hold, as a bit set; 0 for every reachable state."""
    raise NotImplementedError


@verb
def prospect(state: State, seat: int) -> float:
    """The points this seat would have if the round ended now, with a little for what is half done."""
    raise NotImplementedError


# -- for searching --------------------------------------------------------------------------------


@verb
def search_moves(state: State, moves: Counts) -> int:
    """The legal moves without those that only a symmetry of the table tells from an earlier one."""
    raise NotImplementedError


@verb
def plies_left(state: State) -> int:
    """At most so many moves come before chance or a new phase; 0 where moves and chance mix."""
    raise NotImplementedError


@verb
def key(state: State) -> int:
    """A number that positions share when they play alike, whatever the order of their factories."""
    raise NotImplementedError


@verb
def prior(state: State, move: int, evaluator: Evaluator[Weights]) -> float:
    """A quick guess, in points, how good a move looks to the player to move."""
    raise NotImplementedError


@verb
def evaluate(state: State, points: Reals, evaluator: Evaluator[Weights]) -> float:
    """Write the final points each seat may expect; return the rounds that are still to come.

    The round is judged as if it ended now. Exact, with 0 rounds to come, when the game is over then.
    Spoils the state, so hand in a copy; ``evaluator`` holds the weights, and a memo of boards judged before.
    """
    raise NotImplementedError


# -- implementing them -----------------------------------------------------------------------------


VERBS: dict[str, Verb[..., Any]] = {name: one for name, one in vars().items() if hasattr(one, "means")}
"""Listed without naming them: a module that names a verb depends on its implementations (core/compiling/sources.py)."""


def bind(state: Layout, **meanings: Callable[..., object]) -> None:
    """Name what implements every verb for the states of one game; the error names a verb that is missing or unknown."""
    if missing := [name for name in VERBS if name not in meanings]:
        raise TypeError(f"a game must say what these words mean: {', '.join(missing)}")
    if unknown := [name for name in meanings if name not in VERBS]:
        raise TypeError(f"no game knows these words: {', '.join(unknown)}")
    for name, meaning in meanings.items():
        VERBS[name].means(state, meaning)
