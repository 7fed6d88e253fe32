"""Statistics of a player at the terminal, and for spreadsheets and programs."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console

from tilewright.cli.keeping import games_folder, read_settings
from tilewright.cli.screen import Screen, counting_bar
from tilewright.core.errors import BadArgument, TilewrightError
from tilewright.play.replay import read_file, replay
from tilewright.review.statistics import Sheet, finite, statistics

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.records.record import Record
    from tilewright.review.statistics import Figure, Statistics

KINDS = ("*.json", "*.txt")


def run_statistics(
    folder: Path | None, player: str | None, *, luck: bool, nodes: int, as_json: bool, as_csv: bool
) -> None:
    """Read a folder's records and tell how a player plays."""
    if as_json and as_csv:
        raise BadArgument("choose one of --json and --csv")
    screen = Screen(plain=not sys.stdout.isatty())
    records, unread = _records_in(folder or games_folder())
    if not as_json and not as_csv:
        for path, reason in unread:
            screen.say(f"left out: {path.name}: {reason}")
    player = _player(player, records)
    own = [(name, record) for name, record in records if player in record.seats]
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task("reviewing games", total=len(own))
        found = statistics(player, own, nodes=nodes, luck=luck, progress=lambda n: bar.update(task, completed=n))
    if as_json:
        print(msgspec.json.encode([finite(one) for one in found]).decode())  # noqa: T201
    elif as_csv:
        _write_csv([sheet for one in found for sheet in one.sheets])
    else:
        for one in found:
            _show(screen, one)


def _records_in(folder: Path) -> tuple[list[tuple[str, Record]], list[tuple[Path, str]]]:
    """Every record of a folder that replays, and why others do not."""
    if not folder.is_dir():
        raise BadArgument(f"{folder}: no such folder")
    records, unread = [], []
    for path in sorted(path for kind in KINDS for path in folder.glob(kind)):
        try:
            record = read_file(path)
            replay(record)
        except TilewrightError as bad:
            unread.append((path, str(bad)))
        else:
            records.append((path.name, record))
    if not records:
        raise BadArgument(f"{folder}: there is no record in it that can be read")
    return records, unread


def _player(wanted: str | None, records: list[tuple[str, Record]]) -> str:
    names = sorted({name for _, record in records for name in record.seats})
    player = wanted or read_settings().name
    if player is None:
        raise BadArgument(f"whose games? --player NAME, one of {', '.join(names)}")
    if player not in names:
        raise BadArgument(f"{player} plays in none of these games; there are {', '.join(names)}")
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
    screen.say(f"{one.player}, {one.rule_set}: {one.games} games, {one.finished} of them finished", "bold")
    rows = [("points lost a move", _told(one.lost_per_move, 2))]
    rows += [
        (f"  in round {number}" if number else "  in the set-up", _told(found, 2))
        for number, found in one.lost_by_round.items()
    ]
    rows += [(f"  by moves of kind {kind}", _told(found, 2)) for kind, found in one.lost_by_kind.items()]
    if one.finished:
        rows += [
            ("games won", f"{100 * one.won.mean:.0f} %"),
            ("points a game", _told(one.score, 1)),
            ("  of them lost on the floor", _told(one.floor, 1)),
            ("  of them bonuses at the end", _told(one.bonuses, 1)),
        ]
    if one.luck:
        rows.append(("luck a game, points of lead", _told(one.luck, 1)))
    rows.append(("moves", ", ".join(f"{count} {name}" for name, count in one.grades.items())))
    if one.strength:
        level = one.strength
        rows.append(("plays like level", f"{level.level:.1f} (between {level.low:.1f} and {level.high:.1f})"))
    wide = max(len(name) for name, _ in rows)
    for name, told in rows:
        screen.say(f"  {name:<{wide}}  {told}")


def _told(found: Figure, digits: int) -> str:
    error = f" ± {found.error:.{digits}f}" if found.error != float("inf") else ""
    return f"{found.mean:.{digits}f}{error}"
