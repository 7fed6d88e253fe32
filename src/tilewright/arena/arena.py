"""Playing a match: what is still to be played goes to the workers, what is done goes into the ledger."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tilewright.arena import cluster, local
from tilewright.arena.engine import PATIENCE
from tilewright.arena.entrants import check_entrant
from tilewright.arena.ledger import Ledger, keep_record
from tilewright.arena.match import GameKey, Job, Match, Played, all_jobs
from tilewright.arena.standings import Cost, Summary, cost, pair_scores, summary
from tilewright.core.errors import BadArgument
from tilewright.records.files import check_file, check_folder

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from tilewright.arena.ratings import Gate

BACK_ENDS = ("local", "ray")
MOST_ELO = 1000
MOST_SEED = (1 << 63) - 1  # what a results file can hold


@dataclass
class Arena:
    """A match and how it is to be played."""

    match: Match
    pairs: int
    seed: int = 1
    out: Path | None = None
    records: Path | None = None
    workers: int | None = None
    on: str = "local"
    gate: Gate | None = None
    patience: float = PATIENCE
    games: list[Played] = field(default_factory=list)
    resumed: int = 0
    builds: set[str] = field(default_factory=set)
    log: Path | None = None  # of what engines and host say to each other
    names: dict[str, str] = field(default_factory=dict)  # what entrants call themselves
    _done: dict[GameKey, Played] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.on not in BACK_ENDS:
            raise BadArgument(f"cannot play on {self.on!r}: there are {', '.join(BACK_ENDS)}")
        if len(self.match.entrants) < 2:
            raise BadArgument("a match needs two entrants or more")
        if self.pairs < 1 or self.seed < 0 or self.seed + self.pairs > MOST_SEED:
            raise BadArgument(f"a match has one pair or more, and seeds from 0 to {MOST_SEED}")
        if self.gate and len(self.match.entrants) != 2:
            raise BadArgument("--sprt compares two entrants")
        if self.gate and not -MOST_ELO <= self.gate.elo0 < self.gate.elo1 <= MOST_ELO:
            raise BadArgument(f"--sprt needs ELO0,ELO1 with ELO0 below ELO1, both within {MOST_ELO}")

    def check(self) -> None:
        """Raise an error unless all can be written and every entrant can sit down; every engine is started once."""
        from tilewright.play.game import set_up_game

        match = self.match
        set_up_game(match.rule_set, match.players, match.options, seed=0, first=0, auto_deal=False)
        for path in (self.out, self.log):
            if path:
                check_file(path)
        if self.records:
            check_folder(self.records)
        for entrant in dict.fromkeys(match.entrants):
            self.names[entrant] = check_entrant(
                entrant, match.rule_set, match.players, match.options, patience=self.patience, log=self.log
            )

    @property
    def total(self) -> int:
        """Games of the whole match, if no gate ends it earlier."""
        return self.pairs * len(self.match.line_ups) * self.match.players

    def play(self) -> Generator[list[Played]]:
        """Play the match, and give the games of each job in the match's own order.

        What is given depends on neither workers, back-end nor interruptions: a gate looks at the seeds in order
        and closes after the first that decides, whatever else is already played.
        """
        ledger = Ledger(self.out) if self.out else None
        done = self._done = ledger.read(self.match.id) if ledger else {}
        scores: list[float] = []
        self.resumed = sum(seed in self._seeds for seed, _, _ in done)
        with closing(self._results(done, ledger)) as results:
            for job in self._jobs():
                while not all(key in done for key in job.keys):
                    next(results)
                games = [done[key] for key in job.keys]
                self.games += games
                self.builds.update(played.build for played in games)
                yield games
                if self.gate:
                    scores += pair_scores(self.match, games)
                    if self.gate.verdict(self.gate.ratio(scores)):
                        return

    def give_all(self) -> None:
        """Of a match that was stopped: count every game in the file, also those before their turn or just written."""
        if self.out:
            self._done |= Ledger(self.out).read(self.match.id)
        given = {played.key for played in self.games}
        self.games += [self._done[key] for key in sorted(self._done.keys() - given) if key[0] in self._seeds]

    @property
    def _seeds(self) -> range:
        return range(self.seed, self.seed + self.pairs)

    def _jobs(self) -> Iterator[Job]:
        """Every job, one after the other: a match may be longer than any memory."""
        log = str(self.log.absolute()) if self.log else None
        return all_jobs(self.match, self._seeds, patience=self.patience, records=self.records is not None, log=log)

    def _results(self, done: dict[GameKey, Played], ledger: Ledger | None) -> Generator[None]:
        """Add finished games to ``done``, job by job."""
        todo = (rest for job in self._jobs() if (rest := _rest(job, done)).rotations)
        if self.on == "ray":
            results = cluster.run(todo, workers=self.workers)
        else:
            results = local.run(todo, workers=self.workers or local.all_cores())
        with closing(results):
            for _, finished in results:
                for one in finished:
                    if self.records and one.record:
                        keep_record(self.records, one.played, one.record)
                if ledger:
                    ledger.append([one.played for one in finished])
                done.update({one.played.key: one.played for one in finished})
                yield

    def summary(self) -> Summary:
        return summary(self.match, self.games, self.gate, self.names)

    def cost(self) -> list[Cost]:
        return cost(self.match, self.games)


def _rest(job: Job, done: dict[GameKey, Played]) -> Job:
    """The part of a job that is still to be played."""
    left = tuple(rotation for rotation in job.rotations if (job.seed, job.line_up, rotation) not in done)
    return msgspec.structs.replace(job, rotations=left)
