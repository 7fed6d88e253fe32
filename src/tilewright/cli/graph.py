"""The evaluation over a game as text: one line for each move, for terminals, logs and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli.screen import clean
from tilewright.core.text.language import _
from tilewright.review.telling import GRADE_NAMES

if TYPE_CHECKING:
    from tilewright.cli.screen import Screen
    from tilewright.records.record import Record
    from tilewright.review.grades import Graded

WIDTH = 40  # characters of the bar
NOTHING, WITHIN, MARKS = " ", "·", "ABCD"
"""What the bar is made of: the marks are the seats, and around the mover's the band is drawn."""


def show_graph(screen: Screen, record: Record, graded: list[Graded]) -> None:
    """Expected points of every seat before each move, the mover's with their band, and the grade of the move."""
    if not graded:
        return
    low = min(min(one.points) - one.band / 2 for one in graded)
    high = max(max(one.points) + one.band / 2 for one in graded)
    screen.say()
    screen.say(
        _("Points expected before each move, from {low} to {high}").format(low=round(low), high=round(high)), "bold"
    )
    for seat, name in enumerate(record.seats):
        screen.say(f"  {MARKS[seat]} {clean(name)}")
    round_number = None
    for one in graded:
        if one.round_number != round_number:
            round_number = one.round_number
            screen.say(_("Round {round}").format(round=round_number) if round_number else _("Set-up"))
        screen.say(line_of(one, low, high))


def line_of(one: Graded, low: float, high: float) -> str:
    """A move with its bar: "  7 A |     ···A··   B   | +3.2 ±4.1  61 %  3R4?!  mistake"."""
    bar = [NOTHING] * (WIDTH + 1)

    def place(points: float) -> int:
        return round(WIDTH * (min(max(points, low), high) - low) / max(1e-9, high - low))

    own = one.points[one.seat]
    for k in range(place(own - one.band / 2), place(own + one.band / 2) + 1):
        bar[k] = WITHIN
    for seat in sorted(range(len(one.points)), key=lambda seat: seat == one.seat):
        bar[place(one.points[seat])] = MARKS[seat]
    lead = own - max(points for seat, points in enumerate(one.points) if seat != one.seat)
    band = f"±{one.band:.1f}" if one.band else ""
    told = f"{lead:+6.1f} {band:<6}{100 * one.chances[one.seat]:3.0f} %  {one.move}{one.sign}"
    return f"{one.number:4} {MARKS[one.seat]} |{''.join(bar)}| {told}  {_(GRADE_NAMES[one.grade])}"
