"""The odds of the next deal at the terminal."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.table import Table

from tilewright.core.errors import BadArgument
from tilewright.play.game import from_text
from tilewright.review.odds import draw_odds


def run_odds(text: str, *, as_json: bool) -> None:
    """A line for each colour: what to expect, and how likely several lie together."""
    odds = draw_odds(from_text(text, auto_deal=False))
    if odds is None:
        raise BadArgument("no more tiles are dealt in this game")
    if as_json:
        print(msgspec.json.encode(odds).decode())  # noqa: T201 - data for a program
        return
    console = Console(highlight=False)
    together = list(odds.colours[0].together)
    table = Table(
        "colour", "bag", "discarded", "expected", "any", *(f"{k}+ together" for k in together), box=None, pad_edge=False
    )
    for one in odds.colours:
        chances = [f"{one.any:.1%}", *(f"{one.together[k]:.1%}" for k in together)]
        table.add_row(one.colour, str(one.bag), str(one.discarded), f"{one.expected:.2f}", *chances)
    console.print(f"{odds.drawn} tiles are drawn of {odds.bag} in the bag.")
    if odds.short:
        console.print(f"{odds.short} more come from what is discarded by then; told with what is discarded now.")
    elif odds.spare is not None:
        console.print(f"This holds while no more than {odds.spare} tiles of the bag go to the supply before.")
    console.print(table)
