"""Why a move or a draw is not possible: the rule that forbids it, as data."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.shapes.refusal import Refusal
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE_STAR,
    COLOURS,
    COST,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    PLACING,
    POSITIONS,
    STAR_LETTERS,
    joker_of,
)
from tilewright.games.pavilion.deals import group_name, groups_due
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.offer import offered_colours
from tilewright.games.pavilion.passing import may_keep, may_keep_all
from tilewright.games.pavilion.placing import fewest_jokers, may_take_bonus, most_jokers, open_colours, payable

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State


class Reason(StrEnum):
    """Everything that can stand in the way of a move or a draw."""

    TAKE_FIRST = "take_first"
    TURN_OF_PLACING = "turn_of_placing"
    BONUS_FIRST = "bonus_first"
    KEEP_FIRST = "keep_first"
    NO_SUCH_FACTORY = "no_such_factory"
    SOURCE_EMPTY = "source_empty"
    COLOUR_NOT_THERE = "colour_not_there"
    JOKER_NOT_OFFERED = "joker_not_offered"
    NOT_IN_SUPPLY = "not_in_supply"
    BONUS_OUT_OF_ORDER = "bonus_out_of_order"
    TOO_FEW_FROM_HERE = "too_few_from_here"
    KEPT_OUT_OF_ORDER = "kept_out_of_order"
    NONE_TO_KEEP = "none_to_keep"
    MANY_TILES = "many_tiles"
    SPACE_TAKEN = "space_taken"
    STAR_COMPLETE = "star_complete"
    STAR_HAS_COLOUR = "star_has_colour"
    STAR_OF_ONE_COLOUR = "star_of_one_colour"
    STAR_ALL_ALIKE = "star_all_alike"
    STAR_ALL_DIFFERENT = "star_all_different"
    NONE_TO_PLACE = "none_to_place"
    JOKER_ITSELF = "joker_itself"
    TOO_MANY_JOKERS = "too_many_jokers"
    JOKERS_MISSING = "jokers_missing"
    CANNOT_PAY = "cannot_pay"
    NOTHING_FITS = "nothing_fits"
    WRONG_NUMBER = "wrong_number"
    BAG_FIRST = "bag_first"
    NOT_ENOUGH = "not_enough"


SILENT_REASONS = frozenset(
    {
        Reason.TAKE_FIRST,
        Reason.TURN_OF_PLACING,
        Reason.BONUS_FIRST,
        Reason.KEEP_FIRST,
        Reason.NO_SUCH_FACTORY,
        Reason.TOO_MANY_JOKERS,
        Reason.JOKER_ITSELF,
    }
)
"""Reasons against what nobody who looks at the table would try."""

_PHASE_OF = {
    "draft": DRAFTING,
    "place": PLACING,
    "pass": PLACING,
    "discard": PLACING,
    "bonus": BONUS,
    "keep": KEEPING,
    "done": KEEPING,
}
_WAITS_FOR = {
    DRAFTING: Refusal(Reason.TAKE_FIRST, "R2.10"),
    PLACING: Refusal(Reason.TURN_OF_PLACING, "R3.2"),
    BONUS: Refusal(Reason.BONUS_FIRST, "R4.5"),
    KEEPING: Refusal(Reason.KEEP_FIRST, "R5.2"),
}


def refusal(state: State, parts: Parts) -> Refusal | None:
    """The first rule that forbids a move, or the beginning of one; None when none does."""
    kind = parts[KIND]
    if state.phase != _PHASE_OF[kind]:
        return _WAITS_FOR[int(state.phase)]
    if kind == "draft":
        return _refuse_draft(state, parts)
    if kind == "place":
        return _refuse_place(state, parts)
    if kind == "discard" and not may_keep_all(state.boards[state.to_move]):
        return Refusal(Reason.MANY_TILES, "R5.2")
    if "colour" in parts:
        refuse = _refuse_bonus if kind == "bonus" else _refuse_keep
        return refuse(state, parts["colour"])
    return None


def _refuse_draft(state: State, parts: Parts) -> Refusal | None:
    if "source" not in parts:
        return None
    source, factories = int(parts["source"]), int(FACTORIES_FOR[state.players])
    if source > factories:
        return Refusal(Reason.NO_SUCH_FACTORY, "R1.2", {"factories": factories})
    tiles = state.offer[source]
    offered = offered_colours(tiles, joker_of(state))
    if not offered:
        return Refusal(Reason.SOURCE_EMPTY, "R2.3", {"source": source})
    if "colour" not in parts:
        return None
    letter = parts["colour"]
    colour = LETTERS.index(letter)
    if offered >> colour & 1:
        return None
    reason = Reason.JOKER_NOT_OFFERED if tiles[colour] else Reason.COLOUR_NOT_THERE
    return Refusal(reason, "R2.4", {"source": source, "colour": letter})


def _refuse_bonus(state: State, letter: str) -> Refusal | None:
    colour = LETTERS.index(letter)
    if may_take_bonus(state, colour):
        return None
    if not state.supply[colour]:
        return Refusal(Reason.NOT_IN_SUPPLY, "R4.5", {"colour": letter})
    if colour < state.from_colour:
        return Refusal(Reason.BONUS_OUT_OF_ORDER, "R4.5", {"colour": LETTERS[state.from_colour]})
    return Refusal(Reason.TOO_FEW_FROM_HERE, "R4.5", {"colour": letter, "count": int(state.bonus_left)})


def _refuse_keep(state: State, letter: str) -> Refusal | None:
    colour = LETTERS.index(letter)
    if may_keep(state, colour):
        return None
    if colour < state.from_colour:
        return Refusal(Reason.KEPT_OUT_OF_ORDER, "R5.2", {"colour": LETTERS[state.from_colour]})
    return Refusal(Reason.NONE_TO_KEEP, "R5.2", {"colour": letter})


# -- placing ------------------------------------------------------------------------------------


def _refuse_place(state: State, parts: Parts) -> Refusal | None:
    if "star" not in parts:
        return _refuse_colour(state, parts)
    board, star = state.boards[state.to_move], STAR_LETTERS.index(parts["star"])
    if "position" not in parts:
        return _refuse_star(state, board, star)
    position = int(parts["position"]) - 1
    if board.tiles[star, position] != EMPTY:
        return Refusal(Reason.SPACE_TAKEN, "R3.2", {"star": parts["star"], "position": position + 1})
    if "colour" not in parts:
        fits = _fitting(state, board, star, position)
        return None if fits else Refusal(Reason.NOTHING_FITS, "R3.8", _named(state, star))
    colour = LETTERS.index(parts["colour"])
    if not open_colours(state.side, board, star) >> colour & 1:
        return _refuse_star_colour(state, board, star)
    cost = int(COST[state.side, star, position])
    jokers = int(parts["jokers"]) if "jokers" in parts else None
    return _refuse_pay(state, board, colour, cost, jokers)


def _refuse_colour(state: State, parts: Parts) -> Refusal | None:
    """R3.8 Whatever the space, one tile of the colour is placed."""
    letter = parts.get("colour")
    if letter and not state.boards[state.to_move].hand[LETTERS.index(letter)]:
        return Refusal(Reason.NONE_TO_PLACE, "R3.8", {"colour": letter})
    return None


def _refuse_star(state: State, board: Board, star: int) -> Refusal | None:
    empty = [position for position in range(POSITIONS) if board.tiles[star, position] == EMPTY]
    if not empty:
        return Refusal(Reason.STAR_COMPLETE, "R3.2", _named(state, star))
    if not any(_fitting(state, board, star, position) for position in empty):
        return Refusal(Reason.NOTHING_FITS, "R3.8", _named(state, star))
    return None


def _fitting(state: State, board: Board, star: int, position: int) -> int:
    """R3.4-R3.8 The colours that an empty space takes and the hand can pay."""
    affordable = payable(board.hand, joker_of(state)) >> int(COST[state.side, star, position]) * COLOURS
    return int(open_colours(state.side, board, star)) & affordable


def _named(state: State, star: int) -> dict[str, Any]:
    """A star, and whether its letter is also its colour."""
    return {"star": STAR_LETTERS[star], "coloured": bool(state.side == COLOURED)}


def _refuse_star_colour(state: State, board: Board, star: int) -> Refusal:
    held = [LETTERS[colour] for colour in range(COLOURS) if board.colours[star] >> colour & 1]
    about = {**_named(state, star), "colours": held}
    if star == CENTRE_STAR and state.side == COLOURED:
        return Refusal(Reason.STAR_HAS_COLOUR, "R3.5", about)
    if state.side == COLOURED:
        return Refusal(Reason.STAR_OF_ONE_COLOUR, "R3.4", {**about, "colours": [LETTERS[star]]})
    if len(held) == 1:
        return Refusal(Reason.STAR_ALL_ALIKE, "R3.6", about)
    return Refusal(Reason.STAR_ALL_DIFFERENT, "R3.6", about)


def _refuse_pay(state: State, board: Board, colour: int, cost: int, jokers: int | None) -> Refusal | None:
    """R3.8-R3.10; without a number of jokers any number will do."""
    joker = int(joker_of(state))
    tiles, wild = int(board.hand[colour]), int(board.hand[joker]) if colour != joker else 0
    letter = LETTERS[colour]
    if tiles == 0:
        return Refusal(Reason.NONE_TO_PLACE, "R3.8", {"colour": letter})
    most = int(most_jokers(cost, wild))
    jokers = most if jokers is None else jokers
    if fewest_jokers(cost, tiles) <= jokers <= most:
        return None
    if colour == joker and jokers:
        return Refusal(Reason.JOKER_ITSELF, "R3.9", {"colour": letter})
    if jokers >= cost:
        return Refusal(Reason.TOO_MANY_JOKERS, "R3.10", {"cost": cost, "most": cost - 1})
    if jokers > wild:
        return Refusal(Reason.JOKERS_MISSING, "R3.10", {"count": wild, "colour": LETTERS[joker]})
    about = {"cost": cost, "jokers": jokers, "needs": cost - jokers, "colour": letter, "count": tiles}
    return Refusal(Reason.CANNOT_PAY, "R3.8", about)


# -- draws --------------------------------------------------------------------------------------


def deal_refusal(state: State, drawn: Sequence[int]) -> Refusal | None:
    """Why these tiles cannot be drawn now (R4.9); None when they can."""
    bag, tower = state.bag.tolist(), state.tower.tolist()
    sizes = groups_due(state)
    wanted = min(sum(sizes), sum(bag) + sum(tower))
    if len(drawn) != wanted:
        return Refusal(Reason.WRONG_NUMBER, "R4.9", {"wanted": wanted, "drawn": len(drawn)})
    rest = list(drawn)
    for number, size in enumerate(sizes):
        tiles, rest = rest[:size], rest[size:]
        about: dict[str, Any] = {"place": group_name(state, number)}
        if len(tiles) > sum(bag):  # all of the bag is drawn, the tower gives the rest
            for colour, letter in enumerate(LETTERS):
                if tiles.count(colour) < bag[colour]:
                    return Refusal(Reason.BAG_FIRST, "R4.9", {**about, "count": bag[colour], "colour": letter})
            bag, tower = [b + t for b, t in zip(bag, tower, strict=True)], [0] * COLOURS
        for colour, letter in enumerate(LETTERS):
            bag[colour] -= tiles.count(colour)
            if bag[colour] < 0:
                return Refusal(Reason.NOT_ENOUGH, "R4.9", {**about, "colour": letter})
    return None
