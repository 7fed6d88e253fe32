"""The rules of Summer Pavilion, in the order of docs/rules/pavilion.md: R1, R2, the verbs.

R3 to R5 are in placing.py, R6 and R7 in closing.py, the draws in deals.py.
"""

from __future__ import annotations

from tilewright.core.compiled import Counts, rule
from tilewright.core.dice import Dice
from tilewright.core.verbs import DEAL, MOVE
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.closing import lose
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE,
    COLOURS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    NOBODY,
    PLACING,
    SETTING_UP,
    START_SCORE,
    TILES_PER_COLOUR,
    Board,
    State,
)
from tilewright.games.pavilion.placing import (
    begin_placing,
    bonus_moves,
    finish_passing,
    joker_of,
    keep,
    keeping_moves,
    next_seat,
    pass_turn,
    place,
    placing_moves,
    take_bonus,
)

# -- R1 set-up ----------------------------------------------------------------------------------


@rule
def set_up(state: State, players: int, first: int, choices: Counts) -> None:
    """R1.1-R1.7 All tiles in the bag, every board empty, the token in the centre."""
    state.side = choices[0]
    state.players = players
    state.awaiting = DEAL
    state.ending = 0
    state.phase = SETTING_UP
    state.round_number = 1
    state.first = first
    state.to_move = first
    state.token = NOBODY
    state.passed = 0
    state.bonus_left = 0
    state.from_colour = 0
    state.tiles_on_offer = 0
    state.offer[:] = 0
    state.supply[:] = 0
    state.bag[:] = TILES_PER_COLOUR
    state.tower[:] = 0
    for board in state.boards:
        clear(board)


@rule
def clear(board: Board) -> None:
    """R1.3 An empty board, no tiles, 5 points."""
    board.tiles[:] = EMPTY
    board.covered[:] = 0
    board.colours[:] = 0
    board.hand[:] = 0
    board.kept[:] = 0
    board.score = START_SCORE
    board.tile_points = 0
    board.losses = 0


# -- R2 acquiring tiles -------------------------------------------------------------------------


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
def take(state: State, board: Board, source: int, colour: int) -> int:
    """R2.4-R2.7 All tiles of the colour and one joker, or one joker alone; the rest to the centre."""
    joker = joker_of(state)
    tiles = state.offer[source]
    jokers = min(1, tiles[joker])
    others = tiles[colour] if colour != joker else 0
    tiles[joker] -= jokers
    board.hand[joker] += jokers
    tiles[colour] -= others
    board.hand[colour] += others
    if source != CENTRE:
        for other in range(COLOURS):
            state.offer[CENTRE, other] += tiles[other]
            tiles[other] = 0
    state.tiles_on_offer -= jokers + others
    return jokers + others


@rule
def draft(state: State, source: int, colour: int) -> None:
    """R2.1, R2.8, R2.10 A turn of acquiring: the first from the centre takes the token and pays for it."""
    board = state.boards[state.to_move]
    taken = take(state, board, source, colour)
    if source == CENTRE and state.token == NOBODY:
        state.token = state.to_move
        lose(board, taken)
    if state.tiles_on_offer == 0:
        begin_placing(state)
    else:
        state.to_move = next_seat(state, state.to_move)


# -- the verbs ----------------------------------------------------------------------------------


@rule
def legal_moves(state: State, moves: Counts) -> int:
    """Everything the player to move may do, in rising order."""
    if state.awaiting != MOVE:
        return 0
    if state.phase == DRAFTING:
        return drafting_moves(state, moves)
    if state.phase == PLACING:
        return placing_moves(state, moves)
    if state.phase == BONUS:
        return bonus_moves(state, moves)
    return keeping_moves(state, moves)


@rule
def play(state: State, move: int) -> None:
    """One step of a turn: a draft, a tile placed, a pass, a bonus tile, a tile kept."""
    if move < codes.DRAFTS:
        draft(state, codes.source_of(move), codes.drafted(move))
    elif move < codes.PASS:
        place(state, move)
    elif move < codes.BONUSES:
        pass_turn(state, move == codes.PASS)
    elif move < codes.KEEPS:
        take_bonus(state, move - codes.BONUSES)
    elif move < codes.DONE:
        keep(state, move - codes.KEEPS)
    else:
        finish_passing(state, state.boards[state.to_move])


@rule
def observe(state: State, seat: int) -> None:
    """R1.10 Nothing is hidden in this game: even the bag is known by counting."""


@rule
def determinise(state: State, rng: Dice) -> None:
    """Nothing was hidden, so there is nothing to fill in."""
