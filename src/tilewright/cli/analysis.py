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
from tilewright.cli.screen import Screen, counting_bar
from tilewright.cli.words import badge_name, figure, round_name, seat_names, some_points
from tilewright.core.errors import BadArgument, IllegalMove
from tilewright.core.text.language import _, ngettext
from tilewright.play.game import from_text
from tilewright.play.replay import replay
from tilewright.review.analysis import decisions, review
from tilewright.review.grades import Graded, Summary
from tilewright.review.telling import Telling

if TYPE_CHECKING:
    from tilewright.cli.library import Library
    from tilewright.play.position import Position
    from tilewright.records.record import Record

WORTH_A_WORD = 0.5  # points; smaller losses are not listed, unless they cost a chance to win
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
            each = [_("seat {seat} {points}").format(seat=k, points=figure(one)) for k, one in enumerate(choice.points)]
            told = _("points {expected}; chance of seat {seat} to win {chance}")
            about = {"seat": seat, "chance": f"{choice.chances[seat]:.0%}"}
            screen.say(told.format(expected=", ".join(each), **about))
        told = _("Proof variation: {moves}") if choice.badge == PROVED else _("Variation: {moves}")
        screen.say(told.format(moves=" ".join(choice.variation)))
        screen.say(badge_of(choice))
    if choice.badge not in (PROVED, PROVED_ROUND) and len(view.legal_moves) > 1:
        raise SystemExit(1)


def run_analyse(what: str, wanted: Wanted, library: Library, *, seconds: float, nodes: int | None, plain: bool) -> None:
    """Best moves of a position, or the losses of every move of a record."""
    thinker = Thinker(nodes=nodes) if nodes else Thinker(seconds=seconds)
    if "|" not in what:
        analyse_game(Screen(plain=plain), library.record(what), wanted, thinker)
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
    screen.table(view, seat_names(view.players))
    show_candidates(screen, view, choice)


def analyse_game(screen: Screen, record: Record, wanted: Wanted | None = None, thinker: Thinker | None = None) -> None:
    """Compare every move with the best one, then sum up each player."""
    wanted, thinker = wanted or Wanted(), thinker or Thinker(seconds=SECONDS)
    if wanted.plot:
        from tilewright.cli.plot import check_plot

        check_plot(wanted.plot)  # before minutes of thinking
    if wanted.luck:
        check_can_settle(record, wanted.seat)
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task(_("analysing"), total=len(replay(record).moves))
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
        screen.say(_("The evaluation over the game is drawn in {file}.").format(file=wanted.plot))


def tellings(record: Record, graded: list[Graded]) -> list[Telling]:
    """Every graded move with what is needed to describe it."""
    views = {one.number: one.view for one in decisions(replay(record))}
    return [Telling(one, views[one.number], record.seats) for one in graded]


def show_review(
    screen: Screen, record: Record, graded: list[Graded], summaries: list[Summary], *, boards: bool = False
) -> None:
    """The moves that lost something, round by round, and how each seat did."""
    round_number = -1
    for telling in tellings(record, graded):
        one = telling.graded
        if one.points_lost < WORTH_A_WORD and not one.needs_reason:
            continue
        if one.round_number != round_number:
            round_number = one.round_number
            screen.say(round_name(round_number), "bold")
        if boards:
            screen.say()
            screen.table(telling.view, record.seats, eye=one.seat)
        screen.say(f"  {_graded_words(telling, record)}")
        if reason := telling.reason():
            screen.say(f"     {reason}")
    screen.say()
    for summary in summaries:
        screen.say(_summary_words(summary, record.seats[summary.seat]), "bold")


def _graded_words(telling: Telling, record: Record) -> str:
    """A move, what it lost, and the best one."""
    one = telling.graded
    chance = round(100 * one.chance_lost)
    lost = ngettext(
        "{points} and {count} percentage point of winning lost",
        "{points} and {count} percentage points of winning lost",
        chance,
    )
    about = {
        "number": one.number,
        "deed": f"{record.seats[one.seat]} {telling.move(one.move)}",
        "move": f"{one.move}{one.sign}",
        "lost": lost.format(points=some_points(one.points_lost), count=chance),
        "sure": f"± {figure(one.error)}" if one.badge == ESTIMATE else badge_name(one.badge),
        "best": telling.move(one.best),
        "notation": one.best,
    }
    return _("{number}. {deed} [{move}]: {lost} ({sure}); the best move {best} [{notation}]").format(**about)


def _summary_words(summary: Summary, name: str) -> str:
    """How a seat did."""
    told = ngettext(
        "{name}: {best} of {count} move was best, {points} lost in all",
        "{name}: {best} of {count} moves were best, {points} lost in all",
        summary.moves,
    )
    about = {"best": summary.best_moves, "count": summary.moves, "points": some_points(summary.points_lost)}
    said = told.format(name=name, **about)
    worst = summary.worst
    if worst is None or worst.points_lost < WORTH_A_WORD:
        return said
    of_worst = {"number": worst.number, "move": worst.move, "points": some_points(worst.points_lost)}
    return said + _("; worst: move {number}, {move}, {points}").format(**of_worst)
