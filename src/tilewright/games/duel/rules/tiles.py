"""Taking tiles and chips: R5 to R7 of docs/rules/duel.md."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.verbs import DEAL
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    ALL_COLOURS,
    BROKEN,
    COLOURS,
    DESTINATIONS,
    EMPTY,
    LARGE,
    LINES,
    MOONS,
    NOBODY,
    SMALL,
    SOURCES,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import break_tiles
from tilewright.games.duel.rules.effects import (
    BESIDE,
    FIRST_SUN,
    MOON,
    Effects,
    chip_taken,
    marker_moved,
    pile_place,
    place_of,
    tiles_moved,
    tiles_put,
    tiles_taken,
)
from tilewright.games.duel.rules.factories import count, must_turn_up
from tilewright.games.duel.rules.turns import end_turn
from tilewright.games.duel.steps import PILE, REVEAL


@rule
def take_moves(state: State, moves: Counts) -> int:
    """R5.1, R5.4, R6.1 Every colour at every source, to every destination open to it."""
    opened = open_destinations(state.boards[state.to_move])
    groups = list_groups(state, moves)
    n = 0
    for k in range(groups):
        group = int(moves[codes.GROUPS_AT + k])
        here = opened >> group % COLOURS
        for destination in range(DESTINATIONS):
            # Written always and kept only if open: faster than a branch.
            moves[n] = group * DESTINATIONS + destination
            n += here >> destination * COLOURS & 1
    return n


@rule
def list_groups(state: State, moves: Counts) -> int:
    """R5.1, R5.4 Note every source and colour with tiles, behind the moves; return how many there are."""
    groups = 0
    for source in range(SOURCES):
        there = colours_at(state, source)
        for colour in range(COLOURS):
            moves[codes.GROUPS_AT + groups] = codes.group(source, colour)
            groups += there >> colour & 1
    return groups


@rule
def colours_at(state: State, source: int) -> int:
    """R5.1, R5.4 The colours that may be taken from a source, as a set."""
    if source == MOONS:
        return colours_on_moons(state)
    colours = 0
    for colour in range(COLOURS):
        colours |= int(state.sun[source - 1, colour] > 0) << colour
    return colours


@rule
def colours_on_moons(state: State) -> int:
    """R5.4 The colours on top of a small pile or on the large moon, as a set."""
    colours = 0
    for colour in range(COLOURS):
        colours |= int(state.moon[colour] > 0) << colour
    for factory in range(SMALL):
        height = state.pile_height[factory]
        colours |= int(height > 0) << (state.pile[factory, max(height - 1, 0)] & 7)
    return colours


@rule
def take_tiles(state: State, source: int, colour: int, destination: int, effects: Effects | None) -> None:
    """R5, R6.1 All tiles of the take go to one destination; then what is left over is seen to."""
    if takes_marker(state, source, colour):
        take_marker(state, effects)
    if source == MOONS:
        taken = take_from_moons(state, colour, effects)
    else:
        taken = take_from_sun(state, source - 1, colour, effects)
    state.tiles_on_offer -= taken
    put_tiles(state, state.boards[state.to_move], destination, colour, taken, effects)
    if source == MOONS:
        end_take(state, effects)
    elif source - 1 == LARGE:
        clear_large_sun(state, effects)
        end_take(state, effects)
    else:
        go_on_piling(state, source - 1, effects)


@rule
def takes_marker(state: State, source: int, colour: int) -> bool:
    """R5.3, R5.6 The first take from the large moon brings the first-player tile, and one that leaves it nothing."""
    if source == MOONS:
        return state.marker == NOBODY and state.moon[colour] > 0
    return source - 1 == LARGE and state.sun[LARGE, colour] == count(state.sun[LARGE])


@rule
def take_marker(state: State, effects: Effects | None) -> None:
    """R5.6 It lies beside the board, not in the broken zone."""
    state.marker = state.to_move
    marker_moved(effects, MOON, place_of(state.to_move, BESIDE), state.to_move)


@rule
def take_from_sun(state: State, factory: int, colour: int, effects: Effects | None) -> int:
    """R5.1 All tiles of the colour."""
    taken = state.sun[factory, colour]
    state.sun[factory, colour] = 0
    tiles_taken(effects, colour, taken, FIRST_SUN + factory)
    return taken


@rule
def take_from_moons(state: State, colour: int, effects: Effects | None) -> int:
    """R5.4, R5.5 One tile of every pile that shows the colour, and all of it on the large moon."""
    taken = state.moon[colour]
    state.moon[colour] = 0
    tiles_taken(effects, colour, taken, MOON)
    for factory in range(SMALL):
        top = state.pile_height[factory] - 1
        if top >= 0 and state.pile[factory, top] == colour:
            state.pile[factory, top] = EMPTY
            state.pile_height[factory] = top
            taken += 1
            tiles_taken(effects, colour, 1, pile_place(factory, top))
    return taken


def tiles_at(state: State, source: int, colour: int) -> int:
    """How many tiles a take would bring."""
    if source != MOONS:
        return int(state.sun[source - 1, colour])
    tops = [pile[height - 1] for pile, height in zip(state.pile, state.pile_height, strict=True) if height]
    return int(state.moon[colour]) + sum(int(top == colour) for top in tops)


@rule
def clear_large_sun(state: State, effects: Effects | None) -> None:
    """R5.3 What is left goes to the moon."""
    for colour in range(COLOURS):
        tiles_moved(effects, colour, state.sun[LARGE, colour], FIRST_SUN + LARGE, MOON)
        state.moon[colour] += state.sun[LARGE, colour]
        state.sun[LARGE, colour] = 0


@rule
def go_on_piling(state: State, factory: int, effects: Effects | None) -> None:
    """R5.2 The player piles the tiles left over; when they have one colour there is nothing to choose."""
    colours = 0
    last = 0
    for colour in range(COLOURS):
        if may_pile(state, factory, colour):
            colours += 1
            last = colour
    if colours > 1:
        state.step = PILE
        state.factory = factory
        return
    while may_pile(state, factory, last):
        pile_up(state, factory, last, effects)
    end_take(state, effects)


@rule
def piling_moves(state: State, moves: Counts) -> int:
    """R5.2 Any colour that is left."""
    n = 0
    for colour in range(COLOURS):
        moves[n] = codes.PILE_AT + colour
        n += may_pile(state, state.factory, colour)
    return n


@rule
def may_pile(state: State, factory: int, colour: int) -> bool:
    """R5.2 A tile of the colour is left on the sun."""
    return state.sun[factory, colour] > 0


@rule
def pile_up(state: State, factory: int, colour: int, effects: Effects | None) -> None:
    """R5.2 One tile from the sun to the top of the pile."""
    tiles_moved(effects, colour, 1, FIRST_SUN + factory, pile_place(factory, state.pile_height[factory]))
    state.sun[factory, colour] -= 1
    state.pile[factory, state.pile_height[factory]] = colour
    state.pile_height[factory] += 1


@rule
def end_take(state: State, effects: Effects | None) -> None:
    """R5.7 Chips of factories without tiles are turned up before the turn is over."""
    for factory in range(SMALL):
        if must_turn_up(state, factory):
            state.awaiting = DEAL
            state.step = REVEAL
            state.factory = 0
            return
    end_turn(state, effects)


# -- R6 where tiles go --------------------------------------------------------------------------


@rule
def open_destinations(board: Board) -> int:
    """R6.2, R6.3 The colours open at every line and at the broken zone, five bits for each."""
    opened = ALL_COLOURS << BROKEN * COLOURS
    for line in range(LINES):
        opened |= int(open_colours(board, line)) << line * COLOURS
    return opened


@rule
def open_colours(board: Board, line: int) -> int:
    """R6.2 The set of colours a line is open to."""
    held = board.line_colour[line]
    more_of_it = (1 if board.line_count[line] <= line else 0) << (held & 7)
    return ALL_COLOURS if held == EMPTY else more_of_it  # both worked out: faster than a branch


@rule
def put_tiles(state: State, board: Board, destination: int, colour: int, taken: int, effects: Effects | None) -> None:
    """R6.1, R6.4 The tiles fill the line; what finds no space is broken."""
    fits = 0
    if destination != BROKEN:
        fits = min(taken, destination + 1 - board.line_count[destination])
        board.line_colour[destination] = colour
        board.line_count[destination] += fits
        tiles_put(effects, colour, fits, place_of(state.to_move, destination))
    break_tiles(state, board, colour, taken - fits, effects)


# -- R7 taking a chip ---------------------------------------------------------------------------


@rule
def take_chip(state: State, factory: int, effects: Effects | None) -> None:
    """R7.1, R7.2 A chip that is turned up goes to the player."""
    board = state.boards[state.to_move]
    board.chips[state.chip[factory]] += 1
    board.taken += 1
    chip_taken(effects, state.to_move, factory, state.chip[factory], board.taken)
    state.chip[factory] = EMPTY
    end_turn(state, effects)
