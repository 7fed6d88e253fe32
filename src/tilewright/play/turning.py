"""A position told from another chair: the same table with its seats numbered anew."""

from __future__ import annotations

import numpy as np

from tilewright.play.position import Position


def rotate_seats(position: Position, by: int) -> Position:
    """Every seat is numbered so much further round the table; plays alike in every way."""
    players, room, state = position.players, position.room, position.state.copy()
    for seat in range(players):
        state["boards"][0, (seat + by) % players] = position.state["boards"][0, seat]
    for name, first in {**dict.fromkeys(room.seats.fields, 0), **room.seats.codes}.items():
        held = state[name][0] - first
        state[name][0] = first + np.where(held >= 0, (held + by) % players, held)
    for name in room.seats.sets:
        seats = int(state[name][0])
        state[name][0] = sum(1 << (seat + by) % players for seat in range(players) if seats >> seat & 1)
    return Position(position.rule_set, state)
