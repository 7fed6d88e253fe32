"""The commands for developing: what is compiled, counted and measured. Imported late, as all are."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.cli import completing
from tilewright.cli.help_pages import Group, in_group
from tilewright.cli.options import LAYERS, MOST, AsJson, Players, RuleSetName

DrawsSeed = Annotated[int, typer.Option(metavar="NUMBER", help="Seed of the draws.")]

developing = typer.Typer()
command = in_group(developing, Group.DEVELOP)


@command()
def warm(
    rule_set: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE_SET",
            help="Compile only this one's game; without it, all of them.",
            autocompletion=completing.rule_sets,
        ),
    ] = None,
    layer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LAYER",
            help=f"Compile only this part: {', '.join(LAYERS)}. May be repeated.",
            autocompletion=lambda: list(LAYERS),
        ),
    ] = None,
) -> None:
    """Compile everything now, so that nothing waits later.

    Games are compiled side by side.
    """
    from tilewright.cli.warm import run_warm

    run_warm(rule_set, layer or [])


@command()
def bench(
    rule_set: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE_SET|envs",
            help="The rule set, or envs for the research environments; without it, all rule sets.",
            autocompletion=completing.rule_sets,
        ),
    ] = None,
    players: Players = 2,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one thread.

    CPU time is measured, beside that of the naive oracle of the tests.
    """
    if rule_set == "envs":
        from tilewright.cli.measure_envs import run_bench_envs

        run_bench_envs(players=players, as_json=as_json)
        return
    from tilewright.cli.measure import run_bench

    run_bench(rule_set, players=players, as_json=as_json)


@command()
def perft(
    rule_set: RuleSetName = "classic",
    depth: Annotated[int, typer.Option(metavar="MOVES", min=0, max=12, help="Moves in each line of play.")] = 3,
    players: Players = 2,
    seed: DrawsSeed = 1,
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Position to count from, as one line of text.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the lines of play to a depth.

    A line that meets a deal or the end of the game counts once.
    """
    from tilewright.cli.tools import print_perft

    print_perft(rule_set, depth=depth, players=players, seed=seed, position=position, as_json=as_json)


@command()
def soak(
    rule_set: RuleSetName = "classic",
    players: Players = 2,
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=MOST, help="Games to play, unless --plies is given.")
    ] = 10_000,
    plies: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, max=MOST, show_default=False, help="Plies to play instead of games.")
    ] = 0,
    seed: DrawsSeed = 1,
    fault_at: Annotated[
        int,
        typer.Option(
            metavar="PLY",
            max=MOST,
            show_default=False,
            help="Duplicate a tile at this ply, to see that the checks notice.",
        ),
    ] = -1,
    as_json: AsJson = False,
) -> None:
    """Play random games and check every invariant.

    Invariants are checked after every ply; the exit code is 1 if any fails.
    """
    from tilewright.cli.measure import run_soak

    run_soak(
        rule_set,
        players=players,
        games=games,
        plies=plies,
        seed=seed,
        fault_at=fault_at,
        as_json=as_json,
    )
