"""A position written as one line of text; docs/notation.md defines it. A view is written in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.text.reader import write_counts
from tilewright.games.duel.components import (
    CHIPS,
    DISPLAY,
    EMPTY,
    FACE_DOWN,
    HAND,
    HIDDEN,
    KNOWN,
    LARGE,
    LETTERS,
    NO_TOP,
    PLATE_NAMES,
    SMALL,
    TOP_AWAITED,
    TYPE_LETTERS,
)
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.steps import PILE, PLACE, SPEND, STEPS, TARGET

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

DOME_LETTERS = LETTERS + "*"


def write_position(state: State) -> str:
    """The fields behind the rule set and the number of players."""
    marker = "-" if state.marker < 0 else state.marker
    smalls = [_write_small(state, factory) for factory in range(SMALL)]
    fields = [
        f"goals {' '.join(goal for k, goal in enumerate(GOALS) if state.goals >> k & 1)}",
        f"round {state.round_number} first {state.first} marker {marker} turn {state.to_move} {_write_step(state)}",
        f"display {_listed(_names(state, DISPLAY))}",
        f"stack {state.stack} {_write_top(state)}",
        f"under {_listed(write_lots(state))}",
        f"hand {_listed(write_hand(state))} back {_dotted(state.back)}",
        f"large {_letters(state.sun[LARGE])}/{_letters(state.moon)}",
        f"small {' '.join(smalls)}",
        f"unseen {_listed(_chips(state.unseen_chips))}",
        f"bag {write_counts(LETTERS, state.bag)}",
        f"tower {write_counts(LETTERS, state.tower)}",
        *(_write_board(board) for board in state.boards),
    ]
    return " | ".join(fields)


def _listed(words: list[str]) -> str:
    return " ".join(words) or "-"


def _names(state: State, where: int) -> list[str]:
    return [name for name, place in zip(PLATE_NAMES, state.place, strict=True) if place == where]


def _write_step(state: State) -> str:
    step = STEPS[state.step]
    if state.step == PLACE:
        return f"{step} {PLATE_NAMES[state.plate]}"
    if state.step == PILE:
        return f"{step} {state.factory + 1}"
    if state.step == SPEND:
        spent = [chip for chip, n in zip(CHIPS, state.spent, strict=True) for _ in range(n)]
        return f"{step} {state.line + 1} {'.'.join(spent) or '-'}"
    return f"{step} {state.line + 1}" if state.step == TARGET else step


def _write_top(state: State) -> str:
    return {NO_TOP: "-", TOP_AWAITED: "?"}.get(int(state.top)) or TYPE_LETTERS[state.top]


def plate_name(plate: int) -> str:
    """A plate's name, or its type where a view shows no more."""
    return PLATE_NAMES[plate] if plate < HIDDEN else f"{TYPE_LETTERS[plate - HIDDEN]}?"


def write_lots(state: State) -> list[str]:
    """The lots put back, from the top of the stack to the bottom."""
    lots: list[str] = []
    begins = True
    for k in range(state.under_count):
        name = plate_name(state.under[k])
        if begins:
            lots.append(f"{state.under_owner[k]}:{name}")
        else:
            lots[-1] += f".{name}"
        begins = bool(state.under_last[k])
    return lots


def write_hand(state: State) -> list[str]:
    """Plates drawn: unknown ones by type, then the known."""
    unknown = [f"{letter}?" for letter, n in zip(TYPE_LETTERS, state.hand_unknown, strict=True) for _ in range(n)]
    known = []
    for name, place in zip(PLATE_NAMES, state.place, strict=True):
        if place == HAND:
            known.append(name)
        elif place >= KNOWN:
            known.append(f"{name}:{place - KNOWN}")
    return unknown + known


def _dotted(plates: object) -> str:
    return ".".join(PLATE_NAMES[plate] for plate in plates if plate != EMPTY) or "-"  # type: ignore[attr-defined]


def _letters(tiles: object) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, tiles, strict=True)) or "-"  # type: ignore[call-overload]


def write_pile(state: State, factory: int) -> str:
    """A pile from bottom to top."""
    return "".join(LETTERS[tile] for tile in state.pile[factory] if tile != EMPTY) or "-"


def write_chip(chip: int) -> str:
    """What lies on a small moon."""
    return {EMPTY: "-", FACE_DOWN: "?"}.get(int(chip)) or CHIPS[chip]


def _write_small(state: State, factory: int) -> str:
    return f"{_letters(state.sun[factory])}/{write_pile(state, factory)}/{write_chip(state.chip[factory])}"


def _chips(counts: object) -> list[str]:
    return [f"{chip}{n}" for chip, n in zip(CHIPS, counts, strict=True) if n]  # type: ignore[call-overload]


def _write_board(board: Board) -> str:
    plates = [
        "-" if plate == EMPTY else f"{PLATE_NAMES[plate]}r{turn}"
        for plate, turn in zip(board.plates, board.turns, strict=True)
    ]
    rows = ["".join("." if tile == EMPTY else DOME_LETTERS[tile] for tile in row) for row in board.dome]
    lines = [
        f"{LETTERS[colour]}{n}" if n else "-" for colour, n in zip(board.line_colour, board.line_count, strict=True)
    ]
    return (
        f"score {board.score} earned {board.tile_points} {board.special_points}"
        f" lost {board.broken_loss} {board.marker_loss} {board.plate_cost}"
        f" tokens {board.tokens} taken {board.taken} chips {_listed(_chips(board.chips))}"
        f" plates {' '.join(plates)} dome {' '.join(rows)} lines {' '.join(lines)}"
        f" broken {write_counts(LETTERS, board.broken)}"
    )
