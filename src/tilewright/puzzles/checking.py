"""Checking puzzles: everything an entry says is found out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.errors import TilewrightError
from tilewright.puzzles.examining import examine
from tilewright.puzzles.puzzle import id_of

if TYPE_CHECKING:
    from tilewright.puzzles.looks import Panel
    from tilewright.puzzles.puzzle import Puzzle

ROUNDING = 0.11  # figures are kept with one digit; another machine may round the last one differently
EXACT = ("best", "line", "badge", "refutations", "themes", "levels", "rating")


def faults_of(puzzle: Puzzle, panel: Panel, times: int = 1) -> list[str]:
    """What is wrong with an entry, in words.

    With the searches it was found with, every figure must come out again. With ``times`` as many positions,
    the move must still be the one best, by a margin far beyond its error.
    """
    try:
        position = puzzle.laid_out()
    except TilewrightError as bad:
        return [f"its position cannot be read: {bad}"]
    if position.text != puzzle.position or id_of(position.text) != puzzle.id:
        return ["its name does not follow from its position"]
    if position.awaiting != "move":
        return ["nobody is to move"]
    again = examine(position, panel, puzzle.source, times)
    if again is None:
        return ["no one move is best by far that simple players miss"]
    if again.best != puzzle.best:
        return [f"the best move is {again.best[0]}, not {puzzle.best[0]}"]
    return [] if times > 1 else _differences(puzzle, again)


def _differences(puzzle: Puzzle, again: Puzzle) -> list[str]:
    faults = [
        f"{field} is {getattr(again, field)}, not {getattr(puzzle, field)}"
        for field in EXACT
        if getattr(again, field) != getattr(puzzle, field)
    ]
    faults += [
        f"{field} is {getattr(again, field)}, not {getattr(puzzle, field)}"
        for field in ("margin", "error")
        if abs(getattr(again, field) - getattr(puzzle, field)) > ROUNDING
    ]
    if set(again.lost) != set(puzzle.lost):
        faults.append("not every other legal move has its loss")
    faults += [
        f"{move} loses {again.lost[move]}, not {lost}"
        for move, lost in puzzle.lost.items()
        if move in again.lost and abs(again.lost[move] - lost) > ROUNDING
    ]
    return faults
