"""The evaluation over a game as a picture in a file; needs the extra ``report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.cli.screen import clean
from tilewright.core.errors import BadArgument, NotInstalled
from tilewright.records.files import cannot_write

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.records.record import Record
    from tilewright.review.analysis import Graded

GRADES = ((2.0, "v", "2 points lost or more"), (5.0, "X", "5 points lost or more"))
"""From how many points lost, which shape, and what it means: shapes, because not everybody sees colours."""

LINES = ("-", "--", "-.", ":")


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        raise NotInstalled("--plot draws with matplotlib: pip install 'tilewright[report]'") from None
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    return plt


def check_plot(path: Path) -> None:
    """Raise unless a picture of this kind can be drawn there."""
    kinds = _pyplot().figure().canvas.get_supported_filetypes()
    _pyplot().close("all")
    if path.suffix.removeprefix(".").lower() not in kinds:
        raise BadArgument(f"{path}: pictures are drawn as {', '.join(sorted(kinds))}; end the name with one of these")
    if not path.parent.is_dir():
        raise cannot_write(path, FileNotFoundError(2, "No such directory"))


def draw_plot(path: Path, record: Record, graded: list[Graded]) -> None:
    """Everybody's chance to win before each move, with the moves that lost most marked."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
    numbers = [one.number for one in graded]
    for seat, name in enumerate(record.seats):
        chances = [100 * one.chances[seat] for one in graded]
        (line,) = axes.plot(numbers, chances, LINES[seat], label=clean(name))
        for least, shape, _ in GRADES:
            marked = [one for one in graded if one.seat == seat and _grade(one) == least]
            where = [100 * one.chances[seat] for one in marked]
            axes.plot([one.number for one in marked], where, shape, color=line.get_color(), markersize=9)
    for _, shape, meaning in GRADES:
        axes.plot([], [], shape, color="grey", label=meaning)
    rounds = [one for one, before in zip(graded[1:], graded, strict=False) if one.round_number != before.round_number]
    for one in rounds:
        axes.axvline(one.number - 0.5, color="lightgrey", zorder=0)
    axes.set(xlabel="move", ylabel="chance to win, %", ylim=(-2, 102), title=games.rule_set(record.rule_set).title)
    axes.legend()
    try:
        figure.savefig(path)
    except OSError as bad:
        raise cannot_write(path, bad) from None
    finally:
        pyplot.close(figure)


def _grade(one: Graded) -> float | None:
    reached = [least for least, _, _ in GRADES if one.points_lost >= least]
    return max(reached, default=None)
