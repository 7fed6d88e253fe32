"""The loop that makes nets stronger: play, learn, gate, and again. A folder holds all of it.

Every step leaves whole files behind and begins with what is there, so that a run which was killed at any moment goes
on where it was, and loses no more than the batches of games being played.
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright import games as rooms
from tilewright.arena import cluster, local
from tilewright.arena.arena import Arena
from tilewright.arena.match import Match
from tilewright.arena.ratings import Gate
from tilewright.core.errors import BadArgument, BadRecord
from tilewright.play.position import rule_set_for
from tilewright.records.files import check_folder, write_whole
from tilewright.search.net_file import write_net
from tilewright.search.weights_file import weights_of
from tilewright.training.positions import gather
from tilewright.training.selfplay import Batch, load_games, play_batch, save_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.core.contract.learning import Learning
    from tilewright.core.shapes.data import Data

GAMES_A_BATCH = 20
SEEDS_APART = 10_000_000  # between the games of two generations
TRIAL_SEEDS, GATE_SEEDS = 1 << 40, 1 << 41  # far from those of any game that was learned from


class Plan(msgspec.Struct, frozen=True):
    """All that decides what comes out."""

    rule_set: str
    players: int
    games: int  # a generation
    nodes: int  # positions a move
    random_share: float  # of the moves, so that mistakes are seen too
    window: int  # generations of games to learn from
    nets: int  # trained a generation, each from another seed
    seconds: float  # a move when nets are compared
    trial_pairs: int  # of games for each net against the reigning one, to choose the best of them
    gate_pairs: int  # at most, for that one
    elo0: float
    elo1: float
    seed: int

    @property
    def command(self) -> str:
        """What has to be typed to do all this again, but for how many generations and where."""
        fields = msgspec.structs.asdict(self)
        options = (f"--{name.replace('_', '-')} {value}" for name, value in fields.items() if name != "rule_set")
        return f"tilewright train {self.rule_set} {' '.join(options)}"


class Verdict(msgspec.Struct, frozen=True):
    """How a generation ended."""

    generation: int
    candidate: str  # the file that went to the gate
    accepted: bool
    reigning: str | None  # the file that reigns from now on; None for the weights alone
    games: int
    elo: float
    elo_interval: tuple[float, float]
    ratio: float  # of the sequential test


@dataclass
class Loop:
    """A run in its folder."""

    folder: Path
    plan: Plan
    workers: int | None = None
    on: str = "local"
    tell: Callable[[str, dict[str, Any]], None] | None = None
    """Is told everything that goes into the log, and how far matches are."""

    learning: Learning = field(init=False)

    def __post_init__(self) -> None:
        plan = self.plan
        chosen = rule_set_for(plan.rule_set, plan.players)
        room = rooms.room(chosen)
        if room.search.learning is None:
            raise BadArgument(f"{chosen.id} has no nets to learn: its game does not say what they see")
        self.learning, self.evaluation = room.search.learning, room.search.evaluation
        self.numbers = weights_of(self.evaluation, plan.rule_set)
        rivals = Match(plan.rule_set, plan.players, (self.entrant(None),) * 2)
        Arena(rivals, plan.gate_pairs, on=self.on, gate=Gate(plan.elo0, plan.elo1))  # refused now, not after hours

    def open(self) -> None:
        """Make the folder ready; one that belongs to another plan is refused."""
        check_folder(self.folder)
        for name in ("", "games", "nets", "trials", "gates", "generations"):
            (self.folder / name).mkdir(exist_ok=True)
        file = self.folder / "plan.json"
        if not file.exists():
            write_whole(file, msgspec.json.format(msgspec.json.encode(self.plan)))
            return
        try:
            before = msgspec.json.decode(file.read_bytes(), type=Plan)
        except msgspec.MsgspecError as bad:
            raise BadRecord(f"{file} does not hold a plan: {bad}") from None
        now = msgspec.structs.asdict(self.plan)
        for name, value in msgspec.structs.asdict(before).items():
            if value != now[name]:
                raise BadArgument(f"{self.folder} was begun with {name} {value}, not {now[name]}: take another folder")

    def run(self, generations: int) -> list[Verdict]:
        """As many generations in all, those of earlier runs included."""
        self.open()
        verdicts: list[Verdict] = []
        for generation in range(1, generations + 1):
            file = self.folder / "generations" / f"{generation:03d}.json"
            if not file.exists():
                reigning = verdicts[-1].reigning if verdicts else None
                self.play(generation, reigning)
                nets = self.learn(generation)
                verdict = self.judge(generation, nets, reigning)
                write_whole(file, msgspec.json.encode(verdict))
                self.note("verdict", **msgspec.to_builtins(verdict))
            verdicts.append(msgspec.json.decode(file.read_bytes(), type=Verdict))
        return verdicts

    def note(self, kind: str, **facts: Any) -> None:
        """Add a line to the log."""
        line = json.dumps({"kind": kind, "time": round(time.time(), 1), **facts})
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(line + "\n")
        if self.tell:
            self.tell(kind, facts)

    # -- play -------------------------------------------------------------------------------------

    def batches(self, generation: int, net: Path | None) -> Iterator[tuple[Path, Batch]]:
        """Every batch of a generation, and the file it belongs in."""
        plan, folder = self.plan, self.folder / "games" / f"{generation:03d}"
        first = plan.seed + (generation - 1) * SEEDS_APART
        for begin in range(0, plan.games, GAMES_A_BATCH):
            seeds = range(first + begin, first + min(plan.games, begin + GAMES_A_BATCH))
            batch = Batch(plan.rule_set, plan.players, plan.nodes, plan.random_share, seeds, net)
            yield folder / f"{begin:08d}.npz", batch

    def play(self, generation: int, reigning: str | None) -> None:
        """Play all games of a generation that are not there yet."""
        (self.folder / "games" / f"{generation:03d}").mkdir(exist_ok=True)
        files = {batch.seeds: file for file, batch in self.batches(generation, self.net(reigning))}
        todo = [batch for file, batch in self.batches(generation, self.net(reigning)) if not file.exists()]
        played = self.plan.games - sum(len(batch.seeds) for batch in todo)
        self.note("play", generation=generation, played=played, games=self.plan.games)
        began = time.monotonic()
        if self.on == "ray":
            results = cluster.run_each(play_batch, todo, workers=self.workers)
        else:
            results = local.run_each(play_batch, todo, workers=self.workers or local.all_cores())
        with closing(results):
            for batch, games in results:
                save_games(files[batch.seeds], games)
                played += len(games)
                seconds, began = time.monotonic() - began, time.monotonic()
                self.note("games", generation=generation, played=played, games=len(games), seconds=round(seconds, 3))

    def net(self, name: str | None) -> Path | None:
        return self.folder.absolute() / "nets" / name if name else None

    # -- learn ------------------------------------------------------------------------------------

    def learn(self, generation: int) -> list[str]:
        """Train the nets of a generation that are not there yet, on the games of the last few."""
        names = [f"{generation:03d}-{k}.npz" for k in range(1, self.plan.nets + 1)]
        todo = [name for name in names if not (self.folder / "nets" / name).exists()]
        if not todo:
            return names
        from tilewright.training.learn import learn  # torch takes seconds to load

        first = max(1, generation - self.plan.window + 1)
        files = [file for one in range(first, generation + 1) for file, _ in self.batches(one, None)]
        ends, insides = gather((load_games(file) for file in files), self.learning)
        self.note("learn", generation=generation, round_ends=len(ends.states), insides=len(insides.states))
        for name in todo:
            seed = self.plan.seed + generation * 1000 + names.index(name)
            told = lambda part, facts, name=name: self.note(  # noqa: E731 - needs the name of now
                "epoch", generation=generation, net=name, part=part, **facts
            )
            nets = learn(self.evaluation, self.learning, self.numbers, ends, insides, seed, told)
            plan = self.plan
            made_by = f"{plan.command} --generations {generation}, net {name}"
            write_net(self.folder / "nets" / name, nets, plan.rule_set, plan.players, self.numbers, made_by)
        return names

    # -- judge ------------------------------------------------------------------------------------

    def entrant(self, net: str | None) -> str:
        """Who plays by this net, or by the weights alone."""
        return f"thinker@{self.plan.seconds:g}s+{self.net(net) or self.evaluation.data}"

    def match(self, net: str, reigning: str | None, pairs: int, seed: int, out: Path, gate: Gate | None) -> Arena:
        """Play a net against the reigning one; what an earlier run has played counts."""
        match = Match(self.plan.rule_set, self.plan.players, (self.entrant(net), self.entrant(reigning)))
        arena = Arena(match, pairs, seed, out, workers=self.workers, on=self.on, gate=gate)
        with closing(arena.play()) as jobs:
            for games in jobs:
                if self.tell:
                    self.tell("match", {"net": net, "games": len(arena.games), "more": len(games), "of": arena.total})
        return arena

    def judge(self, generation: int, nets: list[str], reigning: str | None) -> Verdict:
        """Choose the best of several nets by games on the same deals, then test it on others."""
        plan = self.plan
        shares = {}
        if len(nets) > 1:
            trials = self.folder / "trials" / f"{generation:03d}.jsonl"
            for net in nets:
                found = self.match(net, reigning, plan.trial_pairs, TRIAL_SEEDS, trials, None).summary().as_data()
                shares[net] = found["share"]
                self.note("trial", generation=generation, net=net, **_outcome(found))
        best = max(nets, key=lambda net: shares.get(net, 0.0))
        gate = Gate(plan.elo0, plan.elo1)
        out = self.folder / "gates" / f"{generation:03d}.jsonl"
        arena = self.match(best, reigning, plan.gate_pairs, GATE_SEEDS + generation * SEEDS_APART, out, gate)
        found = arena.summary().as_data()
        accepted = found["sprt"]["accepted"] == "elo1"
        self.note("cost", generation=generation, net=best, entrants=msgspec.to_builtins(arena.cost()))
        if accepted:
            write_whole(self.folder / "best.npz", (self.folder / "nets" / best).read_bytes())
        outcome = _outcome(found)
        return Verdict(
            generation,
            best,
            accepted,
            best if accepted else reigning,
            outcome["games"],
            outcome["elo"],
            outcome["elo_interval"],
            found["sprt"]["llr"],
        )


def _outcome(found: Data) -> Data:
    return {name: found[name] for name in ("games", "share", "elo", "elo_interval")}
