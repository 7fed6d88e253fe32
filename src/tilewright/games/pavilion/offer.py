"""Acquiring tiles: R2 of docs/rules/pavilion.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.effects import Effects, tiles_moved
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import CENTRE, COLOURS, FACTORIES_FOR, NOBODY, State, joker_of
from tilewright.games.pavilion.effects import BESIDE, FOR_TOKEN, HAND, place_of, token_moved
from tilewright.games.pavilion.ending import lose
from tilewright.games.pavilion.placing import begin_placing
from tilewright.games.pavilion.turns import move_on, next_seat


@rule
def drafting_moves(state: State, moves: Counts) -> int:
    """R2.2, R2.3 Every colour that a source with tiles offers."""
    joker = joker_of(state)
    n = 0
    for source in range(FACTORIES_FOR[state.players] + 1):
        offered = offered_colours(state.offer[source], joker)
        if offered == 0:
            continue
        for colour in range(COLOURS):
            # Written always and kept only if offered: faster than a branch.
            moves[n] = codes.draft(source, colour)
            n += offered >> colour & 1
    return n


@rule
def offered_colours(tiles: Counts, joker: int) -> int:
    """R2.4, R2.6 The colours that are not the joker's; the joker's where there is no other."""
    present = 0
    for colour in range(COLOURS):
        present |= (1 if tiles[colour] > 0 else 0) << colour
    others = present & ~(1 << joker)
    return others or present


@rule
def draft(state: State, source: int, colour: int, effects: Effects | None) -> None:
    """R2.1, R2.8, R2.10 A turn of acquiring: the first from the centre takes the token and pays for it."""
    taken = take(state, source, colour, effects)
    if source == CENTRE and state.token == NOBODY:
        take_token(state, taken, effects)
    if state.tiles_on_offer == 0:
        begin_placing(state, effects)
    else:
        move_on(state, next_seat(state, state.to_move), effects)


@rule
def take(state: State, source: int, colour: int, effects: Effects | None) -> int:
    """R2.4-R2.7 All tiles of the colour and one joker, or one joker alone; the rest to the centre."""
    joker = joker_of(state)
    tiles, hand = state.offer[source], state.boards[state.to_move].hand
    jokers = min(1, tiles[joker])
    others = tiles[colour] if colour != joker else 0
    tiles[joker] -= jokers
    hand[joker] += jokers
    tiles[colour] -= others
    hand[colour] += others
    tiles_moved(effects, colour, others, source, place_of(state.to_move, HAND))
    tiles_moved(effects, joker, jokers, source, place_of(state.to_move, HAND))
    if source != CENTRE:
        for other in range(COLOURS):
            tiles_moved(effects, other, tiles[other], source, CENTRE)
            state.offer[CENTRE, other] += tiles[other]
            tiles[other] = 0
    state.tiles_on_offer -= jokers + others
    return jokers + others


@rule
def take_token(state: State, taken: int, effects: Effects | None) -> None:
    """R2.8 The token lies beside the board of who took it, and costs a point for each tile of the turn."""
    state.token = state.to_move
    token_moved(effects, CENTRE, place_of(state.to_move, BESIDE), state.to_move)
    lose(state, state.to_move, taken, FOR_TOKEN, effects)
