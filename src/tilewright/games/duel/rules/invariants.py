"""What must hold in every position, told bit by bit; written apart from the rules it watches."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.games.duel.components import (
    ALL_CHIPS,
    BACK,
    BROKEN_SPACES,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    CHOSEN,
    COLOURS,
    COLUMNS,
    DISPLAY,
    DISPLAY_PLACES,
    EMPTY,
    FACE_DOWN,
    FACTORIES,
    GOAL_COUNT,
    HAND,
    IS_SPECIAL,
    JOKER,
    KINDS,
    KNOWN,
    LAID,
    LARGE,
    LARGE_SUN,
    LINES,
    NAMES,
    NO_TOP,
    NOBODY,
    PILE_SPACES,
    PLATES,
    PRINTED,
    ROUNDS,
    SEATS,
    SLOT_COLUMNS,
    SLOTS,
    SMALL,
    SMALL_SUN,
    SPECIAL,
    TILES_PER_COLOUR,
    TOKENS,
    TOP_AWAITED,
    TYPE_OF,
    TYPES,
    UNDER,
    UNSEEN,
    Board,
    State,
)
from tilewright.games.duel.rules.step_invariants import (
    done_violations,
    plates_at,
    tiles_on_moon,
    tiles_on_sun,
    turn_violations,
)
from tilewright.games.duel.steps import (
    FILL,
    FRONTS,
    HAND_IN,
    KEEP,
    LOOKED_AT,
    NO_HAND,
    PILE,
    REFILL,
    RETURN,
    REVEAL,
    TOP,
    UNLOOKED,
)

MEANINGS = (
    "a colour does not have 13 tiles",
    "a line holds more tiles than it has spaces, or tiles without a colour",
    "a tile lies where its plate does not allow it",
    "a special plate with three tiles has no special tile, or one without them has",
    "a broken zone holds more than four tiles",
    "a score is below 0",
    "a factory holds too many tiles, or tiles on sun and moon at once",
    "the number of tiles on offer is wrong",
    "plates are missing, or in the wrong place",
    "a dome does not have the plates of its round",
    "the top of the stack does not fit the plates that lie in it",
    "chips are missing or were taken too often",
    "a chip lies face down on a factory without tiles, or up on one with tiles",
    "three or four goals are used, never both sides of a tablet",
    "phase, turn and what is awaited do not fit together",
    "a line that has been dealt with should have moved, broken or stayed",
    "a factory was not filled although tiles were left for it or for a later one",
)
(
    TILES, LINE, DOME, SPECIALS, BROKEN, SCORE, FACTORY, OFFER,
    PLATE, LAYING, STACK, CHIPS, FACES, GOALS, TURN, DONE, SHORT,
) = range(len(MEANINGS))  # fmt: skip


def faults(state: State) -> list[str]:
    """All that is wrong with a position, in words."""
    broken = violations(state)
    found = [meaning for bit, meaning in enumerate(MEANINGS) if broken >> bit & 1 and bit != TILES]
    counts = [int(tiles_of(state, colour)) for colour in range(COLOURS)]
    wrong = [
        f"there are {n} {name} tiles, not {TILES_PER_COLOUR}"
        for name, n in zip(NAMES, counts, strict=True)
        if n != TILES_PER_COLOUR
    ]
    return wrong + found


@rule
def violations(state: State) -> int:
    """All that is wrong with a position, one bit each."""
    broken = 0
    for colour in range(COLOURS):
        if tiles_of(state, colour) != TILES_PER_COLOUR:
            broken |= 1 << TILES
    for board in state.boards:
        broken |= board_violations(board)
        broken |= dome_violations(board)
    broken |= factory_violations(state) | plate_violations(state) | laying_violations(state)
    broken |= stack_violations(state) | chip_violations(state) | goal_violations(state) | dealing_violations(state)
    return broken | turn_violations(state) << TURN | done_violations(state) << DONE


@rule
def tiles_of(state: State, colour: int) -> int:
    """Every tile of a colour, wherever it lies."""
    n = state.bag[colour] + state.tower[colour] + state.moon[colour]
    if state.bag[colour] < 0 or state.tower[colour] < 0:
        return -1
    for factory in range(FACTORIES):
        n += state.sun[factory, colour]
    for factory in range(SMALL):
        for k in range(PILE_SPACES):
            n += state.pile[factory, k] == colour
    for board in state.boards:
        n += board.broken[colour]
        for row in range(LINES):
            if board.line_colour[row] == colour:
                n += board.line_count[row]
            for column in range(COLUMNS):
                n += board.dome[row, column] == colour
    return n


@rule
def board_violations(board: Board) -> int:
    broken = 0
    for line in range(LINES):
        tiles, colour = board.line_count[line], board.line_colour[line]
        if not 0 <= tiles <= line + 1 or (tiles == 0) != (colour == EMPTY) or not EMPTY <= colour < COLOURS:
            broken |= 1 << LINE
    tiles = 0
    for colour in range(COLOURS):
        tiles += board.broken[colour]
        if board.broken[colour] < 0:
            broken |= 1 << BROKEN
    if tiles > BROKEN_SPACES:
        broken |= 1 << BROKEN
    if board.score < 0:
        broken |= 1 << SCORE
    return broken


@rule
def dome_violations(board: Board) -> int:
    broken = 0
    for slot in range(SLOTS):
        plate = board.plates[slot]
        row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
        coloured = 0
        specials = 0
        for k in range(4):
            tile, space = board.dome[row + k // 2, column + k % 2], board.spaces[row + k // 2, column + k % 2]
            printed = EMPTY if plate == EMPTY else PRINTED[plate, board.turns[slot], k]
            if space != printed or (tile != EMPTY and tile != space and (space != JOKER or tile == SPECIAL)):
                broken |= 1 << DOME
            coloured += tile != EMPTY and tile != SPECIAL
            specials += tile == SPECIAL
        complete = plate != EMPTY and TYPE_OF[plate] == IS_SPECIAL and coloured == 3
        if specials != (1 if complete else 0):
            broken |= 1 << SPECIALS
    return broken


@rule
def factory_violations(state: State) -> int:
    """Suns, piles and the large moon hold what they can; sun and moon of a factory not at once."""
    broken = 0
    total = 0
    for factory in range(FACTORIES):
        sun, moon = tiles_on_sun(state, factory), tiles_on_moon(state, factory)
        most = LARGE_SUN if factory == LARGE else SMALL_SUN
        piling = state.step == PILE and state.factory == factory
        fits = 0 <= sun <= most and 0 <= moon < most and sun + moon <= most
        fits = fits and (sun == 0 or moon == 0 or piling)
        fits = fits and (factory != LARGE or sun == 0 or state.marker == NOBODY)
        if not fits:
            broken |= 1 << FACTORY
        total += sun + moon
    return broken if total == state.tiles_on_offer else broken | 1 << OFFER


@rule
def dealing_violations(state: State) -> int:
    """Suns are filled in their order, the large one first; one with less than its tiles is the last with any."""
    in_bag = 0
    for colour in range(COLOURS):
        in_bag += state.bag[colour]
    large = tiles_on_sun(state, LARGE)
    # The first-player tile stays until the last tile that was dealt to the large factory is taken, or goes before it.
    bare = state.marker == NOBODY and large + tiles_on_moon(state, LARGE) == 0
    short = bare or 0 < large < LARGE_SUN
    fits = in_bag == 0 or not short or state.step == FILL
    for factory in range(SMALL):
        sun, moon = tiles_on_sun(state, factory), tiles_on_moon(state, factory)
        fits = fits and not (short and sun + moon > 0)
        piling = state.step == PILE and state.factory == factory
        if 0 < sun < SMALL_SUN and not piling:
            short = True
            fits = fits and in_bag == 0
    return 0 if fits else 1 << SHORT


@rule
def plate_violations(state: State) -> int:
    """Every plate is where the table says it is; unseen plates are in the stack or in a hand by type."""
    fits = plates_at(state, UNSEEN) == state.stack + state.hand_unknown[0] + state.hand_unknown[1]
    fits = fits and plates_at(state, DISPLAY) <= DISPLAY_PLACES and plates_at(state, UNDER) == state.under_count
    fits = fits and plates_at(state, CHOSEN) == (1 if state.plate != EMPTY else 0)
    fits = fits and (state.plate == EMPTY or state.place[state.plate] == CHOSEN)
    back = 0
    for k in range(PLATES):
        if state.back[k] != EMPTY:
            fits = fits and k == back and state.place[state.back[k]] == BACK
            back += 1
    fits = fits and plates_at(state, BACK) == back
    laid = 0
    for board in state.boards:
        for slot in range(SLOTS):
            plate = board.plates[slot]
            laid += plate != EMPTY
            fits = fits and (plate == EMPTY or state.place[plate] == LAID)
    fits = fits and plates_at(state, LAID) == laid
    looked = HAND_IN[state.step] == LOOKED_AT
    unlooked = HAND_IN[state.step] == UNLOOKED
    hand = plates_at(state, HAND)
    unknown = state.hand_unknown[0] + state.hand_unknown[1]
    known = plates_at(state, KNOWN) + plates_at(state, KNOWN + 1)
    fits = fits and (hand == 0 or looked) and (unknown + known > 0) == unlooked and (back == 0 or state.step == RETURN)
    fits = fits and ((state.step != KEEP and state.step != RETURN) or hand > 1)
    fits = fits and (state.step != FRONTS or unknown > 0)
    return 0 if fits else 1 << PLATE


@rule
def laying_violations(state: State) -> int:
    """After each round a dome has two plates more; a plate on its way has cost its token already."""
    broken = 0
    choosing = HAND_IN[state.step] != NO_HAND and state.step != RETURN
    for seat in range(SEATS):
        board = state.boards[seat]
        laid = 0
        for slot in range(SLOTS):
            laid += board.plates[slot] != EMPTY
        wanted = 1 + 2 * min(state.round_number, ROUNDS - 1) - board.tokens
        if choosing and state.to_move == seat:
            wanted -= 1
        if state.round_number == 0:
            refilled = state.step == REFILL and state.to_move == seat
            other_is_on = state.step != FILL and seat != state.first and state.to_move == state.first
            wanted = 1 if refilled or other_is_on else 0
        most = TOKENS[max(1, state.round_number)]
        if laid != wanted or board.tokens > most or (state.round_number == 0 and board.tokens != most):
            broken |= 1 << LAYING
    return broken


@rule
def stack_violations(state: State) -> int:
    """The type that shows is that of the plate on top, or of some unseen plate; lots end with their last plate."""
    fits = True
    for kind in range(TYPES):
        unseen = -state.hand_unknown[kind]
        for plate in range(PLATES):
            unseen += state.place[plate] == UNSEEN and TYPE_OF[plate] == kind
        fits = fits and unseen >= 0 and (state.stack == 0 or state.top != kind or unseen > 0)
    for k in range(PLATES):
        inside = k < state.under_count
        fits = fits and (0 <= state.under[k] < PLATES) == inside and (0 <= state.under_owner[k] < SEATS) == inside
        fits = fits and (not inside or state.place[state.under[k]] == UNDER)
        fits = fits and (inside or state.under_last[k] == 0)
    n = state.under_count
    fits = fits and (n == 0 or state.under_last[n - 1] == 1)
    awaited = state.step == TOP or state.step == FRONTS or (state.step == FILL and state.round_number == 0)
    if state.stack > 0:
        fits = fits and (0 <= state.top < TYPES or (awaited and state.top == TOP_AWAITED))
        fits = fits and (state.step != TOP or state.top == TOP_AWAITED)
        fits = fits and (not (state.step == FILL and state.round_number == 0) or state.top == TOP_AWAITED)
        may_draw = state.boards[state.to_move].score > 0
        fits = fits and (state.step != FRONTS or may_draw or state.top == TOP_AWAITED)
    elif n > 0:
        fits = fits and state.top == TYPE_OF[state.under[0]]
    else:
        fits = fits and state.top == NO_TOP
    return 0 if fits else 1 << STACK


@rule
def chip_violations(state: State) -> int:
    """Chips of a kind are not more than two; the reserve gives four in each round; each player takes two."""
    unseen = 0
    fits = True
    for kind in range(KINDS):
        n = state.unseen_chips[kind] + state.boards[0].chips[kind] + state.boards[1].chips[kind] + state.spent[kind]
        for factory in range(SMALL):
            n += state.chip[factory] == kind
        unseen += state.unseen_chips[kind]
        fits = fits and n <= CHIPS_PER_KIND and state.unseen_chips[kind] >= 0
    face_down = 0
    on_factories = 0
    for factory in range(SMALL):
        face_down += state.chip[factory] == FACE_DOWN
        on_factories += state.chip[factory] != EMPTY
    filling = state.step == FILL
    dealt = SMALL * (max(1, state.round_number) - (1 if filling else 0))
    fits = fits and unseen == ALL_CHIPS - dealt + face_down
    fits = fits and on_factories + state.boards[0].taken + state.boards[1].taken == (0 if filling else SMALL)
    for board in state.boards:
        fits = fits and chips_fit(board, state.round_number)
    return face_violations(state) if fits else 1 << CHIPS | face_violations(state)


@rule
def chips_fit(board: Board, round_number: int) -> bool:
    """Nobody has more chips than two for each round."""
    chips = 0
    for kind in range(KINDS):
        chips += board.chips[kind]
        if board.chips[kind] < 0:
            return False
    most = CHIPS_PER_ROUND * max(0, round_number - 1) + board.taken
    return 0 <= board.taken <= CHIPS_PER_ROUND and chips <= most


@rule
def face_violations(state: State) -> int:
    """A chip is face down exactly while its factory has tiles, or until it is turned up now."""
    for factory in range(SMALL):
        has_tiles = tiles_on_sun(state, factory) + tiles_on_moon(state, factory) > 0
        face_down = state.chip[factory] == FACE_DOWN
        if has_tiles != face_down and not (face_down and state.step == REVEAL):
            return 1 << FACES
    return 0


@rule
def goal_violations(state: State) -> int:
    goals = 0
    twice = False
    for tablet in range(GOAL_COUNT // 2):
        sides = int(state.goals) >> 2 * tablet & 3
        goals += sides > 0
        twice = twice or sides == 3
    return 1 << GOALS if twice or goals < 3 or state.goals >> GOAL_COUNT else 0
