"""What the net inside rounds sees of a board: one definition for training and for play.

``inside_blocks`` describes a board in the middle of a round, before any tile of its hand is spent, by the numbers of
the blocks that apply to it; ``block_inputs`` says which inputs each block stands for, and ``INSIDE`` names those. A net
adds up blocks it has worked out once.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tilewright.core.compiling.compiled import Integers, rule
from tilewright.core.contract.net import Rows, one_each, one_each_and_again, places
from tilewright.core.contract.verbs import DEAL, MOVE
from tilewright.games.pavilion.components import (
    ALL_POSITIONS,
    BONUS,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COST,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    KEEPING,
    MEMBERS,
    MOST_COST,
    NOBODY,
    PLACING,
    POSITIONS,
    ROUNDS,
    SIZE,
    STARS,
    Board,
    State,
    count,
    joker_of,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.turns import next_seat

SETS = ALL_POSITIONS + 1
HANDS = MOST_COST + 1  # tiles of a colour in hand; more are not told apart
JOKERS = 4  # jokers in hand beside another colour, likewise
MANNERS = 3  # a star without tiles, of one colour, of different colours
WANTED = 3  # stars of different colours that miss a colour
FEW, OFFERED, MOST_AT_ONCE = 5, 8, 5  # in hand, on offer in all, at one source
NEEDS = 8  # tiles missing for a star: none, 1 to 4, 5 or 6, 7 to 9, more
COMPLETE = NEEDS  # there is nothing to need
PHASES = 5  # of a seat: drafting, placing, taking bonus tiles, keeping, passed
PASSED = 4
TILE_STEPS = 16
TOKENS = 12  # in the centre with so many tiles, mine, somebody else's
MOST_IN_CENTRE = TOKENS - 3
HELD = 16  # tiles in hand
BONUSES = 8  # bonus tiles to be taken

BLOCKS = {
    "colour, costs that can be paid on its own star": COLOURS * SETS,
    "last round, colour, tiles missing on its own star, tiles in hand": 2 * COLOURS * (NEEDS + 1) * HANDS,
    "colour, stars that want it, tiles in hand, on offer": COLOURS * WANTED * FEW * OFFERED,
    "colour, mover, tiles in hand, at one source": COLOURS * 2 * FEW * MOST_AT_ONCE,
    "star, spaces covered, manner": STARS * SETS * MANNERS,
    "jokers in hand, on offer": HANDS * OFFERED,
    "phase, mover, round": PHASES * 2 * ROUNDS,
    "mover, tiles on offer": 2 * TILE_STEPS,
    "mover, token": 2 * TOKENS,
    "last round, tiles in hand": 2 * HELD,
    "bonus tiles to be taken": BONUSES,
}
"""What a board inside a round is put together from, in order: one number of each group, or one for each colour or
star."""

INSIDE = {
    "space of the colour's own star is empty and can be paid, by cost": COLOURS * MOST_COST,
    "tiles missing to complete the colour's own star, the same in the last round": COLOURS * 2 * NEEDS,
    "tiles in hand of colour: 1 or more, to 6": COLOURS * MOST_COST,
    "space is covered": STARS * POSITIONS,
    "star has no tile, to 6 tiles": STARS * (POSITIONS + 1),
    "star has one colour, different colours": STARS * 2,
    "colour is wanted by a star of different colours, by more": COLOURS * 2,
    "wanted colour in hand: 1 tile or more, to 3": COLOURS * 3,
    "tiles on offer of colour: 1 or more, to 7": COLOURS * (OFFERED - 1),
    "at one source of colour: 1 or more, to 4, the same if to move": COLOURS * 2 * (MOST_AT_ONCE - 1),
    "in hand and at one source of colour: 2 or more, to 6, the same if to move": COLOURS * 2 * 5,
    "jokers in hand": HANDS,
    "jokers on offer": OFFERED,
    "phase, mover, round": PHASES * 2 * ROUNDS,
    "tiles on offer, the same if to move": 2 * TILE_STEPS,
    "token, the same if to move": 2 * TOKENS,
    "tiles in hand, the same in the last round": 2 * HELD,
    "bonus tiles to be taken": BONUSES,
}
"""Inputs inside a round, in order."""

_BLOCK = places(BLOCKS)
NEED_BLOCK, OFFER_BLOCK, ONCE_BLOCK, STAR_BLOCK = (_BLOCK[name] for name in list(BLOCKS)[1:5])
JOKER_BLOCK, PHASE_BLOCK, TILES_BLOCK, TOKEN_BLOCK, HELD_BLOCK, BONUS_BLOCK = (
    _BLOCK[name] for name in list(BLOCKS)[5:]
)
_IN = places(INSIDE)
INSIDE_INPUTS = _IN[""]
BLOCKS_A_BOARD = 4 * COLOURS + STARS + 6


def _empty_costs(costs: list[int], covered: int) -> int:
    """The costs of the empty spaces of a star as a set; where all cost the same, their positions."""
    ranks = [cost - 1 for cost in costs] if len(set(costs)) == POSITIONS else range(POSITIONS)
    return sum(1 << rank for k, rank in enumerate(ranks) if not covered >> k & 1)


EMPTY_COSTS = np.array([[[_empty_costs(costs, s) for s in range(SETS)] for costs in side] for side in COST.tolist()])
"""By side, star and set of covered positions."""


def _need(costs: int, tiles: int, jokers: int) -> int:
    """How many tiles are missing for all spaces of these costs, in steps; each takes a tile of the colour."""
    empty = [cost for cost in range(1, MOST_COST + 1) if costs >> (cost - 1) & 1]
    missing = max(0, sum(empty) - tiles - jokers, len(empty) - tiles)
    if not empty:
        return COMPLETE
    return missing if missing <= 4 else 5 if missing <= 6 else 6 if missing <= 9 else 7


NEED = np.array([[[_need(s, tiles, j) for j in range(JOKERS)] for tiles in range(HANDS)] for s in range(SETS)])
"""By set of empty costs, tiles of the colour in hand and jokers."""

# What is noted on the way, and where.
ON_OFFER, AT_ONCE, IN_CENTRE = 0, COLOURS, 2 * COLOURS
OWN, WANTING = IN_CENTRE + 1, IN_CENTRE + 1 + COLOURS
NOTED = WANTING + COLOURS


@rule
def note_own_stars(side: int, board: Board, own: Integers) -> None:
    """The star where each colour completes a star of its own: on the monochrome side the fullest, or EMPTY."""
    for colour in range(COLOURS):
        own[colour] = colour if side == COLOURED else EMPTY
    if side == COLOURED:
        return
    for star in range(STARS):
        colours, covered = int(board.colours[star]), int(board.covered[star])
        if SIZE[colours] == 1 and covered != ALL_POSITIONS:
            colour = MEMBERS[colours, 0]
            if own[colour] == EMPTY or SIZE[covered] > SIZE[int(board.covered[own[colour]])]:
                own[colour] = star


@rule
def survey(state: State, scratch: Integers) -> None:
    """What is on offer: of each colour in all, and at most at one source; tiles in the centre."""
    scratch[IN_CENTRE] = count(state.offer[CENTRE])
    for colour in range(COLOURS):
        tiles = most = 0
        for source in range(FACTORIES_FOR[state.players] + 1):
            here = int(state.offer[source, colour])
            tiles += here
            most = max(most, here)
        scratch[ON_OFFER + colour], scratch[AT_ONCE + colour] = tiles, most


@rule
def is_inside(state: State) -> bool:
    """Is a round under way, be it that its supply is being filled?"""
    return state.awaiting == MOVE or (state.awaiting == DEAL and state.phase == PLACING)


@rule
def on_turn(state: State) -> int:
    """Who moves next: while the supply is filled, the next who has not passed."""
    seat = int(state.to_move)
    if state.awaiting == MOVE:
        return seat
    for _ in range(state.players):
        seat = next_seat(state, seat)
        if not state.passed >> seat & 1:
            return seat
    return NOBODY


@rule
def phase_of(state: State, seat: int) -> int:
    """What a seat is doing in this round."""
    if state.passed >> seat & 1:
        return PASSED
    if state.phase == DRAFTING:
        return 0
    if state.to_move != seat:
        return 1
    return 2 if state.phase == BONUS else 3 if state.phase == KEEPING else 1


@rule
def inside_blocks(state: State, board: Board, seat: int, scratch: Integers, found: Integers) -> None:
    """The blocks that apply to a board inside a round, before its hand is spent; ``scratch`` hold a survey."""
    mover, phase = int(on_turn(state) == seat), phase_of(state, seat)
    describe_hand(state, board, mover, scratch, found)
    jokers = min(HANDS - 1, int(board.hand[joker_of(state)]))
    joker_offer = min(OFFERED - 1, scratch[ON_OFFER + joker_of(state)])
    token = min(MOST_IN_CENTRE, scratch[IN_CENTRE])
    if state.token != NOBODY:
        token = MOST_IN_CENTRE + (1 if state.token == seat else 2)
    in_hand = min(HELD - 1, count(board.hand))
    at = 4 * COLOURS + STARS
    found[at] = JOKER_BLOCK + jokers * OFFERED + joker_offer
    found[at + 1] = PHASE_BLOCK + (phase * 2 + mover) * ROUNDS + int(state.round_number) - 1
    found[at + 2] = TILES_BLOCK + mover * TILE_STEPS + tile_step(state)
    found[at + 3] = TOKEN_BLOCK + mover * TOKENS + token
    found[at + 4] = HELD_BLOCK + (HELD if state.round_number == ROUNDS else 0) + in_hand
    found[at + 5] = BONUS_BLOCK + (min(BONUSES - 1, int(state.bonus_left)) if phase == 2 else 0)


@rule
def describe_hand(state: State, board: Board, mover: int, scratch: Integers, found: Integers) -> None:
    """One block for each star, and four for each colour: what it pays on its own star and misses, what is on offer."""
    note_own_stars(state.side, board, scratch[OWN:])
    describe_stars(state.side, board, scratch[WANTING:], found)
    joker = joker_of(state)
    last = COLOURS if state.round_number == ROUNDS else 0
    for colour in range(COLOURS):
        tiles, own = min(HANDS - 1, int(board.hand[colour])), scratch[OWN + colour]
        costs = SETS - 1 if own == EMPTY else EMPTY_COSTS[state.side, own, board.covered[own]]
        jokers = 0 if colour == joker else min(JOKERS - 1, int(board.hand[joker]))
        paid = min(MOST_COST, tiles + jokers) if tiles > 0 else 0
        few, at_once = min(FEW - 1, tiles), min(MOST_AT_ONCE - 1, scratch[AT_ONCE + colour])
        wanting, offered = min(WANTED - 1, scratch[WANTING + colour]), min(OFFERED - 1, scratch[ON_OFFER + colour])
        found[colour] = colour * SETS + (costs & (1 << paid) - 1)
        need = (last + colour) * (NEEDS + 1) + NEED[costs, tiles, jokers]
        found[COLOURS + colour] = NEED_BLOCK + need * HANDS + tiles
        found[2 * COLOURS + colour] = OFFER_BLOCK + ((colour * WANTED + wanting) * FEW + few) * OFFERED + offered
        found[3 * COLOURS + colour] = ONCE_BLOCK + ((colour * 2 + mover) * FEW + few) * MOST_AT_ONCE + at_once


@rule
def describe_stars(side: int, board: Board, wanting: Integers, found: Integers) -> None:
    """One block for each star; and how many stars of different colours want each colour."""
    for colour in range(COLOURS):
        wanting[colour] = 0
    for star in range(STARS):
        covered, colours = int(board.covered[star]), int(board.colours[star])
        manner = min(2, SIZE[colours])
        if side == COLOURED:
            manner = 2 if star == CENTRE_STAR else 1
        found[4 * COLOURS + star] = STAR_BLOCK + (star * SETS + covered) * MANNERS + manner
        if manner == 2 and covered != ALL_POSITIONS:
            for colour in range(COLOURS):
                wanting[colour] += 1 - (colours >> colour & 1)


@rule
def tile_step(state: State) -> int:
    """How much of the drafting is left: the last ten tiles one by one, the others in threes."""
    tiles = int(state.tiles_on_offer)
    return tiles if tiles <= 10 else min(TILE_STEPS - 1, 11 + (tiles - 11) // 3)


# -- which inputs a block stands for ------------------------------------------------------------


@cache
def block_inputs() -> Rows:
    """The inputs that each block stands for, one row for each."""
    found = np.zeros((_BLOCK[""], INSIDE_INPUTS), dtype=np.float32)
    for colour in range(COLOURS):
        for costs in range(SETS):
            paid_at = _IN["space of the colour's own star is empty and can be paid, by cost"] + colour * MOST_COST
            found[colour * SETS + costs, paid_at:][:MOST_COST] = [costs >> k & 1 for k in range(MOST_COST)]
        for last in range(2):
            _describe_need(found[NEED_BLOCK + (last * COLOURS + colour) * (NEEDS + 1) * HANDS :], colour, last)
        _describe_offer(found[OFFER_BLOCK + colour * WANTED * FEW * OFFERED :], colour)
        _describe_source(found[ONCE_BLOCK + colour * 2 * FEW * MOST_AT_ONCE :], colour)
    for star in range(STARS):
        _describe_star(found[STAR_BLOCK + star * SETS * MANNERS :], star)
    for jokers in range(HANDS):
        for offered in range(OFFERED):
            at = JOKER_BLOCK + jokers * OFFERED + offered
            found[at, [_IN["jokers in hand"] + jokers, _IN["jokers on offer"] + offered]] = 1.0
    one_each(found, PHASE_BLOCK, _IN["phase, mover, round"], PHASES * 2 * ROUNDS)
    one_each(found, BONUS_BLOCK, _IN["bonus tiles to be taken"], BONUSES)
    for first, name, size in (
        (TILES_BLOCK, "tiles on offer, the same if to move", TILE_STEPS),
        (TOKEN_BLOCK, "token, the same if to move", TOKENS),
        (HELD_BLOCK, "tiles in hand, the same in the last round", HELD),
    ):
        one_each_and_again(found, first, _IN[name], size)
    found.setflags(write=False)
    return found


def _describe_need(rows: Rows, colour: int, last: int) -> None:
    """Rows of a colour: what its own star misses beyond the hand, and the hand."""
    needs_at = _IN["tiles missing to complete the colour's own star, the same in the last round"] + colour * 2 * NEEDS
    tiles_at = _IN["tiles in hand of colour: 1 or more, to 6"] + colour * MOST_COST
    for row, (need, tiles) in zip(rows, np.ndindex(NEEDS + 1, HANDS), strict=False):
        row[tiles_at:][:tiles] = 1.0
        if need != COMPLETE:
            for times in range(1 + last):
                row[needs_at + times * NEEDS + need] = 1.0


def _describe_star(rows: Rows, star: int) -> None:
    """Rows of a star: what is covered, how many, in which manner."""
    for row, (covered, manner) in zip(rows, np.ndindex(SETS, MANNERS), strict=False):
        for position in range(POSITIONS):
            row[_IN["space is covered"] + star * POSITIONS + position] = covered >> position & 1
        row[_IN["star has no tile, to 6 tiles"] + star * (POSITIONS + 1) + covered.bit_count()] = 1.0
        if manner:
            row[_IN["star has one colour, different colours"] + star * 2 + manner - 1] = 1.0


def _describe_offer(rows: Rows, colour: int) -> None:
    """Rows of a colour in hand and on offer, with the stars of different colours that want it."""
    wanted_at = _IN["colour is wanted by a star of different colours, by more"] + colour * 2
    in_hand_at = _IN["wanted colour in hand: 1 tile or more, to 3"] + colour * 3
    offer_at = _IN["tiles on offer of colour: 1 or more, to 7"] + colour * (OFFERED - 1)
    for row, (wanting, tiles, offered) in zip(rows, np.ndindex(WANTED, FEW, OFFERED), strict=False):
        row[offer_at:][:offered] = 1.0
        if wanting:
            row[wanted_at + wanting - 1] = 1.0
            row[in_hand_at:][: min(3, tiles)] = 1.0


def _describe_source(rows: Rows, colour: int) -> None:
    """Rows of a colour in hand and at one source, and who is to move."""
    once_at = _IN["at one source of colour: 1 or more, to 4, the same if to move"] + colour * 2 * (MOST_AT_ONCE - 1)
    both_at = _IN["in hand and at one source of colour: 2 or more, to 6, the same if to move"] + colour * 2 * 5
    for row, (mover, tiles, once) in zip(rows, np.ndindex(2, FEW, MOST_AT_ONCE), strict=False):
        both = min(5, max(0, tiles + once - 1)) if once else 0
        for times in range(1 + mover):
            row[once_at + times * (MOST_AT_ONCE - 1) :][:once] = 1.0
            row[both_at + times * 5 :][:both] = 1.0
