"""The machine of the game, one row for each step: what it waits for, which moves are open, what the hand is.

``rules`` goes from step to step; everything else reads here what a step is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilewright.core.contract.verbs import DEAL, END, MOVE

SET_UP, ACQUISITION, DECORATION, PREPARATION = PHASES = ("set-up", "acquisition", "decoration", "preparation")
"""R3.1 The phases of a round, and what comes before the first."""

NO_HAND, UNLOOKED, LOOKED_AT = range(3)
"""R14.5, R14.6 Plates drawn from the stack: none, drawn and not looked at yet, seen by who drew them."""


class Step(NamedTuple):
    """What the game waits for."""

    name: str  # in positions and views
    awaiting: int  # a draw, a move of the seat ``to_move``, or nothing more
    phase: str  # of a round; in round 0 every step belongs to the set-up
    kinds: tuple[str, ...] = ()  # of moves that may be open
    hand: int = NO_HAND


TABLE = (
    Step("deal", DEAL, PREPARATION),
    Step("refill", DEAL, SET_UP),
    Step("top", DEAL, ACQUISITION, hand=UNLOOKED),
    Step("fronts", DEAL, ACQUISITION, hand=UNLOOKED),
    Step("reveal", DEAL, ACQUISITION),
    Step("start", MOVE, SET_UP, ("plate",)),
    Step("act", MOVE, ACQUISITION, ("take", "chip", "plate", "draw")),
    Step("place", MOVE, ACQUISITION, ("lay",), LOOKED_AT),
    Step("draw", MOVE, ACQUISITION, ("draw", "stop"), UNLOOKED),
    Step("keep", MOVE, ACQUISITION, ("plate",), LOOKED_AT),
    Step("return", MOVE, ACQUISITION, ("return",), LOOKED_AT),
    Step("pile", MOVE, ACQUISITION, ("pile",)),
    Step("chips", MOVE, DECORATION, ("spend", "stop")),
    Step("target", MOVE, DECORATION, ("target",)),
    Step("end", END, DECORATION),
)
FILL, REFILL, TOP, FRONTS, REVEAL, START, ACT, PLACE, DRAWING, KEEP, RETURN, PILE, SPEND, TARGET, OVER = range(15)

STEPS = tuple(step.name for step in TABLE)
AWAITING = np.array([step.awaiting for step in TABLE])
HAND_IN = np.array([step.hand for step in TABLE])
"""What the hand is, by step; after a plate of the display was taken it is empty though it might be looked at."""


def phase_of(step: int, round_number: int) -> str:
    """R3.1 The phase of a step."""
    return TABLE[step].phase if round_number else SET_UP
