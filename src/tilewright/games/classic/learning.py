"""What training asks of the classic game: positions as the nets see them, through the very functions of play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import Integers, Reals, Records, rule
from tilewright.core.contract.learning import Learning
from tilewright.core.contract.net import Rows
from tilewright.games.classic.components import COLOURS, EMPTY
from tilewright.games.classic.evaluate import expectation, next_starter
from tilewright.games.classic.features import (
    BLOCKS_A_BOARD,
    GROUPS_LEFT,
    inside_blocks,
    note_supply,
    round_end_inputs,
    survey,
)
from tilewright.games.classic.searching import plies_left


@rule
def describe_round_ends(states: Records, left: Reals, evaluators: Records, inputs: Rows) -> None:
    """Every seat's board in positions between rounds, with so many rounds to come: ``inputs[position, seat]``."""
    for k in range(states.shape[0]):
        state = states[k]
        starter, supply = next_starter(state), evaluators[0].scratch
        note_supply(state, supply)
        for seat in range(state.players):
            board = state.boards[seat]
            expected = expectation(state, board, left[k], evaluators[0].weights)
            round_end_inputs(state, board, supply, left[k], seat == starter, expected, inputs[k, seat])


@rule
def describe_insides(states: Records, offer: Integers, blocks: Integers) -> None:
    """Every seat's board in positions inside rounds: ``blocks[position, seat]``; ``offer`` is room to work in."""
    for k in range(states.shape[0]):
        state = states[k]
        survey(state, offer)
        for seat in range(state.players):
            inside_blocks(state, state.boards[seat], seat, offer, blocks[k, seat])


@rule
def note_insides(states: Records, found: NDArray[np.bool_]) -> None:
    """Which positions lie inside a round, with only moves before its end."""
    for k in range(states.shape[0]):
        found[k] = plies_left(states[k]) > 0


def insides(states: Records) -> Integers:
    """The blocks that apply to every seat's board."""
    found = np.zeros((len(states), int(states[0].players), BLOCKS_A_BOARD), dtype=np.int64)
    describe_insides(states, np.zeros(GROUPS_LEFT + 1, dtype=np.int64), found)
    return found


def exchange_colours(states: Records, chance: np.random.Generator) -> Records:
    """The same positions with the same colours exchanged in all of them: on a grey wall they play alike."""
    new = chance.permutation(COLOURS)  # what each colour becomes
    old = np.argsort(new)
    found = states.copy()
    for name in ("offer", "bag", "lid"):
        found[name] = states[name][..., old]
    boards, before = found["boards"], states["boards"]
    boards["floor_tiles"] = before["floor_tiles"][..., old]
    named = np.append(new, EMPTY)  # EMPTY counts from the end, so it stays what it is
    for name in ("wall", "line_colour"):
        boards[name] = named[before[name]]
    has = before["row_colours"][..., None] >> old & 1
    boards["row_colours"] = (has << np.arange(COLOURS)).sum(axis=-1)
    return found


LEARNING = Learning(describe_round_ends, note_insides, insides, relabel={"classic-grey": exchange_colours})
