"""Mining: games are played, or read, and every position on the way is examined. A mine that was left goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from tilewright.bots.bot import Budget
from tilewright.core.contract.dice import below, dice
from tilewright.core.errors import BadArgument, TilewrightError
from tilewright.play.game import new_game
from tilewright.play.position import rule_set_for
from tilewright.play.replay import read_file, replay
from tilewright.puzzles.collection import BadPuzzles, read_puzzles, write_puzzles
from tilewright.puzzles.examining import effort_for, examine
from tilewright.puzzles.looks import Panel
from tilewright.records.files import check_file, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tilewright.play.position import Position
    from tilewright.puzzles.puzzle import Puzzle

BY_CHANCE = 8  # one move of so many is left to chance, so that games differ and mistakes are seen too


class Progress(msgspec.Struct, frozen=True):
    """How far a mine is, kept beside its file; the rest says which mine it is."""

    rule_set: str
    players: int
    seed: int
    records: str | None = None
    games: int = 0  # that are behind it


@dataclass(frozen=True, slots=True)
class Mine:
    """What is mined, and into which file."""

    out: Path
    rule_set: str
    players: int = 2
    seed: int = 1  # of the first game
    records: Path | None = None  # a folder of games to read; without one, games are played

    @property
    def progress_path(self) -> Path:
        return self.out.with_name(f"{self.out.name}.progress")

    def begun(self) -> Progress:
        """Where an earlier run was left; BadArgument when the file is another mine's."""
        fresh = Progress(self.rule_set, self.players, self.seed, str(self.records) if self.records else None)
        try:
            kept = msgspec.json.decode(self.progress_path.read_bytes(), type=Progress)
        except FileNotFoundError:
            return fresh
        except (OSError, msgspec.MsgspecError) as bad:
            raise BadPuzzles(f"cannot go on: {self.progress_path} cannot be read: {bad}") from None
        if msgspec.structs.replace(kept, games=0) != fresh:
            raise BadArgument(
                f"{self.out} was mined with other options ({self.progress_path} has them): choose another"
            )
        return kept

    def dig(self, count: int, told: Callable[[int, int], None] | None = None) -> list[Puzzle]:
        """Mine until there are so many puzzles, or no more games; ``told`` hears of puzzles and games after each.

        The puzzles are written before the progress, each file at once: whatever ends this, at most one game is
        mined again, and finds what it found.
        """
        rule_set_for(self.rule_set, self.players)
        progress = self.begun()
        check_file(self.out)
        puzzles = {one.id: one for one in read_puzzles(self.out)} if self.out.exists() else {}
        panel = Panel(self.rule_set)
        for game in self._games(progress.games, panel):
            if len(puzzles) >= count:
                break
            found = [one for one in mined(game, panel) if one.id not in puzzles]
            if found:
                puzzles |= {one.id: one for one in found}
                write_puzzles(self.out, puzzles.values())
            progress = msgspec.structs.replace(progress, games=progress.games + 1)
            write_whole(self.progress_path, msgspec.json.encode(progress))
            if told:
                told(len(puzzles), progress.games)
        return list(puzzles.values())

    def _games(self, behind: int, panel: Panel) -> Iterator[Track]:
        if self.records is None:
            number = self.seed + behind
            while True:
                yield self_play(self.rule_set, self.players, number, panel)
                number += 1
        if not self.records.is_dir():
            raise BadArgument(f"there is no folder {self.records}")
        for path in sorted(self.records.iterdir())[behind:]:
            yield from_record(path, self.rule_set)


@dataclass(frozen=True, slots=True)
class Track:
    """The positions of a game in which somebody was to move."""

    name: str
    positions: list[Position]


def self_play(rule_set: str, players: int, seed: int, panel: Panel) -> Track:
    """A game that the weights play against themselves, quickly, with some moves left to chance."""
    game, rolls = new_game(rule_set, players, seed=seed, first=seed % players), dice(seed, stream=7)
    positions = []
    while game.awaiting == "move":
        now = game.before(len(game.events))
        positions.append(now)
        view = now.view(now.to_move or 0)
        moves = view.legal_moves
        if below(rolls, BY_CHANCE) == 0:
            game.play(moves[below(rolls, len(moves))])
        else:
            game.play(panel.plain.choose(view, Budget(positions=effort_for(view).play)).move)
    return Track(f"self-play {seed}", positions)


def from_record(path: Path, rule_set: str) -> Track:
    """The positions of a recorded game; none of a file that is no record, or of another rule set."""
    try:
        game = replay(read_file(path))
    except TilewrightError:
        return Track(path.name, [])
    if game.rule_set.id != rule_set:
        return Track(path.name, [])
    numbers = [number for number, event in enumerate(game.events) if event.seat is not None]
    return Track(path.name, [game.before(number) for number in numbers])


def mined(track: Track, panel: Panel) -> list[Puzzle]:
    """The puzzles of a game, of each round only the hardest: those of one round are much alike."""
    hardest: dict[int, Puzzle] = {}
    for number, position in enumerate(track.positions, start=1):
        puzzle = examine(position, panel, f"{track.name}, move {number}")
        best = hardest.get(position.round_number)
        if puzzle and (best is None or (puzzle.rating, puzzle.margin) > (best.rating, best.margin)):
            hardest[position.round_number] = puzzle
    return list(hardest.values())
