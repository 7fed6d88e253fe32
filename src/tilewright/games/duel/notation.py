"""Moves as people write, type and hear them; docs/notation.md defines them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.core import words
from tilewright.core.errors import BadText
from tilewright.core.text import shorten
from tilewright.core.verbs import MOVE
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import (
    BROKEN,
    CHIPS,
    CHIPS_PER_ROUND,
    COLUMNS,
    DISPLAY,
    EMPTY,
    FACE_DOWN,
    HAND,
    LETTERS,
    MOONS,
    NAMES,
    PLATE_NAMES,
    SLOT_NAMES,
)
from tilewright.games.duel.decorate import available_columns
from tilewright.games.duel.draws import hide_fronts
from tilewright.games.duel.stack import in_stack
from tilewright.games.duel.steps import ACT, DRAWING, FRONTS, KEEP, PILE, PLACE, RETURN, SPEND, START, STEPS, TARGET

if TYPE_CHECKING:
    from tilewright.games.duel.components import State

SOURCE_LETTERS = "01234L"
DESTINATION_LETTERS = "123456X"

_WORDS = {
    "0": ("moon", "moons", "lune", "lunes", "maan", "manen", "mond", "monde"),
    "L": ("large", "grande", "groot", "gross", "groß"),
    "X": ("broken", "cassee", "cassée", "gebroken", "zerbrochen"),
    "C": ("chip", "jeton", "fiche"),
    "_": ("under", "dessous", "onder", "unter"),
    "^": ("up", "dessus", "omhoog", "hoch"),
    "+": ("plus",),
    "@": ("at",),
    "r": ("turned",),
    "B": words.BLUE,
    "Y": words.YELLOW,
    "R": words.RED,
    "K": words.BLACK,
    "T": words.TURQUOISE,
}
_SHORT = {word: short for short, group in _WORDS.items() for word in group}
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAKE = re.compile(r"([0-4L])([BYRKT])([1-6X])")
_CHIP = re.compile(r"C([1-4])")
_PLATE = re.compile(r"(_?)([SJ][1-9])")
_LAY = re.compile(r"@?([ABC][1-3])R([0-3])")
_PILE = re.compile(r"\^([BYRKT])")
_SPEND = re.compile(r"\+([A-Z]{1,2})")
_TARGET = re.compile(r"([1-6])@([1-6])")

HELP = """\
Tiles: where you take from, the colour, and the line: 3R4 takes red from sun 3 to line 4, LTX breaks turquoise
of the large sun, 0B4 takes blue from the moons. Pile what is left from bottom to top: ^Y.
Plates: S3 takes plate S3 of the display, draw takes one of the stack for a point, stop ends drawing;
@b2r1 lays the plate on slot b2 turned by one quarter, _S9 puts S9 under the stack. C3 takes the chip of factory 3.
After the takes: +TY spends a chip to complete a line, stop leaves it or ends spending, 3@4 puts the tile of line 3
in column 4. Words work too: 3 red 4, moons blue broken, large turquoise 6, chip 3, under S9, plus TY."""


def name_move(state: State, move: int) -> str:  # noqa: ARG001 - other games need the state here
    """The short form of a move."""
    if move < codes.CHIP_AT:
        source, colour = SOURCE_LETTERS[codes.source_of(move)], LETTERS[codes.colour_of(move)]
        return f"{source}{colour}{DESTINATION_LETTERS[codes.destination_of(move)]}"
    if move < codes.PLATE_AT:
        return f"C{move - codes.CHIP_AT + 1}"
    if move < codes.DRAW:
        return PLATE_NAMES[move - codes.PLATE_AT]
    if move < codes.LAY_AT:
        return "draw" if move == codes.DRAW else "stop"
    if move < codes.RETURN_AT:
        return f"@{SLOT_NAMES[codes.slot_of(move)]}r{codes.turn_of(move)}"
    if move < codes.PILE_AT:
        return f"_{PLATE_NAMES[move - codes.RETURN_AT]}"
    if move < codes.SPEND_AT:
        return f"^{LETTERS[move - codes.PILE_AT]}"
    if move < codes.TARGET_AT:
        return f"+{CHIPS[move - codes.SPEND_AT]}"
    return f"{codes.line_of(move) + 1}@{codes.column_of(move) + 1}"


def shown(state: State, notation: str, seat: int) -> str:
    """A move or draw as this seat (-1 a spectator) sees it, given the state before it."""
    if seat == state.to_move:
        return notation
    if state.awaiting == MOVE and state.step == RETURN:
        return "_?"
    return hide_fronts(notation) if state.step == FRONTS else notation


def parse_move(state: State, text: str) -> int:
    """Understand a move in short form or in words."""
    short = _WORD.sub(lambda match: _SHORT.get(match.group().lower(), match.group()), text)
    short = "".join(short.split()).upper()
    if match := _TAKE.fullmatch(short):
        source, letter, line = match.groups()
        return codes.take(SOURCE_LETTERS.index(source), LETTERS.index(letter), DESTINATION_LETTERS.index(line))
    if match := _CHIP.fullmatch(short):
        return codes.CHIP_AT + int(match[1]) - 1
    if match := _PLATE.fullmatch(short):
        under = match[1] or state.step == RETURN  # the sign may be left out while plates are put back
        return (codes.RETURN_AT if under else codes.PLATE_AT) + PLATE_NAMES.index(match[2])
    if short in ("DRAW", "STOP"):
        return codes.DRAW if short == "DRAW" else codes.STOP
    if match := _LAY.fullmatch(short):
        return codes.lay(SLOT_NAMES.index(match[1].lower()), int(match[2]))
    if match := _PILE.fullmatch(short):
        return codes.PILE_AT + LETTERS.index(match[1])
    if (match := _SPEND.fullmatch(short)) and match[1] in CHIPS:
        return codes.SPEND_AT + CHIPS.index(match[1])
    if match := _TARGET.fullmatch(short):
        return codes.target(int(match[1]) - 1, int(match[2]) - 1)
    raise BadText(f"{shorten(text)} is not a move: {_EXPECTED[state.step]}")


_EXPECTED = {
    START: "name a plate of the display, like S3",
    ACT: "take tiles like 3R4 or 0BX, a chip like C3, a plate like S3, or draw",
    PLACE: "write slot and turn of the plate, like @b2r1",
    DRAWING: "write draw or stop",
    KEEP: "name the plate you keep, like S3",
    RETURN: "name the plate that goes under the stack, like _S9",
    PILE: "name the next tile of the pile, like ^Y",
    SPEND: "spend a chip like +TY, or write stop",
    TARGET: "write line and column, like 3@4",
}


def source_name(source: int) -> str:
    """A source in words."""
    if source == MOONS:
        return "the moons"
    return f"sun {source}" if source < len(SOURCE_LETTERS) - 1 else "the large sun"


def tiles_at(state: State, source: int, colour: int) -> int:
    """How many tiles a take would bring."""
    if source != MOONS:
        return int(state.sun[source - 1, colour])
    tops = [pile[height - 1] for pile, height in zip(state.pile, state.pile_height, strict=True) if height]
    return int(state.moon[colour]) + sum(int(top == colour) for top in tops)


def describe_move(state: State, move: int) -> str:
    """A move in words, as a screen reader says it."""
    if move < codes.CHIP_AT:
        source, colour, line = codes.source_of(move), codes.colour_of(move), codes.destination_of(move)
        where = "the broken zone" if line == BROKEN else f"line {line + 1}"
        return f"takes {tiles_at(state, source, colour)} {NAMES[colour]} from {source_name(source)} to {where}"
    if move < codes.PLATE_AT:
        factory = move - codes.CHIP_AT
        return f"takes the chip {CHIPS[state.chip[factory]]} of factory {factory + 1}"
    if move < codes.DRAW:
        verb = "keeps" if state.step == KEEP else "takes"
        return f"{verb} plate {PLATE_NAMES[move - codes.PLATE_AT]}"
    if move == codes.DRAW:
        return "draws a plate from the stack"
    if move == codes.STOP:
        return _describe_stop(state)
    if move < codes.RETURN_AT:
        turn = codes.turn_of(move)
        turned = f"turned by {turn} quarter{'s' * (turn > 1)}" if turn else "not turned"
        return f"lays plate {PLATE_NAMES[state.plate]} on {SLOT_NAMES[codes.slot_of(move)]}, {turned}"
    if move < codes.PILE_AT:
        return f"puts plate {PLATE_NAMES[move - codes.RETURN_AT]} under the stack"
    if move < codes.SPEND_AT:
        return f"puts {NAMES[move - codes.PILE_AT]} on the pile of factory {state.factory + 1}"
    if move < codes.TARGET_AT:
        return f"spends a chip {CHIPS[move - codes.SPEND_AT]} on line {state.line + 1}"
    row = codes.line_of(move)
    colour = state.boards[state.to_move].line_colour[row]
    return f"places {NAMES[colour]} from line {row + 1} in column {codes.column_of(move) + 1}"


def _describe_stop(state: State) -> str:
    if state.step == DRAWING:
        return "stops drawing and looks at the plates"
    if state.spent.any():
        return f"completes line {state.line + 1} with these chips"
    return f"leaves line {state.line + 1} as it is"


def why_not(state: State, move: int) -> str:
    """The rule that forbids a move; the move is known to be illegal."""
    wanted = _EXPECTED.get(int(state.step), "")
    if state.step == ACT:
        return _why_not_action(state, move) or f"a turn begins with an action: {wanted}"
    if codes.LAY_AT <= move < codes.RETURN_AT and state.step == PLACE:
        return f"slot {SLOT_NAMES[codes.slot_of(move)]} already carries a plate (R4.7)"
    if codes.PLATE_AT <= move < codes.DRAW and state.step in (START, KEEP):
        place = "the display" if state.step == START else "your hand"
        return f"plate {PLATE_NAMES[move - codes.PLATE_AT]} is not in {place}: {_plates(state)}"
    if codes.RETURN_AT <= move < codes.PILE_AT and state.step == RETURN:
        return f"plate {PLATE_NAMES[move - codes.RETURN_AT]} is not in your hand: {_plates(state)}"
    if codes.PILE_AT <= move < codes.SPEND_AT and state.step == PILE:
        return f"no {NAMES[move - codes.PILE_AT]} tile is left to pile on factory {state.factory + 1} (R5.2)"
    if state.step == SPEND:
        return _why_not_spend(state, move) or wanted
    if move >= codes.TARGET_AT and state.step == TARGET:
        return _why_not_target(state, codes.line_of(move), codes.column_of(move))
    return f"{_OCCASIONS[STEPS[state.step]]}: {wanted}"


_OCCASIONS = {
    "start": "a starting plate is chosen first",
    "place": "the plate must be laid first",
    "draw": "the drawing from the stack is not over",
    "keep": "one of the plates drawn must be kept first",
    "return": "the other plates go back under the stack first",
    "pile": "the tiles left over must be piled first",
    "target": "the tile of the line goes to the dome first",
}


def _plates(state: State) -> str:
    where = DISPLAY if state.step in (START, ACT) else HAND
    return " ".join(PLATE_NAMES[plate] for plate, place in enumerate(state.place) if place == where) or "none"


def _why_not_action(state: State, move: int) -> str:
    board = state.boards[state.to_move]
    if move < codes.CHIP_AT:
        return _why_not_take(state, codes.source_of(move), codes.colour_of(move), codes.destination_of(move))
    if move < codes.PLATE_AT:
        factory = move - codes.CHIP_AT
        if state.chip[factory] == EMPTY:
            return f"the chip of factory {factory + 1} has been taken"
        if state.chip[factory] == FACE_DOWN:
            return f"factory {factory + 1} still has tiles, its chip is face down (R7.1)"
        return f"you have taken {CHIPS_PER_ROUND} chips in this round (R7.2)"
    if move <= codes.DRAW:
        if board.tokens == 0:
            return "you have no token left in this round (R4.1)"
        if move < codes.DRAW:
            return f"plate {PLATE_NAMES[move - codes.PLATE_AT]} is not in the display: {_plates(state)}"
        if in_stack(state) == 0:
            return "the stack is empty (R4.4)"
        return "a draw costs a point and you have none; take a plate of the display (R4.5)"
    return ""


def _why_not_take(state: State, source: int, colour: int, line: int) -> str:
    name, board = NAMES[colour], state.boards[state.to_move]
    if not tiles_at(state, source, colour):
        rule = "R5.4" if source == MOONS else "R5.1"
        return f"no {name} tile can be taken from {source_name(source)} ({rule})"
    if board.line_count[line] > line:
        return f"line {line + 1} is full (R6.2)"
    return f"line {line + 1} holds {NAMES[board.line_colour[line]]} (R6.2)"


def _why_not_spend(state: State, move: int) -> str:
    line = state.line + 1
    if move == codes.STOP:
        return f"these chips do not complete line {line} yet (R9.3)"
    if codes.SPEND_AT <= move < codes.TARGET_AT:
        chip = CHIPS[move - codes.SPEND_AT]
        if not state.boards[state.to_move].chips[move - codes.SPEND_AT]:
            return f"you have no chip {chip}"
        order = " ".join(CHIPS)
        return f"no set of chips for line {line} goes on with {chip}; chips are named in the order {order} (R9.3)"
    if move >= codes.TARGET_AT and codes.line_of(move) != state.line:
        return f"line {line} is next, lines are dealt with from top to bottom (R8.7)"
    return ""


def _why_not_target(state: State, row: int, column: int) -> str:
    if row != state.line:
        return f"line {state.line + 1} is next, lines are dealt with from top to bottom (R8.7)"
    columns = available_columns(state.boards[state.to_move], row)
    may = " ".join(str(k + 1) for k in range(COLUMNS) if columns >> k & 1)
    return f"the space in row {row + 1}, column {column + 1} is not available; available columns: {may} (R8.2)"
