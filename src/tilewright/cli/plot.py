"""The evaluation over a game as a picture in a file; needs the extra ``report``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.cli.screen import clean
from tilewright.core.errors import BadArgument, NotInstalled
from tilewright.core.text.language import _
from tilewright.records.files import cannot_write
from tilewright.review.grades import INACCURACY, RANK, SCALE
from tilewright.review.telling import GRADE_NAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.records.record import Record
    from tilewright.review.grades import Graded

MARKERS = {"star": "*", "circle": "o", "diamond": "D", "triangle": "v", "cross": "X"}
"""The shapes of grades, as matplotlib calls them."""

MARKED = SCALE[RANK[INACCURACY] :]
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
    """Above the expected points with their band, below the chances to win; moves that lost something are marked."""
    pyplot = _pyplot()
    figure, (points, chances) = pyplot.subplots(2, 1, figsize=(9, 7), sharex=True, layout="constrained")
    numbers = [one.number for one in graded]
    for seat, name in enumerate(record.seats):
        expected = [one.points[seat] for one in graded]
        (line,) = points.plot(numbers, expected, LINES[seat], label=clean(name))
        # The band is that of a lead, which is a difference of two seats.
        low, high = (
            [p + sign * one.band / math.sqrt(2) for p, one in zip(expected, graded, strict=True)] for sign in (-1, 1)
        )
        points.fill_between(numbers, low, high, color=line.get_color(), alpha=0.12, linewidth=0)
        chances.plot(numbers, [100 * one.chances[seat] for one in graded], LINES[seat], color=line.get_color())
        for grade in MARKED:
            own = [one for one in graded if one.seat == seat and one.grade == grade.name]
            at, shape = [one.number for one in own], MARKERS[grade.shape]
            points.plot(at, [one.points[seat] for one in own], shape, color=line.get_color(), markersize=8)
            chances.plot(at, [100 * one.chances[seat] for one in own], shape, color=line.get_color(), markersize=8)
    for grade in MARKED:
        points.plot([], [], MARKERS[grade.shape], color="grey", label=f"{_(GRADE_NAMES[grade.name])} {grade.sign}")
    _mark_rounds(points, graded)
    _mark_rounds(chances, graded)
    points.set(ylabel=_("points expected, with their band"), title=games.rule_set(record.rule_set).title)
    chances.set(xlabel=_("move"), ylabel=_("chance to win, %"), ylim=(-2, 102))
    figure.legend(*points.get_legend_handles_labels(), loc="outside upper center", ncols=7, fontsize="small")
    try:
        figure.savefig(path)
    except OSError as bad:
        raise cannot_write(path, bad) from None
    finally:
        pyplot.close(figure)


def _mark_rounds(axes: Any, graded: list[Graded]) -> None:
    """A line where each round begins, and its number."""
    began: dict[int, int] = {}
    for one in graded:
        began.setdefault(one.round_number, one.number)
    for number, at in began.items():
        axes.axvline(at - 0.5, color="lightgrey", zorder=0)
        axes.annotate(
            str(number), (at - 0.3, 0.97), xycoords=("data", "axes fraction"), va="top", color="grey", fontsize=8
        )
