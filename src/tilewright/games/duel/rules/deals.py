"""Every draw of the game, at random or told: R2, R12 and R14.10 of docs/rules/duel.md."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.verbs import MOVE
from tilewright.games.duel.components import (
    COLOURS,
    DISPLAY,
    DISPLAY_PLACES,
    FACE_DOWN,
    HAND,
    HIDDEN,
    IS_JOKER,
    IS_SPECIAL,
    KINDS,
    LARGE,
    LARGE_SUN,
    PLATES,
    SMALL,
    SMALL_SUN,
    TOP_AWAITED,
    TYPE_OF,
    UNSEEN,
    State,
)
from tilewright.games.duel.rules.effects import (
    BAG,
    FIRST_SUN,
    TOWER,
    Effects,
    chip_revealed,
    chips_laid,
    plate_revealed,
    tiles_moved,
    type_revealed,
)
from tilewright.games.duel.rules.factories import count, must_turn_up
from tilewright.games.duel.rules.plates import look
from tilewright.games.duel.rules.stack import count_in, see_top, take_from_under, unseen_of
from tilewright.games.duel.rules.turns import after_refill, await_start, begin_round, end_turn
from tilewright.games.duel.steps import DRAWING, FILL, FRONTS, REFILL, REVEAL, TOP


@rule
def deal(state: State, rng: Dice, drawn: Counts) -> int:
    """R14.10 What becomes visible is drawn, and the game goes on."""
    n = draw_at_random(state, rng, drawn)
    after_draw(state, None)
    return n


@rule
def deal_exactly(state: State, drawn: Counts, n: int, effects: Effects | None = None) -> None:  # noqa: ARG001
    """The same with given things; the state tells how many."""
    draw_exactly(state, drawn, effects)
    after_draw(state, effects)


@rule
def after_draw(state: State, effects: Effects | None) -> None:
    """Who goes on, and with what."""
    step = state.step
    if step == FILL and state.round_number == 0:
        await_start(state, 1 - state.first)
    elif step == FILL:
        begin_round(state)
    elif step == REFILL:
        after_refill(state)
    elif step == TOP:
        state.awaiting = MOVE
        state.step = DRAWING
    elif step == FRONTS:
        look(state, effects)
    else:
        end_turn(state, effects)


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
def draw_plate(state: State, plate: int, effects: Effects | None) -> None:
    """The next unseen plate of the draw is this one."""
    if state.step == FRONTS:
        state.place[plate] = HAND
        state.hand_unknown[TYPE_OF[plate]] -= 1
    else:
        state.place[plate] = DISPLAY
        plate_revealed(effects, plate)
        state.stack -= 1
        see_top(state)


@rule
def fill_from_under(state: State, effects: Effects | None) -> None:
    """R12.2, R14.11 When the unseen plates run out, plates put back fill the display."""
    if state.step == FILL or state.step == REFILL:
        missing = DISPLAY_PLACES - count_in(state, DISPLAY)
        while missing > 0 and state.under_count > 0:
            plate = take_from_under(state)
            if plate < HIDDEN:
                state.place[plate] = DISPLAY
                plate_revealed(effects, plate)
            see_top(state)
            missing -= 1


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
def lay_chips(state: State, effects: Effects | None) -> None:
    """R2.4, R12.3 A chip face down on every small moon."""
    if state.step == FILL:
        state.chip[:] = FACE_DOWN
        chips_laid(effects)


@rule
def turn_up(state: State, factory: int, kind: int, effects: Effects | None) -> None:
    """R5.7 The chip of a factory is seen."""
    state.chip[factory] = kind
    state.unseen_chips[kind] -= 1
    chip_revealed(effects, factory, kind)


# -- draws at random ----------------------------------------------------------------------------


@rule
def draw_at_random(state: State, rng: Dice, drawn: Counts) -> int:
    """R14.10 Everything that becomes visible now: plates, a type, suns, chips."""
    n = plates_awaited(state)
    for k in range(n):
        drawn[k] = random_plate(state, rng)
        draw_plate(state, drawn[k], None)
    fill_from_under(state, None)
    if state.top == TOP_AWAITED:
        specials = unseen_of(state, IS_SPECIAL)
        drawn[n] = IS_SPECIAL if below(rng, state.stack) < specials else IS_JOKER
        state.top = drawn[n]
        n += 1
    n = random_suns(state, rng, drawn, n)
    lay_chips(state, None)
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            drawn[n] = random_chip(state, rng)
            turn_up(state, factory, drawn[n], None)
            n += 1
    return n


@rule
def random_plate(state: State, rng: Dice) -> int:
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
def random_suns(state: State, rng: Dice, drawn: Counts, n: int) -> int:
    """R2.2, R2.3, R12.3-R12.7 Fill the suns; the large one again while it has one colour."""
    tiles = suns_awaited(state)
    k = 0
    while k < tiles:
        if count(state.bag) == 0:
            pour_tower(state, None)
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
def pour_tower(state: State, effects: Effects | None) -> None:
    """R12.4 All tiles of the tower go into the bag."""
    for colour in range(COLOURS):
        tiles_moved(effects, colour, state.tower[colour], TOWER, BAG)
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
def random_chip(state: State, rng: Dice) -> int:
    """R14.8 Any chip not seen yet."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.unseen_chips[kind]
    kind = pick_one(state.unseen_chips, below(rng, unseen))
    state.unseen_chips[kind] += 1  # it is counted off when it is turned up
    return kind


# -- draws told ---------------------------------------------------------------------------------


@rule
def draw_exactly(state: State, drawn: Counts, effects: Effects | None) -> None:
    """The same with given things, in the same order."""
    n = plates_awaited(state)
    for k in range(n):
        draw_plate(state, drawn[k], effects)
    fill_from_under(state, effects)
    if state.top == TOP_AWAITED:
        state.top = drawn[n]
        type_revealed(effects, state.top)
        n += 1
    tiles = suns_awaited(state)
    if count(state.bag) < tiles:
        pour_tower(state, effects)
    for k in range(tiles):
        state.bag[drawn[n + k]] -= 1
        state.sun[factory_of(k), drawn[n + k]] += 1
    state.tiles_on_offer += tiles
    n += tiles
    suns_filled(state, effects)
    lay_chips(state, effects)
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            turn_up(state, factory, drawn[n], effects)
            n += 1


@rule
def suns_filled(state: State, effects: Effects | None) -> None:
    """Tell what has come to every sun, colour by colour, in the order in which they are filled."""
    if effects is not None and state.step == FILL:
        for k in range(SMALL + 1):
            factory = LARGE if k == 0 else k - 1
            for colour in range(COLOURS):
                tiles_moved(effects, colour, state.sun[factory, colour], BAG, FIRST_SUN + factory)


# -- draws taken apart --------------------------------------------------------------------------


def tells_type(state: State) -> bool:
    """Does this draw end with the type of a new top plate?"""
    if state.step in (TOP, FRONTS):
        return bool(state.top == TOP_AWAITED)
    turned_up = plates_awaited(state)
    return bool(state.stack > turned_up and (turned_up or state.top == TOP_AWAITED))


def sun_sizes(state: State) -> list[int]:
    """How many tiles the large sun and the four small ones get; none when no suns are filled."""
    if state.step != FILL:
        return []
    left, sizes = int(suns_awaited(state)), []
    for most in (LARGE_SUN, *[SMALL_SUN] * SMALL):
        sizes.append(min(most, left))
        left -= sizes[-1]
    return sizes


def chips_awaited(state: State) -> int:
    """How many chips this draw turns up."""
    if state.step == REVEAL:
        return sum(bool(must_turn_up(state, factory)) for factory in range(SMALL))
    return sum(size == 0 for size in sun_sizes(state)[1:])


def split(state: State, drawn: Sequence[int]) -> tuple[list[int], list[int], list[list[int]], list[int]]:
    """A draw taken apart: plates, type, suns, chips."""
    things = iter(drawn)
    plates = [next(things) for _ in range(plates_awaited(state))]
    kinds = [next(things)] if tells_type(state) else []
    suns = [[next(things) for _ in range(size)] for size in sun_sizes(state)]
    return plates, kinds, suns, list(things)
