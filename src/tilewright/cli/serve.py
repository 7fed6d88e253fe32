"""The command that serves tables to browsers and programs."""

from __future__ import annotations

import os
import platform
import webbrowser
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from tilewright.cli.options import DATABASE, ENGINE, LOG_LEVELS
from tilewright.cli.screen import Screen
from tilewright.core.errors import BadArgument, NotInstalled
from tilewright.core.text.language import _


def run_serve(
    *,
    data: Path | None,
    database: str | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    workers: int = 1,
    open_browser: bool = True,
    origins: list[str] | None = None,
    trusted_proxies: list[str] | None = None,
    engines: list[str] | None = None,
    log: str = "warning",
) -> None:
    """Serve until Ctrl-C."""
    try:
        from tilewright.server import journal, uvicorn_server
        from tilewright.server import workers as processes
        from tilewright.server.settings import Settings, data_folder
    except ImportError as missing:
        raise NotInstalled(
            f"serving needs the extra 'server' ({missing.name} is missing): pip install tilewright[server]"
        ) from None

    if log not in LOG_LEVELS:
        raise BadArgument(f"--log {log}: the level is {', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}")
    for origin in origins or ():
        _check_origin(origin)
    for proxy in trusted_proxies or ():
        _check_network(proxy)
    os.environ.pop(DATABASE, None)  # thinkers and engines do not inherit the password
    screen = Screen(plain=True)
    listening = uvicorn_server.bind(host, port)
    settings = Settings(
        data=data or data_folder(),
        database=database,
        host=host,
        port=listening.getsockname()[1],
        origins=tuple(origins or ()),
        trusted_proxies=tuple(trusted_proxies or ()),
        engines=dict(_engine(text) for text in engines or os.environ.get(ENGINE, "").split(";") if text.strip()),
    )
    address, *others = settings.addresses()

    def ready() -> None:
        screen.say(_("Tilewright is at {address}").format(address=address))
        if others:
            screen.say(_("Phones and other computers in this network open {address}").format(address=", ".join(others)))
        screen.say(_("Ctrl-C stops the server; all games are kept."))
        if open_browser and _has_browser():
            webbrowser.open(address)

    journal.begin(log)
    with listening:
        processes.serve(settings, listening, workers=workers, ready=ready)


def _engine(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not equals or not name.isidentifier() or not command.strip():
        raise BadArgument(f"{text!r}: an engine is given as NAME=COMMAND")
    return name, command


def _check_origin(text: str) -> None:
    """Raise unless a browser could send this origin: origins are compared letter by letter."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or text != f"{parts.scheme}://{parts.netloc}":
        raise BadArgument(
            f"--origin {text}: an origin is given as https://HOST or https://HOST:PORT, with nothing after it"
        )


def _check_network(text: str) -> None:
    try:
        ip_network(text, strict=False)
    except ValueError:
        raise BadArgument(
            f"--trust-proxy {text}: a proxy is given as an address or a network, such as 10.0.0.5 or 172.18.0.0/16"
        ) from None


def _has_browser() -> bool:
    """Whether a window can be opened: in a container, or over a remote shell, only a text browser could be started."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def run_backup(file: Path, *, data: Path | None, database: str | None) -> None:
    """Copy a database into a file, whether a server uses it or not."""
    from tilewright.server.settings import data_folder
    from tilewright.server.store.backup import backup
    from tilewright.server.store.database import FILE_NAME

    if database is None and not ((data or data_folder()) / FILE_NAME).exists():
        raise BadArgument(f"no games are kept in {data or data_folder()}")
    events = backup(_database(data, database), file)
    Screen(plain=True).say(f"{file} has {events} events.")


def run_restore(file: Path, *, data: Path | None, database: str | None) -> None:
    """Add what is missing."""
    from tilewright.server.store.backup import restore

    events = restore(file, _database(data, database))
    Screen(plain=True).say(f"{events} missing events were restored.")


def run_export(folder: Path, *, data: Path | None, database: str | None) -> None:
    """Write the records of all finished games."""
    from tilewright.server.export_games import export_games
    from tilewright.server.settings import data_folder
    from tilewright.server.store.database import FILE_NAME

    if database is None and not ((data or data_folder()) / FILE_NAME).exists():
        raise BadArgument(f"no games are kept in {data or data_folder()}")
    written, broken = export_games(_database(data, database), folder)
    screen = Screen(plain=True)
    screen.say(f"{folder} has {written} new records.")
    if broken:
        screen.say(f"left out, because their logs do not replay: {', '.join(broken)}")
        raise SystemExit(1)


def _database(data: Path | None, database: str | None) -> str:
    from tilewright.server.settings import data_folder
    from tilewright.server.store.database import sqlite_url

    if database:
        return database
    folder = data or data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sqlite_url(folder)
