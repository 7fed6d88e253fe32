"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RuleSetName = Annotated[str, typer.Argument(metavar="RULE_SET", help="which game; `tilewright rules` lists them")]
Players = Annotated[int, typer.Option("--players", "-p", min=2, max=4, help="number of players")]
MOST = 10**12  # of anything that is counted; more would take years
MOST_SEED = 10**18
DAY = 86_400.0  # seconds; nobody waits longer for one answer
Seed = Annotated[int | None, typer.Option(min=0, max=(1 << 63) - 1, help="repeat the same draws")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for programs")]


def options_of(context: typer.Context, words: list[str]) -> dict[str, str]:
    """Options that only a rule set knows: ``--goals random`` or ``--goals=random``."""
    from tilewright.core.text import nearby
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


def _given(text: str) -> str:
    """An option whose variable was not set must not mean another place."""
    if not text.strip():
        raise typer.BadParameter("it is empty; leave the option out, or say which")
    return text


DATABASE, ENGINE = "TILEWRIGHT_DATABASE", "TILEWRIGHT_ENGINE"
"""Variables that are looked at in another place too."""

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        envvar="TILEWRIGHT_DATA",
        parser=lambda text: Path(_given(str(text))),
        help="where games are kept; else the user's data folder",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar=DATABASE,
        parser=_given,
        help="postgresql://user:password@host/name instead of a file; everybody here can see what a command is given",
    ),
]
