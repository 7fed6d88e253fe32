"""The commands for research: what is counted, measured, matched, tuned and trained. Imported late, as all are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.options import MOST, MOST_SEED, AsJson, Players, RuleSetName, options_of

research = typer.Typer()


@research.command()
def perft(
    rule_set: RuleSetName = "classic",
    depth: Annotated[int, typer.Option(min=0, max=12, help="moves in each line")] = 3,
    players: Players = 2,
    seed: Annotated[int, typer.Option(help="of the opening's draws")] = 1,
    position: Annotated[str | None, typer.Option(help="count from here instead of an opening")] = None,
    as_json: AsJson = False,
) -> None:
    """Count the lines of play to a depth; a line that meets a deal or the end counts once."""
    from tilewright.cli.tools import print_perft

    print_perft(rule_set, depth=depth, players=players, seed=seed, position=position, as_json=as_json)


@research.command()
def bench(
    rule_set: Annotated[
        str | None,
        typer.Argument(metavar="[RULE_SET|envs]", help="which game, or the research environments; all when left out"),
    ] = None,
    players: Players = 2,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one thread, in CPU time, beside the naive oracle."""
    if rule_set == "envs":
        from tilewright.cli.measure_envs import run_bench_envs

        run_bench_envs(players=players, as_json=as_json)
        return
    from tilewright.cli.measure import run_bench

    run_bench(rule_set, players=players, as_json=as_json)


@research.command()
def soak(
    rule_set: RuleSetName = "classic",
    players: Players = 2,
    games: Annotated[int, typer.Option(min=1, max=MOST, help="how many games; ignored with --plies")] = 10_000,
    plies: Annotated[int, typer.Option(min=0, max=MOST, help="play until this many plies instead")] = 0,
    seed: Annotated[int, typer.Option(help="of the dice")] = 1,
    fault_at: Annotated[int, typer.Option(max=MOST, help="duplicate a tile at this ply, to see the checks bite")] = -1,
    as_json: AsJson = False,
) -> None:
    """Play random games with every invariant checked after every ply; exit 1 if any fails."""
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


@research.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def arena(
    context: typer.Context,
    rule_set: RuleSetName,
    entrants: Annotated[
        list[str],
        typer.Argument(
            metavar="ENTRANT ENTRANT ...",
            help="NAME, NAME:LEVEL, NAME@0.3s, NAME@20000n, NAME@20000n+WEIGHTS.json, engine:COMMAND",
        ),
    ],
    pairs: Annotated[int, typer.Option(min=1, max=MOST_SEED, help="seeds; on each everybody plays every seat")] = 100,
    players: Players = 2,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="the first seed")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="results, one JSON line for each game; goes on where it stops")
    ] = None,
    records: Annotated[Path | None, typer.Option(help="write the record of every game into this folder")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="processes; else one for each core")] = None,
    on: Annotated[str, typer.Option(help="local processes, or ray")] = "local",
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="stop as soon as one of the two is shown")
    ] = None,
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.4999, help="chance of a false ELO1")] = 0.05,
    beta: Annotated[float, typer.Option(min=0.0001, max=0.4999, help="chance of a false ELO0")] = 0.05,
    patience: Annotated[float, typer.Option(min=0.1, help="seconds an engine may be late")] = 10.0,
    log: Annotated[Path | None, typer.Option(help="add everything said between engines and host to this file")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match on identical deals and rate who took part.

    With fewer entrants than players, copies of the last fill the table; with more, all combinations meet.
    Options of a rule set are given by their names: --goals random.
    """
    from tilewright.cli.match import run_match

    # Options that only the rule set knows arrive among the entrants.
    at = next((k for k, word in enumerate(entrants) if word.startswith("--")), len(entrants))
    run_match(
        rule_set,
        entrants[:at],
        options=options_of(context, entrants[at:]),
        pairs=pairs,
        players=players,
        seed=seed,
        out=out,
        records=records,
        workers=workers,
        on=on,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        patience=patience,
        log=log,
        as_json=as_json,
    )


@research.command()
def ratings(
    files: Annotated[list[Path], typer.Argument(metavar="FILE ...", help="results that `arena --out` has written")],
    as_json: AsJson = False,
) -> None:
    """Rate everybody from stored results: a table for each rule set and number of players.

    Games of several matches count together, and the same game once. Ratings have a mean of 0 in each table; who never
    met, not even through others, stands in another.
    """
    from tilewright.cli.match import run_ratings

    run_ratings(files, as_json=as_json)


@research.command()
def tune(
    rule_set: RuleSetName,
    out: Annotated[Path, typer.Option(help="the file of weights to write; one that is there is gone on with")],
    games: Annotated[int, typer.Option(min=5, max=10_000_000, help="games a generation")] = 4000,
    nodes: Annotated[int, typer.Option(min=1, max=MOST, help="positions a thinker looks at for each move")] = 1500,
    generations: Annotated[int, typer.Option(min=1, help="each plays with the weights of the one before")] = 2,
    players: Players = 2,
    inside: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="share of positions inside rounds to take; between rounds all are")
    ] = 0.0,
    random_share: Annotated[float, typer.Option(min=0.0, max=1.0, help="share of moves played at random")] = 0.06,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="the first seed")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="processes; else one for each core")] = None,
) -> None:
    """Find the weights of an evaluation from games a thinker plays against itself.

    Begins with the weights written by hand. Try what comes out before you trust it:
    tilewright arena RULE_SET thinker@3000n+FILE thinker@3000n --pairs 300
    """
    from tilewright.cli.tuning import run_tune

    run_tune(
        rule_set,
        games=games,
        nodes=nodes,
        generations=generations,
        players=players,
        inside=inside,
        random_share=random_share,
        seed=seed,
        workers=workers,
        out=out,
    )


@research.command()
def train(
    rule_set: RuleSetName,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="all that is made; a folder that is there is gone on with")
    ],
    players: Players = 2,
    generations: Annotated[int, typer.Option(min=1, max=999, help="in all, those already there included")] = 2,
    games: Annotated[int, typer.Option(min=20, max=10_000_000, help="games a generation")] = 10_000,
    nodes: Annotated[int, typer.Option(min=1, max=MOST, help="positions a thinker looks at for each move")] = 1500,
    random_share: Annotated[float, typer.Option(min=0.0, max=1.0, help="share of moves played at random")] = 0.08,
    window: Annotated[int, typer.Option(min=1, help="generations of games to learn from")] = 4,
    nets: Annotated[int, typer.Option(min=1, max=100, help="nets a generation, each from another seed")] = 3,
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="of CPU time a move when nets are compared")] = 0.03,
    trial_pairs: Annotated[int, typer.Option(min=1, help="pairs of games that choose the best of the nets")] = 40,
    gate_pairs: Annotated[int, typer.Option(min=1, help="pairs of games at most at the gate")] = 400,
    elo0: Annotated[float, typer.Option(min=-1000, max=1000, help="the gate stays shut at so much or less")] = 0.0,
    elo1: Annotated[float, typer.Option(min=-1000, max=1000, help="and opens at so much or more")] = 30.0,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="the first seed")] = 1_000_000,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="processes; else one for each core")] = None,
    on: Annotated[str, typer.Option(help="local, or ray for several machines that share the folder")] = "local",
) -> None:
    """Train nets for a thinker's evaluation from games it plays against itself; needs the extra `train`.

    Each generation plays, trains several nets, chooses the best by games, and tests it at equal CPU time against the
    reigning one. The same command goes on after any interruption. docs/nets.md says more.
    """
    from tilewright.cli.training import run_train
    from tilewright.training.loop import Plan

    plan = Plan(
        rule_set=rule_set,
        players=players,
        games=games,
        nodes=nodes,
        random_share=random_share,
        window=window,
        nets=nets,
        seconds=seconds,
        trial_pairs=trial_pairs,
        gate_pairs=gate_pairs,
        elo0=elo0,
        elo1=elo1,
        seed=seed,
    )
    run_train(plan, generations=generations, workers=workers, on=on, out=out)


@research.command()
def engine(
    bot: Annotated[str | None, typer.Option(help="who answers; else the strongest there is")] = None,
) -> None:
    """Answer as an engine on standard input and output; docs/engine-protocol.md says how."""
    from tilewright.cli.match import run_engine

    run_engine(bot)


@research.command()
def warm(
    rule_set: Annotated[str | None, typer.Argument(metavar="[RULE_SET]", help="only this one's game")] = None,
    layer: Annotated[
        list[str] | None,
        typer.Option(help="only this: rules, table, opponents, measuring or environments; may be given several times"),
    ] = None,
) -> None:
    """Compile everything now, so that nothing waits later. Games are compiled side by side."""
    from tilewright.cli.warm import run_warm

    run_warm(rule_set, layer or [])
