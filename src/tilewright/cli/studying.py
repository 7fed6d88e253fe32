"""The commands for studying positions and games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli import completing
from tilewright.cli.help_pages import Group, in_group
from tilewright.cli.options import (
    DAY,
    MOST,
    AsJson,
    Data,
    Database,
    FirstSeat,
    Plain,
    Players,
    RuleSetName,
    Seed,
    options_of,
)
from tilewright.cli.playing import OTHER_OPTIONS

PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="A position as one line of text.")]

studying = typer.Typer()
command = in_group(studying, Group.STUDY)


@command()
def analyse(
    what: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|GAME",
            help="A position as one line of text; or a game: a record's file, or its number or id from"
            " `tilewright games`.",
            autocompletion=completing.kept_games,
        ),
    ],
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, max=DAY, help="CPU seconds for each position.")
    ] = 0.5,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", min=1, max=MOST, help="Positions to search instead of --seconds; results then repeat."
        ),
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Show the table before every move that lost something.")
    ] = False,
    seat: Annotated[
        int | None,
        typer.Option(metavar="SEAT", min=0, max=3, help="Judge only the moves of this seat, counted from 0."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw points, chances and grades over the game: x.png, x.svg or x.pdf."),
    ] = None,
    graph: Annotated[bool, typer.Option("--graph", help="Draw the same as text, one line for each move.")] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="Separate luck from skill: what each draw gave, and what moves cost.")
    ] = False,
    plain: Plain = False,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Find the best moves of a position, or grade a game.

    Every move of a game is compared with the best one.
    """
    from tilewright.cli.analysis import Wanted, run_analyse
    from tilewright.cli.library import Library

    wanted = Wanted(boards=board, seat=seat, as_json=as_json, plot=plot, graph=graph, luck=luck)
    run_analyse(what, wanted, Library(data, database), seconds=seconds, nodes=nodes, plain=plain)


@command()
def statistics(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="A folder of records, record files, or games from `tilewright games` by number or id; without any,"
            " all games listed there.",
            autocompletion=completing.kept_games,
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose games to look at; without it, the name you play under."),
    ] = None,
    luck: Annotated[bool, typer.Option("--luck", help="Separate luck from skill too, which takes longer.")] = False,
    nodes: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=MOST, help="Positions to search for each move.")
    ] = 2_000,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print one line for each game, for spreadsheets.")] = False,
) -> None:
    """Show how a player plays over many games.

    It shows points lost by round and kind of move, points lost on the floor, bonuses, luck, and an estimate of
    strength.
    """
    from tilewright.cli.library import Library
    from tilewright.cli.statistics import run_statistics

    run_statistics(Library(data, database), games or [], player, luck=luck, nodes=nodes, as_json=as_json, as_csv=as_csv)


@command()
def solve(
    position: PositionText,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, max=DAY, help="CPU seconds to search for.")
    ] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Prove the best move of a round or of the game.

    The exit code is 1 if the time is not enough for a proof.
    """
    from tilewright.cli.analysis import run_solve

    run_solve(position, seconds=seconds, as_json=as_json)


@command()
def odds(position: PositionText, as_json: AsJson = False) -> None:
    """Show what the next deal may bring, colour by colour.

    The odds are exact as long as the bag has enough tiles.
    """
    from tilewright.cli.odds import run_odds

    run_odds(position, as_json=as_json)


@command(context_settings=OTHER_OPTIONS)
def new(
    context: typer.Context,
    rule_set: RuleSetName = "classic",
    players: Players = 2,
    seed: Seed = None,
    first: FirstSeat = 0,
    undealt: Annotated[bool, typer.Option("--undealt", help="Stop before the first draw.")] = False,
) -> None:
    """Print a new position as text."""
    from tilewright.play.game import set_up_game

    options = options_of(context, context.args)
    game = set_up_game(rule_set, players, options, seed=seed, first=first, auto_deal=not undealt)
    typer.echo(game.text)


@command()
def show(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position as one line of text; - reads it from standard input.")
    ],
    plain: Plain = False,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves and what each brings.")] = False,
) -> None:
    """Show the table of a position."""
    from tilewright.cli.tools import show_position

    show_position(sys.stdin.readline() if position == "-" else position, plain=plain, moves=moves)


@command("type-in", context_settings=OTHER_OPTIONS)
def type_in(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="File to keep the game in, x.txt or x.json; a game that is in it is continued."
        ),
    ],
    rule_set: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE_SET",
            help="The rule set of a new game; without one, classic.",
            autocompletion=completing.rule_sets,
        ),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="NAME,NAME,...", help="Names of the players, in the order of play.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", metavar="2-4", min=2, max=4, help="Number of players; without it, one for each name."
        ),
    ] = None,
    first: FirstSeat = 0,
) -> None:
    """Type in a game that was played on cardboard.

    Every draw, move and score is checked at once. Options of a rule set are given by their names: --goals H,V,D.
    """
    from tilewright.cli.type_in import run_type_in

    run_type_in(file, rule_set, seats, players, first, options_of(context, context.args))
