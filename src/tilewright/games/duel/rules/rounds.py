"""Phase 3, the next round: R12 of docs/rules/duel.md; what is drawn for it is told in deals."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.games.duel.components import NOBODY, ROUNDS, SEATS, TOKENS, State
from tilewright.games.duel.rules.effects import BESIDE, MOON, Effects, marker_moved, place_of, tokens_back
from tilewright.games.duel.rules.goals import end_game
from tilewright.games.duel.rules.setup import await_fill


@rule
def end_round(state: State, effects: Effects | None) -> None:
    """R12.1, R12.8, R13.1 On to the next round, begun by the holder of the first-player tile, or to the end."""
    if state.round_number == ROUNDS:
        end_game(state, effects)
        return
    state.round_number += 1
    if state.marker != NOBODY:
        state.first = state.marker
        marker_moved(effects, place_of(state.marker, BESIDE), MOON, NOBODY)
    for seat in range(SEATS):
        take_tokens_back(state, seat, effects)
    await_fill(state)


@rule
def take_tokens_back(state: State, seat: int, effects: Effects | None) -> None:
    """R12.1, R7.2 The tokens of the round, and no chip taken in it."""
    board = state.boards[seat]
    board.tokens = TOKENS[state.round_number]
    board.taken = 0
    tokens_back(effects, seat, board.tokens)
