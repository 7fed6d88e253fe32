"""Commands about strength: matches, and our own opponents as an engine."""

from __future__ import annotations

import json
import signal
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console

from tilewright.arena.arena import Arena
from tilewright.arena.ledger import Ledger
from tilewright.arena.match import Match
from tilewright.arena.ratings import Gate
from tilewright.arena.standings import SequentialTest, pooled
from tilewright.arena.worker import STOPS
from tilewright.cli.screen import counting_bar
from tilewright.core.errors import BadArgument, CannotWrite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tilewright.arena.standings import Cost, Pool, Results, Standing, Summary
    from tilewright.core.shapes.data import Data


def run_match(
    rule_set: str,
    entrants: Sequence[str],
    *,
    options: dict[str, str],
    pairs: int,
    players: int,
    seed: int,
    out: Path | None,
    records: Path | None,
    workers: int | None,
    on: str,
    sprt: str | None,
    alpha: float,
    beta: float,
    patience: float,
    log: Path | None,
    as_json: bool,
) -> None:
    """Play a match; games as they come, the summary last, also of a match that is stopped."""
    match = Match(rule_set, players, tuple(entrants), options)
    gate = parse_gate(sprt, alpha, beta) if sprt else None
    arena = Arena(match, pairs, seed, out, records, workers, on, gate, patience, log=log)
    console = Console(stderr=True)
    stopped = None
    try:
        with _stopped_by_signals():
            arena.check()
            _play(arena, console, as_json=as_json)
    except _Stopped as signalled:
        stopped = signalled
        arena.give_all()
    except CannotWrite:
        if arena.games:
            _conclude(arena, console, as_json=as_json)
        raise
    _conclude(arena, console, as_json=as_json)
    if stopped:
        console.print(_how_to_go_on(arena), highlight=False, soft_wrap=True, markup=False)
        raise SystemExit(128 + stopped.signal)


class _Stopped(BaseException):
    """The match was stopped by Ctrl-C or another signal."""

    def __init__(self, number: int) -> None:
        self.signal = number
        super().__init__(number)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Raise ``_Stopped`` at the first signal to stop; a second one ends the process at once."""

    def stop(number: int, _: object) -> None:
        for each in STOPS:
            signal.signal(each, signal.SIG_DFL)
        raise _Stopped(number)

    before = {each: signal.signal(each, stop) for each in STOPS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _how_to_go_on(arena: Arena) -> str:
    stopped = f"Stopped after {len(arena.games)} of {arena.total} games."
    if arena.out:
        return f"{stopped} The same command continues from here; the games are in {arena.out}."
    return f"{stopped} Nothing was kept; with --out FILE, a stopped match can be continued."


def _play(arena: Arena, console: Console, *, as_json: bool) -> None:
    with counting_bar(console) as bar, closing(arena.play()) as jobs:
        task = bar.add_task(f"{arena.match.rule_set}, {arena.match.players} players", total=arena.total)
        for games in jobs:
            bar.advance(task, len(games))
            if as_json:
                for played in games:
                    _say_json("game", msgspec.to_builtins(played))


def _conclude(arena: Arena, console: Console, *, as_json: bool) -> None:
    """Print the standings, and further facts on standard error."""
    if len(arena.builds) > 1:
        console.print(f"[yellow]{arena.out} mixes games of {len(arena.builds)} builds of the program", highlight=False)
    if arena.resumed:
        console.print(
            f"{so_many(arena.resumed, 'game')} {'was' if arena.resumed == 1 else 'were'} already in {arena.out}",
            highlight=False,
            soft_wrap=True,
        )
    if as_json:
        _say_json("cost", {"entrants": msgspec.to_builtins(arena.cost())})
        _say_json("summary", arena.summary().as_data())
        return
    found = arena.summary()
    for line in report(found):
        print(line)  # noqa: T201
    for spent in arena.cost():
        console.print(_cost_line(found.names[spent.entrant], spent), highlight=False, soft_wrap=True, markup=False)


def _say_json(kind: str, content: Data) -> None:
    print(json.dumps({"kind": kind} | content), flush=True)  # noqa: T201


def _cost_line(name: str, spent: Cost) -> str:
    each = spent.cpu_seconds_per_move
    thought = f", {spent.positions:,} positions" if spent.positions else ""
    a_move = "" if each is None else f", {each * 1000:.2f} ms a move"
    return f"{name}: {spent.cpu_seconds:.1f} s of CPU time{a_move}{thought}"


def parse_gate(text: str, alpha: float, beta: float) -> Gate:
    """Understand ``0,20``."""
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise BadArgument(f"--sprt needs two numbers, ELO0,ELO1, not {text!r}") from None
    return Gate(elo0, elo1, alpha, beta)


def report(found: Summary) -> list[str]:
    """The summary for people."""
    lines = [
        f"{_kind_of(found)}: {so_many(found.games, 'game')} on {so_many(found.pairs, 'seed')}, everybody in every seat",
        "",
    ]
    if not found.results:
        return lines
    ranked = sorted(found.results.ratings, key=lambda row: -row.elo)
    return [*lines, *_table(ranked, found.names), "", *_conclusions(found, found.results)]


def run_ratings(files: Sequence[Path], *, as_json: bool) -> None:
    """Everybody's rating from all the games in results files."""
    pools = pooled(played for file in files for played in Ledger(file).every_game())
    if not pools:
        raise BadArgument(f"there are no games in {', '.join(map(str, files))}")
    for pool in pools:
        if as_json:
            _say_json("ratings", msgspec.to_builtins(pool))
            continue
        print(f"{_kind_of(pool)}: {so_many(pool.games, 'game')}", "", sep="\n")  # noqa: T201
        print(*_table(pool.ratings, {}), "", sep="\n")  # noqa: T201


def so_many(count: int, what: str) -> str:
    """A count with its noun, always in English: results of research are compared with each other."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _kind_of(found: Summary | Pool) -> str:
    chosen = "".join(f", {name} {value}" for name, value in found.options.items())
    return f"{found.rule_set}{chosen}, {found.players} players"


def _table(ranked: Sequence[Standing], names: Mapping[str, str]) -> list[str]:
    rows = [("entrant", "Elo", "+-", "won", "shared", "lost", "share", "95 %", "points")]
    rows += [
        (
            names.get(row.entrant, row.entrant),
            f"{row.elo:+.0f}",
            f"{row.elo_error:.0f}",
            str(row.won),
            str(row.shared),
            str(row.lost),
            f"{row.share:.1%}",
            "{:.1%} to {:.1%}".format(*row.share_interval),
            "-" if row.mean_points is None else f"{row.mean_points:.1f}",
        )
        for row in ranked
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines


def _conclusions(found: Summary, results: Results) -> list[str]:
    names = found.names
    lines = [f"{name} is {label}." for label, name in names.items() if label not in name]
    if versus := found.versus:
        first, second = (names[label] for label in found.entrants)
        low, high = versus.share_interval
        fair = f" (an equal would have {versus.fair_share:.1%})" if found.players > 2 else ""
        lines.append(f"{first} has {versus.share:.1%} of the victories, {low:.1%} to {high:.1%}{fair}.")
        low, high = versus.elo_interval
        lines.append(f"It is {versus.elo:+.0f} Elo from {second}, {low:+.0f} to {high:+.0f}.")
    if isinstance(test := results.sprt, SequentialTest):
        low, high = test.bounds
        verdict = {"elo0": f"{test.elo0:g} Elo or less", "elo1": f"{test.elo1:g} Elo or more"}
        says = verdict.get(test.accepted or "", "not decided yet")
        lines.append(f"Sequential test: {says} (ratio {test.llr:.2f}, bounds {low:.2f} and {high:.2f}).")
    lines += [f"Forfeit by {names[lost.entrant]} on seed {lost.seed}: {lost.reason}" for lost in results.forfeits[:5]]
    if len(results.forfeits) > 5:
        lines.append(f"... and {len(results.forfeits) - 5} more forfeits.")
    return lines


def run_engine(bot: str | None) -> None:
    """Speak the engine protocol."""
    from tilewright.arena.serve import serve
    from tilewright.bots.names import STRONGEST

    serve(bot or STRONGEST)
