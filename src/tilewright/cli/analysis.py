"""Commands that think: solutions of positions, and analyses of positions and games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from tilewright.bots.bot import ESTIMATE, PROVED, PROVED_ROUND
from tilewright.bots.thinker import Thinker
from tilewright.cli.answers import Answer, GradedMove, SeatSummary, Summaries, say
from tilewright.cli.candidates import badge_of, show_candidates
from tilewright.cli.graph import show_graph
from tilewright.cli.luck import check_can_settle, luck_data, settled, show_luck
from tilewright.cli.screen import Screen, counting_bar, does
from tilewright.core.errors import BadArgument, IllegalMove
from tilewright.play.game import from_text
from tilewright.play.replay import read_file, replay
from tilewright.review.analysis import decisions, review
from tilewright.review.grades import Graded, Summary
from tilewright.review.telling import Telling

if TYPE_CHECKING:
    from tilewright.play.position import Position
    from tilewright.records.record import Record

WORTH_A_WORD = 0.5  # points; smaller losses are not listed
SECONDS = 0.5  # for each position, unless told otherwise


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of an analysis is asked for."""

    boards: bool = False  # the table where a move lost something
    seat: int | None = None  # only this one's moves
    as_json: bool = False
    plot: Path | None = None
    graph: bool = False  # the evaluation over the game, as text
    luck: bool = False  # how much of the result the draws made


def _view_of(text: str) -> Position:
    game = from_text(text, auto_deal=False)
    if game.awaiting != "move":
        raise IllegalMove("nobody is to move in this position")
    return game.view(game.to_move or 0)


def run_solve(text: str, *, seconds: float, as_json: bool) -> None:
    """Prove the round, or the game, from a position; exit 1 when the time does not suffice."""
    view = _view_of(text)
    choice = Thinker(seconds=seconds).choose(view)
    if as_json:
        say(Answer.of(view, choice))
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
    if choice.badge not in (PROVED, PROVED_ROUND) and len(view.legal_moves) > 1:
        raise SystemExit(1)


def run_analyse(what: str, wanted: Wanted, *, seconds: float, nodes: int | None, plain: bool) -> None:
    """Best moves of a position, or the losses of every move of a record."""
    thinker = Thinker(nodes=nodes) if nodes else Thinker(seconds=seconds)
    if "|" not in what:
        analyse_game(Screen(plain=plain), read_file(Path(what)), wanted, thinker)
        return
    if wanted.boards or wanted.plot or wanted.graph or wanted.luck or wanted.seat is not None:
        raise BadArgument(
            "--board, --seat, --luck, --graph and --plot are for records: a position is only one moment of a game"
        )
    view = _view_of(what)
    choice = thinker.appraise(view)
    if wanted.as_json:
        say(Answer.of(view, choice))
        return
    screen = Screen(plain=plain)
    screen.table(view, [f"Seat {seat}" for seat in range(view.players)])
    show_candidates(screen, view, choice)


def analyse_game(screen: Screen, record: Record, wanted: Wanted | None = None, thinker: Thinker | None = None) -> None:
    """Every move beside the best one, then a summary for each player."""
    wanted, thinker = wanted or Wanted(), thinker or Thinker(seconds=SECONDS)
    if wanted.plot:
        from tilewright.cli.plot import check_plot

        check_plot(wanted.plot)  # before minutes of thinking
    if wanted.luck:
        check_can_settle(record, wanted.seat)
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task("analysing", total=len(replay(record).moves))
        graded, summaries = review(record, thinker, lambda one: bar.update(task, completed=one.number), wanted.seat)
    if wanted.plot:
        from tilewright.cli.plot import draw_plot

        draw_plot(wanted.plot, record, graded)
    found = settled(record, graded, thinker) if wanted.luck else None
    if wanted.as_json:
        for telling in tellings(record, graded):
            say(GradedMove.of(telling.graded, telling))
        say(Summaries([SeatSummary.of(one, record.seats) for one in summaries]))
        if found:
            print(json.dumps(luck_data(found)))  # noqa: T201
        return
    show_review(screen, record, graded, summaries, boards=wanted.boards)
    if wanted.graph:
        show_graph(screen, record, graded)
    if found:
        show_luck(screen, record, found)
    if wanted.plot:
        screen.say(f"The evaluation over the game is drawn in {wanted.plot}.")


def tellings(record: Record, graded: list[Graded]) -> list[Telling]:
    """Every graded move with what it takes to tell it."""
    views = {one.number: one.view for one in decisions(replay(record))}
    return [Telling(one, views[one.number], record.seats, does) for one in graded]


def show_review(
    screen: Screen, record: Record, graded: list[Graded], summaries: list[Summary], *, boards: bool = False
) -> None:
    """The moves that lost something, round by round, and how each seat did."""
    round_number = -1
    for telling in tellings(record, graded):
        one = telling.graded
        if one.points_lost < WORTH_A_WORD:
            continue
        if one.round_number != round_number:
            round_number = one.round_number
            screen.say(f"Round {round_number}" if round_number else "Set-up", "bold")
        if boards:
            screen.say()
            screen.table(telling.view, record.seats, eye=one.seat)
        sure = f"± {one.error:.1f}" if one.badge == ESTIMATE else one.badge
        screen.say(
            f"  {one.number}. {does(record.seats[one.seat], telling.move(one.move))} [{one.move}{one.sign}]:"
            f" {one.points_lost:.1f} points and {100 * one.chance_lost:.0f} percentage points of winning lost ({sure});"
            f" the best move {telling.move(one.best)} [{one.best}]"
        )
        if reason := telling.reason():
            screen.say(f"     {reason}")
    screen.say()
    for summary in summaries:
        worst = summary.worst
        told = (
            f"; worst: move {worst.number}, {worst.move}, {worst.points_lost:.1f} points"
            if worst and worst.points_lost >= WORTH_A_WORD
            else ""
        )
        screen.say(
            f"{record.seats[summary.seat]}: {summary.best_moves} of {summary.moves} moves were best,"
            f" {summary.points_lost:.1f} points lost in all{told}",
            "bold",
        )
