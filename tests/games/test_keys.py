"""Every number that bears on the rest of a round is part of a position's key."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import tilewright
from tilewright import games
from tilewright.core.compiling.compiled import Records, rule
from tilewright.core.contract.verbs import key

pytestmark = pytest.mark.rules

TABLE = {
    "classic": ("offer", "to_move", "marker"),
    "pavilion": ("offer", "to_move", "first", "token", "side", "round_number"),
    "duel": (
        "goals", "awaiting", "step", "round_number", "first", "to_move", "marker", "line", "plate", "stack", "top",
        "spent", "place", "under", "under_owner", "under_last", "back", "hand_unknown", "unseen_chips", "sun", "moon",
        "pile", "chip", "bag", "tower",
    ),
}  # fmt: skip
"""What differs between the positions of one round, or of one game where chance comes in the middle of a turn."""

BOARD = {
    "classic": ("line_colour", "line_count", "row_colours", "floor"),
    "pavilion": ("covered", "colours", "hand", "kept", "score"),
    "duel": ("plates", "turns", "dome", "line_colour", "line_count", "broken", "chips", "tokens", "taken", "score"),
}


@rule
def key_of(states: Records) -> int:
    return key(states[0])


def undealt(rule_set: str) -> Records:
    """A new table for as many as can play."""
    players = games.rule_set(rule_set).players[-1]
    return tilewright.new_game(rule_set, players, auto_deal=False).state.copy()


def changed(states: Records, numbers: Records) -> Iterator[int]:
    """The keys of the position with one number after the other one higher."""
    for cell in np.ndindex(numbers.shape):
        numbers[cell] += 1
        yield int(key_of(states))
        numbers[cell] -= 1


@pytest.mark.parametrize(("rule_set", "field"), [(one, field) for one, fields in TABLE.items() for field in fields])
def test_what_lies_on_the_table_is_part_of_the_key(rule_set: str, field: str) -> None:
    states = undealt(rule_set)
    before = int(key_of(states))
    found = list(changed(states, states[field][0:1]))
    assert found
    assert before not in found
    assert int(key_of(states)) == before


@pytest.mark.parametrize(("rule_set", "field"), [(one, field) for one, fields in BOARD.items() for field in fields])
def test_what_lies_before_each_seat_is_part_of_the_key(rule_set: str, field: str) -> None:
    states = undealt(rule_set)
    players = int(states[0].players)
    found = [int(key_of(states)), *changed(states, states["boards"][0, :players][field])]
    assert len(set(found)) == len(found) > players


@pytest.mark.parametrize("rule_set", list(BOARD))
def test_no_two_things_before_a_seat_share_their_words(rule_set: str) -> None:
    """A tile more here and a tile more there are two positions, whatever the two are."""
    states = undealt(rule_set)
    boards = states["boards"][0, : int(states[0].players)]
    found = [word for field in BOARD[rule_set] for word in changed(states, boards[field])]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("rule_set", ["classic", "duel"])
def test_every_colour_and_count_of_a_line_has_its_own_key(rule_set: str) -> None:
    states = undealt(rule_set)
    board = states[0].boards[0]
    for line in range(len(board.line_count)):
        found = []
        for colour in range(5):
            for count in range(1, line + 2):
                board.line_colour[line], board.line_count[line] = colour, count
                found.append(int(key_of(states)))
        assert len(set(found)) == len(found)
        board.line_colour[line], board.line_count[line] = -1, 0
