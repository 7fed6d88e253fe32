"""What training asks of Summer Pavilion: positions as the nets see them, through the very functions of play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import Integers, Reals, Records, rule
from tilewright.core.contract.learning import Learning
from tilewright.core.contract.net import Rows
from tilewright.games.pavilion.evaluate import describe, next_starter
from tilewright.games.pavilion.inside import BLOCKS_A_BOARD, NOTED, inside_blocks, is_inside, survey


@rule
def describe_round_ends(states: Records, left: Reals, evaluators: Records, inputs: Rows) -> None:
    """Every seat's board in positions between rounds, with so many rounds to come: ``inputs[position, seat]``."""
    evaluator = evaluators[0]
    for k in range(states.shape[0]):
        state = states[k]
        starter, to_come = next_starter(state), int(left[k])
        for seat in range(state.players):
            board, starts = state.boards[seat], seat == starter
            describe(state.side, board, True, to_come, starts, evaluator.weights, evaluator.scratch, inputs[k, seat])


@rule
def describe_insides(states: Records, scratch: Integers, blocks: Integers) -> None:
    """Every seat's board in positions inside rounds: ``blocks[position, seat]``; ``scratch`` are room to work in."""
    for k in range(states.shape[0]):
        state = states[k]
        survey(state, scratch)
        for seat in range(state.players):
            inside_blocks(state, state.boards[seat], seat, scratch, blocks[k, seat])


@rule
def note_insides(states: Records, found: NDArray[np.bool_]) -> None:
    """Which positions lie inside a round: while tiles are drafted and while they are placed."""
    for k in range(states.shape[0]):
        found[k] = is_inside(states[k])


def insides(states: Records) -> Integers:
    """The blocks that apply to every seat's board."""
    found = np.zeros((len(states), int(states[0].players), BLOCKS_A_BOARD), dtype=np.int64)
    describe_insides(states, np.zeros(NOTED, dtype=np.int64), found)
    return found


LEARNING = Learning(describe_round_ends, note_insides, insides)
