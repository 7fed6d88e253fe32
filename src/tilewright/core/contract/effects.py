"""What rules note of their effects while they play, when somebody asks for it.

A rule takes ``effects`` and hands it on. Searches pass None, and then nothing of a note is compiled.
Notes are rows of numbers: a kind and what there is to say. ``core.contract.teller`` turns those that all games share
into data, and each game the kinds of its own.
"""

from __future__ import annotations

from typing import Annotated

from tilewright.core.compiling.compiled import Counts, layout, rule

MOST, WIDTH = 256, 8

NOBODY = -1
"""In place of a seat, where nobody has the marker."""


class Effects:
    """The notes of one ply."""

    count: int
    rows: Annotated[Counts, (MOST, WIDTH)]


EFFECTS = layout(Effects)

TILES_MOVED, MARKER_MOVED, POINTS_SCORED, TURN_PASSED, PHASE_BEGAN, ROUND_BEGAN, AWAITED, GAME_ENDED = range(8)
FIRST_OWN_KIND = 16
"""From here on a game has kinds of its own."""


@rule
def note(effects: Effects | None, kind: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
    """One row. It always takes all numbers: each number of omitted ones would be compiled as a form of its own."""
    if effects is not None:
        if effects.count < MOST:
            row = effects.rows[effects.count]
            row[0] = kind
            row[1] = a
            row[2] = b
            row[3] = c
            row[4] = d
            row[5] = e
            row[6] = f
            row[7] = g
        effects.count += 1


@rule
def tiles_moved(effects: Effects | None, colour: int, tiles: int, source: int, to: int) -> None:
    """Tiles of a colour go from one place to another; 0 tiles are not told."""
    note(effects, TILES_MOVED, colour, tiles, source, to, 0, 0, 0)


@rule
def marker_moved(effects: Effects | None, source: int, to: int, seat: int) -> None:
    """The marker goes from one place to another; this seat has it now."""
    note(effects, MARKER_MOVED, source, to, seat, 0, 0, 0, 0)


@rule
def points_scored(effects: Effects | None, seat: int, points: int, reason: int, which: int) -> None:
    """A seat gains or loses points; ``which`` row, cell or colour brought them, as the game counts these."""
    note(effects, POINTS_SCORED, seat, points, reason, which, 0, 0, 0)


@rule
def turn_passed(effects: Effects | None, seat: int) -> None:
    """It is this seat's turn."""
    note(effects, TURN_PASSED, seat, 0, 0, 0, 0, 0, 0)


@rule
def phase_began(effects: Effects | None, phase: int) -> None:
    note(effects, PHASE_BEGAN, phase, 0, 0, 0, 0, 0, 0)


@rule
def round_began(effects: Effects | None, round_number: int, first: int) -> None:
    note(effects, ROUND_BEGAN, round_number, first, 0, 0, 0, 0, 0)


@rule
def awaited(effects: Effects | None, awaiting: int) -> None:
    """The table waits for a move, a deal or nothing more."""
    note(effects, AWAITED, awaiting, 0, 0, 0, 0, 0, 0)


@rule
def game_ended(effects: Effects | None, ending: int) -> None:
    note(effects, GAME_ENDED, ending, 0, 0, 0, 0, 0, 0)
