"""The list of your games."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilewright.cli.library import TERMINAL
from tilewright.cli.places import games_folder
from tilewright.cli.screen import Screen, clean
from tilewright.cli.words import standing
from tilewright.core.text.language import _
from tilewright.core.text.terminal_flow import width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.cli.library import Library, Listed

USUAL = 20  # games, where nobody says how many


def list_games(library: Library, limit: int | None, *, as_json: bool) -> None:
    """A line for each game, the latest first, and what can be done with it."""
    games, count = library.latest(limit or (None if as_json else USUAL))
    if as_json:
        print(json.dumps([_as_data(number, game) for number, game in enumerate(games, start=1)]))  # noqa: T201
        return
    screen = Screen(plain=not sys.stdout.isatty())
    if not games:
        screen.say(_("No game is kept in {folder} yet.").format(folder=games_folder()))
        return
    _show(screen, games)
    screen.say()
    if count > len(games):
        told = _("These are the last {shown} of {count} games; --limit {count} lists them all.")
        screen.say(told.format(shown=len(games), count=count))
    screen.say(_("`tilewright replay NUMBER` replays a game; `analyse NUMBER` grades its moves."))
    screen.say(_("`play NUMBER` continues a terminal game; browser games continue in the browser."))
    screen.say(_("The terminal keeps its games in {folder}.").format(folder=games_folder()))


def _show(screen: Screen, games: Sequence[Listed]) -> None:
    """The table; ids, which not every reader needs, only where there is space for them."""
    titles = ["", _("last played"), _("where"), _("rule set"), _("state"), _("players and points"), _("id")]
    rows = [titles, *(_row(number, game) for number, game in enumerate(games, start=1))]
    widths = [max(width_of(row[k]) for row in rows) for k in range(len(titles))]
    shown = len(titles)
    if screen.is_terminal and sum(widths) + 2 * (shown - 1) > screen.width:
        shown -= 1
    for number, row in enumerate(rows):
        cells = [cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].rjust(widths[0])
        screen.say("  ".join(cells[:shown]).rstrip(), "" if number else "dim")


def _row(number: int, game: Listed) -> list[str]:
    return [
        str(number),
        f"{datetime.fromtimestamp(game.changed_at):%Y-%m-%d %H:%M}",  # noqa: DTZ006 - the hour of who reads it
        _("terminal") if game.played == TERMINAL else _("browser"),
        game.rule_set,
        _("finished") if game.is_over else _("unfinished"),
        clean(standing(game.seats, game.scores)),
        game.id,
    ]


def _as_data(number: int, game: Listed) -> dict[str, Any]:
    return {
        "number": number,
        "id": game.id,
        "played": game.played,
        "rule_set": game.rule_set,
        "players": len(game.seats),
        "seats": game.seats,
        "scores": game.scores,
        "state": "finished" if game.is_over else "unfinished",
        "changed_at": datetime.fromtimestamp(game.changed_at, UTC).isoformat(timespec="seconds"),
        "file": str(game.path) if game.path else None,
    }
