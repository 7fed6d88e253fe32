"""The commands for research: what is matched, rated, tuned and trained. Imported late, as all are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli import completing
from tilewright.cli.help_pages import Group, in_group
from tilewright.cli.options import (
    MOST,
    AsJson,
    FirstSeed,
    On,
    Players,
    RuleSetName,
    Workers,
    options_of,
)
from tilewright.cli.playing import OTHER_OPTIONS

Nodes = Annotated[
    int, typer.Option(metavar="NUMBER", min=1, max=MOST, help="Positions that a thinker searches for each move.")
]
RandomShare = Annotated[
    float, typer.Option(metavar="SHARE", min=0.0, max=1.0, help="Share of moves that are played at random, 0 to 1.")
]

research = typer.Typer()
command = in_group(research, Group.RESEARCH)


@command(context_settings=OTHER_OPTIONS)
def arena(
    context: typer.Context,
    rule_set: RuleSetName,
    entrants: Annotated[
        list[str],
        typer.Argument(
            metavar="ENTRANT",
            help="An opponent's name, thinker:5 (level), thinker@0.3s (seconds per move), thinker@20000n (positions"
            " per move), thinker@20000n+WEIGHTS.json, or engine:COMMAND.",
            autocompletion=completing.opponents,
        ),
    ],
    pairs: Annotated[
        int,
        typer.Option(metavar="NUMBER", min=1, max=10**18, help="Seeds to play; on each, everybody plays every seat."),
    ] = 100,
    players: Players = 2,
    seed: FirstSeed = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File of results, one JSON line for each game; an existing one is continued."
        ),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder to write the record of every game into.")
    ] = None,
    workers: Workers = None,
    on: On = "local",
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop as soon as a sequential test accepts one of these two differences."
        ),
    ] = None,
    alpha: Annotated[
        float,
        typer.Option(metavar="CHANCE", min=0.0001, max=0.4999, help="Chance that the test accepts ELO1 wrongly."),
    ] = 0.05,
    beta: Annotated[
        float,
        typer.Option(metavar="CHANCE", min=0.0001, max=0.4999, help="Chance that the test accepts ELO0 wrongly."),
    ] = 0.05,
    patience: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How late an engine's move may come.")
    ] = 10.0,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to add everything to that engines and host say.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match on identical deals and rate the entrants.

    With fewer entrants than players, copies of the last one fill the table; with more, all combinations meet.
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


@command()
def ratings(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files of results that `arena --out` has written.")
    ],
    as_json: AsJson = False,
) -> None:
    """Rate everybody from stored results.

    There is a table for each rule set and number of players. Games of several matches count together, and the same
    game counts once. Ratings have a mean of 0 in each table; entrants that never met, not even through others, stand
    in different tables.
    """
    from tilewright.cli.match import run_ratings

    run_ratings(files, as_json=as_json)


@command()
def engine(
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Opponent that answers; without it, the strongest one.",
            autocompletion=completing.opponents,
        ),
    ] = None,
) -> None:
    """Answer as an engine on standard input and output.

    docs/engine-protocol.md describes the protocol.
    """
    from tilewright.cli.match import run_engine

    run_engine(bot)


@command()
def tune(
    rule_set: RuleSetName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File of weights to write; an existing one is continued.")],
    games: Annotated[int, typer.Option(metavar="NUMBER", min=5, max=10_000_000, help="Games per generation.")] = 4000,
    nodes: Nodes = 1500,
    generations: Annotated[
        int,
        typer.Option(metavar="NUMBER", min=1, help="Generations; each plays with the weights of the one before."),
    ] = 2,
    players: Players = 2,
    inside: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="Share of the positions inside rounds to take, 0 to 1; those between rounds are all taken.",
        ),
    ] = 0.0,
    random_share: RandomShare = 0.06,
    seed: FirstSeed = 1,
    workers: Workers = None,
) -> None:
    """Tune the weights of an evaluation by self-play.

    The first generation plays with the weights written by hand. Try the result before you trust it:
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


@command()
def train(
    rule_set: RuleSetName,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for everything that is made; an existing one is continued.")
    ],
    players: Players = 2,
    generations: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=999, help="Generations in all, with those already there.")
    ] = 2,
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=20, max=10_000_000, help="Games per generation.")
    ] = 10_000,
    nodes: Nodes = 1500,
    random_share: RandomShare = 0.08,
    window: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Generations of games to learn from.")] = 4,
    nets: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=100, help="Nets per generation, each from another seed.")
    ] = 3,
    seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.001, max=60, help="CPU seconds per move when nets are compared."),
    ] = 0.03,
    trial_pairs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Pairs of games that choose the best of the nets.")
    ] = 40,
    gate_pairs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Most pairs of games that a new net plays at the gate.")
    ] = 400,
    elo0: Annotated[
        float,
        typer.Option(metavar="ELO", min=-1000, max=1000, help="The gate rejects a net that is this much stronger."),
    ] = 0.0,
    elo1: Annotated[
        float,
        typer.Option(metavar="ELO", min=-1000, max=1000, help="The gate accepts a net that is this much stronger."),
    ] = 30.0,
    seed: FirstSeed = 1_000_000,
    workers: Workers = None,
    on: On = "local",
) -> None:
    """Train nets for a thinker's evaluation by self-play.

    It needs the extra `train`. Each generation plays games, trains several nets, chooses the best of them by games,
    and tests it at equal CPU time against the reigning net. The same command continues after any interruption.
    docs/nets.md says more.
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
