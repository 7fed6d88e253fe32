"""The commands about puzzles: solving them, and mining, checking and listing collections. Imported late, as all are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli import completing
from tilewright.cli.help_pages import Commands, Group, in_group
from tilewright.cli.options import FirstSeed, Plain, Players, RuleSetName

THEMES = ("denial", "last-pile", "floor", "race", "ending", "start", "plate", "payment")
"""Names of themes; the tests compare them with those that ``tilewright.puzzles`` knows, which takes long to load."""

puzzles = typer.Typer(cls=Commands, no_args_is_help=True)
solving = typer.Typer()
command = in_group(puzzles, Group.RESEARCH)

SomeRuleSet = Annotated[
    str | None,
    typer.Argument(
        metavar="RULE_SET", help="The rule set; without one, all of them.", autocompletion=completing.rule_sets
    ),
]
Collection = Annotated[
    Path | None, typer.Option(metavar="FILE", help="File of puzzles to read instead of the built-in ones.")
]


@in_group(solving, Group.PLAY)()
def puzzle(
    rule_set: RuleSetName = "classic",
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME",
            help=f"Only puzzles about this: {', '.join(THEMES)}.",
            autocompletion=lambda: list(THEMES),
        ),
    ] = None,
    day: Annotated[bool, typer.Option("--day", help="Today's puzzle, the same for everybody.")] = False,
    name: Annotated[str | None, typer.Option("--id", metavar="ID", help="The puzzle with this id.")] = None,
    plain: Plain = False,
) -> None:
    """Solve a puzzle: find the one best move.

    Puzzles are as hard as you are strong. The first try at each counts for your rating.
    """
    from tilewright.cli.solving import run_puzzle

    run_puzzle(rule_set, theme=theme, day=day, name=name, plain=plain)


@puzzles.callback()
def collections() -> None:
    """List, check and mine collections of puzzles."""


@command("list")
def list_(rule_set: SomeRuleSet = None, file: Collection = None) -> None:
    """Count the puzzles by rating, theme and level that solves them."""
    from tilewright.cli.collecting import run_list

    run_list(rule_set, file)


@command()
def check(
    rule_set: SomeRuleSet = None,
    file: Collection = None,
    times: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            min=1,
            max=64,
            help="Search this many times as deep, to see whether the best move stays the same.",
        ),
    ] = 1,
    every: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Check only one puzzle of this many.")] = 1,
) -> None:
    """Check everything that puzzles claim.

    The exit code is 1 if any claim does not hold.
    """
    from tilewright.cli.collecting import run_check

    run_check(rule_set, file, times=times, every=every)


@command()
def renew(
    rule_set: RuleSetName,
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="File to write; `puzzles mine` with the same file adds more.")
    ],
    file: Collection = None,
) -> None:
    """Work out all puzzles again, after the thinker has changed.

    Positions that are no puzzles any more are left out.
    """
    from tilewright.cli.collecting import run_renew

    run_renew(rule_set, out, file)


@command()
def mine(
    rule_set: RuleSetName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write; an existing one is continued.")],
    count: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=1_000_000, help="Stop when the file has this many puzzles.")
    ] = 100,
    players: Players = 2,
    seed: FirstSeed = 1,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Read games from this folder instead of playing them.")
    ] = None,
) -> None:
    """Find puzzles in games that are played quickly, or read."""
    from tilewright.cli.collecting import run_mine

    run_mine(rule_set, out, count=count, players=players, seed=seed, records=records)
