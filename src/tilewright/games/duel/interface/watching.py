"""A log of effects as one seat sees them: what it may know of the plates is read from its own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.contract.verbs import AWAITING
from tilewright.core.shapes.effect_data import Log
from tilewright.core.shapes.fields import unpack
from tilewright.games.duel.components import CHIPS, LETTERS, STATE
from tilewright.games.duel.interface.view import SHARED, lay_open_plates
from tilewright.games.duel.rules.hidden import observe
from tilewright.games.duel.steps import PILE, SPEND, STEPS, TARGET, phase_of

if TYPE_CHECKING:
    from tilewright.games.duel.components import State


class Watched(Log):
    """Effects of one ply; the seat that watches is None when everything is told, -1 for a spectator.

    It is begun before the ply: where plates are and whose turn it is are told by what has changed.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        super().__init__()
        self.state, self.seat = state, seat
        self._before = np.zeros(1, dtype=STATE)
        self._before[0] = state
        self._turn = self._told_turn()
        self._taken: list[tuple[str, int]] = []

    def knows_hand_of(self, seat: int) -> bool:
        """R14.6 May the watching seat know the fronts that this seat has looked at?"""
        return self.seat in (None, seat)

    def set(self, at: str, value: Any) -> None:
        self.note("set", at=at, value=value)

    def move_chip(self, kind: int, where: str, to: str) -> None:
        self.note("move_chip", chip=CHIPS[kind], **{"from": where}, to=to)

    # -- tiles taken from several places, and put at several others

    def take_tiles(self, tiles: int, where: str) -> None:
        """These are told as moved when they are put."""
        self._taken.append((where, tiles))

    def put_tiles(self, colour: int, tiles: int, to: str) -> None:
        """Tiles that were taken first are put first."""
        while tiles:
            where, taken = self._taken.pop(0)
            moved = min(taken, tiles)
            self.move_tiles(LETTERS[colour], moved, where, to)
            tiles -= moved
            if taken > moved:
                self._taken.insert(0, (where, taken - moved))

    # -- plates, which may be hidden

    def _seen_plates(self, state: State) -> dict[str, Any]:
        """The plates as the watching seat sees them."""
        view = np.zeros(1, dtype=STATE)
        view[0] = state
        if self.seat is not None:
            observe(view[0], self.seat)
        found: dict[str, Any] = {}
        for name, lies in lay_open_plates(unpack(view)).items():
            written = SHARED[name].write(lies)
            if name in ("stack", "hand"):
                found |= {f"/{name}/{part}": value for part, value in written.items()}
            else:
                found[f"/{name}"] = written
        return found

    def show_plates(self) -> None:
        """Say how the places of plates look now, where that has changed for the watching seat."""
        before = self._seen_plates(self._before[0])
        for place, value in self._seen_plates(self.state).items():
            if value != before[place]:
                self.set(place, value)

    # -- whose turn it is, and what is awaited

    def _told_turn(self) -> dict[str, Any]:
        state, step = self.state, int(self.state.step)
        return {
            "round": {"round": int(state.round_number), "first": int(state.first)},
            "phase": {"phase": phase_of(step, int(state.round_number))},
            "turn": {"seat": int(state.to_move)},
            "await": {"awaiting": AWAITING[state.awaiting]},
            "/step": STEPS[step],
            "/line": int(state.line) + 1 if step in (SPEND, TARGET) else None,
            "/factory": int(state.factory) + 1 if step == PILE else None,
        }

    def turn_to(self, seat: int) -> None:
        """A seat goes on within the same ply; nothing is noted when it is its turn already."""
        turn = {"seat": seat}
        if self._turn["turn"] != turn:
            self.note("turn", **turn)
            self._turn["turn"] = turn

    def close(self) -> None:
        """Say what is awaited now, where that has changed."""
        before, self._turn = self._turn, self._told_turn()
        for name, value in self._turn.items():
            if value == before[name]:
                continue
            if name.startswith("/"):
                self.set(name, value)
            else:
                self.note(name, **value)
