"""What must hold in every position, told bit by bit; written apart from the rules it watches."""

from __future__ import annotations

from tilewright.core.compiling.compiled import rule
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    KEEPING,
    MOST_KEPT,
    NAMES,
    NOBODY,
    PLACING,
    POSITIONS,
    ROUNDS,
    SETTING_UP,
    SOURCES,
    STARS,
    START_SCORE,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    Board,
    State,
    count_from,
)
from tilewright.games.pavilion.ending import number_points, star_points
from tilewright.games.pavilion.meta import COLOURED

MEANINGS = (
    "a colour does not have 22 tiles",
    "there is a negative number of tiles somewhere",
    "a star's sets of positions and colours do not match its tiles",
    "a star holds a colour that it may not take",
    "a score is below 1, or is not made of its parts",
    "placed tiles cannot have scored so many points",
    "a hand or the kept tiles do not fit the turn",
    "a factory holds more than four tiles, or one that is not in use holds any",
    "the number of tiles on offer is wrong",
    "the supply has more than ten tiles, or fewer although there are tiles to fill it",
    "phase, turn and what is awaited do not fit together",
    "the centre holds more tiles than the empty factories can have left there",
)
(
    TILES, NEGATIVE, SETS, COLOUR, SCORE, POINTS, HAND, FACTORY, OFFER, SUPPLY, TURN, CENTRAL,
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
        if fewest_of(state, colour) < 0:
            broken |= 1 << NEGATIVE
    for seat in range(state.players):
        for star in range(STARS):
            broken |= star_violations(state, state.boards[seat], star)
        broken |= score_violations(state, state.boards[seat])
        broken |= hand_violations(state, seat)
    return broken | offer_violations(state) | supply_violations(state) | turn_violations(state)


@rule
def tiles_of(state: State, colour: int) -> int:
    """Every tile of a colour, wherever it lies."""
    n = state.bag[colour] + state.tower[colour] + state.supply[colour]
    for source in range(SOURCES):
        n += state.offer[source, colour]
    for seat in range(state.players):
        board = state.boards[seat]
        n += board.hand[colour] + board.kept[colour]
        for star in range(STARS):
            for position in range(POSITIONS):
                n += board.tiles[star, position] == colour
    return n


@rule
def fewest_of(state: State, colour: int) -> int:
    """The smallest number of tiles of a colour that lies anywhere."""
    fewest = min(state.bag[colour], state.tower[colour], state.supply[colour])
    for source in range(SOURCES):
        fewest = min(fewest, state.offer[source, colour])
    for seat in range(state.players):
        fewest = min(fewest, state.boards[seat].hand[colour], state.boards[seat].kept[colour])
    return fewest


@rule
def star_violations(state: State, board: Board, star: int) -> int:
    """Do the sets tell the truth, and is every colour allowed beside the others?"""
    covered, colours, tiles = 0, 0, 0
    alike, different = True, True
    for position in range(POSITIONS):
        colour = board.tiles[star, position]
        if colour == EMPTY:
            continue
        alike = alike and (tiles == 0 or colours == 1 << colour)
        different = different and not colours >> colour & 1
        covered |= 1 << position
        colours |= 1 << colour
        tiles += 1
    broken = 0
    if covered != board.covered[star] or colours != board.colours[star]:
        broken |= 1 << SETS
    if state.side != COLOURED:
        allowed = alike or different
    elif star == CENTRE_STAR:
        allowed = different
    else:
        allowed = colours & ~(1 << star) == 0
    return broken if allowed else broken | 1 << COLOUR


@rule
def score_violations(state: State, board: Board) -> int:
    """A score is 5, what tiles brought, what was lost, and at the end the bonuses."""
    broken = 0
    score = START_SCORE + board.tile_points - board.losses
    if state.awaiting == END:
        score += star_points(board) + number_points(state.side, board)
    if board.score != score or board.score < 1 or board.losses < 0:
        broken |= 1 << SCORE
    least, most = 0, 0
    for star in range(STARS):
        tiles = 0
        for position in range(POSITIONS):
            tiles += board.tiles[star, position] != EMPTY
        least += tiles
        most += tiles * (tiles + 1) // 2
    if not least <= board.tile_points <= most:
        broken |= 1 << POINTS
    return broken


@rule
def hand_violations(state: State, seat: int) -> int:
    """Tiles lie on corner spaces only of those who have passed or are about to; others hold theirs."""
    board = state.boards[seat]
    hand, kept = 0, 0
    for colour in range(COLOURS):
        hand += board.hand[colour]
        kept += board.kept[colour]
    if state.passed >> seat & 1:
        fits = hand == 0 and kept <= MOST_KEPT
    elif state.phase == KEEPING and seat == state.to_move:
        limit = MOST_KEPT if hand + kept > MOST_KEPT else hand + kept - 1
        fits = kept < limit and may_keep_more(state, board)
    else:
        fits = kept == 0
    if state.awaiting == DEAL and state.phase == DRAFTING:
        fits = fits and hand <= MOST_KEPT
    if state.awaiting == MOVE and state.phase == PLACING and seat == state.to_move:
        fits = fits and hand > 0
    return 0 if fits else 1 << HAND


@rule
def may_keep_more(state: State, board: Board) -> bool:
    """Is the earliest colour right, and is there a tile of it or a later one to be named?"""
    latest, left = 0, 0
    for colour in range(COLOURS):
        if board.kept[colour] > 0:
            latest = colour
    for colour in range(latest, COLOURS):
        left += board.hand[colour]
    return latest == state.from_colour and left > 0


@rule
def offer_violations(state: State) -> int:
    broken = 0
    total = 0
    emptied = 0
    for source in range(SOURCES):
        tiles = 0
        for colour in range(COLOURS):
            tiles += state.offer[source, colour]
        if source != CENTRE:
            in_use = source <= FACTORIES_FOR[state.players]
            if tiles > (TILES_PER_FACTORY if in_use else 0):
                broken |= 1 << FACTORY
            emptied += in_use and tiles == 0
        total += tiles
    in_centre = 0
    for colour in range(COLOURS):
        in_centre += state.offer[CENTRE, colour]
    if in_centre > emptied * (TILES_PER_FACTORY - 1):  # whoever empties a factory takes a tile
        broken |= 1 << CENTRAL
    if total != state.tiles_on_offer:
        broken |= 1 << OFFER
    return broken


@rule
def supply_violations(state: State) -> int:
    """The supply is full unless there is nothing to fill it with; gaps are for bonus tiles and draws."""
    supply, stock = 0, 0
    for colour in range(COLOURS):
        supply += state.supply[colour]
        stock += state.bag[colour] + state.tower[colour]
    if state.awaiting == DEAL and state.phase == SETTING_UP:
        fits = supply == 0
    elif state.awaiting == DEAL and state.phase == PLACING:
        fits = supply < SUPPLY_SPACES and stock > 0
    elif state.awaiting == MOVE and state.phase == BONUS:
        fits = supply <= SUPPLY_SPACES
    else:
        fits = supply == SUPPLY_SPACES or (supply < SUPPLY_SPACES and stock == 0)
    return 0 if fits else 1 << SUPPLY


@rule
def turn_violations(state: State) -> int:
    """Each phase has its own signs: tiles on offer, seats passed, tiles to be taken."""
    everybody = (1 << state.players) - 1
    fits = 0 <= state.to_move < state.players and 0 <= state.first < state.players
    fits = fits and NOBODY <= state.token < state.players and 0 <= state.passed <= everybody
    fits = fits and 1 <= state.round_number <= ROUNDS
    fits = fits and (state.awaiting == END) == (state.ending != 0)
    drafting = state.awaiting == MOVE and state.phase == DRAFTING
    fits = fits and drafting == (state.tiles_on_offer > 0)
    if state.phase == BONUS and state.awaiting == MOVE:
        fits = fits and has_bonus_to_take(state)
    else:
        fits = fits and state.bonus_left == 0
        fits = fits and (state.phase == KEEPING or state.from_colour == 0)
    if state.awaiting == MOVE:
        fits = fits and state.phase != SETTING_UP and not state.passed >> state.to_move & 1
        fits = fits and not (drafting and state.passed)
    elif state.awaiting == DEAL:
        fits = fits and (state.phase == PLACING or is_between_rounds(state))
    else:
        fits = fits and state.round_number == ROUNDS and state.passed == everybody
        fits = fits and state.phase == PLACING and state.to_move == state.first
    return 0 if fits else 1 << TURN


@rule
def is_between_rounds(state: State) -> bool:
    """Before the factories are filled nobody has the token or has passed; set-up is before round 1."""
    fits = state.token == NOBODY and state.passed == 0 and state.to_move == state.first
    if state.phase == SETTING_UP:
        return fits and state.round_number == 1
    return fits and state.phase == DRAFTING and state.round_number > 1


@rule
def has_bonus_to_take(state: State) -> bool:
    """One to three tiles are left to be taken, and the supply has them."""
    most = 3 if state.from_colour == 0 else 2  # a later colour: one has been taken
    return 1 <= state.bonus_left <= most and count_from(state.supply, state.from_colour) >= state.bonus_left
