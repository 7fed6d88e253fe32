"""Draws at a table: each takes fresh randomness from the system, and one that was seen is never drawn again."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import COUNT, Records
from tilewright.core.contract.dice import dice
from tilewright.play import entries
from tilewright.play.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tilewright.play.move import Move

    Dice = NDArray[np.uint64]


def draws_from(
    position: Position, seen: Mapping[bytes, str], move: Move | None = None, seeded: Dice | None = None
) -> list[str]:
    """The draws after a move or at the beginning, until somebody is to move or the game is over.

    ``seen`` holds draws that were taken back: the same position draws the same tiles again, so nobody gets better
    ones by taking back a move. ``seeded`` are dice to use instead of fresh ones.
    """
    states = position.state.copy()
    ahead = Position(position.rule_set, states)
    if move is not None:
        entries.play(states, move.code)
    drawn: list[str] = []
    while ahead.awaiting == "deal":
        drawn.append(
            seen.get(states.tobytes()) or draw(ahead, dice(secrets.randbits(63)) if seeded is None else seeded)
        )
        _deal(ahead, states, drawn[-1])
    return drawn


def draw(position: Position, rolled: Dice) -> str:
    """The draw that these dice make. The dice advance, the position does not."""
    numbers = np.zeros(position.room.deals.most, dtype=COUNT)
    n = entries.deal(position.state.copy(), rolled, numbers)
    return position.room.deals.name(position.state[0], numbers[:n].tolist())


def _deal(position: Position, states: Records, notation: str) -> None:
    numbers = position.room.deals.parse(states[0], notation)
    entries.deal_exactly(states, np.array(numbers, dtype=COUNT), len(numbers))
