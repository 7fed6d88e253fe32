"""What a seat may do with its lines and chips, and what a dome is worth; see naive_duel."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.kit.naive_duel_components import KINDS, Cell, Seat, cells_of

if TYPE_CHECKING:
    from collections import Counter


def completes(chips: tuple[str, ...], colour: str, missing: int) -> bool:
    """R9.3 Whether this set of chips replaces that many missing tiles."""
    showing = sum(colour in kind for kind in chips)
    return any(
        len(chips) == 2 * missing + triples and showing >= 2 * (missing - triples) for triples in range(missing + 1)
    )


def completing_sets(chips: Counter[str], colour: str, missing: int) -> set[tuple[str, ...]]:
    """R9.2 Every set of these chips that replaces the missing tiles, each in order of kinds."""
    owned = [kind for kind in KINDS for _ in range(chips[kind])]
    return {
        chosen
        for size in range(2 * missing, 3 * missing + 1)
        for chosen in combinations(owned, size)
        if completes(chosen, colour, missing)
    }


def run_length(dome: dict[Cell, str], cell: Cell, step: Cell) -> int:
    """R10.1 Length of the unbroken run through a filled cell, along one direction."""
    length = 1
    for sign in (1, -1):
        r, c = cell[0] + sign * step[0], cell[1] + sign * step[1]
        while (r, c) in dome:
            length += 1
            r, c = r + sign * step[0], c + sign * step[1]
    return length


def tile_points(dome: dict[Cell, str], cell: Cell) -> int:
    """R10.1 Points of a tile just laid."""
    across, down = run_length(dome, cell, (0, 1)), run_length(dome, cell, (1, 0))
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def available_spaces(seat: Seat, line: int) -> list[Cell]:
    """R8.2 Where a tile of this line may go."""
    colour = seat.lines[line - 1][0]
    return [
        cell
        for cell, space in seat.spaces().items()
        if cell[0] == line and cell not in seat.dome and space in (colour, "j")
    ]


def open_destinations(seat: Seat, colour: str) -> list[str]:
    """R6.1 to R6.3 Where tiles of a colour may go."""
    lines = [
        str(number)
        for number, line in enumerate(seat.lines, 1)
        if len(line) < number and (not line or line[0] == colour)
    ]
    return [*lines, "X"]


def goal_points(seat: Seat, goal: str) -> int:
    """R13.2 Points of one goal for one dome."""
    six = range(1, 7)
    dome, spaces = seat.dome, seat.spaces()
    rows = [[(r, c) for c in six] for r in six]
    match goal:
        case "H":
            return 3 * sum(all(cell in dome for cell in row) for row in rows)
        case "V":
            return 7 * sum(all((r, c) in dome for r in six) for c in six)
        case "D":
            falling = all((i, i) in dome for i in six)
            rising = all((i, 7 - i) in dome for i in six)
            return 10 * (falling + rising)
        case "MULTI":
            jokers = [cell for cell, space in spaces.items() if space == "j"]
            return 2 * len(jokers) if all(cell in dome for cell in jokers) else 0
        case "C5":
            return 4 * sum(len({dome[cell] for cell in row if cell in dome}) >= 5 for row in rows)
        case "OUT":
            return sum(r in (1, 6) or c in (1, 6) for r, c in dome)
        case "COR":
            worth = {"a1": 3, "a3": 3, "c1": 8, "c3": 8}
            return sum(
                points
                for slot, points in worth.items()
                if slot in seat.plates and all(cell in dome for cell in cells_of(slot))
            )
        case "SPE":
            return -3 * sum(s == "s" and cell not in dome for cell, s in spaces.items())
    raise ValueError(goal)
