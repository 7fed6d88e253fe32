"""The commands. Each imports what it needs when it runs: help must not wait for the compiler."""

from __future__ import annotations

import errno
import os
import sys
from enum import StrEnum
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.options import DAY, ENGINE, MOST, AsJson, Data, Database, Players, RuleSetName, Seed, options_of
from tilewright.cli.puzzles import puzzles, solving
from tilewright.cli.research import research

app = typer.Typer(
    name="tilewright",
    help="Play, study and research the Azul family of tile games.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class Language(StrEnum):
    """The languages there are catalogues for."""

    en = "en"
    fr = "fr"
    nl = "nl"


NoOpen = Annotated[bool, typer.Option("--no-open", envvar="TILEWRIGHT_NO_OPEN", help="do not open the browser")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="show the version and stop")] = False,
    data: Data = None,
    no_open: NoOpen = False,
    language: Annotated[
        Language, typer.Option(envvar="TILEWRIGHT_LANGUAGE", help="what games are told in")
    ] = Language.en,
) -> None:
    """Without a command: a table in your browser."""
    from tilewright.core.language import speaking

    context.with_resource(speaking(language.value))
    if version:
        from tilewright import __version__

        typer.echo(f"tilewright {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tilewright.cli.serve import run_serve

        run_serve(data=data, open_browser=not no_open)


@app.command()
def serve(
    data: Data = None,
    database: Database = None,
    host: Annotated[
        str, typer.Option(envvar="TILEWRIGHT_HOST", help="address to listen on; 0.0.0.0 for all")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="TILEWRIGHT_PORT", min=0, max=65535, help="0 takes a free one")] = 0,
    workers: Annotated[
        int, typer.Option(envvar="TILEWRIGHT_WORKERS", min=1, help="processes; more than one needs PostgreSQL")
    ] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="TILEWRIGHT_ORIGIN",
            metavar="https://NAME",
            help="an address the pages are reached by, if another; several times",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar="TILEWRIGHT_TRUST_PROXY",
            metavar="ADDRESS",
            help="a proxy, or a network of them (CIDR), that says whom it asks for; several times",
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help=f"let people play this engine as engine:NAME; several times  [env var: {ENGINE}, with ; between]",
        ),
    ] = None,
    log: Annotated[
        str,
        typer.Option(envvar="TILEWRIGHT_LOG", help="debug, info, warning or error: what is written to standard error"),
    ] = "info",
    no_open: NoOpen = False,
) -> None:
    """Serve tables to browsers and programs; docs/server.md describes the interface."""
    from tilewright.cli.serve import run_serve

    run_serve(
        data=data,
        database=database,
        host=host,
        port=port,
        workers=workers,
        open_browser=not no_open,
        origins=origin,
        trusted_proxies=trust_proxy,
        engines=engine,
        log=log,
    )


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="the file to write; never overwritten")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy all games and guests into one file, also while the server runs."""
    from tilewright.cli.serve import run_backup

    run_backup(file, data=data, database=database)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="a file that `tilewright backup` wrote")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put back everything of a backup that is missing, also while the server runs; nothing is overwritten."""
    from tilewright.cli.serve import run_restore

    run_restore(file, data=data, database=database)


@app.command(name="export-games")
def export_games(
    folder: Annotated[Path, typer.Argument(help="where the records go; those that are there stay as they are")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the record of every finished game of the server, for `statistics` and `puzzles mine --records`."""
    from tilewright.cli.serve import run_export

    run_export(folder, data=data, database=database)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULE_SET|FILE]", help="which game (`tilewright rules` lists them), or a record to go on with"
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the last game that was left")] = False,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", min=2, max=4, help="number of players; else as many as seats"),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="who sits where, with commas between: human or human:NAME, greedy, random, thinker:1 to :10,"
            " thinker@1s, engine:COMMAND"
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="your name, remembered for the next time")] = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="how strong opponents are, remembered for the next time")
    ] = None,
    first: Annotated[str, typer.Option(help="the seat that starts, counted from 0, or random")] = "random",
    seed: Seed = None,
    position: Annotated[str | None, typer.Option(help="begin from this position text")] = None,
    save: Annotated[Path | None, typer.Option(help="write the record here too, after every move")] = None,
    plain: Annotated[bool, typer.Option(help="append-only text without colour, for screen readers and logs")] = False,
) -> None:
    """Play a game in the terminal, against opponents or people beside you.

    Every game is kept, and can be gone on with: --resume, or `tilewright games` and play FILE.
    Options of a rule set are given by their names: --goals random.
    """
    from tilewright.cli.opening import Wish, play_at_table

    given = context.args
    if what and what.startswith("-"):  # an option that only a rule set knows, where no rule set is named
        given, what = [what, *given], None
    wish = Wish(
        what=what,
        resume=resume,
        players=players,
        seats=seats,
        first=first,
        seed=seed,
        position=position,
        save=save,
        name=name,
        level=level,
        options=options_of(context, given),
    )
    play_at_table(wish, plain=plain)


@app.command()
def games() -> None:
    """List the games that are kept, the latest first."""
    from tilewright.cli.tools import list_games

    list_games()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a record, JSON or plain text")],
    boards: Annotated[bool, typer.Option(help="show the table after each round")] = True,
    plain_text: Annotated[bool, typer.Option("--as-text", help="only print the record as plain text")] = False,
    plain: Annotated[bool, typer.Option(help="append-only text without colour")] = False,
) -> None:
    """Play a recorded game again; every draw, move and score is checked."""
    from tilewright.cli.replaying import replay_file

    replay_file(file, boards=boards, as_text=plain_text, plain=plain)


@app.command()
def rules(rule_set: Annotated[str | None, typer.Argument(metavar="[RULE_SET]")] = None) -> None:
    """Print the numbered rules of a rule set; without one, list them all."""
    from tilewright.cli.tools import list_rule_sets, print_rules

    print_rules(rule_set) if rule_set else list_rule_sets()


@app.command()
def opponents(rule_set: RuleSetName = "classic") -> None:
    """List the opponents of a rule set, weakest first: a name, its level, and how it plays."""
    from tilewright.cli.tools import list_opponents

    list_opponents(rule_set)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def new(
    context: typer.Context,
    rule_set: RuleSetName = "classic",
    players: Players = 2,
    seed: Seed = None,
    first: Annotated[int, typer.Option(min=0, max=3, help="the seat that starts")] = 0,
    undealt: Annotated[bool, typer.Option(help="stop before the first draw")] = False,
) -> None:
    """Print the text of a new position."""
    from tilewright.play.game import set_up_game

    options = options_of(context, context.args)
    game = set_up_game(rule_set, players, options, seed=seed, first=first, auto_deal=not undealt)
    typer.echo(game.text)


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="a position as text; - reads it from standard input")],
    plain: Annotated[bool, typer.Option(help="in words, without colour")] = False,
    moves: Annotated[bool, typer.Option(help="list the legal moves with what they bring")] = False,
) -> None:
    """Show a position: the table, and who may do what."""
    from tilewright.cli.tools import show_position

    show_position(sys.stdin.readline() if position == "-" else position, plain=plain, moves=moves)


@app.command()
def solve(
    position: Annotated[str, typer.Argument(help="a position as text")],
    seconds: Annotated[float, typer.Option(min=0.01, max=DAY, help="CPU seconds to try for")] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Prove the best move of a round or of the game, and print the line; exit 1 if time does not suffice."""
    from tilewright.cli.analysis import run_solve

    run_solve(position, seconds=seconds, as_json=as_json)


@app.command()
def odds(
    position: Annotated[str, typer.Argument(help="a position as text")],
    as_json: AsJson = False,
) -> None:
    """What the next deal will bring, colour by colour; exact while the bag suffices."""
    from tilewright.cli.odds import run_odds

    run_odds(position, as_json=as_json)


@app.command()
def analyse(
    what: Annotated[str, typer.Argument(metavar="POSITION|RECORD", help="a position as text, or a record's file")],
    seconds: Annotated[float, typer.Option(min=0.01, max=DAY, help="CPU seconds for each position")] = 0.5,
    nodes: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="positions to see instead, for repeatable results")
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="show the table before every move that lost something")
    ] = False,
    seat: Annotated[int | None, typer.Option(min=0, max=3, help="only the moves of this seat")] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="draw points, chances and grades over the game: x.png, x.svg, x.pdf"),
    ] = None,
    graph: Annotated[bool, typer.Option("--graph", help="the same as text, a line for every move")] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="tell luck from skill: what each draw gave and each seat's moves cost")
    ] = False,
    plain: Annotated[bool, typer.Option(help="append-only text without colour")] = False,
    as_json: AsJson = False,
) -> None:
    """The best moves of a position with their worth; of a record, what every move lost against the best."""
    from tilewright.cli.analysis import Wanted, run_analyse

    wanted = Wanted(boards=board, seat=seat, as_json=as_json, plot=plot, graph=graph, luck=luck)
    run_analyse(what, wanted, seconds=seconds, nodes=nodes, plain=plain)


@app.command(name="type-in", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def type_in(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="where it is kept: x.txt for plain text, x.json; goes on if it is there")
    ],
    rule_set: Annotated[
        str | None, typer.Argument(metavar="RULE_SET", help="which game is begun; classic without one")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="NAMES", help="with commas between, in the order of play")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", min=2, max=4, help="else as many as seats")] = None,
    first: Annotated[int, typer.Option(min=0, max=3, help="the seat that starts")] = 0,
) -> None:
    """Type in a game that was played on cardboard, round by round; every draw, move and score is checked at once.

    Options of a rule set are given by their names: --goals H,V,D.
    """
    from tilewright.cli.type_in import run_type_in

    run_type_in(file, rule_set, seats, players, first, options_of(context, context.args))


@app.command()
def statistics(
    folder: Annotated[
        Path | None, typer.Argument(help="a folder of records, JSON or plain text; else the games that are kept")
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="whose; else the name you play under")] = None,
    luck: Annotated[bool, typer.Option("--luck", help="settle luck too, which takes longer")] = False,
    nodes: Annotated[int, typer.Option(min=1, max=MOST, help="positions seen for each move")] = 2_000,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="one line for each game, for spreadsheets")] = False,
) -> None:
    """How somebody plays over many games: points lost by round and kind of move, floor, bonuses, luck, strength."""
    from tilewright.cli.statistics import run_statistics

    run_statistics(folder, player, luck=luck, nodes=nodes, as_json=as_json, as_csv=as_csv)


app.add_typer(solving)
app.add_typer(puzzles, name="puzzles")
app.add_typer(research)  # without a name of its own: its commands come after these


def main() -> None:
    """Run the command line; bad input gets one clear line and exit code 2."""
    from tilewright.core.errors import TilewrightError

    _mind_streams()
    try:
        try:
            app(_with_command(sys.argv[1:]))
        finally:
            sys.stdout.flush()
    except TilewrightError as bad:
        from tilewright.cli.screen import clean

        typer.echo(f"tilewright: {clean(str(bad))}", err=True)
        raise SystemExit(2) from None
    except (BrokenPipeError, SystemExit) as leaving:
        # Typer and Rich leave by themselves when nobody reads any more, and call it a failure.
        if not isinstance(leaving, BrokenPipeError) and not isinstance(leaving.__context__, BrokenPipeError):
            raise
        _write_no_more()  # the reader went away (`| head`): not our fault, and no reason for a traceback
        raise SystemExit(0) from None
    except OSError as bad:
        if bad.errno != errno.ENOSPC or bad.filename is not None:
            raise
        _write_no_more()
        typer.echo(f"tilewright: not everything could be written: {bad.strerror}", err=True)
        raise SystemExit(2) from None


def _write_no_more() -> None:
    """What is still in the buffer cannot be written at the end either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _mind_streams() -> None:
    """Nobody to ask is the end of input; nowhere to write to is an error, but for a server."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name the terminal has no letters for is no reason to stop
    if sys.stdin is None:
        sys.stdin = StringIO()
    if sys.stdout is None:
        if sys.argv[1:2] != ["serve"]:
            typer.echo("tilewright: there is no standard output to write to", err=True)
            raise SystemExit(2)
        sys.stdout = StringIO()


def _with_command(words: list[str]) -> list[str]:
    """The word ``play`` may be left out before its options and before a rule set."""
    from tilewright.games import rule_sets

    if not words or words[0].partition("=")[0] in ("--help", "--version", "--data", "--no-open"):
        return words  # a table in the browser
    if words[0].partition("=")[0] == "--language":  # goes before a command, or before what stands for one
        own = 1 if "=" in words[0] else 2
        return words[:own] + _with_command(words[own:])
    begins_play = words[0].startswith("-") or any(known.id == words[0] for known in rule_sets())
    return ["play", *words] if begins_play else words
