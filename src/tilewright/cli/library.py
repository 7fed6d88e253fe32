"""Your games, wherever you played them: files of the terminal, and games of the browser in the server's database."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tilewright.cli.keeping import kept_games
from tilewright.cli.places import games_folder
from tilewright.core.errors import BadRecord, NotInstalled, TilewrightError
from tilewright.core.text.language import _
from tilewright.play.replay import read_file
from tilewright.server.settings import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.cli.keeping import Kept
    from tilewright.records.record import Record
    from tilewright.server.archive import Archive, ArchivedGame

TERMINAL, BROWSER = "terminal", "browser"
NUMBER = re.compile(r"[1-9][0-9]{0,8}")
BROWSER_ID = re.compile(r"[\w-]{16}")
PATIENCE = 0.5  # seconds that a server on this machine has to answer


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as it is listed."""

    id: str  # of the terminal: the name of its file
    played: str  # in the terminal, or in the browser
    rule_set: str
    seats: list[str]
    scores: list[int]
    is_over: bool
    changed_at: float  # seconds since 1970

    @property
    def path(self) -> Path | None:
        """The file of a game of the terminal."""
        return games_folder() / self.id if self.played == TERMINAL else None


class Library:
    """The games of the terminal, and those of the server whose database is in this folder, or at this URL."""

    def __init__(self, data: Path | None = None, database: str | None = None) -> None:
        self._folder, self._database = data or data_folder(), database
        self._is_chosen = bool(data or database)

    def latest(self, limit: int | None = None) -> tuple[list[Listed], int]:
        """The games touched last, the latest first; and how many games there are in all."""
        games = [_of_terminal(one) for one in kept_games()]
        count = len(games)
        with self._archive() as archive:
            if archive is not None:
                games += map(_of_browser, archive.latest(limit))
                count += archive.count()
        games.sort(key=lambda game: game.changed_at, reverse=True)
        return games[:limit], count

    def find(self, word: str) -> Listed | None:
        """The game with this number in the list of all, or with this id."""
        if NUMBER.fullmatch(word):
            games, _count = self.latest(int(word))
            return games[-1] if len(games) == int(word) else None
        if BROWSER_ID.fullmatch(word):
            with self._archive() as archive:
                found = archive.get(word) if archive is not None else None
            return _of_browser(found) if found else None
        return next((_of_terminal(one) for one in kept_games() if one.path.name == word), None)

    def record(self, word: str) -> Record:
        """The record in a file, or of the game with this number or id."""
        if Path(word).is_file():
            return read_file(word)
        found = self.find(word)
        if found is not None:
            return self.record_of(found)
        if Path(word).suffix or len(Path(word).parts) > 1:
            return read_file(word)  # which says what is wrong with it
        raise BadRecord(f"{word}: there is no such file, and `tilewright games` lists no game with this number or id")

    def record_of(self, game: Listed) -> Record:
        """The record of a game. One of the browser is given out when the game is over, as it may have secrets."""
        if game.path is not None:
            return read_file(game.path)
        with self._archive() as archive:
            record = archive.record(game.id) if archive is not None else None
        if record is None:
            raise BadRecord(self.how_to_continue(game))
        return record

    def how_to_continue(self, game: Listed) -> str:
        """Where a game of the browser goes on."""
        if address := self._address():
            told = _("Game {id} is not over. It continues in the browser, at {address}")
            return told.format(id=game.id, address=f"{address}?table={game.id}")
        told = _("Game {id} is not over. It continues in the browser: run `tilewright`, and choose it there.")
        return told.format(id=game.id)

    def _address(self) -> str | None:
        """Where the server of this folder answers now, if it runs."""
        from tilewright.server.folder import noted_address

        address = noted_address(self._folder)
        if address is None or self._database is not None:
            return None
        place = urlsplit(address)
        try:
            socket.create_connection((place.hostname, place.port), PATIENCE).close()
        except OSError:
            return None
        return address

    @contextmanager
    def _archive(self) -> Iterator[Archive | None]:
        """The games of the browser; None where there is no database, or one that nobody asked for cannot be read."""
        with ExitStack() as stack:
            try:
                archive = self._opened(stack)
            except TilewrightError as bad:
                if self._is_chosen:
                    raise
                print(f"left out: the games of the browser: {bad}", file=sys.stderr)  # noqa: T201
                archive = None
            yield archive

    def _opened(self, stack: ExitStack) -> Archive | None:
        try:
            from tilewright.server.archive import Archive
            from tilewright.server.store.database import FILE_NAME, sqlite_url
        except ImportError as missing:
            if not self._is_chosen:
                return None  # who has no server has no games of it
            raise NotInstalled(
                f"the games of a server need the extra 'server' ({missing.name} is missing):"
                " pip install tilewright[server]"
            ) from None
        if self._database is None and not (self._folder / FILE_NAME).exists():
            return None
        return stack.enter_context(Archive(self._database or sqlite_url(self._folder)))


def _of_terminal(kept: Kept) -> Listed:
    record = kept.record
    scores = next((played.scores for played in reversed(record.rounds) if played.scores), [0] * record.players)
    changed = kept.path.stat().st_mtime
    return Listed(kept.path.name, TERMINAL, record.rule_set, record.seats, scores, kept.is_over, changed)


def _of_browser(game: ArchivedGame) -> Listed:
    return Listed(game.id, BROWSER, game.rule_set, game.seats, game.scores, game.is_over, game.changed_at)
