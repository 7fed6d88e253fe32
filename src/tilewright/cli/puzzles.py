"""The commands about puzzles: solving them, and mining, checking and listing collections. Imported late, as all are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.options import MOST_SEED, Players, RuleSetName

puzzles = typer.Typer(help="Collections of puzzles: mine, check and list them.", no_args_is_help=True)
solving = typer.Typer()

SomeRuleSet = Annotated[str | None, typer.Argument(metavar="[RULE_SET]", help="which game; all when left out")]


@solving.command()
def puzzle(
    rule_set: RuleSetName = "classic",
    theme: Annotated[str | None, typer.Option(help="only about this: denial, last-pile, floor, race ...")] = None,
    day: Annotated[bool, typer.Option("--day", help="today's puzzle, the same for everybody")] = False,
    name: Annotated[str | None, typer.Option("--id", metavar="ID", help="the puzzle of this name")] = None,
    plain: Annotated[bool, typer.Option(help="append-only text without colour, for screen readers and logs")] = False,
) -> None:
    """Find the one best move of a position, as hard as you are strong; the first try counts for your rating."""
    from tilewright.cli.solving import run_puzzle

    run_puzzle(rule_set, theme=theme, day=day, name=name, plain=plain)


@puzzles.command("list")
def list_(
    rule_set: SomeRuleSet = None,
    file: Annotated[Path | None, typer.Option(help="a file of puzzles instead of those of the package")] = None,
) -> None:
    """How many puzzles there are, about what, and what share of them each level solves."""
    from tilewright.cli.collecting import run_list

    run_list(rule_set, file)


@puzzles.command()
def check(
    rule_set: SomeRuleSet = None,
    file: Annotated[Path | None, typer.Option(help="a file of puzzles instead of those of the package")] = None,
    times: Annotated[
        int, typer.Option(min=1, max=64, help="search so many times as deep: is the best move still the one?")
    ] = 1,
    every: Annotated[int, typer.Option(min=1, help="check only one of so many")] = 1,
) -> None:
    """Find out again everything that puzzles say of themselves; exit 1 if anything does not hold."""
    from tilewright.cli.collecting import run_check

    run_check(rule_set, file, times=times, every=every)


@puzzles.command()
def renew(
    rule_set: RuleSetName,
    out: Annotated[Path, typer.Option(help="the file to write; `mine` with the same file finds more")],
    file: Annotated[Path | None, typer.Option(help="a file of puzzles instead of those of the package")] = None,
) -> None:
    """Find out again what puzzles say of themselves, and keep those that still are some: for a thinker that changed."""
    from tilewright.cli.collecting import run_renew

    run_renew(rule_set, out, file)


@puzzles.command()
def mine(
    rule_set: RuleSetName,
    out: Annotated[Path, typer.Option(help="the file to write; a mine that was stopped goes on with it")],
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="stop when the file has so many")] = 100,
    players: Players = 2,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="of the first game")] = 1,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="read games from here instead of playing them")
    ] = None,
) -> None:
    """Find puzzles in games that are played quickly, or read."""
    from tilewright.cli.collecting import run_mine

    run_mine(rule_set, out, count=count, players=players, seed=seed, records=records)
