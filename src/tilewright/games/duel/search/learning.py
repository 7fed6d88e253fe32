"""What training asks of the duel: positions as the nets see them, through the very functions of play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import Integers, Reals, Records, rule
from tilewright.core.contract.evaluator import SCRATCH
from tilewright.core.contract.learning import Learning
from tilewright.core.contract.net import Rows
from tilewright.core.contract.verbs import END
from tilewright.games.duel.components import SEATS
from tilewright.games.duel.search.evaluate import next_starter
from tilewright.games.duel.search.expectation import expectation
from tilewright.games.duel.search.features import INSIDE_INPUTS, inside_inputs, is_inside, round_end_inputs, survey


@rule
def describe_round_ends(states: Records, left: Reals, evaluators: Records, inputs: Rows) -> None:
    """Both boards in positions between rounds, with so many rounds to come: ``inputs[position, seat]``.

    Nothing is left to be settled there.
    """
    evaluator = evaluators[0]
    for k in range(states.shape[0]):
        state, later = states[k], int(left[k])
        starter = next_starter(state)
        survey(state, evaluator.scratch)
        for seat in range(SEATS):
            board = state.boards[seat]
            expected = expectation(state, board, 0, 0.0, later, evaluator)
            round_end_inputs(state, board, evaluator.scratch, later, seat == starter, expected, inputs[k, seat])


@rule
def note_insides(states: Records, found: NDArray[np.bool_]) -> None:
    """Which positions lie inside a round: chance comes there too, so it may be a draw they wait for."""
    for k in range(states.shape[0]):
        found[k] = states[k].awaiting != END and is_inside(states[k])


@rule
def describe_insides(states: Records, scratch: Integers, inputs: Rows) -> None:
    """Both boards in positions inside rounds: ``inputs[position, seat]``; ``scratch`` is room to work in."""
    for k in range(states.shape[0]):
        survey(states[k], scratch)
        for seat in range(SEATS):
            inside_inputs(states[k], seat, scratch, inputs[k, seat])


def insides(states: Records) -> Rows:
    """What the net sees of both boards."""
    found = np.zeros((len(states), SEATS, INSIDE_INPUTS), dtype=np.float32)
    describe_insides(states, np.zeros(SCRATCH, dtype=np.int64), found)
    return found


LEARNING = Learning(describe_round_ends, note_insides, insides, options={"goals": "random"})
