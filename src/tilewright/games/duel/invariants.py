"""What must hold in every position, told bit by bit; written apart from the rules it watches."""

from __future__ import annotations

from tilewright.core.compiled import rule
from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.duel.table import (
    ACT,
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
    DRAWING,
    EMPTY,
    FACE_DOWN,
    FACTORIES,
    FILL,
    FRONTS,
    GOAL_COUNT,
    HAND,
    IS_SPECIAL,
    JOKER,
    KEEP,
    KINDS,
    KNOWN,
    LAID,
    LARGE,
    LARGE_SUN,
    LINES,
    NAMES,
    NO_TOP,
    NOBODY,
    OVER,
    PILE,
    PILE_SPACES,
    PLACE,
    PLATES,
    PRINTED,
    REFILL,
    RETURN,
    REVEAL,
    ROUNDS,
    SEATS,
    SLOT_COLUMNS,
    SLOTS,
    SMALL,
    SMALL_SUN,
    SPECIAL,
    SPEND,
    START,
    TARGET,
    TILES_PER_COLOUR,
    TOKENS,
    TOP,
    TOP_AWAITED,
    TYPE_OF,
    TYPES,
    UNDER,
    UNSEEN,
    Board,
    State,
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
)
(
    TILES, LINE, DOME, SPECIALS, BROKEN, SCORE, FACTORY, OFFER,
    PLATE, LAYING, STACK, CHIPS, FACES, GOALS, TURN, DONE,
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
    broken |= stack_violations(state) | chip_violations(state) | goal_violations(state)
    return broken | turn_violations(state) | done_violations(state)


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
        sun = 0
        moon = 0
        for colour in range(COLOURS):
            sun += state.sun[factory, colour]
            if state.sun[factory, colour] < 0 or state.moon[colour] < 0:
                broken |= 1 << FACTORY
            if factory == LARGE:
                moon += state.moon[colour]
        if factory < SMALL:
            moon = state.pile_height[factory]
            for k in range(PILE_SPACES):
                if (k < moon) != (0 <= state.pile[factory, k] < COLOURS):
                    broken |= 1 << FACTORY
        most = LARGE_SUN if factory == LARGE else SMALL_SUN
        piling = state.step == PILE and state.factory == factory
        if sun + moon > most or moon > most - 1 or (sun > 0 and moon > 0 and not piling):
            broken |= 1 << FACTORY
        if factory == LARGE and sun > 0 and state.marker != NOBODY:
            broken |= 1 << FACTORY
        total += sun + moon
    if total != state.tiles_on_offer:
        broken |= 1 << OFFER
    return broken


@rule
def plates_at(state: State, where: int) -> int:
    n = 0
    for plate in range(PLATES):
        n += state.place[plate] == where
    return n


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
    looked = state.step == KEEP or state.step == PLACE or state.step == RETURN
    unlooked = state.step == TOP or state.step == DRAWING or state.step == FRONTS
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
    choosing = state.step == PLACE or state.step == TOP or state.step == DRAWING
    choosing = choosing or state.step == FRONTS or state.step == KEEP
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
    broken = 0
    face_down = 0
    on_factories = 0
    unseen = 0
    for kind in range(KINDS):
        n = state.unseen_chips[kind] + state.boards[0].chips[kind] + state.boards[1].chips[kind] + state.spent[kind]
        for factory in range(SMALL):
            n += state.chip[factory] == kind
        unseen += state.unseen_chips[kind]
        if n > CHIPS_PER_KIND or state.unseen_chips[kind] < 0:
            broken |= 1 << CHIPS
    for factory in range(SMALL):
        face_down += state.chip[factory] == FACE_DOWN
        on_factories += state.chip[factory] != EMPTY
        bare = state.pile_height[factory] == 0
        for colour in range(COLOURS):
            bare = bare and state.sun[factory, colour] == 0
        revealing = state.step == REVEAL and state.chip[factory] == FACE_DOWN
        if state.chip[factory] == FACE_DOWN and bare and not revealing:
            broken |= 1 << FACES
        if state.chip[factory] != FACE_DOWN and not bare:
            broken |= 1 << FACES
    taken = state.boards[0].taken + state.boards[1].taken
    laid = SMALL if state.step != FILL else 0
    dealt = SMALL * (max(1, state.round_number) - (1 if state.step == FILL else 0))
    if unseen != ALL_CHIPS - dealt + face_down or on_factories + taken != laid:
        broken |= 1 << CHIPS
    for board in state.boards:
        chips = 0
        for kind in range(KINDS):
            chips += board.chips[kind]
            if board.chips[kind] < 0:
                broken |= 1 << CHIPS
        most = CHIPS_PER_ROUND * max(0, state.round_number - 1) + board.taken
        if board.taken > CHIPS_PER_ROUND or chips > most:
            broken |= 1 << CHIPS
    return broken


@rule
def goal_violations(state: State) -> int:
    goals = 0
    twice = False
    for tablet in range(GOAL_COUNT // 2):
        sides = int(state.goals) >> 2 * tablet & 3
        goals += sides > 0
        twice = twice or sides == 3
    return 1 << GOALS if twice or goals < 3 or state.goals >> GOAL_COUNT else 0


@rule
def bare_factories(state: State) -> int:
    """Small factories without tiles whose chip is face down."""
    n = 0
    for factory in range(SMALL):
        tiles = state.pile_height[factory]
        for colour in range(COLOURS):
            tiles += state.sun[factory, colour]
        n += tiles == 0 and state.chip[factory] == FACE_DOWN
    return n


@rule
def phase_is_over(state: State) -> bool:
    """No tile, no chip and no token is left."""
    over = state.tiles_on_offer == 0 and state.boards[0].tokens == 0 and state.boards[1].tokens == 0
    for factory in range(SMALL):
        over = over and state.chip[factory] == EMPTY
    return over


@rule
def turn_violations(state: State) -> int:
    """Each step happens when it can, and what it is about is there."""
    step, board = state.step, state.boards[state.to_move]
    awaiting = MOVE
    if step <= REVEAL:
        awaiting = DEAL
    elif step == OVER:
        awaiting = END
    fits = state.awaiting == awaiting and (state.ending != 0) == (step == OVER)
    fits = fits and (step != OVER or state.round_number == ROUNDS)
    if step == FILL or step == OVER:
        fits = fits and state.to_move == state.first and (step == OVER or state.marker == NOBODY)
    if step == FILL or step == OVER or step == SPEND or step == TARGET:
        fits = fits and state.tiles_on_offer == 0
        fits = fits and (step == FILL or phase_is_over(state))
    setting_up = step == FILL or step == REFILL or step == START or step == PLACE
    if state.round_number == 0:
        fits = fits and setting_up and state.marker == NOBODY
        fits = fits and plates_at(state, DISPLAY) == (0 if step == FILL else 2 if step != START else DISPLAY_PLACES)
    else:
        fits = fits and step != START and step != REFILL
    if step == ACT:
        up = False
        for factory in range(SMALL):
            up = up or 0 <= state.chip[factory] < KINDS
        fits = fits and (state.tiles_on_offer > 0 or board.tokens > 0 or (up and board.taken < CHIPS_PER_ROUND))
    if step == REVEAL:
        fits = fits and bare_factories(state) > 0
    if step == DRAWING or step == TOP:
        fits = fits and board.score > 0 and state.stack + state.under_count > 0 and (step != TOP or state.stack > 0)
    if step == PLACE:
        fits = fits and state.plate != EMPTY
    if step == PILE:
        colours = 0
        for colour in range(COLOURS):
            colours += state.sun[state.factory, colour] > 0
        fits = fits and colours > 1
    if step == SPEND or step == TARGET:
        fits = fits and choices_left(state, board)
    return 0 if fits else 1 << TURN


@rule
def open_spaces(board: Board, row: int) -> int:
    """Empty spaces that could take the tile of a line."""
    n = 0
    for column in range(COLUMNS):
        space = board.spaces[row, column]
        n += board.dome[row, column] == EMPTY and (space == board.line_colour[row] or space == JOKER)
    return n


@rule
def choices_left(state: State, board: Board) -> bool:
    """A line that is being completed has a space, one whose column is asked for has several."""
    line = state.line
    tiles = board.line_count[line]
    if state.step == TARGET:
        return tiles > 0 and open_spaces(board, line) > 1
    chips = 0
    for kind in range(KINDS):
        chips += state.spent[kind] + board.chips[kind]
    return 0 < tiles <= line and open_spaces(board, line) > 0 and chips >= 2 * (line + 1 - tiles)


@rule
def done_violations(state: State) -> int:
    """After phase 2 a line with tiles waits for a plate, or for tiles; nothing lies broken."""
    broken = 0
    step = state.step
    for seat in range(SEATS):
        lines = 0
        if step == OVER or (step == FILL and state.round_number > 1):
            lines = LINES
        elif step == SPEND or step == TARGET:
            lines = state.line if state.to_move == seat else (LINES if seat == state.first else 0)
        board = state.boards[seat]
        if lines == LINES:
            for colour in range(COLOURS):
                if board.broken[colour]:
                    broken |= 1 << DONE
        for line in range(lines):
            if board.line_count[line] > 0 and not is_done(board, line):
                broken |= 1 << DONE
    return broken


@rule
def is_done(board: Board, line: int) -> bool:
    """No space yet but a slot for a plate, or a space but not enough tiles."""
    if open_spaces(board, line) > 0:
        return board.line_count[line] <= line
    for slot in range(line // 2 * SLOT_COLUMNS, line // 2 * SLOT_COLUMNS + SLOT_COLUMNS):
        if board.plates[slot] == EMPTY:
            return True
    return False
