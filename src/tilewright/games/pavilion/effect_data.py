"""What a move or a draw did: the notes of the rules as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.effects import NOBODY
from tilewright.core.contract.teller import CountedField, Teller
from tilewright.core.shapes.shape import SEATS
from tilewright.games.pavilion.components import (
    CENTRE,
    COST,
    COSTING,
    ENDINGS,
    LETTERS,
    PHASES,
    POSITIONS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
)
from tilewright.games.pavilion.effects import (
    BAG,
    BESIDE,
    BY_NUMBER,
    BY_STAR,
    FIRST_BOARD,
    FOR_DISCARDED,
    FOR_KEPT,
    FOR_TOKEN,
    HAND,
    KEPT,
    PLACES_OF_A_BOARD,
    STRUCTURE_COMPLETED,
    SUPPLY,
    TILE_PLACED,
    TOKEN_MOVED,
    TOWER,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.core.shapes.effect_data import Log
    from tilewright.games.pavilion.components import State

REASONS = {
    BY_STAR: ("stars", "R7.2"),
    BY_NUMBER: ("numbers", "R7.3"),
    FOR_TOKEN: ("losses", "R2.8"),
    FOR_DISCARDED: ("losses", "R5.2"),
    FOR_KEPT: ("losses", "R7.4"),
}


def pointer(place: int) -> str:
    """Where a place lies in the view."""
    if place < FIRST_BOARD:
        return {CENTRE: "/centre", BAG: "/bag", TOWER: "/tower", SUPPLY: "/supply"}.get(place) or (
            f"/factories/{place - 1}"
        )
    seat, at = divmod(place - FIRST_BOARD, PLACES_OF_A_BOARD)
    return f"/boards/{seat}" + {HAND: "/hand", KEPT: "/kept", BESIDE: ""}[at]


def spaces(seat: int, which: Iterable[tuple[int, int]]) -> list[str]:
    """These spaces, as star and position, on the board of a seat."""
    return [f"/boards/{seat}/stars/{star}/{position}" for star, position in which]


def scored_at(state: State, seat: int, reason: int, which: int) -> list[str]:
    """The places that brought points: the spaces of a star or of a cost, or the corner spaces."""
    if reason == BY_STAR:
        return spaces(seat, ((which, position) for position in range(POSITIONS)))
    if reason == BY_NUMBER:
        wanted = COSTING[state.side, which].tolist()
        return spaces(seat, ((star, k) for star in range(STARS) for k in range(POSITIONS) if wanted[star] >> k & 1))
    return [f"/boards/{seat}/kept"] if reason == FOR_KEPT else []


def tile_placed(
    log: Log, state: State, seat: int, star: int, position: int, colour: int, points: int, joker: int, jokers: int
) -> None:
    """R3.8, R3.11, R4.2 One tile of the price goes on the board, the others to the tower."""
    hand, [space] = f"/boards/{seat}/hand", spaces(seat, [(star, position)])
    others = int(COST[state.side, star, position]) - jokers - 1
    log.move_tiles(LETTERS[colour], 1, hand, space, points=points, runs={"arc": points})
    log.score(seat, points, "tiles", "R4.2", [space])
    log.move_tiles(LETTERS[colour], others, hand, "/tower")
    log.move_tiles(LETTERS[joker], jokers, hand, "/tower")


def structure_completed(log: Log, _: State, seat: int, structure: int, tiles: int, *__: int) -> None:
    """R4.4"""
    if tiles:
        at = spaces(seat, STRUCTURES[structure])
        log.note("complete", name=STRUCTURE_NAMES[structure % 3], tiles=tiles, rule="R4.4", at=at)


def token_moved(log: Log, _: State, source: int, to: int, seat: int, *__: int) -> None:
    """R2.8, R6.1"""
    where = {"from": pointer(source), "to": pointer(to)}
    log.note("move_token", **where, seat=None if seat == NOBODY else seat)


COUNTED = (
    CountedField("round_number", "/joker", lambda number: LETTERS[number - 1]),
    CountedField("passed", "/passed", SEATS.write),
    CountedField("bonus_left", "/bonus_left", int),
    CountedField("from_colour", "/from_colour", lambda colour: LETTERS[colour]),
)

TELLER = Teller(
    letters=LETTERS,
    phases=PHASES,
    endings=ENDINGS,
    reasons=REASONS,
    pointer=pointer,
    scored_at=scored_at,
    own={TILE_PLACED: tile_placed, STRUCTURE_COMPLETED: structure_completed, TOKEN_MOVED: token_moved},
    counted=COUNTED,
)
