"""What a run's log says, as a picture: loss, gates, rating by generation, games per second."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from tilewright.core.errors import NotInstalled
from tilewright.records.files import cannot_write

if TYPE_CHECKING:
    from pathlib import Path


def read_log(path: Path) -> list[dict[str, Any]]:
    """The lines of a log; one that was cut off is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def learning_curves(log: list[dict[str, Any]], part: str) -> dict[str, list[dict[str, Any]]]:
    """The epochs of each net; of one whose training was cut off, those of the last time."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in log:
        if line["kind"] == "epoch" and line["part"] == part:
            if line["epoch"] == 0:
                found[line["net"]] = []
            found.setdefault(line["net"], []).append(line)
    return found


def ratings(log: list[dict[str, Any]]) -> list[tuple[int, float, float, float]]:
    """Rating after each generation, above the weights alone, with the interval of its last step."""
    found, rating = [], 0.0
    for line in log:
        if line["kind"] == "verdict":
            low, high = (rating + end for end in line["elo_interval"])
            found.append((line["generation"], rating + line["elo"], low, high))
            if line["accepted"]:
                rating += line["elo"]
    return found


def speeds(log: list[dict[str, Any]]) -> dict[int, float]:
    """Games per second by the clock on the wall, by generation."""
    games: defaultdict[int, int] = defaultdict(int)
    seconds: defaultdict[int, float] = defaultdict(float)
    for line in log:
        if line["kind"] == "games":
            games[line["generation"]] += line["games"]
            seconds[line["generation"]] += line["seconds"]
    return {one: games[one] / seconds[one] for one in games if seconds[one] > 0}


def check_drawing() -> None:
    """Raise unless pictures can be drawn: better before hours of play than after."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise NotInstalled("curves are drawn with matplotlib: pip install 'tilewright[train]'") from None
    mpl.use("Agg")


def draw_curves(log: list[dict[str, Any]], path: Path) -> None:
    """Four pictures in one file."""
    check_drawing()
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for place, part, name, title in (
        (axes[0, 0], "round_end", "surprise", "round ends: surprise of games held back, nats"),
        (axes[0, 1], "inside", "lead_error", "inside rounds: leads are off by, points"),
    ):
        for net, epochs in learning_curves(log, part).items():
            place.plot([one["epoch"] for one in epochs], [one[name] for one in epochs], marker=".", label=net)
        place.set(title=title, xlabel="epoch")
        if len(learning_curves(log, part)) in range(1, 13):
            place.legend(fontsize="small")
    for generation, elo, low, high in ratings(log):
        axes[1, 0].errorbar(generation, elo, [[elo - low], [high - elo]], fmt="o", color="tab:blue")
    axes[1, 0].axhline(0.0, color="lightgrey", zorder=0)
    axes[1, 0].set_xticks([generation for generation, *_ in ratings(log)])
    axes[1, 0].set(title="rating of candidates above the weights alone, Elo", xlabel="generation")
    rates = speeds(log)
    axes[1, 1].bar(list(rates), list(rates.values()), width=0.5)
    axes[1, 1].set_xticks(list(rates))
    axes[1, 1].set(title="games of self-play per second", xlabel="generation")
    for place in axes[1]:
        place.set_xlim(0.0, max(rates, default=0) + 1.0)  # one bar is a bar, and not a wall
    try:
        figure.savefig(path)
    except OSError as bad:
        raise cannot_write(path, bad) from None
    finally:
        plt.close(figure)
