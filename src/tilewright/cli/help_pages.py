"""How ``--help`` looks: commands in groups, and options in words. It is plain text everywhere, and quick to load."""

from __future__ import annotations

from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

TOGETHER = "\N{NO-BREAK SPACE}"
"""Stands between words that stay in one line while help is broken into lines."""


class Group(StrEnum):
    """The headings that commands are listed under, in this order."""

    PLAY = "Play"
    STUDY = "Study"
    HOST = "Host"
    RESEARCH = "Research"
    DEVELOP = "Develop"


class Command(TyperCommand):
    """A command whose help has no notation of types and ranges."""

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def get_help(self, ctx: Context) -> str:
        return super().get_help(ctx).replace(TOGETHER, " ")

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        write_parameters(self, ctx, formatter)


class Commands(TyperGroup):
    """Commands, listed under their groups, each with the whole first sentence of its help."""

    def get_help(self, ctx: Context) -> str:
        return super().get_help(ctx).replace(TOGETHER, " ")

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        write_parameters(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002 - as the base class has it
        order = list(Group)
        listed = sorted(self.commands.items(), key=lambda item: order.index(_group(item[1])))
        widest = max(len(name) for name, _command in listed)
        groups = [(group, list(members)) for group, members in groupby(listed, key=lambda item: _group(item[1]))]
        for group, members in groups:
            with formatter.section(group.value if len(groups) > 1 else "Commands"):
                rows = [
                    (name.ljust(widest), command.short_help or _first_sentence(command.help or ""))
                    for name, command in members
                ]
                formatter.write_dl(rows)


def in_group(app: typer.Typer, group: Group) -> Callable[..., Callable[[Callable[..., Any]], Callable[..., Any]]]:
    """A decorator for the commands of a group; it takes what ``app.command`` takes."""

    def command(name: str | None = None, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            told = _first_sentence(function.__doc__ or "")
            return app.command(name, cls=Command, rich_help_panel=group, short_help=told, **more)(function)

        return add

    return command


def _group(command: Any) -> Group:
    return Group(command.rich_help_panel or Group.PLAY)


def _first_sentence(text: str) -> str:
    """The first paragraph of a command's help up to its first full stop."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return f"{paragraph.partition('. ')[0].removesuffix('.')}."


def write_parameters(command: Command | Commands, ctx: Context, formatter: HelpFormatter) -> None:
    """The arguments and options of a command."""
    parameters = command.get_params(ctx)
    arguments = [(_placed(one), _help(one)) for one in parameters if isinstance(one, TyperArgument)]
    options = [(_named(one, ctx), _help(one)) for one in parameters if isinstance(one, TyperOption) and not one.hidden]
    for title, rows in (("Arguments", arguments), ("Options", options)):
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


def _placed(argument: TyperArgument) -> str:
    """How an argument is called."""
    return f"{argument.metavar or argument.name.upper()}{'' if argument.nargs == 1 else '...'}"


def _named(option: TyperOption, ctx: Context) -> str:
    """How an option is written: its names, and what follows them."""
    names = ", ".join(sorted(option.opts, key=len))
    return names if option.is_flag else f"{names} {option.metavar or option.display_type(ctx).strip('<>')}"


def _help(parameter: TyperArgument | TyperOption) -> str:
    """What a parameter means, its variable and its default; a flag that is off has none."""
    notes = [f"env var: {parameter.envvar}"] if parameter.envvar else []
    if parameter.show_default and parameter.default is not None and parameter.default is not False:
        notes.append(f"default: {parameter.default}")
    if isinstance(parameter, TyperOption) and parameter.required:
        notes.append("required")
    told = "; ".join(note.replace(" ", TOGETHER) for note in notes)
    return f"{parameter.help}  [{told}]" if told else str(parameter.help)
