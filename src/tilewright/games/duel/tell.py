"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.verbs import END
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    CHIPS,
    DISPLAY,
    EMPTY,
    FACE_DOWN,
    GOAL_MEANINGS,
    LARGE,
    LINES,
    NAMES,
    NO_TOP,
    PLATE_NAMES,
    PLATES,
    SEATS,
    SLOT_NAMES,
    SMALL,
    SPACES_LETTERS,
    TOP_AWAITED,
)
from tilewright.games.duel.factories import count
from tilewright.games.duel.forecast import plate_spaces
from tilewright.games.duel.goals import goals_of
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.position import write_hand, write_lots
from tilewright.games.duel.sentences import round_name, still_needed, waits_for

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

_SPACE_NAMES = dict(zip(SPACES_LETTERS, (*NAMES, "special", "joker"), strict=True))


def tell(state: State, names: Sequence[str]) -> list[str]:
    """Everything on the table, the turn last: that is what a listener waits for."""
    sentences = [f"{round_name(state)}."]
    sentences += [f"Goal {GOALS[goal]}: {GOAL_MEANINGS[goal]}." for goal in goals_of(state)]
    if state.awaiting != END:
        sentences += [*_tell_plates(state), *_tell_factories(state)]
    for seat in range(SEATS):
        sentences += _tell_board(state, seat, names[seat])
    return [*sentences, f"{waits_for(state, names).rstrip('.')}."]


def plate_words(plate: int, turn: int = 0) -> str:
    """A plate row by row: "red blue over yellow special"."""
    above, below = plate_spaces(plate, turn).split("/")
    return " over ".join(" ".join(_SPACE_NAMES[letter] for letter in row) for row in (above, below))


def _tell_plates(state: State) -> list[str]:
    shown = [f"{PLATE_NAMES[plate]}, {plate_words(plate)}" for plate in range(PLATES) if state.place[plate] == DISPLAY]
    sentences = [f"Display: {'; '.join(shown) or 'empty'}."]
    top = {NO_TOP: "", TOP_AWAITED: ", its top not seen yet"}.get(
        int(state.top), f", a {('special', 'joker')[state.top % 2]} plate on top"
    )
    sentences.append(f"Stack: {state.stack} unseen plates{top}.")
    if lots := write_lots(state):
        sentences.append(f"Under the stack, from the top, with who put them there: {', '.join(lots)}.")
    if hand := write_hand(state):
        sentences.append(f"In hand: {', '.join(hand)}.")
    return sentences


def _tell_factories(state: State) -> list[str]:
    sentences = []
    for factory in range(SMALL):
        parts = []
        if state.sun[factory].any():
            parts.append(f"sun {_tiles(state.sun[factory])}")
        if state.pile_height[factory]:
            pile = [NAMES[tile] for tile in state.pile[factory][::-1] if tile != EMPTY]
            parts.append(f"moon from the top {', '.join(pile)}")
        if state.chip[factory] not in (EMPTY, FACE_DOWN):
            parts.append(f"chip {CHIPS[state.chip[factory]]} turned up")
        if parts:
            sentences.append(f"Factory {factory + 1}: {'; '.join(parts)}.")
    marker = " with the first-player tile" if state.marker < 0 else ""
    if state.sun[LARGE].any():
        sentences.append(f"Large factory{marker}: sun {_tiles(state.sun[LARGE])}.")
    elif state.tiles_on_offer:
        sentences.append(f"Large factory{marker}: moon {_tiles(state.moon)}.")
    return sentences


def _tiles(tiles: Iterable[int]) -> str:
    counted = [f"{n} {name}" for name, n in zip(NAMES, tiles, strict=True) if n]
    return ", ".join(counted) or "empty"


def _tell_board(state: State, seat: int, name: str) -> list[str]:
    board = state.boards[seat]
    points = "1 point" if board.score == 1 else f"{board.score} points"
    marker = ", with the first-player tile" if state.marker == seat else ""
    chips = [f"{n} {chip}" for chip, n in zip(CHIPS, board.chips, strict=True) if n]
    sentences = [f"{name}: {points}{marker}.", f"  Lines: {_lines(board)}.", f"  Dome: {_dome(board)}."]
    sentences.append(f"  Plates: {_plates(board)}.")
    sentences.append(f"  Tokens: {board.tokens}. Chips: {', '.join(chips) or 'none'}, {board.taken} taken this round.")
    if board.broken.any():
        cost = BROKEN_POINTS[count(board.broken)]
        sentences.append(f"  Broken: {_tiles(board.broken)}, costing {cost}.")
    return sentences + [f"  {GOALS[goal]}: {still_needed(board, goal)}." for goal in goals_of(state)]


def _lines(board: Board) -> str:
    lines = [
        f"line {line + 1} {board.line_count[line]} of {line + 1} {NAMES[board.line_colour[line]]}"
        for line in range(LINES)
        if board.line_count[line]
    ]
    return "; ".join(lines) or "all empty"


def _dome(board: Board) -> str:
    words = (*NAMES, "special tile")
    rows = [
        f"row {row + 1} "
        + ", ".join(f"{words[tile]} in {k + 1}" for k, tile in enumerate(board.dome[row]) if tile != EMPTY)
        for row in range(LINES)
        if (board.dome[row] != EMPTY).any()
    ]
    return "; ".join(rows) or "no tile"


def _plates(board: Board) -> str:
    laid = [
        f"{slot} {plate_words(plate, turn)}"
        for slot, plate, turn in zip(SLOT_NAMES, board.plates, board.turns, strict=True)
        if plate != EMPTY
    ]
    return "; ".join(laid) or "none"
