"""The program: its commands, in groups, and what stands for a command that is left out.

Each command imports what it needs when it runs: help must not wait for the compiler.
"""

from __future__ import annotations

import errno
import os
import sys
from enum import StrEnum
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperOption

from tilewright.cli import completing
from tilewright.cli.developing import developing
from tilewright.cli.help_pages import Commands, Group
from tilewright.cli.hosting import hosting
from tilewright.cli.playing import playing
from tilewright.cli.puzzles import puzzles, solving
from tilewright.cli.research import research
from tilewright.cli.studying import studying

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer._click.shell_completion import CompletionItem

QUIET = {"serve": {"log": "warning"}}
"""Settings of the server where no command was given: a person looks at it, not a log."""


class Program(Commands):
    """All commands. One that is left out is ``serve``, or ``play`` before what only that takes."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        at = self._after_own_options(ctx, args)
        if stands_for := self._left_out(args[at:], completing=ctx.resilient_parsing):
            ctx.default_map = QUIET if stands_for == "serve" else None
            args = [*args[:at], stands_for, *args[at:]]
        return super().parse_args(ctx, args)

    def _after_own_options(self, ctx: Context, words: list[str]) -> int:
        """Where options of the program itself end, such as ``--language fr``."""
        options = [one for one in self.get_params(ctx) if isinstance(one, TyperOption)]
        takes_value = {name: not one.is_flag for one in options for name in one.opts}
        at = 0
        while at < len(words) and (name := words[at].partition("=")[0]) in takes_value:
            at += 2 if takes_value[name] and "=" not in words[at] else 1
        return at

    def _left_out(self, words: list[str], *, completing: bool) -> str | None:
        """The command that these words are for, where they do not begin with one."""
        from tilewright.games import rule_sets

        if not words:
            return None if completing else "serve"
        name = words[0].partition("=")[0]
        if any(name in one.opts for one in self.commands["serve"].params):
            return "serve"
        return "play" if name.startswith("-") or any(known.id == name for known in rule_sets()) else None

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        from typer._click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=meaning) for name, meaning in completing.rule_sets(incomplete)]
        return super().shell_complete(ctx, incomplete) + (found if incomplete else [])


app = typer.Typer(
    name="tilewright",
    cls=Program,
    subcommand_metavar="[COMMAND] [ARGS]...",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


class Language(StrEnum):
    """The languages that have a catalogue."""

    en = "en"
    fr = "fr"
    nl = "nl"


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    language: Annotated[
        Language,
        typer.Option(envvar="TILEWRIGHT_LANGUAGE", metavar="en|fr|nl", help="Language that games are told in."),
    ] = Language.en,
) -> None:
    """Play, study and research the Azul family of tile games.

    Without a command, Tilewright opens in your browser; the options of `serve` may be given. `tilewright classic` is
    short for `tilewright play classic`, with any rule set.
    """
    from tilewright.core.text.language import speaking

    context.with_resource(speaking(language.value))
    if version:
        from tilewright import __version__

        typer.echo(f"tilewright {__version__}")
        raise typer.Exit


for part in (playing, solving, studying, hosting, research, developing):
    app.add_typer(part)  # without a name of its own: its commands are commands of the program
app.add_typer(puzzles, name="puzzles", rich_help_panel=Group.RESEARCH)


def main() -> None:
    """Run the command line; bad input gets one clear line and exit code 2."""
    from tilewright.core.errors import TilewrightError

    _mind_streams()
    try:
        try:
            app(sys.argv[1:], prog_name="tilewright")
        finally:
            sys.stdout.flush()
    except TilewrightError as bad:
        from tilewright.cli.screen import clean

        typer.echo(f"tilewright: {clean(str(bad))}", err=True)
        raise SystemExit(2) from None
    except (BrokenPipeError, SystemExit) as leaving:
        # Typer and Rich exit by themselves when the reader is gone, and call it a failure.
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
    """Drop what is still in the buffer: it could not be written at the end either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _mind_streams() -> None:
    """A closed standard input is the end of input; a closed standard output is an error, except for a server."""
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
