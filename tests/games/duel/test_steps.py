"""The table of steps says of every step what the rules do in it."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import FEW, ROOM, random_play
from tilewright.core.contract.verbs import MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import HAND, KNOWN
from tilewright.games.duel.steps import HAND_IN, LOOKED_AT, SET_UP, TABLE, UNLOOKED, phase_of

pytestmark = pytest.mark.rules

KINDS = (
    ("take", 0),
    ("chip", codes.CHIP_AT),
    ("plate", codes.PLATE_AT),
    ("draw", codes.DRAW),
    ("stop", codes.STOP),
    ("lay", codes.LAY_AT),
    ("return", codes.RETURN_AT),
    ("pile", codes.PILE_AT),
    ("spend", codes.SPEND_AT),
    ("target", codes.TARGET_AT),
)


def kind_of(move: int) -> str:
    return [kind for kind, first in KINDS if first <= move][-1]


def test_what_each_step_waits_for_and_which_moves_are_open() -> None:
    """Over whole games: awaiting, kinds of moves and the state of the hand are as the table has them."""
    opened: dict[int, set[str]] = {step: set() for step in range(len(TABLE))}
    visited = set()
    for game in random_play(range(2 * FEW), draws=0.4, chips=0.7):
        state = game.state[0]
        row = TABLE[state.step]
        visited.add(row.name)
        assert state.awaiting == row.awaiting
        opened[int(state.step)] |= {kind_of(move.code) for move in game.legal_moves}
        known = (state.place >= KNOWN).any() or state.hand_unknown.any()
        assert bool(known) == (HAND_IN[state.step] == UNLOOKED)
        assert HAND_IN[state.step] == LOOKED_AT or not (state.place == HAND).any()
        assert (phase_of(state.step, state.round_number) == SET_UP) == (state.round_number == 0)
    for step, row in enumerate(TABLE):
        if row.name in visited:
            assert opened[step] <= set(row.kinds)
            assert bool(row.kinds) == (row.awaiting == MOVE)
            if FEW > 1:
                assert opened[step] == set(row.kinds)
    assert len(visited) == len(TABLE) or FEW == 1


def test_every_kind_of_move_is_open_in_some_step() -> None:
    assert {kind for row in TABLE for kind in row.kinds} == {kind_of(move) for move in range(ROOM.moves.actions)}
