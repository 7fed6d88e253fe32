"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.completing import rule_sets

MOST = 10**12  # of anything that is counted; more would take years
MOST_SEED = 10**18
LAYERS = ("rules", "table", "opponents", "measuring", "environments")
"""What can be compiled ahead, in the order in which it is needed."""
LOG_LEVELS = ("debug", "info", "warning", "error")
DAY = 86_400.0  # seconds; the longest time for one answer

RuleSetName = Annotated[
    str,
    typer.Argument(
        metavar="RULE_SET", help="The rule set; `tilewright rules` lists them all.", autocompletion=rule_sets
    ),
]
Players = Annotated[int, typer.Option("--players", "-p", metavar="2-4", min=2, max=4, help="Number of players.")]
Seed = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", min=0, max=(1 << 63) - 1, help="Seed of the draws; the same seed repeats them."),
]
FirstSeed = Annotated[
    int, typer.Option(metavar="NUMBER", min=0, max=MOST_SEED, help="Seed of the first game; later games count on.")
]
FirstSeat = Annotated[int, typer.Option(metavar="SEAT", min=0, max=3, help="Seat that starts, counted from 0.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="Print plain sentences without colour, for screen readers and logs.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Workers = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", min=1, max=1024, help="Number of processes; without it, one for each core."),
]
On = Annotated[
    str,
    typer.Option(
        metavar="local|ray",
        autocompletion=lambda: ["local", "ray"],
        help="Where to play: in local processes, or on a Ray cluster that shares the files.",
    ),
]


def options_of(context: typer.Context, words: list[str]) -> dict[str, str]:
    """Options that only a rule set knows: ``--goals random`` or ``--goals=random``."""
    from tilewright.core.text.reader import nearby
    from tilewright.games import rule_sets

    known = {f"--{option.name}" for rule_set in rule_sets() for option in rule_set.options}
    own = {name for parameter in context.command.params for name in parameter.opts if name.startswith("--")}
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not name.startswith("--"):
            raise typer.BadParameter(f"unexpected {word!r}")
        if name not in known:
            raise typer.BadParameter(f"there is no option {name}{nearby(name, known | own)}")
        options[name.removeprefix("--")] = value = value if equals else next(rest, "")
        if not value:
            raise typer.BadParameter(f"{name} needs a value")
    return options


def _not_empty(text: str) -> str:
    """A variable of the shell that was not set must not lead to another place."""
    if not text.strip():
        raise typer.BadParameter("the value is empty; leave the option out, or give it one")
    return text


DATABASE, ENGINE = "TILEWRIGHT_DATABASE", "TILEWRIGHT_ENGINE"
"""Variables that are looked at in another place too."""

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        envvar="TILEWRIGHT_DATA",
        parser=lambda text: Path(_not_empty(str(text))),
        help="Folder of the server's database; without it, your own data folder.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar=DATABASE,
        parser=_not_empty,
        help="PostgreSQL database instead of a file, as postgresql://USER:PASSWORD@HOST/NAME. Everybody on this machine"
        " can read a command line, so give a password in the variable.",
    ),
]
