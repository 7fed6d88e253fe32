"""Statistics of a player at the terminal, and for spreadsheets and programs."""

from __future__ import annotations

import csv
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console

from tilewright.cli.keeping import read_settings
from tilewright.cli.library import TERMINAL
from tilewright.cli.places import games_folder
from tilewright.cli.screen import Screen, counting_bar
from tilewright.cli.words import figure
from tilewright.core.errors import BadArgument, TilewrightError
from tilewright.core.text.language import _, ngettext
from tilewright.core.text.terminal_flow import width_of
from tilewright.play.replay import read_file, replay
from tilewright.review.statistics import Sheet, finite, statistics
from tilewright.review.telling import GRADE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tilewright.cli.library import Library
    from tilewright.records.record import Record
    from tilewright.review.statistics import Figure, Statistics

    Source = tuple[str, Callable[[], Record]]
    """What a record is called, and how to read it."""

KINDS = ("*.json", "*.txt")


def run_statistics(
    library: Library,
    words: Sequence[str],
    player: str | None,
    *,
    luck: bool,
    nodes: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Read records and tell how a player plays."""
    if as_json and as_csv:
        raise BadArgument("choose one of --json and --csv")
    screen = Screen(plain=not sys.stdout.isatty())
    records, unread = _records(library, words)
    if not as_json and not as_csv:
        for name, reason in unread:
            screen.say(_("left out: {file}: {reason}").format(file=name, reason=reason))
    player = _player(player, records)
    own = [(name, record) for name, record in records if player in record.seats]
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task(_("reviewing games"), total=len(own))
        found = statistics(player, own, nodes=nodes, luck=luck, progress=lambda n: bar.update(task, completed=n))
    if as_json:
        print(msgspec.json.encode([finite(one) for one in found]).decode())  # noqa: T201
    elif as_csv:
        _write_csv([sheet for one in found for sheet in one.sheets])
    else:
        for one in found:
            _show(screen, one)


def _records(library: Library, words: Sequence[str]) -> tuple[list[tuple[str, Record]], list[tuple[str, str]]]:
    """Every record that was named and replays, or else of every game that is listed; and why others are left out."""
    sources = [one for word in words for one in _named(library, word)] if words else list(_listed(library))
    records, unread = [], []
    for name, read in sources:
        try:
            record = read()
            replay(record)
        except TilewrightError as bad:
            unread.append((name, str(bad)))
        else:
            records.append((name, record))
    if not records:
        raise BadArgument(f"{' '.join(words) or games_folder()}: there is no record in it that can be read")
    return records, unread


def _named(library: Library, word: str) -> list[Source]:
    """The records in a folder; or one, which has to be there."""
    if Path(word).is_dir():
        paths = sorted(path for kind in KINDS for path in Path(word).glob(kind))
        return [(path.name, partial(read_file, path)) for path in paths]
    record = library.record(word)
    return [(Path(word).name, lambda: record)]


def _listed(library: Library) -> Iterator[Source]:
    """All games, but for those of the browser that are not over: they may have secrets."""
    for game in library.latest()[0]:
        if game.played == TERMINAL or game.is_over:
            yield game.id, partial(library.record_of, game)


def _player(wanted: str | None, records: list[tuple[str, Record]]) -> str:
    names = sorted({name for _file, record in records for name in record.seats})
    player = wanted or read_settings().name
    if player is None:
        raise BadArgument(f"say whose games with --player, one of {', '.join(names)}")
    if player not in names:
        raise BadArgument(f"{player} plays in none of these games; the players are {', '.join(names)}")
    return player


def _write_csv(sheets: list[Sheet]) -> None:
    """One line for each game."""
    fields = [name for name in Sheet.__struct_fields__ if name != "grades"]
    grades = list(sheets[0].grades) if sheets else []
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*fields, *grades])
    for sheet in sheets:
        writer.writerow([*(getattr(sheet, name) for name in fields), *(sheet.grades[name] for name in grades)])


def _show(screen: Screen, one: Statistics) -> None:
    told = ngettext(
        "{name}, {rule_set}: {count} game, {finished} of them finished",
        "{name}, {rule_set}: {count} games, {finished} of them finished",
        one.games,
    )
    about = {"name": one.player, "rule_set": one.rule_set, "count": one.games, "finished": one.finished}
    screen.say(told.format(**about), "bold")
    rows = [(_("points lost per move"), _told(one.lost_per_move, 2))]
    rows += [
        ("  " + (_("in round {round}").format(round=number) if number else _("in the set-up")), _told(found, 2))
        for number, found in one.lost_by_round.items()
    ]
    by_kind = "  " + _("by moves of kind {kind}")
    rows += [(by_kind.format(kind=kind), _told(found, 2)) for kind, found in one.lost_by_kind.items()]
    if one.finished:
        rows += [
            (_("games won"), f"{100 * one.won.mean:.0f} %"),
            (_("points per game"), _told(one.score, 1)),
            ("  " + _("of them lost on the floor"), _told(one.floor, 1)),
            ("  " + _("of them bonuses at the end"), _told(one.bonuses, 1)),
        ]
    if one.luck:
        rows.append((_("luck per game, in points of lead"), _told(one.luck, 1)))
    grades = ", ".join(
        _("{count} {grade}").format(grade=_(GRADE_NAMES[name]), count=n) for name, n in one.grades.items()
    )
    rows.append((_("moves"), grades))
    if one.strength:
        level = one.strength
        between = _("{level} (between {low} and {high})")
        about = {"level": figure(level.level), "low": figure(level.low), "high": figure(level.high)}
        rows.append((_("plays like level"), between.format(**about)))
    wide = max(width_of(name) for name, _value in rows)
    for name, value in rows:
        screen.say(f"  {name:<{wide}}  {value}")


def _told(found: Figure, digits: int) -> str:
    error = f" ± {figure(found.error, f'.{digits}f')}" if found.error != float("inf") else ""
    return f"{figure(found.mean, f'.{digits}f')}{error}"
