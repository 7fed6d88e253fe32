"""Why a move or a draw is not possible: the rule that forbids it, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.shapes.refusal import Refusal
from tilewright.games.duel.components import (
    CHIPS,
    CHIPS_PER_ROUND,
    COLUMNS,
    DISPLAY,
    EMPTY,
    HAND,
    LARGE_SUN,
    LETTERS,
    PLATE_NAMES,
    SLOT_NAMES,
    STACK_DRAW_COST,
    TOP_AWAITED,
    TYPE_LETTERS,
    TYPE_OF,
    TYPES,
    UNSEEN,
)
from tilewright.games.duel.moves import SOURCE_LETTERS
from tilewright.games.duel.rules.deals import split
from tilewright.games.duel.rules.decorate import available_columns, may_spend, may_stop_spending
from tilewright.games.duel.rules.factories import is_chip_up
from tilewright.games.duel.rules.plates import may_begin_to_draw, may_lay
from tilewright.games.duel.rules.stack import in_stack, unseen_of
from tilewright.games.duel.rules.tiles import colours_at, may_pile, open_colours
from tilewright.games.duel.rules.turns import may_take_chip, may_take_plate
from tilewright.games.duel.steps import ACT, FRONTS, KEEP, RETURN, SPEND, STEPS, TABLE, TARGET

if TYPE_CHECKING:
    from tilewright.games.duel.components import State


class Reason(StrEnum):
    """Everything that can stand in the way of a move or a draw."""

    OTHER_STEP = "other_step"
    SOURCE_EMPTY = "source_empty"
    COLOUR_NOT_THERE = "colour_not_there"
    LINE_FULL = "line_full"
    LINE_HOLDS = "line_holds"
    CHIP_GONE = "chip_gone"
    CHIP_FACE_DOWN = "chip_face_down"
    CHIPS_TAKEN = "chips_taken"
    NO_TOKEN = "no_token"  # noqa: S105 - a piece of the game, no password
    NOT_IN_DISPLAY = "not_in_display"
    NOT_IN_HAND = "not_in_hand"
    STACK_EMPTY = "stack_empty"
    NO_POINT = "no_point"
    SLOT_TAKEN = "slot_taken"
    NONE_TO_PILE = "none_to_pile"
    NO_SUCH_CHIP = "no_such_chip"
    NO_SET_WITH_CHIP = "no_set_with_chip"
    SET_NOT_COMPLETE = "set_not_complete"
    OTHER_LINE_NEXT = "other_line_next"
    SPACE_NOT_AVAILABLE = "space_not_available"

    PLATE_NOT_UNSEEN = "plate_not_unseen"
    PLATE_TWICE = "plate_twice"
    HAND_HOLDS = "hand_holds"
    TOP_IS = "top_is"
    NO_PLATE_FOR_TOP = "no_plate_for_top"
    BAG_FIRST = "bag_first"
    DRAWN_AGAIN = "drawn_again"
    NOT_ENOUGH = "not_enough"
    CHIP_NOT_UNSEEN = "chip_not_unseen"


SILENT_REASONS = frozenset(
    {Reason.OTHER_STEP, Reason.NOT_IN_DISPLAY, Reason.NOT_IN_HAND, Reason.NO_SUCH_CHIP, Reason.OTHER_LINE_NEXT}
)
"""Reasons against what nobody who looks at the table would try."""


def refusal(state: State, parts: Parts) -> Refusal | None:
    """The first rule that forbids a move, or the beginning of one; None when none does."""
    kind = parts[KIND]
    if kind == "target" and state.step in (SPEND, TARGET):
        return _refuse_target(state, parts)
    if kind not in TABLE[state.step].kinds:
        return Refusal(Reason.OTHER_STEP, "", {"step": STEPS[state.step]})
    return _REFUSE[kind](state, parts)


def _refuse_take(state: State, parts: Parts) -> Refusal | None:
    """R5.1, R5.4, R6.2"""
    source, colour = parts.get("source"), parts.get("colour")
    if source is not None:
        at = SOURCE_LETTERS.index(source)
        rule, there = "R5.1" if at else "R5.4", colours_at(state, at)
        if colour is None and not there:
            return Refusal(Reason.SOURCE_EMPTY, rule, {"source": source})
        if colour is not None and not there >> LETTERS.index(colour) & 1:
            return Refusal(Reason.COLOUR_NOT_THERE, rule, {"source": source, "colour": colour})
    if parts.get("destination", "X") == "X":
        return None
    line, board = int(parts["destination"]) - 1, state.boards[state.to_move]
    opened = open_colours(board, line)
    if not opened:
        return Refusal(Reason.LINE_FULL, "R6.2", {"line": line + 1})
    if colour is not None and not opened >> LETTERS.index(colour) & 1:
        return Refusal(Reason.LINE_HOLDS, "R6.2", {"line": line + 1, "colour": LETTERS[board.line_colour[line]]})
    return None


def _refuse_chip(state: State, parts: Parts) -> Refusal | None:
    """R7.1, R7.2"""
    if "factory" in parts:
        factory = int(parts["factory"])
        if not is_chip_up(state, factory - 1):
            gone = state.chip[factory - 1] == EMPTY
            return Refusal(Reason.CHIP_GONE if gone else Reason.CHIP_FACE_DOWN, "R7.1", {"factory": factory})
    if not may_take_chip(state.boards[state.to_move]):
        return Refusal(Reason.CHIPS_TAKEN, "R7.2", {"count": CHIPS_PER_ROUND})
    return None


def _refuse_plate(state: State, parts: Parts) -> Refusal | None:
    """R2.6, R4.1, R4.2, R4.6"""
    if state.step == ACT and not may_take_plate(state.boards[state.to_move]):
        return Refusal(Reason.NO_TOKEN, "R4.1")
    if state.step in (KEEP, RETURN):
        return _refuse_place(state, parts, HAND, Reason.NOT_IN_HAND)
    return _refuse_place(state, parts, DISPLAY, Reason.NOT_IN_DISPLAY)


def _refuse_place(state: State, parts: Parts, where: int, reason: Reason) -> Refusal | None:
    """The plate must be there."""
    if "plate" not in parts or state.place[PLATE_NAMES.index(parts["plate"])] == where:
        return None
    there = [name for name, place in zip(PLATE_NAMES, state.place, strict=True) if place == where]
    return Refusal(reason, "R4.6" if where == HAND else "R4.2", {"plate": parts["plate"], "open": there})


def _refuse_draw(state: State, parts: Parts) -> Refusal | None:  # noqa: ARG001 - a draw has no parts
    """R4.1, R4.4, R4.5"""
    board = state.boards[state.to_move]
    if state.step != ACT:
        return None
    if not may_take_plate(board):
        return Refusal(Reason.NO_TOKEN, "R4.1")
    if in_stack(state) == 0:
        return Refusal(Reason.STACK_EMPTY, "R4.4")
    if not may_begin_to_draw(state, board):
        return Refusal(Reason.NO_POINT, "R4.5", {"cost": STACK_DRAW_COST})
    return None


def _refuse_stop(state: State, parts: Parts) -> Refusal | None:  # noqa: ARG001 - to stop has no parts
    """R9.3"""
    if state.step == SPEND and not may_stop_spending(state, state.boards[state.to_move]):
        return Refusal(Reason.SET_NOT_COMPLETE, "R9.3", {"line": int(state.line) + 1})
    return None


def _refuse_lay(state: State, parts: Parts) -> Refusal | None:
    """R4.7"""
    if "slot" in parts and not may_lay(state.boards[state.to_move], SLOT_NAMES.index(parts["slot"])):
        return Refusal(Reason.SLOT_TAKEN, "R4.7", {"slot": parts["slot"]})
    return None


def _refuse_pile(state: State, parts: Parts) -> Refusal | None:
    """R5.2"""
    if "colour" in parts and not may_pile(state, state.factory, LETTERS.index(parts["colour"])):
        about = {"colour": parts["colour"], "factory": int(state.factory) + 1}
        return Refusal(Reason.NONE_TO_PILE, "R5.2", about)
    return None


def _refuse_spend(state: State, parts: Parts) -> Refusal | None:
    """R9.3"""
    board = state.boards[state.to_move]
    if "chip" not in parts:
        return None
    kind = CHIPS.index(parts["chip"])
    if not board.chips[kind]:
        return Refusal(Reason.NO_SUCH_CHIP, "R9.2", {"chip": parts["chip"]})
    if not may_spend(state, board, kind):
        about = {"line": int(state.line) + 1, "chip": parts["chip"], "order": list(CHIPS)}
        return Refusal(Reason.NO_SET_WITH_CHIP, "R9.3", about)
    return None


def _refuse_target(state: State, parts: Parts) -> Refusal | None:
    """R8.2, R8.7"""
    line = int(state.line)
    if int(parts.get("line", line + 1)) != line + 1:
        return Refusal(Reason.OTHER_LINE_NEXT, "R8.7", {"line": line + 1})
    if state.step == SPEND:
        return Refusal(Reason.OTHER_STEP, "", {"step": STEPS[SPEND]})
    columns = available_columns(state.boards[state.to_move], line)
    if "column" not in parts or columns >> int(parts["column"]) - 1 & 1:
        return None
    opened = [column + 1 for column in range(COLUMNS) if columns >> column & 1]
    about = {"row": line + 1, "column": int(parts["column"]), "open": opened}
    return Refusal(Reason.SPACE_NOT_AVAILABLE, "R8.2", about)


_REFUSE: dict[str, Callable[[State, Parts], Refusal | None]] = {
    "take": _refuse_take,
    "chip": _refuse_chip,
    "plate": _refuse_plate,
    "draw": _refuse_draw,
    "stop": _refuse_stop,
    "lay": _refuse_lay,
    "return": _refuse_plate,
    "pile": _refuse_pile,
    "spend": _refuse_spend,
    "target": _refuse_target,
}

# -- draws ----------------------------------------------------------------------------------------

SUNS = ("L", "1", "2", "3", "4")  # in the order they are filled


def deal_refusal(state: State, drawn: Sequence[int]) -> Refusal | None:
    """Why these things cannot be drawn now; None when they can."""
    plates, kinds, suns, chips = split(state, drawn)
    faults = (_plate_faults(state, plates), _type_faults(state, plates, kinds), _sun_faults(state, suns))
    return next((fault for found in (*faults, _chip_faults(state, chips)) for fault in found), None)


def _plate_faults(state: State, plates: list[int]) -> Iterator[Refusal]:
    for k, plate in enumerate(plates):
        about = {"plate": PLATE_NAMES[plate]}
        if state.place[plate] != UNSEEN:
            yield Refusal(Reason.PLATE_NOT_UNSEEN, "R14.4", about)
        if plate in plates[:k]:
            yield Refusal(Reason.PLATE_TWICE, "R1.3", about)
    if state.step == FRONTS:
        found = [sum(TYPE_OF[plate] == kind for plate in plates) for kind in range(TYPES)]
        special, joker = state.hand_unknown.tolist()
        if found != [special, joker]:
            yield Refusal(Reason.HAND_HOLDS, "R14.5", {"special": special, "joker": joker})
    elif plates and state.top not in (TOP_AWAITED, TYPE_OF[plates[0]]):
        yield Refusal(Reason.TOP_IS, "R14.4", {"type": TYPE_LETTERS[state.top]})


def _type_faults(state: State, plates: list[int], kinds: list[int]) -> Iterator[Refusal]:
    for kind in kinds:
        left = unseen_of(state, kind) - sum(TYPE_OF[plate] == kind for plate in plates)
        if state.step == FRONTS:
            left += state.hand_unknown[kind]  # they are the plates named
        if left <= 0:
            yield Refusal(Reason.NO_PLATE_FOR_TOP, "R14.4", {"type": TYPE_LETTERS[kind]})


def _is_plain(tiles: list[int]) -> bool:
    return sum(n > 0 for n in tiles) <= 1


def _sun_faults(state: State, suns: list[list[int]]) -> Iterator[Refusal]:
    """R2.3, R12.4-R12.6 Do these tiles come out of bag and tower?"""
    bag, tower = state.bag.tolist(), state.tower.tolist()
    for name, sun in zip(SUNS, suns, strict=False):
        tiles = [sun.count(colour) for colour in range(len(LETTERS))]
        full_large = name == "L" and sum(tiles) == LARGE_SUN
        if sum(tiles) > sum(bag):
            everything = [b + t for b, t in zip(bag, tower, strict=True)]
            again = full_large and _may_be_plain(bag, everything)
            for colour, letter in enumerate(LETTERS):
                if tiles[colour] < bag[colour] and not again:
                    yield Refusal(Reason.BAG_FIRST, "R12.4", {"sun": name, "count": bag[colour], "colour": letter})
            bag, tower = everything, [0] * len(tower)
        if full_large and _is_plain(tiles) and not _is_plain(bag):
            yield Refusal(Reason.DRAWN_AGAIN, "R2.3")
        for colour, letter in enumerate(LETTERS):
            bag[colour] -= tiles[colour]
            if bag[colour] < 0:
                yield Refusal(Reason.NOT_ENOUGH, "R1.1", {"sun": name, "colour": letter})


def _may_be_plain(bag: list[int], everything: list[int]) -> bool:
    """R12.5 Could the first five, all of the bag and some of the tower, have had one colour?"""
    return any(n >= LARGE_SUN and sum(bag) == bag[colour] for colour, n in enumerate(everything))


def _chip_faults(state: State, chips: list[int]) -> Iterator[Refusal]:
    for kind in sorted(set(chips)):
        if chips.count(kind) > state.unseen_chips[kind]:
            yield Refusal(Reason.CHIP_NOT_UNSEEN, "R14.8", {"chip": CHIPS[kind]})
