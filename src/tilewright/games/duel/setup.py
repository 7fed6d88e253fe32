"""Set-up and preparation: R1, R2 and R12 of docs/rules/duel.md, with every draw of the game."""

from __future__ import annotations

from typing import Any

from tilewright.core.compiled import Counts, rule
from tilewright.core.dice import below
from tilewright.core.verbs import DEAL
from tilewright.games.duel.components import (
    CHIPS_PER_KIND,
    COLOURS,
    DISPLAY,
    DISPLAY_PLACES,
    EMPTY,
    FACE_DOWN,
    FILL,
    FRONTS,
    HAND,
    HIDDEN,
    IS_JOKER,
    IS_SPECIAL,
    KINDS,
    LARGE,
    LARGE_SUN,
    NO_TOP,
    NOBODY,
    PLATES,
    REFILL,
    SMALL,
    SMALL_SUN,
    START_SCORE,
    TILES_PER_COLOUR,
    TOKENS,
    TOP_AWAITED,
    TYPE_OF,
    UNSEEN,
    Board,
    State,
)

# -- R1, R2 set-up ------------------------------------------------------------------------------


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """R1.1-R1.8, R2.5 All tiles in the bag, all plates in the stack, every board empty."""
    state.goals = choices[0]
    state.players = players
    state.first = first
    state.round_number = 0
    state.ending = 0
    state.bag[:] = TILES_PER_COLOUR
    state.tower[:] = 0
    state.unseen_chips[:] = CHIPS_PER_KIND
    state.place[:] = UNSEEN
    state.stack = PLATES
    state.top = TOP_AWAITED
    clear_offer(state)
    for board in state.boards:
        clear(board)
    await_fill(state)


@rule
def clear_offer(state: State) -> None:
    """Nothing under the stack, nothing in a hand, nothing on the factories."""
    state.under_count = 0
    state.under[:] = EMPTY
    state.under_owner[:] = EMPTY
    state.under_last[:] = 0
    state.hand_unknown[:] = 0
    state.back[:] = EMPTY
    state.tiles_on_offer = 0
    state.sun[:] = 0
    state.pile[:] = EMPTY
    state.pile_height[:] = 0
    state.moon[:] = 0
    state.chip[:] = EMPTY


@rule
def clear(board: Board) -> None:
    """R1.6 An empty board; the score begins at 5."""
    board.plates[:] = EMPTY
    board.turns[:] = 0
    board.spaces[:] = EMPTY
    board.dome[:] = EMPTY
    board.line_colour[:] = EMPTY
    board.line_count[:] = 0
    board.broken[:] = 0
    board.chips[:] = 0
    board.tokens = TOKENS[1]
    board.taken = 0
    board.score = START_SCORE
    board.tile_points = 0
    board.special_points = 0
    board.broken_loss = 0
    board.marker_loss = 0
    board.plate_cost = 0


@rule
def await_fill(state: State) -> None:
    """R12.8 The first-player tile lies on the large factory; display and suns wait to be filled."""
    state.awaiting = DEAL
    state.step = FILL
    state.marker = NOBODY
    state.to_move = state.first
    clear_turn(state)


@rule
def clear_turn(state: State) -> None:
    """Nobody is in the middle of anything."""
    state.line = 0
    state.factory = 0
    state.plate = EMPTY
    state.spent[:] = 0


# -- plates of the stack ------------------------------------------------------------------------


@rule
def count_in(state: State, where: int) -> int:
    """How many plates are at a place."""
    n = 0
    for plate in range(PLATES):
        n += state.place[plate] == where
    return n


@rule
def in_stack(state: State) -> int:
    """All plates of the stack, those put back included."""
    return state.stack + state.under_count


@rule
def see_top(state: State) -> None:
    """R14.4 A plate has left the stack: the type of the next one shows."""
    if state.stack > 0:
        state.top = TOP_AWAITED
    elif state.under_count > 0:
        state.top = TYPE_OF[state.under[0]]
    else:
        state.top = NO_TOP


@rule
def take_from_under(state: State) -> int:
    """R14.11 The top plate of the lots; the others move up."""
    plate = state.under[0]
    state.under_count -= 1
    n = state.under_count
    for k in range(n):
        state.under[k] = state.under[k + 1]
        state.under_owner[k] = state.under_owner[k + 1]
        state.under_last[k] = state.under_last[k + 1]
    state.under[n] = EMPTY
    state.under_owner[n] = EMPTY
    state.under_last[n] = 0
    return plate


# -- what a draw consists of --------------------------------------------------------------------


@rule
def plates_awaited(state: State) -> int:
    """R2.1, R2.6, R12.2, R4.6 Unseen plates that this draw turns up or that are looked at."""
    if state.step == FILL or state.step == REFILL:
        return min(DISPLAY_PLACES - count_in(state, DISPLAY), state.stack)
    if state.step == FRONTS:
        return state.hand_unknown[IS_SPECIAL] + state.hand_unknown[IS_JOKER]
    return 0


@rule
def may_be_drawn(state: State, plate: int) -> bool:
    """R14.10 Fits the type that shows: of the stack's top, or of a plate in the hand."""
    if state.place[plate] != UNSEEN:
        return False
    if state.step == FRONTS:
        return state.hand_unknown[TYPE_OF[plate]] > 0
    return state.top == TOP_AWAITED or state.top == TYPE_OF[plate]


@rule
def draw_plate(state: State, plate: int) -> None:
    """The next unseen plate of the draw is this one."""
    if state.step == FRONTS:
        state.place[plate] = HAND
        state.hand_unknown[TYPE_OF[plate]] -= 1
    else:
        state.place[plate] = DISPLAY
        state.stack -= 1
        see_top(state)


@rule
def fill_from_under(state: State) -> None:
    """R12.2, R14.11 When the unseen plates run out, plates put back fill the display."""
    if state.step == FILL or state.step == REFILL:
        missing = DISPLAY_PLACES - count_in(state, DISPLAY)
        while missing > 0 and state.under_count > 0:
            plate = take_from_under(state)
            if plate < HIDDEN:
                state.place[plate] = DISPLAY
            see_top(state)
            missing -= 1


@rule
def unseen_of(state: State, kind: int) -> int:
    """R14.10 Unseen plates of a type that are still in the stack."""
    n = -state.hand_unknown[kind]
    for plate in range(PLATES):
        n += state.place[plate] == UNSEEN and TYPE_OF[plate] == kind
    return n


@rule
def suns_awaited(state: State) -> int:
    """R2.2, R12.7 Tiles that this draw deals."""
    if state.step != FILL:
        return 0
    return min(LARGE_SUN + SMALL * SMALL_SUN, count(state.bag) + count(state.tower))


@rule
def factory_of(k: int) -> int:
    """R2.2, R12.7 Where the k-th tile goes: the large factory first, then the small ones."""
    return LARGE if k < LARGE_SUN else (k - LARGE_SUN) // SMALL_SUN


@rule
def count(tiles: Counts) -> int:
    """How many tiles of all colours."""
    n = 0
    for colour in range(COLOURS):
        n += tiles[colour]
    return n


@rule
def is_bare(state: State, factory: int) -> bool:
    """R5.7 Neither sun nor pile has a tile."""
    return state.pile_height[factory] == 0 and count(state.sun[factory]) == 0


@rule
def must_turn_up(state: State, factory: int) -> bool:
    """R5.7, R12.7 A small factory without tiles whose chip is still face down."""
    return state.chip[factory] == FACE_DOWN and is_bare(state, factory)


@rule
def lay_chips(state: State) -> None:
    """R2.4, R12.3 A chip face down on every small moon."""
    if state.step == FILL:
        state.chip[:] = FACE_DOWN


@rule
def turn_up(state: State, factory: int, kind: int) -> None:
    """R5.7 The chip of a factory is seen."""
    state.chip[factory] = kind
    state.unseen_chips[kind] -= 1


# -- draws at random ----------------------------------------------------------------------------


@rule
def draw_at_random(state: State, rng: Any, drawn: Counts) -> int:
    """R14.10 Everything that becomes visible now: plates, a type, suns, chips."""
    n = plates_awaited(state)
    for k in range(n):
        drawn[k] = random_plate(state, rng)
        draw_plate(state, drawn[k])
    fill_from_under(state)
    if state.top == TOP_AWAITED:
        specials = unseen_of(state, IS_SPECIAL)
        drawn[n] = IS_SPECIAL if below(rng, state.stack) < specials else IS_JOKER
        state.top = drawn[n]
        n += 1
    n = random_suns(state, rng, drawn, n)
    lay_chips(state)
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            drawn[n] = random_chip(state, rng)
            turn_up(state, factory, drawn[n])
            n += 1
    return n


@rule
def random_plate(state: State, rng: Any) -> int:
    """One of the plates that may come, each as likely as the others."""
    possible = 0
    for plate in range(PLATES):
        possible += may_be_drawn(state, plate)
    pick = below(rng, possible)
    plate = 0
    while True:
        if may_be_drawn(state, plate):
            if pick == 0:
                return plate
            pick -= 1
        plate += 1


@rule
def random_suns(state: State, rng: Any, drawn: Counts, n: int) -> int:
    """R2.2, R2.3, R12.3-R12.7 Fill the suns; the large one again while it has one colour."""
    tiles = suns_awaited(state)
    k = 0
    while k < tiles:
        if count(state.bag) == 0:
            pour_tower(state)
        drawn[n + k] = pick_one(state.bag, below(rng, count(state.bag)))
        state.sun[factory_of(k), drawn[n + k]] += 1
        k += 1
        if k == LARGE_SUN and must_redraw(state):
            for colour in range(COLOURS):
                state.bag[colour] += state.sun[LARGE, colour]
                state.sun[LARGE, colour] = 0
            k = 0
    state.tiles_on_offer += tiles
    return n + tiles


@rule
def must_redraw(state: State) -> bool:
    """R2.3, R12.5, R12.6 One colour on the large sun, and the bag has another."""
    for colour in range(COLOURS):
        if state.sun[LARGE, colour] == LARGE_SUN:
            return count(state.bag) > state.bag[colour]
    return False


@rule
def pour_tower(state: State) -> None:
    """R12.4 All tiles of the tower go into the bag."""
    for colour in range(COLOURS):
        state.bag[colour] += state.tower[colour]
        state.tower[colour] = 0


@rule
def pick_one(counts: Counts, pick: int) -> int:
    """Take the thing at this place out of counted things that lie sorted; return its kind."""
    kind = 0
    while pick >= counts[kind]:
        pick -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@rule
def random_chip(state: State, rng: Any) -> int:
    """R14.8 Any chip not seen yet."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.unseen_chips[kind]
    kind = pick_one(state.unseen_chips, below(rng, unseen))
    state.unseen_chips[kind] += 1  # it is counted off when it is turned up
    return kind


# -- draws told ---------------------------------------------------------------------------------


@rule
def draw_exactly(state: State, drawn: Counts) -> None:
    """The same with given things, in the same order."""
    n = plates_awaited(state)
    for k in range(n):
        draw_plate(state, drawn[k])
    fill_from_under(state)
    if state.top == TOP_AWAITED:
        state.top = drawn[n]
        n += 1
    tiles = suns_awaited(state)
    if count(state.bag) < tiles:
        pour_tower(state)
    for k in range(tiles):
        state.bag[drawn[n + k]] -= 1
        state.sun[factory_of(k), drawn[n + k]] += 1
    state.tiles_on_offer += tiles
    n += tiles
    lay_chips(state)
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            turn_up(state, factory, drawn[n])
            n += 1
