"""What the learned part of the evaluation sees of a board: one definition for training and for play.

``round_end_inputs`` describes a board between two rounds, with the chances that the weights give its cells:
``ROUND_END`` names its inputs. ``inside_inputs`` describes a board in the middle of a round, before anything is
settled, and what is on offer for its lines: ``INSIDE`` names its inputs. ``survey`` looks at the table for both boards.
A position is judged by one of the two nets: here a search looks at each leaf, and cannot remember boards.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Integers, rule
from tilewright.core.contract.net import NetShape, Rows, places
from tilewright.games.duel.components import (
    ALL_COLOURS,
    BROKEN_SPACES,
    CHIPS_PER_ROUND,
    COLOURS,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMNS,
    COLUMNS_GOAL,
    DIAGONALS_GOAL,
    DISPLAY,
    DISPLAY_PLACES,
    EMPTY,
    FACE_DOWN,
    FACTORIES,
    GOAL_COUNT,
    JOKER,
    JOKERS_GOAL,
    KINDS,
    LARGE,
    LINES,
    MOST_TILES,
    NOBODY,
    ROUNDS,
    ROWS_GOAL,
    SLOT_COLUMNS,
    SLOTS,
    SMALL,
    SPECIAL,
    SPECIALS_GOAL,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import available_columns, is_walled, may_complete, shows
from tilewright.games.duel.rules.factories import count, on_offer
from tilewright.games.duel.rules.goals import colours_shown
from tilewright.games.duel.rules.stack import count_in
from tilewright.games.duel.search.scratch import IN_ONE_TAKE, ON_OFFER, SUPPLY, SURE
from tilewright.games.duel.steps import FILL, STEPS

MOST_TOKENS = 2
TILE_STEPS = 10
MARKERS = 3  # on the large factory, mine, the other's


@rule
def survey(state: State, scratch: Integers) -> None:
    """Note what is on offer and what is to come, before any board is settled."""
    in_bag = count(state.bag)
    for colour in range(COLOURS):
        most = int(state.moon[colour])
        for factory in range(SMALL):
            height = state.pile_height[factory]
            most += int(height > 0 and state.pile[factory, height - 1] == colour)
        for factory in range(FACTORIES):
            most = max(most, int(state.sun[factory, colour]))
        scratch[IN_ONE_TAKE + colour] = most
        scratch[ON_OFFER + colour] = on_offer(state, colour)
        scratch[SUPPLY + colour] = state.bag[colour] + (state.tower[colour] if in_bag < MOST_TILES else 0)


# -- between rounds ------------------------------------------------------------------------------

ROUND_END = {
    "sixth of the chances of the row, of the column": LINES + COLUMNS,
    "cell is filled": LINES * COLUMNS,
    "open spaces of the row, by colour": LINES * COLOURS,
    "open joker spaces of the row": LINES,
    "special space of the slot is open": SLOTS,
    "slot has no plate": SLOTS,
    "share of the line that is filled, by colour": LINES * COLOURS,
    "line is begun": LINES,
    "begun line has a space": LINES,
    "chips could complete the line": LINES,
    "supply for the begun line": LINES,
    "supply of colour": COLOURS,
    "half of the chips that show the colour": COLOURS,
    "quarter of the chips": 1,
    "rounds left": ROUNDS,
    "starts the next round": 1,
    "goal in use": GOAL_COUNT,
    "full, one short, two short, if a goal: rows, columns, diagonals": 9,
    "open joker spaces, open special spaces, rows one colour short, rows with all: if a goal": 4,
    "tenth of what the weights expect": 1,
}
"""Inputs between two rounds, in order. Supply is the share of the tiles to be dealt from, 0 for a fair one."""

_AT = places(ROUND_END)
ROUND_END_INPUTS = _AT[""]
FILLED, SPACES, JOKERS, SPECIALS, NO_PLATE = (_AT[name] for name in list(ROUND_END)[1:6])
SHARE, BEGUN, HAS_SPACE, CHIPS_DO, LINE_SUPPLY = (_AT[name] for name in list(ROUND_END)[6:11])
COLOUR_SUPPLY, CHIP_COLOURS, CHIPS_LEFT, LEFT, STARTS = (_AT[name] for name in list(ROUND_END)[11:16])
GOALS_USED, NEARLY, OTHER_GOALS, EXPECTED = (_AT[name] for name in list(ROUND_END)[16:])


@rule
def round_end_inputs(
    state: State, board: Board, scratch: Integers, later: int, starts: bool, expected: float, inputs: Rows
) -> None:
    """Describe a board between two rounds; its chances and a survey are in the scratch space."""
    for k in range(ROUND_END_INPUTS):
        inputs[k] = 0.0
    describe_dome(state, board, scratch, inputs)
    describe_kept_lines(board, scratch, inputs)
    describe_chips(board, inputs)
    for goal in range(GOAL_COUNT):
        inputs[GOALS_USED + goal] = state.goals >> goal & 1
    describe_goals(state, board, inputs)
    inputs[LEFT + later] = 1.0
    inputs[STARTS] = 1.0 if starts else 0.0
    inputs[EXPECTED] = expected / 10.0


@rule
def describe_dome(state: State, board: Board, scratch: Integers, inputs: Rows) -> None:
    """Cells that are filled, chances of the others, and spaces that are open, with the goals that count them."""
    for row in range(LINES):
        for column in range(COLUMNS):
            cell = row * COLUMNS + column
            chance = scratch[cell] / (6.0 * SURE)
            inputs[row] += chance
            inputs[LINES + column] += chance
            space = int(board.spaces[row, column])
            if board.dome[row, column] != EMPTY:
                inputs[FILLED + cell] = 1.0
            elif space == JOKER:
                inputs[JOKERS + row] += 1.0
                inputs[OTHER_GOALS] += state.goals >> JOKERS_GOAL & 1
            elif space == SPECIAL:
                inputs[SPECIALS + row // 2 * SLOT_COLUMNS + column // 2] = 1.0
                inputs[OTHER_GOALS + 1] += state.goals >> SPECIALS_GOAL & 1
            elif space != EMPTY:
                inputs[SPACES + row * COLOURS + space] += 1.0
    for slot in range(SLOTS):
        inputs[NO_PLATE + slot] = board.plates[slot] == EMPTY


@rule
def describe_kept_lines(board: Board, scratch: Integers, inputs: Rows) -> None:
    """Lines that go on into the next round, and how much is to come for them."""
    total = 0
    for colour in range(COLOURS):
        total += scratch[SUPPLY + colour]
    for colour in range(COLOURS):
        inputs[COLOUR_SUPPLY + colour] = COLOURS * scratch[SUPPLY + colour] / max(1.0, total) - 1.0
    for line in range(LINES):
        held = int(board.line_colour[line])
        if held != EMPTY:
            inputs[SHARE + line * COLOURS + held] = board.line_count[line] / (line + 1.0)
            inputs[BEGUN + line] = 1.0
            if available_columns(board, line) != 0:
                inputs[HAS_SPACE + line] = 1.0
                inputs[CHIPS_DO + line] = may_complete(board, line)
            inputs[LINE_SUPPLY + line] = inputs[COLOUR_SUPPLY + held]


@rule
def describe_chips(board: Board, inputs: Rows) -> None:
    """Chips that have not been spent."""
    for kind in range(KINDS):
        chips = board.chips[kind]
        if chips > 0:
            inputs[CHIPS_LEFT] += chips / 4.0
            for colour in range(COLOURS):
                inputs[CHIP_COLOURS + colour] += chips * shows(kind, colour) / 2.0


@rule
def describe_goals(state: State, board: Board, inputs: Rows) -> None:
    """How near rows, columns, diagonals and colours of a row are to what goals ask."""
    falling = rising = 0
    for k in range(LINES):
        in_row = in_column = 0
        for other in range(COLUMNS):
            in_row += board.dome[k, other] != EMPTY
            in_column += board.dome[other, k] != EMPTY
        falling += board.dome[k, k] != EMPTY
        rising += board.dome[k, COLUMNS - 1 - k] != EMPTY
        if state.goals >> ROWS_GOAL & 1:
            note_nearly_full(inputs, NEARLY, in_row)
        if state.goals >> COLUMNS_GOAL & 1:
            note_nearly_full(inputs, NEARLY + 3, in_column)
        if state.goals >> COLOURS_GOAL & 1:
            missing = max(0, COLOURS_WANTED - colours_shown(board, k))
            inputs[OTHER_GOALS + 2] += missing == 1
            inputs[OTHER_GOALS + 3] += missing == 0
    if state.goals >> DIAGONALS_GOAL & 1:
        note_nearly_full(inputs, NEARLY + 6, falling)
        note_nearly_full(inputs, NEARLY + 6, rising)


@rule
def note_nearly_full(inputs: Rows, at: int, tiles: int) -> None:
    missing = LINES - tiles
    if missing < 3:
        inputs[at + missing] += 1.0


# -- inside a round -----------------------------------------------------------------------------

INSIDE = {
    "share of the line that is filled, by colour": LINES * COLOURS,
    "line is full": LINES,
    "sixth of the tiles missing on a begun line": LINES,
    "begun line has a space, waits for one, gets none": 3 * LINES,
    "chips could complete the line": LINES,
    "begun line: nothing on offer, share of what is missing, all of it": 3 * LINES,
    "empty line: nothing on offer for its spaces, share of it, all of it": 3 * LINES,
    "share of what a begun line misses in all tiles on offer": LINES,
    "sixth of the tiles in the row": LINES,
    "slot has no plate": SLOTS,
    "tokens, the same if to move": 2 * (MOST_TOKENS + 1),
    "tokens of the other": MOST_TOKENS + 1,
    "quarter of the chips": 1,
    "chips taken": CHIPS_PER_ROUND + 1,
    "quarter of the chips turned up, face down": 2,
    "plates shown": DISPLAY_PLACES + 1,
    "broken tiles": BROKEN_SPACES + 1,
    "tiles on offer, the same if to move": 2 * TILE_STEPS,
    "tenth of the tiles on suns, on piles, on the large moon": 3,
    "marker, the same if to move": 2 * MARKERS,
    "step, the same if to move": 2 * len(STEPS),
    "began the round": 1,
    "round": ROUNDS,
}
"""Inputs inside a round, in order. One take brings tiles of one colour from a sun, or from all moons together."""

_IN = places(INSIDE)
INSIDE_INPUTS = _IN[""]
LINE_FULL, MISSING, SPACE, SPENDING, BEGUN_OFFER = (_IN[name] for name in list(INSIDE)[1:6])
EMPTY_OFFER, IN_ALL, ROW_TILES, SLOT_OPEN, TOKENS_LEFT = (_IN[name] for name in list(INSIDE)[6:11])
OTHER_TOKENS, CHIPS, TAKEN, CHIPS_SHOWN, PLATES_SHOWN = (_IN[name] for name in list(INSIDE)[11:16])
BROKEN_TILES, TILES, WHERE, MARKER, STEP, BEGAN, ROUND = (_IN[name] for name in list(INSIDE)[16:])


@rule
def is_inside(state: State) -> bool:
    """Does a round lie on the table, be it that its tiles are all taken? The set-up counts as part of the first."""
    return state.step != FILL


@rule
def inside_inputs(state: State, seat: int, scratch: Integers, inputs: Rows) -> None:
    """Describe a board inside a round, before its lines are settled; a survey is in the scratch space."""
    for k in range(INSIDE_INPUTS):
        inputs[k] = 0.0
    board, mover = state.boards[seat], state.to_move == seat
    for line in range(LINES):
        if board.line_count[line] > 0:
            describe_begun_line(board, line, scratch, inputs)
        else:
            best = min(line + 1, best_take(board, line, scratch))
            note_offer(inputs, EMPTY_OFFER + 3 * line, best, line + 1)
        for column in range(COLUMNS):
            inputs[ROW_TILES + line] += (board.dome[line, column] != EMPTY) / 6.0
    for slot in range(SLOTS):
        inputs[SLOT_OPEN + slot] = board.plates[slot] == EMPTY
    for kind in range(KINDS):
        inputs[CHIPS] += board.chips[kind] / 4.0
    inputs[TAKEN + int(board.taken)] = 1.0
    inputs[BROKEN_TILES + count(board.broken)] = 1.0
    note_twice(inputs, TOKENS_LEFT, int(board.tokens), MOST_TOKENS + 1, mover)
    inputs[OTHER_TOKENS + int(state.boards[1 - seat].tokens)] = 1.0
    marker = 0 if state.marker == NOBODY else 1 if state.marker == seat else 2
    note_twice(inputs, MARKER, marker, MARKERS, mover)
    note_twice(inputs, TILES, tile_step(state), TILE_STEPS, mover)
    note_twice(inputs, STEP, int(state.step), len(STEPS), mover)
    inputs[BEGAN] = state.first == seat
    inputs[ROUND + max(0, int(state.round_number) - 1)] = 1.0
    describe_factories(state, inputs)


@rule
def describe_begun_line(board: Board, line: int, scratch: Integers, inputs: Rows) -> None:
    """A line with tiles: what it misses, whether its tile will find a space, and what is on offer for it."""
    held, tiles = int(board.line_colour[line]), int(board.line_count[line])
    inputs[line * COLOURS + held] = tiles / (line + 1.0)
    has_space = available_columns(board, line) != 0
    inputs[SPACE + 3 * line + (0 if has_space else 2 if is_walled(board, line) else 1)] = 1.0
    missing = line + 1 - tiles
    if missing == 0:
        inputs[LINE_FULL + line] = 1.0
        return
    inputs[MISSING + line] = missing / 6.0
    inputs[SPENDING + line] = has_space and may_complete(board, line)
    note_offer(inputs, BEGUN_OFFER + 3 * line, min(missing, scratch[IN_ONE_TAKE + held]), missing)
    inputs[IN_ALL + line] = min(missing, scratch[ON_OFFER + held]) / missing


@rule
def note_offer(inputs: Rows, at: int, tiles: int, wanted: int) -> None:
    inputs[at] = tiles == 0
    inputs[at + 1] = tiles / wanted
    inputs[at + 2] = tiles == wanted


@rule
def best_take(board: Board, line: int, scratch: Integers) -> int:
    """The most tiles one take brings of a colour that an empty line has a space for, or may get one."""
    colours = 0
    for column in range(COLUMNS):
        space = int(board.spaces[line, column])
        if space == EMPTY or (space == JOKER and board.dome[line, column] == EMPTY):
            colours = ALL_COLOURS
        elif space != SPECIAL and board.dome[line, column] == EMPTY:
            colours |= 1 << space
    most = 0
    for colour in range(COLOURS):
        if colours >> colour & 1:
            most = max(most, scratch[IN_ONE_TAKE + colour])
    return most


@rule
def note_twice(inputs: Rows, at: int, which: int, kinds: int, mover: bool) -> None:
    inputs[at + which] = 1.0
    if mover:
        inputs[at + kinds + which] = 1.0


@rule
def tile_step(state: State) -> int:
    """How much of the drafting is left: the last five tiles one by one, the others in fours."""
    tiles = int(state.tiles_on_offer)
    return tiles if tiles <= 5 else 6 + (tiles - 6) // 4


@rule
def describe_factories(state: State, inputs: Rows) -> None:
    """Chips, plates and tiles on the table."""
    for factory in range(SMALL):
        chip = state.chip[factory]
        if chip != EMPTY:
            inputs[CHIPS_SHOWN + int(chip == FACE_DOWN)] += 0.25
        inputs[WHERE] += count(state.sun[factory]) / 10.0
        inputs[WHERE + 1] += state.pile_height[factory] / 10.0
    inputs[WHERE] += count(state.sun[LARGE]) / 10.0
    inputs[WHERE + 2] = count(state.moon) / 10.0
    inputs[PLATES_SHOWN + count_in(state, DISPLAY)] = 1.0


NETS = {
    "round_end": NetShape(ROUND_END_INPUTS, first=32, second=16),
    "inside": NetShape(INSIDE_INPUTS, first=32, second=16),
}
"""A residual between rounds and one inside them, both for one board."""
