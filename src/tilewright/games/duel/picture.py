"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.room import Picture, Span
from tilewright.core.text import write_counts
from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.duel.components import (
    BORDER_GOAL,
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIPS,
    CHOSEN,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMNS,
    COLUMNS_GOAL,
    CORNER_POINTS,
    CORNERS_GOAL,
    DIAGONALS_GOAL,
    DISPLAY,
    EMPTY,
    ENDINGS,
    GOAL_MEANINGS,
    JOKER,
    JOKERS_GOAL,
    LARGE,
    LETTERS,
    LINES,
    NO_TOP,
    PLATE_NAMES,
    PLATES,
    PRINTED,
    ROWS_GOAL,
    SEATS,
    SLOT_NAMES,
    SLOTS,
    SMALL,
    SPACES_LETTERS,
    SPECIAL,
    SPECIAL_POINTS,
    START_SCORE,
    TYPE_LETTERS,
)
from tilewright.games.duel.factories import count
from tilewright.games.duel.goals import border_tiles, colours_shown, empty_specials, goal_points
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.position import plate_name, write_chip, write_hand, write_lots, write_pile
from tilewright.games.duel.steps import STEPS

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

BOARD_WIDTH = 54
Cells = list[tuple[int, int]]

# -- points -------------------------------------------------------------------------------------


def breakdown(state: State, seat: int) -> dict[str, int]:
    """A seat's points by rule; they add up to its score."""
    board = state.boards[seat]
    over = int(state.awaiting == END)
    parts = {
        "start": START_SCORE,
        "tiles": int(board.tile_points),
        "specials": int(board.special_points),
        "broken": -int(board.broken_loss),
        "first-player tile": -int(board.marker_loss),
        "plates": -int(board.plate_cost),
    }
    parts |= {GOALS[goal]: over * int(goal_points(board, goal)) for goal in goals_of(state)}
    if floor := int(board.score) - sum(parts.values()):
        parts["floor at 0"] = floor
    return parts


def goals_of(state: State) -> list[int]:
    """The goals in use."""
    return [goal for goal in range(len(GOALS)) if state.goals >> goal & 1]


def still_needed(board: Board, goal: int) -> str:
    """How far a goal has come on a board, and what it needs next."""
    if goal == COLOURS_GOAL:
        shown = [int(colours_shown(board, row)) for row in range(LINES)]
        return _so_far([max(0, COLOURS_WANTED - n) for n in shown], "rows", "colours")
    if goal == BORDER_GOAL:
        return f"{border_tiles(board)} of 20 cells"
    if goal == JOKERS_GOAL:
        jokers = [cell for cell in _all_cells() if board.spaces[cell] == JOKER]
        return f"{len(jokers) - _missing(board, jokers)} of {len(jokers)} joker spaces"
    if goal in _GROUPS:
        what, groups = _GROUPS[goal]
        return _so_far([_missing(board, cells) for cells in groups], what, "cells")
    return f"{empty_specials(board)} special spaces empty"


def _so_far(missing: list[int], what: str, unit: str) -> str:
    done = missing.count(0)
    left = [n for n in missing if n]
    return f"{done} {what} done" + (f", next needs {min(left)} {unit}" if left else "")


def _missing(board: Board, cells: Cells) -> int:
    return sum(bool(board.dome[cell] == EMPTY) for cell in cells)


def _all_cells() -> Cells:
    return [(row, column) for row in range(LINES) for column in range(COLUMNS)]


def _slot_cells(slot: int) -> Cells:
    return [(slot // 3 * 2 + k // 2, slot % 3 * 2 + k % 2) for k in range(4)]


_GROUPS: dict[int, tuple[str, list[Cells]]] = {
    ROWS_GOAL: ("rows", [[(row, k) for k in range(COLUMNS)] for row in range(LINES)]),
    COLUMNS_GOAL: ("columns", [[(k, column) for k in range(LINES)] for column in range(COLUMNS)]),
    DIAGONALS_GOAL: ("diagonals", [[(k, k) for k in range(LINES)], [(k, COLUMNS - 1 - k) for k in range(LINES)]]),
    CORNERS_GOAL: ("corners", [_slot_cells(slot) for slot in range(SLOTS) if CORNER_POINTS[slot]]),
}

# -- the whole table ----------------------------------------------------------------------------


def picture(state: State, names: Sequence[str]) -> Picture:
    """What is going on, goals, plates, factories, then the two boards side by side."""
    drawn: Picture = [_headline(state, names), _goals(state), [], *_plates(state), [], *_factories(state), []]
    boards = [_board(state, seat, names[seat]) for seat in range(SEATS)]
    return [*drawn, *(_beside(left, right) for left, right in zip(*boards, strict=True)), []]


_WAITS = {
    "deal": "display and suns wait to be filled",
    "refill": "the display waits to be filled",
    "top": "the next plate of the stack is about to show",
    "fronts": "the plates drawn are about to be looked at",
    "reveal": "a chip is about to be turned up",
    "start": "takes a starting plate",
    "act": "to move",
    "place": "lays plate {plate}",
    "draw": "draws another plate or stops",
    "keep": "keeps one of the plates drawn",
    "return": "puts the other plates under the stack",
    "pile": "piles what is left on factory {factory}",
    "chips": "may complete line {line} with chips",
    "target": "chooses the column of line {line}",
}


def waits_for(state: State, names: Sequence[str]) -> str:
    """What happens next, in words."""
    if state.awaiting == END:
        return f"The game is over: {ENDINGS[state.ending]}."
    plate = plate_name(state.plate) if state.plate != EMPTY else ""
    what = _WAITS[STEPS[state.step]].format(plate=plate, factory=state.factory + 1, line=state.line + 1)
    if state.awaiting == DEAL:
        return f"{what[0].upper()}{what[1:]}."
    return f"{names[state.to_move]} {what}"


def _headline(state: State, names: Sequence[str]) -> list[Span]:
    return [(round_name(state), "strong"), (f"  {waits_for(state, names)}", "")]


def round_name(state: State) -> str:
    """The round, or the set-up before it."""
    return f"Round {state.round_number}" if state.round_number else "Set-up"


def _goals(state: State) -> list[Span]:
    told = [f"{GOALS[goal]} {GOAL_MEANINGS[goal]}" for goal in goals_of(state)]
    return [(f"Goals      {'; '.join(told)}", "faint")]


def _tiles(tiles: Iterable[int]) -> list[Span]:
    spans: list[Span] = []
    for letter, n in zip(LETTERS, tiles, strict=True):
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def plate_spaces(plate: int, turn: int = 0) -> str:
    """The spaces of a plate, row by row: coloured, s special, j joker."""
    cells = "".join(SPACES_LETTERS[space] for space in PRINTED[plate, turn])
    return f"{cells[:2]}/{cells[2:]}"


def _plates(state: State) -> Picture:
    shown: list[Span] = [("Display    ", "")]
    for plate in range(PLATES):
        if state.place[plate] in (DISPLAY, CHOSEN):
            shown += [(f"{PLATE_NAMES[plate]} ", "strong"), (f"{plate_spaces(plate)}   ", "")]
    top = f", top {TYPE_LETTERS[state.top]}" if NO_TOP < state.top < len(TYPE_LETTERS) else ""
    stack = f"Stack      {state.stack} unseen{top}"
    if lots := write_lots(state):
        stack += f"   put back, top to bottom: {' '.join(lots)}"
    if hand := write_hand(state):
        stack += f"   in hand: {' '.join(hand)}"
    return [shown if len(shown) > 1 else [*shown, ("-", "faint")], [(stack, "")]]


def _factories(state: State) -> Picture:
    """Piles stand from bottom to top, so the tile that can be taken is the last."""
    suns: list[Span] = [("Suns       ", "")]
    moons: list[Span] = [("Moons 0:   ", "")]
    for factory in range(SMALL):
        tiles = _tiles(state.sun[factory])
        suns += [(f"{factory + 1}:", "faint"), *tiles, (" " * (9 - len(tiles)), "")]
        pile = write_pile(state, factory)
        chip = write_chip(state.chip[factory])
        moons += [*((tile, tile if tile != "-" else "faint") for tile in pile), (f"({chip})", "faint")]
        moons.append((" " * (9 - len(pile) - len(chip)), ""))
    suns += [("L:", "faint"), *_tiles(state.sun[LARGE])]
    moons += [("L:", "faint"), *_tiles(state.moon)]
    if state.marker < 0 and state.round_number:
        moons.append((" 1st", "strong"))
    stock = f"Bag        {write_counts(LETTERS, state.bag)}    Tower {write_counts(LETTERS, state.tower)}"
    return [suns, moons, [(stock, "faint")], [(f"Chips left {_chips(state.unseen_chips)}", "faint")]]


def _chips(chips: Iterable[int]) -> str:
    return " ".join(f"{chip}{n}" for chip, n in zip(CHIPS, chips, strict=True) if n) or "-"


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    marker = ", first-player tile" if state.marker == seat else ""
    lines: Picture = [[(f"{turn} {name}: {board.score} points{marker}", "strong")]]
    for row in range(LINES):
        if row in (2, 4):
            lines.append([(" " * 16 + "+-----+-----+-----+", "faint")])
        lines.append(_board_row(board, row))
    broken = _tiles(board.broken) if board.broken.any() else []
    lines.append(
        [("  broken ", "faint"), *broken, ("_" * (BROKEN_SPACES - len(broken)), "faint"), (f" -{_loss(board)}", "")]
    )
    lines.append([(f"  tokens {board.tokens}  chips {_chips(board.chips)} ({board.taken} this round)", "")])
    return lines + [[(f"  {GOALS[goal]}: {still_needed(board, goal)}", "faint")] for goal in goals_of(state)]


def _loss(board: Board) -> int:
    return int(BROKEN_POINTS[count(board.broken)])


def _board_row(board: Board, row: int) -> list[Span]:
    spans: list[Span] = [(f"  {row + 1} " + " " * 2 * (LINES - 1 - row), "faint")]
    filled = board.line_count[row]
    for space in range(row, -1, -1):
        if space < filled:
            letter = LETTERS[board.line_colour[row]]
            spans.append((f"{letter} ", letter))
        else:
            spans.append(("_ ", "faint"))
    for column in range(COLUMNS):
        spans += [("| " if column % 2 == 0 else "", "faint"), _cell(board, row, column), (" ", "")]
    return [*spans, (f"|{SPECIAL_POINTS[row]}  {_slots(row)}", "faint")]


def _slots(row: int) -> str:
    """The slots beside a row, named once."""
    return " ".join(SLOT_NAMES[row // 2 * 3 : row // 2 * 3 + 3]) if row % 2 == 0 else ""


def _cell(board: Board, row: int, column: int) -> Span:
    """A tile in capitals, a special tile as a star; an empty space small, a cell without a plate as a dot."""
    tile, space = board.dome[row, column], board.spaces[row, column]
    if tile == SPECIAL:
        return ("*", "strong")
    if tile != EMPTY:
        return (LETTERS[tile], LETTERS[tile])
    return ("." if space == EMPTY else SPACES_LETTERS[space].lower(), "faint")


def _beside(left: list[Span], right: list[Span]) -> list[Span]:
    """Two boards next to each other."""
    width = sum(len(text) for text, _ in left)
    return [*left, (" " * max(2, BOARD_WIDTH - width), ""), *right]
