"""The command that tunes an evaluation."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console

from tilewright import games as rooms
from tilewright.arena.local import all_cores
from tilewright.cli.screen import counting_bar
from tilewright.core.errors import BadWeights
from tilewright.play.position import rule_set_for
from tilewright.records.files import check_file
from tilewright.search.weights_file import WeightsFile, read_weights, write_weights
from tilewright.tuning.fit import Fit, fit
from tilewright.tuning.samples import Plan, Samples, gather

if TYPE_CHECKING:
    from tilewright.core.contract.evaluator import Evaluation

SEEDS_APART = 1_000_000


def run_tune(
    rule_set: str,
    *,
    games: int,
    nodes: int,
    generations: int,
    players: int,
    inside: float,
    random_share: float,
    seed: int,
    workers: int | None,
    out: Path,
) -> None:
    """Play, fit, play with what was found, fit again; write the weights last found."""
    chosen = rule_set_for(rule_set, players)
    evaluation = rooms.room(chosen).search.evaluation
    check_file(out)  # before hours of play
    file = read_weights(out if out.exists() else evaluation.data)
    if rule_set not in file.hand:
        raise BadWeights(f"{out} has no weights to begin with for {rule_set}")
    numbers = file.hand[rule_set]
    with tempfile.TemporaryDirectory() as folder:
        for generation in range(generations):
            playing = Path(folder) / f"{generation}.json"
            playing.write_bytes(msgspec.json.encode(WeightsFile({}, {}, {rule_set: numbers})))
            plan = Plan(rule_set, players, nodes, random_share, inside, playing)
            samples = _gather(plan, games, seed + generation * SEEDS_APART, workers or all_cores())
            found = _fit(evaluation, numbers, samples, f"generation {generation + 1}")
            numbers = found.numbers
    options = f"--games {games} --nodes {nodes} --generations {generations} --players {players}"
    options += f" --inside {inside:g} --random-share {random_share:g} --seed {seed}"
    file = read_weights(out if out.exists() else evaluation.data)  # perhaps tuned for another rule set meanwhile
    file.made_by[rule_set] = f"tilewright tune {rule_set} {options}"
    file.weights[rule_set] = numbers
    write_weights(out, file)
    print(f"wrote {out}")  # noqa: T201


def _gather(plan: Plan, games: int, seed: int, workers: int) -> Samples:
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task(plan.rule_set, total=games)
        return gather(plan, games, seed, workers, lambda more: bar.advance(task, more))


def _fit(evaluation: Evaluation, numbers: dict[str, Any], samples: Samples, title: str) -> Fit:
    found = fit(evaluation, numbers, samples, lambda step: print(step, file=sys.stderr))  # noqa: T201
    print(  # noqa: T201
        f"{title}: {len(samples.states)} positions; on games held back leads are off by "
        f"{found.error_before:.2f} -> {found.error_after:.2f} points, "
        f"who wins is worth {found.surprise_before:.4f} -> {found.surprise_after:.4f} nats",
        flush=True,
    )
    return found
