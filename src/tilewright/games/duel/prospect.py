"""What a round is worth to a player if it ended now: the judgement of a simple opponent."""

from __future__ import annotations

from tilewright.core.compiled import rule


@rule
def prospect(state, seat):
    return 1.0 * state.boards[seat].score
