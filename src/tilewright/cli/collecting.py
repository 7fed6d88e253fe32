"""Collections of puzzles at the terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from tilewright import games
from tilewright.bots.opponents import LEVELS
from tilewright.cli.screen import Screen, counting_bar
from tilewright.core.text.language import _
from tilewright.puzzles.checking import faults_of
from tilewright.puzzles.collection import collection, read_puzzles, write_puzzles
from tilewright.puzzles.examining import examine
from tilewright.puzzles.looks import Panel
from tilewright.puzzles.mining import Mine
from tilewright.puzzles.sentences import meaning

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tilewright.puzzles.puzzle import Puzzle

WIDTH = 110  # of the table, where the output is not a terminal


def run_mine(rule_set: str, out: Path, *, count: int, players: int, seed: int, records: Path | None) -> None:
    """Mine, with a progress bar in a terminal."""
    mine = Mine(out, rule_set, players, seed, records)
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task(f"puzzles of {rule_set}", total=count)
        found = mine.dig(count, lambda puzzles, _games: bar.update(task, completed=puzzles))
    Screen(plain=True).say(f"{out} has {len(found)} puzzles; `tilewright puzzles check --file {out}` checks them.")


def run_check(rule_set: str | None, file: Path | None, *, times: int, every: int) -> None:
    """Check, and say what does not hold."""
    screen, failed, checked = Screen(plain=True), 0, 0
    for name, puzzles in _collections(rule_set, file):
        panel, chosen = Panel(name), puzzles[::every]
        with counting_bar(Console(stderr=True)) as bar:
            for one in bar.track(chosen, description=f"puzzles of {name}"):
                faults = faults_of(one, panel, times)
                failed += bool(faults)
                for fault in faults:
                    screen.say(f"{name} {one.id}: {fault}")
        checked += len(chosen)
        screen.say(f"{name}: {len(chosen)} of {len(puzzles)} puzzles checked")
    screen.say(f"{checked - failed} of {checked} hold.")
    if failed:
        raise typer.Exit(1)


def run_renew(rule_set: str, out: Path, file: Path | None) -> None:
    """Renew, and say how many are left."""
    kept, puzzles = [], [one for _name, found in _collections(rule_set, file) for one in found]
    panel = Panel(rule_set)
    with counting_bar(Console(stderr=True)) as bar:
        for one in bar.track(puzzles, description=f"puzzles of {rule_set}"):
            again = examine(one.laid_out(), panel, one.source)
            if again is not None:
                kept.append(again)
    write_puzzles(out, kept)
    Screen(plain=True).say(
        f"{out} has {len(kept)} of {len(puzzles)} puzzles; the other positions are no puzzles any more."
    )


def run_list(rule_set: str | None, file: Path | None) -> None:
    """A table: how many, what share of them is proved, and what share each level solves."""
    found = _collections(rule_set, file)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    levels = range(1, len(LEVELS) + 1)
    titles = (_("rule set"), _("puzzles"), _("proved"), _("rating"))
    table = Table(*titles, *(str(level) for level in levels), box=None, pad_edge=False)
    for name, puzzles in found:
        proved = sum(one.badge.startswith("proved") for one in puzzles)
        shares = (f"{sum(level in one.levels for one in puzzles) / max(1, len(puzzles)):.0%}" for level in levels)
        middle = sorted(one.rating for one in puzzles)[len(puzzles) // 2] if puzzles else 0
        table.add_row(name, str(len(puzzles)), str(proved), str(middle), *shares)
    console.print(table)
    told = _(
        "The last columns show what share of the puzzles each level solves, from 1 ({weakest}) to 10 ({strongest})."
    )
    console.print("\n" + told.format(weakest=_(LEVELS[0].title), strongest=_(LEVELS[-1].title)))
    about = Counter(theme.name for _name, puzzles in found for one in puzzles for theme in one.themes)
    for theme, number in about.most_common():
        console.print(f"{theme:10} {number:5}  {meaning(theme)}")


def _collections(rule_set: str | None, file: Path | None) -> list[tuple[str, Sequence[Puzzle]]]:
    """The puzzles asked for, by rule set."""
    wanted = [games.rule_set(rule_set).id] if rule_set else [known.id for known in games.rule_sets()]
    if file is None:
        return [(name, collection(name)) for name in wanted]
    read = read_puzzles(file)
    grouped = [(name, [one for one in read if one.rule_set == name]) for name in wanted]
    return [(name, puzzles) for name, puzzles in grouped if puzzles]
