"""The moves a thinker considered, as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from tilewright.review.analysis import lead

if TYPE_CHECKING:
    from tilewright.bots.bot import Choice
    from tilewright.cli.screen import Screen
    from tilewright.play.position import Position

SHOWN = 8


def badge_of(choice: Choice) -> str:
    """How sure the values are, in words."""
    return f"{choice.badge}, {choice.positions:,} positions seen"


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
        table = Table("", "move", "lead", "win", "what it does", box=None, header_style="dim", pad_edge=False)
        for rank, one in enumerate(choice.candidates[:SHOWN], start=1):
            figures = (f"{lead(one, seat):+.1f}", f"{one.chances[seat]:.0%}")
            table.add_row(str(rank), str(one.move), *figures, view.describe(one.move))
        screen.print(table)
    if choice.variation:
        screen.say(f"Expected: {' '.join(choice.variation)}")
    screen.say(f"({badge_of(choice)}, {choice.seconds:.2f} s)")
