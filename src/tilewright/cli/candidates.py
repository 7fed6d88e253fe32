"""The moves a thinker considered, as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from tilewright.cli.words import badge_name, figure, some_points
from tilewright.core.text.language import _
from tilewright.review.analysis import lead

if TYPE_CHECKING:
    from tilewright.bots.bot import Choice
    from tilewright.cli.screen import Screen
    from tilewright.play.position import Position

SHOWN = 8


def badge_of(choice: Choice) -> str:
    """How sure the values are, in words."""
    seen = _("{badge}, {positions} positions searched")
    return seen.format(badge=badge_name(choice.badge), positions=figure(choice.positions, ",d"))


def show_candidates(screen: Screen, view: Position, choice: Choice) -> None:
    """The best moves with what the player to move may expect."""
    seat = view.to_move or 0
    if screen.plain:
        for rank, one in enumerate(choice.candidates[:SHOWN], start=1):
            told = _("{rank}. {move}: {deed}; lead {points}, chance to win {chance}")
            about = {"rank": rank, "move": one.move, "deed": view.describe(one.move)}
            worth = {"points": some_points(lead(one, seat), "+.1f"), "chance": f"{one.chances[seat]:.0%}"}
            screen.say(told.format(**about, **worth))
    else:
        titles = ("", _("move"), _("lead"), _("win"), _("what it does"))
        table = Table(*titles, box=None, header_style="dim", pad_edge=False)
        for rank, one in enumerate(choice.candidates[:SHOWN], start=1):
            figures = (figure(lead(one, seat), "+.1f"), f"{one.chances[seat]:.0%}")
            table.add_row(str(rank), str(one.move), *figures, view.describe(one.move))
        screen.print(table)
    if choice.variation:
        screen.say(_("Expected: {moves}").format(moves=" ".join(choice.variation)))
    screen.say(f"({badge_of(choice)}, {figure(choice.seconds, '.2f')} s)")
