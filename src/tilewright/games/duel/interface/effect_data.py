"""What a move or a draw did, step by step, as a seat sees it: the notes of the rules as data.

Beside the kinds of core/shapes/effect_data.py there are

| kind | says |
|---|---|
| ``take_plate`` ``keep_plate`` | a ``seat`` takes this ``plate`` from the display, or keeps it from the hand |
| ``lay_plate`` | a ``seat`` lays this ``plate`` on a slot, ``to``, with its ``turn`` |
| ``draw_plate`` | a ``seat`` draws a plate of this ``type`` from the stack |
| ``look`` | a ``seat`` looks at the plates drawn; ``plates`` are for that seat alone |
| ``return_plate`` | a ``seat`` chooses the next plate to go back; ``plate`` is for that seat alone |
| ``put_lot`` | a ``seat`` puts so many plates (``count``) under the stack |
| ``reveal_plate`` ``reveal_type`` | a ``plate`` is turned up in the display; the ``type`` of the stack's top shows |

The places of plates change by ``set`` effects, which hold what the watching seat may know. They follow what was
done with plates, which comes first in every ply.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.effects import EFFECTS, GAME_ENDED, POINTS_SCORED, TURN_PASSED
from tilewright.core.contract.teller import Teller, rows_of
from tilewright.games.duel.components import (
    BROKEN,
    CHIPS,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMNS,
    EMPTY,
    ENDINGS,
    HAND,
    JOKERS_GOAL,
    LETTERS,
    LINES,
    PILE_SPACES,
    PLATE_NAMES,
    SEATS,
    SLOT_COLUMNS,
    SMALL,
    SPECIAL,
    SPECIALS_GOAL,
    TYPE_LETTERS,
)
from tilewright.games.duel.interface.view import SPACES
from tilewright.games.duel.interface.watching import Watched
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules import effects, goals
from tilewright.games.duel.rules.deals import deal_exactly
from tilewright.games.duel.rules.effects import BESIDE, FIRST_BOARD, FIRST_PILE, FIRST_SUN, PLACES_OF_A_BOARD
from tilewright.games.duel.rules.points import FLOOR
from tilewright.games.duel.rules.verbs import play as play_move
from tilewright.games.duel.steps import KEEP, PHASES

if TYPE_CHECKING:
    from tilewright.core.shapes.effect_data import Effect
    from tilewright.games.duel.components import Board, State


def play(state: State, move: int, seat: int | None = None) -> list[Effect]:
    """One step of a turn and all that follows from it, as this seat (-1 a spectator, None everything) sees it."""
    log, noted = Watched(state, seat), np.zeros(1, dtype=EFFECTS)[0]
    play_move(state, move, noted)
    return told(log, state, noted)


def deal(state: State, drawn: Sequence[int], seat: int | None = None) -> list[Effect]:
    """R14.10 What becomes visible, and how the game goes on, as this seat sees it."""
    log, noted = Watched(state, seat), np.zeros(1, dtype=EFFECTS)[0]
    deal_exactly(state, np.array(drawn, dtype=COUNT), len(drawn), noted)
    return told(log, state, noted)


def told(log: Watched, state: State, noted: Any) -> list[Effect]:
    """Every note as data, and how the table looks to the seat that watches."""
    rows = rows_of(noted)
    plates = len(list(takewhile(is_about_plates, rows)))
    TELLER.tell(log, state, sorted(rows[:plates], key=by_name))
    if plates:
        log.show_plates()
    TELLER.tell(log, state, rows[plates:])
    log.close()
    return log.effects


def is_about_plates(row: list[int]) -> bool:
    """What is done with plates, and what that costs."""
    return effects.PLATE_CHOSEN <= row[0] <= effects.TYPE_REVEALED or row[0] == POINTS_SCORED


def by_name(row: list[int]) -> int:
    """R14.7 Plates turned up come first in a draw, by name: the order of a lot is not for everybody to know."""
    return row[1] if row[0] == effects.PLATE_REVEALED else len(PLATE_NAMES)


# -- places, and reasons of points ----------------------------------------------------------------


def pointer(place: int) -> str:
    """Where a place lies in the view."""
    if place >= FIRST_BOARD:
        seat, at = divmod(place - FIRST_BOARD, PLACES_OF_A_BOARD)
        return f"/boards/{seat}" + {BROKEN: "/broken", BESIDE: ""}.get(at, f"/lines/{at}")
    if place >= FIRST_PILE:
        factory, height = divmod(place - FIRST_PILE, PILE_SPACES)
        return f"/moons/piles/{factory}/{height}"
    if place >= FIRST_SUN:
        return f"/suns/{place - FIRST_SUN}"
    return {effects.BAG: "/bag", effects.TOWER: "/tower", effects.MOON: "/moons"}[place]


REASONS = {goal: (name, "R13.2") for goal, name in enumerate(GOALS)} | {
    effects.BY_TILE: ("tiles", "R10.1"),
    effects.BY_SPECIAL: ("specials", "R10.2"),
    effects.BY_BROKEN: ("broken", "R11.1"),
    effects.BY_MARKER: ("first_player_tile", "R11.2"),
    effects.BY_DRAW: ("plates", "R4.3"),
    effects.BY_FLOOR: (FLOOR, "R11.3"),
    effects.BY_FLOOR_AT_END: (FLOOR, "R13.2"),
}


def scored_at(state: State, seat: int, reason: int, which: int) -> list[str]:  # noqa: ARG001 - a goal is counted whole
    """The places that brought points: the broken zone, or the cells of a goal."""
    if reason == effects.BY_BROKEN:
        return [f"/boards/{seat}/broken"]
    return goal_cells(state.boards[seat], reason, f"/boards/{seat}/dome") if reason < len(GOALS) else []


def goal_cells(board: Board, goal: int, dome: str) -> list[str]:
    """The cells a goal was counted on: those that brought points, or that lost them."""
    every = [(row, column) for row in range(LINES) for column in range(COLUMNS)]
    if goal in goals.GROUPS:
        cells = [cell for group in goals.GROUPS[goal] if not goals.missing(board, group) for cell in group]
    elif goal == COLOURS_GOAL:
        rows = [row for row in range(LINES) if goals.colours_shown(board, row) >= COLOURS_WANTED]
        cells = [(row, column) for row, column in every if row in rows]
    elif goal == JOKERS_GOAL:
        cells = goals.joker_cells(board)
    elif goal == SPECIALS_GOAL:
        cells = [cell for cell in every if board.spaces[cell] == SPECIAL and board.dome[cell] == EMPTY]
    else:
        edge = (0, LINES - 1)
        cells = [cell for cell in every if set(cell) & set(edge) and board.dome[cell] != EMPTY]
    return [f"{dome}/{row}/{column}" for row, column in dict.fromkeys(cells)]


# -- plates ---------------------------------------------------------------------------------------


def plate_chosen(log: Watched, _: State, seat: int, plate: int, step: int, *__: int) -> None:
    """R2.6, R4.2, R4.6"""
    log.note("keep_plate" if step == KEEP else "take_plate", seat=seat, plate=PLATE_NAMES[plate])


def token_used(log: Watched, _: State, seat: int, left: int, *__: int) -> None:
    """R4.1"""
    log.set(f"/boards/{seat}/tokens", left)


def plate_drawn(log: Watched, _: State, seat: int, kind: int, *__: int) -> None:
    """R4.3"""
    log.note("draw_plate", seat=seat, type=TYPE_LETTERS[kind])


def hand_seen(log: Watched, state: State, seat: int, *_: int) -> None:
    """R4.6, R14.6"""
    hand = [name for name, place in zip(PLATE_NAMES, state.place, strict=True) if place == HAND]
    log.note("look", seat=seat, **({"plates": hand} if log.knows_hand_of(seat) else {}))


def plate_laid(log: Watched, state: State, seat: int, plate: int, slot: int, turn: int, *_: int) -> None:
    """R4.7 What lies on a slot, and the spaces it brings."""
    mine, spaces = f"/boards/{seat}", SPACES.write(state.boards[seat].spaces.tolist())
    log.note("lay_plate", seat=seat, plate=PLATE_NAMES[plate], to=f"{mine}/slots/{slot}", turn=turn)
    log.set(f"{mine}/slots/{slot}", {"plate": PLATE_NAMES[plate], "turn": turn})
    top, left = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    for row, column in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)):
        log.set(f"{mine}/spaces/{row}/{column}", spaces[row][column])


def plate_returned(log: Watched, _: State, seat: int, plate: int, *__: int) -> None:
    """R4.6, R14.6"""
    log.note("return_plate", seat=seat, **({"plate": PLATE_NAMES[plate]} if log.knows_hand_of(seat) else {}))


def lot_put(log: Watched, _: State, seat: int, plates: int, *__: int) -> None:
    """R4.6"""
    log.note("put_lot", seat=seat, count=plates)


def plate_revealed(log: Watched, _: State, plate: int, *__: int) -> None:
    """R2.1, R12.2"""
    log.note("reveal_plate", plate=PLATE_NAMES[plate])


def type_revealed(log: Watched, _: State, kind: int, *__: int) -> None:
    """R14.4"""
    log.note("reveal_type", type=TYPE_LETTERS[kind])


# -- tiles and chips ------------------------------------------------------------------------------


def tiles_taken(log: Watched, _: State, __: int, tiles: int, source: int, *___: int) -> None:
    log.take_tiles(tiles, pointer(source))


def tiles_put(log: Watched, _: State, colour: int, tiles: int, to: int, *__: int) -> None:
    log.put_tiles(colour, tiles, pointer(to))


def chips_laid(log: Watched, _: State, *__: int) -> None:
    """R2.4, R12.3"""
    for factory in range(SMALL):
        log.set(f"/chips/{factory}", "?")


def chip_revealed(log: Watched, _: State, factory: int, kind: int, *__: int) -> None:
    """R5.7"""
    log.note("reveal", **{"from": "/unseen_chips"}, at=f"/chips/{factory}", value=CHIPS[kind])


def chip_taken(log: Watched, _: State, seat: int, factory: int, kind: int, taken: int, *__: int) -> None:
    """R7.1, R7.2"""
    log.move_chip(kind, f"/chips/{factory}", f"/boards/{seat}/chips")
    log.set(f"/boards/{seat}/chips_taken", taken)


def chip_spent(log: Watched, _: State, seat: int, kind: int, *__: int) -> None:
    """R9.2"""
    log.move_chip(kind, f"/boards/{seat}/chips", "/spent")


def chips_gone(log: Watched, _: State, *__: int) -> None:
    """R9.5"""
    log.set("/spent", {})


# -- the dome, and the end of a round and of the game ---------------------------------------------


def turn_passed(log: Watched, _: State, seat: int, *__: int) -> None:
    """R8.1"""
    log.turn_to(seat)


def tile_placed(
    log: Watched, _: State, seat: int, row: int, column: int, colour: int, points: int, across: int, down: int
) -> None:
    """R8.5, R10.1"""
    cell, runs = f"/boards/{seat}/dome/{row}/{column}", {"across": across, "down": down}
    log.move_tiles(LETTERS[colour], 1, f"/boards/{seat}/lines/{row}", cell, points=points, runs=runs)
    log.score(seat, points, *REASONS[effects.BY_TILE], [cell])


def special_placed(log: Watched, _: State, seat: int, row: int, column: int, points: int, *__: int) -> None:
    """R10.2"""
    cell = f"/boards/{seat}/dome/{row}/{column}"
    log.note("place_special", at=cell, value="*")
    log.score(seat, points, *REASONS[effects.BY_SPECIAL], [cell])


def tokens_back(log: Watched, _: State, seat: int, tokens: int, *__: int) -> None:
    """R12.1"""
    log.set(f"/boards/{seat}/tokens", tokens)
    log.set(f"/boards/{seat}/chips_taken", 0)


def game_ended(log: Watched, state: State, ending: int, *_: int) -> None:
    """R13.3"""
    won = int(goals.winners(state))
    log.note("end", ending=ENDINGS[ending], winners=[seat for seat in range(SEATS) if won >> seat & 1])


TELLER = Teller(
    letters=LETTERS,
    phases=PHASES,
    endings=ENDINGS,
    reasons=REASONS,
    pointer=pointer,
    scored_at=scored_at,
    own={
        effects.PLATE_CHOSEN: plate_chosen,
        effects.TOKEN_USED: token_used,
        effects.PLATE_DRAWN: plate_drawn,
        effects.HAND_SEEN: hand_seen,
        effects.PLATE_LAID: plate_laid,
        effects.PLATE_RETURNED: plate_returned,
        effects.LOT_PUT: lot_put,
        effects.PLATE_REVEALED: plate_revealed,
        effects.TYPE_REVEALED: type_revealed,
        effects.TILES_TAKEN: tiles_taken,
        effects.TILES_PUT: tiles_put,
        effects.CHIPS_LAID: chips_laid,
        effects.CHIP_REVEALED: chip_revealed,
        effects.CHIP_TAKEN: chip_taken,
        effects.CHIP_SPENT: chip_spent,
        effects.CHIPS_GONE: chips_gone,
        effects.TILE_PLACED: tile_placed,
        effects.SPECIAL_PLACED: special_placed,
        effects.TOKENS_BACK: tokens_back,
        TURN_PASSED: turn_passed,
        GAME_ENDED: game_ended,
    },
)
