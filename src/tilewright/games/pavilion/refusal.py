"""Why a move is not possible: the rule that forbids it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE_STAR,
    COLOURS,
    COST,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    KEEPING,
    NAMES,
    PLACING,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.notation import name_space, place_name, star_name
from tilewright.games.pavilion.placing import joker_of, most_jokers, open_colours

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

_WAITS_FOR = {
    DRAFTING: "tiles are still on offer: take some first, like 3G",
    PLACING: "this is a turn of placing: place a tile, like G5, or pass",
    BONUS: "bonus tiles must be taken first, like *G (R4.5)",
    KEEPING: "say first what is kept, like =G, or done (R5.2)",
}


def why_not(state: State, move: int) -> str:
    """The rule that forbids a move; the move is known to be illegal."""
    phase = int(state.phase)
    if phase != _phase_of(move):
        return _WAITS_FOR[phase]
    if phase == DRAFTING:
        return _why_not_draft(state, codes.source_of(move), codes.drafted(move))
    if phase == BONUS:
        return _why_not_bonus(state, move - codes.BONUSES)
    if phase == KEEPING:
        return _why_not_keep(state, move - codes.KEEPS)
    if move == codes.DISCARD:
        return "with more than four tiles write pass, then say what is kept (R5.2)"
    return _why_not_place(state, move)


def _phase_of(move: int) -> int:
    """The phase in which a move may be possible."""
    if move < codes.DRAFTS:
        return DRAFTING
    if move < codes.BONUSES:
        return PLACING
    return BONUS if move < codes.KEEPS else KEEPING


def _why_not_draft(state: State, source: int, colour: int) -> str:
    factories = FACTORIES_FOR[state.players]
    if source > factories:
        return f"there are only {factories} factories"
    where = place_name(source)
    if not state.offer[source].any():
        return f"{where} is empty (R2.3)"
    if not state.offer[source, colour]:
        return f"there is no {NAMES[colour]} tile in {where} (R2.4)"
    return f"{NAMES[colour]} is the joker, and {where} also has other colours: choose one of those (R2.4)"


def _why_not_bonus(state: State, colour: int) -> str:
    name = NAMES[colour]
    if not state.supply[colour]:
        return f"there is no {name} tile in the supply (R4.5)"
    if colour < state.from_colour:
        return f"bonus tiles are taken in the order of the colours, and {NAMES[state.from_colour]} has been taken"
    return (
        f"bonus tiles are taken in the order of the colours, and from {name} on the supply has"
        f" fewer than the {state.bonus_left} to be taken"
    )


def _why_not_keep(state: State, colour: int) -> str:
    if colour < state.from_colour:
        return f"tiles are kept in the order of the colours, and {NAMES[state.from_colour]} has been kept"
    return f"there is no {NAMES[colour]} tile in hand (R5.2)"


def _why_not_place(state: State, move: int) -> str:
    star, position, colour = codes.star_of(move), codes.position_of(move), codes.placed(move)
    board = state.boards[state.to_move]
    if board.tiles[star, position] != EMPTY:
        return f"{name_space(star, position)} is taken (R3.2)"
    if not open_colours(state.side, board, star) >> colour & 1:
        return _why_not_colour(state, board, star)
    cost = int(COST[state.side, star, position])
    return _why_not_pay(state, board, colour, cost, codes.jokers_of(move))


def _why_not_colour(state: State, board: Board, star: int) -> str:
    where = star_name(state, star)
    held = [NAMES[colour] for colour in range(COLOURS) if board.colours[star] >> colour & 1]
    if star == CENTRE_STAR and state.side == COLOURED:
        return f"{where} takes each colour once and has {', '.join(held)} (R3.5)"
    if state.side == COLOURED:
        return f"{where} takes only {NAMES[star]} (R3.4)"
    if len(held) == 1:
        return f"{where} has become all {held[0]} (R3.6)"
    return f"{where} has become all different and has {', '.join(held)} (R3.6)"


def _why_not_pay(state: State, board: Board, colour: int, cost: int, jokers: int) -> str:
    joker = joker_of(state)
    name, tiles = NAMES[colour], int(board.hand[colour])
    if tiles == 0:
        return f"there is no {name} tile in hand, and one must be placed (R3.8)"
    if colour == joker and jokers:
        return f"{name} is the joker colour itself, so no joker is counted (R3.9)"
    if jokers > most_jokers(cost, cost):
        return f"a space of cost {cost} takes at most {cost - 1} jokers (R3.10)"
    if jokers > board.hand[joker]:
        return f"there are only {board.hand[joker]} {NAMES[joker]} tiles in hand as jokers (R3.10)"
    paid = f" with {jokers} jokers" if jokers else ""
    return f"cost {cost}{paid} needs {cost - jokers} {name} tiles, and there are {tiles} in hand (R3.8)"
