"""The words for what a review found: every sentence about grades and facts is made here, from data alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.text.language import N_, Template, _, counted, fill
from tilewright.review.facts import walk
from tilewright.review.grades import (
    BEST_MOVE,
    BONUS,
    COMPLETES,
    ENDS,
    FILLS,
    FLOOR,
    FORCED,
    GAME,
    MARKER,
    PLAYED,
    SCORES,
    TAKES,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.play.position import Position
    from tilewright.review.grades import Fact, Graded

GRADE_NAMES = {
    "best": N_("best"),
    "good": N_("good"),
    "inaccuracy": N_("inaccuracy"),
    "mistake": N_("mistake"),
    "blunder": N_("blunder"),
}

_DEEDS: dict[str, Template] = {
    TAKES: counted("takes {count} tile", "takes {count} tiles", by="count"),
    FORCED: counted(
        "drops at least {count} tile with every move", "drops at least {count} tiles with every move", by="count"
    ),
    FLOOR: counted("loses {points} point in this round", "loses {points} points in this round", by="points"),
    SCORES: counted(
        "gets {points} point for tiles in this round", "gets {points} points for tiles in this round", by="points"
    ),
    FILLS: N_("fills line {row}"),
    MARKER: N_("starts the next round"),
    ENDS: N_("the game ends with this round"),
}
_BEGINNINGS = {
    GAME: N_("In the game: {facts}."),
    PLAYED: N_("After {move}: {facts}."),
    BEST_MOVE: N_("After {best}: {facts}."),
}


class Telling:
    """A graded move in words, in the language spoken; the view is the position before it, as who made it saw it."""

    def __init__(self, graded: Graded, view: Position, names: Sequence[str]) -> None:
        self.graded, self.view, self.names = graded, view, names

    def move(self, notation: str) -> str:
        """A move of the position in words."""
        return self.view.describe(self.view.parse(notation))

    def fact(self, fact: Fact) -> str:
        """A sentence about whom the fact is about, without its full stop."""
        deed = self._deed(fact)
        return deed if fact.kind == ENDS else f"{self.names[fact.seat]} {deed}"

    def reason(self) -> str:
        """All facts: what happened, what was to be expected, and what after the best move."""
        told = []
        for of, beginning in _BEGINNINGS.items():
            if facts := "; ".join(self.fact(fact) for fact in self.graded.facts if fact.of == of):
                told.append(_(beginning).format(move=self.graded.move, best=self.graded.best, facts=facts))
        return " ".join(told)

    def _deed(self, fact: Fact) -> str:
        if fact.kind == TAKES and len(steps := walk(self.view, fact.line)) == len(fact.line):
            return steps[-1].before.describe(steps[-1].move)
        about = {"points": abs(fact.points or 0), "count": fact.count, "row": fact.row, "name": fact.name}
        return fill(self._template(fact), about)

    def _template(self, fact: Fact) -> Template:
        study = self.view.room.study
        if fact.kind == BONUS:
            return study.bonuses[fact.name or ""]
        return study.structures[fact.name or ""] if fact.kind == COMPLETES else _DEEDS[fact.kind]
