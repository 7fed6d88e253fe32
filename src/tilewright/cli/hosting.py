"""The commands for hosting: serving tables, and the games of a server as files. Each imports what it needs late."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.help_pages import Group, in_group
from tilewright.cli.options import ENGINE, LOG_LEVELS, Data, Database

hosting = typer.Typer()
command = in_group(hosting, Group.HOST)


@command()
def serve(
    data: Data = None,
    database: Database = None,
    host: Annotated[
        str,
        typer.Option(
            envvar="TILEWRIGHT_HOST", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 listens on all of them."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            envvar="TILEWRIGHT_PORT", metavar="NUMBER", min=0, max=65535, help="Port to listen on; 0 takes a free one."
        ),
    ] = 0,
    workers: Annotated[
        int,
        typer.Option(
            envvar="TILEWRIGHT_WORKERS", metavar="NUMBER", min=1, help="Server processes; several need PostgreSQL."
        ),
    ] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar="TILEWRIGHT_ORIGIN",
            metavar="https://NAME",
            help="Public address of the pages, when it is another one, as behind a proxy. May be repeated; the variable"
            " has spaces between addresses.",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar="TILEWRIGHT_TRUST_PROXY",
            metavar="ADDRESS",
            help="Proxy, or network of proxies such as 172.18.0.0/16, whose X-Forwarded-For header is trusted. May be"
            " repeated; the variable has spaces between addresses.",
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help="Engine that people may play against as engine:NAME. May be repeated; the variable has semicolons"
            f" between engines.  [env var: {ENGINE}]",
        ),
    ] = None,
    log: Annotated[
        str,
        typer.Option(
            envvar="TILEWRIGHT_LOG",
            metavar="LEVEL",
            autocompletion=lambda: list(LOG_LEVELS),
            help="What is logged to standard error: debug, info, warning or error.",
        ),
    ] = "info",
    no_open: Annotated[
        bool, typer.Option("--no-open", envvar="TILEWRIGHT_NO_OPEN", help="Do not open the browser.")
    ] = False,
) -> None:
    """Serve tables to browsers and programs.

    Every option can be set by its environment variable instead; the command line wins. docs/server.md describes the
    interface for programs.
    """
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


@command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; an existing one is never overwritten.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy the server's games and guests into one file.

    The server may go on running.
    """
    from tilewright.cli.serve import run_backup

    run_backup(file, data=data, database=database)


@command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File that `tilewright backup` has written.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Add what is missing in the server's database from a backup.

    Nothing is overwritten, and the server may go on running.
    """
    from tilewright.cli.serve import run_restore

    run_restore(file, data=data, database=database)


@command("export-games")
def export_games(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the records go; records that are there stay as they are.")
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the records of the server's finished games.

    `statistics` and `puzzles mine --records` read such a folder.
    """
    from tilewright.cli.serve import run_export

    run_export(folder, data=data, database=database)
