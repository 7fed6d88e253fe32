"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE,
    COST,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    MOST_COST,
    NAMES,
    NUMBER_BONUS,
    POSITIONS,
    STAR_LETTERS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.picture import WAITS, needed, number_progress, turn_words
from tilewright.games.pavilion.placing import joker_of
from tilewright.games.pavilion.sentences import star_name

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

NEARLY = 2  # empty spaces around a structure that is worth mentioning


def tell(state: State, names: Sequence[str]) -> list[str]:
    """Everything on the table, the turn last: that is what a listener waits for."""
    sentences = [f"Round {state.round_number} of 6. The joker is {NAMES[joker_of(state)]}."]
    if state.awaiting == MOVE and state.phase == DRAFTING:
        sentences += _tell_offer(state)
    sentences.append(f"Supply: {_tiles(state.supply)}.")
    sentences.append(f"Bag: {_tiles(state.bag)}. Tower: {_tiles(state.tower)}.")
    for seat in range(state.players):
        sentences += _tell_board(state, seat, names[seat])
    return [*sentences, _tell_turn(state, names)]


def _tell_turn(state: State, names: Sequence[str]) -> str:
    if state.awaiting == END:
        return f"The game is over: {ENDINGS[state.ending]}."
    if state.awaiting == DEAL:
        return WAITS[int(state.phase)]
    return f"{names[state.to_move]} {turn_words(state)}."


def _tell_offer(state: State) -> list[str]:
    factories = range(1, int(FACTORIES_FOR[state.players]) + 1)
    sentences = [
        f"Factory {factory}: {_tiles(state.offer[factory])}." for factory in factories if state.offer[factory].any()
    ]
    token = " with the token" if state.token < 0 else ""
    return [*sentences, f"Centre{token}: {_tiles(state.offer[CENTRE])}."]


def _tiles(tiles: object) -> str:
    counted = [f"{n} {name}" for name, n in zip(NAMES, tiles, strict=True) if n]  # type: ignore[call-overload]
    return ", ".join(counted) or "empty"


def _tell_board(state: State, seat: int, name: str) -> list[str]:
    board = state.boards[seat]
    points = "1 point" if board.score == 1 else f"{board.score} points"
    signs = ", has the token" * bool(state.token == seat)
    signs += ", has passed" * bool(state.passed >> seat & 1)
    sentences = [f"{name}: {points}{signs}."]
    sentences.append(f"  Hand: {_tiles(board.hand)}.")
    if board.kept.any():
        sentences.append(f"  Kept: {_tiles(board.kept)}.")
    stars = [_tell_star(state, board, star) for star in range(STARS) if board.covered[star]]
    sentences += stars or ["  The board is empty."]
    if nearly := _nearly_done(board):
        sentences.append(f"  Nearly done: {'; '.join(nearly)}.")
    if stars:
        sentences.append(f"  Numbers: {_tell_numbers(state, board)}.")
    return sentences


def _tell_star(state: State, board: Board, star: int) -> str:
    """The covered spaces with their colours, then the empty ones with their costs."""
    name = star_name(STAR_LETTERS[star], coloured=state.side == COLOURED)
    tiles = [f"{NAMES[board.tiles[star, k]]} on {k + 1}" for k in range(POSITIONS) if board.tiles[star, k] != EMPTY]
    empty = [f"{k + 1} costs {COST[state.side, star, k]}" for k in range(POSITIONS) if board.tiles[star, k] == EMPTY]
    rest = f"open: {', '.join(empty)}" if empty else "complete"
    return f"  {name[0].upper()}{name[1:]}: {', '.join(tiles)}; {rest}."


def _nearly_done(board: Board) -> list[str]:
    found = []
    for k, spaces in enumerate(STRUCTURES):
        empty = sum(board.tiles[star, position] == EMPTY for star, position in spaces)
        if 0 < empty <= min(NEARLY, len(spaces) - 1):
            found.append(f"a {STRUCTURE_NAMES[k % 3]} needs {needed(board, k)}")
    return found


def _tell_numbers(state: State, board: Board) -> str:
    words = []
    for cost in range(1, MOST_COST + 1):
        have, wanted = number_progress(state, board, cost)
        if NUMBER_BONUS[cost]:
            words.append(f"{have} of {wanted} spaces of cost {cost}")
    return ", ".join(words)


def expects(state: State) -> str:
    """What can be typed now."""
    colours = f"colours are {' '.join(LETTERS)}"
    if state.phase == DRAFTING:
        return f"factories are 1 to {FACTORIES_FOR[state.players]} and 0 is the centre, {colours}, like 3G"
    if state.phase == BONUS:
        return f"take a tile from the supply, like *G; {colours}"
    if state.phase == KEEPING:
        return f"keep a tile, like =G, or write done; {colours}"
    return (
        f"stars are {' '.join(STAR_LETTERS)} and positions 1 to {POSITIONS}, like G5, with jokers G5+2,"
        " where the colour is open C3:O; or write pass or discard"
    )
