"""Plays a ply and tells what it did: the notes of the rules (effects.py) as data (effect_data.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract import effects, verbs
from tilewright.core.contract.effects import EFFECTS, MOST, NOBODY
from tilewright.core.shapes.effect_data import Effect, Log

OwnKind = Callable[..., None]


class CountedField(NamedTuple):
    """A field of a state that its view shows beside tiles and points."""

    field: str
    at: str
    shown: Callable[[int], object]


def rows_of(noted: Any) -> list[list[int]]:
    """The notes of a ply, each a kind and its numbers."""
    if noted.count > MOST:
        raise OverflowError(f"a ply has {noted.count} effects, more than {MOST}")
    rows: list[list[int]] = noted.rows[: noted.count].tolist()
    return rows


@dataclass(frozen=True)
class Teller:
    """What the notes of one game mean."""

    letters: str
    phases: Sequence[str]
    endings: Sequence[str]
    reasons: Mapping[int, tuple[str, str]]
    """By the number of a reason: its name and its rule."""

    pointer: Callable[[int], str]
    """Where a place lies in the view."""

    scored_at: Callable[[Any, int, int, int], list[str]]
    """The places in the view that brought a seat points, for a reason and its number there."""

    own: Mapping[int, OwnKind]
    """Kinds of this game alone: each is told by a function of the log, the state after the ply and the numbers."""

    counted: Sequence[CountedField] = ()
    """What no rule notes: where a ply has changed it, its value is told behind all else."""

    def play(self, state: Any, move: int, seat: int | None = None) -> list[Effect]:  # noqa: ARG002 - nothing is hidden
        """Play a move, and tell what it did."""
        noted, before = np.zeros(1, dtype=EFFECTS)[0], self._counts(state)
        verbs.play(state, move, noted)
        return self.told(state, noted) + self._counted_anew(state, before)

    def deal(self, state: Any, drawn: Sequence[int], seat: int | None = None) -> list[Effect]:  # noqa: ARG002
        """Deal exactly this, and tell where it came to lie."""
        noted, before = np.zeros(1, dtype=EFFECTS)[0], self._counts(state)
        verbs.deal_exactly(state, np.array(drawn, dtype=COUNT), len(drawn), noted)
        return self.told(state, noted) + self._counted_anew(state, before)

    def told(self, state: Any, noted: Any) -> list[Effect]:
        """Every note as data; ``state`` is that after the ply."""
        log = Log()
        self.tell(log, state, rows_of(noted))
        return log.effects

    def tell(self, log: Log, state: Any, rows: Sequence[list[int]]) -> None:
        """Tell these notes, one after the other."""
        for kind, *numbers in rows:
            own = self.own.get(kind)
            if own:
                own(log, state, *numbers)
            else:
                self._tell(log, state, kind, *numbers)

    def _counts(self, state: Any) -> list[int]:
        return [int(state[counted.field]) for counted in self.counted]

    def _counted_anew(self, state: Any, before: list[int]) -> list[Effect]:
        """What is counted differently now."""
        changes = zip(self.counted, before, self._counts(state), strict=True)
        return [{"kind": "set", "at": one.at, "value": one.shown(now)} for one, then, now in changes if now != then]

    def _tell(self, log: Log, state: Any, kind: int, a: int, b: int, c: int, d: int, *_: int) -> None:
        """A kind that all games share."""
        if kind == effects.TILES_MOVED:
            log.move_tiles(self.letters[a], b, self.pointer(c), self.pointer(d))
        elif kind == effects.MARKER_MOVED:
            log.move_marker(self.pointer(a), self.pointer(b), None if c == NOBODY else c)
        elif kind == effects.POINTS_SCORED:
            log.score(a, b, *self.reasons[c], self.scored_at(state, a, c, d))
        elif kind == effects.TURN_PASSED:
            log.note("turn", seat=a)
        elif kind == effects.PHASE_BEGAN:
            log.note("phase", phase=self.phases[a])
        elif kind == effects.ROUND_BEGAN:
            log.note("round", round=a, first=b)
        elif kind == effects.AWAITED:
            log.note("await", awaiting=verbs.AWAITING[a])
        else:
            won = verbs.winners(state)
            winners = [seat for seat in range(state.players) if won >> seat & 1]
            log.note("await", awaiting=verbs.AWAITING[verbs.END])
            log.note("end", ending=self.endings[a], winners=winners)
