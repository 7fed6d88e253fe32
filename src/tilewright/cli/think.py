"""Commands that think: hints, solutions and analyses, as a person reads them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tilewright.bots.bot import ESTIMATE, PROVED, Choice
from tilewright.bots.thinker import Thinker
from tilewright.cli.screen import Screen
from tilewright.core.errors import IllegalMove
from tilewright.play.game import from_text
from tilewright.play.replay import read_file, replay
from tilewright.review.analysis import Graded, Summary, lead, review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.play.position import Position
    from tilewright.records.record import Record

SHOWN = 8
WORTH_A_WORD = 0.5  # points; smaller losses are not listed


def badge_of(choice: Choice) -> str:
    """How sure the values are, in words."""
    seen = f"{choice.positions:,} positions"
    return f"estimate, {seen} seen" if choice.badge == ESTIMATE else f"{choice.badge}, {seen} seen"


def show_candidates(screen: Screen, view: Position, choice: Choice) -> None:
    """The best moves with what the player to move may expect."""
    seat = view.to_move or 0
    if screen.plain:
        for rank, one in enumerate(choice.candidates[:SHOWN], start=1):
            screen.say(
                f"{rank}. {one.move}: {view.describe(one.move)}; lead {lead(one, seat):+.1f} points,"
                f" chance to win {one.chances[seat]:.0%}"
            )
    else:
        table = Table("", "move", "lead", "win", "what it does", box=None, header_style="dim")
        for rank, one in enumerate(choice.candidates[:SHOWN], start=1):
            figures = (f"{lead(one, seat):+.1f}", f"{one.chances[seat]:.0%}")
            table.add_row(str(rank), str(one.move), *figures, view.describe(one.move))
        screen.print(table)
    if choice.variation:
        screen.say(f"Expected: {' '.join(choice.variation)}")
    screen.say(f"({badge_of(choice)}, {choice.seconds:.2f} s)")


def _as_data(view: Position, choice: Choice) -> dict[str, Any]:
    return {
        "position": view.text,
        "to_move": view.to_move,
        "best": str(choice.move),
        "badge": choice.badge,
        "positions": choice.positions,
        "seconds": round(choice.seconds, 4),
        "variation": list(choice.variation),
        "candidates": [
            {
                "move": str(one.move),
                "points": [round(points, 2) for points in one.points],
                "chances": [round(chance, 4) for chance in one.chances],
            }
            for one in choice.candidates
        ],
    }


def run_solve(text: str, *, seconds: float, as_json: bool) -> None:
    """Prove the round, or the game, from a position; exit 1 when the time does not suffice."""
    game = from_text(text, auto_deal=False)
    if game.awaiting != "move":
        raise IllegalMove("nobody is to move in this position")
    view = game.view(game.to_move or 0)
    choice = Thinker(seconds=seconds).choose(view)
    if as_json:
        print(json.dumps(_as_data(view, choice)))  # noqa: T201
    else:
        screen = Screen(plain=False)
        seat = view.to_move or 0
        screen.say(f"{choice.move}: {view.describe(choice.move)}", "bold")
        if choice.points:
            expected = ", ".join(f"seat {k} {points:.1f}" for k, points in enumerate(choice.points))
            screen.say(f"points {expected}; chance of seat {seat} to win {choice.chances[seat]:.0%}")
        what = "Proof variation" if choice.badge == PROVED else "Variation"
        screen.say(f"{what}: {' '.join(choice.variation)}")
        screen.say(badge_of(choice))
    if choice.badge == ESTIMATE and len(view.legal_moves) > 1:
        raise SystemExit(1)


def run_analyse(what: str, *, seconds: float, nodes: int | None, plain: bool, as_json: bool) -> None:
    """Best moves of a position, or the losses of every move of a record."""
    thinker = Thinker(nodes=nodes) if nodes else Thinker(seconds=seconds)
    if "|" in what:
        analyse_position(what, thinker, plain=plain, as_json=as_json)
    else:
        analyse_record(Path(what), thinker, plain=plain, as_json=as_json)


def analyse_position(text: str, thinker: Thinker, *, plain: bool, as_json: bool) -> None:
    """The candidate table of one position."""
    game = from_text(text, auto_deal=False)
    if game.awaiting != "move":
        raise IllegalMove("nobody is to move in this position")
    view = game.view(game.to_move or 0)
    choice = thinker.appraise(view)
    if as_json:
        print(json.dumps(_as_data(view, choice)))  # noqa: T201
        return
    screen = Screen(plain=plain)
    screen.table(view, [f"Seat {seat}" for seat in range(game.players)])
    show_candidates(screen, view, choice)


def analyse_record(path: Path, thinker: Thinker, *, plain: bool, as_json: bool) -> None:
    """Every move beside the best one, then a summary for each player."""
    record = read_file(path)
    game = replay(record)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("analysing", total=len(game.moves))
        graded, summaries = review(record, thinker, lambda _: bar.advance(task))
    if as_json:
        for one in graded:
            print(json.dumps(_graded_data(one)))  # noqa: T201
        print(json.dumps({"summary": [_summary_data(one, record.seats) for one in summaries]}))  # noqa: T201
        return
    show_review(Screen(plain=plain), record, graded, summaries)


def _graded_data(one: Graded) -> dict[str, Any]:
    return {
        "round": one.round_number,
        "seat": one.seat,
        "move": one.move,
        "best": one.best,
        "points_lost": round(one.points_lost, 2),
        "chance_lost": round(one.chance_lost, 4),
        "badge": one.badge,
    }


def _summary_data(one: Summary, seats: Sequence[str]) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "name": seats[one.seat],
        "moves": one.moves,
        "best_moves": one.best_moves,
        "points_lost": round(one.points_lost, 1),
        "chance_lost": round(one.chance_lost, 3),
        "worst": one.worst.move if one.worst else None,
    }


def show_review(screen: Screen, record: Record, graded: list[Graded], summaries: list[Summary]) -> None:
    """The moves that lost something, round by round, and how each seat did."""
    round_number = 0
    for one in graded:
        if one.points_lost < WORTH_A_WORD:
            continue
        if one.round_number != round_number:
            round_number = one.round_number
            screen.say(f"Round {round_number}", "bold")
        sure = "" if one.badge == ESTIMATE else f" ({one.badge})"
        screen.say(
            f"  {record.seats[one.seat]}: {one.move} lost {one.points_lost:.1f} points and"
            f" {one.chance_lost:.0%} of winning; best was {one.best}{sure}"
        )
    screen.say()
    for summary in summaries:
        worst = summary.worst
        told = (
            f"; worst: {worst.move} in round {worst.round_number}, {worst.points_lost:.1f} points"
            if worst and worst.points_lost >= WORTH_A_WORD
            else ""
        )
        screen.say(
            f"{record.seats[summary.seat]}: {summary.best_moves} of {summary.moves} moves were best,"
            f" {summary.points_lost:.1f} points lost in all{told}",
            "bold",
        )
