"""Records as a data set: every decision of recorded games as rows of arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import COUNT
from tilewright.core.errors import BadArgument, BadRecord
from tilewright.core.text import arguments
from tilewright.envs.batch import REWARDS, Batch, choose
from tilewright.play.game import from_text
from tilewright.play.replay import read_file, replay
from tilewright.records.record import Record

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tilewright.core.compiling.compiled import Records
    from tilewright.play.game import Game


@dataclass(frozen=True)
class Decisions:
    """Decisions, one a row, in the order in which they were made."""

    observations: NDArray[np.int16]  # of the seat that decides
    action_masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    games: NDArray[np.int64]  # the number of the record
    rewards: NDArray[np.float32]  # what the game brought this seat in the end; 0 where the record has no end

    def __len__(self) -> int:
        return len(self.actions)


def load(paths: Path | str | Iterable[Path | str], *, reward: str = "win") -> Decisions:
    """Read, check and replay one record file, or several of one rule set and number of players."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [arguments.path(paths)]
    elif not isinstance(paths, Iterable):
        raise BadArgument(f"expected a path or several, found {arguments.kind(paths)}")
    return decisions((read_file(path) for path in paths), reward=reward)


def decisions(records: Iterable[Record | str], *, reward: str = "win") -> Decisions:
    """Replay records of one rule set and number of players, and note every decision."""
    choose("reward", REWARDS, reward)
    if isinstance(records, (str, Record)) or not isinstance(records, Iterable):
        raise BadArgument(f"expected several records, found {arguments.kind(records)}")
    notes: list[_Notes] = []
    for number, record in enumerate(records):
        notes.append(_Notes(record, number, reward))
        if notes[-1].kind != notes[0].kind:
            raise BadRecord(f"record {number} is of {notes[-1].kind}, the first of {notes[0].kind}")
    if not notes:
        raise BadRecord("there are no records to load")
    return Decisions(
        observations=np.concatenate([np.array(game.observations, dtype=COUNT) for game in notes]),
        action_masks=np.concatenate([np.array(game.masks, dtype=np.int8) for game in notes]),
        actions=np.array([action for game in notes for action in game.actions], dtype=np.int64),
        seats=np.array([seat for game in notes for seat in game.seats], dtype=np.int64),
        games=np.array([game.number for game in notes for _ in game.actions], dtype=np.int64),
        rewards=np.array([game.rewards[seat] for game in notes for seat in game.seats], dtype=np.float32),
    )


class _Notes:
    """What is noted while one record is replayed."""

    def __init__(self, record: Record | str, number: int, reward: str) -> None:
        self.number = number
        self.observations: list[NDArray[np.int16]] = []
        self.masks: list[NDArray[np.int8]] = []
        self.actions: list[int] = []
        self.seats: list[int] = []
        self._batches: Batch | None = None
        self._reward = reward
        self._before: Records | None = None
        game = replay(record, after=self._note)
        self.kind = (game.rule_set.id, game.players)
        self.rewards = self._judge(game)

    def _at(self, game: Game) -> Batch:
        if self._batches is None:
            self._batches = Batch(game.rule_set.id, game.players, reward=self._reward)
        return self._batches

    def _note(self, game: Game) -> None:
        event, batch = game.events[-1], self._at(game)
        if event.seat is not None:
            before = (
                from_text(game.start, auto_deal=False).state if self._before is None and game.start else self._before
            )
            if before is None:
                raise BadRecord("a move comes before the first draw")
            observation = np.empty(batch.layout.length, dtype=COUNT)
            batch.look_at(before, 0, event.seat, observation)
            self.observations.append(observation)
            self.masks.append(batch.mask_of(before))
            self.actions.append(game.room.moves.parse(before[0], event.notation))
            self.seats.append(event.seat)
        self._before = game.state.copy()

    def _judge(self, game: Game) -> NDArray[np.float64]:
        if game.awaiting != "end":
            return np.zeros(game.players)
        return self._at(game).rewards_of(game.state)
