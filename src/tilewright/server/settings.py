"""How a server was asked to run."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """What the command line decides."""

    data: Path
    database: str | None = None  # a URL; an SQLite file in the data folder without one
    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()  # addresses pages may come from, besides our own
    engines: dict[str, str] = field(default_factory=dict)  # name -> command, allowed by the owner of the machine
    thinkers: int | None = None  # processes
    compile_ahead: bool = True

    @property
    def own_origins(self) -> frozenset[str]:
        """Exactly the addresses a page of ours is served from."""
        names = {self.host} if self.host not in ("0.0.0.0", "::") else set()  # noqa: S104 - compared, not bound
        if self.host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::"):  # noqa: S104
            names |= {"127.0.0.1", "localhost", "[::1]"}
        return frozenset({f"http://{name}:{self.port}" for name in names} | set(self.origins))

    @property
    def own_hosts(self) -> frozenset[str]:
        """What a request's Host may say: a name that leads here by a trick is not ours."""
        return frozenset(origin.partition("://")[2] for origin in self.own_origins)


def data_folder() -> Path:
    """The user's data folder, as the system has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "tilewright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilewright"
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tilewright"
