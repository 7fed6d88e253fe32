"""The commands for playing: games at the terminal, what is kept of them, and what can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli import completing
from tilewright.cli.help_pages import Group, in_group
from tilewright.cli.options import AsJson, Data, Database, Plain, RuleSetName, Seed, options_of

OTHER_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Of a command that takes the options of rule sets too."""

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A record's file, or a game that `tilewright games` lists, by its number or id.",
        autocompletion=completing.kept_games,
    ),
]

playing = typer.Typer()
command = in_group(playing, Group.PLAY)


@command(context_settings=OTHER_OPTIONS)
def play(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE_SET|GAME",
            help="A rule set, from `tilewright rules`; or a game to continue: a record's file, or its number or id from"
            " `tilewright games`.",
            autocompletion=completing.rule_sets_and_kept_games,
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last unfinished game.")] = False,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", metavar="2-4", min=2, max=4, help="Number of players; without it, one for each seat."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,...",
            help="Who plays, in the order of the seats: human or human:NAME, an opponent from `tilewright opponents`,"
            " thinker@1s (one second per move), or engine:COMMAND.",
            autocompletion=completing.seats,
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Your name; it is remembered for the next game.")
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            metavar="1-10",
            min=1,
            max=10,
            help="Strength of the opponents; it is remembered for the next game.",
            autocompletion=completing.levels,
        ),
    ] = None,
    first: Annotated[str, typer.Option(metavar="SEAT", help="Seat that starts, counted from 0, or random.")] = "random",
    seed: Seed = None,
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Position to begin from, as one line of text.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Another file to write the record to, after every move.")
    ] = None,
    data: Data = None,
    database: Database = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal.

    You play against opponents, or with people beside you. Every game is kept, and --resume continues the last one.
    Options of a rule set are given by their names: --goals random.
    """
    from tilewright.cli.library import Library
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
    play_at_table(wish, Library(data, database), plain=plain)


@command()
def games(
    limit: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="How many to list; without it, the last 20, or all as JSON."),
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List your games, in the terminal and in the browser.

    The latest comes first. `replay`, `analyse`, `statistics` and `play` take a game by its number in this list, or by
    its id, which does not change. A game of the browser continues there.
    """
    from tilewright.cli.library import Library
    from tilewright.cli.listing import list_games

    list_games(Library(data, database), limit, as_json=as_json)


@command()
def replay(
    game: GameName,
    no_boards: Annotated[
        bool, typer.Option("--no-boards", help="Do not show the table after each round, where nobody steps through.")
    ] = False,
    as_text: Annotated[bool, typer.Option("--as-text", help="Print only the record, as plain text.")] = False,
    plain: Plain = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Replay a game move by move.

    Every draw, move and score is checked against the rules.
    """
    from tilewright.cli.library import Library
    from tilewright.cli.replaying import replay_record

    replay_record(Library(data, database).record(game), boards=not no_boards, as_text=as_text, plain=plain)


@command()
def rules(
    rule_set: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE_SET", help="The rule set; without one, all are listed.", autocompletion=completing.rule_sets
        ),
    ] = None,
) -> None:
    """List the rule sets, or print the rules of one."""
    from tilewright.cli.tools import list_rule_sets, print_rules

    print_rules(rule_set) if rule_set else list_rule_sets()


@command()
def opponents(rule_set: RuleSetName = "classic") -> None:
    """List the opponents, weakest first."""
    from tilewright.cli.tools import list_opponents

    list_opponents(rule_set)
